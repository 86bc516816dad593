"""Tables of a fight: what it waits for, and sheets with lists under names."""

from collections.abc import Mapping

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.fight import Combatant, Condition, Fight, Question
from rbfcli.render.style import Style
from rbfcli.render.tables import fight_lines, sheet_lines, table
from rbfcli.systems.catalogue import load


class Layered(Combatant, frozen=True, kw_only=True):
    """A combatant with lists of numbers by name."""

    layers: Mapping[str, tuple[int, ...]] = {}


class Mount(Struct, frozen=True):
    """Something on a sheet that has several values."""

    name: str
    legs: int


class Rider(Combatant, frozen=True, kw_only=True):
    """A combatant with a list of such things."""

    mounts: tuple[Mount, ...] = ()
    tags: tuple[str, ...] = ()


RULES = replace(load("rbf"), status=lambda _fight, _who: {}, picture=lambda _fight: ())
FIGHT = Fight(system="x", combatants={"ada": Layered(name="Ada", layers={"vest": (9, 10), "base": (12,)})})


def test_a_fight_says_whom_it_waits_for():
    asked = Question(kind="parry", who="ada", answers=("yes", "no"), rule="X-1")
    assert fight_lines(replace(FIGHT, questions=(asked,)), RULES, Style())[-1] == "waiting for ada: choose yes | no"


def test_lists_under_names_are_plain_words():
    assert "layers       vest 9 10, base 12" in sheet_lines(FIGHT, RULES, "ada")


def test_conditions_stand_side_by_side():
    lying = {"dazed": Condition(), "prone": Condition(rounds=2)}
    ada = replace(FIGHT.combatants["ada"], conditions=lying)
    assert "conditions   dazed, prone (2 more)" in sheet_lines(replace(FIGHT, combatants={"ada": ada}), RULES, "ada")


def test_lists_of_things_are_plain_words():
    rider = Rider(name="Ada", mounts=(Mount("mare", 4), Mount("crane", 2)), tags=("swift", "small"))
    lines = sheet_lines(Fight(system="x", combatants={"ada": rider}), RULES, "ada")
    assert lines[-2:] == ["mounts       mare 4, crane 2", "tags         swift, small"]


WIDE = [{"": "*", "id": "ada", "name": "Ada Quill", "saves": "vest 9 10, base 12"}, {"id": "bo", "name": "竜"}]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (
            39,
            [
                "    id   name       saves",
                " *  ada  Ada Quill  vest 9 10, base 12",
                "    bo   竜",
            ],
        ),
        (
            38,
            [
                "    id   name",
                " *  ada  Ada Quill",
                "      saves: vest 9 10, base 12",
                "    bo   竜",
            ],
        ),
        (
            16,
            [
                "    id",
                " *  ada",
                "      name: Ada",
                "      Quill;",
                "      saves:",
                "      vest 9 10,",
                "      base 12",
                "    bo",
                "      name: 竜",
            ],
        ),
    ],
)
def test_what_has_no_room_stands_below_its_row(width, lines):
    drawn = table(("", "id", "name", "saves"), WIDE, Style(tables=True, width=width))
    assert [line.rstrip() for line in drawn if line.strip(" ─")] == lines


def test_what_names_a_row_is_folded_rather_than_cut():
    drawn = table(("id",), [{"id": "a" * 30}], Style(tables=True, width=20))
    assert "".join(line.strip() for line in drawn).endswith("a" * 30)

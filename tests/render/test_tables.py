"""Tables of words, aligned in a pipe and fitted to a terminal; and sheets, a fact a line."""

from collections.abc import Mapping

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.facts import Fact, number_fact, sheet_facts
from rbfcli.kernel.fight import Combatant, Condition, Fight
from rbfcli.render.sheet import sheet_lines
from rbfcli.render.style import Style
from rbfcli.render.tables import table
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


RULES = replace(
    load("rbf"), status=lambda _fight, _who: (), details=sheet_facts, picture=lambda _fight: (), health=lambda _: (1, 1)
)
FIGHT = Fight(system="x", combatants={"ada": Layered(name="Ada", layers={"vest": (9, 10), "base": (12,)})})
PIPE, NARROW = Style(), Style(tables=True, width=40)


def with_facts(status, details=()):
    """Rules that know some facts of everybody."""
    return replace(RULES, status=lambda _fight, _who: status, details=lambda _fight, _who: details)


def test_lists_under_names_are_plain_words():
    assert "layers       vest 9 10, base 12" in sheet_lines(FIGHT, RULES, "ada", PIPE)


def test_lists_of_things_are_plain_words():
    rider = Rider(name="Ada", mounts=(Mount("mare", 4), Mount("crane", 2)), tags=("swift", "small"))
    lines = sheet_lines(Fight(system="x", combatants={"ada": rider}), RULES, "ada", PIPE)
    assert lines[-2:] == ["mounts       mare 4, crane 2", "tags         swift, small"]


def test_a_condition_says_how_long_it_lasts_what_it_does_and_by_which_rule():
    lying = {"grappled": Condition(by="thug"), "blinded": Condition(rounds=2, whose="ada"), "cursed": Condition()}
    fight = replace(load("rbf").fight(system="rbf"), combatants={"ada": Combatant(name="Ada", conditions=lying)})
    worse = "disadvantage 1 on melee, brawl, shot"
    assert sheet_lines(fight, RULES, "ada", PIPE)[-3:] == [
        f"condition    grappled: by thug; cannot move; {worse}, defense, test (RBF-TEC-GRAPPLE)",
        f"condition    blinded: 2 more rounds, to the end of ada's turn; {worse} (RBF-TEC-BLIND)",
        "condition    cursed: noted, no effect on the numbers",
    ]


def test_a_number_says_its_unit_and_what_it_is_the_sum_of():
    parts = (Modifier(15, "base"), Modifier(2, "armour"), Modifier(0, "nothing"), Modifier(-1, "prone"))
    facts = (number_fact("defense", parts, unit="m", rule="X-1"),)
    lines = sheet_lines(FIGHT, with_facts((), facts), "ada", PIPE)
    assert lines[-1] == "defense      16 m = 15 base + 2 armour - 1 prone (X-1)"


def test_of_two_facts_with_one_name_a_sheet_tells_the_more_exact_one_in_its_place():
    rules = with_facts((Fact("HP", "5/9"), Fact("TN", "12")), (Fact("HP", "5/9", rule="X-1"), Fact("speed", "10")))
    assert sheet_lines(FIGHT, rules, "ada", PIPE)[3:] == [
        "HP           5/9 (X-1)",
        "TN           12",
        "speed        10",
    ]


def test_what_has_no_value_is_not_told():
    assert len(sheet_lines(FIGHT, with_facts((Fact("aim", ""),)), "ada", PIPE)) == 3


def test_a_long_fact_goes_on_below_on_a_terminal_and_is_one_line_in_a_pipe():
    rules = with_facts((), (Fact("skills", "melee 3, dodge 3, athletics 2, resilience 2"),))
    assert sheet_lines(FIGHT, rules, "ada", NARROW)[3:] == [
        "skills       melee 3, dodge 3, athletics",
        "             2, resilience 2",
    ]
    assert len(sheet_lines(FIGHT, rules, "ada", PIPE)) == 4


WIDE = [{"": "*", "id": "ada", "name": "Ada Quill", "saves": "vest 9 10, base 12"}, {"id": "bo", "name": "竜"}]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (
            37,
            [
                "   id   name       saves",
                "*  ada  Ada Quill  vest 9 10, base 12",
                "   bo   竜",
            ],
        ),
        (
            36,
            [
                "   id   name",
                "*  ada  Ada Quill",
                "      saves: vest 9 10, base 12",
                "   bo   竜",
            ],
        ),
        (
            16,
            [
                "   id",
                "*  ada",
                "      name: Ada",
                "      Quill;",
                "      saves:",
                "      vest 9 10,",
                "      base 12",
                "   bo",
                "      name: 竜",
            ],
        ),
    ],
)
def test_what_has_no_room_stands_below_its_row(width, lines):
    assert table(("", "id", "name", "saves"), WIDE, Style(tables=True, width=width)) == lines


def test_what_names_a_row_is_folded_rather_than_cut():
    drawn = table(("id",), [{"id": "a" * 30}], Style(tables=True, width=20))
    assert drawn == ["id", "a" * 20, "a" * 10]


def test_in_a_pipe_columns_are_aligned_and_nothing_is_left_out():
    drawn = table(("", "id", "name", "saves"), WIDE, PIPE)
    assert drawn == ["   id   name       saves", "*  ada  Ada Quill  vest 9 10, base 12", "   bo   竜"]

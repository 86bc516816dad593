"""A change is told by the system's word for its field, or by the field's own name, once."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.events import Changed, Happened
from rbfcli.kernel.fight import Combatant, Fight, Plain
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.systems.rbf import RULES as RBF


class Post(Plain, frozen=True, kw_only=True):
    """A place of somebody."""

    name: str = ""
    high: bool = False
    wide: int = 0


GAINS = "Ada: gains none -> 1 and aim and RBF-ACT-5, 2 and burst and RBF-ACT-7"
WORDS = {"field.hp": "HP", "field.ammo": "rounds", "field.ammo.bow": "arrows", "field.aim": "", "field.aim.bow": ""}
RULES = replace(RBF, words=WORDS)
FIGHT = Fight(system="x", combatants={"ada": Combatant(name="Ada")})


def changed(who, field, before, after, rule=""):
    return Changed(who=who, field=field, path=tuple(field.split(".")), before=before, after=after, rule=rule)


@pytest.mark.parametrize(
    ("who", "field", "before", "after", "line"),
    [
        ("ada", "hp", 9, 4, "Ada: HP 9 -> 4"),
        ("ada", "ammo.rifle", 4, 3, "Ada: rounds rifle 4 -> 3"),
        ("ada", "ammo.bow", 4, 3, "Ada: arrows 4 -> 3"),
        ("ada", "max_hp", 9, 4, "Ada: max hp 9 -> 4"),
        ("ada", "skills.first_aid", None, 4, "Ada: skills.first aid 4"),
        ("ada", "off_hand", True, False, "Ada: no longer off hand"),
        ("", "options.wound_penalty", True, False, "options.wound_penalty true -> false"),
        ("", "options.charge_least", 10, 5, "options.charge_least 10 -> 5"),
        ("ada", "skills.\x1b[2J", 1, 2, "Ada: skills.\\x1b[2J 1 -> 2"),
    ],
)
def test_a_change_is_told(who, field, before, after, line):
    assert narrate([changed(who, field, before, after)], FIGHT, FIGHT, RULES, Style()) == [line]


@pytest.mark.parametrize("field", ["aim", "aim.bow", "aim.rifle", "conditions.prone.rounds"])
def test_a_quiet_change_is_not_told(field):
    assert narrate([changed("ada", field, 1, 2)], FIGHT, FIGHT, RULES, Style()) == []


@pytest.mark.parametrize(
    ("field", "before", "after", "line"),
    [
        ("aim", 1, 2, "Ada: aim 1 -> 2"),
        ("aim", "", "bow", "Ada: aim bow"),
        ("aim.bow", False, True, "Ada: aim.bow"),
        ("place", None, Post(name="gate", high=True), "Ada: place name gate, high true"),
        ("gains", (), ((1, "aim", "RBF-ACT-5"), (2, "burst", "RBF-ACT-7")), GAINS),
    ],
)
def test_what_the_gm_sets_by_hand_is_told_all_the_same(field, before, after, line):
    by_hand = changed("ada", field, before, after, "GM")
    assert narrate([by_hand], FIGHT, FIGHT, RULES, Style()) == [line]


def test_what_the_gm_does_with_words_of_its_own_is_told_by_them():
    by_hand = [
        changed("ada", "aim", 1, 2, "GM"),
        Happened(what="aims", who="ada", rule="GM"),
    ]
    assert narrate(by_hand, FIGHT, FIGHT, RULES, Style()) == ["Aims"]


def test_what_is_gone_from_a_mapping_is_told_by_what_took_it():
    gone = changed("ada", "ammo.rifle", 4, None)
    assert narrate([gone], FIGHT, FIGHT, RULES, Style()) == []

"""Words that nobody knows, what usually goes wrong, pushing and throwing: told by their rules."""

import pytest

from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.play import play
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.commands import acting, fighting
from rbfcli.systems.rbf.sheet import Weapon


@pytest.mark.parametrize(
    ("field", "what", "rule"),
    [
        ("technique", "technique", "RBF-TEC-4"),
        ("critical", "critical effect", "RBF-ATK-2"),
        ("complication", "complication", "RBF-ATK-5"),
        ("condition", "condition", "RBF-DEF-5"),
    ],
)
def test_a_program_that_gives_commands_is_told_of_unknown_words(table, field, what, rule):
    """RBF-TEC-4, RBF-ATK-2, RBF-ATK-5, RBF-DEF-5: by the rule, where no line is read."""
    laid = table(thug={"hp": 60})
    with pytest.raises(Refusal) as refusal:
        play(RULES, laid.fight, fighting.Attack(who="ada", targets=("thug",), **{field: "xyzzy"}))
    assert refusal.value.rule == rule
    assert refusal.value.message == f"there is no {what} 'xyzzy'"


@pytest.mark.parametrize(("kind", "rule"), [(fighting.DamageSave, "RBF-DEF-5"), (acting.Cast, "RBF-ACT-6")])
def test_a_condition_that_nobody_knows(table, kind, rule):
    """RBF-DEF-5, RBF-ACT-6: of a danger or of a spell."""
    laid = table(ada={"skills": {"metaphysics": 1}})
    said = {"tn": 9, "damage": "3"} if kind is fighting.DamageSave else {"spell": "say light"}
    with pytest.raises(Refusal) as refusal:
        play(RULES, laid.fight, kind(who="ada", condition="xyzzy", **said))
    assert (refusal.value.rule, refusal.value.message) == (rule, "there is no condition 'xyzzy'")


def test_a_spell_that_nobody_knows(table):
    """RBF-ACT-6: neither listed nor in one's own words."""
    laid = table(ada={"skills": {"metaphysics": 1}})
    with pytest.raises(Refusal) as refusal:
        play(RULES, laid.fight, acting.Cast(who="ada", spell="xyzzy"))
    assert (refusal.value.rule, refusal.value.message) == ("RBF-ACT-6", "there is no spell 'xyzzy'")


def test_who_pushes_against_whom(table):
    """RBF-ATK-9: told, and for programs too."""
    laid = table()
    laid.do("attack ada thug --dice 4,4")
    [pushed] = laid.events(laid.do("push ada --dice 3"), "pushed")
    assert (pushed.who, pushed.target, pushed.rule) == ("ada", "thug", "RBF-ATK-9")


def test_a_throw_by_one_who_never_learnt_to_brawl(table):
    """RBF-TEC-THROW: three metres a level are none, and nobody falls far."""
    laid = table(ada={"at": 0, "skills": {"melee": 3}}, thug={"at": 1, "hp": 60})
    laid.do("attack ada thug --with unarmed --technique grapple --force --dice 8,6")
    played = laid.do("attack ada thug --with unarmed --technique throw --force --dice 8,6,1")
    assert [each.facts["metres"] for each in laid.events(played, "driven-back")] == [0]
    assert (laid.one("thug").at, "prone" in laid.one("thug").conditions) == (1, True)


@pytest.mark.parametrize(
    ("weapon", "complication"),
    [("knuckles", "prone"), ("unarmed", "prone"), ("hook", "dropped"), ("bow", "dropped"), ("pistol", "out-of-ammo")],
)
def test_what_usually_goes_wrong(table, weapon, complication):
    """RBF-ATK-5: by the skill of the weapon, whatever it is."""
    knuckles = Weapon(name="knuckles", skill="brawl", damage=3)
    skills = {"melee": 1, "brawl": 1, "shoot": 1}
    laid = table(ada={"skills": skills, "weapons": (weapon,)}, weapons={"knuckles": knuckles})
    played = laid.do(f"attack ada thug --with {weapon} --dice 1,1")
    lies = "prone" in laid.one("ada").conditions
    empty = bool(laid.events(played, "out-of-ammo"))
    dropped = weapon not in laid.one("ada").weapons and weapon != "unarmed"
    assert (lies, empty, dropped) == tuple(complication == each for each in ("prone", "out-of-ammo", "dropped"))

"""Small things that a GM would notice: who is named, what is knocked out, what a refusal counts."""

import pytest

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.fight import Condition
from rbfcli.kernel.play import play
from rbfcli.systems.rbf import RULES, numbers
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.sheet import Place


def test_a_silent_blow_may_only_knock_out(table):
    """RBF-ATK-2, RBF-DIE-1: whoever would have stood after the hit."""
    for said, lies in (("", "out"), (" --nonlethal", "unconscious")):
        laid = table(thug={"hp": 90})
        laid.do(f"attack ada thug --critical silent{said} --dice 8,8")
        assert lies in laid.one("thug").conditions


def test_whose_effect_it_is(table):
    """RBF-ATK-2: in own words, told with the attacker and the target."""
    laid = table(thug={"hp": 90})
    played = laid.do("attack ada thug --critical 'say the lamp goes out' --dice 8,8")
    [effect] = laid.events(played, "critical-effect")
    assert (effect.who, effect.target, effect.facts) == ("ada", "thug", {"effect": "the lamp goes out"})


def test_how_many_targets_an_attack_takes(table):
    """RBF-ATK-1: one, or two of a sweep."""
    laid = table(ada={"weapons": ("claymore",)})
    assert "this attack takes 1 target;" in laid.refused("attack ada thug other", "RBF-ATK-1")
    sweep = "attack ada thug other boss --technique cleave"
    assert "this attack takes 2 targets;" in laid.refused(sweep, "RBF-ATK-1")


def test_the_least_of_falls(table):
    """RBF-TEC-THROW: a metre hurts nobody, and one lies there."""
    laid = table()
    played = laid.do("fall ada 1")
    assert not laid.rolls(played)
    assert (laid.one("ada").hp, "prone" in laid.one("ada").conditions) == (15, True)


def test_nothing_to_hold_before_the_fight(table):
    """RBF-INI-4: the hint begins it."""
    assert table().refused("hold ada", "RBF-INI-4").endswith("; init")


def test_prone_behind_a_low_wall_in_a_blast(table):
    """RBF-ATK-7, RBF-PRN-5: heavy cover, there too."""
    places = {"wall": Place(at=10, cover="light", low=True)}
    caught = {"place": "wall", "conditions": {"prone": Condition()}}
    grenadier = {"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0}
    laid = table(joss=grenadier, thug={"at": 10, "hp": 90}, tamsin=caught, board={"places": places})
    roll = laid.rolls(laid.do("attack joss thug --dice 6,5"))[-1]
    assert [(each.value, each.why) for each in roll.modifiers if each.value] == [(4, "Dodge"), (3, "heavy cover")]


def test_what_is_said_for_a_defense_is_named(table):
    """RBF-DEF-1, RBF-ACT-6: against a blow and against a spell."""
    for line in ("attack thug ada --mod 2", "cast thug 'say hex' ada --mod 2"):
        roll = table().rolls(table().do(line))[0]
        assert [each.why for each in roll.modifiers if each.value == 2] == ["modifier"]


def test_a_stun_shaken_off_before_its_turn_gives_nothing(table):
    """RBF-TEC-3, RBF-TEC-STUN: there is no action to give back."""
    laid = table(thug=None, other=None, joss=None, tamsin=None)
    laid.do_all("init --set ada=9 --set boss=3", "attack ada boss --critical stunned --dice 8,8")
    before = laid.one("boss").actions_left
    laid.do("shake-off boss stunned")
    assert laid.one("boss").actions_left == before


def test_an_answer_to_what_is_never_asked_is_refused():
    """RBF-ATK-1, RBF-DEF-1, RBF-STB-1: from numbers alone too."""
    said = {"answer": ("xyzzy=1",)}
    for stand_in in (
        numbers.attack(fighting.AttackNumbers(tn=12, damage="3", **said)),
        numbers.damage_save(fighting.DamageSaveNumbers(tn=12, damage="3", **said)),
        numbers.stabilize(fighting.StabilizeNumbers(**said)),
    ):
        with pytest.raises(RbfError):
            play(RULES, *stand_in)

"""The fights that stand in for one-liners, down to the last field (FP-ATK-1, FP-CDG-1, FP-STB-1)."""

from msgspec.structs import replace

from rbfcli.kernel.fight import Condition
from rbfcli.systems.futurepath import numbers
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.options import FuturePathOptions
from rbfcli.systems.futurepath.sheet.sheet import Character, FuturePathFight

ROLL = {"mod": 2, "advantage": 1, "disadvantage": 3, "dice": (9,), "answer": ("fumble=none",), "force": True}


def test_an_attacker_and_a_target():
    """FP-ATK-1, FP-CRT-1: the dice and what is added once are the weapon's, the AC the target's."""
    typed = fighting.AttackNumbers(tn=16, damage="1d8+3", level=9, critical=19, multiplier=3, **ROLL)
    weapon = numbers.AnyWeapon(name="weapon", damage="1d8", bonus=3, critical=19, multiplier=3)
    attacker = Character(
        name="The attacker", side="attackers", hp=100, level=9, weapons=("weapon",), held="weapon"
    )  # fmt: skip
    target = Character(name="The target", side="targets", hp=100, ac=16)
    assert numbers.attack(typed) == (
        FuturePathFight(
            system="futurepath", combatants={"attacker": attacker, "target": target}, weapons={"weapon": weapon}
        ),
        fighting.Attack(who="attacker", targets=("target",), fumble="none", **ROLL),
    )


def test_extra_damage_takes_a_full_attack():
    """FP-XTR-1: and the target outlasts all of it; without dice there is none."""
    typed = fighting.AttackNumbers(tn=10, damage="2d12", extra=4)
    fight, command = numbers.attack(typed)
    assert command == fighting.FullAttack(who="attacker", targets=("target",), fumble="none")
    assert (fight.combatants["attacker"].extra_damage, fight.combatants["target"].hp) == (4, 24 * 5 * 5 + 1)
    fight, command = numbers.attack(replace(typed, damage="7"))
    assert command == fighting.Attack(who="attacker", targets=("target",), fumble="none")
    assert (fight.combatants["attacker"].extra_damage, fight.combatants["target"].hp) == (0, 100)
    assert (fight.weapons["weapon"].damage, fight.weapons["weapon"].bonus) == ("0", 7)


def test_somebody_who_saves():
    """FP-GRN-3, FP-CDG-1: without modifiers of its own, and it outlasts the damage."""
    typed = fighting.DamageSaveNumbers(damage="3d6", dc=15, kind="coup-de-grace", level=8, **ROLL)
    target = Character(name="The target", side="targets", hp=100, level=8)
    assert numbers.damage_save(typed) == (
        FuturePathFight(system="futurepath", combatants={"target": target}),
        fighting.DamageSave(who="target", damage="3d6", dc=15, kind="coup-de-grace", **ROLL),
    )
    assert numbers.damage_save(replace(typed, damage="200"))[0].combatants["target"].hp == 201


def test_a_helper_and_a_patient():
    """FP-STB-1: as many ranks as were typed, one at least, and what that leaves of the modifier."""
    for mod, ranks in ((6, 6), (1, 1), (0, 1), (-3, 1)):
        roll = {**ROLL, "mod": mod}
        fight, command = numbers.stabilize(fighting.StabilizeNumbers(level=5, **roll))
        assert command == fighting.Stabilize(who="patient", by="helper", **{**roll, "mod": mod - ranks})
        helper = Character(
            name="The helper",
            side="helpers",
            hp=100,
            level=5,
            items=("field medical kit",),
            skills={"treat-injury": ranks},
        )
        patient = Character(
            name="The patient",
            side="helpers",
            hp=0,
            max_hp=100,
            conditions={"unconscious": Condition(), "dying": Condition()},
        )
        assert fight == FuturePathFight(
            system="futurepath",
            combatants={"helper": helper, "patient": patient},
            options=FuturePathOptions(stabilize_slip="0"),
        )

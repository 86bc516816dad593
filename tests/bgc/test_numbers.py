"""BGC from numbers alone: the real verbs on an attacker and a target who stand in."""

import pytest

from rbfcli.kernel.events import Rolled
from rbfcli.kernel.fight import Condition
from rbfcli.kernel.play import play
from rbfcli.language.fights import one_liner_verbs
from rbfcli.language.reader import read
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.systems.bgc.sheet import Armour, BgcFight, Fighter, Weapon
from rbfcli.systems.catalogue import load

RULES = load("bgc")


def stand_in(line):
    """The fight and the command that stand in for a line from numbers alone."""
    stated = read(line.split(), one_liner_verbs(RULES)).command
    return RULES.one_liners[type(stated)](stated)


def played(line):
    """What a line comes to without a fight: outcome, faces, levels that the target lost."""
    fight, command = stand_in(line)
    done = play(RULES, fight, command)
    faces = [die.face for event in done.events if isinstance(event, Rolled) for die in event.dice]
    lost = fight.combatants["target"].levels - done.fight.combatants["target"].levels
    return done.outcome, faces, lost


@pytest.mark.parametrize(
    ("line", "come_to"),
    [("attack --score 60 --dice 30", ("pass", [30], 0)),
     ("attack --score 60 --dice 61", ("fail", [61], 0)),
     ("attack --score 60 --dice 96", ("botch", [96], 0)),
     ("attack --score 60 --called 30 --mod 10 --dice 40", ("pass", [40], 0)),
     ("attack --score 60 --defend 50 --dice 50,30", ("defended", [50, 30], 0)),
     ("attack --score 60 --defend 50 --dice 30,97", ("pass", [30, 97], 0)),
     ("attack --score 60 --damage 5 --penetration 60 --armour 45 --dice 30,35,30", ("pass", [30, 35, 30], 5)),
     ("attack --score 60 --damage 5 --penetration 60 --armour 45 --dice 5,35,30", ("critical", [5, 35, 30], 10)),
     ("attack --score 60 --damage 5 --penetration 60 --armour 45 --dice 30,45,30", ("pass", [30, 45, 30], 0)),
     ("attack --score 60 --called 30 --damage 5 --penetration 60 --armour 45 --dice 30,90,44",
      ("pass", [30, 90, 44], 10)),
     ("attack --score 60 --damage 5 --penetration 99 --quality good --dice 30,1,99,3", ("pass", [30, 1, 99, 3], 8)),
     ("damage-save --penetration 60 --armour 45 --damage 5 --dice 35,30", ("through", [35, 30], 5)),
     ("damage-save --penetration 60 --armour 45 --damage 5 --critical --dice 35,30", ("through", [35, 30], 10)),
     ("damage-save --penetration 60 --armour 45 --damage 5 --mod 20 --dice 35,40", ("held", [35, 40], 0)),
     ("stabilize --score 50 --dice 50", ("pass", [50], 0)),
     ("stabilize --score 50 --mod -10 --dice 41", ("fail", [41], 0))],
)  # fmt: skip
def test_numbers_alone_are_played_by_the_verbs(line, come_to):
    """BGC-ATK-1, BGC-CAL-1, BGC-CRT-1, BGC-DMG-2, BGC-DMG-3, BGC-STB-1."""
    assert played(line) == come_to


@pytest.mark.parametrize(
    ("line", "lines"),
    [("attack --score 60 --damage 5 --penetration 60 --armour 45 --called 30 --dice 5",
      ["The attacker kills the target outright: 5 against 30, by 25", "  The target is dead"]),
     ("attack --score 60 --dice 96",
      ["The attacker botches the attack on the target: 96 against 60, by 36", "  The attacker's weapon fails"]),
     ("attack --score 60 --defend 50 --dice 30,10",
      ["The target turns the attacker's attack aside: 40 against 30, by 10",
       "  attack 30 against 60 (pass), defend 10 against 50 (pass)"]),
     ("attack --score 60 --damage 5 --armour 10 --dice 30,1,99",
      ["The attacker hits the target: 30 against 60, by 30",
       "The target's armour holds: both fail",
       "  penetration 1 against 0 (fail), armour 99 against 10 (fail)"]),
     ("damage-save --penetration 60 --armour 45 --damage 5 --quality good --dice 35,46,5",
      ["The target's armour is pierced: by 25, against a failure",
       "  penetration 35 against 60 (pass), armour 46 against 45 (fail)",
       "  The target takes 10: damage 5, +5 (good weapon against normal armour)",
       "  The target: levels 10000 -> 9990"]),
     ("stabilize --score 50 --dice 50",
      ["The helper treats the target with success: 50 against 50", "  The target bleeds no more"])],
)  # fmt: skip
def test_numbers_alone_are_told_as_a_fight_is(line, lines):
    """BGC-CAL-2, BGC-BOT-1, BGC-DMG-2, BGC-DMG-3, BGC-STB-1: and nobody is told to be the last on their feet."""
    fight, command = stand_in(line)
    done = play(RULES, fight, command)
    assert narrate(done.events, fight, done.fight, RULES, Style()) == lines


def test_without_a_defend_nobody_defends():
    """BGC-ATK-1: a Defend of nothing is one that fails, and it takes a die; a damage of nothing is only to hit."""
    assert played("attack --score 60 --defend 0 --dice 30,50") == ("pass", [30, 50], 0)
    assert played("attack --score 60 --penetration 60 --dice 30") == ("pass", [30], 0)


def test_a_critical_called_shot_kills_the_target():
    """BGC-CAL-2: no armour is rolled."""
    assert played("attack --score 60 --called 30 --damage 5 --penetration 60 --armour 45 --dice 5")[:2] == (
        "critical",
        [5],
    )


def person(who, side, **sheet):
    """Somebody so hale that nothing but the numbers shows."""
    hale = {"speed": 1, "tough": 1, "player": True, "levels": 10_000, "max_levels": 10_000}
    return Fighter(name=f"the {who}", side=side, **hale, **sheet)


@pytest.mark.parametrize(("defend", "skills"), [("--defend 50", {"defend": 50}), ("", {})])
def test_an_attack_from_numbers_alone_is_that_of_one_with_this_weapon_on_one_in_this_armour(defend, skills):
    """BGC-ATK-1, BGC-DMG-3: a bystander keeps the side of the fallen; a botch is told of the weapon."""
    fight, blow = stand_in(
        "attack --score 60 --called 30 --damage 5 --penetration 60 --quality good"
        f" --armour 45 --armour-quality amazing --mod 3 --force {defend}"
    )
    armour = Armour(value=45, quality="amazing", replaces=True)
    assert fight == BgcFight(
        system="bgc",
        combatants={
            "attacker": person("attacker", "attackers", skills={"attack": 60}, weapons=("weapon",), held="weapon"),
            "target": person("target", "targets", skills=skills, armour=armour),
            "bystander": person("bystander", "targets"),
        },
        weapons={"weapon": Weapon(name="weapon", skill="attack", damage=5, penetration=60, quality="good")},
    )
    assert (blow.who, blow.targets, blow.called, blow.botch) == ("attacker", ("target",), 30, "failure")
    assert (blow.defend, blow.mod, blow.force) == (bool(defend), 3, True)


def test_a_blow_from_numbers_alone_meets_somebody_in_this_armour():
    """BGC-DMG-2, BGC-DMG-3, BGC-CRT-1: and nobody else is there."""
    line = "damage-save --penetration 60 --armour 45 --damage 5 --quality good --armour-quality amazing"
    fight, save = stand_in(f"{line} --critical --mod 3 --force")
    armour = Armour(value=45, quality="amazing", replaces=True)
    assert fight == BgcFight(system="bgc", combatants={"target": person("target", "targets", armour=armour)})
    assert (save.who, save.penetration, save.damage, save.quality, save.critical) == ("target", 60, 5, "good", True)
    assert (save.mod, save.force) == (3, True)


def test_a_treatment_from_numbers_alone_is_of_somebody_who_bleeds():
    """BGC-STB-1: by somebody with first aid."""
    fight, treatment = stand_in("stabilize --score 50 --mod 3 --force")
    helper = person("helper", "attackers", skills={"first aid": 50})
    bleeding = person("target", "targets", conditions={"bleeding": Condition()})
    assert fight == BgcFight(system="bgc", combatants={"helper": helper, "target": bleeding})
    assert (treatment.who, treatment.by, treatment.skill) == ("target", "helper", "first aid")
    assert (treatment.mod, treatment.force) == (3, True)

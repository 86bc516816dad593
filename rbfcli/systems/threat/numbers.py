"""The fights that stand in for rolls from numbers alone: an attacker, a target, and the real verb (THR-ROLL-1)."""

from rbfcli.kernel.amounts import highest
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.options import ThreatOptions
from rbfcli.systems.threat.sheet import Character, ThreatFight, Tracks, Weapon

ATTACKER, TARGET = "attacker", "target"
LEAST_HP = 100
COMPLICATION, ULTRA = "say as the referee chooses", "say as the table agrees"


def attack(command: commands.AttackNumbers) -> tuple[ThreatFight, commands.Attack]:
    """An offense action with a weapon of the stated damage, in an even fight (THR-OFF-1)."""
    real = commands.Attack(
        who=ATTACKER,
        targets=(TARGET,),
        complication=COMPLICATION,
        ultra=ULTRA,
        mod=command.mod,
        advantage=command.advantage,
        disadvantage=command.disadvantage,
        dice=command.dice,
        answer=command.answer,
    )
    return stand_in(command, "offense", crew="attackers"), real


def damage_save(command: commands.DamageSaveNumbers) -> tuple[ThreatFight, commands.DamageSave]:
    """A defence action against a danger of the stated damage, in an even fight (THR-DEF-1)."""
    real = commands.DamageSave(
        who=TARGET,
        damage=command.damage,
        complication=COMPLICATION,
        ultra=ULTRA,
        mod=command.mod,
        advantage=command.advantage,
        disadvantage=command.disadvantage,
        dice=command.dice,
        answer=command.answer,
    )
    return stand_in(command, "defence", crew="targets"), real


def stand_in(command: commands.AttackNumbers | commands.DamageSaveNumbers, phase: str, crew: str) -> ThreatFight:
    """A fight in one of its phases, with a target that outlives the damage."""
    hp = LEAST_HP
    while hp <= highest(command.damage):
        hp *= 10
    target = Character(name="the target", side="targets", hp=hp, max_hp=hp, armour=command.armour)
    attacker = Character(name="the attacker", side="attackers", hp=LEAST_HP, max_hp=LEAST_HP, weapons=("weapon",))
    return ThreatFight(
        system="threat",
        round=1,
        phase=phase,
        options=ThreatOptions(crew=crew),
        board=Tracks(threat=3, spaces=3, tracker=3),
        combatants={ATTACKER: attacker, TARGET: target},
        weapons={"weapon": Weapon(name="weapon", damage=command.damage)},
    )

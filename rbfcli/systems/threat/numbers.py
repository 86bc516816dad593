"""Rolls from numbers alone, without a fight (THR-ROLL-1, THR-DMG-1)."""

from rbfcli.kernel.events import Modifier
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.check import ThreatScene, roll_2d6, stated
from rbfcli.systems.threat.damage import through
from rbfcli.systems.threat.verdict import FAILURE

Numbers = commands.AttackNumbers | commands.DamageSaveNumbers


def attack_numbers(scene: ThreatScene, command: commands.AttackNumbers) -> None:
    """An offense action: all but a failure does damage (THR-OFF-2 to THR-OFF-5)."""
    outcome = _outcome(scene, command, "attack", "THR-OFF-1")
    amount = 0 if outcome == FAILURE else _damage(scene, command)
    scene.happen(f"would-deal-{outcome}", "THR-OFF-1", amount=amount)


def damage_save_numbers(scene: ThreatScene, command: commands.DamageSaveNumbers) -> None:
    """A defence action: a failure takes the damage (THR-DEF-2 to THR-DEF-5)."""
    outcome = _outcome(scene, command, "defence", "THR-DEF-1")
    amount = _damage(scene, command) if outcome == FAILURE else 0
    scene.happen(f"would-take-{outcome}", "THR-DEF-1", amount=amount)


def _outcome(scene: ThreatScene, command: Numbers, label: str, rule: str) -> str:
    modifiers = (Modifier(command.mod, "modifier"),)
    edges = stated(command.advantage, command.disadvantage)
    outcome = roll_2d6(scene, "", label, rule, modifiers=modifiers, edges=edges)
    scene.conclude(outcome)
    return outcome


def _damage(scene: ThreatScene, command: Numbers) -> int:
    rolled = scene.roll_expression("", "damage", "THR-DMG-1", command.damage)
    return through(scene.fight.options, rolled, command.armour)

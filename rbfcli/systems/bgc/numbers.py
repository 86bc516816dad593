"""BGC from numbers alone, without a fight: an attack, armour, treatment."""

from rbfcli.kernel.events import Modifier
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.attack import check_called
from rbfcli.systems.bgc.check import BgcScene, passes, test, test_against
from rbfcli.systems.bgc.defense import Blow, Shell, levels_lost, stated_blow
from rbfcli.systems.bgc.verdict import CRITICAL


def attack_numbers(scene: BgcScene, command: commands.AttackNumbers) -> None:
    """The attack's roll, a defence if one is stated, and the levels lost if damage is (BGC-ATK-1)."""
    check_called(scene, command.called)
    modifiers = (Modifier(-command.called, "called shot", "BGC-CAL-1"), Modifier(command.mod, "modifier"))
    opposed = command.defend is not None
    rolled = test(scene, "", "attack", "BGC-ATK-1", score=command.score, modifiers=modifiers, by_margin=opposed)
    scene.conclude(rolled.outcome)
    if not passes(rolled):
        return
    if command.defend is not None:
        _, hit = test_against(scene, rolled, "", "defend", "BGC-ATK-1", score=command.defend)
        if not hit:
            scene.conclude("defended")
            return
    if command.called and rolled.outcome == CRITICAL:
        scene.happen("would-kill", "BGC-CAL-2")
    elif command.damage:
        would_lose(scene, blow_of(command, critical=rolled.outcome == CRITICAL), command)


def blow_of(command: commands.AttackNumbers, *, critical: bool) -> Blow:
    """The stated weapon's blow; a called shot doubles damage and penetration (BGC-CAL-1)."""
    times = 2 if command.called else 1
    return Blow(
        damage=command.damage * times,
        penetration=command.penetration * times,
        quality=command.quality,
        critical=critical,
    )


def damage_save_numbers(scene: BgcScene, command: commands.DamageSaveNumbers) -> None:
    """Penetration against armour (BGC-DMG-2 to BGC-DMG-4)."""
    lost = would_lose(scene, stated_blow(command), command, command.mod)
    scene.conclude("through" if lost else "held")


def would_lose(
    scene: BgcScene, blow: Blow, command: commands.AttackNumbers | commands.DamageSaveNumbers, mod: int = 0
) -> int:
    """The levels that a blow takes off whoever wears the stated armour."""
    lost = levels_lost(scene, "", "", blow, Shell(value=command.armour, quality=command.armour_quality, mod=mod))
    scene.happen("would-lose", "BGC-DMG-4", amount=lost)
    return lost


def stabilize_numbers(scene: BgcScene, command: commands.StabilizeNumbers) -> None:
    """The roll that stops bleeding (BGC-STB-1)."""
    modifiers = (Modifier(command.mod, "modifier"),)
    scene.conclude(test(scene, "", "stabilize", "BGC-STB-1", score=command.score, modifiers=modifiers).outcome)

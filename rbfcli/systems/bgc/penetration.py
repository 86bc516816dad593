"""What gets through armour in BGC: penetration against armour, quality, double damage (BGC-DMG, BGC-ARM)."""

from msgspec import Struct

from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene, fighter, opposed
from rbfcli.systems.bgc.sheet import QUALITIES, Fighter, Weapon, natural_armour, rounded_up
from rbfcli.systems.bgc.wounds import hurt


class Blow(Struct, frozen=True, kw_only=True):
    """A strike that has landed: damage, penetration, quality, and what makes it special."""

    damage: int
    penetration: int
    quality: str = "normal"
    critical: bool = False
    gap: bool = False
    unarmed: bool = False


class Shell(Struct, frozen=True):
    """The armour a blow meets: its value in percent, its quality, and whether anything is worn."""

    value: int
    quality: str = "normal"
    worn: bool = False


def shell_of(one: Fighter, *, gap: bool = False) -> Shell:
    """Natural armour with what is worn over it or in its place; a gap leaves it alone (BGC-DRV-4, BGC-ARM-1)."""
    natural = natural_armour(one.tough)
    if one.armour is None or gap:
        return Shell(natural)
    value = one.armour.value if one.armour.replaces else natural + one.armour.value
    return Shell(value, one.armour.quality, worn=True)


def blow_with(weapon: Weapon, *, called: bool, critical: bool, gap: bool, unarmed: bool) -> Blow:
    """A weapon's blow; a called shot doubles damage and penetration (BGC-CAL-1)."""
    times = 2 if called else 1
    return Blow(
        damage=weapon.damage * times,
        penetration=weapon.penetration * times,
        quality=weapon.quality,
        critical=critical,
        gap=gap,
        unarmed=unarmed,
    )


def strike_through(scene: BgcScene, who: str, target: str, blow: Blow) -> None:
    """Steps 2 to 4 of damage against somebody (BGC-DMG-2 to BGC-DMG-4)."""
    hurt(
        scene,
        target,
        levels_lost(scene, who, target, blow, shell_of(fighter(scene, target), gap=blow.gap)),
        "BGC-DMG-4",
    )


def levels_lost(scene: BgcScene, who: str, target: str, blow: Blow, shell: Shell) -> int:
    """Levels that get through: none if the armour holds; doubled, after all armour, if critical (BGC-CRT-1)."""
    if not penetrates(scene, who, target, blow, shell):
        scene.happen("armour-holds", "BGC-DMG-2", who=who, target=target)
        return 0
    lost = max(0, blow.damage + quality_bonus(scene, who, blow.quality, shell.quality))
    return lost * 2 if blow.critical else lost


def penetrates(scene: BgcScene, who: str, target: str, blow: Blow, shell: Shell) -> bool:
    """Penetration opposed by armour; bare hands on a bare body roll once, above it (BGC-DMG-2, BGC-DRV-5)."""
    if blow.unarmed and not shell.worn:
        rolled = scene.roll(
            who, "through natural armour", "BGC-DRV-5", target=target, sides=100, count=1, against=shell.value + 1,
            judge=lambda total, _kept: "pass" if total > shell.value else "fail",
        )  # fmt: skip
        return rolled.outcome == "pass"
    return opposed(scene, (who, "penetration", blow.penetration), (target, "armour", shell.value), "BGC-DMG-2")


def quality_bonus(scene: BgcScene, who: str, weapon: str, armour: str) -> int:
    """A better weapon adds D5 or D10, a worse one loses it (BGC-DMG-3); D5 is half a D10, rounded up."""
    steps = QUALITIES.index(weapon) - QUALITIES.index(armour)
    if not steps:
        return 0
    face = scene.roll(who, "quality", "BGC-DMG-3", sides=10, count=1).total
    size = face if abs(steps) > 1 else rounded_up(face, 2)
    return size if steps > 0 else -size


def damage_save(scene: BgcScene, command: commands.DamageSave) -> None:
    """A stated penetration and damage against somebody's armour (BGC-DMG-2)."""
    fighter(scene, command.who)
    blow = Blow(
        damage=command.damage, penetration=command.penetration, quality=command.quality, critical=command.critical
    )
    before = fighter(scene, command.who).levels
    strike_through(scene, "", command.who, blow)
    scene.conclude("held" if fighter(scene, command.who).levels == before else "through")


def damage_save_numbers(scene: BgcScene, command: commands.DamageSaveNumbers) -> None:
    """Penetration against armour from numbers alone (BGC-DMG-2 to BGC-DMG-4)."""
    blow = Blow(
        damage=command.damage, penetration=command.penetration, quality=command.quality, critical=command.critical
    )
    lost = levels_lost(scene, "", "", blow, Shell(command.armour, command.armour_quality, worn=True))
    scene.conclude("through" if lost else "held")
    scene.happen("would-lose", "BGC-DMG-4", amount=lost)

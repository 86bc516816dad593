"""How an attack is met in BGC: the Defend, then penetration against armour (BGC-ACT-2, BGC-DMG, BGC-ARM)."""

from msgspec import Struct

from rbfcli.kernel.events import Rolled
from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene, opposed, test_against, wounds
from rbfcli.systems.bgc.conditions import standing
from rbfcli.systems.bgc.damage import hurt
from rbfcli.systems.bgc.economy import check_senses, has_left, penalty_for, spend, take_risk
from rbfcli.systems.bgc.sheet import QUALITIES, Fighter, Weapon, natural_armour, rounded_up
from rbfcli.systems.bgc.verdict import FAIL, PASS


def ready_defence(scene: BgcScene, target: str, command: commands.Attack) -> None:
    """With `--defend` a target without a Defend action takes the risk of an extra one (BGC-RSK-2)."""
    one = scene.one(target)
    if command.defend:
        check_defender(scene, target)
        if scene.fight.round and not has_left(scene, one, "defend") and "defend" not in one.at_risk:
            take_risk(scene, target, "defend")


def check_defender(scene: BgcScene, who: str) -> None:
    """Refuse where someone has no way to defend itself (BGC-ACT-2)."""
    one = scene.one(who)
    check_senses(scene, one)
    if "defend" not in one.skills:
        raise impossible(f"{one.name} has no skill 'defend'", "BGC-ACT-2", f"set {who} skills.defend=30")


def may_defend(scene: BgcScene, target: str, command: commands.Attack) -> bool:
    """Whether the target meets this attack: it can, and has an action for it or takes the risk (BGC-ACT-2)."""
    one = scene.one(target)
    able = standing(one) and "defend" in one.skills and not command.no_defend
    return able and (command.defend or "defend" in (*one.declared, *one.at_risk))


def met(scene: BgcScene, target: str, command: commands.Attack, attack_roll: Rolled) -> tuple[bool, str]:
    """Whether an attack hits what it is aimed at, and the outcome of the Defend, if one is made (BGC-ATK-1)."""
    if not may_defend(scene, target, command):
        return True, ""
    one = scene.one(target)
    modifiers = (penalty_for(scene, target, "defend"), wounds(scene, one))
    spend(scene, target, "defend")
    rolled, hit = test_against(
        scene, attack_roll, target, "defend", "BGC-ACT-2", score=one.skills["defend"], modifiers=modifiers
    )
    if not hit:
        scene.conclude("defended")
        scene.happen("defended", "BGC-ATK-1", who=target, target=command.who)
    return hit, rolled.outcome


def defend(scene: BgcScene, command: commands.Defend) -> None:
    """Make ready for the next attack; with no Defend action left it is a risk (BGC-ACT-2, BGC-RSK-2)."""
    check_defender(scene, command.who)
    one = scene.one(command.who)
    if not has_left(scene, one, "defend"):
        take_risk(scene, command.who, "defend")
    scene.happen("on-guard", "BGC-ACT-2", who=command.who)


class Blow(Struct, frozen=True, kw_only=True):
    """A strike that has landed: damage, penetration, quality, and what makes it special."""

    damage: int
    penetration: int
    quality: str = "normal"
    called: bool = False
    critical: bool = False
    gap: bool = False
    unarmed: bool = False


class Shell(Struct, frozen=True, kw_only=True):
    """The armour a blow meets: its value in percent, its quality, whether anything is worn, and what else counts."""

    value: int
    quality: str = "normal"
    worn: bool = True
    mod: int = 0


def shell_of(one: Fighter, *, gap: bool = False, mod: int = 0) -> Shell:
    """Natural armour with what is worn over it or in its place; a gap leaves it alone (BGC-DRV-4, BGC-ARM-1)."""
    natural = natural_armour(one.tough)
    if one.armour is None or gap:
        return Shell(value=natural, worn=one.armour is not None, mod=mod)
    value = one.armour.value if one.armour.replaces else natural + one.armour.value
    return Shell(value=value, quality=one.armour.quality, mod=mod)


def blow_with(
    weapon: Weapon, *, called: bool = False, critical: bool = False, gap: bool = False, unarmed: bool = False
) -> Blow:
    """A weapon's blow; a called shot doubles damage and penetration (BGC-CAL-1)."""
    times = 2 if called else 1
    return Blow(
        damage=weapon.damage * times,
        penetration=weapon.penetration * times,
        quality=weapon.quality,
        called=called,
        critical=critical,
        gap=gap,
        unarmed=unarmed,
    )


def strike_through(scene: BgcScene, who: str, target: str, blow: Blow, mod: int = 0) -> bool:
    """Steps 2 to 4 of damage against somebody; whether it lost levels (BGC-DMG-2 to BGC-DMG-4)."""
    shell = shell_of(scene.one(target), gap=blow.gap, mod=mod)
    lost = levels_lost(scene, who, target, blow, shell)
    hurt(scene, target, lost, "BGC-DMG-4")
    return lost > 0


def levels_lost(scene: BgcScene, who: str, target: str, blow: Blow, shell: Shell) -> int:
    """Levels that get through: none if the armour holds; doubled, after all armour, if critical (BGC-CRT-1)."""
    if not penetrates(scene, who, target, blow, shell):
        scene.happen("armour-holds", "BGC-DMG-2", who=who, target=target)
        return 0
    least = scene.fight.options.least_damage
    lost = max(least, blow.damage + quality_bonus(scene, who, blow.quality, shell.quality))
    if not lost:
        scene.happen("no-harm", "BGC-DMG-4", who=who, target=target)
    return lost * 2 if blow.critical else lost


def penetrates(scene: BgcScene, who: str, target: str, blow: Blow, shell: Shell) -> bool:
    """Penetration opposed by armour; bare hands on a bare body roll once, above it (BGC-DMG-2, BGC-DRV-5)."""
    if blow.unarmed and not shell.worn:
        needed = shell.value + (scene.fight.options.bare_body == "above")
        rolled = scene.roll(
            who, "through natural armour", "BGC-DRV-5", target=target, sides=100, count=1, against=needed,
            judge=lambda total, _kept: PASS if total >= needed else FAIL,
        )  # fmt: skip
        return rolled.outcome == PASS
    weapon, armour = (who, "penetration", blow.penetration, 0), (target, "armour", shell.value, shell.mod)
    return opposed(scene, weapon, armour, "BGC-DMG-2")


def quality_bonus(scene: BgcScene, who: str, weapon: str, armour: str) -> int:
    """A better weapon adds D5 or D10, a worse one loses it (BGC-DMG-3); D5 is half a D10, rounded up."""
    steps = QUALITIES.index(weapon) - QUALITIES.index(armour)
    if not steps:
        return 0
    face = scene.roll(who, f"{weapon} weapon against {armour} armour", "BGC-DMG-3", sides=10, count=1).total
    size = face if abs(steps) > 1 else rounded_up(face, 2)
    bonus = size if steps > 0 else -size
    scene.happen("quality", "BGC-DMG-3", amount=f"{bonus:+d}")
    return bonus


def damage_save(scene: BgcScene, command: commands.DamageSave) -> None:
    """A stated penetration and damage against somebody's armour (BGC-DMG-2)."""
    scene.one(command.who)
    through = strike_through(scene, "", command.who, stated_blow(command), command.mod)
    scene.conclude("through" if through else "held")


def stated_blow(command: commands.DamageSave | commands.DamageSaveNumbers) -> Blow:
    """A blow as its numbers are given."""
    return Blow(
        damage=command.damage, penetration=command.penetration, quality=command.quality, critical=command.critical
    )

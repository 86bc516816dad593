"""Attacks of BGC: the action roll, called shots, the defence, and what a hit comes to."""

from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.botches import botch
from rbfcli.systems.bgc.check import BgcScene, fighter, passes, skill_of, standing, test, test_against, wounds
from rbfcli.systems.bgc.declaring import check_risk, check_senses, has_left, may_act, penalty_for, spend, take_risk
from rbfcli.systems.bgc.hits import land
from rbfcli.systems.bgc.penetration import Blow, blow_with
from rbfcli.systems.bgc.sheet import UNARMED
from rbfcli.systems.bgc.verdict import BOTCH, CRITICAL
from rbfcli.systems.bgc.weapons import use_ammunition, weapon_in_hand


def attack(scene: BgcScene, command: commands.Attack) -> None:
    """An Attack action against one target (BGC-ATK-1)."""
    may_act(scene, command.who)
    target = check_target(scene, command)
    check_called(scene, command.called)
    weapon_id, weapon = weapon_in_hand(scene, command.who, command.weapon)
    score = skill_of(fighter(scene, command.who), weapon.skill)
    modifiers = price(scene, command, score)
    ready_defence(scene, target, command)
    spend(scene, command.who, "attack")
    use_ammunition(scene, command.who, weapon_id)
    rolled = test(
        scene, command.who, "attack", "BGC-ATK-1", score=score, modifiers=modifiers, target=target,
        by_margin=may_defend(scene, target, command),
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    if rolled.outcome == BOTCH:
        botch(scene, command.who, target, weapon_id, command.botch)
    elif passes(rolled):
        called, critical = bool(command.called), rolled.outcome == CRITICAL
        blow = blow_with(weapon, called=called, critical=critical, gap=command.gap, unarmed=weapon_id == UNARMED)
        come_to(scene, target, command, rolled, blow)


def price(scene: BgcScene, command: commands.Attack, score: int) -> tuple[Modifier, ...]:
    """What is taken off or added to an attack's score; refuses an action that is not left (BGC-ACT-1, BGC-RSK)."""
    one = fighter(scene, command.who)
    if command.risk and not has_left(scene, one, "attack"):
        take_risk(scene, command.who, "attack")
    penalty = penalty_for(scene, command.who, "attack")
    others = (*aimed(scene, command), wounds(scene, one), Modifier(command.mod, "modifier"))
    check_risk(scene, one, score, penalty, others)
    return (penalty, *others)


def come_to(scene: BgcScene, target: str, command: commands.Attack, rolled: Rolled, blow: Blow) -> None:
    """An attack that passed meets the Defend, and lands where that does not beat it (BGC-ATK-1, BGC-BOT-1)."""
    hit, defence = met(scene, target, command, rolled)
    if hit:
        land(scene, command.who, target, blow)
    if defence == BOTCH:
        botch(scene, target, command.who, fighter(scene, target).held or UNARMED, command.botch)


def check_target(scene: BgcScene, command: commands.Attack) -> str:
    """The one target of an attack; refuses several, oneself, the dead, and a gap that is not there."""
    if len(command.targets) > 1:
        raise impossible("one attack has one target", "BGC-ATK-1")
    target_id = command.targets[0]
    target = fighter(scene, target_id)
    if target_id == command.who:
        raise impossible(f"{target.name} cannot attack itself", "BGC-ATK-1")
    if "dead" in target.conditions:
        scene.refuse(f"{target.name} is dead", "BGC-WND-7")
    if command.gap and (target.armour is None or not target.armour.partial):
        raise impossible(f"{target.name} wears no partial armour", "BGC-ARM-1")
    return target_id


def check_called(scene: BgcScene, called: int) -> None:
    """Refuse a called shot outside its band (BGC-CAL-1)."""
    options = scene.fight.options
    if called and not options.called_least <= called <= options.called_most:
        band = f"-{options.called_least} to -{options.called_most}"
        scene.refuse(f"a called shot is taken at {band}, not at -{called}", "BGC-CAL-1", "--called 30")


def aimed(scene: BgcScene, command: commands.Attack) -> tuple[Modifier, ...]:
    """The penalties of a called shot and of striking a gap (BGC-CAL-1, BGC-ARM-1)."""
    gap = -scene.fight.options.gap_penalty if command.gap else 0
    return Modifier(-command.called, "called shot", "BGC-CAL-1"), Modifier(gap, "gap in the armour", "BGC-ARM-1")


def ready_defence(scene: BgcScene, target: str, command: commands.Attack) -> None:
    """With `--defend` a target without a Defend action takes the risk of an extra one (BGC-RSK-2)."""
    one = fighter(scene, target)
    if command.defend:
        check_defender(scene, target)
        if scene.fight.round and not has_left(scene, one, "defend") and "defend" not in one.at_risk:
            take_risk(scene, target, "defend")


def check_defender(scene: BgcScene, who: str) -> None:
    """Refuse where someone has no way to defend itself (BGC-ACT-2)."""
    one = fighter(scene, who)
    check_senses(scene, one)
    if "defend" not in one.skills:
        raise impossible(f"{one.name} has no skill 'defend'", "BGC-ACT-2", f"set {who} skills.defend=30")


def may_defend(scene: BgcScene, target: str, command: commands.Attack) -> bool:
    """Whether the target meets this attack: it can, and has an action for it or takes the risk (BGC-ACT-2)."""
    one = fighter(scene, target)
    able = standing(one) and "defend" in one.skills and not command.no_defend
    return able and (command.defend or "defend" in (*one.declared, *one.at_risk))


def met(scene: BgcScene, target: str, command: commands.Attack, attack_roll: Rolled) -> tuple[bool, str]:
    """Whether an attack hits what it is aimed at, and the outcome of the Defend, if one is made (BGC-ATK-1)."""
    if not may_defend(scene, target, command):
        return True, ""
    one = fighter(scene, target)
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
    one = fighter(scene, command.who)
    if not has_left(scene, one, "defend"):
        take_risk(scene, command.who, "defend")
    scene.happen("on-guard", "BGC-ACT-2", who=command.who)

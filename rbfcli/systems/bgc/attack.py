"""Attacks of BGC: the action roll, called shots, what a hit comes to, and what a botch brings."""

from rbfcli.kernel.carrying import fire, take_away
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.carrying import weapon_in_hand
from rbfcli.systems.bgc.check import BgcScene, passes, skill_of, test, wounds
from rbfcli.systems.bgc.conditions import standing
from rbfcli.systems.bgc.defense import (
    Blow,
    blow_with,
    meet_attack,
    ready_defender,
    take_blow,
    use_up_defend,
)
from rbfcli.systems.bgc.dying import die
from rbfcli.systems.bgc.economy import check_risk, has_left, may_act, next_extra, penalty_for, spend, take_risk
from rbfcli.systems.bgc.sheet import UNARMED, Weapon
from rbfcli.systems.bgc.verdict import BOTCH, CRITICAL, PASS

BOTCHES = ("failure", "opening")


def attack(scene: BgcScene, command: commands.Attack) -> None:
    """An Attack action against one target (BGC-ATK-1)."""
    may_act(scene, command.who)
    target = check_target(scene, command)
    check_called(scene, command.called)
    weapon_id, weapon = weapon_in_hand(scene, command.who, command.weapon)
    score = skill_of(scene.one(command.who), weapon.skill)
    modifiers = price(scene, command, score)
    ready_defender(scene, target, command)
    spend(scene, command.who, "attack")
    fire(scene, command.who, weapon_id)
    outcome, hits, defense = scene.part(roll_and_meet, target, command, score, modifiers)
    if outcome in (CRITICAL, PASS):
        called, critical = bool(command.called), outcome == CRITICAL
        blow = blow_with(weapon, called=called, critical=critical, gap=command.gap, unarmed=weapon_id == UNARMED)
        carry_through(scene, target, command, blow, hits=hits, defense=defense)
        return
    use_up_defend(scene, target, command)
    if outcome == BOTCH:
        botch(scene, command.who, target, weapon_id, command.botch)


def roll_and_meet(
    scene: BgcScene, target: str, command: commands.Attack, score: int, modifiers: tuple[Modifier, ...]
) -> tuple[str, bool, str]:
    """The outcome of the attack, whether it hits, and the outcome of a Defend that meets it (BGC-ATK-1, BGC-ACT-2)."""
    rolled = test(scene, command.who, "attack", "BGC-ATK-1", score=score, modifiers=modifiers, target=target)
    scene.conclude(rolled.outcome)
    if not passes(rolled):
        return rolled.outcome, False, ""
    hits, defense = meet_attack(scene, target, command, rolled)
    return rolled.outcome, hits, defense


def price(scene: BgcScene, command: commands.Attack, score: int) -> tuple[Modifier, ...]:
    """What is taken off or added to an attack's score; refuses an action that is not left (BGC-ACT-1, BGC-RSK)."""
    fighter = scene.one(command.who)
    if command.risk and not has_left(scene.fight, fighter, "attack") and next_extra(fighter, "attack") is None:
        take_risk(scene, command.who, "attack")
    penalty = penalty_for(scene, command.who, "attack")
    others = (*aimed(scene, command), wounds(scene, fighter), Modifier(command.mod, "modifier"))
    check_risk(scene, fighter, score, penalty.value, others)
    return (penalty, *others)


def carry_through(
    scene: BgcScene, target: str, command: commands.Attack, blow: Blow, *, hits: bool, defense: str
) -> None:
    """An attack that passed lands where no Defend beats it; a Defend may be botched (BGC-ATK-1, BGC-BOT-1)."""
    if hits:
        land(scene, command.who, target, blow)
    if defense == BOTCH:
        botch(scene, target, command.who, scene.one(target).held or UNARMED, command.botch)


def check_target(scene: BgcScene, command: commands.Attack) -> str:
    """The one target of an attack; refuses several, oneself, the dead, and a gap that is not there."""
    if len(command.targets) > 1:
        raise impossible("one attack has one target", "BGC-ATK-1")
    target_id = command.targets[0]
    target = scene.one(target_id)
    if target_id == command.who:
        raise impossible(f"{target.name} cannot attack themself", "BGC-ATK-1")
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


def land(scene: BgcScene, who: str, target: str, blow: Blow) -> None:
    """Death outright, or penetration and damage (BGC-CAL-2, BGC-MEGA-1, BGC-DMG-2)."""
    attacker, victim = scene.one(who), scene.one(target)
    if blow.called and blow.critical:
        scene.happen("killed-outright", "BGC-CAL-2", who=who, target=target)
        die(scene, target, "BGC-CAL-2")
    elif attacker.size > scene.fight.options.mega_factor * victim.size and not victim.mega_proof:
        scene.happen("crushed", "BGC-MEGA-1", who=who, target=target)
        die(scene, target, "BGC-MEGA-1")
    elif blow.damage or blow.penetration:
        take_blow(scene, who, target, blow)


def botch(scene: BgcScene, who: str, opponent: str, weapon_id: str, wanted: str = "") -> None:
    """The weapon fails, or the opponent has an opening: rolled, or as stated (BGC-BOT-1)."""
    if not standing(scene.one(who)):
        return
    effect = wanted or rolled_effect(scene, who, opponent)
    if effect == "opening":
        open_to(scene, who, opponent)
    elif weapon_id == UNARMED:
        scene.happen("stumbles", "BGC-BOT-1", who=who)
    else:
        lose_weapon(scene, who, weapon_id, effect)


def rolled_effect(scene: BgcScene, who: str, opponent: str) -> str:
    """One of the two effects, by an even chance."""
    rolled = scene.roll(
        who, "botch", "BGC-BOT-1", target=opponent, sides=2, count=1, judge=lambda total, _kept: BOTCHES[total - 1]
    )
    return rolled.outcome


def open_to(scene: BgcScene, who: str, opponent: str) -> None:
    """The opponent may strike at once, if it still can; otherwise nothing comes of it."""
    if can_strike(scene, opponent):
        scene.trigger("opening", who, opponent=opponent)
    else:
        scene.happen("stumbles", "BGC-BOT-1", who=who)


def can_strike(scene: BgcScene, who: str) -> bool:
    """Whether somebody stands and has in hand what it can strike with."""
    return standing(scene.one(who)) and scene.rehearse(lambda trial: what_strikes(trial, who)) is None


def what_strikes(scene: BgcScene, who: str) -> tuple[str, Weapon]:
    """The weapon in hand; refuses one that cannot be used, and by option one that somebody has no skill with."""
    weapon_id, weapon = weapon_in_hand(scene, who, "")
    if scene.fight.options.strike_back_rolls:
        skill_of(scene.one(who), weapon.skill)
    return weapon_id, weapon


def lose_weapon(scene: BgcScene, who: str, weapon_id: str, effect: str) -> None:
    """A weapon that failed can be repaired; one that exploded is gone."""
    thing = scene.fight.weapons[weapon_id].name
    if effect == "explosion":
        scene.happen("weapon-explodes", "BGC-BOT-1", who=who, thing=thing)
        take_away(scene, who, weapon_id, "BGC-BOT-1")
    else:
        scene.happen("weapon-fails", "BGC-BOT-1", who=who, thing=thing)
        scene.change(who, "failed", (*scene.one(who).failed, weapon_id), "BGC-BOT-1")

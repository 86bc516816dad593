"""Attacks of BGC: the roll, called shots, defence, the effects of a hit, and striking back after a botch."""

from functools import partial

from msgspec import Struct

from rbfcli.core.errors import conflict, refuse
from rbfcli.core.text import quoted
from rbfcli.engine.weapons import disarm, fire
from rbfcli.model.commands import restate
from rbfcli.model.events import Modifier, Rolled
from rbfcli.model.rules import Trigger
from rbfcli.systems.bgc import commands, conditions, economy, health
from rbfcli.systems.bgc.checks import BgcScene, Rating, defend_against, passes, skill_of, test, weapon_wins, wounds
from rbfcli.systems.bgc.outcome import BOTCH, CRITICAL, FAIL, PASS
from rbfcli.systems.bgc.sheet import QUALITIES, UNARMED, Fighter, Weapon, natural_armour


def defend(scene: BgcScene, command: commands.Defend) -> None:
    """Prepare for the next attack, with an undeclared action or a risk (BGC-ACT-1, BGC-RSK-2)."""
    check_defender(scene, command.who)
    fighter = scene.one(command.who)
    if economy.undeclared(fighter) > 0:
        scene.change(command.who, "declared", (*fighter.declared, "defend"), "BGC-ACT-1")
    elif "defend" in fighter.declared:
        hint = economy.way_to(scene, command.who, "defend")
        raise refuse(f"{fighter.name} is already on guard and has a Defend action left", "BGC-ACT-1", hint)
    else:
        economy.take_risk(scene, command.who, "defend")
    scene.happen("on-guard", "BGC-ACT-2", who=command.who)


def check_defender(scene: BgcScene, actor: str) -> None:
    """Raise Refusal if a combatant cannot defend itself (BGC-ACT-2)."""
    fighter = scene.one(actor)
    economy.check_senses(scene, fighter)
    if "defend" not in fighter.skills:
        raise refuse(f"{fighter.name} has no skill 'defend'", "BGC-ACT-2", f"set {quoted(actor)} skills.defend=30")


def ready_defender(scene: BgcScene, target: str, command: commands.Attack) -> None:
    """With `--defend`, give a target without a Defend action an extra one as a risk (BGC-RSK-2)."""
    if not command.defend:
        return
    if command.no_defend:
        raise conflict("--defend", "--no-defend", rule="BGC-ACT-2")
    check_defender(scene, target)
    fighter = scene.one(target)
    if (
        scene.fight.round
        and not economy.has_left(scene.fight, fighter, "defend")
        and economy.next_extra(fighter, "defend") is None
    ):
        economy.take_risk(scene, target, "defend")


def may_defend(scene: BgcScene, target: str, command: commands.Attack) -> bool:
    """Return whether the target opposes this attack: it can, and has an action or takes the risk (BGC-ACT-2)."""
    fighter = scene.one(target)
    able = conditions.standing(fighter) and "defend" in fighter.skills and not command.no_defend
    return able and (
        command.defend or "defend" in fighter.declared or economy.next_extra(fighter, "defend") is not None
    )


def defend_left_out(scene: BgcScene, target: str, command: commands.Attack) -> int | None:
    """Return the penalty of the Defend that the target did not make, or None if none (BGC-ACT-1, BGC-RSK-2)."""
    fighter = scene.one(target)
    able = scene.fight.round and conditions.standing(fighter) and "defend" in fighter.skills and not command.no_defend
    if not able:
        return None
    if economy.has_left(scene.fight, fighter, "defend"):
        return 0
    refusal = scene.rehearse(lambda trial: economy.take_risk(trial, target, "defend"))
    return economy.next_penalty(scene.fight, fighter) if refusal is None else None


def meet_attack(scene: BgcScene, target: str, command: commands.Attack, attack: Rolled) -> tuple[bool, str]:
    """Return whether a passed attack hits, and the outcome of the Defend, if any (BGC-ATK-1)."""
    if not may_defend(scene, target, command):
        return True, ""
    fighter = scene.one(target)
    modifiers = (economy.penalty_for(scene, target, "defend"), wounds(scene.fight.options, fighter))
    economy.spend(scene, target, "defend")
    rolled, hit = defend_against(scene, attack, target, score=fighter.skills["defend"], modifiers=modifiers)
    if hit:
        how = "gets-past-critically" if attack.outcome == CRITICAL else "gets-past"
        scene.happen(how, "BGC-ATK-1", who=command.who, target=target)
    else:
        scene.conclude("defended")
        scene.happen("defended", "BGC-ATK-1", who=target, target=command.who)
    return hit, rolled.outcome


def use_up_defend(scene: BgcScene, target: str, command: commands.Attack) -> None:
    """Use up the target's Defend against an attack that missed (BGC-ACT-2)."""
    if scene.fight.round and scene.fight.options.miss_uses_defend and may_defend(scene, target, command):
        economy.spend(scene, target, "defend")
        scene.happen("defends-for-nothing", "BGC-ACT-2", who=target)


class Blow(Struct, frozen=True, kw_only=True):
    """A hit: its weapon, and special effects; a called shot doubles damage and penetration (BGC-CAL-1)."""

    weapon: Weapon
    called: bool = False
    critical: bool = False
    gap: bool = False
    unarmed: bool = False

    @property
    def damage(self) -> int:
        """Return the levels of damage."""
        return self.weapon.damage * (2 if self.called else 1)

    @property
    def penetration(self) -> int:
        """Return the penetration in percent."""
        return self.weapon.penetration * (2 if self.called else 1)


class Protection(Struct, frozen=True, kw_only=True):
    """The armour against a hit: value in percent, quality, and whether any is worn."""

    value: int
    quality: str = "normal"
    worn: bool = True


def protection_of(fighter: Fighter, *, gap: bool = False) -> Protection:
    """Return natural armour, with worn armour added or replacing it, except in a gap (BGC-DRV-4, BGC-ARM-1)."""
    natural, worn = natural_armour(fighter.tough), fighter.armour
    if worn is None or gap:
        return Protection(value=natural, worn=worn is not None)
    return Protection(value=worn.value if worn.replaces else natural + worn.value, quality=worn.quality)


def take_blow(scene: BgcScene, actor: str, target: str, blow: Blow, mod: int = 0) -> bool:
    """Resolve steps 2 to 4 of damage, and return whether the hit penetrates (BGC-DMG-2 to BGC-DMG-4)."""
    protection = protection_of(scene.one(target), gap=blow.gap)
    through = penetrates(scene, actor, target, blow, protection, mod=mod)
    if through:
        scene.happen("armour-pierced", "BGC-DMG-2", who=actor, target=target)
        health.hurt(scene, target, levels_lost(scene, actor, target, blow, protection), "BGC-DMG-4")
    else:
        scene.happen("armour-holds", "BGC-DMG-2", who=actor, target=target)
    return through


def levels_lost(scene: BgcScene, actor: str, target: str, blow: Blow, protection: Protection) -> int:
    """Return the damage of a penetrating hit; a critical doubles it after all armour (BGC-DMG-4, BGC-CRT-1)."""
    least = scene.fight.options.least_damage
    bonus = quality_bonus(scene, actor, blow.weapon.quality, protection.quality)
    lost = max(least, blow.damage + bonus)
    why = sum_of(blow, protection, bonus, lost)
    if not lost:
        scene.happen("no-harm", "BGC-DMG-4", who=actor, target=target, why=why)
        return 0
    if blow.critical:
        scene.happen("doubled", "BGC-CRT-1", lost=lost, amount=lost * 2)
        lost *= 2
    scene.happen("damage", "BGC-DMG-4", who=target, amount=lost, why=why)
    return lost


def sum_of(blow: Blow, protection: Protection, bonus: int, lost: int) -> str:
    """Return the parts of a hit's damage, in order of calculation (BGC-CAL-1, BGC-DMG-3, BGC-CRT-1)."""
    parts = (
        f"{blow.weapon.name} {blow.weapon.damage}",
        "doubled (called shot)" if blow.called else "",
        f"{bonus:+d} ({blow.weapon.quality} weapon against {protection.quality} armour)" if bonus else "",
        f"at least {lost}" if lost > blow.damage + bonus else "",
        "doubled (critical)" if blow.critical and lost else "",
    )
    return ", ".join(filter(None, parts))


def penetrates(scene: BgcScene, actor: str, target: str, blow: Blow, protection: Protection, *, mod: int) -> bool:
    """Return whether a hit penetrates: penetration against armour, in an opposed roll (BGC-DMG-2, BGC-DRV-5).

    Bare hands on an unarmoured body roll once, above the natural armour.
    """
    if blow.unarmed and not protection.worn:
        needed = protection.value + (scene.fight.options.bare_body == "above")
        rolled = scene.roll(
            actor, "through natural armour", "BGC-DRV-5", target=target, sides=100, count=1, against=needed,
            judge=lambda total, _kept: PASS if total >= needed else FAIL,
        )  # fmt: skip
        return rolled.outcome == PASS
    weapon = Rating(actor, "penetration", blow.penetration)
    return scene.draw(weapon_wins, weapon, Rating(target, "armour", protection.value, mod), "BGC-DMG-2")


def quality_bonus(scene: BgcScene, actor: str, weapon: str, armour: str) -> int:
    """Return the damage bonus for weapon quality: D5 one step better, D10 two; negative if worse (BGC-DMG-3)."""
    steps = QUALITIES.index(weapon) - QUALITIES.index(armour)
    if not steps:
        return 0
    size = scene.roll(actor, "quality", "BGC-DMG-3", sides=5 * abs(steps), count=1).total
    bonus = size if steps > 0 else -size
    scene.happen("quality", "BGC-DMG-3", weapon=weapon, armour=armour, amount=f"{bonus:+d}")
    return bonus


def damage_save(scene: BgcScene, command: commands.DamageSave) -> None:
    """Resolve a stated penetration and damage against a combatant's armour (BGC-DMG-2)."""
    danger = restate(command, Weapon, name="damage", skill="")
    through = take_blow(scene, "", command.who, Blow(weapon=danger, critical=command.critical), command.mod)
    scene.conclude("through" if through else "held")


BOTCHES = ("failure", "opening")


def attack(scene: BgcScene, command: commands.Attack) -> None:
    """Make an Attack action against one target (BGC-ATK-1)."""
    economy.may_act(scene, command.who)
    target = check_target(scene, command)
    check_called(scene, command.called)
    weapon_id, weapon = economy.weapon_in_hand(scene, command.who, command.weapon)
    score = skill_of(scene.one(command.who), weapon.skill)
    modifiers = price(scene, command, score)
    ready_defender(scene, target, command)
    economy.spend(scene, command.who, "attack")
    fire(scene, command.who, weapon_id)
    outcome, hits, defense = scene.part(roll_and_meet, target, command, score, modifiers)
    if outcome in (CRITICAL, PASS):
        called, critical = bool(command.called), outcome == CRITICAL
        blow = Blow(weapon=weapon, called=called, critical=critical, gap=command.gap, unarmed=weapon_id == UNARMED)
        carry_through(scene, target, command, blow, hits=hits, defense=defense)
        return
    use_up_defend(scene, target, command)
    if outcome == BOTCH:
        botch(scene, command.who, target, weapon_id, command.botch)


def roll_and_meet(
    scene: BgcScene, target: str, command: commands.Attack, score: int, modifiers: tuple[Modifier, ...]
) -> tuple[str, bool, str]:
    """Return the attack's outcome, whether it hits, and the Defend's outcome (BGC-ATK-1, BGC-ACT-2)."""
    rolled = test(scene, command.who, "attack", "BGC-ATK-1", score=score, modifiers=modifiers, target=target)
    scene.conclude(rolled.outcome)
    if not passes(rolled):
        return rolled.outcome, False, ""
    hits, defense = meet_attack(scene, target, command, rolled)
    return rolled.outcome, hits, defense


def price(scene: BgcScene, command: commands.Attack, score: int) -> tuple[Modifier, ...]:
    """Return all modifiers of an attack's score. Raises Refusal if no action is left (BGC-ACT-1, BGC-RSK)."""
    fighter = scene.one(command.who)
    if (
        command.risk
        and not economy.has_left(scene.fight, fighter, "attack")
        and economy.next_extra(fighter, "attack") is None
    ):
        economy.take_risk(scene, command.who, "attack")
    penalty = economy.penalty_for(scene, command.who, "attack")
    others = (*aimed(scene, command), wounds(scene.fight.options, fighter), Modifier(command.mod, "modifier"))
    economy.check_risk(scene, fighter, score, penalty.value, others)
    return (penalty, *others)


def carry_through(
    scene: BgcScene, target: str, command: commands.Attack, blow: Blow, *, hits: bool, defense: str
) -> None:
    """Apply a passed attack if no Defend beats it, and a botched Defend (BGC-ATK-1, BGC-BOT-1)."""
    if hits:
        penalty = None if defense else defend_left_out(scene, target, command)
        land(scene, command.who, target, blow)
        if penalty:
            scene.happen("could-defend", "BGC-RSK-2", who=target, target=command.who, penalty=-penalty)
        elif penalty == 0:
            scene.happen("could-defend-freely", "BGC-ACT-1", who=target, target=command.who)
    if defense == BOTCH:
        botch(scene, target, command.who, scene.one(target).held or UNARMED, command.botch)


def check_target(scene: BgcScene, command: commands.Attack) -> str:
    """Return the attack's target. Raises Refusal for several, the actor, the dead, or a missing gap."""
    if len(command.targets) > 1:
        raise refuse("an attack has one target", "BGC-ATK-1")
    target_id = command.targets[0]
    target = scene.one(target_id)
    if target_id == command.who:
        raise refuse(f"{target.name} cannot attack themself", "BGC-ATK-1")
    if "dead" in target.conditions:
        scene.refuse(f"{target.name} is dead", "BGC-WND-7")
    if command.gap and (target.armour is None or not target.armour.partial):
        raise refuse(f"{target.name} does not wear partial armour", "BGC-ARM-1")
    return target_id


def check_called(scene: BgcScene, called: int) -> None:
    """Raise Refusal for a called shot outside its band (BGC-CAL-1)."""
    options = scene.fight.options
    if called and not options.called_least <= called <= options.called_most:
        band = f"from {options.called_least} to {options.called_most}"
        scene.refuse(f"--called must be {band}, not {called}", "BGC-CAL-1", f"--called {options.called_least}")


def aimed(scene: BgcScene, command: commands.Attack) -> tuple[Modifier, ...]:
    """Return the penalties of a called shot and of attacking a gap (BGC-CAL-1, BGC-ARM-1)."""
    gap = -scene.fight.options.gap_penalty if command.gap else 0
    return Modifier(-command.called, "called shot", "BGC-CAL-1"), Modifier(gap, "gap in the armour", "BGC-ARM-1")


def land(scene: BgcScene, actor: str, target: str, blow: Blow) -> None:
    """Apply a hit: outright death, or penetration and damage (BGC-CAL-2, BGC-MEGA-1, BGC-DMG-2)."""
    attacker, victim = scene.one(actor), scene.one(target)
    if blow.called and blow.critical:
        scene.happen("killed-outright", "BGC-CAL-2", who=actor, target=target)
        scene.afflict(target, "dead", "BGC-CAL-2")
    elif attacker.size > scene.fight.options.mega_factor * victim.size and not victim.mega_proof:
        scene.happen("crushed", "BGC-MEGA-1", who=actor, target=target)
        scene.afflict(target, "dead", "BGC-MEGA-1")
    elif blow.damage or blow.penetration:
        take_blow(scene, actor, target, blow)


def botch(scene: BgcScene, actor: str, opponent: str, weapon_id: str, wanted: str = "") -> None:
    """Apply a botch, rolled or stated: the weapon fails, or the opponent gets an opening (BGC-BOT-1)."""
    if not conditions.standing(scene.one(actor)):
        return
    effect = wanted or rolled_effect(scene, actor, opponent)
    if effect == "opening":
        open_to(scene, actor, opponent)
    elif weapon_id == UNARMED:
        scene.happen("stumbles", "BGC-BOT-1", who=actor)
    else:
        lose_weapon(scene, actor, weapon_id, effect)


def rolled_effect(scene: BgcScene, actor: str, opponent: str) -> str:
    """Roll one of the two effects, with equal chances."""
    rolled = scene.roll(
        actor, "botch", "BGC-BOT-1", target=opponent, sides=2, count=1, judge=lambda total, _kept: BOTCHES[total - 1]
    )
    return rolled.outcome


def open_to(scene: BgcScene, actor: str, opponent: str) -> None:
    """Give the opponent an immediate strike, if it can still make one."""
    if weapons_to_strike(scene, opponent):
        scene.trigger("opening", actor, opponent=opponent)
    else:
        scene.happen("opening-unused", "BGC-BOT-1", who=opponent)


def weapons_to_strike(scene: BgcScene, actor: str, _opening: Trigger | None = None) -> tuple[str, ...]:
    """Return the weapons for an immediate strike: the one in hand, then bare hands; none for the fallen (BGC-BOT-1)."""
    fighter = scene.one(actor)
    if not conditions.standing(fighter):
        return ()
    hands = dict.fromkeys((fighter.held or UNARMED, UNARMED))
    return tuple(each for each in hands if scene.rehearse(partial(what_strikes, actor=actor, wanted=each)) is None)


def what_strikes(scene: BgcScene, actor: str, wanted: str) -> tuple[str, Weapon]:
    """Return the wanted weapon. Raises Refusal if it is unusable or, optionally, its skill is missing."""
    weapon_id, weapon = economy.weapon_in_hand(scene, actor, wanted)
    if scene.fight.options.strike_back_rolls:
        skill_of(scene.one(actor), weapon.skill)
    return weapon_id, weapon


def lose_weapon(scene: BgcScene, actor: str, weapon_id: str, effect: str) -> None:
    """Make a weapon fail, to be repaired later, or destroy it in an explosion."""
    thing = scene.fight.weapons[weapon_id].name
    if effect == "explosion":
        scene.happen("weapon-explodes", "BGC-BOT-1", who=actor, thing=thing)
        disarm(scene, actor, weapon_id, "BGC-BOT-1")
    else:
        scene.happen("weapon-fails", "BGC-BOT-1", who=actor, thing=thing)
        scene.change(actor, "failed", (*scene.one(actor).failed, weapon_id), "BGC-BOT-1")


def may_strike_back(scene: BgcScene, actor: str, opening: Trigger) -> bool:
    """Return whether the actor is the opponent and the target is still alive."""
    target = scene.fight.combatants.get(opening.who)
    return actor == opening.facts["opponent"] and target is not None and "dead" not in target.conditions


def strike_back(scene: BgcScene, actor: str, opening: Trigger) -> None:
    """Strike back; the strike cannot be blocked or dodged, only armour can stop it (BGC-BOT-1)."""
    weapon_id, weapon = what_strikes(scene, actor, opening.facts["weapon"])
    fire(scene, actor, weapon_id)
    if scene.fight.options.strike_back_rolls:
        roll_to_strike_back(scene, actor, opening.who, weapon_id, weapon)
    else:
        named = weapon.name if weapon_id == UNARMED else f"the {weapon.name}"
        scene.happen("strikes-back", "BGC-BOT-1", who=actor, target=opening.who, weapon=named)
        land(scene, actor, opening.who, Blow(weapon=weapon, unarmed=weapon_id == UNARMED))


def roll_to_strike_back(scene: BgcScene, actor: str, target: str, weapon_id: str, weapon: Weapon) -> None:
    """Roll the strike to hit, if the option says so; it can be critical or botched (BGC-BOT-1)."""
    striker = scene.one(actor)
    score, modifiers = skill_of(striker, weapon.skill), (wounds(scene.fight.options, striker),)
    rolled = test(scene, actor, "strike back", "BGC-BOT-1", score=score, modifiers=modifiers, target=target)
    if passes(rolled):
        critical = rolled.outcome == CRITICAL
        land(scene, actor, target, Blow(weapon=weapon, critical=critical, unarmed=weapon_id == UNARMED))
    elif rolled.outcome == BOTCH:
        botch(scene, actor, target, weapon_id)

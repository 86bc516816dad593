"""Reactions in other combatants' turns: free attacks and overwatch (RPJ-ACT-4, RPJ-SUP-4, RPJ-OVR)."""

from msgspec.structs import replace

from rbfcli.core.errors import refuse
from rbfcli.model.conditions import refuse_if_barred
from rbfcli.model.rules import Trigger
from rbfcli.systems.rpj import commands, conditions, economy, health, movement
from rbfcli.systems.rpj.attack import Strike, caught, strike
from rbfcli.systems.rpj.checks import RpjScene
from rbfcli.systems.rpj.map import adjacent, place_in_words, region_in_words
from rbfcli.systems.rpj.sheet import RpjFight

OVERWATCH_ACTIONS = 1


def overwatch(scene: RpjScene, command: commands.Overwatch) -> None:
    """Watch a region with a weapon that reaches it (RPJ-OVR-1)."""
    one = scene.one(command.who)
    economy.may_act(scene, command.who, OVERWATCH_ACTIONS)
    economy.must_be_free(scene, command.who)
    region = movement.known_region(scene.fight, command.region, "RPJ-OVR-1")
    place = region_in_words(scene.fight.board, region)
    if region in one.overwatch:
        raise refuse(f"{one.name} is already watching {place}", "RPJ-OVR-1")
    if not any(
        economy.shoots_into(scene.fight, one, region, scene.fight.weapons[each])
        for each in economy.carried(scene.fight, one)
    ):
        scene.refuse(f"{one.name} has no weapon that can shoot to {place}", "RPJ-OVR-1")
    economy.spend(scene, command.who, OVERWATCH_ACTIONS, "RPJ-OVR-1")
    scene.change(command.who, "overwatch", (*one.overwatch, region), "RPJ-OVR-1")
    scene.happen("watches", "RPJ-OVR-1", who=command.who, place=place)


def may_strike(scene: RpjScene, actor: str, occasion: Trigger) -> bool:
    """Return whether the actor can attack an adjacent enemy that leaves or has shot (RPJ-ACT-5, RPJ-ACT-6)."""
    enemy = scene.fight.combatants.get(occasion.who)
    beside = enemy is not None and actor != occasion.who and adjacent(scene.one(actor), enemy)
    return beside and has_free_attack(scene.fight, actor, occasion.who)


def strike_beside(scene: RpjScene, actor: str, occasion: Trigger) -> None:
    """Make a melee attack as a reaction; an enemy that falls does not get away (RPJ-ACT-5, RPJ-ACT-6)."""
    spend_free_attack(scene, actor)
    leaves = occasion.on == "leaves"
    rule, weapon = "RPJ-ACT-5" if leaves else "RPJ-ACT-6", economy.weapon_of(scene.fight, occasion.facts["weapon"])
    named = weapon.name if occasion.facts["weapon"] == economy.UNARMED else f"the {weapon.name}"
    scene.happen("strikes-at", rule, who=actor, target=occasion.who, weapon=named)
    strike(scene, Strike(who=actor, target=occasion.who, weapon=weapon, label="free attack", rule=rule))
    enemy = scene.one(occasion.who)
    if leaves and not conditions.standing(enemy):
        place = place_in_words(scene.fight, enemy.region, enemy.group)
        scene.happen("cut-down", "RPJ-ACT-5", who=occasion.who, target=actor, place=place)


def may_shoot_mover(scene: RpjScene, actor: str, occasion: Trigger) -> bool:
    """Return whether the actor suppresses a mover and has a free attack (RPJ-SUP-4)."""
    mover = scene.fight.combatants.get(occasion.who)
    suppresses = mover is not None and actor in conditions.suppressors(mover)
    return suppresses and has_free_attack(scene.fight, actor, occasion.who)


def shoot_mover(scene: RpjScene, actor: str, occasion: Trigger) -> None:
    """Make a ranged attack, at half the base modifier against a cautious mover (RPJ-SUP-4, RPJ-CAU-3)."""
    spend_free_attack(scene, actor)
    gun = economy.weapon_of(scene.fight, occasion.facts["weapon"])
    halved = conditions.CAUTIOUS in scene.one(occasion.who).conditions
    shot = Strike(who=actor, target=occasion.who, weapon=gun, label="free attack", rule="RPJ-SUP-4", halved=halved)
    shoot(scene, shot, occasion)


def may_shoot_intruder(scene: RpjScene, actor: str, occasion: Trigger) -> bool:
    """Return whether an enemy, or optionally anyone, entered a region the actor watches (RPJ-OVR-2)."""
    one, intruder, left = scene.one(actor), scene.fight.combatants.get(occasion.who), occasion.facts["left"]
    if intruder is None or left is None or actor == occasion.who or intruder.region == left[0]:
        return False
    target = one.side != intruder.side or scene.fight.options.overwatch_targets == "anyone"
    ready = not refuse_if_barred(conditions.CONDITIONS, one, "react") and conditions.standing(intruder)
    return intruder.region in one.overwatch and target and ready


def shoot_intruder(scene: RpjScene, actor: str, occasion: Trigger) -> None:
    """End the overwatch with a ranged attack that ignores cover (RPJ-OVR-2)."""
    health.end_overwatch(scene, actor, scene.one(occasion.who).region, "RPJ-OVR-2")
    gun = economy.weapon_of(scene.fight, occasion.facts["weapon"])
    shot = Strike(who=actor, target=occasion.who, weapon=gun, label="overwatch", rule="RPJ-OVR-2", past_cover=True)
    shoot(scene, shot, occasion)


def shoot(scene: RpjScene, shot: Strike, occasion: Trigger) -> None:
    """Shoot as a reaction; enemies adjacent to the shooter can react to it (RPJ-ACT-6)."""
    scene.happen("shoots-at", shot.rule, who=shot.who, target=shot.target, weapon=f"the {shot.weapon.name}")
    for target in caught(scene.fight, shot):
        strike(scene, replace(shot, target=target))
    scene.trigger("shot", shot.who, told=occasion.facts["told"])


def has_free_attack(fight: RpjFight, actor: str, target: str) -> bool:
    """Return whether a free attack is left, out of turn, against a standing enemy (RPJ-ACT-4)."""
    one, other = fight.combatants[actor], fight.combatants[target]
    others_turn = fight.round > 0 and fight.active != actor
    able = not refuse_if_barred(conditions.CONDITIONS, one, "react") and not one.free_attack_spent
    return others_turn and able and one.side != other.side and conditions.standing(other)


def spend_free_attack(scene: RpjScene, actor: str) -> None:
    """Spend the free attack until the next round (RPJ-ACT-4)."""
    scene.change(actor, "free_attack_spent", after=True, rule="RPJ-ACT-4")


def melee_weapons(scene: RpjScene, actor: str, _occasion: Trigger) -> tuple[str, ...]:
    """Return the melee weapons carried, and bare hands, best first (RPJ-ACT-5, RPJ-ACT-6)."""
    one = scene.one(actor)
    blades = [each for each in economy.carried(scene.fight, one) if scene.fight.weapons[each].melee]
    return economy.best_first(scene.fight, one, (*blades, economy.UNARMED))


def guns(scene: RpjScene, actor: str, occasion: Trigger) -> tuple[str, ...]:
    """Return the weapons carried that reach the target's region, best first (RPJ-SUP-4, RPJ-OVR-2)."""
    one, there = scene.one(actor), scene.one(occasion.who).region
    fit = [
        each
        for each in economy.carried(scene.fight, one)
        if economy.shoots_into(scene.fight, one, there, scene.fight.weapons[each])
    ]
    return economy.best_first(scene.fight, one, fit)


def decided(_scene: RpjScene, actor: str, occasion: Trigger) -> str:
    """Return the reaction that the command states for a combatant; empty if it states none."""
    told = occasion.facts["told"]
    if told is None:
        return ""
    return commands.ATTACK if actor in told else commands.PASS

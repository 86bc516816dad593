"""Reactions of RBF: overwatch, riposte, counterspell (RBF-REA-1, RBF-ACT-8)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rbfcli.core.errors import refuse
from rbfcli.dice import highest
from rbfcli.engine.weapons import in_hand
from rbfcli.model.rules import Trigger
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.attack import can_attack, carry_out
from rbfcli.systems.rbf.checks import RbfScene, skill_modifier, test
from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.economy import can_react, spend, spend_reaction, undertake
from rbfcli.systems.rbf.magic import COUNTERED
from rbfcli.systems.rbf.map import sees, watched_with
from rbfcli.systems.rbf.outcome import CRITICAL, SUCCESS
from rbfcli.systems.rbf.sheet import RANGED, UNARMED, UNARMED_ID, RbfFight
from rbfcli.systems.rbf.strike import Cost


@contextmanager
def in_between(scene: RbfScene) -> Iterator[None]:
    """Play a reaction inside an action: without the action's --force, and without changing its outcome."""
    forced, scene.force = scene.force, False
    with scene.aside():
        yield
    scene.force = forced


COUNTER = "counterspell"


def may_counter(scene: RbfScene, actor: str, occasion: Trigger) -> bool:
    """Return whether a player, or the one the command names, sees an enemy cast and can counter it (RBF-REA-1)."""
    one, caster, named = scene.one(actor), scene.one(occasion.who), str(occasion.facts["by"])
    if scene.outcome == COUNTERED:
        return False
    if named:
        return actor == named
    return caster.is_enemy and not one.is_enemy and can_react(one, COUNTER) and sees(scene.fight, actor, occasion.who)


def said_beforehand(_scene: RbfScene, actor: str, occasion: Trigger) -> str:
    """Return the counterspell that the command names (RBF-REA-1)."""
    return "counter" if actor == occasion.facts["by"] else ""


def counter(scene: RbfScene, actor: str, occasion: Trigger) -> None:
    """Counter a spell as a reaction; combatants on overwatch fire first (RBF-REA-1, RBF-ACT-8)."""
    undertake(roll_counter, scene, actor, occasion.who)


def roll_counter(scene: RbfScene, actor: str, caster: str) -> None:
    """Roll 2d8 against the caster's TN; a success ends the spell (RBF-REA-1)."""
    spend_reaction(scene, actor, COUNTER)
    skill = skill_modifier(scene.fight, scene.one(actor), scene.fight.options.counterspell_skill, "RBF-REA-1")
    tn = scene.one(caster).tn_of_attack
    with scene.aside():
        rolled = test(scene, actor, COUNTER, "RBF-REA-1", target=caster, tn=tn, modifiers=(skill,))
    if rolled.outcome in (CRITICAL, SUCCESS):
        scene.happen("countered", "RBF-REA-1", who=actor, target=caster)
        scene.conclude(COUNTERED)


RULE = "RBF-ACT-8"


def overwatch(scene: RbfScene, command: commands.Overwatch) -> None:
    """Spend an action to prepare an attack or technique until the actor's next turn (RBF-ACT-8)."""
    if command.technique and scene.one(command.who).is_enemy:
        raise refuse("only player characters use techniques", "RBF-TEC-1", hint="remove --technique")
    weapon_id = in_hand(scene, command.who, command.weapon)[0] if command.weapon else ""
    one = scene.one(command.who)
    if "watching" in one.conditions:
        if (one.overwatch, one.overwatch_with, one.overwatch_asks) == (command.technique, weapon_id, command.ask):
            raise refuse(f"{one.name} is already on overwatch", RULE)
        scene.relieve(command.who, "watching", RULE)
    spend(scene, command.who, RULE)
    scene.change(command.who, "overwatch", command.technique, RULE)
    scene.change(command.who, "overwatch_with", weapon_id, RULE)
    scene.change(command.who, "overwatch_asks", command.ask, RULE)
    scene.afflict(command.who, "watching", RULE, rounds=1, edge="start")


def may_fire(scene: RbfScene, actor: str, occasion: Trigger) -> bool:
    """Return whether a combatant is on overwatch, can see, and the acting combatant is an enemy (RBF-ACT-8)."""
    one, enemy = scene.one(actor), scene.one(occasion.who)
    watches = "watching" in one.conditions and "blinded" not in one.conditions and standing(one)
    return watches and one.side != enemy.side


def weapons_to_fire(scene: RbfScene, actor: str, occasion: Trigger) -> tuple[str, ...]:
    """Return the weapons usable for the prepared attack, most damage first (RBF-ACT-8)."""
    fit = watched_with(scene.one(actor))
    return usable(scene, actor, fit, lambda weapon: prepared(scene, actor, occasion.who, weapon), "paid")


def usable(
    scene: RbfScene, actor: str, weapons: tuple[str, ...], attack: Callable[[str], commands.Attack], cost: Cost
) -> tuple[str, ...]:
    """Return the weapons with which an attack is possible now, most damage first."""
    fit = [each for each in weapons if can_attack(scene, attack(each), cost)]
    return tuple(sorted(fit, key=lambda each: -most_harm(scene.fight, actor, each)))


def weapon_in_words(fight: RbfFight, weapon_id: str) -> str:
    """Return a weapon as a command names it: `the knife`; bare hands have no article."""
    weapon = fight.weapon_named(weapon_id) or UNARMED
    return weapon.name if weapon_id == UNARMED_ID else f"the {weapon.name}"


def most_harm(fight: RbfFight, actor: str, weapon_id: str) -> int:
    """Return the most damage of a hit with a weapon; 0 for an enemy with damage of its own."""
    one, weapon = fight.combatants[actor], fight.weapon_named(weapon_id) or UNARMED
    if one.damage is not None:
        return 0
    brute = fight.options.brute_damage if one.has("Brute") and weapon.skill not in RANGED else 0
    return highest(str(weapon.damage)) + max(0, one.skills.get(weapon.skill, 0)) + brute


def may_fire_in_passing(scene: RbfScene, actor: str, occasion: Trigger) -> bool:
    """Return whether a move has just entered this combatant's range, and it can fire (RBF-ACT-8)."""
    return actor in occasion.facts["by"] and may_fire(scene, actor, occasion)


def fires_unasked(scene: RbfScene, actor: str, _occasion: Trigger) -> str:
    """Return the answer to fire at the first enemy, unless the overwatch asks first (RBF-ACT-8)."""
    return "" if scene.one(actor).overwatch_asks else "fire"


def fire(scene: RbfScene, actor: str, occasion: Trigger) -> None:
    """Make the prepared attack, which ends the overwatch (RBF-ACT-8)."""
    attack = prepared(scene, actor, occasion.who, occasion.facts["weapon"])
    weapon = weapon_in_words(scene.fight, attack.weapon)
    scene.happen("overwatch-fires", RULE, who=actor, target=occasion.who, weapon=weapon)
    scene.relieve(actor, "watching", RULE)
    with in_between(scene):
        carry_out(scene, attack, "paid")


def prepared(scene: RbfScene, actor: str, enemy: str, weapon: str) -> commands.Attack:
    """Return the prepared attack on the enemy that moves or acts."""
    return commands.Attack(who=actor, targets=(enemy,), weapon=weapon, technique=scene.one(actor).overwatch)


def may_strike_back(scene: RbfScene, actor: str, occasion: Trigger) -> bool:
    """Return whether the actor critically dodged this attack and has a reaction left (RBF-REA-1)."""
    return actor == occasion.facts["by"] and can_react(scene.one(actor), "riposte")


def weapons_to_strike_back(scene: RbfScene, actor: str, occasion: Trigger) -> tuple[str, ...]:
    """Return weapons in hand, and bare hands, that reach the attacker, most damage first (RBF-REA-1)."""
    one = scene.one(actor)
    fit = tuple(dict.fromkeys(each for each in (one.held, one.off_hand, UNARMED_ID) if each))
    return usable(scene, actor, fit, lambda weapon: riposte(actor, occasion.who, weapon), "reaction")


def strike_back(scene: RbfScene, actor: str, occasion: Trigger) -> None:
    """Attack the attacker as a reaction (RBF-REA-1)."""
    attack = riposte(actor, occasion.who, occasion.facts["weapon"])
    weapon = weapon_in_words(scene.fight, attack.weapon)
    scene.happen("strikes-back", "RBF-REA-1", who=actor, target=occasion.who, weapon=weapon)
    with in_between(scene):
        undertake(carry_out, scene, attack, "reaction")


def riposte(actor: str, attacker: str, weapon: str) -> commands.Attack:
    """Return the riposte against an attacker."""
    return commands.Attack(who=actor, targets=(attacker,), weapon=weapon)

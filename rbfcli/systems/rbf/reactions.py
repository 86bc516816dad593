"""Reactions of RBF: overwatch, riposte, counterspell (RBF-REA-1, RBF-ACT-8)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rbfcli.dice import highest
from rbfcli.engine.scene import impossible
from rbfcli.engine.weapons import in_hand
from rbfcli.model.rules import Trigger
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.attack import can_attack, carry_out
from rbfcli.systems.rbf.checks import RbfScene, skill_modifier, test
from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.economy import can_react, spend, spend_reaction, undertake
from rbfcli.systems.rbf.magic import COUNTERED, is_countered
from rbfcli.systems.rbf.map import sees, watched_with
from rbfcli.systems.rbf.outcome import CRITICAL, SUCCESS
from rbfcli.systems.rbf.sheet import (
    BRUTE,
    RANGED,
    UNARMED,
    UNARMED_ID,
    RbfFight,
    attack_tn_of,
    has,
    is_enemy,
    weapon_named,
)
from rbfcli.systems.rbf.strike import Cost


@contextmanager
def in_between(scene: RbfScene) -> Iterator[None]:
    """A reaction in the middle of a deed: it is not forced with the deed, and the deed's outcome stays what it is."""
    forced, scene.force = scene.force, False
    with scene.aside():
        yield
    scene.force = forced


COUNTER = "counterspell"


def may_counter(scene: RbfScene, actor: str, occasion: Trigger) -> bool:
    """Whether a player sees an enemy cast and can still counter the spell; only who is named beforehand, if any."""
    one, caster, named = scene.one(actor), scene.one(occasion.who), occasion.facts["by"]
    if named:
        return actor == named and not is_countered(scene)
    foes = is_enemy(caster) and not is_enemy(one)
    return foes and can_react(one, COUNTER) and sees(scene.fight, actor, occasion.who) and not is_countered(scene)


def said_beforehand(_scene: RbfScene, actor: str, occasion: Trigger) -> str:
    """The counterspell that the line names (RBF-REA-1)."""
    return "counter" if actor == occasion.facts["by"] else ""


def counter(scene: RbfScene, actor: str, occasion: Trigger) -> None:
    """A reaction, before which those on overwatch fire (RBF-REA-1, RBF-ACT-8)."""
    undertake(scene, lambda: roll_counter(scene, actor, occasion.who))


def roll_counter(scene: RbfScene, actor: str, caster: str) -> None:
    """2d8 against the caster's TN; a success ends the spell (RBF-REA-1)."""
    spend_reaction(scene, actor, COUNTER)
    skill = skill_modifier(scene.fight, scene.one(actor), scene.fight.options.counterspell_skill, "RBF-REA-1")
    tn = attack_tn_of(scene.one(caster))
    with scene.aside():
        rolled = test(scene, actor, COUNTER, "RBF-REA-1", target=caster, tn=tn, modifiers=(skill,))
    if rolled.outcome in (CRITICAL, SUCCESS):
        scene.happen("countered", "RBF-REA-1", who=actor, target=caster)
        scene.conclude(COUNTERED)


RULE = "RBF-ACT-8"


def overwatch(scene: RbfScene, command: commands.Overwatch) -> None:
    """Give up an action and prepare one technique, or an attack, until one's next turn (RBF-ACT-8)."""
    if command.technique and is_enemy(scene.one(command.who)):
        raise impossible("techniques belong to players", "RBF-TEC-1", "overwatch without one")
    weapon_id = in_hand(scene, command.who, command.weapon)[0] if command.weapon else ""
    one = scene.one(command.who)
    if "watching" in one.conditions:
        if (one.overwatch, one.overwatch_with, one.overwatch_asks) == (command.technique, weapon_id, command.ask):
            raise impossible(f"{one.name} is on overwatch already", RULE)
        scene.relieve(command.who, "watching", RULE)
    spend(scene, command.who, RULE)
    scene.change(command.who, "overwatch", command.technique, RULE)
    scene.change(command.who, "overwatch_with", weapon_id, RULE)
    scene.change(command.who, "overwatch_asks", command.ask, RULE)
    scene.afflict(command.who, "watching", RULE, rounds=1, edge="start")


def may_fire(scene: RbfScene, actor: str, occasion: Trigger) -> bool:
    """Whether somebody on overwatch sees an enemy that its prepared attack can be made on (RBF-ACT-8)."""
    one, enemy = scene.one(actor), scene.one(occasion.who)
    watches = "watching" in one.conditions and "blinded" not in one.conditions and standing(one)
    return watches and one.side != enemy.side


def weapons_to_fire(scene: RbfScene, actor: str, occasion: Trigger) -> tuple[str, ...]:
    """Return the weapons that the prepared attack can be made with, the most harmful first (RBF-ACT-8)."""
    fit = watched_with(scene.one(actor))
    return usable(scene, actor, fit, lambda weapon: prepared(scene, actor, occasion.who, weapon), "paid")


def usable(
    scene: RbfScene, actor: str, weapons: tuple[str, ...], attack: Callable[[str], commands.Attack], cost: Cost
) -> tuple[str, ...]:
    """Return those weapons that an attack could be made with now, the most harmful first."""
    fit = [each for each in weapons if can_attack(scene, attack(each), cost)]
    return tuple(sorted(fit, key=lambda each: -most_harm(scene.fight, actor, each)))


def weapon_in_words(fight: RbfFight, weapon_id: str) -> str:
    """Return a weapon as a line names it: `the knife`, or bare hands without an article."""
    weapon = weapon_named(fight, weapon_id) or UNARMED
    return weapon.name if weapon_id == UNARMED_ID else f"the {weapon.name}"


def most_harm(fight: RbfFight, actor: str, weapon_id: str) -> int:
    """Return the most damage somebody's hit with a weapon does; an enemy's own damage counts whatever it holds."""
    one, weapon = fight.combatants[actor], weapon_named(fight, weapon_id) or UNARMED
    if one.damage is not None:
        return 0
    brute = fight.options.brute_damage if has(one, BRUTE) and weapon.skill not in RANGED else 0
    return highest(str(weapon.damage)) + max(0, one.skills.get(weapon.skill, 0)) + brute


def may_fire_in_passing(scene: RbfScene, actor: str, occasion: Trigger) -> bool:
    """Whether it is one of those into whose range a move has just led, and can fire (RBF-ACT-8)."""
    return actor in occasion.facts["by"] and may_fire(scene, actor, occasion)


def fires_unasked(scene: RbfScene, actor: str, _occasion: Trigger) -> str:
    """An overwatch fires at the first enemy, unless its owner wants to be asked (RBF-ACT-8)."""
    return "" if scene.one(actor).overwatch_asks else "fire"


def fire(scene: RbfScene, actor: str, occasion: Trigger) -> None:
    """The prepared attack, which ends the overwatch (RBF-ACT-8)."""
    attack = prepared(scene, actor, occasion.who, occasion.facts["weapon"])
    weapon = weapon_in_words(scene.fight, attack.weapon)
    scene.happen("overwatch-fires", RULE, who=actor, target=occasion.who, weapon=weapon)
    scene.relieve(actor, "watching", RULE)
    with in_between(scene):
        carry_out(scene, attack, "paid")


def prepared(scene: RbfScene, actor: str, enemy: str, weapon: str) -> commands.Attack:
    """The attack somebody prepared, on the enemy that moves or acts."""
    return commands.Attack(who=actor, targets=(enemy,), weapon=weapon, technique=scene.one(actor).overwatch)


def may_strike_back(scene: RbfScene, actor: str, occasion: Trigger) -> bool:
    """Whether somebody dodged this attack critically and has a reaction left (RBF-REA-1)."""
    return actor == occasion.facts["by"] and can_react(scene.one(actor), "riposte")


def weapons_to_strike_back(scene: RbfScene, actor: str, occasion: Trigger) -> tuple[str, ...]:
    """Return the weapons in hand, and bare hands, that reach the attacker, the most harmful first (RBF-REA-1)."""
    one = scene.one(actor)
    fit = tuple(dict.fromkeys(each for each in (one.held, one.off_hand, UNARMED_ID) if each))
    return usable(scene, actor, fit, lambda weapon: riposte(actor, occasion.who, weapon), "reaction")


def strike_back(scene: RbfScene, actor: str, occasion: Trigger) -> None:
    """An attack on the attacker, as a reaction (RBF-REA-1)."""
    attack = riposte(actor, occasion.who, occasion.facts["weapon"])
    weapon = weapon_in_words(scene.fight, attack.weapon)
    scene.happen("strikes-back", "RBF-REA-1", who=actor, target=occasion.who, weapon=weapon)
    with in_between(scene):
        undertake(scene, lambda: carry_out(scene, attack, "reaction"))


def riposte(actor: str, attacker: str, weapon: str) -> commands.Attack:
    """The attack that strikes back."""
    return commands.Attack(who=actor, targets=(attacker,), weapon=weapon)

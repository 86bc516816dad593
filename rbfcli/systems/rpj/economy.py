"""The action economy of RPJ, and the choice of weapons."""

from collections.abc import Iterable, Sequence

from rbfcli.core.errors import Refusal, conflict, refuse
from rbfcli.core.matching import match_named
from rbfcli.core.text import quoted
from rbfcli.engine.turns import require_turn
from rbfcli.model.conditions import refuse_if_barred
from rbfcli.model.events import Modifier
from rbfcli.systems.rpj import commands, conditions
from rbfcli.systems.rpj.checks import RpjScene, half
from rbfcli.systems.rpj.map import adjacent, place_in_words, range_between, region_in_words, way_to
from rbfcli.systems.rpj.sheet import Character, RpjFight, Weapon, actions_of

Provoking = commands.Attack | commands.Suppress | commands.Move | commands.Cautious | commands.TakeCover


def may_act(scene: RpjScene, actor: str, cost: int) -> None:
    """Refuse a combatant that is down, out of turn, or has too few actions left (RPJ-ACT-1, RPJ-DMG-7)."""
    one = scene.one(actor)
    barred = refuse_if_barred(conditions.CONDITIONS, one, "act")
    if barred:
        scene.refuse(f"{one.name} is {barred} and cannot act", "RPJ-DMG-7")
    if not scene.fight.round:
        return
    require_turn(scene, actor, "RPJ-ACT-7")
    if one.actions_left < cost:
        left = f"{one.actions_left} action{'s' * (one.actions_left != 1)}" if one.actions_left else "no action"
        needed = f"; this takes {cost}" if one.actions_left else ""
        scene.refuse(f"{one.name} has {left} left this turn{needed}", "RPJ-ACT-1", "turn next")


def can_attack(fight: RpjFight, actor: str) -> bool:
    """Return whether a combatant has an action left and can take it (RPJ-ACT-1, RPJ-DMG-7, RPJ-GRP-4)."""
    one = fight.combatants[actor]
    has_one = not fight.round or (fight.active == actor and one.actions_left > 0)
    return has_one and not one.grapple and not refuse_if_barred(conditions.CONDITIONS, one, "act")


def must_be_free(scene: RpjScene, actor: str, rule: str = "RPJ-GRP-4") -> None:
    """Refuse any action in a grapple except the grapple check, or a move (RPJ-GRP-4, RPJ-GRP-3)."""
    one = scene.one(actor)
    if one.grapple:
        hint = f"grapple {quoted(actor)}" if whole_turn_left(scene, actor) else "turn next"
        cannot = "cannot move" if rule == "RPJ-GRP-3" else "can only make a grapple check"
        scene.refuse(f"{one.name} is in a grapple and {cannot}", rule, hint)


def whole_turn_left(scene: RpjScene, actor: str) -> bool:
    """Return whether no action is spent yet; before round 1 always (RPJ-CAU-1, RPJ-GRP-4)."""
    one = scene.one(actor)
    return not scene.fight.round or one.actions_left >= actions_of(one)


def spend(scene: RpjScene, actor: str, cost: int, rule: str) -> None:
    """Spend actions of the turn; before round 1 they are not counted (RPJ-ACT-1)."""
    if scene.fight.round:
        scene.change(actor, "actions_left", max(0, scene.one(actor).actions_left - cost), rule)


def told_beforehand(scene: RpjScene, command: Provoking, entitled: Sequence[str]) -> tuple[str, ...] | None:
    """Return who reacts according to the command, None if it does not say. Raises Refusal (RPJ-ACT-4)."""
    if command.react and command.no_react:
        raise conflict("--react", "--no-react", rule="RPJ-ACT-4")
    for who in command.react:
        if who not in entitled:
            may = f"able to react: {', '.join(entitled)}" if entitled else "no one can react"
            raise refuse(f"{scene.one(who).name} has no free attack or overwatch here", "RPJ-ACT-4", hint=may)
    return command.react if command.react or command.no_react else None


UNARMED = "unarmed"


def weapon_of(fight: RpjFight, weapon_id: str) -> Weapon:
    """Return the weapon with this id; bare hands need no entry."""
    if weapon_id != UNARMED or UNARMED in fight.weapons:
        return fight.weapons[weapon_id]
    damage = fight.options.unarmed_damage
    return Weapon(name="bare hands", skill=UNARMED, attribute="strength", damage=damage, melee=True)


def carried(fight: RpjFight, combatant: Character) -> tuple[str, ...]:
    """Return a character's weapons that the fight defines."""
    return tuple(each for each in combatant.weapons if each in fight.weapons)


def weapon_names(fight: RpjFight, weapons: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return weapons by id with their names, always including bare hands."""
    return {each: (weapon_of(fight, each).name,) for each in (*weapons, UNARMED)}


def best_first(fight: RpjFight, combatant: Character, weapons: Iterable[str]) -> tuple[str, ...]:
    """Return weapons by damage, then attack modifier, best first; blasts come last."""

    def worth(weapon_id: str) -> tuple[bool, int, int]:
        weapon = weapon_of(fight, weapon_id)
        return not weapon.blast, weapon.damage, sum(each.value for each in base_attack(fight, combatant, weapon))

    return tuple(sorted(weapons, key=worth, reverse=True))


def shoots_into(fight: RpjFight, combatant: Character, region: str, weapon: Weapon) -> bool:
    """Return whether a weapon can shoot into a region; without a range it always can (RPJ-FIELD-5)."""
    distance = range_between(fight.board, combatant.region, region)
    return not weapon.melee and distance is not None and (weapon.range is None or distance <= weapon.range)


def reaches(fight: RpjFight, combatant: Character, other: Character, weapon: Weapon) -> bool:
    """Return whether a weapon reaches another character (RPJ-FIELD-4, RPJ-FIELD-5)."""
    return adjacent(combatant, other) if weapon.melee else shoots_into(fight, combatant, other.region, weapon)


def choose_weapon(scene: RpjScene, actor: str, target_id: str, wanted: str) -> str:
    """Return the stated weapon, otherwise the usual one for this target."""
    fight, one, target = scene.fight, scene.one(actor), scene.one(target_id)
    if wanted:
        known = weapon_names(fight, carried(fight, one))
        return match_named(wanted, known, f"weapon on {one.name}", Refusal, "RPJ-ACT-3")
    return usual_weapon(fight, one, target)


def usual_weapon(fight: RpjFight, combatant: Character, target: Character) -> str:
    """Return the first weapon that reaches the target, melee first; else the first carried, or bare hands."""
    known = carried(fight, combatant)
    reaching = [each for each in known if reaches(fight, combatant, target, fight.weapons[each])]
    melee = [each for each in reaching if fight.weapons[each].melee]
    return next(iter(melee or reaching or known), UNARMED)


def check_reach(scene: RpjScene, actor: str, target_id: str, weapon: Weapon) -> None:
    """Refuse a melee attack outside the adjacency group, or a shot out of range (RPJ-FIELD-4, RPJ-FIELD-5)."""
    fight, one, target = scene.fight, scene.one(actor), scene.one(target_id)
    if reaches(fight, one, target, weapon):
        return
    distance = range_between(fight.board, one.region, target.region)
    if weapon.melee:
        mine, theirs = (place_in_words(fight, each.region, each.group) for each in (one, target))
        where = f"{one.name} is in {mine} and {target.name} is in {theirs}"
        if mine == theirs:
            where = f"{one.name} and {target.name} are both in {mine}, but not adjacent"
        message = f"{where}; a melee attack needs one adjacency group"
        scene.refuse(message, "RPJ-FIELD-4", way_to(fight, actor, target_id))
    elif distance is None:
        place = region_in_words(fight.board, target.region)
        scene.refuse(f"{target.name} is out of range: no links lead to {place}", "RPJ-FIELD-2")
    else:
        message = f"{target.name} is at range {distance}; the {weapon.name}'s range is {weapon.range}"
        scene.refuse(message, "RPJ-FIELD-5", way_to(fight, actor, target_id))


def base_attack(fight: RpjFight, combatant: Character, weapon: Weapon) -> tuple[Modifier, Modifier]:
    """Return the weapon skill and attribute bonus; the bonus is half unless stated (RPJ-ACT-3)."""
    skill = combatant.skills.get(weapon.skill, fight.options.untrained)
    attribute = weapon.attribute
    bonus = combatant.bonuses.get(attribute, half(getattr(combatant, attribute), fight.options.rounding))
    return (
        Modifier(skill, f"{weapon.skill} skill", "RPJ-ACT-3"),
        Modifier(bonus, f"{attribute} bonus", "RPJ-ACT-3"),
    )


def effective_attack(fight: RpjFight, combatant: Character, weapon: Weapon) -> tuple[Modifier, ...]:
    """Return the current base attack modifier, halved if suppressed (RPJ-SUP-3)."""
    parts = base_attack(fight, combatant, weapon)
    base = sum(each.value for each in parts)
    if not conditions.suppressed(combatant):
        return parts
    return (*parts, Modifier(half(base, fight.options.rounding) - base, "suppressed: half", "RPJ-SUP-3"))

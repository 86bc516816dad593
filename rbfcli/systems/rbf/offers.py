"""What somebody can do now, line by line (RBF-ACT-2)."""

from collections.abc import Iterator

from rbfcli.kernel.rules import ActionLeft
from rbfcli.systems.rbf.attack.strike import out_of_reach
from rbfcli.systems.rbf.carrying import is_empty
from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.dying import MEDICAL_KIT
from rbfcli.systems.rbf.ground import can_hide, metres_to, sees
from rbfcli.systems.rbf.movement import CANNOT_MOVE, how_to_get_free, may_hide, pace
from rbfcli.systems.rbf.sheet import (
    BERSERKER,
    RAGE,
    RANGED,
    UNARMED,
    Fighter,
    RbfFight,
    has,
    is_boss,
    is_enemy,
    weapon_named,
)

Offer = tuple[str, str]


def actions(fight: RbfFight, who: str) -> tuple[ActionLeft, ...]:
    """What someone can do now, each with what it costs and its rule (RBF-ACT-2)."""
    one = fight.combatants[who]
    if not standing(one) or (fight.round and (fight.active != who or "surprised" in one.conditions)):
        return ()
    free = [ActionLeft(line, "free", rule) for line, rule in free_ones(fight, who, one)]
    bonus = [ActionLeft(f"hide {who} --bonus", "bonus action", "RBF-BON-1")] if may_hide(fight, one) else []
    if fight.round and not one.actions_left:
        return (*bonus, *free, ActionLeft("turn next", "free", "RBF-INI-3"))
    costly = [ActionLeft(line, "1 action", rule) for line, rule in costly_ones(fight, who, one)]
    return (*costly, *bonus, *free)


def costly_ones(fight: RbfFight, who: str, one: Fighter) -> Iterator[Offer]:
    """What costs an action."""
    yield from attacks(fight, who, one)
    yield f"aim {who}", "RBF-ACT-5"
    yield from ((f"draw {who} {each}", "RBF-ACT-2") for each in one.weapons if each not in (one.held, one.off_hand))
    yield from moves(fight, who, one)
    if can_hide(fight, one) and "hidden" not in one.conditions:
        yield f"hide {who}", "RBF-STL-3"
    yield from (
        (f"spot {who} {each}", "RBF-ACT-4")
        for each, other in fight.combatants.items()
        if who in other.seen_by and "hidden" in other.conditions and "spotted" not in other.conditions
    )
    if MEDICAL_KIT in one.items and not is_enemy(one):
        yield from help_for_others(fight, who)
    yield f"overwatch {who}", "RBF-ACT-8"


def attacks(fight: RbfFight, who: str, one: Fighter) -> Iterator[Offer]:
    """Attacks on those it sees and reaches, or the reload that comes first."""
    weapon = weapon_named(fight, one.held) or UNARMED
    if weapon.skill in RANGED and is_empty(one, one.held):
        yield f"reload {who}", "RBF-ACT-3"
        return
    foes = [each for each, other in fight.combatants.items() if is_enemy(other) != is_enemy(one) and standing(other)]
    for foe in foes:
        reason = out_of_reach(fight, who, foe, weapon)
        if sees(fight, who, foe) and reason is None:
            yield f"attack {who} {foe}", "RBF-ATK-1"
        elif reason is not None and reason[1] == "RBF-RNG-1":
            yield f"attack {who} {foe} --club", "RBF-RNG-1"


def moves(fight: RbfFight, who: str, one: Fighter) -> Iterator[Offer]:
    """Where it can go, or how it gets free."""
    held = next((each for each in CANNOT_MOVE if each in one.conditions), "")
    if held:
        yield how_to_get_free(fight, who), CANNOT_MOVE[held]
    if not held:
        near = (place for place in fight.board.places if metres_to(fight, one, place) <= pace(fight, one))
        yield from ((f"move {who} {place}", "RBF-ACT-2") for place in near if place != one.place)
    yield f"{'stand' if 'prone' in one.conditions else 'prone'} {who}", "RBF-PRN-1"


def help_for_others(fight: RbfFight, who: str) -> Iterator[Offer]:
    """Whom a medical kit could help."""
    for each, other in fight.combatants.items():
        if is_enemy(other) or each == who:
            continue
        if "dying" in other.conditions:
            yield f"stabilize {each} --by {who}", "RBF-STB-1"
        elif other.hp < other.max_hp and "dead" not in other.conditions:
            yield f'use {who} "{MEDICAL_KIT}" {each}', "RBF-ACT-2"


def free_ones(fight: RbfFight, who: str, one: Fighter) -> Iterator[Offer]:
    """What costs no action."""
    if has(one, BERSERKER) and "raging" not in one.conditions:
        yield f"use {who} {RAGE}", "RBF-TAL-1"
    if is_boss(one):
        shaken = [each for each, condition in one.conditions.items() if condition.by]
        yield from ((f"shake-off {who} {each}", "RBF-TEC-3") for each in shaken)
    if fight.round and (is_boss(one) or one.actions_left == one.actions):
        yield f"hold {who}", "RBF-INI-4"

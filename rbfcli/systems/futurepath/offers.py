"""What a character can do now: lines to type, none refused by the map or by what its turn has left (FP-ECO-4)."""

from collections.abc import Iterator
from itertools import takewhile

from rbfcli.kernel.rules import ActionLeft
from rbfcli.systems.futurepath.attack.strike import fits_off_hand
from rbfcli.systems.futurepath.conditions import helpless, hindrance, posture, standing
from rbfcli.systems.futurepath.economy import FREE, FULL_ROUND, SIMPLE, SPOKEN, STANDARD, left
from rbfcli.systems.futurepath.ground.cover import screen_of, shot_at
from rbfcli.systems.futurepath.ground.map import distance, reach_of, squares_of, threatens
from rbfcli.systems.futurepath.ground.paths import Gait, is_free, next_to, spread
from rbfcli.systems.futurepath.ground.squares import FEET, apart, around, direction, name_of, read_square
from rbfcli.systems.futurepath.hazards.grenades import throwing_range
from rbfcli.systems.futurepath.sheet.sheet import (
    CHARGE,
    KIT,
    MEDICINE,
    UNARMED,
    Character,
    FuturePathFight,
    enemies,
    team_of,
)
from rbfcli.systems.futurepath.techniques import EFFECTS

BONUS = "off-hand "

Offer = tuple[str, str, str]


def offers(fight: FuturePathFight, who: str) -> Iterator[Offer]:
    """Everything there is to do: the line, the type of action it takes, and the rule."""
    one = fight.combatants[who]
    foes = [each for each, other in fight.combatants.items() if enemies(fight, one, other) and standing(other)]
    yield from _attacks(fight, who, one, foes)
    yield from _finishing(fight, who, one)
    yield from _with_weapons(fight, who, one, foes)
    yield from _postures(who, one)
    yield from _ways(fight, who, one, foes)
    yield from _around(fight, who, one)


def _can_strike(fight: FuturePathFight, one: Character, weapon_id: str, target: Character) -> bool:
    """Whether a weapon in hand is loaded and gets to somebody (FP-ATK-2, FP-COV-2, FP-MOV-7)."""
    weapon = fight.weapons.get(weapon_id, UNARMED)
    if weapon.grenade or (weapon.ammo and not one.ammo.get(weapon_id, 0)):
        return False
    close = (distance(one, target) or 0) <= reach_of(fight, one)
    return (weapon.ranged or close) and shot_at(weapon, screen_of(fight, one, target, "", weak=False))


def _attacks(fight: FuturePathFight, who: str, one: Character, foes: list[str]) -> Iterator[Offer]:
    for foe in foes:
        other = fight.combatants[foe]
        if _can_strike(fight, one, one.held, other):
            yield f"attack {who} {foe}", STANDARD, "FP-ATK-1"
            if one.extra_attacks or one.extra_damage:
                yield f"full-attack {who} {foe}", FULL_ROUND, "FP-FUL-1"
        if foe in one.turn.attacked and fits_off_hand(fight, one) and _can_strike(fight, one, one.off_hand, other):
            yield f"{BONUS}{who} {foe}", SIMPLE, "FP-OFF-1"
        if (distance(one, other) or 0) <= reach_of(fight, one):
            names = (name for name in EFFECTS if name != "disarm" or other.held)
            for name in names:
                yield f"technique {who} {name} {foe}", one.technique_actions.get(name, FULL_ROUND), "FP-TEC-1"


def _finishing(fight: FuturePathFight, who: str, one: Character) -> Iterator[Offer]:
    for target, other in fight.combatants.items():
        if target == who or (distance(one, other) or 0) > 1 or "dead" in other.conditions:
            continue
        if enemies(fight, one, other) and helpless(other) and _can_strike(fight, one, one.held, other):
            yield f"coup-de-grace {who} {target}", FULL_ROUND, "FP-CDG-1"
        if "dying" in other.conditions and KIT in one.items and one.skills.get(MEDICINE):
            yield f"stabilize {target} --by {who}", FULL_ROUND, "FP-STB-1"


def _with_weapons(fight: FuturePathFight, who: str, one: Character, foes: list[str]) -> Iterator[Offer]:
    near = min(foes, key=lambda foe: distance(one, fight.combatants[foe]) or 0, default="")
    in_range = near and (distance(one, fight.combatants[near]) or 0) * FEET <= throwing_range(one)
    for each in one.weapons:
        weapon = fight.weapons.get(each)
        if weapon is None:
            continue
        if weapon.grenade:
            if one.ammo.get(each, 0) and in_range:
                yield f"throw {who} {each} {near}", FULL_ROUND, "FP-GRN-1"
        elif each not in (one.held, one.off_hand):
            yield f"draw {who} {each}", STANDARD if one.held else SIMPLE, "FP-MOV-6"
        elif weapon.ammo > one.ammo.get(each, 0):
            yield f"reload {who} --with {each}", weapon.reload, "FP-MOV-7"
    if one.held:
        yield f"holster {who}", SIMPLE, "FP-MOV-6"
        yield f"free {who} --drop held", FREE, "FP-ECO-2"


def _postures(who: str, one: Character) -> Iterator[Offer]:
    if posture(one):
        yield f"stand {who}", SIMPLE, "FP-MOV-8"
    else:
        yield f"prone {who}", FREE, "FP-MOV-8"


def _ways(fight: FuturePathFight, who: str, one: Character, foes: list[str]) -> Iterator[Offer]:
    if not one.square or "grappled" in one.conditions:
        return
    low = bool(posture(one))
    costs = {square: cost * FEET for square, cost, _ in spread(fight, who, Gait(flies=one.flies, uneven=False))}
    for foe in foes:
        goals = next_to(fight, who, squares_of(fight.combatants[foe]))
        feet = min((costs[goal] for goal in goals if goal in costs), default=None)
        if feet is not None:
            yield from _crawling(who, one, foe, feet) if low else _running(fight, who, foe, feet)
    if not low:
        here = read_square(one.square) or (0, 0)
        free = [square for square in around(here) if costs.get(square) == FEET and is_free(fight, who, square)]
        yield from ((f"step {who} {name_of(square)}", SIMPLE, "FP-MOV-9") for square in free[:1])


def _crawling(who: str, one: Character, foe: str, feet: int) -> Iterator[Offer]:
    if 0 < feet <= one.speed // 2:
        yield f"move {who} {foe} --how crawl", STANDARD, "FP-MOV-3"


def _running(fight: FuturePathFight, who: str, foe: str, feet: int) -> Iterator[Offer]:
    one, options = fight.combatants[who], fight.options
    if 0 < feet <= one.speed:
        yield f"move {who} {foe}", STANDARD, "FP-MOV-1"
    elif 0 < feet <= one.speed * options.sprint_factor:
        yield f"sprint {who} {foe}", FULL_ROUND, "FP-MOV-2"
    if 0 < feet <= one.speed * options.charge_factor:
        yield f"technique {who} {CHARGE} {foe}", one.technique_actions.get(CHARGE, FULL_ROUND), "FP-TEC-1"
    if threatens(fight, foe, one):
        yield f"withdraw {who} {_retreat(fight, who, foe)}", FULL_ROUND, "FP-MOV-10"


def _retreat(fight: FuturePathFight, who: str, foe: str) -> str:
    """The furthest free square straight away from somebody, within a move."""
    here, there = (read_square(fight.combatants[each].square) or (0, 0) for each in (who, foe))
    right, down = direction(there, here)
    steps = range(1, fight.combatants[who].speed // FEET + 1)
    squares = ((here[0] + right * step, here[1] + down * step) for step in steps)
    line = list(takewhile(lambda square: is_free(fight, who, square), squares))
    return name_of(line[-1] if line else here)


def _around(fight: FuturePathFight, who: str, one: Character) -> Iterator[Offer]:
    here = read_square(one.square)
    for name, thing in fight.board.objects.items():
        square = read_square(thing.square)
        if thing.hardness < 0 or (square and here and apart(square, here) > 1):
            continue
        weapon = fight.weapons.get(one.held, UNARMED)
        if not weapon.grenade and (not weapon.ammo or one.ammo.get(one.held, 0)):
            yield f"object {who} {name}", STANDARD, "FP-OBJ-1"
        if thing.opens:
            yield f"open {who} {name}" + (" --close" if thing.open else ""), STANDARD, "FP-MOV-12"
    for name, trap in fight.board.traps.items():
        if trap.found and trap.armed and fight.round > trap.wait:
            yield f"trap {who} disable {name}", FULL_ROUND, "FP-TRP-2"
    if here:
        yield f"trap {who} search", fight.options.search, "FP-TRP-1"
    if fight.round:
        yield f"ready {who} 'an enemy comes near'", FULL_ROUND, "FP-RDY-1"


def actions(fight: FuturePathFight, who: str) -> tuple[ActionLeft, ...]:
    """What somebody can do now, each line with its type of action and its rule (FP-ECO-4)."""
    one = fight.combatants[who]
    waiting = fight.round and fight.active != team_of(one) and not one.turn.instant
    if hindrance(one) or waiting:
        return ()
    possible = (offer for offer in offers(fight, who) if is_open(fight, one, offer))
    return tuple(ActionLeft(line, SPOKEN[kind], rule) for line, kind, rule in possible)


def is_open(fight: FuturePathFight, one: Character, offer: Offer) -> bool:
    """Whether a turn still holds the action that an offer takes (FP-ECO-1, FP-OFF-1, FP-RDY-1)."""
    line, kind, _ = offer
    if line.startswith(BONUS):
        return bonus_attack_left(one, line.rpartition(" ")[2])
    if one.turn.instant:
        return kind != FULL_ROUND
    return not fight.round or kind in left(one.turn)


def bonus_attack_left(one: Character, target: str) -> bool:
    """Whether the Bonus Attack may still be made (FP-OFF-1)."""
    if one.turn.full_attack:
        return not one.turn.simple and target in one.turn.attacked
    return bool(one.turn.attacked) and SIMPLE in left(one.turn)

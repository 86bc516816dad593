"""What a character can do now, each line with its type of action and its rule (FP-ECO-4)."""

from collections.abc import Iterator
from itertools import takewhile

from rbfcli.kernel.rules import ActionLeft
from rbfcli.systems.futurepath.economy import FREE, FULL_ROUND, SIMPLE, SPOKEN, STANDARD, left
from rbfcli.systems.futurepath.ground import distance, reach_of, threatens
from rbfcli.systems.futurepath.paths import is_free
from rbfcli.systems.futurepath.people import enemies, helpless, hindrance, standing, team_of
from rbfcli.systems.futurepath.sheet import UNARMED, Character, FuturePathFight
from rbfcli.systems.futurepath.squares import FEET, apart, around, direction, name_of, read_square
from rbfcli.systems.futurepath.stabilizing import KIT, SKILL
from rbfcli.systems.futurepath.techniques import TECHNIQUES

LOW = ("prone", "sitting", "kneeling")
AT_HAND = TECHNIQUES[:4]
RUSHING = TECHNIQUES[4:]

Line = tuple[str, str, str]


def actions(fight: FuturePathFight, who: str) -> tuple[ActionLeft, ...]:
    """What somebody can do now, as far as its turn still holds the action for it (FP-ECO-4)."""
    one = fight.combatants[who]
    if hindrance(one):
        return ()
    if fight.round and fight.active != team_of(one) and not one.turn.instant:
        return ()
    open_kinds = left(one.turn) if fight.round and not one.turn.instant else tuple(SPOKEN)
    lines = [*_offers(fight, who, one)]
    if one.turn.instant:
        lines = [line for line in lines if line[1] != FULL_ROUND]
    bonus = [line for line in lines if line[0].startswith("off-hand ") and bonus_attack_left(one, line[0])]
    usual = [line for line in lines if line[1] in open_kinds and not line[0].startswith("off-hand ")]
    return tuple(ActionLeft(line, SPOKEN[kind], rule) for line, kind, rule in (*usual, *bonus))


def bonus_attack_left(one: Character, line: str) -> bool:
    """Whether the Bonus Attack of a line may still be made (FP-OFF-1)."""
    if one.turn.full_attack:
        return not one.turn.simple and line.rpartition(" ")[2] in one.turn.attacked
    return bool(one.turn.attacked) and SIMPLE in left(one.turn)


def _offers(fight: FuturePathFight, who: str, one: Character) -> Iterator[Line]:
    """Everything there is to do, with the type of action it takes."""
    foes = [each for each, other in fight.combatants.items() if enemies(fight, one, other) and standing(other)]
    yield from _attacks(fight, who, one, foes)
    yield from _with_weapons(fight, who, one)
    yield from _ways(fight, who, one, foes)
    yield from _around(fight, who, one)


def _attacks(fight: FuturePathFight, who: str, one: Character, foes: list[str]) -> Iterator[Line]:
    weapon = fight.weapons.get(one.held, UNARMED)
    for foe in foes:
        far = distance(one, fight.combatants[foe])
        close = far is None or far <= reach_of(fight, one)
        if (weapon.ranged or close) and not weapon.grenade:
            yield f"attack {who} {foe}", STANDARD, "FP-ATK-1"
            if one.extra_attacks or one.extra_damage:
                yield f"full-attack {who} {foe}", FULL_ROUND, "FP-FUL-1"
        if one.off_hand and foe in one.turn.attacked:
            yield f"off-hand {who} {foe}", SIMPLE, "FP-OFF-1"
        rushes = RUSHING if far is not None and far * FEET <= one.speed * fight.options.charge_factor else ()
        for name in AT_HAND if close else rushes:
            yield f"technique {who} {name} {foe}", one.technique_actions.get(name, FULL_ROUND), "FP-TEC-1"
    for other_id, other in fight.combatants.items():
        far = distance(one, other)
        near = far is None or far <= 1
        if (
            near
            and other_id != who
            and enemies(fight, one, other)
            and helpless(other)
            and "dead" not in other.conditions
        ):
            yield f"coup-de-grace {who} {other_id}", FULL_ROUND, "FP-CDG-1"


def _with_weapons(fight: FuturePathFight, who: str, one: Character) -> Iterator[Line]:
    for each in one.weapons:
        weapon = fight.weapons.get(each)
        if weapon is None:
            continue
        if weapon.grenade:
            if one.ammo.get(each, 0):
                yield f"throw {who} {each} @nearest", FULL_ROUND, "FP-GRN-1"
        elif each not in (one.held, one.off_hand):
            yield f"draw {who} {each}", STANDARD if one.held else SIMPLE, "FP-MOV-6"
        elif weapon.ammo > one.ammo.get(each, 0):
            yield f"reload {who} --with {each}", weapon.reload, "FP-MOV-7"
    if one.held:
        yield f"holster {who}", SIMPLE, "FP-MOV-6"
        yield f"free {who} --drop held", FREE, "FP-ECO-2"


def _ways(fight: FuturePathFight, who: str, one: Character, foes: list[str]) -> Iterator[Line]:
    low = next((each for each in LOW if each in one.conditions), "")
    if low:
        yield f"stand {who}", SIMPLE, "FP-MOV-8"
    else:
        yield f"prone {who}", FREE, "FP-MOV-8"
    if not one.square or "grappled" in one.conditions:
        return
    how = " --how crawl" if low else ""
    for foe in foes:
        far = FEET * ((distance(one, fight.combatants[foe]) or 1) - 1)
        if 0 < far <= (one.speed // 2 if low else one.speed):
            yield f"move {who} {foe}{how}", STANDARD, "FP-MOV-1"
        elif far and not low:
            yield f"sprint {who} {foe}", FULL_ROUND, "FP-MOV-2"
        elif not low and threatens(fight, foe, one):
            yield f"withdraw {who} {retreat(fight, who, foe)}", FULL_ROUND, "FP-MOV-10"
    if not low:
        here = read_square(one.square) or (0, 0)
        free = [square for square in around(here) if is_free(fight, who, square)]
        yield from ((f"step {who} {name_of(square)}", SIMPLE, "FP-MOV-9") for square in free[:1])


def retreat(fight: FuturePathFight, who: str, foe: str) -> str:
    """The furthest free square straight away from somebody, within a move."""
    here, there = (read_square(fight.combatants[each].square) or (0, 0) for each in (who, foe))
    right, down = direction(there, here)
    steps = range(1, fight.combatants[who].speed // FEET + 1)
    line = list(
        takewhile(lambda each: is_free(fight, who, each), ((here[0] + right * n, here[1] + down * n) for n in steps))
    )
    return name_of(line[-1] if line else here)


def _around(fight: FuturePathFight, who: str, one: Character) -> Iterator[Line]:
    for name, thing in fight.board.objects.items():
        square, here = read_square(thing.square), read_square(one.square)
        if thing.hardness < 0 or (square and here and apart(square, here) > 1):
            continue
        yield f"object {who} {name}", STANDARD, "FP-OBJ-1"
        if thing.opens:
            yield f"open {who} {name}" + (" --close" if thing.open else ""), STANDARD, "FP-MOV-12"
    for name, trap in fight.board.traps.items():
        if trap.found and trap.armed:
            yield f"trap {who} disable {name}", FULL_ROUND, "FP-TRP-2"
    if one.square:
        yield f"trap {who} search", fight.options.search, "FP-TRP-1"
    if KIT in one.items and one.skills.get(SKILL):
        for other_id, other in fight.combatants.items():
            if "dying" in other.conditions and other_id != who:
                yield f"stabilize {other_id} --by {who}", FULL_ROUND, "FP-STB-1"
    if fight.round:
        yield f"ready {who} 'an enemy comes near'", FULL_ROUND, "FP-RDY-1"

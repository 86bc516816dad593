"""What somebody can do now in RPJ, each thing as a line to type with its cost and its rule."""

from collections.abc import Iterator

from rbfcli.kernel.rules import ActionLeft
from rbfcli.systems.rpj.carrying import UNARMED, carried, ranged_weapon
from rbfcli.systems.rpj.conditions import dying, standing, suppressed
from rbfcli.systems.rpj.ground.cover import notation, pieces, read_cover
from rbfcli.systems.rpj.ground.ground import groups_in, linked, neighbours, range_between, region_ids
from rbfcli.systems.rpj.sheet import Character, RpjFight, actions_of

ONE, TWO = "1 action", "2 actions"
COSTS = {"entering": "overwatch", "grapple-won": "free"}
TURN_NEXT = ActionLeft("turn next", "free", "RPJ-ACT-7")


def actions(fight: RpjFight, who: str) -> tuple[ActionLeft, ...]:
    """What someone can do now, on its own turn or in the middle of another's (RPJ-ACT-1 to RPJ-ACT-6)."""
    offered = tuple(
        ActionLeft(f"choose {who} {answer}", COSTS.get(question.kind, "free attack"), question.rule)
        for question in fight.questions
        if question.who == who
        for answer in question.answers
    )
    return (*offered, *_of_own_turn(fight, who))


def _of_own_turn(fight: RpjFight, who: str) -> Iterator[ActionLeft]:
    one = fight.combatants[who]
    if fight.round and fight.active != who:
        return
    if dying(one) and (one.actions_left or not fight.round):
        yield ActionLeft(f"stabilize {who}", "its turn", "RPJ-STB-1")
    left = one.actions_left if fight.round else actions_of(one)
    if standing(one) and left:
        yield from _in_grapple(who, one, left) if one.grapple else _free(fight, who, left)
    if fight.round:
        yield TURN_NEXT


def _in_grapple(who: str, one: Character, left: int) -> Iterator[ActionLeft]:
    if left == actions_of(one):
        yield ActionLeft(f"grapple {who}", "whole turn", "RPJ-GRP-4")


def _free(fight: RpjFight, who: str, left: int) -> Iterator[ActionLeft]:
    foes = [each for each, other in fight.combatants.items() if _is_foe(fight, who, each) and standing(other)]
    for foe in foes:
        yield from _against(fight, who, foe, left)
    yield from _moves(fight, who)
    yield from _watches(fight, who)
    if left == actions_of(fight.combatants[who]):
        yield ActionLeft(f"cautious {who}", "whole turn", "RPJ-CAU-1")


def _against(fight: RpjFight, who: str, foe: str, left: int) -> Iterator[ActionLeft]:
    one, target = fight.combatants[who], fight.combatants[foe]
    far = range_between(fight.board, one.region, target.region)
    close = foe in neighbours(fight, who)
    by_hand = close and (any(fight.weapons[each].melee for each in carried(fight, one)) or not carried(fight, one))
    shot = ranged_weapon(fight, one, far)
    if by_hand or shot:
        yield ActionLeft(f"attack {who} {foe}", ONE, "RPJ-ACT-3")
    elif close:
        yield ActionLeft(f"attack {who} {foe} --with {UNARMED}", ONE, "RPJ-ACT-3")
    if shot and left > 1:
        if not suppressed(one):
            yield ActionLeft(f"attack {who} {foe} --with {shot} --aimed", TWO, "RPJ-AIM-1")
        yield ActionLeft(f"suppress {who} {foe} --with {shot}", TWO, "RPJ-SUP-1")
    if close and not target.grapple:
        yield ActionLeft(f"grapple {who} {foe}", _actions(fight.options.grapple_actions), "RPJ-GRP-1")


def _moves(fight: RpjFight, who: str) -> Iterator[ActionLeft]:
    one = fight.combatants[who]
    for region in linked(fight.board, one.region):
        yield ActionLeft(f"move {who} {region}", ONE, "RPJ-ACT-2")
    for group in groups_in(fight, one.region):
        if group != one.group:
            yield ActionLeft(f"move {who} --group {group}", ONE, "RPJ-ACT-2")
    for other, each in fight.combatants.items():
        if each.region == one.region and not each.group and other != who:
            yield ActionLeft(f"move {who} --join {other}", ONE, "RPJ-ACT-2")
    if one.group:
        yield ActionLeft(f"move {who} {one.region}", ONE, "RPJ-ACT-2")
    for piece in pieces(fight, one.region):
        if piece != one.cover:
            yield ActionLeft(f"cover {who} {piece}", _actions(fight.options.cover_actions), "RPJ-COV-2")
    shelter = read_cover(notation(fight, who))
    if one.cover and shelter is not None and shelter.flanking is not None:
        yield ActionLeft(f"reorient {who}", ONE, "RPJ-COV-8" if one.reoriented else "RPJ-COV-6")


def _watches(fight: RpjFight, who: str) -> Iterator[ActionLeft]:
    one = fight.combatants[who]
    for region in region_ids(fight.board):
        if region != one.overwatch and ranged_weapon(fight, one, range_between(fight.board, one.region, region)):
            yield ActionLeft(f"overwatch {who} {region}", ONE, "RPJ-OVR-1")


def _is_foe(fight: RpjFight, who: str, other: str) -> bool:
    return fight.combatants[who].side != fight.combatants[other].side


def _actions(cost: int) -> str:
    return f"{cost} action{'s' * (cost != 1)}" if cost else "free"

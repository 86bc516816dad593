"""What a character can do now, as far as its turn still holds the action for it (FP-ECO-4)."""

from rbfcli.kernel.rules import ActionLeft
from rbfcli.systems.futurepath.economy import FULL_ROUND, SIMPLE, SPOKEN, left
from rbfcli.systems.futurepath.offers import BONUS, Offer, offers
from rbfcli.systems.futurepath.people import hindrance, team_of
from rbfcli.systems.futurepath.sheet import Character, FuturePathFight


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

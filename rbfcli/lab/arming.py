"""What somebody does whose weapon in hand is empty, or has failed: whatever makes it ready, or takes another."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rbfcli.kernel.carrying import rounds_left
from rbfcli.kernel.command import Command
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.verbs import Attack, Turn

USELESS, BARE, READY = range(3)

After = Callable[[Any, Command], Any]


def arming(rules: Rules, fight: Any, after: After, who: str, own: Iterable[Command]) -> Iterator[Command]:
    """The commands behind which somebody holds something ready, or can come to it by one more; what is ready first.

    Nothing where what is in hand is ready: to look two steps ahead takes long. `after(fight, command)` is the fight
    behind a command in rehearsal, or None.
    """
    if in_hand(rules, fight, who) != USELESS:
        return
    bare: list[Command] = []
    for each in own:
        worth = _comes_to(rules, after, who, after(fight, each))
        if worth == READY:
            yield each
        elif worth == BARE:
            bare.append(each)
    yield from bare


def in_hand(rules: Rules, fight: Any, who: str) -> int:
    """Whether what somebody holds is of no use now, or ready, or nothing at all."""
    if rules.carrying is None or who not in fight.combatants:
        return BARE
    handles, one = rules.carrying(), fight.combatants[who]
    held = [each for hand in handles.hands if (each := getattr(one, hand))]
    ready = (_is_ready(rules, fight, who, each) for each in held)
    return max((READY if each else USELESS for each in ready), default=BARE)


def _is_ready(rules: Rules, fight: Any, who: str, held: str) -> bool:
    handles: Any = rules.carrying and rules.carrying()
    weapon, one = handles.find(fight, held), fight.combatants[who]
    is_empty = weapon is not None and handles.loads(weapon) and not rounds_left(one, held, weapon)
    return not is_empty and not handles.failed(fight, who, held)


def _comes_to(rules: Rules, after: After, who: str, fight: Any) -> int:
    """How ready somebody is at best in a fight behind a command, or behind one more."""
    if fight is None or fight.paused is not None:
        return USELESS
    found = in_hand(rules, fight, who)
    if found == USELESS:
        others = (each.command for each in rules.candidates(fight, who))
        for each in others:
            later = None if isinstance(each, Attack | Turn) else after(fight, each)
            if later is not None:
                found = max(found, in_hand(rules, later, who))
                if found == READY:
                    break
    return found

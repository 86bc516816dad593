"""What somebody does whose weapon in hand is empty, or has failed: whatever makes it ready, or takes another."""

from collections.abc import Iterator, Sequence
from typing import Any

from rbfcli.kernel.carrying import rounds_left
from rbfcli.kernel.command import Command
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.verbs import Attack, Turn
from rbfcli.lab.view import View

USELESS, BARE, READY = range(3)


def arming(view: View, who: str, own: Sequence[Command]) -> Iterator[Command]:
    """The commands behind which somebody holds something ready, or can come to it by one more; what is ready first.

    Nothing where what is in hand is ready: to look two steps ahead takes long.
    """
    if in_hand(view.rules, view.as_it_is, who) != USELESS:
        return
    found = [(_comes_to(view, who, each), each) for each in own]
    yield from (each for worth, each in sorted(found, key=lambda row: -row[0]) if worth > USELESS)


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


def _comes_to(view: View, who: str, command: Command) -> int:
    """How ready somebody is at best behind a command, or behind one more."""
    after = view.after(command)
    if after is None or after.paused is not None:
        return USELESS
    found = in_hand(view.rules, after, who)
    if found == USELESS:
        others = (each.command for each in view.rules.candidates(after, who))
        later = (view.after(each, after) for each in others if not isinstance(each, Attack | Turn))
        found = max((in_hand(view.rules, each, who) for each in later if each is not None), default=USELESS)
    return found

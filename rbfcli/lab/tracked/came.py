"""What comes of a command that was played on a view of a fight."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played
from rbfcli.lab.playing import Loss, losses
from rbfcli.lab.tracked.asking import Answering
from rbfcli.lab.tracked.states import Start
from rbfcli.lab.tracked.views import raw


class Came(NamedTuple):
    """What came of a command: losses, lines, another form where people have left, and how many rounds passed."""

    lost: tuple[Loss, ...]
    lines: tuple[str, ...]
    become: Start | None
    passed: int


def rounds_passed(view: Any, after: Any) -> int:
    """How many rounds passed."""
    unchanged = raw(after, "round") is raw(view, "round")
    return 0 if unchanged else int(after.round) - int(view.round)


def losses_of(rules: Rules, actor: str, said: Answering, played: Played) -> Iterator[Loss]:
    """The damage of a command, counted from each answer to the next."""
    for (before, told), (after, then) in zip(said.turns, said.turns[1:], strict=False):
        if raw(before, "combatants") is not raw(after, "combatants"):
            yield from losses(rules, actor, before, after, played.events[told:then])

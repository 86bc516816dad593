"""What comes of a command that was played on a view of a fight."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played
from rbfcli.lab.state_of_play import Loss, losses
from rbfcli.lab.tracked.amounts import Amount
from rbfcli.lab.tracked.asking import Answering
from rbfcli.lab.tracked.compared import number
from rbfcli.lab.tracked.questions import changed_fields, reads
from rbfcli.lab.tracked.reading import Reader
from rbfcli.lab.tracked.states import Start
from rbfcli.lab.tracked.views import is_tracked, raw, shown_of


class Held(NamedTuple):
    """As much as a cell held, and a number."""

    cell: int
    plus: int


class Came(NamedTuple):
    """What came of a command: losses, lines, another form where people have left, and how many rounds passed.

    Of a loss that is as much as a cell held, and a number, it is said which (`Held`): it `holds` any of those.
    """

    lost: tuple[Loss, ...]
    lines: tuple[str, ...]
    become: Start | None
    passed: int
    holds: bool


def came_of(lost: tuple[Loss, ...], lines: tuple[str, ...], become: Start | None, passed: int) -> Came:
    """What came of a command."""
    return Came(lost, lines, become, passed, any(isinstance(amount, Held) for _, amount, _ in lost))


def rounds_passed(view: Any, after: Any) -> int:
    """How many rounds passed."""
    unchanged = raw(after, "round") is raw(view, "round")
    return 0 if unchanged else int(after.round) - int(view.round)


def found_in(lost: tuple[Loss, ...], cells: Sequence[int], values: list[Any]) -> tuple[Loss, ...]:
    """Losses as numbers, of those who were in some cells."""
    return tuple([(who, _found_in(amount, cells, values), by) for who, amount, by in lost])


def _found_in(amount: int | Held, cells: Sequence[int], values: list[Any]) -> int:
    return int(values[cells[amount.cell]]) + amount.plus if isinstance(amount, Held) else amount


def _held(lost: Any) -> Any:
    """A loss as a number, or as all that a cell held."""
    return Held(lost.cell, lost.plus) if type(lost) is Amount and not lost.field else number(lost)


def losses_of(rules: Rules, actor: str, said: Answering, played: Played, reader: Reader) -> Iterator[Loss]:
    """The damage of a command, counted from each answer to the next."""
    for (before, told), (after, then) in zip(said.turns, said.turns[1:], strict=False):
        if raw(before, "combatants") is not raw(after, "combatants"):
            hurt = _hurt(rules, before, after, reader)
            for who, lost, by in losses(rules, actor, before, hurt, played.events[told:then]):
                yield who, _held(lost), by


def _hurt(rules: Rules, before: Any, after: Any, reader: Reader) -> Any:
    """A fight after a step with the sheets before it where what changed has no part in their health."""
    were, people = raw(before, "combatants"), raw(after, "combatants")
    kept = {
        who: were[who] if who in were and one is not were[who] and not _has_part(rules, were[who], one, reader) else one
        for who, one in people.items()
    }
    return replace(after, combatants=kept)


def _has_part(rules: Rules, before: Any, after: Any, reader: Reader) -> bool:
    """Whether health is found by what is not the same in two views of a sheet."""
    if shown_of(before) is not shown_of(after) or not (is_tracked(before) and is_tracked(after)):
        return True
    with reader.aside():
        return reads(rules.health, after, changed_fields(before, after))

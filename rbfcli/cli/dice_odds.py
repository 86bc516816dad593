"""`rbf odds` of dice: read the line, count, print. The odds of a fight's commands are the language's to read."""

from __future__ import annotations

import os

from rbfcli.cli.dice_options import read
from rbfcli.cli.dice_roller import LARGEST, dialect
from rbfcli.kernel.errors import NotationError, UsageError
from rbfcli.kernel.notation.expressions import expressions
from rbfcli.kernel.odds.questions import Counted, against_each_other
from rbfcli.render import dice_odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.cli.dice_options import Arguments
    from rbfcli.cli.output import Output
    from rbfcli.kernel.notation.tree import Line
    from rbfcli.render.dice_json import Json

_FLAGS = frozenset({"--json", "--quiet", "--plain", "--plot", "--at-least", "--at-most"})
_VALUED = frozenset({"--vs", "--dialect", "--color"})


def odds(words: Sequence[str], output: Output) -> int | None:
    """Print the odds of one or several expressions; None for what is no dice. Raises RbfError."""
    arguments = read(words, _FLAGS, _VALUED)
    lines = None if arguments is None else _lines(arguments)
    if arguments is None or not lines:
        return None
    bound = arguments.number("vs", -LARGEST, LARGEST)
    if bound is not None and any(line.against is not None for line in lines):
        raise UsageError("the expression has its own vs: leave out --vs")
    several = [Counted(line) for line in lines]
    if "json" in arguments.flags:
        output.write(_json(several, bound, output.command))
    elif "quiet" in arguments.flags:
        output.write("".join(f"{_bare(each, bound)}\n" for each in several))
    else:
        output.write("".join(f"{line}\n" for line in _told(several, bound, arguments, output)))
    return 0


def _lines(arguments: Arguments) -> list[Line] | None:
    """The lines that the words mean; None if they begin with a name that is no dice, such as a verb."""
    if not arguments.words:
        return None
    try:
        return expressions(arguments.words, dialect(arguments))
    except NotationError as error:
        from rbfcli.cli.dice_saved import is_name, saved_lines, saved_rolls

        if is_name(arguments.words[0]) and arguments.words[0] not in saved_rolls():
            return None
        return saved_lines(arguments.words, dialect(arguments), error)


def _told(several: Sequence[Counted], bound: int | None, arguments: Arguments, output: Output) -> Iterator[str]:
    cumulative = next((way for way in ("at least", "at most") if way.replace(" ", "-") in arguments.flags), "exactly")
    if bound is not None:
        for each in several:
            yield from dice_odds.held_against(each, bound)
    elif "plot" in arguments.flags:
        from rbfcli.render.dice_plot import plot

        for each in several:
            yield from dice_odds.summary(each)
            yield from plot(each, cumulative, _width(output))
    else:
        for each in several:
            yield from dice_odds.summary(each)
        alone = len(several) == 1
        yield from dice_odds.table(several[0], cumulative) if alone else dice_odds.side_by_side(several, cumulative)
    match several:
        case [first, second]:
            yield from dice_odds.duel(first, second, against_each_other(first, second))
        case _:
            pass


def _width(output: Output) -> int:
    from rbfcli.render.colour import line_width

    return line_width(os.environ, os.get_terminal_size(1).columns if output.is_terminal else None)


def _bare(counted: Counted, bound: int | None) -> str:
    """The one number asked for: the chance to reach a bound, that a comparison holds, else the mean."""
    from rbfcli.kernel.odds import measures

    if bound is not None:
        return dice_odds.fraction(measures.at_least(counted.totals(), bound))
    if counted.line.against is not None:
        return dice_odds.fraction(measures.at_least(counted.chances, 0))
    if counted.compares:
        return dice_odds.fraction(measures.chance_of(counted.chances, 1))
    return dice_odds.fraction(counted.limit_mean() or measures.mean(counted.chances))


def _json(several: Sequence[Counted], bound: int | None, command: str) -> str:
    from rbfcli.render.dice_json import document
    from rbfcli.render.dice_odds_json import duel, facts

    known: dict[str, Json] = {"odds": [facts(each, bound) for each in several]}
    match several:
        case [first, second]:
            known |= duel(first, second)
        case _:
            pass
    return document(command, known)

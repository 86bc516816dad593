"""`rbf odds` of dice: parse, count, print. The odds of a fight's commands are left to the language."""

from __future__ import annotations

import os

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import NotationError, UsageError
from rbfcli.kernel.limits import TARGET_NUMBER
from rbfcli.kernel.notation.expressions import expressions
from rbfcli.kernel.odds.questions import Counted
from rbfcli.render.odds_output import odds_as_json, odds_as_numbers, odds_as_text
from rbfcli.rolls.arguments import read_arguments
from rbfcli.rolls.roller import dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.notation.tree import RollLine
    from rbfcli.rolls.arguments import Arguments
    from rbfcli.rolls.output import RollOutput

_FLAGS = frozenset({"--json", "--quiet", "--plain", "--plot", "--at-least", "--at-most"})
_VALUED = frozenset({"--vs", "--dialect", "--color"})


def odds(words: Sequence[str], output: RollOutput, budget: Budget | None = None) -> int | None:
    """Print the odds of one or several expressions; None if the words are not dice. Raises RbfError."""
    arguments = read_arguments(words, _FLAGS, _VALUED)
    lines = None if arguments is None else _lines(arguments)
    if arguments is None or not lines:
        return None
    bound = arguments.number("vs", -TARGET_NUMBER, TARGET_NUMBER)
    if bound is not None and any(line.against is not None for line in lines):
        raise UsageError("the expression has its own vs: leave out --vs")
    budget = budget or Budget()
    several = [Counted(line, budget) for line in lines]
    if "json" in arguments.flags:
        output.write(odds_as_json(several, output.command, bound))
    elif "quiet" in arguments.flags:
        output.write(odds_as_numbers(several, bound))
    else:
        width = _width(output) if "plot" in arguments.flags else 0
        told = odds_as_text(several, bound=bound, cumulative=_cumulative(arguments), plot_width=width)
        output.show(told, paged="plain" not in arguments.flags)
    return 0


def _lines(arguments: Arguments) -> list[RollLine] | None:
    """The lines that the words mean; None if they begin with a name that is not dice, such as a verb."""
    if not arguments.words:
        return None
    try:
        return expressions(arguments.words, dialect(arguments))
    except NotationError as error:
        from rbfcli.kernel.notation.saved import is_name, saved_lines
        from rbfcli.rolls.saved_rolls import saved_rolls

        if is_name(arguments.words[0]) and arguments.words[0] not in saved_rolls():
            return None
        return saved_lines(arguments.words, saved_rolls, dialect(arguments), error)


def _cumulative(arguments: Arguments) -> str:
    return next((way for way in ("at least", "at most") if way.replace(" ", "-") in arguments.flags), "exactly")


def _width(output: RollOutput) -> int:
    from rbfcli.render.colour import line_width

    return line_width(os.environ, os.get_terminal_size(1).columns if output.is_terminal else None)

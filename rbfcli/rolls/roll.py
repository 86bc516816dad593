"""`rbf roll`: parse, roll, print."""

from __future__ import annotations

from rbfcli.rolls.arguments import read_arguments
from rbfcli.rolls.roller import Roller

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.budget import Budget
    from rbfcli.rolls.output import RollOutput

NARROWEST = 40
_FLAGS = frozenset({"--json", "--quiet", "--explain", "--plain"})
_VALUED = frozenset({"--vs", "--system", "--times", "--seed", "--dice", "--label", "--dialect", "--color"})


def roll(words: Sequence[str], output: RollOutput, budget: Budget | None = None) -> int | None:
    """Perform a roll; None if there are options not known here. Raises RbfError, and then nothing is printed."""
    arguments = read_arguments(words, _FLAGS, _VALUED)
    if arguments is None or not arguments.words:
        return None
    roller = Roller(arguments, output.environ, codes_possible=output.is_terminal)
    if arguments.words == ["-"]:
        from rbfcli.rolls.stdin import roll_each_line

        return roll_each_line(roller, output)
    answer = roller.answer(roller.read(arguments.words), output.command, budget)
    roller.finish()
    output.write(_fitted(answer) if output.is_terminal and roller.format.form == "words" else answer)
    _warn_of_redirection(output)
    return 0


def _fitted(answer: str) -> str:
    """An answer in the lines of the terminal; one that fits every terminal as it is."""
    lines = answer.splitlines()
    if max(map(len, lines), default=0) <= NARROWEST:
        return answer
    import os

    from rbfcli.render.colour import line_width
    from rbfcli.render.wrapping import fitted

    try:
        cells = line_width(os.environ, os.get_terminal_size(1).columns)
    except OSError:  # a terminal that has gone away
        return answer
    return "".join(f"{line}\n" for line in fitted(lines, cells))


def _warn_of_redirection(output: RollOutput) -> None:
    """Say where the results went if the shell took an unquoted > as a redirection."""
    if output.is_terminal:
        return
    from os import readlink

    try:
        name = readlink("/proc/self/fd/1").rpartition("/")[2]  # noqa: PTH115 - pathlib costs a start 8 ms
    except OSError:
        return
    if name.removeprefix("=").isdigit():  # a file's name, not a number: the engine's reader of digits stays unloaded
        output.error(f"rbf: the result went to a file named {name}; quote the expression: rbf roll '3d6 > 4'")

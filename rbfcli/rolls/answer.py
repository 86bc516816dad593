"""`roll` and `odds` lines that need only dice; all others are left to the language."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.budget import Budget
    from rbfcli.rolls.output import RollOutput


def answer_dice(argv: Sequence[str], output: RollOutput, budget: Budget | None = None) -> int | None:
    """Perform `roll ...` or `odds ...`; None if the line is for the language. Raises RbfError."""
    verb, *words = argv
    output.command = " ".join(argv)
    output.json = "--json" in words
    if verb == "roll":
        from rbfcli.rolls.roll import roll

        return roll(words, output, budget)
    from rbfcli.rolls.odds import odds

    return odds(words, output, budget)

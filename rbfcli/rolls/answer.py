"""`roll` and `odds` lines that need only dice; all others are left to the language."""

from __future__ import annotations

from rbfcli.kernel.errors import NotationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.budget import Budget
    from rbfcli.rolls.output import RollOutput


def answer_dice(argv: Sequence[str], output: RollOutput, budget: Budget | None = None) -> int | None:
    """Perform `roll ...` or `odds ...`; None if the line is for the language. Raises RbfError."""
    verb, *words = argv
    output.command = output.command or " ".join(argv)
    output.json = "--json" in words
    try:
        return _performed(verb, words, output, budget)
    except NotationError as wrong:
        from rbfcli.rolls.perhaps_meant import with_hint

        raise with_hint(wrong, verb, words) from None


def _performed(verb: str, words: Sequence[str], output: RollOutput, budget: Budget | None) -> int | None:
    if verb == "roll":
        from rbfcli.rolls.roll import roll

        return roll(words, output, budget)
    from rbfcli.rolls.odds import odds

    return odds(words, output, budget)

"""The line of a `roll` or of the `odds` of dice, told apart from what is for the language to read."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.rolls.output import RollOutput


def answer_dice(argv: Sequence[str], output: RollOutput) -> int | None:
    """Carry out `roll ...` or `odds ...`; None if the line is for the language to read. Raises RbfError."""
    verb, *words = argv
    output.command = " ".join(argv)
    output.json = "--json" in words
    if verb == "roll":
        from rbfcli.rolls.roll import roll

        return roll(words, output)
    from rbfcli.rolls.odds import odds

    return odds(words, output)

"""`roll` and `odds` of dice, answered without the engine: nothing is imported that these dice do not need."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.cli.output import Output


def answer(argv: Sequence[str], output: Output) -> int | None:
    """Carry out `roll ...` or `odds ...`; None if the line is for the language to read. Raises RbfError."""
    verb, *words = argv
    output.command = " ".join(argv)
    output.json = "--json" in words
    if verb == "roll":
        from rbfcli.cli.dice_roll import roll

        return roll(words, output)
    from rbfcli.cli.dice_odds import odds

    return odds(words, output)

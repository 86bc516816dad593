"""What matters most in a fight, in words: each change, and what it does to the chance of the first side."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rbfcli.render.cells import wrapped
from rbfcli.render.safe import safe
from rbfcli.render.simulation import percent
from rbfcli.render.style import Style
from rbfcli.render.tables import table

Facts = Mapping[str, Any]
FIRST = "what changes"


def matter_lines(facts: Facts, changes: Sequence[Facts], left_out: int, style: Style) -> list[str]:
    """The changes under one another, largest first; together those with which no fight had another winner."""
    side = next(iter(facts["sides"]))
    said = f"what matters most to {side}: each change played {facts['fights']:,} times, with the dice of those above"
    lines = list(wrapped(safe(said), style.width))
    rows = [_row(change["what"], change["sides"][side], side) for change in changes if change["others"]]
    lines += table([FIRST, f"{side} wins", "by"], rows, style)
    return [*lines, *_nothing([change["what"] for change in changes if not change["others"]], left_out, style)]


def change_in_words(each: Facts) -> tuple[str, str]:
    """The chance without and with a change, and the change with its interval: `-21.0 (-24.1 to -17.8)`."""
    by, low, high = (f"{100 * each[key]:+.1f}" for key in ("change", "low", "high"))
    return f"{percent(each['before'])} → {percent(each['chance'])}", f"{by} ({low} to {high})"


def _row(what: str, each: Facts, side: str) -> dict[str, str]:
    chance, by = change_in_words(each)
    return {FIRST: what, f"{side} wins": chance, "by": by}


def _nothing(changes: Sequence[str], left_out: int, style: Style) -> Iterator[str]:
    if changes:
        yield from wrapped(safe(f"no fight had another winner with {'; '.join(changes)}"), style.width)
    if left_out:
        yield from wrapped(f"{left_out:,} more changes were left out", style.width)

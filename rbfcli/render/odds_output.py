"""Odds as they are printed: as text, as numbers, as JSON."""

from __future__ import annotations

from rbfcli.kernel.odds.questions import against_each_other
from rbfcli.render import odds_text

TWO = 2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.kernel.odds.questions import Counted
    from rbfcli.render.shapes.dice import DiceOdds


def odds_as_text(
    several: Sequence[Counted], *, bound: int | None = None, cumulative: str = "exactly", plot_width: int = 0
) -> str:
    """The odds of one or several lines: against `bound`, as bars within `plot_width`, or as a table."""
    return "".join(f"{line}\n" for line in _text_lines(several, bound, cumulative, plot_width))


def odds_as_numbers(several: Sequence[Counted], bound: int | None = None) -> str:
    """One number per line: the chance to reach a bound or of a comparison, else the mean."""
    return "".join(f"{odds_text.fraction(each.answer(bound))}\n" for each in several)


def odds_as_json(several: Sequence[Counted], command: str, bound: int | None = None) -> str:
    """The JSON of a command that asked for odds."""
    from rbfcli.render.json_lines import json_line
    from rbfcli.render.odds_json import duel, facts

    known: DiceOdds = {
        "odds": [facts(each, bound) for each in several],
        "first": duel(*several) if len(several) == TWO else None,
    }
    return json_line(command, **known)


def _text_lines(several: Sequence[Counted], bound: int | None, cumulative: str, plot_width: int) -> Iterator[str]:
    for each in several:
        if bound is not None:
            yield from odds_text.held_against(each, bound)
            continue
        yield from odds_text.summary(each)
        if plot_width:
            from rbfcli.render.odds_plot import plot

            yield from plot(each, cumulative, plot_width)
    if bound is None and not plot_width:
        yield from odds_text.table(several, cumulative)
    match several:
        case [first, second]:
            yield from odds_text.duel(first, second, against_each_other(first, second))
        case _:
            pass

"""Rolls as they are printed: as text, as numbers, as JSON."""

from __future__ import annotations

from rbfcli.kernel.notation.canonical import line_text
from rbfcli.kernel.notation.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.kernel.notation.judged import Judged
    from rbfcli.kernel.notation.rolled_tree import RolledDie
    from rbfcli.render.shapes.dice import Roll, Thrown, ThrownDie


@record
class RollFormat:
    """How to print rolls: `form` is words, bare or json; `codes` are terminal codes, `explain` adds every die."""

    form: str = "words"
    codes: bool = False
    explain: bool = False
    label: str = ""


def format_rolls(rolls: Sequence[Judged], format_: RollFormat, command: str, seed: str) -> str:
    """All rolls of one command, with line ends; `command` and `seed` go into the JSON."""
    match format_.form:
        case "json":
            return _json_of(rolls, format_, command, seed)
        case "bare":
            return "".join(f"{each.outcome or each.rolled.total}\n" for each in rolls)
        case _:
            return "".join(f"{line}\n" for each in rolls for line in _lines_of(each, format_))


def _lines_of(judged: Judged, format_: RollFormat) -> Iterator[str]:
    from rbfcli.render.roll_text import RollText

    yield RollText(codes=format_.codes).roll(judged, format_.label or judged.rolled.line.comment)
    if format_.explain:
        from rbfcli.render.die_history import history

        yield from history(judged.rolled)


def _json_of(rolls: Sequence[Judged], format_: RollFormat, command: str, seed: str) -> str:
    from rbfcli.render.json_lines import json_line

    outcome = rolls[-1].outcome if len(rolls) == 1 else ""
    facts: Roll = {"seed": seed, "outcome": outcome, "events": [_event_of(each, format_.label) for each in rolls]}
    return json_line(command, **facts)


def _event_of(judged: Judged, label: str) -> Thrown:
    """A roll as the event `rolled`, with all keys of a fight's, and the history of every die in draw order."""
    rolled = judged.rolled
    return {
        "event": "rolled",
        "rule": "",
        "who": "",
        "target": "",
        "label": label or rolled.line.comment,
        "expression": line_text(rolled.line),
        "dice": [_die(die) for die in rolled.dice],
        "edge_dice": [],
        "modifiers": [],
        "edges": [],
        "total": rolled.total,
        "exact": str(rolled.exact),
        "against": judged.against,
        "margin": judged.margin,
        "outcome": judged.outcome,
        "under": judged.under,
        "counting": 0,
        "hidden": False,
    }


def _die(die: RolledDie) -> ThrownDie:
    return {
        "sides": die.sides,
        "low": die.low,
        "face": die.face,
        "value": die.value,
        "kept": die.kept,
        "given": die.given,
        "why": [{"what": what, "by": modifier} for what, modifier in die.why],
    }

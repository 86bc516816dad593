"""A simulation as an SVG chart: chances to win with their intervals, rounds, and what changes do to the first side."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from rbfcli.render.safe import safe
from rbfcli.render.what_matters import change_in_words

WIDTH, ROW, BAR, LABEL, TEXT = 480, 30, 16, 150, 13
HEAD = f'font-family="sans-serif" font-size="{TEXT}"'
COLOURS = ("#33608c", "#b5483a", "#5b8c3a", "#8a5ba6")


def chart(found: Mapping[str, Mapping[str, Any]], changes: Sequence[Mapping[str, Any]] = ()) -> str:
    """One chart of all that was simulated, a group each, and below it the changes with which others won."""
    lines, top = list[str](), 10
    for label, facts in found.items():
        fights = f"{facts['fights']:,} fight{'s' * (facts['fights'] != 1)}"
        lines.append(_text(0, top + TEXT, f"{label}: {fights}, seed {facts['seed']}"))
        top += ROW
        for number, (side, each) in enumerate(facts["sides"].items()):
            lines += _side(top, side, each, COLOURS[number % len(COLOURS)])
            top += ROW
        lines.append(_text(0, top + TEXT, "rounds"))
        top += ROW
        counts = {rounds: count / facts["fights"] for rounds, count in facts["rounds"]["counts"].items()}
        for rounds, share in counts.items():
            lines += _bar(top, rounds, share, max(counts.values()))
            top += ROW - 8
        top += ROW
    for change in changes:
        if change["others"]:
            lines += _change(top, change["what"], next(iter(change["sides"].values())))
            top += 2 * ROW - 8
    size = f'viewBox="0 0 {WIDTH + 20} {top}" width="{WIDTH + 20}" height="{top}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {HEAD}>'
    return "\n".join([opening, '<rect width="100%" height="100%" fill="#ffffff"/>', *lines, "</svg>", ""])


def _side(top: int, side: str, each: Mapping[str, Any], colour: str) -> Iterator[str]:
    room = WIDTH - LABEL - 60
    middle = top + BAR / 2
    low, high = (round(LABEL + room * each[key], 1) for key in ("low", "high"))
    yield _text(0, top + TEXT, side)
    yield f'<rect x="{LABEL}" y="{top}" width="{round(room * each["chance"], 1)}" height="{BAR}" fill="{colour}"/>'
    yield f'<path d="M{low} {middle}H{high}" stroke="#000000" stroke-width="2"/>'
    yield _text(WIDTH - 52, top + TEXT, f"{100 * each['chance']:.1f} %")


def _bar(top: int, rounds: str, share: float, most: float) -> Iterator[str]:
    room = WIDTH - LABEL - 60
    yield _text(LABEL - 30, top + TEXT, rounds)
    yield f'<rect x="{LABEL}" y="{top}" width="{round(room * share / most, 1)}" height="{BAR - 2}" fill="#8c8c8c"/>'
    yield _text(WIDTH - 52, top + TEXT, f"{100 * share:.1f} %")


def _change(top: int, what: str, each: Mapping[str, Any]) -> Iterator[str]:
    """What is changed and what it does in words, and below it a bar from the chance before to that behind."""
    room = WIDTH - LABEL - 60
    before, behind = (round(LABEL + room * each[key], 1) for key in ("before", "chance"))
    colour = COLOURS[0] if behind > before else COLOURS[1]
    middle = top + ROW - 8 + BAR / 2
    yield _text(0, top + TEXT, f"{what}: {' ('.join(change_in_words(each))})")
    yield f'<path d="M{LABEL} {middle}H{LABEL + room}" stroke="#c0c0c0"/>'
    left, wide = min(before, behind), round(abs(behind - before), 1)
    yield f'<rect x="{left}" y="{top + ROW - 8}" width="{wide}" height="{BAR - 2}" fill="{colour}"/>'


def _text(left: int, top: int, text: str) -> str:
    return f'<text x="{left}" y="{top}">{escape(safe(text))}</text>'

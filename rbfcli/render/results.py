"""The order in which lines are told: outcome, rolls, damage, changes, and last of all what is pending."""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

INDENT = "  "


class Part(IntEnum):
    """The parts of a result, in their order; a heading stands by itself."""

    HEADING, OUTCOME, ROLL, DAMAGE, CHANGE, PENDING = range(6)


class Line(NamedTuple):
    """A line of a result, whom it is about, and whether it may be the price of an outcome that follows it."""

    part: Part
    text: str
    people: tuple[str, ...] = ()
    price: bool = True

    def belongs_to(self, others: Iterable["Line"]) -> bool:
        """Whether it is about somebody that another is about as well, or about nobody."""
        here = {*filter(None, self.people)}
        return not here or any(here & {*each.people} for each in others)


def in_order(lines: Iterable[Line]) -> list[list[Line]]:
    """Lines in stretches, each in the order of its parts; what is pending is a stretch of its own, the last.

    A stretch is about the same people: a result, or what it does to one more. What comes before an outcome and is about
    the same people belongs to it: the price of a deed, paid first.
    """
    stretches: list[list[Line]] = [[]]
    waiting: list[Line] = []
    for line in lines:
        if line.part is Part.PENDING:
            waiting.append(line)
            continue
        if stretches[-1] and _begins(line, stretches[-1]):
            stretches.append([])
        stretches[-1].append(line)
    return [sorted(each, key=lambda line: line.part) for each in (*stretches, waiting) if each]


def _begins(line: Line, so_far: list[Line]) -> bool:
    if Part.HEADING in (line.part, so_far[0].part):
        return True
    if line.part is Part.OUTCOME and not all(_is_price(each, line) for each in so_far):
        return True
    return not line.belongs_to(so_far)


def _is_price(line: Line, outcome: Line) -> bool:
    """Whether a line that comes before an outcome is told after it: no change before what somebody rolls alone.

    Nor does anybody pay with a condition: it came of what was before.
    """
    alone = len([*filter(None, outcome.people)]) == 1
    return line.price and line.part is not Part.OUTCOME and not (alone and line.part is Part.CHANGE)


def indented(lines: Iterable[Line]) -> Iterator[tuple[Part, str, str]]:
    """Each line in its place, with its part and how it is indented: below its outcome, what belongs to a result is."""
    below = ""
    for stretch in in_order(lines):
        first = stretch[0].part
        below = INDENT if first is Part.OUTCOME else "" if first in (Part.HEADING, Part.PENDING) else below
        for line in stretch:
            yield line.part, "" if line.part is Part.OUTCOME else below, line.text


def arranged(lines: Iterable[Line]) -> list[str]:
    """The lines as they are printed."""
    return [f"{indent}{text}" for _, indent, text in indented(lines)]

"""Rolls as lines: by themselves, within a result, or behind what concludes them."""

from collections.abc import Iterator, Mapping, Sequence

from rbfcli.kernel.events import AnyEvent, Happened, Rolled
from rbfcli.kernel.rules import OutcomeRole
from rbfcli.kernel.words import CHANGE, CONCLUSION, DAMAGE, OUTCOME, PENDING, ROLL, SOURCE
from rbfcli.render.results import Line, Part
from rbfcli.render.roll_sentences import (
    dice_text,
    headline,
    headline_words,
    is_silent,
    numbers,
    opposed_numbers,
    sum_text,
)
from rbfcli.render.safe import safe
from rbfcli.render.sentences import Names, capital
from rbfcli.render.style import Style

PARTS = {
    OUTCOME: Part.OUTCOME,
    CONCLUSION: Part.OUTCOME,
    ROLL: Part.ROLL,
    DAMAGE: Part.DAMAGE,
    CHANGE: Part.CHANGE,
    PENDING: Part.PENDING,
}


def marked(line: str, event: AnyEvent, style: Style) -> str:
    """A line with the rule of its event, to explain it."""
    return f"{line}  {style.paint(f'({event.rule})', 'quiet')}" if line and style.explain and event.rule else line


def part_named(told_as: str, style: Style) -> Part | None:
    """The part of a result that a system's words put something into; None for a source that nobody asked for."""
    if told_as == SOURCE:
        return Part.ROLL if style.explain else None
    return PARTS[told_as]


class RollLines:
    """The rolls of one command as lines; a roll that nothing judges belongs to the result of whoever rolled before."""

    def __init__(
        self, words: Mapping[str, str], outcomes: Mapping[str, OutcomeRole], name: Names, style: Style
    ) -> None:
        self._words = words
        self._outcomes = outcomes
        self._name = name
        self._style = style
        self._rolled_by = ""

    def alone(self, rolled: Rolled) -> Iterator[Line]:
        """A roll that nothing follows which decides it: its own outcome, or its part in a result."""
        part = self._part_of(rolled)
        self._rolled_by = rolled.who
        if part is None or is_silent(rolled, self._words):
            return
        people, title = (rolled.who, rolled.target), self._words.get(f"roll.{rolled.label}", "")
        by_label = part is Part.ROLL and not title
        said = capital(safe(rolled.label)) if by_label else headline(rolled, self._name, self._words)
        if rolled.hidden:
            yield Line(Part.CHANGE if part is Part.ROLL else part, f"{said}: rolled in secret", people)
        elif self._style.explain and part is not Part.OUTCOME:
            yield Line(part, marked(f"{said}: {sum_text(rolled, self._style)}", rolled, self._style), people)
        elif "{total}" in (headline_words(rolled, self._words) or title):
            yield from self._with_dice(part, said, rolled)
        else:
            yield from self._with_dice(part, f"{said}: {self._numbers(rolled)}", rolled)

    def concluded(self, rolled: Sequence[Rolled], said: str, event: Happened) -> Iterator[Line]:
        """A roll, or two against each other, by the words for what came of them."""
        first, *others = rolled
        self._rolled_by = first.who
        if not others:
            yield from self._with_dice(Part.OUTCOME, f"{said}: {self._numbers(first)}", first)
            return
        people = event.who, event.target
        told = f"{said}: {opposed_numbers(first, others[0])}"
        yield Line(Part.OUTCOME, marked(told, event, self._style), people)
        if self._style.explain:
            sums = ((each, f"{safe(each.label)} {sum_text(each, self._style)}") for each in rolled)
            yield from (Line(Part.ROLL, marked(text, each, self._style), people) for each, text in sums)
        else:
            yield Line(Part.ROLL, ", ".join(map(self._opposed, rolled)), people)

    def _part_of(self, rolled: Rolled) -> Part | None:
        """Where a roll is told: a result of its own, unless it is said otherwise, or nothing judges it within one."""
        told_as = self._words.get(f"part.roll.{rolled.label}")
        if told_as:
            return part_named(told_as, self._style)
        within = not rolled.outcome and rolled.who == self._rolled_by and f"roll.{rolled.label}" not in self._words
        return Part.ROLL if within else Part.OUTCOME

    def _with_dice(self, part: Part, told: str, rolled: Rolled) -> Iterator[Line]:
        """A line with its dice behind it; to explain it, the whole sum below."""
        people = rolled.who, rolled.target
        if self._style.explain:
            yield Line(part, marked(told, rolled, self._style), people)
            yield Line(Part.ROLL, sum_text(rolled, self._style), people)
        else:
            yield Line(part, told + self._quietly(dice_text(rolled)), people)

    def _numbers(self, rolled: Rolled) -> str:
        return self._style.paint(numbers(rolled, self._words), self._outcomes.get(rolled.outcome, ""))

    def _quietly(self, text: str) -> str:
        return f"  {self._style.paint(text, 'quiet')}" if text else ""

    def _opposed(self, rolled: Rolled) -> str:
        told = numbers(rolled, {}) if rolled.under else str(rolled.total)
        outcome = f" ({rolled.outcome})" if rolled.outcome else ""
        return f"{safe(rolled.label)} {told}{outcome}{self._quietly(dice_text(rolled))}"

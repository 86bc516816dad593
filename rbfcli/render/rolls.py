"""Rolls in words: outcome sentences and result lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum

from msgspec import Struct

from rbfcli.core.text import safe
from rbfcli.model.display import CONCLUSION, SOURCE
from rbfcli.model.events import AnyEvent, CustomEvent, Die, Modifier, Rolled
from rbfcli.model.rules import OutcomeRole
from rbfcli.render.sentences import Names, Style, capital, sentence

INDENT = "  "


class Part(IntEnum):
    """The parts of a result, in printing order. A heading belongs to no result."""

    HEADING, OUTCOME, ROLL, DAMAGE, CHANGE, PENDING = range(6)


class ResultLine(Struct, frozen=True):
    """A line of a result, with the combatants it is about; a `price` can be the cost of the outcome after it."""

    part: Part
    text: str
    people: tuple[str, ...] = ()
    price: bool = True


def in_order(lines: Iterable[ResultLine]) -> list[list[ResultLine]]:
    """Return lines in groups, each sorted by part; pending lines form the last group.

    A group is about the same combatants: a result, or its effect on one more combatant. A line before an outcome
    about the same combatants belongs to it: the cost of an action, paid first.
    """
    stretches: list[list[ResultLine]] = [[]]
    waiting: list[ResultLine] = []
    for line in lines:
        if line.part is Part.PENDING:
            waiting.append(line)
            continue
        if stretches[-1] and _begins(line, stretches[-1]):
            stretches.append([])
        stretches[-1].append(line)
    return [sorted(each, key=lambda line: line.part) for each in (*stretches, waiting) if each]


def _begins(line: ResultLine, so_far: list[ResultLine]) -> bool:
    if Part.HEADING in (line.part, so_far[0].part):
        return True
    if line.part is Part.OUTCOME and not all(_is_price(each, line) for each in so_far):
        return True
    here = {*filter(None, line.people)}
    return bool(here) and all(here.isdisjoint(each.people) for each in so_far)


def _is_price(line: ResultLine, outcome: ResultLine) -> bool:
    """Return whether a line before an outcome is printed after it, as its cost.

    A change that concerns the roller alone is not. An outcome about no combatant, such as smoke that clears, has no
    cost.
    """
    people = len([*filter(None, outcome.people)])
    return (
        bool(people) and line.price and line.part is not Part.OUTCOME and not (people == 1 and line.part is Part.CHANGE)
    )


def indented(lines: Iterable[ResultLine]) -> Iterator[tuple[Part, str, str]]:
    """Yield each line in printing order, with its part and indent. Lines of a result are indented below its outcome."""
    below = ""
    for stretch in in_order(lines):
        first = stretch[0].part
        below = INDENT if first is Part.OUTCOME else "" if first in (Part.HEADING, Part.PENDING) else below
        for line in stretch:
            yield line.part, "" if line.part is Part.OUTCOME else below, line.text


def sort_result_lines(lines: Iterable[ResultLine]) -> list[str]:
    """Return the lines in printing order, with their indents."""
    return [f"{indent}{text}" for _, indent, text in indented(lines)]


def headline(rolled: Rolled, names: Names, words: Mapping[str, str]) -> str:
    """Return an outcome such as `Ada hits the thug`, or what the roll is for if it has no outcome."""
    template = headline_words(rolled, words)
    label = safe(rolled.label.removeprefix("the "))
    facts = {**names.people(rolled.who, rolled.target), "label": label, "total": str(rolled.total)}
    if template:
        return sentence(template, facts)
    title = words.get(f"roll.{rolled.label}", "")
    if not (title and _fits(title, rolled)):
        title = "{who}, {label}" if rolled.who else "{label}"
    said = sentence(title, facts)
    return f"{said}: {rolled.outcome}" if rolled.outcome else said


def headline_words(rolled: Rolled, words: Mapping[str, str]) -> str:
    """Return a system's template for a roll's outcome, or an empty string if none fits."""
    if not rolled.outcome:
        return ""
    found = (words.get(f"roll.{each}.{rolled.outcome}", "") for each in (rolled.label, "*"))
    return next((each for each in found if each and _fits(each, rolled)), "")


def is_silent(rolled: Rolled, words: Mapping[str, str]) -> bool:
    """Return whether a system hides a roll, with words for it that are empty."""
    told = (words.get(f"roll.{rolled.label}{each}") for each in (f".{rolled.outcome}", ""))
    return next((not each for each in told if each is not None), False)


def _fits(template: str, rolled: Rolled) -> bool:
    """Return whether a roll has the combatants that a template names."""
    return bool(rolled.who or "{who" not in template) and bool(rolled.target or "{target" not in template)


def numbers(rolled: Rolled, words: Mapping[str, str]) -> str:
    """Return `13 vs TN 12 (+1)`, `71, needs 70 or less`, or a total with its band."""
    total = f"{rolled.total} success{'' if rolled.total == 1 else 'es'}" if rolled.counting else str(rolled.total)
    if rolled.against is None:
        band = words.get(f"band.{rolled.outcome}", "")
        return f"{total} ({band})" if band else total
    if rolled.under:
        return f"{total}, needs {rolled.against} or less"
    called = words.get(f"against.{rolled.label}", words.get("against", ""))
    return f"{total} vs {f'{called} ' if called else ''}{rolled.against} ({rolled.margin or 0:+d})"


def dice_text(rolled: Rolled) -> str:
    """Return dice, modifiers and advantage; only advantage if under a score, or if one die equals the total."""
    plain = rolled.under or (len(rolled.dice) == 1 and rolled.total == rolled.dice[0].face and not rolled.edge_dice)
    net = _net(rolled)
    if plain:
        return net.removeprefix(", ")
    if rolled.expression and not rolled.dice:
        return safe(rolled.expression)
    given = [die.given for die in (*rolled.dice, *rolled.edge_dice)]
    mixed = "" if all(given) else _by_hand(given).removesuffix(",")
    added = sum(each.value for each in rolled.modifiers)
    plus = f" {added:+d}" if added else ""
    return f"{faces_text(rolled.dice)}{_edge_dice(rolled)}{_expression(rolled)}{plus}{mixed}{net}"


def sum_text(rolled: Rolled, style: Style) -> str:
    """Return the whole sum for an explanation, with the source of every modifier and advantage."""
    given = _by_hand([die.given for die in (*rolled.dice, *rolled.edge_dice)])
    added = modifiers_text(rolled.modifiers, style)
    dice = faces_text(rolled.dice) + _edge_dice(rolled)
    if rolled.counting:
        return f"{dice}{given}, each {rolled.counting} or more,{added} = {rolled.total}{_reasons(rolled, style)}"
    if rolled.under:
        return f"{dice}{given} under {_score(rolled, added)}{_reasons(rolled, style)}"
    return f"{dice}{given}{_expression(rolled)}{added} = {rolled.total}{_reasons(rolled, style)}"


def opposed_numbers(first: Rolled, second: Rolled) -> str:
    """Return two opposed rolls, the better one first: `16 vs 14`, `pass by 35 vs a fail`."""
    better, worse = sorted((first, second), key=_worth, reverse=True)
    if _failed(better):
        return "both fail"
    if not better.under:
        return f"{_worth(better)} vs {_worth(worse)}{'' if _worth(better) > _worth(worse) else ' (tie)'}"
    return f"pass by {_worth(better)} vs {'a fail' if _failed(worse) else f'pass by {_worth(worse)}'}"


def _worth(rolled: Rolled) -> int:
    return (rolled.margin or 0) if rolled.under else rolled.total


def _failed(rolled: Rolled) -> bool:
    return rolled.under and _worth(rolled) < 0


def _by_hand(given: Sequence[bool]) -> str:
    count = sum(given)
    if not count or count == len(given):
        return " by hand" if count else ""
    return f", the first {count} by hand," if count > 1 else ", the first by hand,"


def _score(rolled: Rolled, added: str) -> str:
    plain = (rolled.against or 0) - sum(each.value for each in rolled.modifiers)
    return f"{plain}{added} = {rolled.against}" if added else str(plain)


def faces_text(dice: Iterable[Die]) -> str:
    """Return faces in roll order, with dropped dice in parentheses."""
    return "[" + " ".join(str(die.face) if die.kept else f"({die.face})" for die in dice) + "]"


def _edge_dice(rolled: Rolled) -> str:
    sign = "+" if sum(each.value for each in rolled.edges) > 0 else "-"
    return f" {sign}{faces_text(rolled.edge_dice)}" if rolled.edge_dice else ""


def modifiers_text(modifiers: Iterable[Modifier], style: Style) -> str:
    """Return each modifier with its sign and reason; with `explain`, also with its rule."""
    return "".join(
        f" {each.value:+d} {safe(each.why)}" + (f" ({each.rule})" if style.explain and each.rule else "")
        for each in modifiers
    )


def _expression(rolled: Rolled) -> str:
    return f" of {safe(rolled.expression)}" if rolled.expression else ""


def _net(rolled: Rolled) -> str:
    """Return `, advantage 1`, or `, 1 die more` for a pool; empty if there was neither."""
    edges = rolled.edges
    net = sum(each.value for each in edges)
    if rolled.counting:
        return f", {abs(net)} {'die' if abs(net) == 1 else 'dice'} {'more' if net > 0 else 'fewer'}" if net else ""
    if not net:
        return ", advantage and disadvantage cancel" if edges else ""
    return f", {'advantage' if net > 0 else 'disadvantage'} {abs(net)}"


def _reasons(rolled: Rolled, style: Style) -> str:
    """Return the sources of advantage and disadvantage; with `explain`, each with its rule."""
    reasons = ", ".join(
        f"{safe(each.why)} {each.value:+d}" + (f" ({each.rule})" if style.explain and each.rule else "")
        for each in rolled.edges
    )
    return f"{_net(rolled)}: {reasons}" if rolled.edges else ""


def marked(line: str, event: AnyEvent, style: Style) -> str:
    """Return a line, followed by its event's rule if the style explains."""
    return f"{line}  {style.paint(f'({event.rule})', 'quiet')}" if line and style.explain and event.rule else line


def part_named(told_as: str, style: Style) -> Part | None:
    """Return the result part that a system's words choose, or None for a source that is not shown."""
    if told_as == SOURCE:
        return Part.ROLL if style.explain else None
    return Part.OUTCOME if told_as == CONCLUSION else Part[told_as.upper()]


class RollLines:
    """A formatter of the rolls of one command. A roll without an outcome belongs to its roller's previous result."""

    def __init__(
        self, words: Mapping[str, str], outcomes: Mapping[str, OutcomeRole], name: Names, style: Style
    ) -> None:
        self._words = words
        self._outcomes = outcomes
        self._name = name
        self._style = style
        self._rolled_by = ""

    def alone(self, rolled: Rolled) -> Iterator[ResultLine]:
        """Yield the lines of a roll that no later event concludes: its own outcome, or its part of a result."""
        part = self._part_of(rolled)
        self._rolled_by = rolled.who
        if part is None or is_silent(rolled, self._words):
            return
        people, title = (rolled.who, rolled.target), self._words.get(f"roll.{rolled.label}", "")
        by_label = part is Part.ROLL and not title
        said = capital(safe(rolled.label)) if by_label else headline(rolled, self._name, self._words)
        if rolled.hidden:
            yield ResultLine(Part.CHANGE if part is Part.ROLL else part, f"{said}: rolled in secret", people)
        elif self._style.explain and part is not Part.OUTCOME:
            yield ResultLine(part, marked(f"{said}: {sum_text(rolled, self._style)}", rolled, self._style), people)
        elif "{total}" in (headline_words(rolled, self._words) or title):
            yield from self._with_dice(part, said, rolled)
        else:
            yield from self._with_dice(part, f"{said}: {self._numbers(rolled)}", rolled)

    def concluded(self, rolled: Sequence[Rolled], said: str, event: CustomEvent) -> Iterator[ResultLine]:
        """Yield the lines of a roll, or of two opposed rolls, with the sentence that concludes them."""
        first, *others = rolled
        self._rolled_by = first.who
        if not others:
            yield from self._with_dice(Part.OUTCOME, f"{said}: {self._numbers(first)}", first)
            return
        people = event.who, event.target
        told = f"{said}: {opposed_numbers(first, others[0])}"
        yield ResultLine(Part.OUTCOME, marked(told, event, self._style), people)
        if self._style.explain:
            sums = ((each, f"{safe(each.label)} {sum_text(each, self._style)}") for each in rolled)
            yield from (ResultLine(Part.ROLL, marked(text, each, self._style), people) for each, text in sums)
        else:
            yield ResultLine(Part.ROLL, ", ".join(map(self._opposed, rolled)), people)

    def _part_of(self, rolled: Rolled) -> Part | None:
        """Return the result part of a roll, or None if it is not shown.

        A roll is a result of its own unless the system's words choose a part, or it has no outcome and follows a
        roll by the same combatant.
        """
        told_as = self._words.get(f"part.roll.{rolled.label}")
        if told_as:
            return part_named(told_as, self._style)
        within = not rolled.outcome and rolled.who == self._rolled_by and f"roll.{rolled.label}" not in self._words
        return Part.ROLL if within else Part.OUTCOME

    def _with_dice(self, part: Part, told: str, rolled: Rolled) -> Iterator[ResultLine]:
        """Yield a line with its dice; with `explain`, the whole sum goes below it."""
        people = rolled.who, rolled.target
        if self._style.explain:
            yield ResultLine(part, marked(told, rolled, self._style), people)
            yield ResultLine(Part.ROLL, sum_text(rolled, self._style), people)
        else:
            yield ResultLine(part, told + self._quietly(dice_text(rolled)), people)

    def _numbers(self, rolled: Rolled) -> str:
        return self._style.paint(numbers(rolled, self._words), self._outcomes.get(rolled.outcome, ""))

    def _quietly(self, text: str) -> str:
        return f"  {self._style.paint(text, 'quiet')}" if text else ""

    def _opposed(self, rolled: Rolled) -> str:
        told = numbers(rolled, {}) if rolled.under else str(rolled.total)
        outcome = f" ({rolled.outcome})" if rolled.outcome else ""
        return f"{safe(rolled.label)} {told}{outcome}{self._quietly(dice_text(rolled))}"

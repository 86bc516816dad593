"""Rolls of dice expressions: from text and dice to a result, held against targets, and saved by name."""

from __future__ import annotations

from functools import lru_cache

from rbfcli.core.errors import NotationError, UsageError
from rbfcli.core.text import is_digits
from rbfcli.dice.ast import Binary, Drop, Keep, Labelled, MinMax, Modified, Negative, Number, Pool, RollLine, record
from rbfcli.dice.lexer import DIGITS, LETTERS
from rbfcli.dice.parser import parse
from rbfcli.dice.roller import lay_out, replayed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from rbfcli.dice.arithmetic import Exact
    from rbfcli.dice.ast import Node
    from rbfcli.dice.roller import RolledDie, RolledPart, Source

    Table: TypeAlias = tuple[RolledPart, RolledPart | None, tuple[RolledDie, ...]]

    Term: TypeAlias = tuple[int, int, int, int, slice | None]

    Verdict: TypeAlias = Callable[[int, int, tuple[int, ...]], str]


class RollResult:
    """A line once rolled.

    `total` is the exact value cut toward zero. The dice are kept as their natural `faces` in draw order, the first
    `given_count` of them given by hand; that is enough to lay the whole table out again.
    """

    __slots__ = ("_table", "faces", "given_count", "line", "total")

    def __init__(
        self, line: RollLine, total: int, faces: Sequence[int], given_count: int, table: Table | None = None
    ) -> None:
        self.line = line
        self.total = total
        self.faces = faces
        self.given_count = given_count
        self._table = table

    @property
    def part(self) -> RolledPart:
        """The rolled tree of the expression."""
        return self._laid_out()[0]

    @property
    def dice(self) -> tuple[RolledDie, ...]:
        """Every die thrown, in draw order: sides, face, value, kept, given and why."""
        return self._laid_out()[2]

    @property
    def exact(self) -> Exact:
        """The value before it is cut."""
        return self.part.value

    @property
    def against(self) -> int | None:
        """What the total is held against (`vs`), if anything."""
        held = self._laid_out()[1]
        return None if held is None else int(held.value)

    @property
    def margin(self) -> int | None:
        """Total less what it is held against."""
        against = self.against
        return None if against is None else self.total - against

    def _laid_out(self) -> Table:
        if self._table is None:
            self._table = lay_out(self.line, replayed(self.faces, self.given_count))
        return self._table


if TYPE_CHECKING:
    Plan: TypeAlias = Callable[[Source], RollResult]


_MOST_PLANS = 512


def roll(text: str, dice: Source) -> RollResult:
    """Roll a line once; raises NotationError, LimitReached, or UsageError for a repeat and for what dice decide."""
    return _planned(text)(dice)


@lru_cache(maxsize=_MOST_PLANS)
def sides_of_sum(text: str) -> tuple[int, ...] | None:
    """The sides of each die of a line, where nothing matters of each pool but the sum of its faces; else None."""
    line = parse(text)
    terms = _terms(line.expression, 1) if line.against is None else None
    if terms is None or any(kept is not None or low < 0 for _, _, low, _, kept in terms):
        return None
    return tuple([sides for sides, count, _, _, _ in terms if sides for _ in range(count)])


def roll_line(line: RollLine, dice: Source) -> list[RollResult]:
    """Roll a line as often as it says."""
    plan = plan_of(line)
    return [plan(dice) for _ in range(line.times or 1)]


def plan_of(line: RollLine) -> Plan:
    """The quickest way to roll a line once."""
    terms = _terms(line.expression, 1) if line.against is None else None
    if terms is None:
        return lambda dice: _lay_out(line, dice)
    constant = sum(count * worth for sides, count, _, worth, _ in terms if sides == 0)
    return _pools(line, [term for term in terms if term[0]], constant)


@lru_cache(maxsize=_MOST_PLANS)
def _planned(text: str) -> Plan:
    line = parse(text)
    if line.times is not None:
        raise UsageError("one roll is wanted here, not a repeat")
    return plan_of(line)


def _lay_out(line: RollLine, dice: Source) -> RollResult:
    given_left = dice.given_left
    table = lay_out(line, dice)
    return RollResult(line, int(table[0].value), [die.face for die in table[2]], given_left, table)


def _pools(line: RollLine, terms: list[Term], constant: int) -> Plan:
    def plan(dice: Source) -> RollResult:
        given_left = dice.given_left
        total = constant
        faces: list[int] = []
        for sides, count, low, worth, kept in terms:
            thrown = dice.pool(sides, count, low)
            total += sum(sorted(thrown)[kept] if kept else thrown) * worth
            faces += thrown
        return RollResult(line, total, faces, given_left)

    return plan


def _terms(node: Node, worth: int) -> list[Term] | None:
    """(sides, count, low, worth, kept of the sorted faces) of each term of a sum; whole numbers have no sides.

    None if there is anything but pools, at most under one keep or drop by rank, and whole numbers.
    """
    match node:
        case Number(digits, 0):
            return [(0, digits, 0, worth, None)]
        case Pool(Number(count), Number(sides), fudge):
            return [(sides, count, -1 if fudge else 1, worth, None)]
        case Modified(Pool(Number(count), Number(sides), fudge), ((Keep() | Drop()) as modifier,)):
            kept = _kept(modifier, count)
            return None if kept is None else [(sides, count, -1 if fudge else 1, worth, kept)]
        case Labelled(part):
            return _terms(part, worth)
        case Negative(part):
            return _terms(part, -worth)
        case Binary("+" | "-" as operator, left, right):
            first = _terms(left, worth)
            second = _terms(right, worth if operator == "+" else -worth)
            return None if first is None or second is None else first + second
        case _:
            return None


def _kept(modifier: Keep | Drop, count: int) -> slice | None:
    """Which of the sorted faces one selection by rank keeps."""
    match modifier:
        case Keep((MinMax(highest, number),)):
            number = min(number, count)
        case Drop((MinMax(lowest, number),)):
            highest, number = not lowest, max(count - number, 0)
        case _:
            return None
    return slice(count - number, count) if highest else slice(0, number)


@record
class Target:
    """A number to reach, or to stay under; `verdict(total, number, natural faces kept)` names the outcome."""

    number: int | None = None
    verdict: Verdict | None = None
    under: bool = False


@record
class CheckResult:
    """A roll and how it stands against its target, if it has one."""

    rolled: RollResult
    against: int | None
    margin: int | None
    outcome: str
    under: bool = False


def judged(line: RollLine, dice: Source, target: Target) -> Iterator[CheckResult]:
    """Roll a line as often as it says. Raises UsageError before a die is drawn where line and target disagree."""
    if line.against is not None and target.number is not None:
        raise UsageError("the expression has its own vs: leave out --vs")
    if line.against is None and target.number is None and target.verdict is not None:
        raise UsageError("an outcome needs a number to be held against", hint="--vs N, or EXPR vs N")
    plan = plan_of(line)
    for _ in range(line.times or 1):
        yield _judge(plan(dice), target)


def _judge(rolled: RollResult, target: Target) -> CheckResult:
    against = rolled.against if rolled.line.against is not None else target.number
    if against is None:
        return CheckResult(rolled, None, None, "")
    margin = against - rolled.total if target.under else rolled.total - against
    return CheckResult(rolled, against, margin, _outcome(rolled, against, target), target.under)


def _outcome(rolled: RollResult, against: int, target: Target) -> str:
    if target.verdict is None:
        return ""
    faces = tuple(die.face for die in rolled.dice if die.kept)
    if not faces:
        raise UsageError("an outcome needs a die that is kept")
    return target.verdict(rolled.total, against, faces)


_PARAMETER = LETTERS | DIGITS | {"_"}
_NAME = _PARAMETER | {"-"}


def is_name(word: str) -> bool:
    """Whether a word could name a saved roll."""
    return word[:1] in LETTERS and _NAME.issuperset(word)


def saved_lines(
    words: Sequence[str], saved_rolls: Callable[[], Mapping[str, str]], dialect: str, error: NotationError
) -> list[RollLine]:
    """The lines of saved rolls, each name followed by its parameters; notation may stand between them.

    `saved_rolls` is asked only if a word could be a name. Raises the error that the words met as notation where they
    hold no saved roll.
    """
    if not any(map(is_name, words)):
        raise error
    saved = saved_rolls()
    if saved.keys().isdisjoint(words):
        raise _unknown(words[0], saved, error)
    lines = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        text = word
        if word in saved:
            text = filled(word, saved[word], _given(rest))
        lines.append(parse(text, dialect))
    return lines


def _given(rest: list[str]) -> dict[str, str]:
    """Take the parameters, such as `str=3`, off the front of the words."""
    given = {}
    while rest and "=" in rest[0] and is_name(rest[0].partition("=")[0]):
        name, _, value = rest.pop(0).partition("=")
        given[name] = value
    return given


def _unknown(name: str, saved: Mapping[str, str], error: NotationError) -> UsageError:
    """The error as it was; for a name that is nothing else, one that says so."""
    if not is_name(name) or error.column:
        return error
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt name is compared

    near = tuple(get_close_matches(name, saved, 3))
    hint = f"did you mean {', '.join(near)}?" if near else "save one under [rolls] in config.toml, or write dice: 2d6+3"
    return UsageError(f"{name!a} is neither dice notation nor a saved roll", hint=hint, suggestions=near)


def parameters(text: str) -> list[str]:
    """The names of the parameters of an expression, in the order they first appear."""
    return list(dict.fromkeys(name for name, _ in _pieces(text) if name))


def filled(name: str, text: str, given: Mapping[str, str]) -> str:
    """The expression with values for its parameters; raises UsageError where they are not just the right ones."""
    wanted = parameters(text)
    missing = [each for each in wanted if each not in given]
    if missing:
        raise UsageError(
            f"{name} needs {', '.join(missing)}", hint=f"{name} {' '.join(f'{each}=3' for each in wanted)}"
        )
    unknown = [each for each in given if each not in wanted]
    if unknown:
        takes = f"takes only {', '.join(wanted)}" if wanted else "takes no parameters"
        raise UsageError(f"{name} does not know {unknown[0]}: it {takes}")
    return "".join((_value(given[each]) if each else "") + plain for each, plain in _pieces(text))


def _value(text: str) -> str:
    """A number as it is, anything else in parentheses so that it stays together."""
    return text if is_digits(text) else f"({text})"


def _pieces(text: str) -> list[tuple[str, str]]:
    """(parameter, the text after it up to the next); the first piece has no parameter."""
    first, *others = text.split("$")
    pieces = [("", first)]
    for other in others:
        end = next((at for at, letter in enumerate(other) if letter not in _PARAMETER), len(other))
        pieces.append((other[:end], other[end:]))
    return pieces

"""Rolls of dice expressions: from text and dice to a result, held against targets, and saved by name."""

from __future__ import annotations

from rbfcli.core.errors import NotationError, UsageError
from rbfcli.core.text import is_digits
from rbfcli.dice.ast import record
from rbfcli.dice.lexer import DIGITS, LETTERS
from rbfcli.dice.parser import parse
from rbfcli.dice.roller import DiceCup, roll_node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from rbfcli.dice.arithmetic import Exact
    from rbfcli.dice.ast import RollLine
    from rbfcli.dice.roller import RolledDie, RolledPart
    from rbfcli.dice.sources import Dice

    Verdict: TypeAlias = Callable[[int, int, tuple[int, ...]], str]


class RollResult:
    """A line once rolled.

    `part` is the rolled tree of its expression, `held` that of what the total is held against (`vs`), `dice` is every
    die in draw order, the first `given_count` of them given by hand. `total` is the exact value cut toward zero.
    """

    __slots__ = ("dice", "given_count", "held", "line", "part", "total")

    def __init__(self, line: RollLine, dice: Dice) -> None:
        self.line = line
        self.given_count = dice.given_left
        cup = DiceCup(dice)
        self.part: RolledPart = roll_node(line.expression, cup)
        self.held: RolledPart | None = None if line.against is None else roll_node(line.against, cup)
        self.dice: list[RolledDie] = cup.thrown
        self.total = int(self.part.value)

    @property
    def faces(self) -> list[int]:
        """The natural face of every die thrown, in draw order."""
        return [die.face for die in self.dice]

    @property
    def exact(self) -> Exact:
        """The value before it is cut."""
        return self.part.value

    @property
    def against(self) -> int | None:
        """What the total is held against (`vs`), if anything."""
        return None if self.held is None else int(self.held.value)

    @property
    def margin(self) -> int | None:
        """Total less what it is held against."""
        against = self.against
        return None if against is None else self.total - against


def roll(text: str, dice: Dice) -> RollResult:
    """Roll a line once; raises NotationError, LimitReached, or UsageError for a repeat and for what dice decide."""
    line = parse(text)
    if line.times is not None:
        raise UsageError("one roll is wanted here, not a repeat")
    return RollResult(line, dice)


def roll_line(line: RollLine, dice: Dice) -> list[RollResult]:
    """Roll a line as often as it says."""
    return [RollResult(line, dice) for _ in range(line.times or 1)]


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


def judged(line: RollLine, dice: Dice, target: Target) -> Iterator[CheckResult]:
    """Roll a line as often as it says. Raises UsageError before a die is drawn where line and target disagree."""
    if line.against is not None and target.number is not None:
        raise UsageError("the expression has its own vs: leave out --vs")
    if line.against is None and target.number is None and target.verdict is not None:
        raise UsageError("an outcome needs a number to be held against", hint="--vs N, or EXPR vs N")
    for _ in range(line.times or 1):
        yield _judge(RollResult(line, dice), target)


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
    from rbfcli.core.matching import did_you_mean, nearest  # noqa: PLC0415 - only a misspelt name is compared

    near = nearest(name, saved)
    hint = did_you_mean(near) or "save one under [rolls] in config.toml, or write dice: 2d6+3"
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

"""`roll` and `odds` lines that need only dice."""

from __future__ import annotations

import os

from rbfcli.commands.roll import Arguments, dialect, read_arguments, roll, saved_rolls
from rbfcli.core.errors import NotationError, UsageError
from rbfcli.core.limits import TARGET_NUMBER, Budget
from rbfcli.core.text import is_digits
from rbfcli.dice.parser import expressions
from rbfcli.dice.roll import is_name, saved_lines
from rbfcli.render.terminal import line_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.commands.reply import RollOutput
    from rbfcli.dice.ast import RollLine


def answer_dice(argv: Sequence[str], output: RollOutput, budget: Budget | None = None) -> int | None:
    """Perform `roll ...` or `odds ...`; None if the line is for the language. Raises RbfError."""
    verb, *words = argv
    output.command = output.command or " ".join(argv)
    output.json = "--json" in words
    try:
        return _performed(verb, words, output, budget)
    except NotationError as wrong:
        raise with_hint(wrong, verb, words) from None


def _performed(verb: str, words: Sequence[str], output: RollOutput, budget: Budget | None) -> int | None:
    if verb == "roll":
        return roll(words, output, budget)
    return odds(words, output, budget)


_FLAGS = frozenset({"--json", "--quiet", "--plain", "--plot", "--at-least", "--at-most"})
_VALUED = frozenset({"--vs", "--dialect", "--color"})


def odds(words: Sequence[str], output: RollOutput, budget: Budget | None = None) -> int | None:
    """Print the odds of one or several expressions; None if the words are not dice. Raises RbfError."""
    from rbfcli.dice.odds import OddsResult  # noqa: PLC0415 - a roll has no odds
    from rbfcli.render.odds import odds_as_json, odds_as_numbers, odds_as_text  # noqa: PLC0415 - a roll has no odds

    arguments = read_arguments(words, _FLAGS, _VALUED)
    lines = None if arguments is None else _lines(arguments)
    if arguments is None or not lines:
        return None
    bound = arguments.number("vs", -TARGET_NUMBER, TARGET_NUMBER)
    if bound is not None and any(line.against is not None for line in lines):
        raise UsageError("the expression has its own vs: leave out --vs")
    budget = budget or Budget()
    several = [OddsResult(line, budget) for line in lines]
    if "json" in arguments.flags:
        output.write(odds_as_json(several, output.command, bound))
    elif "quiet" in arguments.flags:
        output.write(odds_as_numbers(several, bound))
    else:
        width = _width(output) if "plot" in arguments.flags else 0
        told = odds_as_text(several, bound=bound, cumulative=_cumulative(arguments), plot_width=width)
        output.show(told, paged="plain" not in arguments.flags)
    return 0


def _lines(arguments: Arguments) -> list[RollLine] | None:
    """The lines that the words mean; None if they begin with a name that is not dice, such as a verb."""
    if not arguments.words:
        return None
    try:
        return expressions(arguments.words, dialect(arguments))
    except NotationError as error:
        if is_name(arguments.words[0]) and arguments.words[0] not in saved_rolls():
            return None
        return saved_lines(arguments.words, saved_rolls, dialect(arguments), error)


def _cumulative(arguments: Arguments) -> str:
    return next((way for way in ("at least", "at most") if way.replace(" ", "-") in arguments.flags), "exactly")


def _width(output: RollOutput) -> int:
    return line_width(os.environ, os.get_terminal_size(1).columns if output.is_terminal else None)


_HOW_IT_IS_PRINTED = ("--json", "--quiet", "-q", "--explain", "--plain", "--color", "auto", "always", "never")
SEED = "--seed"
_EDGES = ("adv", "dis", "keep")
_KEPT = "2d20kh1 keeps the higher of two dice, as an advantage does, and 2d20kl1 the lower"


def with_hint(wrong: NotationError, verb: str, words: Sequence[str]) -> NotationError:
    """The error of a line; where it has no hint, with the line or the notation that was perhaps meant."""
    if wrong.hint:
        return wrong
    parts = [part for word in words for part in word.split() if part not in _HOW_IT_IS_PRINTED]
    said = " ".join(parts)
    line = _with_an_option(verb, parts)
    if line:
        wrong.hint = f"did you mean `{line}`?"
        wrong.suggestions = (line,)
    elif any(each in said.casefold() for each in _EDGES):
        wrong.hint = _KEPT
    elif any(each in said for each in (";", "&")):
        wrong.hint = "a line holds one command"
    return wrong


def _with_an_option(verb: str, words: Sequence[str]) -> str:
    """The line whose last word is a target number, or faces rolled by hand; empty if it reads no better so."""
    at = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    notation, options = list(words[:at]), list(words[at:])
    if SEED in options:  # a script gives each roll one, which nobody typed
        del options[options.index(SEED) : options.index(SEED) + 2]
    if options[:1] == ["--dice"] and options[2:] and is_digits(options[2]):
        options = ["--dice", ",".join(options[1:3]), *options[3:]]
    elif notation and (given := _option(verb, notation.pop(), options)):
        options = [*given, *options]
    else:
        return ""
    return " ".join([verb, *notation, *options]) if _reads(notation) else ""


def _option(verb: str, word: str, options: Sequence[str]) -> tuple[str, ...]:
    """An option that takes the last word of dice notation for its value; none where there is none."""
    faces = word.split(",")
    if not all(map(is_digits, faces)):
        return ()
    if len(faces) == 1:
        return () if "--vs" in options else ("--vs", word)
    return ("--dice", word) if verb == "roll" and "--dice" not in options else ()


def _reads(words: Sequence[str]) -> bool:
    """Whether words are dice notation."""
    try:
        return bool(words) and bool(expressions(words, explain=False))
    except NotationError:
        return False

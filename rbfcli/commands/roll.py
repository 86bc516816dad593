"""`rbf roll` and `rbf odds` of dice: their options, their input, their output."""

from __future__ import annotations

import os
from functools import partial

from rbfcli.core.errors import (
    MEANT,
    Hint,
    NotationError,
    RbfError,
    at_most,
    conflict,
    invalid,
    listed,
    missing,
    misuse,
    must_be,
    succeeds,
    unknown,
)
from rbfcli.core.limits import DICE_LETTERS, TARGET_NUMBER, TIMES, Budget
from rbfcli.core.text import is_digits, read_number
from rbfcli.dice.parser import expressions, is_name
from rbfcli.dice.roll import Target, judged
from rbfcli.dice.sources import ManualDice, SeededDice, read_faces
from rbfcli.render.dice import RollFormat, format_rolls
from rbfcli.render.terminal import error_text, line_width, wants_colour, wants_plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Protocol

    from rbfcli.dice.ast import RollLine

    class RollOutput(Protocol):
        """An output; `command` is the line that was understood, `json` whether errors are JSON too."""

        command: str
        json: bool

        @property
        def environ(self) -> Mapping[str, str]:
            """Return the environment, for settings that no flag decides."""

        @property
        def is_terminal(self) -> bool:
            """Return whether results go to a terminal."""

        def write(self, text: str) -> None:
            """Print a result."""

        def show(self, text: str, *, paged: bool = True) -> None:
            """Print a result that may be longer than the screen."""

        def error(self, text: str) -> None:
            """Print what is not a result."""


def answer_dice(argv: Sequence[str], output: RollOutput, budget: Budget | None = None) -> int | None:
    """Perform `roll ...` or `odds ...`; return None if the line needs the full language. Raises RbfError."""
    verb, *words = argv
    output.command = output.command or " ".join(argv)
    output.json = "--json" in words
    try:
        return roll(words, output, budget) if verb == "roll" else odds(words, output, budget)
    except NotationError as wrong:
        raise with_hint(wrong, verb, words) from None


_SHORT = {"-d": "--dice", "-n": "--times", "-q": "--quiet"}
_OF_DICE = frozenset("0123456789.({d")


class Arguments:
    """The words, flags, and options with values of a command line."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.flags: set[str] = set()
        self.values: dict[str, str] = {}

    def number(self, option: str, least: int, most: int) -> int | None:
        """Return the whole number given for an option, or None. Raises UsageError."""
        text = self.values.get(option)
        if text is None:
            return None
        return read_number(text, f"--{option}", low=least, high=most, most_digits=len(str(most)))


def read_arguments(argv: Sequence[str], flags: frozenset[str], valued: frozenset[str]) -> Arguments | None:
    """Parse the arguments after the verb; return None for an option unknown here. Raises UsageError."""
    arguments = Arguments()
    words = iter(argv)
    for word in words:
        name, equals, value = word.partition("=")
        name = _SHORT.get(name, name)
        if word == "--":
            arguments.words += words
        elif name in flags and not equals:
            arguments.flags.add(name.removeprefix("--"))
        elif name in valued:
            given = value if equals else next(words, None)
            if given is None:
                raise missing(f"value for {name}")
            arguments.values[name.removeprefix("--")] = given
        elif word.startswith("-") and len(word) > 1 and word[1] not in _OF_DICE:
            return None
        else:
            arguments.words.append(word)
    return arguments


# The cost in steps of rolling and printing a roll, and of each die in each output format.
ROLL, DIE = 20, {"words": 4, "bare": 3, "json": 12}
TOO_MANY, FEWER = "too many dice to roll and to print", "roll fewer at once"


class Roller:
    """A roller of lines, in order, with the same dice. Raises UsageError for invalid options."""

    def __init__(self, arguments: Arguments, output: RollOutput) -> None:
        values = arguments.values
        colour = "never" if "plain" in arguments.flags or wants_plain(output.environ) else values.get("color")
        if colour not in (None, "auto", "always", "never"):
            raise must_be("--color", "auto, always or never", colour)
        self.dialect = dialect(arguments)
        self.times = arguments.number("times", 1, TIMES) or 1
        self.format = RollFormat(
            form="json" if "json" in arguments.flags else "bare" if "quiet" in arguments.flags else "words",
            codes=wants_colour(colour, output.environ, is_tty=output.is_terminal),
            explain="explain" in arguments.flags,
            label=values.get("label", ""),
        )
        self.target = _target(arguments)
        self.seed = values.get("seed") or os.urandom(16).hex()
        self.dice: SeededDice | ManualDice = SeededDice(self.seed)
        if "dice" in values:
            self.dice = ManualDice(read_faces(values["dice"], "--dice 5,7"), self.dice)

    def answer(self, lines: Sequence[RollLine], command: str, budget: Budget | None = None) -> str:
        """Roll the lines the requested number of times and return the output. Raises LimitReached past the budget."""
        budget, rolls = budget or Budget(), []
        for _ in range(self.times):
            for line in lines:
                for each in judged(line, self.dice, self.target):
                    budget.spend(ROLL + DIE[self.format.form] * len(each.dice), TOO_MANY, FEWER)
                    rolls.append(each)
        return format_rolls(rolls, self.format, command, self.seed)

    def finish(self) -> None:
        """Raise UsageError if given faces are left over."""
        if isinstance(self.dice, ManualDice):
            self.dice.finish()


def dialect(arguments: Arguments) -> str:
    """Return the dialect of the notation; empty if none is given."""
    name = arguments.values.get("dialect", "")
    if name:
        from rbfcli.dice.dialects import DIALECTS  # noqa: PLC0415 - a plain roll has no dialect

        if name not in DIALECTS:
            raise unknown("dialect", name, hint=listed("dialects", tuple(DIALECTS)))
    return name


def _target(arguments: Arguments) -> Target:
    """Return the target and the verdict of a system. Raises UsageError, and PluginBug."""
    number = arguments.number("vs", -TARGET_NUMBER, TARGET_NUMBER)
    if "system" not in arguments.values:
        return Target(number)
    from rbfcli.systems.registry import verdict  # noqa: PLC0415 - only with --system

    if (found := verdict(system := arguments.values["system"])) is None:
        raise misuse(f"the rule system {system!a} has no outcomes for plain rolls")
    return Target(number, *found)


NARROWEST = 40
_FLAGS_OF_ROLL = frozenset({"--json", "--quiet", "--explain", "--plain"})
_VALUED_OF_ROLL = frozenset({"--vs", "--system", "--times", "--seed", "--dice", "--label", "--dialect", "--color"})


def roll(words: Sequence[str], output: RollOutput, budget: Budget | None = None) -> int | None:
    """Perform a roll; return None for options unknown here. Raises RbfError, and then prints nothing."""
    arguments = read_arguments(words, _FLAGS_OF_ROLL, _VALUED_OF_ROLL)
    if arguments is None or not arguments.words:
        return None
    roller = Roller(arguments, output)
    if arguments.words == ["-"]:
        return roll_each_line(roller, output)
    answer = roller.answer(expressions(arguments.words, roller.dialect), output.command, budget)
    roller.finish()
    output.write(_fitted(answer, output) if output.is_terminal and roller.format.form == "words" else answer)
    _warn_of_redirection(output)
    return 0


def _fitted(answer: str, output: RollOutput) -> str:
    lines = answer.splitlines()
    if max(map(len, lines), default=0) <= NARROWEST:
        return answer
    from rbfcli.render.layout import fitted  # noqa: PLC0415 - only a terminal breaks lines

    try:
        return "".join(f"{line}\n" for line in fitted(lines, _width(output)))
    except OSError:  # the terminal is gone
        return answer


def _width(output: RollOutput) -> int:
    """Return the width of a line in cells. Raises OSError."""
    return line_width(os.environ, os.get_terminal_size(1).columns if output.is_terminal else None)


def _warn_of_redirection(output: RollOutput) -> None:
    """Report the file that the results went to if the shell took an unquoted > as a redirection."""
    if output.is_terminal:
        return
    try:
        name = os.readlink("/proc/self/fd/1").rpartition("/")[2]  # noqa: PTH115 - pathlib costs a start 8 ms
    except OSError:
        return
    if name.removeprefix("=").isdigit():  # a file name, so no need to load the digits parser
        output.error(f"rbf: the result went to a file named {name}; quote the expression: rbf roll '3d6 > 4'")


_MOST_BYTES = 4 * DICE_LETTERS
_MOST_EXPLAINED = 20


def roll_each_line(roller: Roller, output: RollOutput) -> int:
    """Roll each line of standard input; report errors and continue. Return the first error's status, or 0."""
    status = mistakes = 0
    for number, line in enumerate(_lines(), 1):
        text = line[:_MOST_BYTES].decode("utf-8", "surrogateescape").strip()
        if not text or text.startswith("#"):
            continue
        try:
            if len(line) > _MOST_BYTES:
                raise at_most("a dice expression", f"{DICE_LETTERS} characters")
            read = expressions([text], roller.dialect, explain=mistakes < _MOST_EXPLAINED)
            output.write(roller.answer(read, f"roll {text}"))
        except RbfError as error:
            mistakes += 1
            status = status or error.status
            _report(error, number, text, output)
    roller.finish()
    return status


def _report(error: RbfError, number: int, text: str, output: RollOutput) -> None:
    if output.json:
        from rbfcli.render.json import error_line  # noqa: PLC0415 - only an error in JSON

        output.write(error_line(f"roll {text[:DICE_LETTERS]}", error))
        return
    output.error(error_text(error, f"line {number}"))


def _lines() -> Iterator[bytes]:
    """Yield the lines of standard input as they arrive, cut after the first byte past the limit."""
    try:
        with open(0, "rb", closefd=False) as stream:
            while line := stream.readline(_MOST_BYTES + 1):
                yield line
                while line and not line.endswith(b"\n"):
                    line = stream.readline(_MOST_BYTES + 1)
    except OSError as reason:
        raise invalid(f"cannot read standard input: {reason.strerror}") from None


_FLAGS_OF_ODDS = frozenset({"--json", "--quiet", "--plain", "--plot", "--at-least", "--at-most"})
_VALUED_OF_ODDS = frozenset({"--vs", "--dialect", "--color"})


def odds(words: Sequence[str], output: RollOutput, budget: Budget | None = None) -> int | None:
    """Print the odds of one or several expressions; return None if the words are not dice. Raises RbfError."""
    from rbfcli.dice.odds import OddsResult  # noqa: PLC0415 - only for odds
    from rbfcli.render.odds import odds_as_json, odds_as_numbers, odds_as_text  # noqa: PLC0415 - only for odds

    arguments = read_arguments(words, _FLAGS_OF_ODDS, _VALUED_OF_ODDS)
    lines = None if arguments is None else _lines_of_odds(arguments)
    if arguments is None or not lines:
        return None
    bound = arguments.number("vs", -TARGET_NUMBER, TARGET_NUMBER)
    if bound is not None and any(line.against is not None for line in lines):
        raise conflict("--vs", "an expression with its own vs", hint="remove --vs")
    budget = budget or Budget()
    several = [OddsResult(line, budget) for line in lines]
    if "json" in arguments.flags:
        output.write(odds_as_json(several, output.command, bound))
    elif "quiet" in arguments.flags:
        output.write(odds_as_numbers(several, bound))
    else:
        cumulative = next(
            (way for way in ("at least", "at most") if way.replace(" ", "-") in arguments.flags), "exactly"
        )
        width = _width(output) if "plot" in arguments.flags else 0
        told = odds_as_text(several, bound=bound, cumulative=cumulative, plot_width=width)
        output.show(told, paged="plain" not in arguments.flags)
    return 0


def _lines_of_odds(arguments: Arguments) -> list[RollLine] | None:
    """Return the lines that the words mean; None if they begin with a name that is not dice, such as a verb."""
    if not arguments.words:
        return None
    try:
        return expressions(arguments.words, dialect(arguments))
    except NotationError as error:
        if is_name(arguments.words[0]) and not error.suggestions:
            return None
        raise


_HOW_IT_IS_PRINTED = ("--json", "--quiet", "-q", "--explain", "--plain", "--color", "auto", "always", "never")
SEED = "--seed"
_EDGES = ("adv", "dis", "keep")
_KEPT = "2d20kh1 keeps the higher of two dice (advantage), 2d20kl1 the lower"


def with_hint(wrong: NotationError, verb: str, words: Sequence[str]) -> NotationError:
    """Return the error of a line; without a hint, it gets the line or the notation that was probably meant."""
    if wrong.hint:
        return wrong
    parts = [part for word in words for part in word.split() if part not in _HOW_IT_IS_PRINTED]
    said = " ".join(parts)
    line = _with_an_option(verb, parts)
    if line:
        wrong.hint = Hint(MEANT, line)
    elif any(each in said.casefold() for each in _EDGES):
        wrong.hint = _KEPT
    elif any(each in said for each in (";", "&")):
        wrong.hint = "a line takes one command"
    return wrong


def _with_an_option(verb: str, words: Sequence[str]) -> str:
    """Return the line with its last word as a target number or as faces; empty if that does not help."""
    at = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    notation, options = list(words[:at]), list(words[at:])
    if SEED in options:  # a script adds a seed to each roll
        del options[options.index(SEED) : options.index(SEED) + 2]
    if options[:1] == ["--dice"] and options[2:] and is_digits(options[2]):
        options = ["--dice", ",".join(options[1:3]), *options[3:]]
    elif notation and all(map(is_digits, faces := notation.pop().split(","))):
        option = "--vs" if len(faces) == 1 else "--dice"
        if option in options or (verb, option) == ("odds", "--dice"):
            return ""
        options = [option, ",".join(faces), *options]
    else:
        return ""
    is_dice = notation and succeeds(partial(expressions, notation, explain=False))
    return " ".join([verb, *notation, *options]) if is_dice else ""

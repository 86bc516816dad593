"""`rbf roll`: its options, its input, its output."""

from __future__ import annotations

import os

from rbfcli.core.errors import InvalidFile, LimitReached, NotationError, RbfError, UsageError
from rbfcli.core.limits import DICE_LETTERS, TARGET_NUMBER, TIMES, Budget
from rbfcli.core.text import read_number
from rbfcli.dice.dialects import DIALECTS
from rbfcli.dice.parser import expressions
from rbfcli.dice.roll import Target, judged, saved_lines
from rbfcli.dice.sources import ManualDice, SeededDice, read_faces
from rbfcli.render.dice import RollFormat, format_rolls
from rbfcli.render.terminal import error_text, line_width, wants_colour
from rbfcli.storage.paths import config_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rbfcli.commands.reply import RollOutput
    from rbfcli.dice.ast import RollLine
    from rbfcli.dice.roll import Verdict


_SHORT = {"-n": "--times", "-q": "--quiet"}
_FORCING = frozenset({"FORCE_COLOR", "CLICOLOR_FORCE", "RBF_COLOR"})
_OF_DICE = frozenset("0123456789.({d")


class Arguments:
    """Words, flags, and options with values of one command line."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.flags: set[str] = set()
        self.values: dict[str, str] = {}

    def number(self, option: str, least: int, most: int) -> int | None:
        """The whole number given for an option, if it is given. Raises UsageError."""
        text = self.values.get(option)
        if text is None:
            return None
        return read_number(text, f"--{option}", low=least, high=most, most_digits=len(str(most)))


def read_arguments(argv: Sequence[str], flags: frozenset[str], valued: frozenset[str]) -> Arguments | None:
    """The arguments after the verb; None if there is an option that is not known here. Raises UsageError."""
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
                raise UsageError(f"{name} needs a value")
            arguments.values[name.removeprefix("--")] = given
        elif word.startswith("-") and len(word) > 1 and word[1] not in _OF_DICE:
            return None
        else:
            arguments.words.append(word)
    return arguments


def wants_codes(arguments: Arguments, environ: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Whether to use terminal codes. Raises UsageError."""
    is_plain = "plain" in arguments.flags or environ.get("RBF_PLAIN") or environ.get("ACCESSIBLE", "0") not in ("", "0")
    choice = "never" if is_plain else arguments.values.get("color")
    if choice not in (None, "auto", "always", "never"):
        raise UsageError(f"--color takes auto, always or never, not {choice!a}")
    if not is_terminal and choice is None and _FORCING.isdisjoint(environ):
        return False
    return wants_colour(choice, environ, is_tty=is_terminal)


# What it takes to roll and to print a roll, and a die of it in each form of output, in steps.
ROLL, DIE = 20, {"words": 4, "bare": 3, "json": 12}
TOO_MANY, FEWER = "too many dice to roll and to print", "roll fewer at once"


class Roller:
    """Rolls lines, one after another, with the same dice. Raises UsageError for invalid options."""

    def __init__(self, arguments: Arguments, environ: Mapping[str, str], *, codes_possible: bool) -> None:
        values = arguments.values
        self.dialect = dialect(arguments)
        self.times = arguments.number("times", 1, TIMES) or 1
        self.format = RollFormat(
            form="json" if "json" in arguments.flags else "bare" if "quiet" in arguments.flags else "words",
            codes=wants_codes(arguments, environ, is_terminal=codes_possible),
            explain="explain" in arguments.flags,
            label=values.get("label", ""),
        )
        self.target = _target(arguments)
        self.seed = values.get("seed") or os.urandom(16).hex()
        self.dice: SeededDice | ManualDice = SeededDice(self.seed)
        self.given: ManualDice | None = None
        if "dice" in values:
            self.dice = self.given = ManualDice(read_faces(values["dice"], "--dice 5,7"), self.dice)

    def read(self, words: Sequence[str], *, explain: bool = True) -> list[RollLine]:
        """Read words as notation or saved rolls."""
        try:
            return expressions(words, self.dialect, explain=explain)
        except NotationError as error:
            return saved_lines(words, saved_rolls, self.dialect, error)

    def answer(self, lines: Sequence[RollLine], command: str, budget: Budget | None = None) -> str:
        """Roll lines as often as asked; the output. Raises LimitReached past the budget."""
        budget, rolls = budget or Budget(), []
        for _ in range(self.times):
            for line in lines:
                for each in judged(line, self.dice, self.target):
                    budget.spend(ROLL + DIE[self.format.form] * len(each.rolled.faces), TOO_MANY, FEWER)
                    rolls.append(each)
        return format_rolls(rolls, self.format, command, self.seed)

    def finish(self) -> None:
        """Raises UsageError if given faces are left over."""
        if self.given:
            self.given.finish()


def dialect(arguments: Arguments) -> str:
    """The dialect of the notation, if one is given."""
    name = arguments.values.get("dialect", "")
    if name and name not in DIALECTS:
        raise UsageError(
            f"there is no dialect {name!a}", hint=f"known: {', '.join(DIALECTS)}", suggestions=tuple(DIALECTS)
        )
    return name


def _target(arguments: Arguments) -> Target:
    number = arguments.number("vs", -TARGET_NUMBER, TARGET_NUMBER)
    if "system" not in arguments.values:
        return Target(number)
    verdict, under = verdict_of(arguments.values["system"])
    return Target(number, verdict, under)


NARROWEST = 40
_FLAGS = frozenset({"--json", "--quiet", "--explain", "--plain"})
_VALUED = frozenset({"--vs", "--system", "--times", "--seed", "--dice", "--label", "--dialect", "--color"})


def roll(words: Sequence[str], output: RollOutput, budget: Budget | None = None) -> int | None:
    """Perform a roll; None if there are options not known here. Raises RbfError, and then nothing is printed."""
    arguments = read_arguments(words, _FLAGS, _VALUED)
    if arguments is None or not arguments.words:
        return None
    roller = Roller(arguments, output.environ, codes_possible=output.is_terminal)
    if arguments.words == ["-"]:
        return roll_each_line(roller, output)
    answer = roller.answer(roller.read(arguments.words), output.command, budget)
    roller.finish()
    output.write(_fitted(answer) if output.is_terminal and roller.format.form == "words" else answer)
    _warn_of_redirection(output)
    return 0


def _fitted(answer: str) -> str:
    """An answer in the lines of the terminal; one that fits every terminal as it is."""
    lines = answer.splitlines()
    if max(map(len, lines), default=0) <= NARROWEST:
        return answer
    from rbfcli.render.layout import fitted  # noqa: PLC0415 - only a terminal breaks lines

    try:
        cells = line_width(os.environ, os.get_terminal_size(1).columns)
    except OSError:  # a terminal that has gone away
        return answer
    return "".join(f"{line}\n" for line in fitted(lines, cells))


def _warn_of_redirection(output: RollOutput) -> None:
    """Say where the results went if the shell took an unquoted > as a redirection."""
    if output.is_terminal:
        return
    try:
        name = os.readlink("/proc/self/fd/1").rpartition("/")[2]  # noqa: PTH115 - pathlib costs a start 8 ms
    except OSError:
        return
    if name.removeprefix("=").isdigit():  # a file's name, not a number: the engine's reader of digits stays unloaded
        output.error(f"rbf: the result went to a file named {name}; quote the expression: rbf roll '3d6 > 4'")


def saved_rolls() -> dict[str, str]:
    """Expressions by name, those of this folder before the user's own; empty without a file. Raises InvalidFile."""
    found: dict[str, str] = {}
    for path in filter(None, config_files(os.environ)):
        found |= _rolls_in(path)
    return found


def _rolls_in(path: str) -> dict[str, str]:
    from rbfcli.storage.files import read_file  # noqa: PLC0415 - few rolls have a name
    from rbfcli.storage.toml import read_toml  # noqa: PLC0415 - few rolls have a name

    rolls = read_toml(read_file(path, follow=True), path).get("rolls", {})
    if not isinstance(rolls, dict):
        raise InvalidFile(f"{path}: rolls must be a table of names and dice expressions")
    for name, text in rolls.items():
        if not isinstance(text, str):
            raise InvalidFile(f"{path}: rolls.{name} must be a dice expression in quotes")
    return rolls


_MOST_BYTES = 4 * DICE_LETTERS
_MOST_EXPLAINED = 20


def roll_each_line(roller: Roller, output: RollOutput) -> int:
    """Roll each line that is not blank or a comment; report an error and go on with the next line.

    Only the first errors suggest other spellings. Return the status of the first error, or 0.
    """
    status = mistakes = 0
    for number, line in enumerate(_lines(), 1):
        text = line[:_MOST_BYTES].decode("utf-8", "surrogateescape").strip()
        if not text or text.startswith("#"):
            continue
        try:
            if len(line) > _MOST_BYTES:
                raise LimitReached(f"a dice expression has at most {DICE_LETTERS} characters")
            read = roller.read([text], explain=mistakes < _MOST_EXPLAINED)
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
    """Yield the lines of standard input as they arrive, cut after the first byte too many."""
    try:
        with open(0, "rb", closefd=False) as stream:
            while line := stream.readline(_MOST_BYTES + 1):
                yield line
                while line and not line.endswith(b"\n"):
                    line = stream.readline(_MOST_BYTES + 1)
    except OSError as reason:
        raise InvalidFile(f"standard input cannot be read: {reason.strerror}") from None


def verdict_of(system: str) -> tuple[Verdict, bool]:
    """The verdict function of a system, and whether it rolls under. Raises UsageError, and PluginBug."""
    from rbfcli.systems.registry import verdict  # noqa: PLC0415 - only with --system

    found = verdict(system)
    if found is None:
        raise UsageError(f"the rule system {system!a} has no outcomes for plain rolls")
    return found

"""Splitting lines into words, the grammar of command structs, and writing commands as lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, get_args

from msgspec import NODEFAULT, Struct, to_builtins

from rbfcli.core.errors import misuse
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import LONGEST_LOCK_SECONDS
from rbfcli.core.text import SPACE, is_digits, quoted, range_in_words
from rbfcli.model.commands import Arg, Command, Opt, RollingCommand, verb_name

# Imported on first call, because only help writes lines for a shell.
join: Callable[[Sequence[str]], str] = LazyFunction("shlex", "join")

DASHES = "--"
IMPLIED = {"flag": "true", "port": "0"}  # what an option without a value means; port 0 is any free one


class Parameter(Struct, frozen=True):
    """A field of a command: how to parse it, its default, whether it is required; `--max` as an `option`."""

    field: str
    spec: Arg | Opt
    many: bool
    default: Any
    required: bool
    option: str = ""


class Grammar(Struct, frozen=True):
    """A verb's words: positional ones in order, options by spelling, all of them by field; and an example.

    `needed` are the required options, and `least` is the number of required positional words. If a combatant must
    come first, `actor` is its field; it can be left out.
    """

    verb: str
    positionals: tuple[Parameter, ...]
    options: dict[str, Parameter]
    fields: dict[str, Parameter]
    needed: tuple[Parameter, ...]
    example: str = ""
    least: int = 0
    actor: str = ""


@cache
def grammar_of(kind: type[Struct]) -> Grammar:
    """Return the grammar of a command struct (or of the global options)."""
    hints, names, known = _hints(kind), kind.__struct_fields__, kind.__struct_defaults__
    values = (*[NODEFAULT] * (len(names) - len(known)), *known)
    parameters = [_parameter(name, hints[name], default) for name, default in zip(names, values, strict=True)]
    own = vars(kind).get("__annotations__", {})
    options = {
        typed: parameter
        for parameter in sorted(parameters, key=lambda each: each.field not in own)
        if isinstance(parameter.spec, Opt)
        for typed in spellings(parameter)
    }
    verb, examples = (verb_name(kind), kind.examples) if issubclass(kind, Command) else ("", ())
    positionals = tuple(parameter for parameter in parameters if isinstance(parameter.spec, Arg))
    by_field = {parameter.field: parameter for parameter in (*positionals, *options.values())}
    needed = tuple(dict.fromkeys(parameter for parameter in options.values() if parameter.required))
    least = sum(parameter.required for parameter in positionals)
    return Grammar(verb, positionals, options, by_field, needed, "".join(examples[:1]), least, _actor(positionals))


def _actor(positionals: tuple[Parameter, ...]) -> str:
    """Return the field of the combatant that must come first; empty if there is none."""
    first = positionals[0] if positionals else None
    return first.field if first and first.required and first.spec.kind == "combatant" else ""


def optional_place(grammar: Grammar) -> Parameter | None:
    """Return the optional place after the actor: `move corin 2`, `move corin --join sela`."""
    behind = grammar.positionals[1] if grammar.actor and len(grammar.positionals) > 1 else None
    return behind if behind and behind.spec.kind == "place" and not behind.required else None


def option_named(name: str, *tables: Mapping[str, Parameter]) -> Parameter | None:
    """Return the option with this name in the first table that has it, or the only option that it begins."""
    for options in tables:
        if name in options:
            return options[name]
    begun = options_begun(name, *tables)
    return begun[0] if len(begun) == 1 else None


def options_begun(name: str, *tables: Mapping[str, Parameter]) -> list[Parameter]:
    """Return the options whose long spelling begins with a name, such as `--adv`."""
    if len(name) <= len(DASHES) or not name.startswith(DASHES):
        return []
    return list(dict.fromkeys(options[typed] for options in tables for typed in options if typed.startswith(name)))


def spellings(parameter: Parameter) -> tuple[str, ...]:
    """Return the long and short spellings of an option."""
    short = parameter.spec.short if isinstance(parameter.spec, Opt) else ""
    return (parameter.option, f"-{short}") if short else (parameter.option,)


def takes_value(parameter: Parameter) -> bool:
    """Return whether the option needs a value."""
    return parameter.spec.kind not in IMPLIED


def takes_also(option: Parameter | None, word: str) -> bool:
    """Return whether an option takes one more word after it: a port, which can be left out, or another setting."""
    kind = option.spec.kind if option else ""
    return (kind == "settings" and "=" in word) or (kind == "port" and is_digits(word.lstrip("-")))


def _hints(kind: type[Struct]) -> dict[str, Any]:
    """Return the annotations of a struct.

    `get_type_hints` is too slow at start-up, because it compiles each of them.
    """
    found: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        for field, hint in vars(each).get("__annotations__", {}).items():
            if field in kind.__struct_fields__:
                found[field] = _meant(hint, each.__module__) if isinstance(hint, str) else hint
    return found


@cache
def _meant(hint: str, module: str) -> Any:
    """Evaluate an annotation in its module; `Annotated[...]` becomes a tuple of its parts."""
    return eval(hint, vars(sys.modules[module]), {"Annotated": _Held})  # noqa: S307 - an annotation


class _Held:
    """A stand-in for `Annotated` while annotations are read, so that `typing` builds no objects.

    This saves 1 % of a start.
    """

    def __class_getitem__(cls, parts: tuple[Any, Any]) -> tuple[Any, Any]:
        return parts


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    base, spec = hint if isinstance(hint, tuple) else get_args(hint)
    option = "--" + ((spec.name if isinstance(spec, Opt) else "") or name.replace("_", "-"))
    return Parameter(name, spec, getattr(base, "__origin__", None) is tuple, default, default is NODEFAULT, option)


class CommonOptions(Struct, frozen=True, kw_only=True):
    """How a command is performed and shown; none of these options change what happens in the fight."""

    encounter: Annotated[str, Opt("file", "save file to use", short="e")] = ""
    json: Annotated[bool, Opt("flag", "print one line of JSON per command")] = False
    quiet: Annotated[bool, Opt("flag", "print only the result", short="q")] = False
    explain: Annotated[bool, Opt("flag", "show every modifier with its source and rule")] = False
    dry_run: Annotated[bool, Opt("flag", "preview the result without saving", short="n")] = False
    lock_timeout: Annotated[
        int | None,
        Opt("number", "seconds to wait for a save that is in use", low=0, high=LONGEST_LOCK_SECONDS),
    ] = None
    color: Annotated[str, Opt("choice", "when to use colour", choices=("auto", "always", "never"))] = ""
    plain: Annotated[bool, Opt("flag", "turn off colour, box drawing and cursor movement")] = False
    debug: Annotated[bool, Opt("flag", "print a traceback if rbf has a bug")] = False
    help: Annotated[bool, Opt("flag", "show help for this command", short="h")] = False


QUOTES = "\"'"
ESCAPE = "\\"
MARKS = frozenset((*QUOTES, ESCAPE))
_PIECE = re.compile(rf"[^{SPACE}\"'\\$;#()]+|.", re.DOTALL)


class Word(Struct, frozen=True):
    """A word, its start and end in the line, and the quotation mark that is still open at its end (if any)."""

    text: str
    start: int
    end: int
    open_quote: str = ""


def split_words(line: str) -> list[str]:
    """Split a line into its words, without its comment. Raises UsageError if a quote is not closed."""
    return texts_of(scan(line))


def texts_of(found: Sequence[Word]) -> list[str]:
    """Return the texts of a line's words. Raises UsageError if the last has an open quote."""
    if found and found[-1].open_quote:
        raise misuse(
            f"missing closing quote, opened at column {found[-1].start + 1}", hint=f"end it with {found[-1].open_quote}"
        )
    return [word.text for word in found]


def scan(line: str, start: int = 0) -> list[Word]:
    """Return the words of a line from an offset on, with their positions; the last may have an open quote."""
    return list(words_from(line, start))


def words_from(line: str, start: int) -> Iterator[Word]:
    """Yield the words of a line in order, up to its comment."""
    begin, text, open_quote = -1, "", ""
    for at, piece, quote in pieces_of(line, start):
        if piece and not quote and piece in SPACE:
            if begin >= 0:
                yield Word(text, begin, at)
            begin, text = -1, ""
            continue
        if begin < 0:
            if piece == "#" and not quote:
                return
            begin = at
        text += piece
        open_quote = open_quote if piece else quote
    if begin >= 0:
        yield Word(text, begin, len(line), open_quote)


def pieces_of(line: str, start: int, quote: str = "", *, begins: bool = True) -> Iterator[tuple[int, str, str]]:
    """Yield each piece of a line with its start and the quotation mark that is open after it.

    A piece is a run of plain letters, or a single character that can be special: a space, `$`, `;`, `#` or a
    parenthesis. The piece of a quotation mark is empty. An escaped letter starts at its backslash, which counts as
    its quotation mark. At `start` the line is inside `quote`, and a word `begins` there or not: inside a word, an
    apostrophe is a letter.
    """
    at = start
    while at < len(line):
        letter, after = line[at], at + 1
        if letter not in MARKS and (run := _PIECE.match(line, at)):
            after = run.end()
            yield at, run[0], quote
            begins = not quote and letter in SPACE
        elif letter == ESCAPE and quote != "'" and after < len(line):
            yield at, line[after], ESCAPE
            after, begins = after + 1, False
        elif letter == quote:
            quote, begins = "", False
            yield at, "", quote
        elif not quote and (letter == '"' or (letter == "'" and (begins or line[at - 1] == "="))):
            quote, begins = letter, False
            yield at, "", quote
        else:
            yield at, letter, quote
            begins = False
        at = after


def looks_like_option(word: str) -> bool:
    """Return whether a word is parsed as an option: not a lone hyphen or a negative number, in any digits."""
    return word.startswith("-") and len(word) > 1 and not word[1].isdigit() and word[1] != "."


VALUES = {
    "amount": "N|DICE",
    "combatant": "WHO",
    "faces": "FACES",
    "file": "FILE",
    "number": "N",
    "page": "FILE",
    "quantity": "N|DICE",
    "settings": "WHO=N",
    "steps": "STEPS",
    "text": "TEXT",
    "viewer": "NAME",
}
MOST_CHOICES_SPELT_OUT = 24


def argument_label(parameter: Parameter) -> str:
    """Return a positional word as in a usage line: `WHO`, `[TARGETS…]`."""
    word = parameter.field.upper().replace("_", "-") + ("…" if parameter.many else "")
    return word if parameter.required else f"[{word}]"


def value_label(parameter: Parameter) -> str:
    """Return an option's value as in a usage line: `N`, `WEAPON`, `[PORT]`, or its choices; empty for a flag."""
    if not takes_value(parameter):
        return "[PORT]" if parameter.spec.kind == "port" else ""
    choices = "|".join(parameter.spec.choices)
    if choices and len(choices) <= MOST_CHOICES_SPELT_OUT:
        return choices
    return VALUES.get(
        parameter.spec.kind, (parameter.field.rpartition("_")[2] if choices else parameter.spec.kind).upper()
    )


def option_label(parameter: Parameter, own: Mapping[str, Parameter] = MappingProxyType({})) -> str:
    """Return an option as in a list: `-e, --encounter FILE`; `own` are the options of the verb."""
    return f"{', '.join(reversed(free_spellings(parameter, own)))} {value_label(parameter)}".rstrip()


def free_spellings(parameter: Parameter, own: Mapping[str, Parameter]) -> list[str]:
    """Return the spellings of an option that the verb's own options do not take."""
    return [name for name in spellings(parameter) if own.get(name, parameter) == parameter]


def description(parameter: Parameter, environment: str = "", words: Iterable[str] = ()) -> str:
    """Return what an argument or option is for, with its choices or `words`, range, default and variable."""
    spec, listed = parameter.spec, ", ".join(words or parameter.spec.choices)
    span = range_in_words(spec.low, spec.high).removeprefix("from ") if isinstance(spec, Opt) else ""
    if not words and isinstance(spec, Opt) and value_label(parameter) == "|".join(spec.choices):
        listed = ""  # its label lists them
    return with_remarks(spec.help, [*filter(None, (listed, span)), *defaults(parameter, environment)])


def with_remarks(text: str, remarks: Sequence[str]) -> str:
    """Return a text with remarks in parentheses, if there are any; remarks that it ends with come last."""
    if not remarks:
        return text
    before, opening, own = text.removesuffix(")").rpartition(" (")
    return (
        f"{before} ({'; '.join([*remarks, own])})"
        if opening and text.endswith(")")
        else f"{text} ({'; '.join(remarks)})"
    )


def defaults(parameter: Parameter, environment: str = "") -> list[str]:
    """Return what applies without a value: the default, and the environment variable."""
    if parameter.required:
        return ["required"] if isinstance(parameter.spec, Opt) else []
    silent: tuple[Any, ...] = ("", None, False, ())
    default = f"default {parameter.default}" if parameter.default not in silent else ""
    return [each for each in (default, f"env {environment}" if environment else "") if each]


def usage(grammar: Grammar, before: str = "") -> str:
    """Return a usage line: `attack WHO TARGETS… [options]`."""
    needed = [
        f"{parameter.option} {value_label(parameter)}" for parameter in own_options(grammar) if parameter.required
    ]
    words = [label for label, _ in arguments(grammar)]
    return " ".join([grammar.verb, *before.split(), *words, *needed, "[options]"])


def arguments(grammar: Grammar) -> tuple[tuple[str, str], ...]:
    """Return the positional words of a verb with what they are for; the actor can be left out."""
    rows = [(argument_label(parameter), parameter) for parameter in grammar.positionals]
    return tuple(
        (f"[{label}]", with_remarks(parameter.spec.help, ["default: whose turn it is"]))
        if parameter.field == grammar.actor
        else (label, description(parameter))
        for label, parameter in rows
    )


def own_options(grammar: Grammar) -> list[Parameter]:
    """Return each option of a verb that is not global, those of every roll last."""
    by_field = {parameter.field: parameter for parameter in grammar.options.values() if parameter.field != "force"}
    return sorted(by_field.values(), key=lambda parameter: parameter.field in RollingCommand.__struct_fields__)


def shell_line(line: str) -> str:
    """Return a line as it is typed in a shell."""
    return f"rbf {join(split_words(line))}"


def line_for(command: Command) -> str:
    """Return the line that parses to this command."""
    grammar = grammar_of(type(command))
    positionals = [
        word for parameter in grammar.positionals for word in _words(parameter, getattr(command, parameter.field))
    ]
    options: list[str] = []
    for field in to_builtins(command):  # leaves out default values
        parameter = grammar.fields.get(field)
        if parameter is not None and isinstance(parameter.spec, Opt):
            options += _option(parameter, getattr(command, field))
    if "-" in "".join(positionals) and any(word.lstrip('"').startswith("-") for word in positionals):
        return " ".join([grammar.verb, *options, "--", *positionals])
    return " ".join([grammar.verb, *positionals, *options])


def _words(parameter: Parameter, value: Any) -> list[str]:
    if value is None or (value == parameter.default and not parameter.many and value == ""):
        return []
    return [quoted(str(each)) for each in value] if parameter.many else [quoted(str(value))]


def _option(parameter: Parameter, value: Any) -> list[str]:
    name = parameter.option
    if value == parameter.default:
        return []
    if IMPLIED.get(parameter.spec.kind) == str(value).casefold():
        return [name]
    if parameter.spec.kind == "faces":
        return [name, ",".join(map(str, value))]
    if parameter.many:
        return [word for each in value for word in (name, quoted(str(each)))]
    return [name, quoted(str(value))]

"""Words, the grammar of a command struct, and commands written as lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from operator import methodcaller
from types import MappingProxyType
from typing import Annotated, Any, get_args

from msgspec import NODEFAULT, Struct, to_builtins

from rbfcli.core.errors import UsageError
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import LONGEST_LOCK_SECONDS
from rbfcli.core.text import SPACE, quoted
from rbfcli.model.commands import Arg, Command, Opt, RollingCommand, verb_name

# Only help writes lines for a shell: imported when it is called.
join: Callable[[Sequence[str]], str] = LazyFunction("shlex", "join")

DASHES = "--"


class Parameter(Struct, frozen=True):
    """One field of a command: how it is parsed, its default, whether the command needs it; `--max` as an `option`."""

    field: str
    spec: Arg | Opt
    many: bool
    default: Any
    required: bool
    option: str = ""


class Grammar(Struct, frozen=True):
    """A verb's words: positional ones in order, options by every spelling, all of both by field; and an example.

    `needed` are the options that have to be given, `least` how many positional words. Where one combatant has to stand
    first, `actor` is its field: it may be left out.
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
    """The grammar of a command struct (or of the options common to all commands)."""
    hints = _hints(kind)
    parameters = [_parameter(name, hints[name], default) for name, default in _defaults(kind).items()]
    options = {
        typed: parameter
        for parameter in parameters
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
    """The field of the one combatant that has to stand first; empty where none has to."""
    first = positionals[0] if positionals else None
    return first.field if first and first.required and first.spec.kind == "combatant" else ""


def optional_place(grammar: Grammar) -> Parameter | None:
    """The place that may stand behind who acts, where nothing else has to: `move corin 2`, `move corin --join sela`."""
    behind = grammar.positionals[1] if grammar.actor and len(grammar.positionals) > 1 else None
    return behind if behind and behind.spec.kind == "place" and not behind.required else None


def option_named(name: str, *tables: Mapping[str, Parameter]) -> Parameter | None:
    """The option of that name in the first of some tables by spelling, else the only one in all that it begins."""
    for options in tables:
        if name in options:
            return options[name]
    begun = options_begun(name, *tables)
    return begun[0] if len(begun) == 1 else None


def options_begun(name: str, *tables: Mapping[str, Parameter]) -> list[Parameter]:
    """The options whose long spelling begins with a name, such as `--adv`."""
    if len(name) <= len(DASHES) or not name.startswith(DASHES):
        return []
    begins = methodcaller("startswith", name)
    found: dict[str, Parameter] = {}
    for options in tables:
        for typed in filter(begins, options):
            found.setdefault(options[typed].option, options[typed])
    return list(found.values())


def spellings(parameter: Parameter) -> tuple[str, ...]:
    """The long and short forms of an option."""
    short = parameter.spec.short if isinstance(parameter.spec, Opt) else ""
    return (parameter.option, f"-{short}") if short else (parameter.option,)


def takes_value(parameter: Parameter) -> bool:
    """Whether the option takes a value."""
    return parameter.spec.kind != "flag"


def _defaults(kind: type[Struct]) -> dict[str, Any]:
    """The fields of a struct with their defaults."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return dict(zip(names, (*[NODEFAULT] * (len(names) - len(defaults)), *defaults), strict=True))


def _hints(kind: type[Struct]) -> dict[str, Any]:
    """The annotations of a struct; `get_type_hints` compiles each, which takes ten times as long as a start has."""
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
    """Stands in for `Annotated` while annotations are read, so that `typing` builds no objects: 1 % of a start."""

    def __class_getitem__(cls, parts: tuple[Any, Any]) -> tuple[Any, Any]:
        return parts


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    base, spec = hint if isinstance(hint, tuple) else get_args(hint)
    option = "--" + ((spec.name if isinstance(spec, Opt) else "") or name.replace("_", "-"))
    return Parameter(name, spec, getattr(base, "__origin__", None) is tuple, default, default is NODEFAULT, option)


class CommonOptions(Struct, frozen=True, kw_only=True):
    """How a command is performed and shown; none of these change what happens in the fight."""

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
    """One word, its start and end in the line, and the quote that is still open at the end (if any)."""

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
        raise UsageError(
            f"the quote at column {found[-1].start + 1} is not closed", hint=f"end it with {found[-1].open_quote}"
        )
    return [word.text for word in found]


def scan(line: str, start: int = 0) -> list[Word]:
    """Return the words of a line from an offset on, with their places; the last may have an open quote."""
    return list(words_from(line, start))


def words_from(line: str, start: int) -> Iterator[Word]:
    """Yield one word of a line after the other, up to its comment."""
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
    """Yield each piece of a line with its place before it and the quote it is in after it.

    A piece is a run of plain letters, or one mark that may mean something: a space, `$`, `;`, `#` or a parenthesis.
    The piece of a quotation mark is empty; an escaped letter has the place of its backslash, which is its quote too.
    From `start` on the line is in `quote`, and a word `begins` there or not: inside one, an apostrophe is a letter.
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
    """Whether a word is read as an option: not a lone hyphen, nor a negative number, in whatever digits."""
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
    """A positional word in a usage line: `WHO`, `[TARGETS…]`."""
    word = parameter.field.upper().replace("_", "-") + ("…" if parameter.many else "")
    return word if parameter.required else f"[{word}]"


def value_label(parameter: Parameter) -> str:
    """The value of an option in a usage line: `N`, `WEAPON`, or its choices; empty for a flag."""
    if not takes_value(parameter):
        return ""
    choices = "|".join(parameter.spec.choices)
    if choices and len(choices) <= MOST_CHOICES_SPELT_OUT:
        return choices
    return VALUES.get(parameter.spec.kind, (parameter.field if choices else parameter.spec.kind).upper())


def option_label(parameter: Parameter, own: Mapping[str, Parameter] = MappingProxyType({})) -> str:
    """An option in a list: `-e, --encounter FILE`; `own` are the options of the verb."""
    return f"{', '.join(reversed(free_spellings(parameter, own)))} {value_label(parameter)}".rstrip()


def free_spellings(parameter: Parameter, own: Mapping[str, Parameter]) -> list[str]:
    """The spellings of an option that are not taken by the verb's own options."""
    return [name for name in spellings(parameter) if own.get(name, parameter) == parameter]


def description(parameter: Parameter, environment: str = "") -> str:
    """What an argument or option is for, with its choices, range, default and environment variable."""
    return with_remarks(
        parameter.spec.help, [*_choices(parameter), *_range(parameter), *defaults(parameter, environment)]
    )


def with_remarks(text: str, remarks: Sequence[str]) -> str:
    """A text with remarks in parentheses, if there are any."""
    return f"{text} ({'; '.join(remarks)})" if remarks else text


def defaults(parameter: Parameter, environment: str = "") -> list[str]:
    """What applies if nothing is given: the default, and the environment variable."""
    if parameter.required:
        return ["required"] if isinstance(parameter.spec, Opt) else []
    silent: tuple[Any, ...] = ("", None, False, ())
    default = f"default {parameter.default}" if parameter.default not in silent else ""
    return [each for each in (default, f"env {environment}" if environment else "") if each]


def usage(grammar: Grammar, before: str = "") -> str:
    """A usage line: `attack WHO TARGETS… [options]`."""
    needed = [
        f"{parameter.option} {value_label(parameter)}" for parameter in own_options(grammar) if parameter.required
    ]
    words = [label for label, _ in arguments(grammar)]
    return " ".join([grammar.verb, *before.split(), *words, *needed, "[options]"])


def arguments(grammar: Grammar) -> tuple[tuple[str, str], ...]:
    """The positional words of a verb, each with what it is for; whoever acts may be left out."""
    rows = [(argument_label(parameter), parameter) for parameter in grammar.positionals]
    return tuple(
        (f"[{label}]", with_remarks(parameter.spec.help, ["default: whose turn it is"]))
        if parameter.field == grammar.actor
        else (label, description(parameter))
        for label, parameter in rows
    )


def own_options(grammar: Grammar) -> list[Parameter]:
    """The options of a verb that are not common to all, each once; those of every roll come last."""
    by_field = {parameter.field: parameter for parameter in grammar.options.values() if parameter.field != "force"}
    return sorted(by_field.values(), key=lambda parameter: parameter.field in RollingCommand.__struct_fields__)


def shell_line(line: str) -> str:
    """A line of the language as it is typed in a shell."""
    return f"rbf {join(split_words(line))}"


def _choices(parameter: Parameter) -> list[str]:
    spelt_out = isinstance(parameter.spec, Opt) and value_label(parameter) == "|".join(parameter.spec.choices)
    return [] if spelt_out or not parameter.spec.choices else [", ".join(parameter.spec.choices)]


def _range(parameter: Parameter) -> list[str]:
    low, high = (parameter.spec.low, parameter.spec.high) if isinstance(parameter.spec, Opt) else (None, None)
    match low, high:
        case None, None:
            return []
        case None, _:
            return [f"at most {high}"]
        case _, None:
            return [f"at least {low}"]
        case _:
            return [f"{low} to {high}"]


def line_for(command: Command) -> str:
    """The line that parses to this command."""
    grammar = grammar_of(type(command))
    positionals = [
        word for parameter in grammar.positionals for word in _words(parameter, getattr(command, parameter.field))
    ]
    options: list[str] = []
    for field in to_builtins(command):  # leaves out what is as it is by default
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
    if parameter.spec.kind == "flag":
        return [name]
    if parameter.spec.kind == "faces":
        return [name, ",".join(map(str, value))]
    if parameter.many:
        return [word for each in value for word in (name, quoted(str(each)))]
    return [name, quoted(str(value))]

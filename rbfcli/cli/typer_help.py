"""The command line as a Typer app, generated from the command structs: help drawn on a terminal, and usage errors."""

from __future__ import annotations

import inspect
import io
import os
from contextlib import contextmanager, redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any, Literal

from rbfcli.core.errors import UsageError
from rbfcli.language.forms import GROUPS, VARIABLES, summary_of
from rbfcli.language.grammar import (
    CommonOptions,
    Parameter,
    defaults,
    free_spellings,
    grammar_of,
    own_options,
    shell_line,
    spellings,
    value_label,
    with_remarks,
)
from rbfcli.language.manual import EXAMPLES
from rbfcli.language.page import SUMMARY
from rbfcli.model.commands import Command, Opt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import typer

    from rbfcli.render.sentences import Style

    Values = dict[str, Any]

    Took = Callable[[type[Command], Values], object]


NO_EXAMPLES: Mapping[str, tuple[str, ...]] = {}
COMMON_PANEL = "Options of every command"
# Variables that would make Typer or rich fail or colour a pipe; the style has decided that already.
SCRUBBED = (
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "GITHUB_ACTIONS",
    "NO_COLOR",
    "PY_COLORS",
    "TERMINAL_WIDTH",
    "TYPER_USE_RICH",
    "_TYPER_FORCE_DISABLE_TERMINAL",
)


def typer_main(
    words: list[str],
    kinds: Mapping[str, type[Command]],
    write: Callable[[str], None],
    style: Style,
    examples: Mapping[str, tuple[str, ...]] = NO_EXAMPLES,
) -> int:
    """Let Typer answer a line that asks for help, drawn as the style says; `examples` are for the fight at hand.

    Raises UsageError for a line that Typer does not accept; an accepted line is not run.
    """
    with _environment(style):
        from typer import TyperException

        printed = _Printed(style)
        try:
            with redirect_stdout(printed):
                app_of(kinds, lambda _kind, _values: None, examples)(words, prog_name="rbf", standalone_mode=False)
        except TyperException as wrong:
            raise UsageError(wrong.format_message(), hint="rbf help VERB shows what it takes") from None
    write(printed.getvalue())
    return 0


def app_of(
    kinds: Mapping[str, type[Command]], took: Took, examples: Mapping[str, tuple[str, ...]] = NO_EXAMPLES
) -> typer.Typer:
    """An app with a command for each struct; `took` gets the struct and, by field, the values on the line.

    The `examples` of a verb are shown instead of those of its struct.
    """
    import typer

    app = typer.Typer(
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    before: Values = {}

    def begin(given: Values) -> None:
        before.clear()
        before.update(given)

    app.callback(help=_prose(SUMMARY, EXAMPLES))(_function(list(_common_parameters({})), begin))
    for verb in sorted(kinds, key=lambda verb: GROUPS.index(kinds[verb].group)):
        kind = kinds[verb]
        text = _prose(summary_of(kind), map(shell_line, examples.get(verb, kind.examples)))
        command = app.command(verb, help=text, short_help=summary_of(kind), rich_help_panel=kind.group.capitalize())
        command(_command(kind, before, took))
    return app


def common_parameters(own: Mapping[str, Parameter]) -> list[Parameter]:
    """The options of every command that a verb does not redefine; Typer has its own help option."""
    parameters = [*grammar_of(CommonOptions).options.values(), *grammar_of(Command).options.values()]
    taken = {parameter.field for parameter in own.values()} - set(Command.__struct_fields__)
    return [
        parameter
        for parameter in dict.fromkeys(parameters)
        if parameter.field not in taken and parameter.field != "help"
    ]


def _command(kind: type[Command], before: Values, took: Took) -> Callable[..., None]:
    """The function of one struct, with its own parameters, then the options of every command."""
    grammar = grammar_of(kind)
    own = [*grammar.positionals, *own_options(grammar)]
    parameters = [
        *(_parameter(parameter, spellings(parameter), None) for parameter in own),
        *_common_parameters(grammar.options),
    ]
    return _function(parameters, lambda given: took(kind, {**before, **given}))


def _common_parameters(own: Mapping[str, Parameter]) -> Iterator[inspect.Parameter]:
    return (_parameter(parameter, free_spellings(parameter, own), COMMON_PANEL) for parameter in common_parameters(own))


def _function(parameters: Sequence[inspect.Parameter], then: Callable[[Values], object]) -> Callable[..., None]:
    """A function with these parameters, as Typer expects it; it passes on the values on the line."""

    def called(**values: Any) -> None:
        then({field: value for field, value in values.items() if value is not None and value != []})

    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in parameters}
    return called


def _parameter(parameter: Parameter, typed: Sequence[str], panel: str | None) -> inspect.Parameter:
    default = inspect.Parameter.empty if parameter.required else None
    annotation: Any = Annotated[_type(parameter), _typer_parameter(parameter, typed, panel)]
    return inspect.Parameter(parameter.field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _type(parameter: Parameter) -> Any:
    """The type for Typer: several words are a list, and None means not given."""
    kind: Any = {"flag": bool, "number": int}.get(parameter.spec.kind, str)
    if parameter.spec.choices:
        kind = Literal[parameter.spec.choices]
    if parameter.many:
        kind = list[kind]
    return kind if parameter.required else kind | None


def _typer_parameter(parameter: Parameter, typed: Sequence[str], panel: str | None) -> Any:
    """What Typer is told of a slot besides its type: how it is typed, its range and its help."""
    import typer
    from rich.markup import escape

    text = escape(with_remarks(parameter.spec.help, defaults(parameter, VARIABLES.get(parameter.field, ""))))
    metavar = "|".join(parameter.spec.choices) or value_label(parameter)
    if isinstance(parameter.spec, Opt):
        return typer.Option(
            *typed,
            help=text,
            min=parameter.spec.low,
            max=parameter.spec.high,
            metavar=metavar,
            show_default=False,
            rich_help_panel=panel,
        )
    return typer.Argument(help=text, metavar=parameter.field.upper(), show_default=False)


def _prose(summary: str, examples: Iterable[str]) -> str:
    """A summary followed by examples, whose lines are not wrapped."""
    from rich.markup import escape

    lines = [f"  {line}" for line in examples]
    return escape(f"{summary}\n\n\b\nExamples:\n" + "\n".join(lines) if lines else summary)


class _Printed(io.StringIO):
    """What Typer prints: as to a terminal where it may be coloured."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._colour = style.colour

    def isatty(self) -> bool:
        """Whether colours are wanted."""
        return self._colour


@contextmanager
def _environment(style: Style) -> Iterator[None]:
    """An environment in which Typer and rich follow the style; restored afterwards."""
    before = dict(os.environ)
    for name in SCRUBBED:
        os.environ.pop(name, None)
    os.environ["COLUMNS"] = str(style.width)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)

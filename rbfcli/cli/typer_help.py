"""The command line as a Typer app, generated from the command structs: help drawn on a terminal, and usage errors."""

from __future__ import annotations

import inspect
import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from types import MappingProxyType
from typing import Annotated, Any, Literal

import typer
from rich.markup import escape

from rbfcli.language.forms import VARIABLES, VerbForm, fixed_words, summary_of
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
from rbfcli.model.commands import Command, Opt, verb_name
from rbfcli.render.sentences import Style

Values = dict[str, Any]

Took = Callable[[Values], object]


COMMON_PANEL = "Global options"
# Variables that make Typer or rich fail or colour a pipe; the style already decides on colour.
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


def drawn_help(form: VerbForm, examples: Iterable[str], style: Style) -> str:
    """Return the help of a verb as drawn by Typer in a style; `examples` are for the current fight."""
    with _environment(style):
        printed = _Printed(style)
        with redirect_stdout(printed):
            app = app_of(form.kind, lambda _values: None, examples, fixed_words(form))
            app([verb_name(form.kind), "--help"], prog_name="rbf", standalone_mode=False)
    return printed.getvalue()


def app_of(
    kind: type[Command],
    took: Took,
    examples: Iterable[str] = (),
    words: Mapping[str, Iterable[str]] = MappingProxyType({}),
) -> typer.Typer:
    """Return an app with the command of a struct.

    `took` receives the values by field, starting with those before the verb; help lists the `words` of each kind.
    """
    app = typer.Typer(
        add_completion=False,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    grammar = grammar_of(kind)
    own = (
        _parameter(each, spellings(each), None, words.get(each.spec.kind, ()))
        for each in (*grammar.positionals, *own_options(grammar))
    )
    parameters = [*own, *_common_parameters(grammar.options)]
    app.callback()(_function(list(_common_parameters({})), took))
    command = app.command(grammar.verb, help=_prose(summary_of(kind), map(shell_line, examples)))
    command(_function(parameters, took))
    return app


def common_parameters(own: Mapping[str, Parameter]) -> list[Parameter]:
    """Return the global options that a verb does not redefine, except Typer's own help option."""
    parameters = [*grammar_of(CommonOptions).options.values(), *grammar_of(Command).options.values()]
    taken = {parameter.field for parameter in own.values()} - set(Command.__struct_fields__)
    return [
        parameter
        for parameter in dict.fromkeys(parameters)
        if parameter.field not in taken and parameter.field != "help"
    ]


def _common_parameters(own: Mapping[str, Parameter]) -> Iterator[inspect.Parameter]:
    return (_parameter(parameter, free_spellings(parameter, own), COMMON_PANEL) for parameter in common_parameters(own))


def _function(parameters: Sequence[inspect.Parameter], took: Took) -> Callable[..., None]:
    """Return a function with these parameters, as Typer expects; it passes on the values of the line."""

    def called(**values: Any) -> None:
        took({field: value for field, value in values.items() if value is not None and value != []})

    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in parameters}
    return called


def _parameter(
    parameter: Parameter, typed: Sequence[str], panel: str | None, words: Iterable[str] = ()
) -> inspect.Parameter:
    default = inspect.Parameter.empty if parameter.required else None
    annotation: Any = Annotated[_type(parameter), _typer_parameter(parameter, typed, panel, words)]
    return inspect.Parameter(parameter.field, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _type(parameter: Parameter) -> Any:
    """Return the type for Typer. Several words are a list, and None means not given."""
    kind: Any = {"flag": bool, "number": int}.get(parameter.spec.kind, str)
    if parameter.spec.choices:
        kind = Literal[parameter.spec.choices]
    if parameter.many:
        kind = list[kind]
    return kind if parameter.required else kind | None


def _typer_parameter(parameter: Parameter, typed: Sequence[str], panel: str | None, words: Iterable[str]) -> Any:
    """Return a parameter's description for Typer besides its type: its spelling, range, words and help."""
    listed = [", ".join(words)] if words else []
    remarks = [*listed, *defaults(parameter, VARIABLES.get(parameter.field, ""))]
    text = escape(with_remarks(parameter.spec.help, remarks))
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
    lines = [f"  {line}" for line in examples]
    return escape(f"{summary}\n\n\b\nExamples:\n" + "\n".join(lines) if lines else summary)


class _Printed(io.StringIO):
    """The output of Typer, treated as a terminal if it can be coloured."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._colour = style.colour

    def isatty(self) -> bool:
        """Return whether colours are wanted."""
        return self._colour


@contextmanager
def _environment(style: Style) -> Iterator[None]:
    """Make Typer and rich follow the style by changing the environment, and restore it afterwards."""
    before = dict(os.environ)
    for name in SCRUBBED:
        os.environ.pop(name, None)
    os.environ["COLUMNS"] = str(style.width)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)

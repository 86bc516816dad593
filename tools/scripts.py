"""The completion scripts: for each shell its engine, written by hand, with tables from the command structs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tools.sources import Option, Tables

ENGINES = Path(__file__).parent / "engines"


def bash(tables: Tables) -> str:
    """The script for bash; it has no place for what an option means."""
    verbs = f"_rbf_verbs={quoted(' '.join(words.verb for words in tables.verbs))}"
    options = {words.verb: [f"options+=({_pairs(words.options)})"] for words in tables.verbs if words.options}
    last = [f"options+=({_pairs(tables.common)})"]
    return _filled(
        "rbf.bash", [verbs, "", *_function("_rbf_options", "options=()", options, last), "", *_places(tables)]
    )


def zsh(tables: Tables) -> str:
    """The script for zsh."""
    verbs = ["typeset -gA _rbf_verbs=(", *(f"    {words.verb} {quoted(words.help)}" for words in tables.verbs), ")"]
    options = {words.verb: _listed(words.options) for words in tables.verbs if words.options}
    function = _function("_rbf_options", "options=()", options, _listed(tables.common))
    return _filled("rbf.zsh", [*verbs, "", *function, "", *_places(tables)])


def fish(tables: Tables) -> str:
    """The script for fish."""
    verbs = _printed((words.verb, words.help) for words in tables.verbs)
    options = {words.verb: _printed(map(_fields, words.options)) for words in tables.verbs if words.options}
    places = {words.verb: _printed((each,) for each in words.places) for words in tables.verbs if words.places}
    common = _printed(map(_fields, tables.common))
    return _filled(
        "rbf.fish",
        [
            *_fish_function("__rbf_verbs", {}, verbs),
            *_fish_function("__rbf_options -a verb", options, common),
            *_fish_function("__rbf_places -a verb", places, []),
        ],
    )


def quoted(text: str) -> str:
    """A text as one word of bash or zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def fish_quoted(text: str) -> str:
    """A text as one word of fish."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _filled(engine: str, lines: Iterable[str]) -> str:
    text = (ENGINES / engine).read_text(encoding="utf-8")
    return text.replace("@TABLES@\n", "".join(f"{line}\n" for line in lines))


def _fields(option: Option) -> tuple[str, str, str]:
    return option.name, "" if option.source is None else option.source or "-", option.help


def _pairs(options: Iterable[Option]) -> str:
    return " ".join(f"{name} {quoted(source)}" for name, source, _ in map(_fields, options))


def _listed(options: Iterable[Option]) -> list[str]:
    rows = (f"    {name} {quoted(source)} {quoted(text)}" for name, source, text in map(_fields, options))
    return ["options+=(", *rows, ")"]


def _places(tables: Tables) -> list[str]:
    """The function that sets the sources of a verb's words, the same in bash and zsh."""
    cases = {
        words.verb: [f"places=({' '.join(map(quoted, words.places))})"] for words in tables.verbs if any(words.places)
    }
    return _function("_rbf_places", "places=()", cases, [])


def _function(name: str, first: str, cases: dict[str, list[str]], last: list[str]) -> list[str]:
    """A function of bash or zsh that does something for each verb."""
    inner = [
        line
        for verb, body in cases.items()
        for line in (f"    {verb})", *(f"        {each}" for each in body), "        ;;")
    ]
    return [f"{name}() {{", *_indented([first, "case $1 in", *inner, "esac", *last]), "}"]


def _fish_function(name: str, cases: dict[str, list[str]], last: list[str]) -> Iterator[str]:
    inner = [
        line for verb, body in cases.items() for line in (f"    case {verb}", *(f"        {each}" for each in body))
    ]
    switch = ["switch $verb", *inner, "end"] if cases else []
    yield from (f"function {name}", *_indented([*switch, *last]), "end", "")


def _printed(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """The command of fish that prints lines of fields with a tab between."""
    lines = ["    " + "\\t".join(map(fish_quoted, row)) for row in rows]
    return " \\\n".join(["printf '%s\\n'", *lines]).split("\n")


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]

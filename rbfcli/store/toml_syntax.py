"""Errors of tomli, with file and line."""

from __future__ import annotations

import re

from rbfcli.kernel.errors import InvalidFile
from rbfcli.store.toml_positions import definitions, dotted

_PLACE = re.compile(r"(?P<reason>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL)
_TWICE = ("Cannot declare", "Cannot overwrite", "Cannot mutate", "Duplicate inline")
_DIGITS = 4000
# What tomli says, and what would be right.
_RIGHT = (
    ("Invalid value", 'text stands in quotes, as name = "Ada"; a truth is true or false'),
    ("Expected '=' after a key", "write KEY = VALUE; a key with spaces stands in quotes"),
    ("Invalid statement", "write KEY = VALUE, or [TABLE]"),
    ("Expected ']'", "a table is [NAME], and a name with spaces stands in quotes"),
    ("Expected newline or end of document", 'one KEY = VALUE a line; text stands in quotes, as name = "Ada"'),
    ("Unclosed array", "a list ends with ]"),
    ("Unclosed inline table", "a table in one line ends with }"),
    ("Unterminated string", 'text ends with the quotes it begins with: "Ada"'),
    ("Illegal character '\\n'", 'text ends with the quotes it begins with, on its line: "Ada"'),
    ("Unescaped '\\' in a string", "a backslash in text is written twice, or the text stands in '...'"),
    (
        "Invalid initial character for a key part",
        "a key with other characters than A-Z, a-z, 0-9, _ and - stands in quotes",
    ),
    ("Invalid date", "write a whole number, or text in quotes"),
)


def explain(error: ValueError, text: str, name: str) -> InvalidFile:
    """The error for what is no TOML: it begins with `name:line`, and its hint says what would be right."""
    place = _PLACE.fullmatch(str(error))
    if not place:
        return InvalidFile(f"{name}:{_line_of_digits(text)}: a number has too many digits")
    if place["reason"].startswith(_TWICE) and (twice := _twice(text)):
        return InvalidFile(f"{name}:{twice}")
    line = place["line"] or text.rstrip("\n").count("\n") + 1
    column = f", column {place['column']}" if place["column"] else ""
    reason = place["reason"]
    hint = next((right for begin, right in _RIGHT if reason.startswith(begin)), "")
    return InvalidFile(f"{name}:{line}{column}: not valid TOML: {reason[0].lower()}{reason[1:]}", hint=hint)


def _twice(text: str) -> str:
    seen: dict[tuple[str | int, ...], int] = {}
    for path, line in definitions(text):
        if path in seen:
            return f"{line}: {dotted(path)} is defined twice, first on line {seen[path]}; rename one of them"
        seen[path] = line
    return ""


def _line_of_digits(text: str) -> int:
    found = next((run for run in re.finditer(r"[0-9_]+", text) if len(run[0]) > _DIGITS), None)
    return text.count("\n", 0, found.start()) + 1 if found else 1

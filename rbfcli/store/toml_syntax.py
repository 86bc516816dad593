"""Errors of tomllib, with file and line."""

from __future__ import annotations

import re

from rbfcli.store.toml_positions import definitions, dotted

_PLACE = re.compile(r"(?P<reason>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL)
_TWICE = ("Cannot declare", "Cannot overwrite", "Cannot mutate", "Duplicate inline")
_DIGITS = 4000


def explain(error: ValueError, text: str, name: str) -> str:
    """One sentence that begins with `name:line:`."""
    place = _PLACE.fullmatch(str(error))
    if not place:
        return f"{name}:{_line_of_digits(text)}: a number has too many digits"
    if place["reason"].startswith(_TWICE) and (twice := _twice(text)):
        return f"{name}:{twice}"
    line = place["line"] or text.rstrip("\n").count("\n") + 1
    column = f", column {place['column']}" if place["column"] else ""
    reason = place["reason"]
    return f"{name}:{line}{column}: not valid TOML: {reason[0].lower()}{reason[1:]}"


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

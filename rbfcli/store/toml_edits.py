"""Small changes in the text of a TOML file: all else of it, comments and layout, stays as it is."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import is_normalized, normalize

import tomli

from rbfcli.store.toml_spots import Spot, spots

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rbfcli.store.toml_checks import Path
    from rbfcli.store.toml_spots import Span

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
MARK = "\ufeff"


class Edit(NamedTuple):
    """Another value at a path, or another name for the key there."""

    path: Path
    new: Any
    of_key: bool


def edited(text: str, edits: Iterable[Edit]) -> tuple[str, list[Edit]]:
    """A text with as many of the edits as change what they say and nothing else, and which these are."""
    wanted = list(dict.fromkeys(edits))
    if _is_right(made := _made(text, wanted), text, wanted):
        return made, wanted
    done: list[Edit] = []
    for each in wanted:
        made = _made(text, [*done, each])
        if _is_right(made, text, [*done, each]):
            done.append(each)
    return _made(text, done), done


def composed_text(text: str) -> str:
    """A text with all its keys and values composed (NFC); comments stay as they are."""
    spans: set[Span] = set()
    for spot in spots(text).values():
        spans.update(spot.keys)
        if spot.value and text[spot.value[0]] in "\"'":
            spans.add(spot.value)
    old = {span: text[slice(*span)] for span in spans}
    made = _replaced(
        text, {span: normalize("NFC", part) for span, part in old.items() if not is_normalized("NFC", part)}
    )
    return made if _parsed(made) == _composed(tomli.loads(text)) else text


def written_value(value: Any) -> str:
    """A value as a TOML file has it on one line."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return '"' + "".join(_ESCAPES.get(letter, letter) for letter in value) + '"'
        case list() | tuple():
            return f"[{', '.join(map(written_value, value))}]"
        case _:
            return str(value)


def _made(text: str, edits: Sequence[Edit]) -> str:
    known = spots(text)
    parts: dict[Span, str] = {}
    for each in edits:
        spot = known.get(each.path, Spot())
        if each.of_key:
            name = each.new if _BARE.fullmatch(each.new) else written_value(each.new)
            parts.update(dict.fromkeys(spot.keys, name))
        elif spot.value:
            parts[spot.value] = written_value(each.new)
    return _replaced(text, parts)


def _replaced(text: str, parts: dict[Span, str]) -> str:
    for (start, end), new in sorted(parts.items(), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _is_right(made: str, text: str, edits: Sequence[Edit]) -> bool:
    """Whether a changed text reads as the tables of the old one with these changes, and no others."""
    tables = deepcopy(tomli.loads(text))
    for each in sorted(edits, key=lambda edit: (edit.of_key, -len(edit.path))):
        if not _change(tables, each):
            return False
    return bool(_parsed(made) == _exactly(tables))


def _change(tables: Any, edit: Edit) -> bool:
    *way, last = edit.path
    for key in way:
        try:
            tables = tables[key]
        except (KeyError, IndexError, TypeError):
            return False
    if edit.of_key:
        if not isinstance(tables, dict) or last not in tables or edit.new in tables:
            return False
        tables[edit.new] = tables.pop(last)
    elif isinstance(tables, dict) and last not in tables:
        return False
    else:
        tables[last] = [*edit.new] if isinstance(edit.new, tuple) else edit.new
    return True


def _parsed(text: str) -> Any:
    try:
        return _exactly(tomli.loads(text))
    except ValueError:
        return None


def _exactly(value: Any) -> Any:
    """A value in a form in which 1, 1.0 and true are not equal."""
    if isinstance(value, dict):
        return {key: _exactly(each) for key, each in value.items()}
    return [*map(_exactly, value)] if isinstance(value, list) else (type(value), value)


def _composed(value: Any) -> Any:
    if isinstance(value, dict):
        return {normalize("NFC", key): _composed(each) for key, each in value.items()}
    if isinstance(value, list):
        return [*map(_composed, value)]
    return (type(value), normalize("NFC", value) if isinstance(value, str) else value)

"""A fight out of a save that somebody edited is sound, or all its mistakes are told at once; texts are composed."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar
from unicodedata import is_normalized, normalize

import msgspec

from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.limits import COMBINING_MARKS
from rbfcli.kernel.mistakes import Mistake, Place, new_among
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.soundness import mistakes_in
from rbfcli.session.mistaken import Sources, refuse

F = TypeVar("F")

IN_A_SAVE = ("fight",)
# Composing is quadratic in the marks on one letter; Unicode calls a text with at most so many safe for streams.
_MARKS = re.compile(rf"[\u0300-\u036f]{{{COMBINING_MARKS + 1}}}")


def sound(rules: Rules, fight: F, sources: Sources, before: F | None = None) -> F:
    """A fight out of a save that somebody edited, its texts composed. Raises InvalidFile with all its mistakes.

    What was wrong in the fight `before` the edit, because the GM set it so, is no mistake of the hand.
    """
    plain = msgspec.to_builtins(fight)
    found: list[Mistake] = []
    whole = composed(plain, found)
    if whole is not plain and not found:
        fight = msgspec.convert(whole, type(fight))
    known = [] if before is None else [*mistakes_in(rules, before)]
    found += new_among(known, mistakes_in(rules, fight))
    refuse(found, sources, lambda path: (*IN_A_SAVE, *path))
    return fight


def composed(value: Any, clashes: list[Mistake], path: Place = ()) -> Any:
    """Plain values with every text and key composed (NFC), the same where all were; keys that then clash are told."""
    if isinstance(value, str):
        if not value.isascii() and _MARKS.search(value):
            raise LimitReached(f"more than {COMBINING_MARKS} combining characters stand in a row")
        return value if value.isascii() or is_normalized("NFC", value) else normalize("NFC", value)
    if isinstance(value, Mapping):
        return _composed_table(value, clashes, path)
    if isinstance(value, list | tuple):
        parts = [composed(each, clashes, (*path, number)) for number, each in enumerate(value)]
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
    return value


def _composed_table(table: Mapping[str, Any], clashes: list[Mistake], path: Place) -> Mapping[str, Any]:
    made: dict[str, Any] = {}
    same = True
    for key, each in table.items():
        name = composed(key, clashes)
        inner = composed(each, clashes, (*path, key))
        same = same and name is key and inner is each
        if name in made:
            clashes.append(Mistake((*path, key), "this name is there already, written with other characters"))
        made[name] = inner
    return table if same else made

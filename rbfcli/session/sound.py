"""What is read from a file is sound, or all its mistakes are told at once, each with its file and line."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeVar
from unicodedata import is_normalized, normalize

import msgspec
from msgspec.structs import replace

from rbfcli.kernel.errors import InvalidFile, LimitReached
from rbfcli.kernel.limits import COMBINING_MARKS, MISTAKES_OF_A_FILE
from rbfcli.kernel.mistakes import Mistake, Place, new_among, told
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.soundness import mistakes_in
from rbfcli.store.validate import places

F = TypeVar("F")
Sources = Sequence[tuple[str, str]]

IN_A_SAVE = ("fight",)
# Composing is quadratic in the marks on one letter; Unicode calls a text with at most so many safe for streams.
_MARKS = re.compile(rf"[\u0300-\u036f]{{{COMBINING_MARKS + 1}}}")


def _as_read(path: Place) -> Place:
    """What a file says stands where the fight has it."""
    return path


def refuse(found: Sequence[Mistake], sources: Sources, written: Callable[[Place], Place] = _as_read) -> None:
    """Raise InvalidFile with all mistakes, if there are any; `written` is where in the file a path stands."""
    if not found:
        return
    place = places(sources)
    at = _each_once(found, written)
    at.sort(key=lambda each: _in_order(place(each.path), sources))
    lines = told([f"{place(each.path)}: {each.line}" for each in at], MISTAKES_OF_A_FILE)
    if len(lines) > 1:
        raise InvalidFile("\n".join(lines))
    only = at[0]
    message = replace(only, hint="").line
    raise InvalidFile(f"{place(only.path)}: {message}", hint=only.hint, suggestions=only.suggestions)


def _each_once(found: Sequence[Mistake], written: Callable[[Place], Place]) -> list[Mistake]:
    """Mistakes where they are written: of several sheets that were made of one text, those of the first."""
    first: dict[Place, Place] = {}
    at = [(written(each.path), each) for each in found]
    return [replace(each, path=path) for path, each in at if first.setdefault(path, each.path) == each.path]


def typed(
    raw: Mapping[str, Any], rules: Rules, found: Sequence[Mistake], sources: Sources, written: Callable[[Place], Place]
) -> Any:
    """Plain tables as a fight. Raises InvalidFile with what does not fit it, all else, and what was found before."""
    try:
        fight = msgspec.convert(raw, rules.fight)
    except msgspec.ValidationError as wrong:
        from rbfcli.kernel.further_mistakes import further_mistakes
        from rbfcli.kernel.type_mistakes import type_mistakes

        misfits: dict[tuple[Place, str], Mistake] = {}
        for each in type_mistakes(raw, rules.fight):
            misfits.setdefault((written(each.path), each.message), each)
            if len(misfits) > MISTAKES_OF_A_FILE:
                break
        more = islice(further_mistakes(rules, raw, authored=True), MISTAKES_OF_A_FILE)
        refuse([*found, *(misfits.values() or [Mistake((), str(wrong))]), *more], sources, written)
        raise
    refuse(found, sources, written)
    return fight


def _in_order(place: str, sources: Sources) -> tuple[int, int]:
    """Where a file and line stand among all that were read."""
    name, _, line = place.rpartition(":")
    return [known for known, _ in sources].index(name), int(line)


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

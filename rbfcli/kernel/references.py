"""What stands on a sheet for something else: every weapon, place or talent that it names has to be known."""

from collections.abc import Iterator, Mapping
from typing import Any

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.matching import unknown_word
from rbfcli.kernel.rules import Rules


def unknown_references(rules: Rules, fight: Any, who: str, one: Any) -> Iterator[RbfError]:
    """The mistakes of a sheet: `weapons` that names a weapon which the fight does not have, with the nearest it has."""
    for field, kind in rules.references.items():
        words = _words(getattr(one, field))
        known = rules.vocabulary(fight, kind, "") if words else ()
        for word in words:
            if word not in known:
                yield unknown_word(word, known, f"{kind} (in {field} of {who})")


def check_references(rules: Rules, fight: Any, who: str, one: Any) -> None:
    """Raise UsageError for the first thing on a sheet that is not known."""
    for mistake in unknown_references(rules, fight, who, one):
        raise mistake


def _words(value: Any) -> tuple[str, ...]:
    """The names in a field: one, several, or the keys of a mapping; an empty one names nothing."""
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(value) if isinstance(value, tuple | list | Mapping) else ()

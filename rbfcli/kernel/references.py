"""What stands in a fight for something else: every weapon, place or condition that is named has to be known."""

from collections.abc import Iterator, Mapping
from typing import Any

from rbfcli.kernel.conditions import addable_conditions
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.matching import own_words, unknown_word
from rbfcli.kernel.rules import Rules

CONDITION = "condition"


def unknown_references(rules: Rules, fight: Any, who: str, one: Any) -> Iterator[RbfError]:
    """The mistakes of a sheet: `weapons` that names a weapon which the fight does not have, with the nearest it has."""
    for field, kind in rules.references.items():
        if "." not in field:
            yield from _unknown(rules, fight, kind, getattr(one, field), f"{field} of {who}")


def unknown_in_fight(rules: Rules, fight: Any) -> Iterator[RbfError]:
    """The mistakes outside sheets: an item that cures a condition which there is not, a turn of nobody's."""
    acting = rules.members(fight, fight.active) if fight.active else ()
    if fight.active and not (acting and fight.combatants.keys() >= set(acting)):
        yield unknown_word(fight.active, fight.combatants, "combatant (in active)")
    for path, kind in rules.references.items():
        table, dot, field = path.partition(".")
        for name, entry in getattr(fight, table).items() if dot else ():
            yield from _unknown(rules, fight, kind, getattr(entry, field), f"{field} of {table}.{name}")


def check_references(rules: Rules, fight: Any, who: str, one: Any) -> None:
    """Raise UsageError for the first thing on a sheet that is not known."""
    for mistake in unknown_references(rules, fight, who, one):
        raise mistake


def check_fight(rules: Rules, fight: Any) -> None:
    """Raise UsageError for the first thing in a fight, outside its sheets, that is not known."""
    for mistake in unknown_in_fight(rules, fight):
        raise mistake


def _unknown(rules: Rules, fight: Any, kind: str, value: Any, where: str) -> Iterator[RbfError]:
    """The names in a value that are no words of a kind; of conditions, own words behind `say` are right too."""
    words = _words(value)
    known = _known(rules, fight, kind) if words else ()
    for word in words:
        if word not in known and not (kind == CONDITION and own_words(word)):
            yield unknown_word(word, known, f"{kind} (in {where})")


def _known(rules: Rules, fight: Any, kind: str) -> tuple[str, ...]:
    """The words of a kind; of conditions also those that somebody has."""
    known = tuple(rules.vocabulary(fight, kind, ""))
    if kind != CONDITION:
        return known
    present = (name for one in fight.combatants.values() for name in one.conditions)
    return (*known, *addable_conditions(rules.conditions, fight.combatants), *present)


def _words(value: Any) -> tuple[str, ...]:
    """The names in a field: one, several, or the keys of a mapping; an empty one names nothing."""
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(value) if isinstance(value, tuple | list | Mapping) else ()

"""Where a fight names something by its id, as a system declares it (`Rules.references`)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from msgspec import Struct

from rbfcli.kernel.conditions import addable_conditions
from rbfcli.kernel.mistakes import Mistake, Place
from rbfcli.kernel.rules import Rules

PEOPLE, COMBATANT, CONDITION, DICE, WEAPON = "combatants", "combatant", "condition", "dice", "weapon"
Named = Iterator[tuple[Place, Any, str]]


def kinds_of(kind: str) -> list[str]:
    """The kinds of words that a field takes: several, where it says `combatant or object`."""
    return kind.split(" or ")


class Words:
    """The words of each kind that a fight knows, looked up once.

    Where part of the fight could not be read, only those of `sure` kinds are known, and the rules are not asked.
    """

    def __init__(self, rules: Rules, fight: Any, sure: Collection[str] | None = None) -> None:
        self.rules, self.fight, self.sure = rules, fight, sure
        self._known: dict[str, dict[str, None]] = {}
        self._validated: tuple[Any, tuple[Mistake, ...]] = None, ()

    def of(self, kind: str) -> dict[str, None]:
        """The words of a kind in their order; of conditions also those that somebody has."""
        if kind not in self._known:
            self._known[kind] = dict.fromkeys(word for each in kinds_of(kind) for word in self._of_one(each))
        return self._known[kind]

    def validated(self, fight: Any) -> tuple[Mistake, ...]:
        """All that the rules say is wrong in a fight, looked up once."""
        if self._validated[0] is not fight:
            self._validated = fight, tuple(self.rules.validate(fight))
        return self._validated[1]

    def _of_one(self, kind: str) -> Iterator[str]:
        people = self.fight.combatants
        if kind == COMBATANT:
            yield from people
            return
        yield from self.rules.words_of(self.fight, kind)
        if kind == CONDITION:
            yield from addable_conditions(self.rules.conditions, people)
            yield from (name for one in people.values() for name in one.conditions)


def named_on_sheet(rules: Rules, one: Any, at: Place) -> Named:
    """What stands in the fields of a sheet that name something: the path, the value, the kind of its words."""
    for field, kind in rules.references.items():
        first, _, rest = field.partition(".")
        if not rest or first == PEOPLE:
            for path, value in _values(one, (rest or field).split("."), at):
                yield path, value, kind


def named_elsewhere(rules: Rules, fight: Any) -> Named:
    """What stands in the fields of tables and of the board that name something."""
    for field, kind in rules.references.items():
        first, _, rest = field.partition(".")
        if rest and first != PEOPLE:
            for path, value in _values(fight, field.split("."), ()):
                yield path, value, kind


def _values(owner: Any, keys: list[str], path: Place) -> Iterator[tuple[Place, Any]]:
    """What stands in a field: in that of each entry, where it leads through a table or a list."""
    if isinstance(owner, Struct):
        value, inner = getattr(owner, keys[0]), (*path, keys[0])
        yield from _values(value, keys[1:], inner) if keys[1:] else [(inner, value)]
    elif isinstance(owner, tuple):
        for number, entry in enumerate(owner):
            yield from _values(entry, keys, (*path, number))
    elif isinstance(owner, Mapping):
        for key, entry in owner.items():
            yield from _values(entry, keys, (*path, key))

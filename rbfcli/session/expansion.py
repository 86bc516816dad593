"""Combatants of an encounter with the stat blocks they build on, and copies of them."""

from collections.abc import Mapping
from typing import Any

from rbfcli.kernel.blocks import BLOCKS, wrong_block
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.limits import COPIES
from rbfcli.kernel.mistakes import Fix, Mistake, Place
from rbfcli.kernel.references import PEOPLE
from rbfcli.kernel.sheets import copies, from_blocks

# What a combatant takes who enters a fight, and each entry of its sheet, in steps.
SHEET, ENTRY = 200, 12
TOO_MANY_BLOCKS = "too many stat blocks", "leave out those that nobody needs"
TOO_MANY = "too many combatants to begin with", "lower a count, and add more when they come in"


class Expansion:
    """Combatants with the stat blocks they build on, `count` of each; `made` are the sheets.

    Mistakes on the way are added to `found`; who builds on what is not there, or in a circle, is `bare`: made of what
    it says itself. `used` are the stat blocks that somebody builds on, `moved` those whose id a copy has. What is no
    table is left for the reading to refuse.
    """

    def __init__(self, combatants: Any, blocks: Any, found: list[Mistake], budget: Budget) -> None:
        self.made: Any = combatants
        self._blocks = blocks
        self._found = found
        self._budget = budget
        self.bare: set[str] = set()
        self.used: set[str] = set()
        self.moved: dict[str, str] = {}
        self._origins: dict[str, str] = {}
        self._authored = combatants
        for block in blocks.values() if isinstance(blocks, Mapping) else ():
            budget.spend(SHEET + ENTRY * _entries(block), *TOO_MANY_BLOCKS)
        if isinstance(combatants, Mapping) and isinstance(blocks, Mapping):
            self.made = {}
            for who, one in combatants.items():
                self.made.update(self._expanded(who, one) if isinstance(one, Mapping) else {who: one})

    def written(self, path: Place) -> Place:
        """Where in the files stands what a path leads to: with the one that was copied, or in a stat block."""
        if path[:1] != (PEOPLE,) or not self._origins.keys() & set(path[1:2]):
            return path
        who = self._origins[str(path[1])]
        inside, rest = self._authored[who], path[2:]
        while rest and rest[0] not in inside and who not in self.bare and "from" in inside:
            block = inside["from"]
            inside = self._blocks[block]
            if rest[0] in inside:
                return (BLOCKS, block, *rest)
        return (PEOPLE, who, *rest)

    def _expanded(self, who: str, one: Mapping[str, Any]) -> dict[str, Any]:
        count = self._count(who, one)
        sheet = self._sheet(who, one)
        sheet.pop("count", None)
        self._budget.spend(count * (SHEET + ENTRY * _entries(sheet)), *TOO_MANY)
        name = sheet.get("name", who)
        made = copies(who, str(name), count, self.made)
        self._origins.update(dict.fromkeys((each for each, _ in made), who))
        if who in self.made:
            self.moved[who] = made[0][0]
        return {each: {**sheet, "name": named if isinstance(name, str) else name} for each, named in made}

    def _count(self, who: str, one: Mapping[str, Any]) -> int:
        """How many there are; one, where what says so is wrong."""
        count = one.get("count", 1)
        if type(count) is int and 1 <= count <= COPIES:
            return count
        from msgspec import inspect

        from rbfcli.kernel.mechanical import rewritten

        meant = rewritten(count, inspect.IntType())
        sure = type(meant) is int and 1 <= meant <= COPIES
        message = f"must be a whole number from 1 to {COPIES}"
        self._found.append(Mistake((PEOPLE, who, "count"), message, fix=Fix(meant) if sure else None))
        return meant if sure else 1

    def _sheet(self, who: str, one: Mapping[str, Any]) -> dict[str, Any]:
        """A sheet with the stat blocks it builds on; without any, where these cannot be."""
        try:
            sheet = from_blocks(one, self._blocks)
        except UsageError as wrong:
            self.bare.add(who)
            if one.get("from") not in [*self._blocks]:  # what is wrong in a stat block is told there
                self._found.append(wrong_block((PEOPLE, who, "from"), wrong, one["from"], self._blocks))
            return {key: value for key, value in one.items() if key != "from"}
        block = one.get("from")
        while block is not None and block not in self.used:
            self.used.add(block)
            block = self._blocks[block].get("from")
        return sheet


def _entries(part: Any) -> int:
    """How much a sheet holds, everything in it counted."""
    if isinstance(part, Mapping):
        return len(part) + sum(map(_entries, part.values()))
    return len(part) + sum(map(_entries, part)) if isinstance(part, list) else 0

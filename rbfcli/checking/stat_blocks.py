"""Stat blocks as sheets: a stat block may lack required fields, and is checked all the same."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import UsageError
from rbfcli.core.limits import NAME_LETTERS
from rbfcli.core.matching import unambiguous_fix
from rbfcli.core.mistakes import Fix, Mistake, Place, mistake
from rbfcli.core.type_errors import recovered, type_mistakes
from rbfcli.model.fight import Combatant
from rbfcli.model.sheets import from_blocks

BLOCKS = "blocks"
_ANY: tuple[Any, ...] = ("x", 0, 1, False, [], {})


class Block(Struct, frozen=True):
    """A stat block: its `own` keys, the `whole` with all it builds on, and the whole as a sheet.

    The sheet leaves out invalid values.
    """

    name: str
    own: Mapping[str, Any]
    whole: Mapping[str, Any]
    sheet: Combatant


def mistakes_of_types(kind: type[Combatant], blocks: Any) -> Iterator[Mistake]:
    """Yield the keys and values in stat blocks that fit no sheet of a type, and each invalid or circular `from`."""
    for name, block in _tables(blocks):
        parent = block.get("from")
        try:
            from_blocks(block, blocks)
        except UsageError as wrong:
            if not isinstance(parent, str) or parent not in blocks or _begins_circle(name, blocks):
                yield wrong_block((BLOCKS, name, "from"), wrong, parent, blocks)
        for each in type_mistakes(_own(block), kind):
            if each.path or not each.missing:
                yield replace(each, path=(BLOCKS, name, *each.path))


def wrong_block(path: Place, wrong: UsageError, named: Any, blocks: Mapping[str, Any]) -> Mistake:
    """Return the mistake of an invalid `from`, with a fix if the intended stat block is clear."""
    meant = unambiguous_fix(named, blocks) if isinstance(named, str) and named not in blocks else ""
    return replace(mistake(path, wrong), fix=Fix("value", meant) if meant else None)


def as_sheets(kind: type[Combatant], blocks: Any) -> Iterator[Block]:
    """Yield stat blocks as sheets of a type."""
    for name, block in _tables(blocks):
        own = _own(block)
        try:
            whole = from_blocks(block, blocks)
        except UsageError:
            whole = own
        sheet = recovered({"name": name[:NAME_LETTERS], **whole}, kind)
        if sheet is not None:
            yield Block(name, own, whole, sheet.value)


def _tables(blocks: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the stat blocks that are tables; the type check reports the others."""
    for name, block in blocks.items() if isinstance(blocks, Mapping) else ():
        if isinstance(block, Mapping):
            yield name, block


def _begins_circle(name: str, blocks: Mapping[str, Any]) -> bool:
    """Return whether a stat block is the first of those that build on one another in a circle."""
    seen: list[Any] = []
    parent = blocks[name].get("from")
    while isinstance(parent, str) and parent not in seen and isinstance(blocks.get(parent), Mapping):
        seen.append(parent)
        parent = blocks[parent].get("from")
    return name in seen and name == min(seen, key=[*blocks].index)


def _own(block: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key != "from"}


def as_incomplete(kind: type[Combatant]) -> type[Combatant]:
    """Return a sheet type like the given one, with a default for every required field."""
    if kind not in _INCOMPLETE:
        needed = [(each.name, each.type, _some(each.type)) for each in msgspec.structs.fields(kind) if each.required]
        made: Any = msgspec.defstruct(kind.__name__, needed, bases=(kind,), frozen=True, kw_only=True)
        _INCOMPLETE[kind] = made
    return _INCOMPLETE[kind]


_INCOMPLETE: dict[type[Combatant], type[Combatant]] = {}


def _some(kind: Any) -> Any:
    """Return some value of a type, or None if none of the usual ones fits."""
    for each in _ANY:
        with suppress(msgspec.ValidationError):
            return msgspec.convert(each, kind)
    return None

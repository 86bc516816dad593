"""Stat blocks as sheets: what combatants build on may lack what every sheet needs, and is checked all the same."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.checking.type_errors import type_mistakes
from rbfcli.core.errors import UsageError
from rbfcli.core.limits import MISTAKES_OF_A_FILE, NAME_LETTERS
from rbfcli.core.matching import unambiguous_fix
from rbfcli.core.mistakes import Fix, Mistake, Place, mistake
from rbfcli.model.fight import Combatant
from rbfcli.model.sheets import from_blocks

BLOCKS = "blocks"
_ANY: tuple[Any, ...] = ("x", 0, 1, False, [], {})


class Block(Struct, frozen=True):
    """A stat block: its `own` keys, all it says with what it builds on, and that as a sheet, what is wrong left out."""

    name: str
    own: Mapping[str, Any]
    whole: Mapping[str, Any]
    sheet: Combatant


def mistakes_of_types(kind: type[Combatant], blocks: Any) -> Iterator[Mistake]:
    """What in stat blocks fits no sheet of a kind, each where it is written: keys, values, and what `from` names."""
    circles: set[str] = set()
    for name, block in _tables(blocks):
        try:
            from_blocks(block, blocks)
        except UsageError as wrong:
            if _is_here(name, blocks, circles):
                yield wrong_block((BLOCKS, name, "from"), wrong, block["from"], blocks)
        yield from (replace(each, path=(BLOCKS, name, *each.path)) for each in _misfits(_own(block), kind))


def wrong_block(path: Place, wrong: UsageError, named: Any, blocks: Mapping[str, Any]) -> Mistake:
    """The mistake of a `from` that leads nowhere, with the stat block that it clearly means, if it means one."""
    meant = unambiguous_fix(named, blocks) if isinstance(named, str) and named not in blocks else ""
    return replace(mistake(path, wrong), fix=Fix("value", meant) if meant else None)


def in_order(value: Any) -> Any:
    """A stat block with its tables behind its other keys, as a save has them."""
    if not isinstance(value, Mapping):
        return value
    inner = {key: in_order(each) for key, each in value.items()}
    return dict(sorted(inner.items(), key=lambda each: isinstance(each[1], Mapping)))


def as_sheets(kind: type[Combatant], blocks: Any) -> Iterator[Block]:
    """Stat blocks as sheets of a kind."""
    for name, block in _tables(blocks):
        own = _own(block)
        try:
            whole = from_blocks(block, blocks)
        except UsageError:
            whole = own
        wrong = {each.path[0] for each in _misfits(whole, kind)}
        fitting = {key: value for key, value in whole.items() if key not in wrong}
        yield Block(name, own, whole, msgspec.convert({"name": name[:NAME_LETTERS], **fitting}, as_incomplete(kind)))


def _tables(blocks: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """What is a table among stat blocks; the reading of the file refuses the rest."""
    for name, block in blocks.items() if isinstance(blocks, Mapping) else ():
        if isinstance(block, Mapping):
            yield name, block


def _is_here(name: str, blocks: Mapping[str, Any], circles: set[str]) -> bool:
    """Whether it is this stat block that builds on what cannot be; of a circle, the first looked at."""
    chain = _chain(name, blocks)
    if blocks[chain[-1]].get("from") == name:
        first = circles.isdisjoint(chain)
        circles.update(chain)
        return first
    parent = blocks[name]["from"]
    return not isinstance(parent, str) or parent not in blocks


def _chain(name: str, blocks: Mapping[str, Any]) -> list[str]:
    """A stat block and those that it builds on, as far as there are any, each once."""
    chain = [name]
    while isinstance(parent := blocks[chain[-1]].get("from"), str) and parent not in chain:
        if not isinstance(blocks.get(parent), Mapping):
            break
        chain.append(parent)
    return chain


def _own(block: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key != "from"}


def _misfits(block: Mapping[str, Any], kind: type[Combatant]) -> list[Mistake]:
    try:
        msgspec.convert(block, as_incomplete(kind))
    except msgspec.ValidationError:
        return [*islice(type_mistakes(block, as_incomplete(kind)), MISTAKES_OF_A_FILE + 1)]
    return []


def as_incomplete(kind: type[Combatant]) -> type[Combatant]:
    """A sheet of a kind that lacks nothing: some value stands for whatever it needs."""
    if kind not in _INCOMPLETE:
        needed = [(each.name, each.type, _some(each.type)) for each in msgspec.structs.fields(kind) if each.required]
        made: Any = msgspec.defstruct(kind.__name__, needed, bases=(kind,), frozen=True, kw_only=True)
        _INCOMPLETE[kind] = made
    return _INCOMPLETE[kind]


_INCOMPLETE: dict[type[Combatant], type[Combatant]] = {}


def _some(kind: Any) -> Any:
    """Some value of a type; None where none of the usual ones is."""
    for each in _ANY:
        with suppress(msgspec.ValidationError):
            return msgspec.convert(each, kind)
    return None

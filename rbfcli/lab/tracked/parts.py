"""The parts of a fight that is laid out: each reads, writes and shows the cells below it."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.lab.tracked.amounts import Amount
from rbfcli.lab.tracked.reading import Reader
from rbfcli.lab.tracked.views import (
    NO_CELL,
    Cell,
    Keys,
    Moves,
    moves_in,
    plain,
    raw,
    shown_of,
    tracked_type,
)

NOTHING = object()
NEVER = (("",), None)

Path = tuple[str | int, ...]


class Moved(NamedTuple):
    """What is written to a cell where that is as it was, but for numbers that are others by so much."""

    by: int | Moves


class Misfit(Exception):
    """A fight of another shape: other people, or a part of another type."""


class Part:
    """One part of a fight at a path, as it is in the base; `varies` says whether any cell is below it."""

    varies = False

    def __init__(self, path: Path, base: Any) -> None:
        self.path = path
        self.base = base

    def read(self, value: Any, found: list[Any], changed: set[Path]) -> None:
        """Note what the cells below hold, and the paths of what is not as in the base."""
        raise NotImplementedError

    def compare(self, one: Any, other: Any, changed: set[Path]) -> None:
        """Note the paths of what is not the same in two values; what is the very same is not looked into."""
        raise NotImplementedError

    def reread(self, before: Any, value: Any, found: dict[int, Any], changed: set[Path]) -> None:
        """As `read`, of what is not the very same as before."""
        raise NotImplementedError

    def built(self, values: list[Any]) -> Any:
        """The part with other values in its cells."""
        raise NotImplementedError

    def shown(self, reader: Reader) -> Any:
        """The part as a view."""
        raise NotImplementedError

    def written(self, value: Any, reader: Reader, found: dict[int, Any], changed: set[Path]) -> None:
        """Note what a view, or what came in its place, has in its cells that was not there before."""
        raise NotImplementedError


class Leaf(Part):
    """A value as a whole."""

    def __init__(self, path: Path, base: Any, cell: int) -> None:
        super().__init__(path, base)
        self.cell = cell
        self.varies = cell >= 0
        self.may_be_whole = base is None or isinstance(base, Struct)

    def read(self, value: Any, found: list[Any], changed: set[Path]) -> None:
        """As of every part."""
        if self.cell >= 0:
            found[self.cell] = value
        elif value is not self.base and not _same(value, self.base):
            changed.add(self.path)

    def compare(self, one: Any, other: Any, changed: set[Path]) -> None:
        """As of every part."""
        if not _same(one, other):
            changed.add(self.path)

    def reread(self, before: Any, value: Any, found: dict[int, Any], changed: set[Path]) -> None:  # noqa: ARG002
        """As of every part."""
        if self.cell >= 0:
            found[self.cell] = value
        elif not _same(value, self.base):
            changed.add(self.path)

    def built(self, values: list[Any]) -> Any:
        """As of every part."""
        return values[self.cell] if self.cell >= 0 else self.base

    def shown(self, reader: Reader) -> Any:
        """As of every part."""
        if self.cell < 0:
            return self.base
        if isinstance(self.base, Mapping):
            return Cell(reader, self.cell, lambda: Keys(reader, self.cell))
        if self.cell in reader.amounts:
            return Cell(reader, self.cell, lambda: self._amount(reader))
        return Cell(reader, self.cell, (lambda: self._maybe(reader)) if self.may_be_whole else None)

    def _amount(self, reader: Reader) -> Any:
        return reader.read(self.cell) if self.cell in reader.seen else Amount(reader, self.cell)

    def _is_as_shown(self, value: Any, reader: Reader) -> bool:
        if type(value) is Keys:
            return value.is_of(reader, self.cell)
        return self.may_be_whole and reader.untouched.get(id(value), NEVER)[0] == self.path

    def _maybe(self, reader: Reader) -> Any:
        """A struct as a view of which single fields are read, where there is one."""
        found: Any = reader.part(self.cell, ("maybe", "", ""), _kind_or_value)
        if not (isinstance(found, type) and issubclass(found, Struct)):
            return found
        view = tracked_type(found)(**{name: self._field(reader, name) for name in found.__struct_fields__})
        reader.untouched[id(view)] = self.path, view
        return view

    def _field(self, reader: Reader, name: str) -> Cell:
        key = "field", "", name
        return Cell(reader, NO_CELL, lambda: reader.part(self.cell, key, lambda one: getattr(one, name, None)))

    def written(self, value: Any, reader: Reader, found: dict[int, Any], changed: set[Path]) -> None:
        """As of every part."""
        if type(value) is Cell:
            if value.reader is reader and value.index == self.cell:
                return
            value = value.read()
        elif self._is_as_shown(value, reader):
            return
        if type(value) is Amount and value.is_of(reader, self.cell):
            if value.plus:
                found[self.cell] = Moved(value.plus)
        elif self.cell >= 0:
            moves = moves_in(value, reader, self.cell) if reader.compares and isinstance(self.base, Mapping) else None
            found[self.cell] = plain(value) if not moves else Moved(moves)
        elif value is not self.base and not _same(plain(value), self.base):
            changed.add(self.path)


class Several(Part):
    """A part made of others."""

    def __init__(self, path: Path, base: Any, parts: list[Part]) -> None:
        super().__init__(path, base)
        self.parts = parts
        self.varies = any(part.varies for part in parts)

    def inner(self, value: Any) -> Collection[Any]:
        """What the parts of a value are, in their order. Raises Misfit."""
        raise NotImplementedError

    def _apart(self, one: Any, other: Any) -> Iterator[tuple[Part, Any, Any]]:
        """The parts that are not the very same in two values. Raises Misfit."""
        ones, others = self.inner(one), self.inner(other)
        return compress(zip(self.parts, ones, others, strict=True), map(is_not, ones, others))

    def read(self, value: Any, found: list[Any], changed: set[Path]) -> None:
        """As of every part."""
        for part, inner in zip(self.parts, self.inner(value), strict=True):
            part.read(inner, found, changed)

    def compare(self, one: Any, other: Any, changed: set[Path]) -> None:
        """As of every part."""
        for part, its, others in self._apart(one, other):
            part.compare(its, others, changed)

    def reread(self, before: Any, value: Any, found: dict[int, Any], changed: set[Path]) -> None:
        """As of every part."""
        for part, was, now in self._apart(before, value):
            part.reread(was, now, found, changed)

    def written(self, value: Any, reader: Reader, found: dict[int, Any], changed: set[Path]) -> None:
        """As of every part."""
        for part, inner in zip(self.parts, self.inner(value), strict=True):
            part.written(inner, reader, found, changed)


class Whole(Several):
    """A struct with its fields."""

    def __init__(self, path: Path, base: Any, names: list[str], parts: list[Part]) -> None:
        super().__init__(path, base, parts)
        self.kind: Any = type(base)
        self.fields = list(zip(names, parts, strict=True))
        self.some = [(name, part) for name, part in self.fields if part.varies]
        several = len(names) > 1  # of one name, `attrgetter` answers what it is, and no tuple
        self._inner: Callable[[Any], Collection[Any]] = (
            attrgetter(*names) if several else lambda one: [getattr(one, name) for name in names]
        )
        self._frame: Any = None

    def inner(self, value: Any) -> Collection[Any]:
        """As of several parts."""
        if type(value) is not self.kind:
            raise Misfit({self.path})
        return self._inner(value)

    def built(self, values: list[Any]) -> Any:
        """As of every part."""
        return replace(self.base, **{name: part.built(values) for name, part in self.some}) if self.some else self.base

    def shown(self, reader: Reader) -> Any:
        """As of every part."""
        if not self.some and self.path:
            return self.base
        if self._frame is None:
            given = {name: getattr(self.base, name) for name in self.base.__struct_fields__}
            self._frame = tracked_type(self.kind)(**given)
        view = replace(self._frame, **{name: part.shown(reader) for name, part in self.some})
        reader.untouched[id(view)] = self.path, view
        return view

    def written(self, value: Any, reader: Reader, found: dict[int, Any], changed: set[Path]) -> None:
        """As of every part."""
        if reader.untouched.get(id(value), NEVER)[0] == self.path:
            return
        if shown_of(value) is not self.kind:
            raise Misfit({self.path})
        for name, part in self.fields:
            inner = raw(value, name)
            if inner is not part.base or part.varies:
                part.written(inner, reader, found, changed)


class Row(Several):
    """A tuple of so many parts."""

    def inner(self, value: Any) -> Collection[Any]:
        """As of several parts."""
        if len(value) != len(self.parts):
            raise Misfit({self.path})
        return tuple(value)

    def built(self, values: list[Any]) -> Any:
        """As of every part."""
        return tuple(part.built(values) for part in self.parts)

    def shown(self, reader: Reader) -> Any:
        """As of every part."""
        return tuple(part.shown(reader) for part in self.parts)


class People(Several):
    """A mapping of sheets, by ids that stay."""

    def __init__(self, path: Path, base: Mapping[str, Any], parts: list[Part]) -> None:
        super().__init__(path, base, parts)
        self.ids = tuple(base)

    def inner(self, value: Any) -> Collection[Any]:
        """As of several parts."""
        if tuple(value) != self.ids:
            raise Misfit({self.path})
        return tuple(value.values())

    def built(self, values: list[Any]) -> Any:
        """As of every part."""
        return {who: part.built(values) for who, part in zip(self.ids, self.parts, strict=True)}

    def shown(self, reader: Reader) -> Any:
        """As of every part."""
        return {who: part.shown(reader) for who, part in zip(self.ids, self.parts, strict=True)}


def _kind_or_value(value: Any) -> Any:
    return type(value) if isinstance(value, Struct) else value


def _same(one: Any, other: Any) -> bool:
    """Whether two plain values are equal, and of one type."""
    return type(one) is type(other) and bool(one == other)

"""Structs that note what is read of them: rules take them for the fight, and the cells they read are known."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NoReturn

from msgspec import Struct

from rbfcli.kernel.fight import Fight
from rbfcli.lab.tracked.amounts import Amount
from rbfcli.lab.tracked.reading import Reader, Untracked
from rbfcli.lab.tracked.totals import Total

get = object.__getattribute__
NO_CELL = -2

# Keys of a mapping, fields of what is there, and by how much these are more than they were.
Moves = tuple[tuple[str, str, int], ...]


def _gives_up(self: Any, *_: object) -> NoReturn:
    reader: Reader = self.reader
    reader.spoil()


class Cell:  # noqa: PLW1641 - it cannot be hashed, either
    """What stands in a view instead of a value until it is read; nothing else can be done with it."""

    __slots__ = ("index", "reader", "take")

    def __init__(self, reader: Reader, index: int, take: Callable[[], Any] | None = None) -> None:
        self.reader = reader
        self.index = index
        self.take = take

    def read(self) -> Any:
        """The value; of a mapping, a view."""
        return self.take() if self.take is not None else self.reader.read(self.index)

    def __eq__(self, other: object) -> bool:
        return self is other or _gives_up(self)

    def __getattr__(self, name: str) -> NoReturn:
        _gives_up(self)

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _gives_up
    __hash__ = __bool__ = __iter__ = __len__ = __str__ = __repr__ = __format__ = __reduce__ = _gives_up
    __add__ = __radd__ = __sub__ = __rsub__ = __contains__ = __getitem__ = __call__ = _gives_up
    __int__ = __index__ = __neg__ = _gives_up


class Keys(Mapping[str, Any]):
    """A view of a mapping: a key that is asked for is read alone."""

    __slots__ = ("_cell", "_reader")

    def __init__(self, reader: Reader, cell: int) -> None:
        self._reader = reader
        self._cell = cell

    def is_of(self, reader: Reader, cell: int) -> bool:
        """Whether it shows a cell."""
        return self._reader is reader and self._cell == cell

    def _whole(self) -> Mapping[str, Any]:
        whole: Mapping[str, Any] = self._reader.read(self._cell)
        return whole

    def _at(self, key: str) -> tuple[Any, ...]:
        """The value of a key, if there is one: of a struct, a view."""
        kind = self._reader.part(self._cell, ("kind", key, ""), lambda all_: type(all_[key]) if key in all_ else None)
        if kind is None:
            return ()
        if not issubclass(kind, Struct):
            return (self._reader.part(self._cell, ("item", key, ""), lambda all_: all_.get(key)),)
        found = self._reader.items.get((self._cell, key))
        if found is None:
            found = tracked_type(kind)(**{name: self._part(kind, key, name) for name in kind.__struct_fields__})
            self._reader.items[self._cell, key] = found
        return (found,)

    def _part(self, kind: Any, key: str, name: str) -> Cell:
        """A field of the value of a key."""
        reader, cell = self._reader, self._cell
        if reader.compares and name in _numbers_of(kind):
            return Cell(reader, NO_CELL, lambda: Amount(reader, cell, 0, (key, name)))
        take = lambda: reader.part(cell, ("field", key, name), lambda all_: getattr(all_.get(key), name, None))  # noqa: E731
        return Cell(reader, NO_CELL, take)

    def asked(self, question: Callable[[Any], Any], *_: str) -> Any:
        """What a question about the mapping comes to, read as that alone."""
        return self._reader.part(self._cell, ("asked", question, ""), question)

    def __contains__(self, key: object) -> bool:
        return bool(self._reader.part(self._cell, ("in", key, ""), lambda all_: key in all_))

    def __getitem__(self, key: str) -> Any:
        found = self._at(key)
        if not found:
            raise KeyError(key)
        return found[0]

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key."""
        found = self._at(key)
        return found[0] if found else default

    def __iter__(self) -> Iterator[str]:
        return iter(self._reader.part(self._cell, ("names", "", ""), tuple))

    def __len__(self) -> int:
        return int(self._reader.part(self._cell, ("len", "", ""), len))

    def __bool__(self) -> bool:
        return bool(self._reader.part(self._cell, ("some", "", ""), bool))

    def __eq__(self, other: object) -> bool:
        return bool(self._whole() == plain(other))

    def __hash__(self) -> int:
        return hash(self._whole())

    def __repr__(self) -> str:
        return repr(self._whole())


@cache
def _numbers_of(kind: type[Struct]) -> frozenset[str]:
    """The fields of a struct that are numbers from the beginning."""
    defaults = kind.__struct_defaults__
    names = kind.__struct_fields__[len(kind.__struct_fields__) - len(defaults) :]
    return frozenset(name for name, value in zip(names, defaults, strict=True) if type(value) is int)


def moves_in(value: Any, reader: Reader, cell: int) -> Moves | None:
    """The numbers of what is in a mapping that are others by so much, where all else of it is as it was."""
    if type(value) is not dict or tuple(value) != reader.part(cell, ("names", "", ""), tuple):
        return None
    moves: list[tuple[str, str, int]] = []
    for key, item in value.items():
        before = reader.items.get((cell, key))
        if before is None or type(item) is not type(before):
            return None
        for name in item.__struct_fields__:
            now = raw(item, name)
            if now is not raw(before, name):
                if type(now) is not Amount or not now.is_of(reader, cell, (key, name)):
                    return None
                moves.append((key, name, now.plus))
    return tuple(moves)


class Drawn(int):
    """The dice drawn in a step: a counter that rules add to, and never read as a value."""

    def __add__(self, other: int) -> "Drawn":
        return Drawn(int.__add__(self, other))

    def _counted(self, *_: object) -> NoReturn:
        raise Untracked

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _counted
    __hash__ = __bool__ = __str__ = __repr__ = __format__ = _counted
    __int__ = __index__ = __float__ = __neg__ = __abs__ = __radd__ = _counted
    __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = __floordiv__ = __truediv__ = __divmod__ = __and__ = (
        _counted
    )


def _attribute(self: Any, name: str) -> Any:
    value = get(self, name)
    return value.read() if type(value) is Cell else value


def _equal(self: Any, other: object) -> Any:
    if self is other:
        return True
    kind = get(self, "shown")
    if not isinstance(other, kind):
        return NotImplemented
    if _is_past(self) or _is_past(other):
        return False
    return all(getattr(self, name) == getattr(other, name) for name in kind.__struct_fields__)


def _is_past(value: Any) -> bool:
    """Whether a view is of a step that is over: whoever still has it, has it as the key to something remembered."""
    if type(value) not in _TRACKED:
        return False
    cells = (inner for name in value.__struct_fields__ if type(inner := get(value, name)) is Cell)
    return any(cell.reader.closed for cell in cells)


def _unequal(self: Any, other: object) -> Any:
    equal = _equal(self, other)
    return equal if equal is NotImplemented else not equal


def _hash(self: Any) -> int:
    return hash(plain(self))


def _text(self: Any) -> str:
    return repr(plain(self))


def _asked(self: Any, question: Callable[[Any], Any], *fields: str) -> Any:
    """What a question about a fight comes to, read as that alone."""
    ask = get(self, "seed").reader.ask
    return question(self) if ask is None else ask(self, question, fields)


_TYPES: dict[type[Struct], Any] = {}


def tracked_type(kind: type[Struct]) -> Any:
    """The struct type of views of a type: an instance of it to all rules."""
    if kind not in _TYPES:
        body = {
            "__module__": kind.__module__,
            "__getattribute__": _attribute,
            "__eq__": _equal,
            "__ne__": _unequal,
            "__hash__": _hash,
            "__repr__": _text,
            "shown": kind,
        }
        if issubclass(kind, Fight):
            body["asked"] = _asked
        meta: Any = type(kind)
        _TYPES[kind] = meta(f"Tracked{kind.__name__}", (kind,), body, frozen=True, kw_only=True, gc=True)
    return _TYPES[kind]


def is_tracked(value: object) -> bool:
    """Whether something is a view."""
    return type(value) in _TRACKED


def shown_of(value: object) -> Any:
    """The type that a view shows, or the type of anything else."""
    kind = type(value)
    return kind.shown if kind in _TRACKED else kind  # type: ignore[attr-defined]


class _Tracked:
    def __contains__(self, kind: object) -> bool:
        return _TYPES.get(getattr(kind, "shown", None)) is kind  # type: ignore[arg-type]


_TRACKED = _Tracked()


_BARE = frozenset({str, int, bool, type(None), float})


def raw(value: Any, name: str) -> Any:
    """A field of a view as it stands, not read."""
    return get(value, name)


def plain(value: Any) -> Any:
    """A value without any views in it, all of which is read then."""
    kind = type(value)
    if kind in _BARE:
        return value
    if kind is Total or kind is Amount:
        return value.value
    if kind in _TRACKED:
        shown = kind.shown
        return shown(**{name: plain(getattr(value, name)) for name in shown.__struct_fields__})
    if kind is tuple:
        return tuple([plain(each) for each in value])
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, Struct):
        inner = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        same = all(inner[name] is getattr(value, name) for name in inner)
        return value if same else kind(**inner)
    return value


def key_of(value: Any) -> Any:
    """Something to find an equal value of the same types by, in the same order."""
    kind = type(value)
    if kind in _BARE:
        return kind, value
    if isinstance(value, Struct):
        return type(value), tuple([key_of(getattr(value, name)) for name in value.__struct_fields__])
    if isinstance(value, Mapping):
        return dict, tuple([(key, key_of(each)) for key, each in value.items()])
    if isinstance(value, (tuple, list)):
        return type(value), tuple([key_of(each) for each in value])
    return type(value), value

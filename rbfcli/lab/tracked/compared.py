"""Numbers that are compared without being read: totals of rolls, and what is left of somebody's health."""

from collections.abc import Callable, Mapping
from math import inf
from typing import Any, NamedTuple

from rbfcli.lab.tracked.reading import Reader, Seen

# The key of a mapping, and the field of what is there; or nothing.
Field = tuple[str, ...]
ANY = -inf, inf


class Compared:
    """A number that a step has not read yet: how it compares is one thing to see, and the number itself another."""

    __slots__ = ()

    @property
    def value(self) -> int:
        """The number, which counts as read."""
        raise NotImplementedError

    def _against(self, other: Any) -> int:
        """1 where it is more than another, -1 where it is less, 0 where both are the same."""
        raise NotImplementedError

    def _is(self, other: Any) -> bool:
        """Whether both are the same."""
        return self._against(other) == 0

    def _is_more(self, other: Any) -> bool:
        """Whether it is more than another."""
        return self._against(other) > 0

    def _is_less(self, other: Any) -> bool:
        """Whether it is less than another."""
        return self._against(other) < 0

    def _moved(self, plus: int) -> Any:
        """It and a number."""
        raise NotImplementedError

    def __lt__(self, other: Any) -> bool:
        return self._is_less(other)

    def __le__(self, other: Any) -> bool:
        return not self._is_more(other)

    def __gt__(self, other: Any) -> bool:
        return self._is_more(other)

    def __ge__(self, other: Any) -> bool:
        return not self._is_less(other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (int, Compared)) and self._is(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        return not self._is(0)

    def __hash__(self) -> int:
        return hash(self.value)

    def __add__(self, other: Any) -> Any:
        return self._moved(number(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self._moved(-number(other))

    def __rsub__(self, other: Any) -> Any:
        return other - self.value

    def __neg__(self) -> Any:
        return -self.value

    def __getattr__(self, name: str) -> Any:
        return getattr(self.value, name)

    def __int__(self) -> int:
        return self.value

    def __index__(self) -> int:
        return self.value

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return repr(self.value)

    def __format__(self, how: str) -> str:
        return format(self.value, how)

    def __mul__(self, other: Any) -> Any:
        return self.value * number(other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self.value / number(other)

    def __rtruediv__(self, other: Any) -> Any:
        return other / self.value

    def __floordiv__(self, other: Any) -> Any:
        return self.value // number(other)

    def __rfloordiv__(self, other: Any) -> Any:
        return other // self.value

    def __mod__(self, other: Any) -> Any:
        return self.value % number(other)

    def __rmod__(self, other: Any) -> Any:
        return other % self.value

    def __divmod__(self, other: Any) -> Any:
        return divmod(self.value, number(other))

    def __abs__(self) -> int:
        return abs(self.value)


class Roll(NamedTuple):
    """A roll of a step: its number among those that are viewed, its total for all faces, and the faces that fell.

    `known` has one of all that is seen of rolls in the same way.
    """

    reader: Reader
    number: int
    see: Callable[[], Mapping[Any, int]]
    faces: Any
    known: dict[Any, Seen]


class Total(Compared):
    """The total of a roll, `sign` times and with `plus`.

    Of two totals it is seen which is more; of one and a number too, but where all faces say the same.
    """

    __slots__ = ("plus", "roll", "sign")

    def __init__(self, roll: Roll, plus: int = 0, sign: int = 1) -> None:
        self.roll = roll
        self.plus = plus
        self.sign = sign

    @property
    def value(self) -> int:
        """The number, which counts as read."""
        reader, number, see, faces, _ = self.roll
        return self.sign * int(reader.look(number, "total", see, faces)) + self.plus

    def _moved(self, plus: int) -> Any:
        return Total(self.roll, self.plus + plus, self.sign)

    def __neg__(self) -> Any:
        return Total(self.roll, -self.plus, -self.sign)

    def _against(self, other: Any) -> int:
        if not isinstance(other, Total):
            return sign_of(self.value - number(other))
        one, its = self.roll, other.roll
        if self.sign != other.sign or one.reader is not its.reader:
            return sign_of(self.value - other.value)
        if one.number == its.number:
            return sign_of(self.plus - other.plus)
        if one.number > its.number:
            return -other._against(self)  # noqa: SLF001 - of the same class
        plus = self.sign * (self.plus - other.plus)
        for each in (one, its):
            each.reader.rolls.setdefault(each.number, (each.see(), each.faces))
        return self.sign * one.reader.versus(one.number, its.number, plus)

    def _is(self, other: Any) -> bool:
        return self._against(other) == 0 if isinstance(other, Total) else self._is_number(number(other))

    def _is_more(self, other: Any) -> bool:
        if isinstance(other, Total):
            return self._against(other) > 0
        most = number(other) - self.plus
        return self._is_over(most) if self.sign > 0 else not self._is_over(-most - 1)

    def _is_less(self, other: Any) -> bool:
        if isinstance(other, Total):
            return self._against(other) < 0
        most = number(other) - self.plus
        return not self._is_over(most - 1) if self.sign > 0 else self._is_over(-most)

    def _is_over(self, most: int) -> bool:
        """Whether the total as it was rolled is more than a number."""
        return bool(self._seen_as("over", most, lambda total: total > most))

    def _is_number(self, other: int) -> bool:
        which = self.sign * (other - self.plus)
        return bool(self._seen_as("is", which, lambda total: total == which))

    def _seen_as(self, name: str, what: int, of: Callable[[int], Any]) -> Any:
        """What follows from the total as it was rolled; where it is the same for all faces, nothing is looked at."""
        reader, number, see, faces, known = self.roll
        if (number, "total") in reader.sights:
            return of(int(see()[faces]))
        key = id(see()), name, what
        if key not in known:
            known[key] = Seen({fell: of(total) for fell, total in see().items()})
        seen = known[key]
        if len(set(seen.values())) == 1:
            return seen[faces]
        return reader.look(number, f"total {name} {what}", lambda: seen, faces)


class Amount(Compared):
    """The number in a cell, or in a field of something in its mapping, with `plus`; it is seen how it compares."""

    __slots__ = ("cell", "field", "plus", "reader")

    def __init__(self, reader: Reader, cell: int, plus: int = 0, field: Field = ()) -> None:
        self.reader = reader
        self.cell = cell
        self.plus = plus
        self.field = field

    @property
    def value(self) -> int:
        """The number, which counts as read."""
        return int(self._read()) + self.plus

    def _read(self) -> Any:
        if not self.field:
            return self.reader.read(self.cell)
        return self.reader.part(self.cell, ("field", *self.field), lambda value: held(value, self.field))

    def is_of(self, reader: Reader, cell: int, field: Field = ()) -> bool:
        """Whether it is as much as a cell holds there, or that and a number."""
        return self.reader is reader and self.cell == cell and self.field == field

    def _moved(self, plus: int) -> Any:
        return Amount(self.reader, self.cell, self.plus + plus, self.field)

    def __sub__(self, other: Any) -> Any:
        if self._is_beside(other):
            return self.plus - other.plus
        return self._moved(-number(other))

    def _is_beside(self, other: Any) -> bool:
        return isinstance(other, Amount) and other.is_of(self.reader, self.cell, self.field)

    def _against(self, other: Any) -> int:
        return sign_of(self.plus - other.plus) if self._is_beside(other) else sign_of(self.value - number(other))

    def _is(self, other: Any) -> bool:
        if self._is_beside(other):
            return bool(self.plus == other.plus)
        which = number(other) - self.plus
        least, most = self._bounds()
        if not least <= which <= most:
            return False
        if least == most:
            return True
        found = self._seen_as("is", which, lambda value: value == which)
        if found:
            self.reader.bounds[self.cell, self.field] = which, which
        return found

    def __bool__(self) -> bool:
        return self._is_more(0) or not self._is(0)  # whoever asks that mostly wants to know whether anything is left

    def _is_more(self, other: Any) -> bool:
        return bool(self.plus > other.plus) if self._is_beside(other) else self._is_over(number(other) - self.plus)

    def _is_less(self, other: Any) -> bool:
        if self._is_beside(other):
            return bool(self.plus < other.plus)
        return not self._is_over(number(other) - self.plus - 1)

    def _is_over(self, bound: int) -> bool:
        """Whether the number in the cell is more than another, which may follow from what was seen of it before."""
        least, most = self._bounds()
        if least > bound or most <= bound:
            return least > bound
        over = self._seen_as("over", bound, lambda value: value > bound)
        self.reader.bounds[self.cell, self.field] = (bound + 1, most) if over else (least, bound)
        return over

    def _bounds(self) -> tuple[float, float]:
        """The least and the most that the number in the cell can be, by what was seen of it."""
        if not self.field and self.cell in self.reader.seen:
            value = self.value - self.plus
            return value, value
        return self.reader.bounds.get((self.cell, self.field), ANY)

    def _seen_as(self, name: str, what: int, of: Callable[[int], bool]) -> bool:
        """What follows from the number, of which nothing else counts as read."""
        field = self.field
        return bool(self.reader.part(self.cell, (name, what, field), lambda value: of(held(value, field) or 0)))


def held(value: Any, field: Field) -> Any:
    """What is in a field of something in a mapping, or a value itself; None where there is no such thing."""
    return getattr(value.get(field[0]), field[1], None) if field else value


def number(value: Any) -> Any:
    """A number itself, read where it was only compared so far."""
    return value.value if isinstance(value, Compared) else value


def sign_of(value: int) -> int:
    """1 of what is more than 0, -1 of what is less, else 0."""
    return (value > 0) - (value < 0)

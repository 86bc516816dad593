"""What is left of somebody's health, compared without being read."""

from collections.abc import Callable
from math import inf
from typing import Any

from rbfcli.lab.tracked.compared import Compared, number, sign_of
from rbfcli.lab.tracked.reading import Reader

# The key of a mapping, and the field of what is there; or nothing.
Field = tuple[str, ...]
ANY = -inf, inf


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

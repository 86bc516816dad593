"""Totals of rolls that are compared without being read."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rbfcli.lab.tracked.compared import Compared, number, sign_of
from rbfcli.lab.tracked.reading import Reader, Seen


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

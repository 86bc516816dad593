"""What a number can do before it is read: be compared and moved; for anything else it is read."""

from typing import Any


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


def number(value: Any) -> Any:
    """A number itself, read where it was only compared so far."""
    return value.value if isinstance(value, Compared) else value


def sign_of(value: int) -> int:
    """1 of what is more than 0, -1 of what is less, else 0."""
    return (value > 0) - (value < 0)

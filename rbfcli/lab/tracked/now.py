"""A fight as whoever plays it reads it while it is a row of cells: field by field."""

from collections.abc import Callable
from typing import Any


class Now:
    """What is read of a fight that is a row of cells; `field(name)` answers a field of it."""

    __slots__ = ("_field",)

    questions = ()

    def __init__(self, field: Callable[[str], Any]) -> None:
        self._field = field

    def __getattr__(self, name: str) -> Any:
        return self._field(name)

"""The names of saves that were kept when others took their place: `.NAME.kept-1`, and later ones counting up."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def kept_name(name: str, number: int) -> str:
    """The name of a kept save."""
    return f".{name}.kept-{number}"


def kept_numbers(name: str, names: Iterable[str]) -> list[int]:
    """The numbers of the kept saves of `name` among the names in its folder, in order."""
    from rbfcli.kernel.numbers import is_digits

    start = f".{name}.kept-"
    numbers = (each.removeprefix(start) for each in names if each.startswith(start))
    return sorted(int(number) for number in numbers if is_digits(number))

"""Functions that are imported when they are first called: a verb nobody types costs nothing at the start."""

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct

from rbfcli.kernel.modules import module_named


class Later(Struct, frozen=True):
    """A function by the module it stands in and its name there."""

    module: str
    name: str

    def __call__(self, *given: Any) -> Any:
        """Import it, the first time, and call it."""
        return _function(self.module, self.name)(*given)

    @property
    def function(self) -> Callable[..., Any]:
        """The function itself. Raises AttributeError where the module has none of this name."""
        return _function(self.module, self.name)


@cache
def _function(module: str, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(module_named(module), name)
    return found


def later_in(package: str) -> Callable[[str], Later]:
    """Functions of a package for later: `attack.attack` is the function `attack` of its module `attack`."""

    def later(path: str) -> Later:
        module, _, name = path.rpartition(".")
        return Later(f"{package}.{module}", name)

    return later

"""Functions that are imported when they are first called: a verb nobody types costs nothing at the start."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from msgspec import Struct

from rbfcli.kernel.modules import module_named


class Later(Struct, frozen=True, dict=True):
    """A function by the module it stands in and its name there."""

    module: str
    name: str

    def __call__(self, *given: Any) -> Any:
        """Import it, the first time, and call it."""
        return self.function(*given)

    @cached_property
    def function(self) -> Callable[..., Any]:
        """The function itself. Raises AttributeError where the module has none of this name."""
        found: Callable[..., Any] = getattr(module_named(self.module), self.name)
        return found


def later_in(package: str) -> Callable[[str], Later]:
    """Functions of a package for later: `attack.attack` is the function `attack` of its module `attack`."""

    def later(path: str) -> Later:
        module, _, name = path.rpartition(".")
        return Later(f"{package}.{module}", name)

    return later

"""Functions that are imported when they are first called: a verb nobody types costs nothing at the start."""

from collections.abc import Callable
from typing import Any

from rbfcli.kernel.modules import module_named


class Later:
    """A function by the module it stands in and its name there."""

    __slots__ = ("_found", "module", "name")

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name
        self._found: Callable[..., Any] | None = None

    def __call__(self, *given: Any) -> Any:
        """Import it, the first time, and call it."""
        return (self._found or self.function)(*given)

    @property
    def function(self) -> Callable[..., Any]:
        """The function itself. Raises AttributeError where the module has none of this name."""
        self._found = found = self._found or getattr(module_named(self.module), self.name)
        return found


def later_in(package: str) -> Callable[[str], Later]:
    """Functions of a package for later: `attack.attack` is the function `attack` of its module `attack`."""

    def later(path: str) -> Later:
        module, _, name = path.rpartition(".")
        return Later(f"{package}.{module}", name)

    return later

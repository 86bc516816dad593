"""Functions that are imported when they are first called."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, Self


def module_named(name: str) -> ModuleType:
    """Return a module by its full name, without importlib, which would add 0.4 ms to the start."""
    module: ModuleType = __import__(name, fromlist=("__name__",))
    return module


class LazyFunction(partial[Any]):
    """A function named by its module and imported at its first call; later calls go straight to it."""

    module: str
    name: str

    def __new__(cls, module: str, name: str) -> Self:
        """Create the function without importing its module."""
        later = super().__new__(cls, _called_first)
        later.__setstate__((_called_first, (later,), {}, {"module": module, "name": name}))  # type: ignore[attr-defined]
        return later

    @property
    def function(self) -> Callable[..., Any]:
        """Return the function itself. Raises AttributeError if the module has no such name."""
        if self.func is _called_first:
            found = getattr(module_named(self.module), self.name)
            self.__setstate__((found, (), {}, vars(self)))  # type: ignore[attr-defined]
        return self.func


def _called_first(later: LazyFunction, *given: Any, **named: Any) -> Any:
    return later.function(*given, **named)


def later_in(package: str) -> Callable[[str], LazyFunction]:
    """Return a factory of lazy functions in a package: `attack.attack` is `attack` in its module `attack`."""

    def later(path: str) -> LazyFunction:
        module, _, name = path.rpartition(".")
        return LazyFunction(f"{package}.{module}", name)

    return later

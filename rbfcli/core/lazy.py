"""Functions that are imported when they are first called."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, Self


def module_named(name: str) -> ModuleType:
    """A module by its full name, as `importlib.import_module` answers it, which costs a start 0.4 ms."""
    module: ModuleType = __import__(name, fromlist=("__name__",))
    return module


class LazyFunction(partial[Any]):
    """A function named by its module, imported at the first call; later calls go straight to it."""

    module: str
    name: str

    def __new__(cls, module: str, name: str) -> Self:
        """Nothing is imported yet: it is looked for when it is called."""
        later = super().__new__(cls, _called_first)
        later.__setstate__((_called_first, (later,), {}, {"module": module, "name": name}))  # type: ignore[attr-defined]
        return later

    @property
    def function(self) -> Callable[..., Any]:
        """The function itself. Raises AttributeError where the module has none of this name."""
        if self.func is _called_first:
            found = getattr(module_named(self.module), self.name)
            self.__setstate__((found, (), {}, vars(self)))  # type: ignore[attr-defined]
        return self.func


def _called_first(later: LazyFunction, *given: Any, **named: Any) -> Any:
    return later.function(*given, **named)


def later_in(package: str) -> Callable[[str], LazyFunction]:
    """Functions of a package for later: `attack.attack` is the function `attack` of its module `attack`."""

    def later(path: str) -> LazyFunction:
        module, _, name = path.rpartition(".")
        return LazyFunction(f"{package}.{module}", name)

    return later

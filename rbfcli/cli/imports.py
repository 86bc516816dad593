"""How the program starts in a fraction of the time that plain imports take: all tricks of it stand here.

Each stands in for part of a library while that is imported, and is gone afterwards: whoever imports that part later
gets it as ever. What each saves is told in instructions; `python -c pass` takes 38 million.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Of what msgspec brings, nobody here needs these at the start.
UNUSED = ("textwrap", "msgspec.inspect", "msgspec.msgpack", "msgspec.toml", "msgspec.yaml")


class Postponed(ModuleType):
    """A module that is imported when it is first asked for something."""

    def __getattr__(self, name: str) -> Any:
        """What the module itself has of this name; all that it has is taken over."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        module = import_module(self.__name__)
        vars(self).update(vars(module))
        return getattr(module, name)


def import_msgspec() -> None:
    """Import msgspec, and of what it imports no more than it takes to begin (75 million instructions, not 132).

    typing_extensions has nothing that `typing` lacks since Python 3.11 (41 million). Schemas, and reading and writing
    other formats than JSON, wait until they are asked for (7 million), and so does `textwrap` (4 million).
    """
    if "msgspec" in sys.modules:
        return
    stand_ins: dict[str, Any] = {name: Postponed(name) for name in UNUSED if name not in sys.modules}
    if "typing_extensions" not in sys.modules:
        stand_ins["typing_extensions"] = None  # Python's word for: there is none
    _import_uuid()
    sys.modules.update(stand_ins)
    try:
        _without_compiler("msgspec")
    finally:
        for name, stand_in in stand_ins.items():
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]


def _import_uuid() -> None:
    """Import uuid, which asks `platform` for the name of the system, and nothing else (9 million).

    The uuid of Windows and macOS knows it without asking.
    """
    if os.name != "posix" or not {"platform", "uuid"}.isdisjoint(sys.modules):
        return
    platform = ModuleType("platform")
    vars(platform)["system"] = lambda: os.uname().sysname
    sys.modules["platform"] = platform
    try:
        import uuid  # noqa: F401
    finally:
        del sys.modules["platform"]


def _without_compiler(name: str) -> None:
    """Import a module that tries whether ForwardRef takes `is_class`, as it does since Python 3.11 (10 million).

    Trying means compiling, and Python makes the 119 types of its syntax tree before it first compiles anything.
    """
    import typing

    real: Callable[..., Any] = typing.ForwardRef

    def tried(text: str, *given: Any, **options: Any) -> Any:
        return None if options == {"is_class": True} else real(text, *given, **options)

    vars(typing)["ForwardRef"] = tried
    try:
        import_module(name)
    finally:
        vars(typing)["ForwardRef"] = real

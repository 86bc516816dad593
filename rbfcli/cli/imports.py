"""How the program starts in a fraction of the time that plain imports take: all tricks of it stand here.

What each saves is told in instructions of `rbf attack`, which took 290 million in all; `python -c pass` takes 38.
"""

from __future__ import annotations

import os
import sys

# What importlib.machinery and importlib.util hand out; to import those would take half of what this saves.
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, SourceFileLoader
from marshal import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import CodeType, ModuleType
    from typing import Any
else:
    ModuleType = type(sys)  # `types` is more than a roll needs

OWN = "rbfcli."
# Of what msgspec brings, nobody here needs these at the start.
UNUSED = ("textwrap", "msgspec.inspect", "msgspec.msgpack", "msgspec.toml", "msgspec.yaml")

_HEAD, _CHECKED_BY_TIME = 16, bytes(4)
_ENDING = f".{sys.implementation.cache_tag}.pyc"
_LARGEST = 1 << 16


def find_own_modules() -> None:
    """Find and load modules of the program with 4 system calls each, where Python takes 12 (19 million of 131 modules).

    Wherever anything is unusual, Python's own way goes: a module that is not compiled, or has changed since; compiled
    modules in another place, or of another kind; a program in an archive.
    """
    if os.name == "posix" and not (sys.flags.optimize or sys.pycache_prefix):
        sys.meta_path.insert(0, OwnModules)


class OwnModules:
    """A finder of modules of the program, in the folder of the package that they belong to."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module stands; None for any that is not the program's own, or not there."""
        if path is None or len(path) != 1 or not name.startswith(OWN):
            return None
        last = name.rpartition(".")[2]
        return _spec(name, path[0], last) or _spec(name, f"{path[0]}/{last}", "__init__")


def _spec(name: str, folder: str, file: str) -> ModuleSpec | None:
    source = f"{folder}/{file}.py"
    try:
        status = os.stat(source)  # noqa: PTH116 - pathlib costs a start of the program 8 ms
    except OSError:
        return None
    compiled = f"{folder}/__pycache__/{file}{_ENDING}"
    stamp = b"".join((number & 0xFFFFFFFF).to_bytes(4, "little") for number in (int(status.st_mtime), status.st_size))
    loader = OwnModule(name, source, compiled, MAGIC_NUMBER + _CHECKED_BY_TIME + stamp)
    is_package = file == "__init__"
    spec = ModuleSpec(name, loader, origin=source, is_package=is_package)
    if is_package:
        spec.submodule_search_locations = [folder]
    spec.has_location = True
    spec.cached = compiled
    return spec


class OwnModule(SourceFileLoader):
    """A loader that reads a compiled module at once, if that begins with the `head` that its source asks for."""

    def __init__(self, name: str, source: str, compiled: str, head: bytes) -> None:
        super().__init__(name, source)
        self.compiled, self.head = compiled, head

    def get_code(self, fullname: str) -> CodeType | None:
        """The code of the module."""
        raw = self._read()
        if raw[:_HEAD] == self.head and len(raw) < _LARGEST:
            code: CodeType = loads(memoryview(raw)[_HEAD:])  # noqa: S302 - Python would load the same
            if code.co_filename == self.path:
                return code
        return super().get_code(fullname)

    def _read(self) -> bytes:
        try:
            file = os.open(self.compiled, os.O_RDONLY | os.O_CLOEXEC)
            try:
                return os.read(file, _LARGEST)
            finally:
                os.close(file)
        except OSError:
            return b""


class Postponed(ModuleType):
    """A module that is imported when it is first asked for something."""

    def __getattr__(self, name: str) -> Any:
        """What the module itself has of this name; all that it has is taken over."""
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        __import__(self.__name__)
        module = sys.modules[self.__name__]
        vars(self).update(vars(module))
        return getattr(module, name)


def import_msgspec() -> None:
    """Import msgspec, and of what it imports no more than it takes to begin.

    typing_extensions has nothing that `typing` lacks since Python 3.11 (41 million, and not of the 290 any more).
    Schemas, and reading and writing other formats than JSON, wait until they are asked for (7 million), and so does
    `textwrap` (4 million). Whoever imports any of these later gets it as ever.
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
    """Import uuid, which asks `platform` for the name of the system, and nothing else (8 million).

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
        __import__(name)
    finally:
        vars(typing)["ForwardRef"] = real

"""How the program starts in a fraction of the time that plain imports take: all tricks of it stand here.

What each saves is told in instructions of `rbf attack`, which took 290 million in all; `python -c pass` takes 38.
"""

from __future__ import annotations

import os
import sys
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
LIBRARY = (os.__file__.rpartition("/")[0],)
# Of what msgspec and `typing` bring, nobody here needs these at the start; `warnings` are given by C.
UNUSED = ("textwrap", "warnings", "msgspec.inspect", "msgspec.msgpack", "msgspec.toml", "msgspec.yaml")
# Of these, what they take over from C is all that msgspec, `typing` and `enum` look for.
IN_C = ("datetime", "operator")

_HEAD, _CHECKED_BY_TIME = 16, bytes(4)
_ENDING = f".{sys.implementation.cache_tag}.pyc"
_LARGEST, _FOUR_BYTES = 1 << 16, 0xFFFFFFFF


def find_own_modules() -> None:
    """Find and load modules with 4 system calls each, where Python takes 12 (19 million of 131 modules of the program).

    So are those of the standard library that are written in Python (3 million of 14); a file of such a name in
    PYTHONPATH is not taken for them.

    Wherever anything is unusual, Python's own way goes: a module that is not compiled, or has changed since; compiled
    modules in another place, or of another kind; a program in an archive.
    """
    if os.name == "posix" and not (sys.flags.optimize or sys.pycache_prefix):
        sys.meta_path.insert(0, OwnModules)


class OwnModules:
    """A finder of modules of the program, in the folder of the package they belong to, and of the standard library."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None) -> ModuleSpec | None:
        """Where a module stands; None for any that is not the program's own or Python's, or not there."""
        if path is None:
            if name not in sys.stdlib_module_names or name[0] == "_":
                return None
            path = LIBRARY
        elif len(path) != 1 or not name.startswith(OWN):
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
    stamp = int(status.st_mtime) & _FOUR_BYTES | (status.st_size & _FOUR_BYTES) << 32
    loader = OwnModule(name, source, compiled, MAGIC_NUMBER + _CHECKED_BY_TIME + stamp.to_bytes(8, "little"))
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
    """A module that is imported when it is first asked for something that it was not given."""

    def __init__(self, name: str, **given: Any) -> None:
        super().__init__(name)
        vars(self).update(given)

    def __getattr__(self, name: str) -> Any:
        """What the module itself has of this name; all that it has is taken over."""
        if name == "__path__":  # `from ... import` looks whether it is a package
            raise AttributeError(name)
        vars(self).update(vars(_imported(self.__name__)))
        return vars(self)[name]

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the module, which is imported when it is first called."""

        def later(*given: Any, **options: Any) -> Any:
            return getattr(_imported(self.__name__), name)(*given, **options)

        return later


def _imported(name: str) -> ModuleType:
    if isinstance(sys.modules.get(name), Postponed):
        del sys.modules[name]
    __import__(name)
    return sys.modules[name]


def import_msgspec() -> None:
    """Import msgspec, and of what it imports no more than it takes to begin.

    Whoever imports any of what is left out later gets it as ever.
    """
    if "msgspec" in sys.modules:
        return
    stand_ins = {name: each for name, each in _stand_ins().items() if name not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        _without_compiler("msgspec")
    finally:
        for name, stand_in in stand_ins.items():
            if sys.modules.get(name) is stand_in:
                del sys.modules[name]


def _stand_ins() -> dict[str, Any]:
    """What msgspec and what it imports get in the place of modules, by their names."""
    # typing_extensions has nothing that `typing` lacks since Python 3.11: None is Python's word for a module that there
    # is not (41 million, and not of the 290 any more). All that is UNUSED waits until it is asked for (11 million).
    found: dict[str, Any] = {"typing_extensions": None, **{name: Postponed(name) for name in UNUSED}}
    schema = found["msgspec._json_schema"] = Postponed("msgspec._json_schema")
    for name in ("schema", "schema_components"):
        vars(schema)[name] = schema.function(name)
    for name in IN_C:  # 6 million
        in_c = _module_in_c(name)
        if in_c is not None:
            found[name] = in_c
    patterns = _regular_expressions()
    if patterns is not None:
        found["re"] = patterns
    if os.name == "posix":  # uuid asks for the name of the system, and nothing else (8 million); elsewhere it knows
        found["platform"] = Postponed("platform", system=lambda: os.uname().sysname)
    return found


def _module_in_c(name: str) -> ModuleType | None:
    try:
        return __import__(f"_{name}")
    except ImportError:
        return None


def _regular_expressions() -> ModuleType | None:
    """What `typing` asks of `re`: its two types, here from C (9 million); None where C makes its patterns otherwise."""
    try:
        from _sre import compile as compiled  # type: ignore[import-not-found]

        pattern = compiled("", 0, [1], 0, {}, (None,))
        stand_in = Postponed("re", Pattern=type(pattern), Match=type(pattern.match("")))
    except Exception:  # noqa: BLE001 - whatever it is, Python's own way goes
        return None
    vars(stand_in)["compile"] = stand_in.function("compile")
    return stand_in


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

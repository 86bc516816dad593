"""Whose fault an exception is: the plug-in that it came out of, by package, file and line."""

import sys
from collections.abc import Iterator
from opcode import opname
from types import FrameType, TracebackType
from typing import Any

from rbfcli.guests.guest import Guest
from rbfcli.kernel.errors import PluginFault
from rbfcli.kernel.later import Later

LONGEST = 200
BACKSLASH = "\\"
KNOWN = frozenset({"rbfcli", "msgspec", "__main__", *sys.stdlib_module_names})


class Misfit(Exception):
    """Something that a plug-in made is not of the type it has to be of; says so in words."""


def fault(guest: Guest, error: BaseException, called: Any = None, place: str = "") -> PluginFault | None:
    """The fault of a plug-in whose code ran: `called`, or what stands at a `place` of its metadata.

    None where nothing of the plug-in has to do with it.
    """
    where = _place_of(guest, error) or _place_of_helpers(error) or place
    where = where or (_definition(guest, called) if isinstance(error, Misfit) else "")
    return guest.fault(_said(error), where) if where else None


def fault_in(guest: Guest, error: BaseException) -> PluginFault | None:
    """The fault of a plug-in that an exception came out of on its way; None where it came out of others alone."""
    where = "" if isinstance(error, KeyboardInterrupt) else _place_of(guest, error)
    return guest.fault(_said(error), where) if where else None


def is_raised_in(guest: Guest, error: BaseException) -> bool:
    """Whether a statement of the plug-in raised this, and not a key or a signal."""
    last = next(iter(_frames(error.__traceback__)), None)
    if last is None or not _is_of(guest, last.tb_frame):
        return False
    return opname[last.tb_frame.f_code.co_code[last.tb_lasti]] == "RAISE_VARARGS"


def place_of_rules(guest: Guest) -> str:
    """The line on which the rules of a plug-in are made; else what its metadata say."""
    module = sys.modules.get(guest.module)
    file, name = getattr(module, "__file__", None), guest.value.partition("[")[0].partition(":")[2].strip()
    try:
        with open(str(file), encoding="utf-8") as source:  # noqa: PTH123 - pathlib is not loaded for this alone
            lines = source.read().splitlines()
    except (OSError, ValueError):
        return guest.value
    found = next((number for number, line in enumerate(lines, 1) if line.startswith((f"{name} ", f"{name}="))), 0)
    return _line_of(guest, str(file), found) if found else guest.value


def _place_of(guest: Guest, error: BaseException) -> str:
    if isinstance(error, SyntaxError) and error.filename and guest.root in _parts(error.filename):
        return _line_of(guest, error.filename, error.lineno or 0)
    found = next((each for each in _frames(error.__traceback__) if _is_of(guest, each.tb_frame)), None)
    return _line_of(guest, found.tb_frame.f_code.co_filename, found.tb_lineno) if found is not None else ""


def _place_of_helpers(error: BaseException) -> str:
    """Where packages stand that are neither rbf's nor Python's: what the plug-in builds on."""
    found = next((each for each in _frames(error.__traceback__) if _root(each.tb_frame) not in KNOWN), None)
    if found is None:
        return ""
    return _line_in(_root(found.tb_frame), found.tb_frame.f_code.co_filename, found.tb_lineno)


def _frames(traceback: TracebackType | None) -> Iterator[TracebackType]:
    """The innermost first."""
    if traceback is not None:
        found = []
        at: TracebackType | None = traceback
        while at is not None:
            found.append(at)
            at = at.tb_next
        yield from reversed(found)


def _is_of(guest: Guest, frame: FrameType) -> bool:
    return _root(frame) == guest.root


def _root(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _definition(guest: Guest, called: Any) -> str:
    """Where a function of the plug-in begins; empty for a function of somebody else."""
    inside = called.function if isinstance(called, Later) else called
    code = getattr(inside, "__code__", None)
    if code is None or str(getattr(inside, "__module__", "")).partition(".")[0] != guest.root:
        return ""
    return _line_of(guest, code.co_filename, code.co_firstlineno)


def _line_of(guest: Guest, file: str, line: int) -> str:
    return _line_in(guest.root, file, line)


def _line_in(root: str, file: str, line: int) -> str:
    """A file as it is called inside its package, and a line."""
    parts = _parts(file)
    at = len(parts) - 1 - parts[::-1].index(root) if root in parts else len(parts) - 1
    return f"{'/'.join(file.replace(BACKSLASH, '/').split('/')[at:])}:{line}"


def _parts(file: str) -> list[str]:
    """The folders of a path and the name of the file, without its ending."""
    return file.replace(BACKSLASH, "/").removesuffix(".py").split("/")


def _said(error: BaseException) -> str:
    """An exception in words; its own may fail as well."""
    if isinstance(error, MemoryError):
        return "it ran out of memory"
    try:
        text = str(error.msg if isinstance(error, SyntaxError) else error).partition("\n")[0][:LONGEST]
    except Exception:  # noqa: BLE001 - an exception of a plug-in is code of a plug-in
        text = ""
    if isinstance(error, Misfit):
        return text
    return f"{type(error).__name__}{f': {text}' if text else ''}"

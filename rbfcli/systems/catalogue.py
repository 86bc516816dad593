"""Find rule systems by name: the shipped ones at once, others by the entry-point group `rbfcli.systems`."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from rbfcli import __version__
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.rules import Rules

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

SHIPPED = ("rbf", "threat", "rpj", "futurepath", "bgc")
GROUP = "rbfcli.systems"
OWN = "rbfcli"


@cache
def load(name: str) -> Rules:
    """The rules of a system. Raises UsageError where no system has this name, or another's cannot be loaded."""
    if name in SHIPPED:
        shipped: Rules = import_module(package(name)).RULES
        return shipped
    return _of_another(name)


def package(name: str) -> str:
    """The package that a system's modules are in. Raises UsageError where no system has this name."""
    return f"{__package__}.{name}" if name in SHIPPED else _entry_point(name).module


def package_of(system: str) -> tuple[str, str]:
    """The distribution that a system is installed with, and its version. Raises UsageError where there is none."""
    if system in SHIPPED:
        return OWN, __version__
    found = _entry_point(system).dist
    return (found.name, found.version) if found else (package(system), "")


def needs(system: str, distribution: str) -> UsageError:
    """The error for a save whose system is not installed: it names the distribution to install."""
    hint = f"install the package {distribution}" if distribution not in ("", OWN) else f"known: {', '.join(names())}"
    return UsageError(f"this save needs the system {system!r}, which is not installed", hint=hint)


def names() -> tuple[str, ...]:
    """The names of all systems, shipped ones first."""
    return (*SHIPPED, *sorted(others()))


def every() -> tuple[list[Rules], list[UsageError]]:
    """The rules of every system that can be loaded, shipped ones first, and why the others cannot."""
    found, wrong = [], []
    for name in names():
        try:
            found.append(load(name))
        except UsageError as why:
            wrong.append(why)
    return found, wrong


def _of_another(name: str) -> Rules:
    entry = _entry_point(name)
    try:
        found = entry.load()
    except Exception as wrong:
        reason = f"{type(wrong).__name__}: {wrong}"
        raise UsageError(f"the rule system {name!r} cannot be loaded from {entry.value}: {reason}") from wrong
    if not isinstance(found, Rules) or found.name != name:
        raise UsageError(f"the rule system {name!r} cannot be used: {entry.value} is no Rules named {name!r}")
    return found


def _entry_point(name: str) -> "EntryPoint":
    if name not in others():
        raise UsageError(f"there is no rule system {name!r}", suggestions=names(), hint=f"known: {', '.join(names())}")
    return others()[name]


@cache
def others() -> "dict[str, EntryPoint]":
    """Where systems from outside are, by their names; none of them is loaded."""
    from importlib.metadata import entry_points

    return {each.name: each for each in entry_points(group=GROUP) if each.name not in SHIPPED}

"""Lookup of rule systems by name: bundled ones, and plugins in the entry-point group `rbfcli.systems`."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING

from rbfcli import __version__
from rbfcli.core.errors import Hint, PluginBug, PluginError, RbfError, UsageError, listed, misuse
from rbfcli.core.lazy import LazyFunction, module_named
from rbfcli.core.matching import unknown_word
from rbfcli.model.rules import Rules

if TYPE_CHECKING:
    from rbfcli.plugins import Guest


# Imported on first call, because few installations have plugins.
load_guest = LazyFunction("rbfcli.plugins", "load")
load_verdict = LazyFunction("rbfcli.plugins", "load_verdict")
installed = LazyFunction("rbfcli.plugins", "installed")

SHIPPED = ("rbf", "threat", "rpj", "futurepath", "bgc", "generic")
OWN = "rbfcli"


# The plugin faults of this process, and whether each was reported.
_faults: dict[str, bool] = {}


def load(name: str) -> Rules:
    """Return a system's rules. Raises UsageError for an unknown name, PluginBug for an unusable system."""
    found = _loaded(name)
    if isinstance(found, PluginBug):
        raise found.with_traceback(None)
    return found


@cache
def _loaded(name: str) -> Rules | PluginBug:
    """Import a system and cache the result, including a failure."""
    if name in SHIPPED:
        shipped: Rules = module_named(package(name)).RULES
        return shipped
    guest = _guest(name)
    try:
        found: Rules = load_guest(guest, complain)
    except PluginBug as fault:
        return fault
    return found


def forget() -> None:
    """Clear the caches, so that systems are searched for and imported again."""
    _loaded.cache_clear()
    every_guest.cache_clear()
    _faults.clear()


def package(name: str) -> str:
    """Return the package with a system's modules. Raises UsageError for an unknown name."""
    return f"{__package__}.{name}" if name in SHIPPED else _guest(name).module


def package_of(system: str) -> tuple[str, str]:
    """Return the distribution that provides a system, and its version. Raises UsageError if unknown."""
    if system in SHIPPED:
        return OWN, __version__
    found = _guest(system)
    return found.distribution or found.root, found.version


def needs(system: str, distribution: str) -> UsageError:
    """Return the error for a save whose system is not installed; it names the distribution to install."""
    hint = f"install the package {distribution}" if distribution not in ("", OWN) else listed("systems", names())
    return misuse(f"this save needs the system {system!r}, which is not installed", hint=hint)


def verdict(name: str) -> tuple[Callable[..., str], bool] | None:
    """Return the function that judges a system's plain rolls, and whether it rolls under; None if it has none.

    Raises UsageError for an unknown name, PluginBug for an unusable system.
    """
    if name in SHIPPED:
        module = module_named(f"{package(name)}.outcome")
        return module.verdict, bool(getattr(module, "ROLL_UNDER", False))
    found: tuple[Callable[..., str], bool] | None = load_verdict(_guest(name))
    return found


def names() -> tuple[str, ...]:
    """Return the names of all systems, bundled ones first."""
    return (*SHIPPED, *others())


def every() -> tuple[list[Rules], list[PluginBug]]:
    """Return the rules of every usable system, bundled ones first, and the errors of the others."""
    found = [_loaded(name) for name in names()]
    refused = [each.refused() for each in every_guest() if not each.system]
    wrong = [each for each in found if isinstance(each, PluginBug)]
    return [each for each in found if isinstance(each, Rules)], [*wrong, *refused]


def complain(fault: PluginBug | PluginError) -> None:
    """Record a plugin fault that did not stop the command; each fault is reported once."""
    pass_on((fault.message,))


def pass_on(faults: Iterable[str]) -> None:
    """Record plugin faults from this or another process; each fault is reported once."""
    for message in faults:
        _faults.setdefault(message, False)


def faults_so_far() -> list[str]:
    """Return the plugin faults recorded in this process."""
    return sorted(_faults)


def complaints() -> str:
    """Return the plugin faults recorded since the last call, one on each line."""
    new = [message for message, is_reported in _faults.items() if not is_reported]
    _faults.update(dict.fromkeys(new, True))
    return "\n".join(f"rbf: {each}" for each in new)


def blamed(error: BaseException) -> PluginBug | None:
    """Return the fault of the plugin that raised an exception, or None if no plugin did."""
    if isinstance(error, PluginBug):
        return error
    if isinstance(error, RbfError):
        return None
    if not every_guest.cache_info().currsize or not others():
        return None
    return next((fault for each in others().values() if (fault := each.fault_in(error))), None)


def _guest(name: str) -> "Guest":
    if name not in others():
        wrong = unknown_word(name, names(), "rule system")
        wrong.hints += () if wrong.suggestions else (Hint("for another game: new generic"),)
        raise wrong
    return others()[name]


def others() -> "dict[str, Guest]":
    """Return the plugin systems by name, without loading them."""
    return {each.system: each for each in every_guest() if each.system}


@cache
def every_guest() -> "tuple[Guest, ...]":
    """Return every installed plugin, including unusable ones, without loading them."""
    found: tuple[Guest, ...] = installed(SHIPPED)
    return found

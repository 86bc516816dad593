"""Find rule systems by name: the shipped ones at once, others by the entry-point group `rbfcli.systems`."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING

from rbfcli import __version__
from rbfcli.core.errors import PluginBug, PluginError, RbfError, UsageError
from rbfcli.core.lazy import LazyFunction, module_named
from rbfcli.core.matching import unknown_word
from rbfcli.model.rules import Rules

if TYPE_CHECKING:
    from rbfcli.plugins import Guest


# Imported when they are called: few have plug-ins.
load_guest = LazyFunction("rbfcli.plugins", "load")
load_verdict = LazyFunction("rbfcli.plugins", "load_verdict")
installed = LazyFunction("rbfcli.plugins", "installed")

SHIPPED = ("rbf", "threat", "rpj", "futurepath", "bgc", "generic")
OWN = "rbfcli"


_heard: list[str] = []
_told: set[str] = set()


def load(name: str) -> Rules:
    """The rules of a system. Raises UsageError where no system has this name, PluginBug where one cannot be used."""
    found = _loaded(name)
    if isinstance(found, PluginBug):
        raise found.with_traceback(None)
    return found


@cache
def _loaded(name: str) -> Rules | PluginBug:
    """A system is imported once, and so is one that fails."""
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
    """Look anew for what is installed, and import anew what was."""
    _loaded.cache_clear()
    every_guest.cache_clear()
    _told.clear()
    _heard.clear()


def package(name: str) -> str:
    """The package that a system's modules are in. Raises UsageError where no system has this name."""
    return f"{__package__}.{name}" if name in SHIPPED else _guest(name).module


def package_of(system: str) -> tuple[str, str]:
    """The distribution that a system is installed with, and its version. Raises UsageError where there is none."""
    if system in SHIPPED:
        return OWN, __version__
    found = _guest(system)
    return found.distribution or found.root, found.version


def needs(system: str, distribution: str) -> UsageError:
    """The error for a save whose system is not installed: it names the distribution to install."""
    hint = f"install the package {distribution}" if distribution not in ("", OWN) else f"known: {', '.join(names())}"
    return UsageError(f"this save needs the system {system!r}, which is not installed", hint=hint)


def verdict(name: str) -> tuple[Callable[..., str], bool] | None:
    """What judges a system's plain rolls, and whether it rolls under; None where nothing does.

    Raises UsageError where no system has this name, PluginBug where one cannot be used.
    """
    if name in SHIPPED:
        module = module_named(f"{package(name)}.outcome")
        return module.verdict, bool(getattr(module, "ROLL_UNDER", False))
    found: tuple[Callable[..., str], bool] | None = load_verdict(_guest(name))
    return found


def names() -> tuple[str, ...]:
    """The names of all systems, shipped ones first."""
    return (*SHIPPED, *others())


def every() -> tuple[list[Rules], list[PluginBug]]:
    """The rules of every system that can be used, shipped ones first, and why the others cannot."""
    found = [_loaded(name) for name in names()]
    refused = [each.refused() for each in every_guest() if not each.system]
    wrong = [each for each in found if isinstance(each, PluginBug)]
    return [each for each in found if isinstance(each, Rules)], [*wrong, *refused]


def complain(fault: PluginBug | PluginError) -> None:
    """Note what a plug-in did wrong where the answer goes on without it; each fault is said once."""
    pass_on((fault.message,))


def pass_on(faults: Iterable[str]) -> None:
    """Note what plug-ins did wrong, here or in another process; each fault is said once."""
    for message in faults:
        if message not in _told:
            _told.add(message)
            _heard.append(message)


def faults_so_far() -> list[str]:
    """What plug-ins did wrong in this process where the answer went on without it."""
    return sorted(_told)


def complaints() -> str:
    """What there is to say of plug-ins since this was asked last, a line each."""
    if not _heard:
        return ""
    said = [f"rbf: {each}" for each in _heard]
    _heard.clear()
    return "\n".join(said)


def blamed(error: BaseException) -> PluginBug | None:
    """The fault of the plug-in that an exception came out of; None where it came out of none."""
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
        wrong.hint = wrong.hint if wrong.suggestions else f"{wrong.hint}; for another game: new generic"
        raise wrong
    return others()[name]


def others() -> "dict[str, Guest]":
    """The systems from outside, by their names; none of them is loaded."""
    return {each.system: each for each in every_guest() if each.system}


@cache
def every_guest() -> "tuple[Guest, ...]":
    """Every plug-in that is installed, also those that cannot be used; none of them is loaded."""
    found: tuple[Guest, ...] = installed(SHIPPED)
    return found

"""Find rule systems by name: the shipped ones at once, others by the entry-point group `rbfcli.systems`."""

from functools import cache
from importlib import import_module

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.rules import Rules

SHIPPED = ("rbf", "threat", "rpj", "bgc")
GROUP = "rbfcli.systems"


@cache
def load(name: str) -> Rules:
    """The rules of a system. Raises UsageError where no system has this name."""
    found = import_module(f"rbfcli.systems.{name}").RULES if name in SHIPPED else _plugins().get(name)
    if not isinstance(found, Rules):
        raise UsageError(f"there is no rule system {name!r}", suggestions=names(), hint=f"known: {', '.join(names())}")
    return found


def names() -> tuple[str, ...]:
    """The names of all systems, shipped ones first."""
    return (*SHIPPED, *sorted(_plugins()))


@cache
def _plugins() -> dict[str, Rules]:
    from importlib.metadata import entry_points

    return {each.name: each.load() for each in entry_points(group=GROUP) if each.name not in SHIPPED}

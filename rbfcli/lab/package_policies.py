"""Policies of other packages: watched while they run, and held to what a policy gives."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from rbfcli.guests.guard import Guard
from rbfcli.guests.guest import Guest
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.limits import WISHES
from rbfcli.lab.view import View

END = object()


class PolicyFault(RbfError):
    """A policy that gives no command, or no answer."""

    kind = "plugin"
    status = 70


def watched(name: str, value: str, policy: Callable[[View], Any]) -> Callable[[View], Iterator[Any]]:
    """A policy that has as long for each wish as any rule of a plug-in, and gives no more of them than one can try.

    It raises PluginFault, with file and line, for what goes wrong inside, and PolicyFault for what it gives.
    """
    guard = Guard(Guest(system=f"policy {name}", value=value))

    def wishes(view: View) -> Iterator[Any]:
        given = guard.run(partial(policy, view), policy)
        if not isinstance(given, Iterable):
            raise PolicyFault(f"the policy {name!r} gave {given!r:.60}, and no row of commands or answers")
        each = iter(given)
        for _ in range(WISHES):
            wish = guard.run(partial(next, each, END), policy)
            if wish is END:
                return
            yield wish
        raise PolicyFault(f"the policy {name!r} gave {WISHES:,} commands or answers, none of which the rules take")

    wishes.__name__ = name
    return wishes

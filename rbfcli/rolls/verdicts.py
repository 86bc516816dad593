"""A system's outcomes for plain rolls: its module `verdict`, found by name."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.judged import Verdict


def verdict_of(system: str) -> tuple[Verdict, bool]:
    """The verdict function of a system, and whether it rolls under. Raises UsageError, and PluginFault."""
    from rbfcli.systems.catalogue import verdict

    found = verdict(system)
    if found is None:
        raise UsageError(f"the rule system {system!a} has no outcomes for plain rolls")
    return found

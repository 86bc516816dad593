"""A system's outcomes for plain rolls: its module `verdict`, found by name."""

from __future__ import annotations

from importlib import import_module

from rbfcli.kernel.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.judged import Verdict


def verdict_of(system: str) -> tuple[Verdict, bool]:
    """The verdict function of a system, and whether it rolls under. Raises UsageError."""
    from rbfcli.systems.catalogue import package

    try:
        module = import_module(f"{package(system)}.verdict")
    except ModuleNotFoundError:
        raise UsageError(f"the rule system {system!a} has no outcomes for plain rolls") from None
    verdict: Verdict = module.verdict
    return verdict, bool(getattr(module, "ROLL_UNDER", False))

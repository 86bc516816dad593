"""How long a command waits for a save that another command uses."""

from __future__ import annotations

from rbfcli.kernel.limits import LOCK_SECONDS, LONGEST_LOCK_SECONDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def lock_seconds(chosen: int | None, environ: Mapping[str, str]) -> float:
    """How long to wait for a lock: as chosen, else as the environment says. Raises UsageError."""
    if chosen is not None:
        return chosen
    if not (text := environ.get("RBF_LOCK_TIMEOUT")):
        return LOCK_SECONDS
    from rbfcli.kernel.numbers import read_number

    return read_number(text, "RBF_LOCK_TIMEOUT", low=0, high=LONGEST_LOCK_SECONDS)

"""A bound of what the process may take of memory while code of a plug-in runs, where the system can hold to one."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from rbfcli.kernel.limits import PLUGIN_BYTES

Way = Callable[[], None]
PAGES = Path("/proc/self/statm")


class Memory:
    """The address space: with so much more than at the first time, the next allocation raises MemoryError.

    Linux says how much there is, and refuses more; elsewhere nothing is bounded.
    """

    def __init__(self) -> None:
        self._known = False
        self._ways: tuple[Way, Way] | None = None

    def hold(self) -> None:
        """Code of a plug-in begins."""
        if not self._known:
            self._known, self._ways = True, _ways()
        if self._ways is not None:
            self._ways[0]()

    def release(self) -> None:
        """It is done."""
        if self._ways is not None:
            self._ways[1]()


def _ways() -> tuple[Way, Way] | None:
    """What sets the bound, and what takes it back; None where there can be none, or a lower one holds."""
    try:
        import resource

        pages = int(PAGES.read_text("ascii").split()[0])
    except (ImportError, OSError, ValueError):
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = pages * resource.getpagesize() + PLUGIN_BYTES
    if soft != resource.RLIM_INFINITY and soft <= most:
        return None
    bound = partial(resource.setrlimit, resource.RLIMIT_AS)
    return partial(bound, (most, hard)), partial(bound, (soft, hard))

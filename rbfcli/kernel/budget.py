"""The one budget of a command: how many steps and bytes it may take, whatever they are spent on."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.limits import BYTES, STEPS

# A step is what takes about a microsecond: the whole budget is under a second, the start of the program included.


class Budget:
    """What is left of it. Each part of the program that can be asked for too much spends of the same one."""

    __slots__ = ("bytes", "is_shared", "most", "steps")

    def __init__(self, steps: int = STEPS, size: int = BYTES) -> None:
        self.steps = self.most = steps
        self.bytes = size
        self.is_shared = False
        """whether several lines spend of it, as those of a script do"""

    def spend(self, steps: int, what: str, hint: str = "") -> None:
        """Take steps away. Raises LimitReached, which says what is too much, where too few are left."""
        self.steps -= steps
        if self.steps < 0:
            raise too_much(what, f"{self.most:,} steps", hint)

    def check(self, steps: int, what: str, hint: str = "") -> None:
        """Raise LimitReached if so many steps are not left; none are taken."""
        if steps > self.steps:
            raise too_much(what, f"{self.most:,} steps", hint)

    def hold(self, size: int, what: str, hint: str = "") -> None:
        """Take bytes away. Raises LimitReached, which says what is too much, where too few are left."""
        self.bytes -= size
        if self.bytes < 0:
            raise too_much(what, f"{BYTES >> 20} MiB", hint)

    def share(self, parts: int) -> Budget:
        """Another budget with one of so many equal parts of what is left, taken from this one."""
        part = Budget(self.steps // parts, self.bytes // parts)
        part.most, part.is_shared = self.most, self.is_shared
        self.steps -= part.steps
        self.bytes -= part.bytes
        return part

    def give_back(self, part: Budget) -> None:
        """Take up again what is left of a part."""
        self.steps = max(0, self.steps) + part.steps
        self.bytes = max(0, self.bytes) + part.bytes


def too_much(what: str, limit: str, hint: str = "") -> LimitReached:
    """The error of whatever takes more than there is."""
    return LimitReached(f"{what} (more than {limit})", hint=hint)

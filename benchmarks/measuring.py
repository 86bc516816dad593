"""Rows of the table, and times taken side by side so that a busy machine slows all alike."""

from __future__ import annotations

import json
import os
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


class Row(NamedTuple):
    """One figure with its unit, and the bar it is to stay under (`most`) or over (`least`), if it has one."""

    what: str
    measured: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def bar(self) -> str:
        """The bar in words, empty where there is none."""
        if self.most is not None:
            return f"≤ {self.most:,g}"
        return "" if self.least is None else f"≥ {self.least:,g}"

    @property
    def holds(self) -> bool:
        """Whether the figure is on the right side of its bar."""
        return (self.most is None or self.measured <= self.most) and (self.least is None or self.measured >= self.least)


def medians(actions: Mapping[str, Callable[[], float]], times: int) -> dict[str, float]:
    """Take each action's own time in turn, A B A B, after one round to warm up; the median of `times` rounds each."""
    taken: dict[str, list[float]] = {name: [] for name in actions}
    for turn in range(times + 1):
        for name, action in actions.items():
            seconds = action()
            if turn:
                taken[name].append(seconds)
    return {name: median(each) for name, each in taken.items()}


def timed(action: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    start = perf_counter()
    action()
    return perf_counter() - start


def forked(work: Callable[[], Any]) -> Any:
    """What some work answers, as JSON can tell it, done in a process of its own that begins as this one is."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.write(writing, json.dumps(work()).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = json.loads(pipe.read())
    os.waitpid(child, 0)
    return told

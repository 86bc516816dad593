"""Whole processes beside a bare interpreter: one roll, one attack with its durable save, a script, and growth."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.fights import BLOW, RBF, save, script, seconds
from benchmarks.measuring import Row, medians

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

BARE = [sys.executable, "-c", "pass"]
TAB = ["__complete", ":", "attack", "ada"]
FIRST_TAB = ["__complete", ":"]
SCRIPT_LINES = 10_000
COMBATANTS = (10, 30, 100, 300, 1_000)
JOURNALS = (10, 100, 1_000, 5_000)


def rows(times: int) -> list[Row]:
    """Ratios to a bare interpreter, script commands a second, and the two curves of growth."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        return [
            *starts(folder, times),
            *throughput(folder, times),
            *growth("combatants", {size: save(folder, size) for size in COMBATANTS}, times),
            *growth("commands in the journal", {size: save(folder, 10, size) for size in JOURNALS}, times),
        ]


def starts(folder: Path, times: int) -> Iterable[Row]:
    """One roll, one TAB and one attack among ten, as ratios to `python -c pass`."""
    save_of_ten, save_of_many = save(folder, 10), save(folder, max(COMBATANTS))
    taken = medians(
        {
            "bare": lambda: seconds(BARE),
            "roll": lambda: seconds([RBF, "roll", "2d8+3"]),
            "attack": blow(save_of_ten),
            "tab": lambda: seconds([RBF, *TAB, "-e", str(save_of_ten)]),
            "tab among many": lambda: seconds([RBF, *TAB, "-e", str(save_of_many)]),
            "first tab": lambda: seconds([RBF, *FIRST_TAB, "-e", str(save_of_many)]),
        },
        times,
    )
    yield Row("python -c pass", taken["bare"] * 1000, "ms")
    yield Row("rbf roll 2d8+3 ÷ python -c pass", taken["roll"] / taken["bare"], "×", most=1.8)
    yield Row("TAB behind rbf attack among ten ÷ python -c pass", taken["tab"] / taken["bare"], "×", most=2)
    many = f"{max(COMBATANTS):,}"
    yield Row(
        f"TAB behind rbf attack among {many} ÷ python -c pass", taken["tab among many"] / taken["bare"], "×", most=3
    )
    yield Row(f"TAB behind rbf among {many} ÷ python -c pass", taken["first tab"] / taken["bare"], "×", most=2)
    yield Row("rbf attack among ten, saved ÷ python -c pass", taken["attack"] / taken["bare"], "×", most=7)


def throughput(folder: Path, times: int) -> Iterable[Row]:
    """Attacks a second of one script, start-up included."""
    path = script(folder, 10, SCRIPT_LINES)
    taken = medians({"run": lambda: seconds([RBF, "run", str(path), "-q"])}, times)
    yield Row(f"script of {SCRIPT_LINES:,} attacks, in memory", SCRIPT_LINES / taken["run"], "/s", least=10_000)


def growth(what: str, saves: dict[int, Path], times: int) -> Iterable[Row]:
    """One attack on saves of growing size; at most linear from the smallest to the largest."""
    taken = medians({str(size): blow(path) for size, path in saves.items()}, times)
    for size in saves:
        yield Row(f"one attack with {size:,} {what}", taken[str(size)] * 1000, "ms")
    least, most = min(saves), max(saves)
    ratio = taken[str(most)] / taken[str(least)]
    yield Row(f"{most:,} {what} ÷ {least:,}", ratio, "×", most=most / least)


def blow(path: Path) -> Callable[[], float]:
    """One attack on a save that is put back before each, so that every run does the same work."""
    before = path.read_bytes()
    argv = [RBF, *BLOW.split(), "-q", "-e", str(path)]

    def run() -> float:
        path.write_bytes(before)
        return seconds(argv)

    return run

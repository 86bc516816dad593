"""Whole processes beside a bare interpreter: rolls, TABs, screens, attacks and undo in durable saves, a script."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.fights import BARE, BLOW, RBF, one_by_one, save, script, seconds
from benchmarks.measuring import Row, medians

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
    """What is typed most, among ten and among many, as ratios to `python -c pass`."""
    few, many = save(folder, 10), save(folder, max(COMBATANTS))
    size, lines = f"{max(COMBATANTS):,}", f"{max(JOURNALS):,}"
    bars: dict[str, tuple[Callable[[], float], float]] = {
        "rbf roll 2d8+3": (command("roll", "2d8+3"), 1.8),
        "TAB behind rbf attack among ten": (command(*TAB, "-e", str(few)), 7),
        f"TAB behind rbf attack among {size}": (command(*TAB, "-e", str(many)), 25),
        f"TAB behind rbf among {size}": (command(*FIRST_TAB, "-e", str(many)), 16),
        "rbf --help": (command("--help", "-e", str(folder / "none.toml")), 6.5),
        "rbf show among ten": (command("show", "-e", str(few)), 5),
        "rbf actions among ten": (command("actions", "-e", str(few)), 5.5),
        "rbf attack among ten, saved": (change(few, BLOW), 5.5),
        f"rbf attack among {size}, saved": (change(many, BLOW), 15),
        f"rbf undo after {lines} commands, saved": (change(one_by_one(save(folder, 10, max(JOURNALS))), "undo"), 7),
    }
    taken = medians({"bare": lambda: seconds(BARE)} | {what: run for what, (run, _) in bars.items()}, times)
    yield Row("python -c pass", taken["bare"] * 1000, "ms")
    for what, (_, bar) in bars.items():
        yield Row(f"{what} ÷ python -c pass", taken[what] / taken["bare"], "×", most=bar)


def throughput(folder: Path, times: int) -> Iterable[Row]:
    """Attacks a second of one script, start-up included."""
    path = script(folder, 10, SCRIPT_LINES)
    taken = medians({"bare": lambda: seconds(BARE), "run": lambda: seconds([RBF, "run", str(path), "-q"])}, times)
    what = f"script of {SCRIPT_LINES:,} attacks, in memory"
    yield Row(what, SCRIPT_LINES / taken["run"], "/s")
    yield Row(f"{what} ÷ python -c pass", taken["run"] / taken["bare"], "×", most=125)


def growth(what: str, saves: dict[int, Path], times: int) -> Iterable[Row]:
    """One attack on saves of growing size; at most linear from the smallest to the largest."""
    taken = medians({str(size): change(path, BLOW) for size, path in saves.items()}, times)
    for size in saves:
        yield Row(f"one attack with {size:,} {what}", taken[str(size)] * 1000, "ms")
    least, most = min(saves), max(saves)
    ratio = taken[str(most)] / taken[str(least)]
    yield Row(f"{most:,} {what} ÷ {least:,}", ratio, "×", most=most / least)


def command(*words: str) -> Callable[[], float]:
    """A command that changes nothing."""
    return lambda: seconds([RBF, *words])


def change(path: Path, line: str) -> Callable[[], float]:
    """A line that changes a save, which is put back before each, so that every run does the same work."""
    before = path.read_bytes()
    argv = [RBF, *line.split(), "-q", "-e", str(path)]

    def run() -> float:
        path.write_bytes(before)
        return seconds(argv)

    return run

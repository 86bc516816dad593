"""Dice beside d20 and icepool: rolls a second in one process, odds counted for the first time in a fresh one."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from benchmarks.fights import RBF, seconds
from benchmarks.measuring import Row, medians, timed
from rbfcli.dice.roll import roll
from rbfcli.dice.sources import SeededDice

if TYPE_CHECKING:
    from collections.abc import Callable

ROLLS = {"2d8+3": (2_000, 1), "100d6": (200, 3)}
POOLS = {"40d6": 20, "200d20": 20}

OURS = """
from time import perf_counter
from rbfcli.dice.parser import parse
from rbfcli.dice.odds import odds
start = perf_counter()
odds(parse("{count}d{sides}"))
print(perf_counter() - start)
"""
THEIRS = """
from time import perf_counter
import icepool
start = perf_counter()
({count} @ icepool.d({sides})).denominator()
print(perf_counter() - start)
"""


def rows(times: int) -> list[Row]:
    """What the dice have to reach."""
    return [*roll_rows(times), *odds_rows(times), *process_rows(times)]


def roll_rows(times: int) -> list[Row]:
    """Rolls with their full result, how many times as many a second as d20's; nothing where d20 is missing."""
    if find_spec("d20") is None:
        return []
    theirs: Callable[[str], object] = import_module("d20").roll
    dice = SeededDice("benchmark")
    found = []
    for expression, (number, bar) in ROLLS.items():
        ours = repeated(lambda text: roll(text, dice), expression, number)
        taken = medians({"rbf": ours, "d20": repeated(theirs, expression, number)}, times)
        ratio = taken["d20"] / taken["rbf"]
        found.append(Row(f"{expression} with its full result, in process ÷ d20", ratio, "×", least=bar))
    return found


def repeated(play: Callable[[str], object], expression: str, number: int) -> Callable[[], float]:
    """Seconds for so many rolls of an expression."""

    def rolls() -> None:
        for _ in range(number):
            play(expression)

    return lambda: timed(rolls)


def odds_rows(times: int) -> list[Row]:
    """Exact odds in a fresh process, how many times as fast as icepool's first call."""
    found = []
    for expression, bar in POOLS.items():
        count, _, sides = expression.partition("d")
        taken = medians({name: cold(text, count, sides) for name, text in (("rbf", OURS), ("icepool", THEIRS))}, times)
        found.append(
            Row(f"cold odds of {expression}, faster than icepool", taken["icepool"] / taken["rbf"], "×", least=bar)
        )
    return found


def cold(program: str, count: str, sides: str) -> Callable[[], float]:
    """What a program that times itself prints."""
    argv = [sys.executable, "-c", program.format(count=count, sides=sides)]
    return lambda: float(subprocess.run(argv, capture_output=True, text=True, check=True).stdout)


def process_rows(times: int) -> list[Row]:
    """Whole processes beside a bare interpreter."""
    taken = medians(
        {
            "bare": lambda: seconds([sys.executable, "-c", "pass"]),
            "json": lambda: seconds([RBF, "roll", "2d8+3", "--json"]),
            "odds": lambda: seconds([RBF, "odds", "2d8+5"]),
        },
        times,
    )
    return [
        Row("rbf roll 2d8+3 --json ÷ python -c pass", taken["json"] / taken["bare"], "×"),
        Row("rbf odds 2d8+5 ÷ python -c pass", taken["odds"] / taken["bare"], "×", most=2.2),
    ]

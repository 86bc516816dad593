"""Measure the cases and print a row each: `python -m tools.budget [WORDS of the names] [--over]`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tools.budget.cases import all_cases
from tools.budget.measuring import MOST_MEGABYTES, MOST_SECONDS, measure, prepare

if TYPE_CHECKING:
    from tools.budget.cases import Case
    from tools.budget.measuring import Taken

PATIENT_SECONDS, PATIENT_BYTES = 12, 1 << 30
SHOWN = 60


def verdict(case: Case, taken: Taken) -> str:
    """What is wrong with how a case ended; empty where nothing is."""
    wrong = []
    if taken.status not in case.answers or b"Traceback" in taken.errors:
        wrong.append(f"status {taken.status}")
    if taken.cpu > MOST_SECONDS:
        wrong.append("too slow")
    if taken.megabytes > MOST_MEGABYTES:
        wrong.append("too big")
    return ", ".join(wrong)


def main() -> int:
    """Print the table; the status is 1 if any case is over the budget or ends as it should not."""
    only_over = "--over" in sys.argv[1:]
    wanted = [word for word in sys.argv[1:] if not word.startswith("--")]
    over = number = 0
    for case in all_cases():
        if wanted and not any(word in case.name for word in wanted):
            continue
        with TemporaryDirectory() as name:
            folder = Path(name)
            prepare(case, folder)
            taken = measure(case, folder, PATIENT_SECONDS, PATIENT_BYTES)
        wrong = verdict(case, taken)
        number, over = number + 1, over + bool(wrong)
        if wrong or not only_over:
            figures = f"{taken.wall:7.2f} s {taken.cpu:7.2f} s {taken.megabytes:6.0f} MB  status {taken.status:<3}"
            print(f"{case.name[:SHOWN]:<{SHOWN}} {figures} {wrong}".rstrip(), flush=True)
    print(f"{number} cases, {over} over {MOST_SECONDS:g} s of processor time or {MOST_MEGABYTES} MB, or ended wrongly")
    return int(bool(over))


if __name__ == "__main__":
    raise SystemExit(main())

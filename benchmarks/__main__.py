"""Measure everything in one run and print one table; `--quick` takes few rounds, to see that it works."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.measuring import Row

TIMES = 25
QUICK_TIMES = 3


def collect(times: int) -> list[Row]:
    """Rows of every module here that has some, in order of the modules' names."""
    modules = [import_module(f"benchmarks.{each.name}") for each in iter_modules([str(Path(__file__).parent)])]
    makers = [vars(module).get("rows") for module in modules if module.__name__ != __name__]
    return [row for make in makers if make for row in make(times)]


def line(row: Row, width: int) -> str:
    """One row of the table as text."""
    digits = 0 if row.unit == "/s" else 2
    verdict = "" if not row.bar else "holds" if row.holds else "missed"
    return f"{row.what:<{width}}  {row.measured:>10,.{digits}f} {row.unit:<2}  {row.bar:>9}  {verdict}".rstrip()


def main() -> None:
    """Print the table and what it was measured on."""
    times = QUICK_TIMES if "--quick" in sys.argv[1:] else TIMES
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    rows = collect(times)
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, medians of {times}, taken in turn")
    for row in rows:
        print(line(row, max(len(each.what) for each in rows)))


if __name__ == "__main__":
    main()

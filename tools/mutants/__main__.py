"""Try mutants of the rules, print what came of them, and exit with 1 if too many live: `make mutants`."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tools.mutants import report
from tools.mutants.changes import mutants_of, read_survivors, sample_of
from tools.mutants.report import Result
from tools.mutants.trial import Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tools.mutants.changes import Change, Mutant

SYSTEMS = "rbfcli/systems"
KERNEL = ("rbfcli/engine/turns.py", "rbfcli/model/conditions.py", "rbfcli/engine/questions.py")
SURVIVORS = "tests/mutants/survivors.toml"


def files_of(places: Iterable[str], root: Path) -> list[str]:
    """The Python files at places, which are files or folders; those with the rules where none is named."""
    found: set[Path] = set()
    for place in places or (SYSTEMS, *(file for file in KERNEL if (root / file).exists())):
        path = (root / place).resolve(strict=True)
        found.update(path.rglob("*.py") if path.is_dir() else [path])
    return sorted(str(path.relative_to(root)) for path in found)


def tests_of(files: Iterable[str], root: Path) -> list[str]:
    """Folders of tests: a system's own and the transcripts for its files, the kernel's and all systems' for others."""
    systems = sorted(
        path.name for path in (root / SYSTEMS).iterdir() if (root / "tests" / "systems" / path.name).is_dir()
    )
    folders = {"transcripts"}
    for file in files:
        system = Path(file).parts[2] if file.startswith(f"{SYSTEMS}/") else ""
        folders.update(f"systems/{each}" for each in ([system] if system in systems else systems))
        if system not in systems:
            folders.update(("core", "model", "engine"))
    return [f"tests/{folder}" for folder in sorted(folders) if (root / "tests" / folder).is_dir()]


def results_of(mutants: Sequence[Mutant], root: Path, jobs: int) -> list[Result]:
    """Try the mutants. Exits where there are none, or where the tests fail without any."""
    if not mutants:
        sys.exit("no function there that can be changed")
    trial = Trial(mutants, jobs, tell=_progress(len(mutants)))
    tests = tests_of({mutant.file for mutant in mutants}, root)
    status = pytest.main(["-qqq", "-s", "-p", "no:cacheprovider", "--rootdir", str(root), *tests], plugins=[trial])
    if trial.failing or not trial.outcomes:
        sys.exit("\n".join(["these tests fail without any mutant:", *trial.failing]) if trial.failing else status)
    return [Result(mutant, outcome) for mutant, outcome in zip(mutants, trial.outcomes, strict=True)]


def main(words: Sequence[str]) -> int:
    """Run with the words of the command line; the exit status."""
    parser = ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("files", nargs="*", help="files or folders (default: all systems, and turns in the kernel)")
    parser.add_argument("--sample", type=int, help="try so many of the mutants")
    parser.add_argument("--seed", default="1", help="chooses the sample (default: 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--citing", action="store_true", help="try only functions that cite a rule")
    parser.add_argument("--rest", action="store_true", help="list survivors of functions that cite no rule as well")
    given = parser.parse_args(words)
    start, root = time.monotonic(), Path.cwd()
    reasons, files = read_survivors(root / SURVIVORS), files_of(given.files, root)
    made = [mutant for file in files for mutant in mutants_of(file, root)]
    mutants = [mutant for mutant in made if mutant.cites_rule or not given.citing]
    tried = sample_of(mutants, given.sample, given.seed) if given.sample else mutants
    results = results_of(tried, root, given.jobs)
    print(*_told(results, reasons, rest=given.rest), sep="\n")
    print(f"{len(tried)} of {len(mutants)} mutants in {time.monotonic() - start:.0f} s")
    wrong = list(report.complaints(results, reasons))
    if not given.sample:
        gone = [change.file for change in reasons if not (root / change.file).exists()]
        left_out = {mutant[:2] for mutant in made} - {mutant[:2] for mutant in mutants}
        held = {change: reason for change, reason in reasons.items() if change[:2] not in left_out}
        wrong += report.complaints_of_all(results, held, [*files, *gone])
    for line in wrong:
        print(line, file=sys.stderr)
    return int(bool(wrong))


def _told(results: Sequence[Result], reasons: dict[Change, str], *, rest: bool) -> Iterator[str]:
    yield from report.table(results)
    entries = list(report.survivors(results if rest else report.citing(results), reasons))
    if entries:
        yield f"\nSurvivors, as {SURVIVORS} lists them:\n"
        yield from entries


def _progress(total: int) -> Callable[[int], None]:
    """Count on the terminal, if there is one, how many mutants are through."""

    def tell(done: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {total}", end="\r", file=sys.stderr, flush=True)

    return tell


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

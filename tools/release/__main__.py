"""Cut a release: `python -m tools.release x.y.z`, or `make release VERSION=x.y.z`.

It works in a tree of its own beside this one: the version is set, what is unreleased in the changelog gets its number
and its day, all generated files are made again, and wheel and source archive are built and tried. Then that is
committed, this branch goes on to it, and it is tagged. Where a step fails, nothing here has changed. Nothing is pushed.
`--dry` stops before the commit; `--offline` takes what the wheel needs from the packages that are installed here.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tools.release import changelog
from tools.release.building import Built, build, epoch_of
from tools.release.refusals import refusals
from tools.release.running import Failed, git, run
from tools.release.trial import check_metadata, interpreter, try_wheel
from tools.release.version import FILE, with_version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

PINS = "tests/lock/run.txt"


def main(words: Sequence[str], root: Path) -> int:
    """Cut a release of the repository at a path; the exit status is 1 where it is refused or fails."""
    asked = _arguments(words)
    try:
        if found := [*refusals(root, asked.version)]:
            print("\n".join(f"release refused: {reason}" for reason in found), file=sys.stderr)
            return 1
        _release(root, asked.version, dry=asked.dry, offline=asked.offline)
    except Failed as reason:
        print(f"release failed: {reason}\nnothing was committed", file=sys.stderr)
        return 1
    return 0


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.release")
    parser.add_argument("version", nargs="?", default="", help="x.y.z")
    parser.add_argument("--dry", action="store_true", help="all but commit and tag")
    parser.add_argument("--offline", action="store_true", help="try the wheel with the packages installed here")
    return parser.parse_args(words)


def _release(root: Path, version: str, *, dry: bool, offline: bool) -> None:
    day = _day()
    with tree_beside(root) as tree:
        prepare(tree, version, day)
        built = build(tree, tree.parent, day)
        check_metadata(built.wheel, version)
        try_wheel(built.wheel, tree / PINS, tree.parent, version, offline=offline)
        print(f"tried with Python {interpreter()}: {built.wheel.name}, {built.wheel.stat().st_size:,} bytes")
        _put_into(root / "dist", built)
        print(f"built again with SOURCE_DATE_EPOCH={epoch_of(day)} both are the same bytes")
        if dry:
            print(f"a dry run: no commit, no tag; with both, this would be v{version}")
            return
        keep(root, tree, version)


def prepare(tree: Path, version: str, day: date) -> None:
    """Set the version, cut the changelog, and make the generated files again. Raises Failed."""
    _rewrite(tree / FILE, partial(with_version, version=version))
    _rewrite(tree / "CHANGELOG.md", partial(changelog.cut, version=version, day=day))
    run(sys.executable, "-m", "tools.generate", cwd=tree)


def keep(root: Path, tree: Path, version: str) -> None:
    """Commit what was prepared, let the branch go on to it, and tag it. Raises Failed."""
    git(tree, "add", "--all")
    git(tree, "commit", "--quiet", "--message", f"Release {version}")
    commit = git(tree, "rev-parse", "HEAD").strip()
    git(root, "merge", "--quiet", "--ff-only", commit)
    git(root, "tag", "--annotate", f"v{version}", "--message", f"rbfcli {version}", commit)
    print(f"committed and tagged: v{version}; nothing is pushed")


def _rewrite(path: Path, change: Callable[[str], str]) -> None:
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")


def _day() -> date:
    """The day of the release: today, unless SOURCE_DATE_EPOCH says another."""
    stated = os.environ.get("SOURCE_DATE_EPOCH")
    return (datetime.fromtimestamp(int(stated), UTC) if stated else datetime.now(UTC)).date()


@contextmanager
def tree_beside(root: Path) -> Iterator[Path]:
    """A tree of the present commit in a folder of its own, which is gone afterwards."""
    with TemporaryDirectory(prefix="release-") as folder:
        tree = Path(folder) / "tree"
        git(root, "worktree", "add", "--quiet", "--detach", str(tree), "HEAD")
        try:
            yield tree
        finally:
            git(root, "worktree", "remove", "--force", str(tree))


def _put_into(folder: Path, built: Built) -> None:
    folder.mkdir(exist_ok=True)
    for path in built:
        shutil.copy2(path, folder)
        print(f"dist/{path.name}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Path(__file__).parents[2]))

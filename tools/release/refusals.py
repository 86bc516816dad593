"""Why a release is refused before anything is done, all reasons at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.release import changelog
from tools.release.running import git
from tools.release.version import FILE, number_of, said_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHOWN = 5


def refusals(root: Path, version: str) -> Iterator[str]:
    """Each reason as a sentence, with what to do about it."""
    yield from _of_the_tree(git(root, "status", "--porcelain").splitlines())
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    yield from _of_the_version(root, version, text)
    if not changelog.has_entries(text):
        yield f"CHANGELOG.md has nothing under {changelog.UNRELEASED}: there is nothing to release"
    yield from (f"CHANGELOG.md: {fault}" for fault in changelog.faults(text))


def _of_the_tree(changed: list[str]) -> Iterator[str]:
    if changed:
        names = ", ".join(line[3:] for line in changed[:SHOWN])
        more = f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
        yield f"the tree is not clean: commit or stash {names}{more}"


def _of_the_version(root: Path, version: str, text: str) -> Iterator[str]:
    try:
        new = number_of(version)
    except ValueError as wrong:
        yield f"{wrong}: make release VERSION=0.2.0" if version else "which version? make release VERSION=0.2.0"
        return
    released = {*changelog.releases(text), *_tagged(root)}
    if released and new <= max(released):
        yield f"{version} is not newer than {'.'.join(map(str, max(released)))}, which is released"
    said = said_in((root / FILE).read_text(encoding="utf-8"))
    if new < number_of(said):
        yield f"{version} is older than {said}, which {FILE} says"


def _tagged(root: Path) -> Iterator[tuple[int, int, int]]:
    for tag in git(root, "tag", "--list", "v*").split():
        try:
            yield number_of(tag.removeprefix("v"))
        except ValueError:
            continue

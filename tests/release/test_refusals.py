"""A release that makes no sense is refused with all reasons at once, and nothing is done."""

from __future__ import annotations

import pytest

from tools.release.__main__ import keep, main, tree_beside
from tools.release.refusals import refusals


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("", "which version? make release VERSION=0.2.0"),
        ("1.0", "'1.0' is not a version x.y.z: make release VERSION=0.2.0"),
        ("v0.3.0", "'v0.3.0' is not a version x.y.z: make release VERSION=0.2.0"),
        ("0.03.0", "'0.03.0' is not a version x.y.z: make release VERSION=0.2.0"),
        ("0.2.0", "0.2.0 is not newer than 0.2.0, which is released"),
        ("0.1.9", "0.1.9 is not newer than 0.2.0, which is released"),
    ],
)
def test_a_version_that_is_not_newer_is_refused(small, version, reason):
    assert list(refusals(small.root, version))[:1] == [reason]


@pytest.mark.parametrize("version", ["0.2.1", "0.10.0", "1.0.0"])
def test_a_newer_version_is_not(small, version):
    assert list(refusals(small.root, version)) == []


def test_a_version_that_is_tagged_is_released_whatever_the_changelog_says(small):
    small.git("tag", "v0.4.0")
    small.git("tag", "vacation")

    assert list(refusals(small.root, "0.3.0")) == ["0.3.0 is not newer than 0.4.0, which is released"]


def test_before_the_first_release_the_version_of_the_package_is_the_least(small):
    small.changelog.write_text(small.changelog.read_text().partition("## [0.2.0]")[0])
    small.commit()

    assert list(refusals(small.root, "0.2.0")) == []
    assert list(refusals(small.root, "0.1.0")) == ["0.1.0 is older than 0.2.0, which rbfcli/__init__.py says"]


def test_a_tree_that_is_not_clean_is_refused_with_what_is_in_the_way(small):
    (small.root / "new.txt").touch()
    small.package.write_text(small.package.read_text() + "\n")

    assert list(refusals(small.root, "0.3.0")) == [
        "the tree is not clean: commit or stash rbfcli/__init__.py, new.txt",
    ]


def test_a_changelog_with_nothing_to_release_is_refused(small):
    small.changelog.write_text(small.changelog.read_text().replace("### Added\n\n- Something to notice.\n\n", ""))
    small.commit()

    assert list(refusals(small.root, "0.3.0")) == [
        "CHANGELOG.md has nothing under ## [Unreleased]: there is nothing to release",
    ]


def test_all_reasons_are_told_at_once_and_nothing_is_done(small, capsys):
    small.changelog.write_text("# Changelog\n")
    before = small.state

    assert main(["0.1"], small.root) == 1
    assert capsys.readouterr().err.splitlines() == [
        "release refused: the tree is not clean: commit or stash CHANGELOG.md",
        "release refused: '0.1' is not a version x.y.z: make release VERSION=0.2.0",
        "release refused: CHANGELOG.md has nothing under ## [Unreleased]: there is nothing to release",
        "release refused: CHANGELOG.md: the first section is not ## [Unreleased]",
    ]
    assert small.state == before


def test_a_step_that_fails_leaves_everything_as_it_was(small, capsys):
    """Nothing makes the files of this small repository."""
    before = small.state

    assert main(["0.3.0"], small.root) == 1
    said = capsys.readouterr().err
    assert "-m tools.generate ended with 1" in said
    assert said.endswith("nothing was committed\n")
    assert small.state == before


def test_what_was_prepared_is_committed_and_tagged_and_the_branch_goes_on_to_it(small):
    before = small.git("rev-parse", "HEAD")
    with tree_beside(small.root) as tree:
        (tree / "made.txt").write_text("made\n")
        keep(small.root, tree, "0.3.0")

    assert small.git("rev-parse", "HEAD^", "--abbrev-ref", "HEAD").split() == [before.strip(), "main"]
    assert small.git("log", "-1", "--format=%s").strip() == "Release 0.3.0"
    assert small.git("rev-parse", "v0.3.0^{commit}") == small.git("rev-parse", "HEAD")
    assert small.git("cat-file", "-t", "v0.3.0").strip() == "tag"
    assert (small.root / "made.txt").read_text() == "made\n"
    assert len(small.git("worktree", "list").splitlines()) == 1

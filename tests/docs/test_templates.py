"""The forms for issues and changes ask for what there is: verbs, options and targets that work."""

from __future__ import annotations

import re

import pytest

from rbfcli.kernel.errors import UsageError
from rbfcli.language.reader import read
from rbfcli.language.verbs import VERBS
from rbfcli.language.words import split_words
from rbfcli.systems.catalogue import SHIPPED, load
from tests.docs.conftest import ROOT

FORMS = sorted((ROOT / ".github").rglob("*.md"))
ISSUES = [path for path in FORMS if path.parent.name == "ISSUE_TEMPLATE"]
TYPED = re.compile(r"`rbf ([a-z][^`]*)`")


def test_there_is_a_form_for_each_kind_of_issue_and_for_changes():
    assert [path.stem for path in ISSUES] == ["bug", "idea", "ruling"]
    assert [path.stem for path in FORMS if path not in ISSUES] == ["pull_request_template"]


@pytest.mark.parametrize("path", ISSUES, ids=lambda path: path.stem)
def test_a_form_has_a_name_and_says_what_it_is_about(path):
    _, head, body = path.read_text().split("---\n", 2)

    assert re.fullmatch(r"name: .+\nabout: .+\nlabels: [a-z]+\n", head)
    assert body.startswith("\n")


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_what_a_form_says_to_type_is_understood(path):
    for line in TYPED.findall(path.read_text()):
        read(split_words(line), VERBS)


def test_a_line_that_is_not_understood_is_found():
    with pytest.raises(UsageError):
        read(split_words("log --scrpt"), VERBS)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_targets_files_and_rules_that_a_form_names_are_there(path):
    text = path.read_text()
    makefile = (ROOT / "Makefile").read_text()
    known = {entry.id for system in SHIPPED for entry in load(system).ledger()}

    assert [name for name in re.findall(r"`make ([a-z]+)`", text) if f"\n{name}:" not in makefile] == []
    assert [name for name in re.findall(r"\b[\w/-]+\.md\b", text) if not (ROOT / name).is_file()] == []
    assert set(re.findall(r"\b[A-Z]{3}-[A-Z]+-\d+\b", text)) <= known


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_names_no_host(path):
    assert re.findall(r"https?://|\bwww\.|\.com\b|\.org\b|\.io\b|@\w+\.", path.read_text()) == []


def test_a_bug_comes_with_what_plays_it_again_and_a_ruling_with_its_rule():
    assert {"doctor --json", "log --script"} <= set(TYPED.findall(ISSUES[0].read_text()))
    assert {"rules ID", "log --script"} <= set(TYPED.findall(ISSUES[2].read_text()))

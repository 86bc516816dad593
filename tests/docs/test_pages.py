"""The pages as the program makes them: played, filled in, complete, and silent about the machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rbfcli.kernel.command import KINDS
from rbfcli.kernel.words import WORD_KEYS
from rbfcli.language.fights import fight_verbs
from rbfcli.language.reader import read
from rbfcli.language.topics import TOPICS
from rbfcli.systems.catalogue import SHIPPED, load
from tests.docs.conftest import ROOT, anchors, blocks
from tools.pages import PROSE
from tools.pages.played import REGION, TYPED, filled, played

DOCS = ROOT / "docs"
PLAYED = [name for name in PROSE if blocks(DOCS / f"{name}.md", "console")]


def text(name):
    """The text of a page."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def test_the_pages_with_commands_are_played():
    """Those of `encounters.md` begin nothing, and are read by the tests of the encounters."""
    assert sorted(PLAYED) == ["dice", "first-evening", "scripts", "simulations", "writing-a-system"]


@pytest.mark.parametrize("name", PLAYED)
def test_a_page_shows_what_the_program_answers(name):
    assert played(text(name)) == text(name)


@pytest.mark.parametrize("name", PLAYED)
def test_no_line_of_a_page_is_a_bug_or_unknown_to_the_shell(name):
    shown = "\n".join(line for block in blocks(DOCS / f"{name}.md", "console") for line in block)

    assert not re.search(r"not found|Traceback|rbf: bug|status 70", shown)


def test_the_line_that_the_page_of_dice_names_takes_dice():
    line = re.search(r"says `N\|DICE`, such as\n`([^`]+)`", text("dice"))

    assert read(line[1].split(), fight_verbs(load("rbf"))).command.damage == "2d6+1"


def test_an_answer_that_is_not_the_programs_is_replaced():
    page = "# One\n\n```console\n$ rbf roll 2d8+3 --dice 5,7\n2d8 [5 8] + 3 = 16\n```\n"

    assert "\n2d8 [5 7] + 3 = 15, dice by hand\n```" in played(page)


def test_a_prompt_is_played_with_the_prompts_it_shows():
    page = "```console\n$ rbf repl\nx> start duel --seed one -q\nx> init --dice 6,5 -q\nx> exit\n```\n"

    assert [TYPED.match(line)[0] for line in played(page).splitlines() if TYPED.match(line)] == [
        "rbf> start duel --seed one -q",
        "not begun> init --dice 6,5 -q",
        "round 1, Ada Quill> exit",
    ]


def test_a_made_part_is_made_anew_and_one_that_nobody_makes_is_refused():
    page = "a\n<!-- made: part b -->\nold\n<!-- end -->\nc\n"

    assert filled(page, {"part": lambda word: f"{word}!"}) == page.replace("old", "b!")
    with pytest.raises(KeyError, match="part"):
        filled(page, {})


@pytest.mark.parametrize("name", PROSE)
def test_every_mark_of_a_page_belongs_to_a_made_part(name):
    assert text(name).count("<!--") == 2 * len(REGION.findall(text(name)))


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: str(page.relative_to(DOCS)))
def test_no_page_tells_of_the_machine_it_was_made_on(page):
    found = page.read_text(encoding="utf-8")

    assert [each for each in (str(ROOT), str(Path.home()), "/tmp", "python3.") if each in found] == []  # noqa: S108


@pytest.mark.parametrize("system", SHIPPED)
def test_a_page_of_rules_has_every_rule_verb_and_condition(system):
    rules = load(system)
    page = text(f"rules/{system}")

    assert {entry.id.lower() for entry in rules.ledger()} <= set(anchors(DOCS / "rules" / f"{system}.md"))
    assert [name for name in rules.conditions if f"| `{name}` |" not in page] == []
    assert [name for name in rules.outcomes if f"| `{name}` |" not in page] == []
    own = {kind.__struct_config__.tag for kind in rules.verbs} - {
        kind.__struct_config__.tag for kind in load("threat" if system != "threat" else "rbf").verbs
    }
    assert [verb for verb in own if not re.search(rf"^### {verb}\b", page, re.MULTILINE)] == []


@pytest.mark.parametrize("system", SHIPPED)
def test_a_page_of_rules_says_the_default_of_every_option_that_changes_a_rule(system):
    page = text(f"rules/{system}")
    options = {each for entry in load(system).ledger() for each in filter(None, entry.option.split(", "))}

    named = {each if "." in each else f"options.{each}" for each in options}
    assert [each for each in named if f"- option `{each}`" not in page] == []


def test_the_pages_have_every_topic_kind_and_key_of_the_words():
    index, authors = text("README"), text("writing-a-system")

    assert [name for name in TOPICS if f"`rbf help {name}`" not in index] == []
    assert [name for name in (*KINDS, *WORD_KEYS) if f"| `{name}` |" not in authors] == []

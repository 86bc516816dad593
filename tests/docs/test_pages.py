"""The pages as the program makes them: played, filled in, complete, and silent about the machine."""

from __future__ import annotations

import itertools
import re
import subprocess
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from rbfcli.core.errors import UsageError
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import fight_verbs, parse_line, read
from rbfcli.language.topics import TOPICS
from rbfcli.language.verbs import VERBS
from rbfcli.systems.registry import SHIPPED, load
from rbfcli.testing.support import VOCABULARY
from tests.author.conftest import installed
from tests.docs.conftest import ROOT, anchors, blocks, links, pages, tokens
from tests.program import run_rbf
from tools.pages import PROSE
from tools.pages.played import BLOCK, REGION, TYPED, Table, filled, played

DOCS = ROOT / "docs"
PLAYED = [name for name in PROSE if blocks(DOCS / f"{name}.md", "console")]


def text(name):
    """The text of a page."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def test_the_pages_with_commands_are_played():
    """Those of `encounters.md` begin nothing, and are read by the tests of the encounters."""
    assert sorted(PLAYED) == [
        *("dice", "first-evening", "first-system", "scripts", "simulations", "writing-a-system"),
    ]


@pytest.mark.parametrize("name", PLAYED)
def test_a_page_shows_what_the_program_answers(name):
    assert played(text(name)) == text(name)


@pytest.mark.parametrize("name", PLAYED)
def test_no_line_of_a_page_is_a_bug_or_unknown_to_the_shell(name):
    shown = "\n".join(line for block in blocks(DOCS / f"{name}.md", "console") for line in block)

    assert not re.search(r"not found|Traceback|rbf: bug|status 70", shown)


def test_the_line_that_the_page_of_dice_names_takes_dice():
    line = re.search(r"says `N\|DICE`, such as\n`([^`]+)`", text("dice"))

    assert read(parse_line(line[1].split()), fight_verbs(load("rbf"))).command.damage == "2d6+1"


def test_an_answer_that_is_not_the_programs_is_replaced():
    page = "# One\n\n```console\n$ rbf roll 2d8+3 --dice 5,7\n2d8 [5 8] + 3 = 16\n```\n"

    assert "\n2d8 [5 7] + 3 = 15, dice by hand\n```" in played(page)


def test_a_prompt_is_played_with_the_prompts_it_shows():
    page = "```console\n$ rbf repl\nx> start duel --seed one -q\nx> init --dice 6,5 -q\nx> exit\n```\n"

    assert [TYPED.match(line)[0] for line in played(page).splitlines() if TYPED.match(line)] == [
        "rbf> start duel --seed one -q",
        "not started> init --dice 6,5 -q",
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
    assert [name for name in (*VOCABULARY.kinds, *VOCABULARY.words) if f"| `{name}` |" not in authors] == []


# Every page leads somewhere: to files and headings that there are; and every page is reached from the README.


def relative(page):
    """The links of a page inside the repository: each with the file it leads to, and the heading there."""
    for link in links(page):
        if "://" not in link and not link.startswith("mailto:"):
            file, _, anchor = link.partition("#")
            yield link, (page.parent / file).resolve() if file else page, anchor


def broken(page):
    """The links of a page that lead nowhere."""
    for link, target, anchor in relative(page):
        if not target.exists() or not target.is_relative_to(ROOT) or (anchor and anchor not in anchors(target)):
            yield link


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_heading(page):
    assert list(broken(page)) == []


def test_a_link_to_nowhere_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.docs.test_pages.ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "# One `two` *three*\n\n## One\n\n## One\n\n[a](#one-two-three) [b](#one-1) [c](#one-2) [d](no.md)\n"
    )

    assert list(broken(page)) == ["#one-2", "no.md"]


def test_every_page_of_docs_is_reached_from_the_readme():
    reached, ahead = set(), {ROOT / "README.md"}
    while ahead:
        page = ahead.pop()
        reached.add(page)
        ahead |= {target for _, target, _ in relative(page) if target.suffix == ".md" and target.exists()} - reached

    assert sorted(set((ROOT / "docs").rglob("*.md")) - reached) == []


# The forms for issues and changes ask for what there is: verbs, options and targets that work.


FORMS = sorted((ROOT / ".github").rglob("*.md"))
ISSUES = [path for path in FORMS if path.parent.name == "ISSUE_TEMPLATE"]
TYPED_OF_TEMPLATES = re.compile(r"`rbf ([a-z][^`]*)`")


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
    for line in TYPED_OF_TEMPLATES.findall(path.read_text()):
        read(parse_line(split_words(line)), VERBS)


def test_a_line_that_is_not_understood_is_found():
    with pytest.raises(UsageError):
        read(parse_line(split_words("log --scrpt")), VERBS)


# Pages of commands: those that no block plays are read, as on anyone's turn.


COMMANDS = ("at-the-table", "cheat-sheet", "coming-from")
ALL_VERBS = (VERBS, *(fight_verbs(load(system)) for system in SHIPPED))


def commands_of(name):
    """The lines to type that a page names, without `rbf` and redirections; a verb alone is only its name."""
    spans = [each.content for each in tokens(DOCS / f"{name}.md") if each.type == "code_inline"]
    lines = [each.removeprefix("rbf ").partition(" > ")[0] for each in spans]
    known = {verb for verbs in ALL_VERBS for verb in verbs}
    return [each for each in lines if each.partition(" ")[0] in known and " " in each and "…" not in each]


def is_understood(line):
    """Whether a system's verbs read a line, with the actor left out or not."""
    verb, *words = split_words(line)
    for verbs, actor in itertools.product(ALL_VERBS, ((), ("ada",))):
        with suppress(UsageError):
            read(parse_line((verb, *actor, *words)), verbs)
            return True
    return False


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_of_a_page_is_understood(name):
    lines = commands_of(name)

    assert len(lines) > 15
    assert [each for each in lines if not is_understood(each)] == []


def test_a_command_with_a_slip_is_not_understood():
    assert not is_understood("attack gunner1 --dcie 5,7")
    assert not is_understood("atack gunner1")


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
    assert {"doctor --json", "log --script"} <= set(TYPED_OF_TEMPLATES.findall(ISSUES[0].read_text()))
    assert {"rules ID", "log --script"} <= set(TYPED_OF_TEMPLATES.findall(ISSUES[2].read_text()))


# The tutorial: what a reader types from start to end, without a network.


TUTORIAL = DOCS / "first-system.md"
FILE = re.compile(r"`([\w./-]+\.(?:py|toml))`")


def test_the_tutorial_names_every_file_before_its_block():
    """A forge does not show the name that the block carries."""
    found = [(FILE.findall(before)[-1:], named) for before, named in typed_files(TUTORIAL.read_text())]

    assert [(named, shown) for shown, named in found if shown != [named]] == []
    assert len(found) > 6


def typed_files(page):
    """Each block that goes to a file: the text before it, and the name of the file."""
    return [(page[: block.start()], block[2]) for block in BLOCK.finditer(page) if block[2]]


def test_the_game_of_the_tutorial_passes_its_tests(tmp_path):
    table = Table(tmp_path)
    BLOCK.sub(table.block, TUTORIAL.read_text())
    folder, *lines = (line for block in blocks(TUTORIAL, "sh") for line in block)
    done = subprocess.run(
        lines[-1], cwd=table.folder, env=table.environment, capture_output=True, text=True, check=False
    )

    assert (folder, lines) == ("mkdir -p brawl/rbfcli_brawl", ["cd brawl", "pytest"])
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.parametrize(
    ("diff", "found"), [(" a\n-b\n+c\n", "a\nc\n"), (" b\n+c\n", "a\nb\nc\n"), (" x\n+c\n", None), ("+c\n", None)]
)
def test_a_change_that_a_page_shows_is_made_in_one_place(tmp_path, diff, found):
    table = Table(tmp_path)
    page = f"```toml one.toml\na\nb\n```\n\n```diff one.toml\n{diff}```\n"
    if found is None:
        with pytest.raises(ValueError, match=r"one\.toml has these lines \d times"):
            BLOCK.sub(table.block, page)
    else:
        BLOCK.sub(table.block, page)
        assert (table.folder / "one.toml").read_text() == found


# What the reference says to type for a new system, without a network.


TRYING, PUBLISHING = blocks(ROOT / "docs" / "writing-a-system.md", "sh")


@pytest.fixture(scope="module")
def tide(tmp_path_factory):
    """The system that the page begins with, installed."""
    folder = tmp_path_factory.mktemp("author")
    assert run_rbf("create-system", "tide", cwd=folder).returncode == 0
    return installed(folder / "tide", tmp_path_factory.mktemp("site"))


def test_a_new_system_is_tried_as_the_page_says(tide):
    """`pytest` in the new folder is run by `tests/author`."""
    assert (TRYING[:2], TRYING[-1]) == (["cd tide", "pip install --editable ."], "pytest")
    for line in TRYING[2:-1]:
        program, *words = line.split()
        assert program == "rbf"
        tide.run(*words)


def test_its_wheel_is_built_as_the_page_says_and_names_the_system(tide):
    program, *words = PUBLISHING[0].split()
    done = tide.python("-m", program, *words, "--no-build-isolation", "--no-index", "--quiet")

    assert done.returncode == 0, done.stderr
    (wheel,) = (tide.project / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        name = next(each for each in archive.namelist() if each.endswith("entry_points.txt"))
        assert archive.read(name).decode() == "[rbfcli.systems]\ntide = rbfcli_tide:RULES\n"

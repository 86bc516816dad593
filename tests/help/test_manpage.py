"""The manual pages are clean, name everything there is and nothing else, and are the same whenever they are made."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from pathlib import Path
from typing import get_type_hints

import pytest

from rbfcli import __version__
from rbfcli.commands import HANDLERS
from rbfcli.core.errors import EXIT_STATUSES, UsageError
from rbfcli.language.forms import VARIABLES, all_verbs
from rbfcli.language.grammar import CommonOptions, grammar_of
from rbfcli.language.keys import keys_of, taken
from rbfcli.language.man_pages import manual_page_lines, manual_pages
from rbfcli.language.manual import topic_page
from rbfcli.language.topics import written_sections
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.systems.registry import SHIPPED, load
from tests.conftest import PACKAGE, modules
from tests.help.topics import terms_of
from tools.manpage import BEFORE_THE_FIRST_RELEASE, date_of, escaped

SYSTEMS = [load(name) for name in SHIPPED]
PAGES = sorted((Path(__file__).parents[2] / "man").iterdir())
TEXTS = {page.stem: page.read_text(encoding="utf-8") for page in PAGES}
EVERYTHING = "".join(TEXTS.values())
NAMES = [page.name for page in PAGES]


def program(name):
    """A program of this machine, or the test is skipped."""
    return shutil.which(name) or pytest.skip(f"{name} is not installed")


def test_there_is_a_page_for_the_program_its_files_its_dice_and_each_system():
    systems = [f"rbf-{system}.7" for system in SHIPPED]

    assert sorted(["rbf.1", "rbf-script.5", "rbf-encounter.5", "rbf-dice.7", *systems]) == NAMES


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_mandoc_has_nothing_to_say(page):
    done = subprocess.run(
        [program("mandoc"), "-Tlint", "-W", "warning", page], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("width", ["60", "80", "132"])
@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_man_has_nothing_to_say_at_any_width(page, width):
    command = [program("man"), "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page]
    environment = {"PATH": "/usr/bin:/bin", "MANWIDTH": width, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)

    assert done.stderr == ""


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_a_page_can_be_found_by_name(page):
    done = subprocess.run([program("lexgrog"), page], capture_output=True, text=True, check=True)

    assert f'"{page.stem} - ' in done.stdout


def test_the_main_page_is_short_and_has_the_sections_a_reader_looks_for():
    titles = [line.removeprefix(".SH ") for line in TEXTS["rbf"].splitlines() if line.startswith(".SH ")]
    wanted = [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES",
    ]  # fmt: skip

    assert [title for title in titles if title in wanted] == wanted
    assert titles[-1] == "SEE ALSO"
    assert len(TEXTS["rbf"].splitlines()) < 800


def test_every_exit_status_variable_and_file_is_named():
    terms = {line.removeprefix(".B ") for line in TEXTS["rbf"].splitlines() if line.startswith(".B ")}

    assert len(re.findall(r"^\.B", TEXTS["rbf"], re.MULTILINE)) >= len(EXIT_STATUSES)
    for name in (
        *(str(status) for status, _ in EXIT_STATUSES),
        *(name for name, _ in (*terms_of("environment"), *terms_of("files"))),
    ):
        assert escaped(name) in terms


def test_every_verb_and_option_is_named_and_none_that_is_not_there():
    verbs = all_verbs(SYSTEMS)
    slots = [slot for verb in verbs.values() for form in verb.forms for slot in form.grammar.options.values()]
    options = {slot.option for slot in (*slots, *grammar_of(CommonOptions).options.values())} | {"--system"}
    named = {each.replace("\\", "") for each in re.findall(r"\\-\\-[a-z0-9\\-]+[a-z0-9]", EVERYTHING)}
    usages = {found.replace("\\", "") for found in re.findall(r"^\.SS ([a-z\\-]+) ", EVERYTHING, re.MULTILINE)}

    assert named == options
    assert usages == set(verbs)


@pytest.mark.parametrize("rules", SYSTEMS, ids=SHIPPED)
def test_the_page_of_a_system_names_its_verbs_its_keys_and_its_options(rules):
    text = TEXTS[f"rbf-{rules.name}"]
    forms = [form for verb in all_verbs([rules]).values() for form in verb.forms if form.systems]
    keys = [*rules.sheet.__struct_fields__, *get_type_hints(rules.fight)["options"].__struct_fields__]
    keys = [key for key in keys if key not in rules.sheet.in_play]

    named = text + TEXTS["rbf"]
    assert [form.grammar.verb for form in forms if f".SS {escaped(form.grammar.verb)} " not in named] == []
    assert [key for key in keys if f".B {escaped(key)}\n" not in text] == []
    assert ".SH [OPTIONS] OF AN ENCOUNTER" in text


def test_pages_name_one_another_and_no_other():
    known = {f"{page.stem} ({page.suffix[1:]})" for page in PAGES}
    for name, text in TEXTS.items():
        named = {each.replace("\\", "") for each in re.findall(r"^\.BR (.*?),?$", text, re.MULTILINE)}

        assert named == {each for each in known if not each.startswith(f"{name} ")}


def test_help_prints_every_page_also_where_there_is_no_man():
    for page in manual_pages(SYSTEMS).values():
        for width in (40, 80):
            lines = manual_page_lines(page.name, SYSTEMS, Style(width=width))

            assert lines[0].startswith(f"{page.name}({page.number}) - ")
            assert max(map(len, lines)) <= width
    assert manual_page_lines("", SYSTEMS, Style())[0].startswith("rbf(1)")
    assert manual_page_lines("script", SYSTEMS, Style())[0].startswith("rbf-script(5)")
    with pytest.raises(UsageError, match="unknown manual page 'rbf-dise'") as wrong:
        manual_page_lines("rbf-dise", SYSTEMS, Style())
    assert "rbf-dice" in wrong.value.suggestions


def test_the_encounter_of_the_manual_is_one(tmp_path):
    path = tmp_path / "cellar.toml"
    path.write_text("".join(f"{line}\n" for line in written_sections("encounter")[0].parts[0].lines))

    assert list(from_encounter(str(path), "seed", str(path)).fight.combatants) == ["ada", "rat1", "rat2", "rat3"]


def test_what_a_key_takes_is_said_in_words():
    rows = {key.name: key for key in keys_of(load("rbf").sheet)}

    assert rows["name"].remarks == "string; required"
    assert rows["speed"].remarks == "whole number of at least 0; default 10; RBF-ACT-2"
    assert rows["speed"].line == "metres per move (whole number of at least 0; default 10; RBF-ACT-2)"
    assert rows["machine"].remarks == "true or false; default false; RBF-TEC-LACERATE"
    assert rows["cover"].takes == "one of full, heavy, light, medium, none"
    assert rows["weapons"].takes == "list of strings"
    assert rows["damage"].takes == "whole number from 0 to 10000 or string"
    assert rows["skills"].takes == "table of whole numbers from -6 to 20"
    assert taken(None) == "string"


def test_the_date_is_that_of_the_newest_release_never_that_of_today():
    assert date_of("## [0.2.0] - unreleased\n\n## [0.1.0] - 2026-12-01\n\n## [0.0.9] - 2026-11-01\n") == "2026-12-01"
    assert date_of("## [0.1.0] - unreleased\n") == BEFORE_THE_FIRST_RELEASE
    for name, text in TEXTS.items():
        assert re.match(rf'\.TH {name.upper()} \d "\d{{4}}-\d\d-\d\d" "rbfcli {re.escape(__version__)}" ', text)


def test_nothing_in_a_text_is_an_order_to_roff():
    assert escaped(".so /etc/passwd") == r"\&.so /etc/passwd"
    assert escaped("'a\\n`b^~\"") == r"\(aqa\en\(gab\(ha\(ti\(dq"
    assert escaped("-e, --encounter…") == r"\-e, \-\-encounter..."


# `rbf help environment` lists every variable that the source reads, and no other (E-06).


FOR_TESTS = {"RBF_TEST_RAISE"}
FOR_OTHER_PROCESSES = {"PYTHONPATH", "PYTHONIOENCODING"}
FOLDERS = {"CONFIG", "STATE"}
NAME = re.compile(r"[A-Z][A-Z_]{2,}[A-Z]")


@pytest.fixture(scope="module")
def functions():
    """Functions of the program that look at the environment."""
    trees = [tree for name, tree in modules().items() if "environ" in (PACKAGE / name).read_text()]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return [node for node in nodes if "environ" in ast.unparse(node)]


def read_in(function):
    """Return the names of variables in a function."""
    texts = [each.value for each in ast.walk(function) if isinstance(each, ast.Constant)]
    names = {text for text in texts if isinstance(text, str) and NAME.fullmatch(text)}
    return {f"XDG_{name}_HOME" if name in FOLDERS else name for name in names}


def test_the_list_is_that_of_the_source(functions):
    read = set().union(*map(read_in, functions)) - FOR_TESTS - FOR_OTHER_PROCESSES

    assert read == {name for name, _ in terms_of("environment")}


def test_whatever_reads_a_variable_is_called(functions):
    """A function that looks at the environment and that nobody calls reads nothing."""
    nodes = [node for tree in modules().values() for node in ast.walk(tree)]
    used = {node.id for node in nodes if isinstance(node, ast.Name)}
    used |= {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    used |= {place.partition(":")[2] for row in HANDLERS.values() for place in (row.anywhere, row.at_shell, row.dice)}
    reading = {function.name for function in functions}

    assert "save_path" in reading
    assert reading - used == set()


def test_the_topic_prints_the_list_and_options_name_their_variable_from_it():
    text = "\n".join(topic_page("environment"))

    assert [name for name, _ in terms_of("environment") if name not in text] == []
    assert set(VARIABLES.values()) <= {name for name, _ in terms_of("environment")}

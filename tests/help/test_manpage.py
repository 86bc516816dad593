"""man/rbf.1 is a clean page that names everything there is, and is the same whenever it is made."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from rbfcli import __version__
from rbfcli.kernel.errors import EXIT_STATUSES
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.forms import all_verbs
from rbfcli.language.grammar import grammar_of
from rbfcli.language.topics import ENVIRONMENT, FILES
from rbfcli.systems.catalogue import SHIPPED, load
from tools.manpage import BEFORE_THE_FIRST_RELEASE, date_of, escaped

PAGE = Path(__file__).parents[2] / "man/rbf.1"
TEXT = PAGE.read_text(encoding="utf-8")


def program(name):
    """A program of this machine, or the test is skipped."""
    return shutil.which(name) or pytest.skip(f"{name} is not installed")


def test_mandoc_has_nothing_to_say():
    done = subprocess.run(
        [program("mandoc"), "-Tlint", "-W", "warning", PAGE], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("width", ["60", "80", "132"])
def test_man_has_nothing_to_say_at_any_width(width):
    command = [program("man"), "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", PAGE]
    environment = {"PATH": "/usr/bin:/bin", "MANWIDTH": width, "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)

    assert done.stderr == ""


def test_the_page_can_be_found_by_name():
    done = subprocess.run([program("lexgrog"), PAGE], capture_output=True, text=True, check=True)

    assert '"rbf - fights of' in done.stdout


def test_the_sections_are_those_a_reader_looks_for():
    titles = [line.removeprefix(".SH ") for line in TEXT.splitlines() if line.startswith(".SH ")]
    wanted = ["NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"]

    assert [title for title in titles if title in wanted] == wanted


def test_every_exit_status_variable_and_file_is_named():
    terms = {line.removeprefix(".B ") for line in TEXT.splitlines() if line.startswith(".B ")}

    assert len(re.findall(r"^\.B", TEXT, re.MULTILINE)) >= len(EXIT_STATUSES)
    for name in (*(str(status) for status, _ in EXIT_STATUSES), *(name for name, _ in (*ENVIRONMENT, *FILES))):
        assert escaped(name) in terms


def test_every_verb_and_option_is_named_and_none_that_is_not_there():
    verbs = all_verbs(map(load, SHIPPED))
    slots = [slot for verb in verbs.values() for form in verb.forms for slot in form.grammar.options.values()]
    options = {slot.option for slot in (*slots, *grammar_of(CommonOptions).options.values())} | {"--system"}
    named = {each.replace("\\", "") for each in re.findall(r"\\-\\-[a-z\\-]+[a-z]", TEXT)}
    usages = {found.replace("\\", "") for found in re.findall(r"^\.B rbf ([a-z\\-]+) ", TEXT, re.MULTILINE)}

    assert named == options
    assert usages == set(verbs)


def test_the_date_is_that_of_the_newest_release_never_that_of_today():
    assert date_of("## [0.2.0] - unreleased\n\n## [0.1.0] - 2026-12-01\n\n## [0.0.9] - 2026-11-01\n") == "2026-12-01"
    assert date_of("## [0.1.0] - unreleased\n") == BEFORE_THE_FIRST_RELEASE
    assert re.match(rf'\.TH RBF 1 "\d{{4}}-\d\d-\d\d" "rbfcli {re.escape(__version__)}" ', TEXT)


def test_nothing_in_a_text_is_an_order_to_roff():
    assert escaped(".so /etc/passwd") == r"\&.so /etc/passwd"
    assert escaped("'a\\n`b^~\"") == r"\(aqa\en\(gab\(ha\(ti\(dq"
    assert escaped("-e, --encounter…") == r"\-e, \-\-encounter..."

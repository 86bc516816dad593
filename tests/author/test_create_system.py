"""`rbf create-system`: what it writes plays, keeps the laws and is tidy; what it cannot write it refuses."""

import json
import re
import subprocess
import sys

import pytest

from rbfcli.core import mistakes
from rbfcli.language.keys import field_doc
from rbfcli.model import commands, conditions, display, events, rules
from rbfcli.systems.registry import SHIPPED, load
from rbfcli.testing.support import VOCABULARY
from tests.author.conftest import QUIET, ROOT
from tests.program import run_rbf

TIDY = [["ruff", "check", "."], ["ruff", "format", "--check", "."]]


def test_what_it_writes_is_listed_and_plays(created):
    assert "star_brawl   2d6    StarBrawl" in created.run("systems")
    assert "STARBRAWL-ATK-1" in created.run("rules", "star_brawl")
    assert "Wolves at the ford (star_brawl)" in created.run("start", "first-fight.toml", "--seed", "ford")
    created.run("init")
    assert "Ada hits Wolf 1: 10 vs 8 (+2)  [4 4] +2" in created.run("attack", "ada", "wolf1", "--dice", "4,4")
    assert "success" in created.run("odds", "attack", "bo", "wolf1", "--force")
    created.run("check", "encounter.toml")


def test_its_script_plays(created):
    created.run("run", "first-fight.rbf")


def test_its_own_tests_pass(created):
    done = created.python("-m", "pytest", "-q", *QUIET)
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


@pytest.mark.parametrize("words", TIDY, ids=" ".join)
def test_it_is_tidy(created, words):
    done = created.python("-m", *words, "--no-cache")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("words", TIDY, ids=" ".join)
def test_a_name_before_all_others_is_as_tidy(tmp_path, words):
    assert made(tmp_path, "aa")[0] == 0
    command = [sys.executable, "-m", *words, "--no-cache"]
    done = subprocess.run(command, cwd=tmp_path / "aa", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_its_hook_finds_what_is_wrong_in_a_file_with_the_line(created):
    text = (created.project / "first-fight.toml").read_text()
    (created.project / "wrong.toml").write_text(text.replace("health = 5", "health = 5\nmost = 3"))
    said = created.run("start", "wrong.toml", "-n", status=3)
    assert "wrong.toml:17: combatants.bo.health must be at most its full health (3)" in said


def made(folder, *words):
    """Run `create-system` in a folder: its status, and what it complained of."""
    done = run_rbf("create-system", *words, cwd=folder)
    return done.returncode, done.stderr.strip(), done.stdout


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("3d6", "a system name must be a lower-case Python name, not '3d6'"),
        ("two words", "a system name must be a lower-case Python name, not 'two words'"),
        ("a-b", "a system name must be a lower-case Python name, not 'a-b'"),
        ("Brawl", "a system name must be a lower-case Python name, not 'Brawl'"),
        ("_brawl", "a system name must be a lower-case Python name, not '_brawl'"),
        ("class", "a system name must be a lower-case Python name, not 'class'"),
        ("faust\u00e4", "a system name must be a lower-case Python name, not 'faust\u00e4'"),
        ("x" * 25, "a system name can have at most 24 letters"),
        ("rbf", "system rbf already exists"),
    ],
)
def test_a_name_that_no_system_can_have(tmp_path, name, why):
    status, said, _ = made(tmp_path, name)
    assert (status, said.partition(";")[0]) == (2, f"rbf: {why}")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("kind", ["folder", "file", "link"])
def test_nothing_is_written_over_what_is_there(tmp_path, kind):
    place = tmp_path / "brawl"
    {"folder": place.mkdir, "file": place.touch, "link": lambda: place.symlink_to("nowhere")}[kind]()
    status, said, _ = made(tmp_path, "brawl")
    assert (status, said) == (1, "rbf: brawl already exists; use another folder: create-system NAME DIR")
    assert [each.name for each in tmp_path.iterdir()] == ["brawl"]


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").touch()
    status, said, _ = made(tmp_path, "brawl", "file/brawl")
    assert (status, said.startswith("rbf: cannot write file/brawl: ")) == (4, True)


def test_it_says_what_it_would_write(tmp_path):
    status, _, said = made(tmp_path, "brawl", "games/brawl", "--dry-run", "--json")
    told = json.loads(said)
    assert (status, told["system"], told["folder"]) == (0, "brawl", "games/brawl")
    assert "rbfcli_brawl/fighting.py" in told["files"]
    assert not [*tmp_path.iterdir()]


# What an author needs to know stands where it is defined: fields, hooks, kinds of words, and keys of the words.


KINDS = (
    *(rules.Rules, rules.Hooks, rules.CandidateAction, rules.RuleEntry, rules.Example, rules.OutcomeRoles),
    *(commands.Arg, commands.Opt, conditions.ConditionRow, conditions.Effect, rules.Reaction, rules.Trigger),
    *(
        display.Fact,
        events.Modifier,
        events.Die,
        display.Visibility,
        display.Strips,
        rules.WeaponHandling,
        mistakes.Mistake,
        mistakes.Fix,
    ),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_field_has_a_text_below_it(kind):
    assert [name for name in kind.__struct_fields__ if not field_doc(kind, Field(name)).text] == []


class Field:
    """A field of which nothing but its name is asked."""

    type = None

    def __init__(self, name):
        self.name = name


def test_every_function_of_the_rules_says_how_it_is_called():
    """A text on a function begins with its call, so that an author sees what it gets."""
    for field, hint in rules.Rules.__annotations__.items():
        text = field_doc(rules.Rules, Field(field)).text
        if str(hint).startswith("collections.abc.Callable") and field not in ("watch", "part"):
            assert text.startswith(f"`{field}("), field


def test_every_hook_says_how_it_is_called():
    for field in rules.Hooks.__struct_fields__:
        assert field_doc(rules.Hooks, Field(field)).text.startswith(f"`{field}(scene")


@pytest.mark.parametrize("system", SHIPPED)
def test_every_kind_of_word_is_explained_or_the_systems_own(system):
    found = load(system)
    assert not {*found.kinds} & {*VOCABULARY.kinds} - {"condition", "combatant", "damage-type", "place"}


def test_every_kind_that_the_language_reads_is_explained():
    sources = [(ROOT / "rbfcli" / "language" / f"{name}.py").read_text() for name in ("names", "completion")]
    named = {kind for text in sources for kind in re.findall(r'kind (?:==|in) \(?"([a-z-]+)"', text)}
    assert named - {"team"} <= {*VOCABULARY.kinds}


@pytest.mark.parametrize("system", SHIPPED)
def test_every_key_of_a_systems_words_has_an_explained_form(system):
    firsts = {key.partition(".")[0] for key in VOCABULARY.words if "." in key}
    dotted = {key.partition(".")[0] for key in load(system).words if "." in key}
    assert dotted <= firsts

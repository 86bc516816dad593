"""`rbf __complete :WORD BEFORE...` answers quickly, quietly, and changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from rbfcli.cli.completion import complete
from rbfcli.language.forms import all_verbs, standalone_verbs
from rbfcli.language.parser import bind, parse_line
from rbfcli.language.topics import TOPICS
from rbfcli.language.verbs import VERBS
from rbfcli.session.encounter import empty
from rbfcli.session.file_store import FileStorage
from rbfcli.storage.paths import list_encounters, list_scripts
from rbfcli.systems import registry
from rbfcli.systems.registry import SHIPPED

PRONE = "disadvantage 1 on melee, brawl; against it: advantage 1 on melee, brawl, disadvantage 1 on shot"
SHEETS = (
    ("Vex", "hp=12", "side=crew"),
    ("Old Mags", "hp=9", "side=crew"),
    ("thug", "hp=10", "tn=12"),
)


@pytest.fixture
def save(tmp_path, monkeypatch):
    """A save of three, one of them prone, in the folder of the test."""
    monkeypatch.chdir(tmp_path)
    session = empty("rbf", "", "seed")
    for name, *pairs in SHEETS:
        perform(session, ["add", name, *pairs])
    perform(session, ["condition", "add", "thug", "prone"])
    path = tmp_path / "encounter.toml"
    FileStorage(str(path), print).begin(session, replace=False)
    return path


def perform(session, words):
    """Play one line."""
    session.perform(bind(parse_line(words), session.rules, session.fight).command)


def asked(line, typed=""):
    """The words and meanings that a shell gets for a word behind a line."""
    written = []
    assert complete([f":{typed}", *line.split()], written.append) == 0
    return dict(line.split("\t") for line in "".join(written).splitlines())


@pytest.mark.usefixtures("save")
@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("show", {"vex": "Vex, crew, 12/12", "old-mags": "Old Mags, crew, 9/9", "thug": "thug, foes, 10/10 prone"}),
        ("condition remove", {"thug": "thug, foes, 10/10 prone", "@foes": "everyone on another side"}),
        ("condition remove thug", {"prone": PRONE}),
        ("condition remove vex", {"thug": "thug, foes, 10/10 prone"}),
        ("add --from", {"vex": "Vex, crew, 12/12", "thug": "thug, foes, 10/10 prone"}),
        ("choose", {}),
        ("nonsense", {}),
        ("note", {}),
        ("attack vex thug --mod", {}),
    ],
)
def test_words_come_from_the_save(line, answer):
    assert answer.items() <= asked(line).items()
    assert answer or not asked(line)


@pytest.mark.usefixtures("save")
def test_verbs_are_those_of_the_fight_and_of_the_program():
    assert set(asked("")) == {*VERBS, *all_verbs([registry.load("rbf")], standalone=False)}
    assert asked("")["aim"] == "Aim: +1 to the next attack. Stacks."
    assert set(asked("odds")) >= set(asked(""))
    assert set(asked("help")) == {*asked(""), *TOPICS}


@pytest.mark.usefixtures("save")
def test_options_are_those_of_this_systems_verb():
    options = asked("attack vex thug", "-")

    assert {"--technique", "--critical", "--dice", "--force", "--encounter"} <= options.keys()
    assert not {"--full", "--weak", "--tn", "--system"} & options.keys()
    assert "--technique" in asked("odds attack vex thug", "--")


@pytest.mark.usefixtures("save")
def test_values_of_options_come_with_the_option_in_front_if_they_are_typed_so():
    assert "shove" in asked("attack vex thug --technique")
    assert "--technique=shove" in asked("attack vex thug", "--technique=")
    assert set(asked("--color")) == {"auto", "always", "never"}
    assert set(asked("", "--color=a")) == {"--color=auto", "--color=always"}
    assert asked("-e") == asked("check vex --encounter") == {"": "files"}


@pytest.mark.usefixtures("save")
def test_an_option_may_be_cut_short_as_long_as_no_other_begins_so(tmp_path):
    assert asked("attack vex thug --tec") == asked("attack vex thug --technique")
    assert "prone" in asked("attack vex thug --condi")
    assert "prone" not in asked("attack vex thug --c")
    assert asked(f"--enc {tmp_path / 'none.toml'} attack") == {}
    assert "--tn" in asked("attack --sys rbf", "-")


@pytest.mark.usefixtures("save")
def test_the_key_of_a_sheet_is_followed_by_its_values():
    assert {"hp=", "cover="} <= asked("set vex").keys()
    assert "cover=light" not in asked("set vex")
    assert "cover=light" in asked("set vex", "cover=")
    assert "options.counted_turns=" not in asked("set vex")
    assert all(key.startswith("options.") for key in asked("set fight"))


@pytest.mark.usefixtures("save")
def test_a_name_with_a_hyphen_in_front_comes_behind_two_alone(save):
    save.write_text(save.read_text().replace("[fight.combatants.thug", "[fight.combatants.-thug"))

    assert "-thug" not in asked("attack")
    assert "-thug" in asked("attack --")


def test_without_a_fight_the_verbs_are_those_that_need_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    alone = {verb for system in SHIPPED for verb in standalone_verbs(registry.load(system))}

    assert set(asked("")) == alone
    assert "--tn" in asked("attack --system rbf", "-")
    assert "--tn" not in asked("damage-save --system rpj", "-")
    assert set(asked("attack --system")) == set(SHIPPED)
    assert set(asked("start")) == {*list_encounters(), ""}
    assert set(asked("run")) == {*list_scripts(), ""}
    assert set(asked("rules")) == set(SHIPPED)
    assert "RPJ-COV-1" in asked("rules rpj")


def test_the_shipped_systems_are_those_of_the_catalogue():
    assert SHIPPED == registry.SHIPPED


def test_the_save_is_the_one_named_or_that_of_the_environment(save, tmp_path, monkeypatch):
    save.rename(tmp_path / "other.toml")

    assert "vex" not in asked("show")
    assert "vex" in asked("-e other.toml show")
    assert "vex" in asked("show --encounter=other.toml")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "vex" in asked("-e ~/other.toml show")
    monkeypatch.setenv("RBF_ENCOUNTER", "other.toml")
    assert "vex" in asked("attack")


@pytest.mark.parametrize("content", [b"", b"\xff", b"format = ", b"[fight]\ncombatants = 3", b"system = 1\n[fight]\n"])
@pytest.mark.parametrize("line", ["attack", "attack vex thug --with"])
def test_a_bad_save_is_answered_with_no_name(save, content, line):
    save.write_bytes(content)

    assert not {"vex", "sword"} & asked(line).keys()


def test_a_save_that_a_hand_wrote_otherwise_is_read_as_toml(save):
    text = save.read_text().replace('name = "Vex"', "name = 'V\"x' # a comment")
    save.write_text(text.replace("\n", "\r\n"))

    assert asked("show")["vex"] == 'V"x, crew, 12/12'


def test_a_name_that_a_terminal_would_obey_is_left_out_and_a_meaning_is_made_safe(save):
    text = save.read_text().replace("[fight.combatants.thug", '[fight.combatants."th\\u001bug"')
    save.write_text(text.replace('name = "Vex"', 'name = "V\\u202ex\\t\\n"'))

    assert asked("show").keys() == {"vex", "old-mags", "@active", "@weakest", "@nearest"}
    assert asked("show")["vex"] == "V\\u202ex\\x09\\x0a, crew, 12/12"


def test_nothing_is_written_and_no_lock_is_taken(save):
    lock = save.with_name(".encounter.toml.lock")
    lock.unlink()
    before = (save.read_bytes(), save.stat().st_mtime_ns)

    assert asked("show")
    assert asked("attack vex thug --with")
    assert (save.read_bytes(), save.stat().st_mtime_ns) == before
    assert [path.name for path in save.parent.iterdir()] == ["encounter.toml"]


@pytest.mark.usefixtures("save")
def test_an_unwilling_pipe_is_no_error():
    def broken(_text):
        raise BrokenPipeError

    assert complete([":", "show"], broken) == 0
    assert complete([], broken) == 0


@pytest.mark.usefixtures("save")
@pytest.mark.parametrize("line", ["", "attack", "attack vex thug --with", "condition add vex", "rules rbf", "start"])
def test_a_tab_loads_no_front_end_and_no_lab(line):
    program = f"from rbfcli.cli.completion import complete; complete([':', *{line.split()}], print)"
    command = [sys.executable, "-X", "importtime", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ})
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}

    assert done.stdout.strip()
    assert {name.partition(".")[0] for name in loaded} & {"typer", "rich", "pydantic", "prompt_toolkit"} == set()
    assert [name for name in loaded if name.startswith(("rbfcli.commands", "rbfcli.lab", "rbfcli.session"))] == []


@pytest.mark.usefixtures("save")
def test_the_words_before_the_cursor_may_be_any(monkeypatch):
    """Whatever a shell hands over, there is an answer, and none of it is an error."""
    monkeypatch.setattr("rbfcli.cli.completion._lines", refuse)
    for words in ([":"], [":\x00", "\ud800"], [":--", "--"], [":x", "'", '"', "#"]):
        assert complete(words, print) == 0


def refuse(_typed, _before):
    """Fail as a plugin could."""
    raise ZeroDivisionError

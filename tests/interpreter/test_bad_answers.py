"""What is wrong while a fight waits is told by every front end alike, and the pause stays as it was."""

import os
from pathlib import Path

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import RbfError
from rbfcli.language.words import split_words
from rbfcli.render.style import Style
from rbfcli.repl.conversation import Conversation
from rbfcli.script.options import RunOptions
from rbfcli.script.run import run_script
from rbfcli.session.storage import FileStorage

BEGIN = (
    "start duel --seed docks",
    "init --set ada=18 --set bosun=3",
    "set ada place=bollards at=6",
    "attack ada bosun --dice 8,8",
)
BAD = [
    ("choose", "; choose double | silent | "),
    ("choose sideways", "answers no open question"),
    ("choose 99", "there is no answer 99"),
    ("choose say ''", "there are no words behind say"),
    ("choose say stun", "needs the talent Hammer Expert"),
    ("choose double --dice 9", "was not needed: 9"),
    ("choose double --answer foo=1", "there is no question 'foo'"),
    ("note x --answer critical=double", "note never asks 'critical'"),
    ("remove ada", "--force breaks off what waits"),
    ("remove bosun", "--force breaks off what waits"),
    ("turn next", "Ada Quill has to choose first"),
    ("attack bosun ada --dice 1,1", "Ada Quill has to choose first"),
]


def shell(line):
    """Type one command; what is printed, and what is wrong."""
    try:
        return Interpreter(FileStorage("save.toml", str), Style()).perform(split_words(line)).text, ""
    except RbfError as wrong:
        return "", f"{wrong.message}; {wrong.hint}"


def prompt(line):
    """Type it at the prompt."""
    printed, errors = [], []
    Conversation("save.toml", Style(), printed.append, errors.append, dict(os.environ)).enter(line)
    return "".join(printed), "".join(errors)


def script(line):
    """Run it as a script on the save."""
    Path("line.rbf").write_text(f"{line}\n")
    printed, errors = [], []
    try:
        run_script("line.rbf", RunOptions(), printed.append, errors.append, style=Style(), save_file="save.toml")
    except RbfError as wrong:
        errors.append(f"{wrong.message}; {wrong.hint}")
    return "".join(printed), "".join(errors)


@pytest.fixture
def save(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for line in BEGIN:
        assert shell(line)[1] == ""
    return tmp_path / "save.toml"


@pytest.mark.parametrize("front", [shell, prompt, script])
@pytest.mark.parametrize(("line", "said"), BAD)
def test_it_is_told_and_the_pause_stays(save, front, line, said):
    before = save.read_bytes()
    printed, wrong = front(line)
    assert said in wrong
    assert "internal error" not in wrong + printed
    assert save.read_bytes() == before
    assert "The bosun: HP 30 -> 8" in front("choose double")[0]


@pytest.mark.parametrize("front", [shell, prompt, script])
def test_force_gives_up_what_waits_and_says_so(save, front):
    printed, wrong = front("note on --force")
    assert (printed.splitlines()[-2:], wrong) == (
        ["broken off: Ada Quill, attack; what it did already stands", "note: on"],
        "",
    )
    assert "[[fight.questions]]" not in save.read_text()
    assert "[fight.paused]" not in save.read_text()


@pytest.mark.usefixtures("save")
def test_where_nothing_is_asked_no_answer_is_given_as_an_example():
    assert shell("choose double")[1] == ""
    assert shell("choose")[1].endswith("; nothing is asked now; `actions` lists what can be done")

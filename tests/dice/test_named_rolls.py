"""Rolls saved under `[rolls]` of the configuration, by name and with parameters."""

import pytest

from rbfcli.core.errors import InvalidFile, NotationError, UsageError
from rbfcli.dice.foreign import filled, parameters


@pytest.fixture(autouse=True)
def config(tmp_path, monkeypatch):
    """A configuration file of one's own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = tmp_path / "rbfcli" / "config.toml"
    file.parent.mkdir()
    file.write_text('[rolls]\ngreatsword = "2d1+$str"\nluck = "3d1"\nbroken = "2d6k1"\npool = "($n)d1*$n"\n')
    return file


@pytest.mark.parametrize(
    ("words", "out"),
    [
        (["greatsword", "str=3"], "2d1 [1 1] + 3 = 5\n"),
        (["greatsword", "str=-3"], "2d1 [1 1] + -3 = -1\n"),
        (["greatsword", "str=1d1+1"], "2d1 [1 1] + (1d1 [1] + 1) = 4\n"),
        (["luck"], "3d1 [1 1 1] = 3\n"),
        (["luck", "2d1", "greatsword", "str=0"], "3d1 [1 1 1] = 3\n2d1 [1 1] = 2\n2d1 [1 1] + 0 = 2\n"),
        (["pool", "n=3"], "3d1 [1 1 1] * 3 = 9\n"),
        (["luck", "--label", "x"], "x: 3d1 [1 1 1] = 3\n"),
    ],
)
def test_a_saved_roll(rbf, words, out):
    assert rbf("roll", *words).out == out


def test_the_odds_of_a_saved_roll(rbf):
    assert rbf("odds", "-q", "greatsword", "str=3").out == "5\n"


def test_the_odds_of_a_die_with_a_german_letter_point_to_the_notation(refused):
    assert refused("odds", "W6").hint == "write d6"


@pytest.mark.parametrize(
    ("words", "error", "message", "hint"),
    [
        (["greatsword"], UsageError, "missing value for str", "greatsword str=3"),
        (["greatsword", "str=3", "dex=2"], UsageError, "unknown parameter 'dex'", "parameters of greatsword: str"),
        (["luck", "n=3"], UsageError, "unknown parameter 'n'", "luck has no parameters"),
        (["graetsword"], UsageError, "unknown saved roll 'graetsword'", "did you mean greatsword?"),
        (["W6"], NotationError, "dice are written with d", "write d6"),
        (["broken"], NotationError, "ambiguous 'k1'", "write 2d6kh1 or 2d6k=1"),
        (["luck", "nosuch"], NotationError, "unknown dice notation 'nosuch'", ""),
        (["2d6", "nosuch"], NotationError, "unknown dice notation 'nosuch'", "write 2d6 # nosuch"),
    ],
)
def test_mistakes(refused, words, error, message, hint):
    found = refused("roll", *words)
    assert isinstance(found, error)
    assert message in found.message
    assert hint in found.hint


@pytest.mark.parametrize("text", ["rolls = 3", "[rolls]\nluck = 3", "[rolls\n", "[rolls.luck]\nx = 1"])
def test_an_invalid_file_is_said_only_when_it_is_needed(rbf, refused, config, text):
    config.write_text(text)
    assert isinstance(refused("roll", "luck"), InvalidFile)
    assert rbf("roll", "1d1").out == "1d1 [1] = 1\n"


@pytest.mark.parametrize("home", ["", "relative/path"])
def test_only_an_absolute_folder_counts(refused, monkeypatch, home):
    monkeypatch.setenv("XDG_CONFIG_HOME", home)
    assert "unknown saved roll 'luck'" in refused("roll", "luck").message


def test_parameters_are_named_once_in_order():
    assert parameters("$b+$a*$b-2$") == ["b", "a"]
    assert filled("x", "$a+$ab", {"a": "1", "ab": "2"}) == "1+2"
    assert filled("x", "2*$a", {"a": "1+2"}) == "2*(1+2)"
    assert filled("x", "2d6", {}) == "2d6"

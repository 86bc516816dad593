"""Several commands side by side."""

import json

import pytest

from rbfcli.commands.odds import lines_beside
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import UsageError
from rbfcli.language.grammar import split_words
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage

NEAR, FAR = "attack sela warframe", "attack sela hunter"


@pytest.fixture
def hangar():
    storage = MemoryStorage()

    def type_line(line, width=80):
        return CommandService(storage, Style(width=width, tables=True)).perform(split_words(line)).text

    type_line("start hangar-seven --seed beside")
    return type_line


def test_each_command_has_a_column_with_the_odds_it_has_alone(hangar):
    beside = hangar(f"odds {NEAR} --against {FAR}").splitlines()
    assert beside[:3] == ["odds of", f"  A  {NEAR}", f"  B  {FAR}"]
    success = next(line.split() for line in beside if line.startswith("success"))
    for column, line in enumerate((NEAR, FAR)):
        alone = next(each for each in hangar(f"odds {line}").splitlines() if each.startswith("  success"))
        assert success[1 + 2 * column] == alone.split()[2]


def test_json_has_the_odds_of_each_as_it_has_them_alone(hangar):
    told = json.loads(hangar(f"odds {NEAR} --against {FAR} --json"))
    alone = json.loads(hangar(f"odds {FAR} --json"))
    assert [each["line"] for each in told["odds"]] == [NEAR, FAR]
    assert {key: alone[key] for key in told["odds"][1] if key != "line"} == {
        key: value for key, value in told["odds"][1].items() if key != "line"
    }


@pytest.mark.parametrize("width", [24, 40, 80])
def test_columns_stay_within_the_width(hangar, width):
    lines = hangar(" --against ".join([f"odds {NEAR}", FAR, NEAR, FAR]), width).splitlines()[5:]
    assert max(map(len, lines)) <= width
    assert any(line.startswith("success") for line in lines)


def test_more_than_eight_are_refused(hangar):
    with pytest.raises(UsageError, match="odds can compare at most 8 commands, not 9"):
        hangar("odds " + " --against ".join([NEAR] * 9))


def test_an_option_of_that_name_stays_with_its_command():
    words = ["ready", "hale", "--now", "--against", "guard", "--against", "attack", "x"]
    assert lines_beside(words, {"ready", "attack"}) == [words[:5], words[6:]]
    assert lines_beside(["note", "--", "--against", "attack"], {"note", "attack"}) == [
        ["note", "--", "--against", "attack"]
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"odds {NEAR} --against attck sela", "--against must be followed by a command of the fight, not 'attck'"),
        (f"odds {NEAR} --against '{FAR}'", f"--against must be followed by a command of the fight, not '{FAR}'"),
        (f"odds {NEAR} --against", "--against must be followed by a command of the fight$"),
        (f"odds {NEAR} --against {FAR} --against", "--against must be followed by a command of the fight$"),
        ("odds 4d6kh3 --against 3d6", "--against compares commands of a fight, not dice"),
    ],
)
def test_what_is_no_command_beside_another_is_named(hangar, line, told):
    with pytest.raises(UsageError, match=told):
        hangar(line)


@pytest.mark.parametrize("asked", ["", " --plot", " --against attack goran rider --with scatter-gun"])
@pytest.mark.parametrize("width", [40, 80])
def test_odds_break_between_words_on_a_terminal(asked, width):
    talk = CommandService(MemoryStorage(), Style(tables=True, width=width))
    for line in ("start threat/duel --seed q", "init"):
        talk.perform(split_words(line))
    lines = talk.perform(split_words(f"odds attack goran rider{asked}")).text.splitlines()
    assert max(map(len, lines)) <= width
    piped = CommandService(talk.storage, Style(width=width))
    told = piped.perform(split_words(f"odds attack goran rider{asked}")).text
    assert " ".join(told.split()) == " ".join(" ".join(lines).split())

"""What suggestions do to the chance to win: fights played on behind them, with the dice of the fights without them."""

import json
import re

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import RbfError
from rbfcli.lab.playing import Playing
from rbfcli.lab.policies import policy_named
from rbfcli.lab.winning import Telling, winning
from rbfcli.language.fights import read_line
from rbfcli.language.words import split_words
from rbfcli.render.style import Style
from rbfcli.session.storage import MemoryStorage

FIGHTS = 12


@pytest.fixture
def duel():
    """Ada beside the bosun, who falls at the first hit; it is her turn, and she hits about every other time."""
    storage = MemoryStorage()
    interpreter = Interpreter(storage, Style(width=100))

    def say(line):
        return interpreter.perform(split_words(line)).text

    for line in ("start duel --seed x", "init --set ada=20", "set bosun hp=1", "set ada at=8", "set bosun at=8"):
        say(line)
    say.session = storage.load
    return say


def found_by(duel, *lines, fights=FIGHTS):
    session = duel.session()
    return winning(
        session.rules, session.fight, [read_line(each, session.rules, session.fight) for each in lines], fights
    )


def test_a_line_that_ends_the_fight_wins_it(duel):
    found = found_by(duel, "damage bosun 100", "damage ada 100")
    kills, dies = found.behind
    assert kills.wins == {"crew": FIGHTS}
    assert dies.wins["crew"] == 0
    assert kills.change("crew") == 1 - found.wins["crew"] / FIGHTS
    assert dies.change("crew") == -found.wins["crew"] / FIGHTS


def test_without_the_line_the_fight_is_played_on_as_it_is(duel):
    session, policy = duel.session(), policy_named("weakest")
    won = 0
    for number in range(FIGHTS):
        seed = f"{session.fight.seed} win {number + 1}"
        policies = dict.fromkeys(("crew", "dockers"), policy)
        won += Playing(session.rules, session.fight, policies, seed, told=False).to_the_end(100).winner == "crew"
    assert found_by(duel).wins["crew"] == won


def test_each_fight_has_dice_of_its_own_and_the_same_at_every_time(duel):
    duel("set bosun hp=20")
    first, again = (found_by(duel, "turn next", fights=40) for _ in range(2))
    assert first == again
    assert 0 < first.behind[0].gained.total() < 40
    assert 0 < first.wins["crew"] < 40


def test_what_would_be_done_anyway_changes_nothing(duel):
    """The weakest foe is the one foe, and the dice are the same."""
    (attack,) = found_by(duel, "attack ada bosun").behind
    assert attack.gained.total() == attack.lost.total() == 0


def test_how_far_it_is_can_be_told(duel, monkeypatch):
    told = []
    monkeypatch.setattr(Telling, "tell", lambda played, of: told.append((played, of)))
    found_by(duel, "damage bosun 100", fights=3)
    assert told == [(2, 6), (4, 6), (6, 6)]


def test_the_first_five_are_played_on(duel):
    told = json.loads(duel("suggest ada --win 4 --json"))["ranked"]
    assert [each["win"] is not None for each in told] == [place < 5 for place in range(len(told))]
    for each in told[:5]:
        win = each["win"]
        assert win["low"] <= win["change"] <= win["high"]
        assert win["chance"] - win["before"] == pytest.approx(win["change"])
    assert all(each["win"] is None for each in json.loads(duel("suggest ada --json"))["ranked"])


def test_what_it_does_is_said_in_its_line_and_what_that_is_below(duel):
    words = duel("suggest ada --win 4")
    first, last = words.splitlines()[1], words.splitlines()[-1]
    assert "wins " in words
    assert re.search(r"wins \d+\.\d % \([+-]\d+\.\d: [+-]\d+\.\d to [+-]\d+\.\d\)", " ".join(words.split()))
    assert first
    assert last.startswith("wins: of 4 fights played on behind each of the first")


def test_a_fight_that_is_won_is_played_on_no_more(duel):
    duel("add lance side=crew hp=5")
    duel("remove bosun")
    with pytest.raises(RbfError, match="nobody has to win this fight any more"):
        found_by(duel, "damage ada 1")


def test_an_interrupt_leaves_what_is_known_and_a_whole_number_of_fights(duel, monkeypatch):
    def interrupted(played, _of):
        if played >= 4 * 2:
            raise KeyboardInterrupt

    known = found_by(duel, "damage bosun 100", fights=4)
    monkeypatch.setattr(Telling, "tell", staticmethod(interrupted))
    found = found_by(duel, "damage bosun 100", fights=1_000)
    assert (found.stopped, found.fights, found.wins, found.behind) == (True, 4, known.wins, known.behind)


@pytest.mark.parametrize(("behind", "said"), [(3, "wins: of 3 fights"), (0, "stopped before a fight was over")])
def test_an_interrupted_suggestion_shows_its_ranking(duel, monkeypatch, behind, said):
    played = 0

    def winner(*_):
        nonlocal played
        played += 1
        if played > behind * 6:
            raise KeyboardInterrupt
        return "crew"

    monkeypatch.setattr("rbfcli.lab.winning._winner", winner)
    text = duel("suggest --win 500")
    ranked, played = duel("suggest"), 0
    assert text.count("attack bosun") == ranked.count("attack bosun") > 0
    assert said in text
    facts = json.loads(duel("suggest --win 500 --json"))
    assert (facts["stopped"], facts["fights"]) == (True, behind)
    assert (facts["ok"], facts["error"]["kind"]) == (False, "interrupted")
    assert facts["command"].endswith(" --win 500")
    assert (facts["ranked"][0]["win"] is None) == (behind == 0)


def test_a_single_line_is_told_as_one():
    interpreter = Interpreter(MemoryStorage(), Style())
    for line in ("start dock-ambush --seed docks", "init", "turn next"):
        interpreter.perform(split_words(line))
    told = interpreter.perform(split_words("suggest --win 2")).text
    assert "wins: of 2 fights played on behind the first, all by `weakest`" in told

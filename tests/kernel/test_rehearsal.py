"""A command that is only tried: it comes to its first question as it would in play, and stays there."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.offers import rehearse
from rbfcli.kernel.play import play
from rbfcli.kernel.recording import RulesChanged
from rbfcli.kernel.rules import Candidate
from rbfcli.language.fights import read_line
from tests.kernel.asker import RULES, at_the_gate


def rehearsed(fight, line):
    """What a line comes to in rehearsal."""
    offer = rehearse(RULES, fight, Candidate(read_line(line, RULES, fight), "", ""))
    assert offer.refusal is None
    return offer.played


def played(fight, line):
    """What a line comes to where its dice fall as they do in rehearsal."""
    return play(RULES, fight, read_line(line, RULES, fight), Highest())


@pytest.mark.parametrize("line", ["attack ann bob", "walk ann", "attack ann bob --dice 2", "damage ann 3"])
def test_it_comes_to_the_same_fight_but_for_what_it_takes_to_go_on(line):
    fight = at_the_gate()
    tried, kept = rehearsed(fight, line), played(fight, line)
    assert replace(tried.fight, paused=None) == replace(kept.fight, paused=None)
    assert [type(event) for event in tried.events] == [type(event) for event in kept.events]
    waiting = [each.fight.paused.waiting if each.fight.paused else 0 for each in (tried, kept)]
    assert waiting[0] == waiting[1]
    assert (tried.outcome, tried.command) == (kept.outcome, kept.command)


def test_nobody_answers_its_question():
    fight = rehearsed(at_the_gate(), "attack ann bob").fight
    with pytest.raises(RulesChanged, match="no longer plays as it did"):
        play(RULES, fight, read_line("choose push", RULES, fight))


def test_a_command_is_tried_while_another_waits():
    """What it comes to then is remembered as ever: an answer is played behind the one that waits."""
    fight = played(at_the_gate(), "attack ann bob").fight
    assert [each.kind for each in rehearsed(fight, "choose push").fight.questions] == ["back"]
    assert rehearsed(fight, "choose push").fight == played(fight, "choose push").fight

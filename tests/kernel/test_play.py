"""From a command to the fight after it: dice by hand, open questions, random targets, the end."""

import pytest

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.events import Answered, Rolled
from rbfcli.kernel.play import play
from rbfcli.language.fights import read_line


class Fight:
    """A duel that takes lines."""

    def __init__(self, session):
        self.rules, self.fight = session.rules, session.fight

    def type(self, line):
        """What a line does; the fight goes on from there."""
        played = play(self.rules, self.fight, read_line(line, self.rules, self.fight))
        self.fight = played.fight
        return played


@pytest.fixture
def duel(pier):
    return Fight(pier)


def refused(duel, line):
    before = duel.fight
    with pytest.raises(RbfError) as wrong:
        duel.type(line)
    assert duel.fight is before
    return wrong.value


def test_too_few_faces_by_hand_and_the_rest_are_rolled(duel):
    rolled = duel.type("attack ada bosun --dice 5 --critical double --force").events[0]
    assert isinstance(rolled, Rolled)
    assert [die.given for die in rolled.dice] == [True, False]


@pytest.mark.parametrize(("dice", "message"), [("9,1", "9"), ("5,7,3", "3")])
def test_impossible_and_left_over_faces_are_refused(duel, dice, message):
    wrong = refused(duel, f"attack ada bosun --dice {dice}")
    assert wrong.status == 2
    assert message in wrong.message


def test_who_has_to_choose_is_not_removed_without_force(duel):
    duel.type("attack ada bosun --dice 8,8")
    assert "Ada Quill has to choose first" in refused(duel, "remove ada").message
    duel.type("remove ada --force")
    assert duel.fight.questions == ()
    assert refused(duel, "choose double").message == "no question is open"


def test_an_open_question_waits_for_its_answer(duel):
    duel.type("attack ada bosun --dice 8,8")
    assert [question.kind for question in duel.fight.questions] == ["critical"]
    assert "Ada Quill has to choose first" in refused(duel, "attack ada bosun").message
    assert "choose double" in refused(duel, "turn").hint
    duel.type("note the crowd gasps")
    duel.type("choose double")
    assert duel.fight.questions == ()
    assert duel.fight.combatants["bosun"].hp == 0


def test_an_answer_nobody_asked_for_is_refused(duel):
    wrong = refused(duel, "choose double")
    assert ("no question is open" in wrong.message, wrong.rule) == (True, "RBF-REA-1")


def test_an_offer_lapses_with_the_next_command(duel):
    duel.type("attack bosun ada --dice 1,1")
    assert duel.fight.questions[0].lapses
    played = duel.type("heal ada 15")
    assert duel.fight.questions, "the GM's hand leaves an offer open"
    played = duel.type("attack ada bosun --dice 1,2")
    assert played.events[1] == Answered(rule="RBF-DEF-5", kind="condition", who="bosun", answer="")
    assert duel.fight.questions == ()


def test_a_random_target_is_drawn_among_the_foes(duel):
    played = duel.type("attack ada @random --dice 1,5,7")
    assert [event.label for event in played.events if isinstance(event, Rolled)] == ["random target", "attack"]


def test_a_fight_that_is_over_takes_only_the_gms_hand(duel):
    duel.type("end they shake hands")
    assert duel.fight.over == "they shake hands"
    assert "the fight is over" in refused(duel, "attack ada bosun").message
    duel.type("note and go home")


def test_a_verb_of_no_system_is_refused(duel):
    assert "there is no verb 'reorient'" in refused(duel, "reorient ada").message

"""What the prompt takes besides whole lines, and the faces that it asks for."""

import pytest

from rbfcli.language.shorthand import is_dice, verb_meant
from tests.repl.conftest import Heard


@pytest.mark.parametrize("line", ["2d6+3", "d20", "/roll 2d6", "r 2d6", "ro 2d6"])
def test_dice_alone_are_rolled(talk, line):
    assert " = " in talk.say(line)[0]


def test_a_mistake_in_bare_dice_has_a_caret(talk):
    assert "missing number of sides" in talk.say("2d")[1]


@pytest.mark.parametrize(("typed", "line"), [("s", "show"), ("acti", "actions"), ("Show", "show"), ("t", "turn")])
def test_the_beginning_of_a_verb_is_the_verb(fight, typed, line):
    printed = fight.say(typed)[0]
    fight.say("undo") if line == "turn" else None
    assert printed == fight.say(line)[0]


@pytest.mark.parametrize(
    ("typed", "line"),
    [("t n", "turn next"), ("t H", "turn hold"), ("condition a vex prone", "condition add vex prone")],
)
def test_the_beginning_of_a_choice_is_the_choice(fight, typed, line):
    fight.say("init")
    printed = fight.say(typed)[0]
    fight.say("undo")
    assert printed
    assert printed == fight.say(line)[0]


def test_a_combatant_comes_before_the_beginning_of_a_choice(fight):
    """`turn b` goes back, unless a combatant's name begins with b."""
    fight.say("turn next", "turn b")
    assert fight.watch.view().session.fight.active == "vex"
    fight.say("add bosun side=crew hp=9", "turn b")
    assert fight.watch.view().session.fight.active == "bosun"


HANGAR = ("start hangar-seven --seed x", "init --set hunter=40 corin=30", "overwatch bay", "turn next", "move bay")
PIT = ("start mine-raid --seed x", "init --threat 3", "turn next --force", "attack guard1 rill --dice 1,1,6")
DOWN = ("set bram hp=1", "attack guard2 bram --dice 1,1,6")


@pytest.mark.parametrize(
    ("lines", "typed", "answer"),
    [
        (HANGAR, "yes", 'choose "attack with claw-pistol"'),
        (HANGAR, "attack with claw pistol", 'choose "attack with claw-pistol"'),
        (HANGAR, "no", "choose pass"),
        (HANGAR, "n", "turn next"),
        (PIT, "yes", "choose spend"),
        (PIT, "no", "choose keep"),
        ((*PIT, "keep", *DOWN), "last stand", "choose last-stand"),
    ],
)
def test_an_answer_can_be_said_in_other_words(talk, lines, typed, answer):
    """Yes and no answer an offer, a space is as good as a dash, and `n` still ends the turn."""
    talk.say(*lines)
    assert talk.say(typed)[1] == ""
    assert talk.watch.view().session.journal[-1] == answer


@pytest.mark.parametrize("word", ["save", "list", "n", "re", "xyz"])
def test_words_with_a_sense_of_their_own_or_several_are_left(word):
    """`save` is no beginning of save-as, and `re` could be redo or restore."""
    assert verb_meant(word, ("save-as", "redo", "restore", "note", "show")) == word


@pytest.mark.parametrize(
    ("word", "is_one"), [("2d6", True), ("d%", True), ("2d", True), ("defend", False), ("d", False), ("5", False)]
)
def test_what_looks_like_dice(word, is_one):
    assert is_dice(word) == is_one


def test_faces_are_asked_one_throw_after_the_other():
    """With physical dice nothing is rolled by the program, and the journal has the faces."""
    talk = Heard("save.toml", {"RBF_PHYSICAL": "ask"})
    talk.say("start dock-ambush --seed x")
    asked = "rbf: roll 2d8 (Ada Quill, initiative); type the faces you rolled, or roll to let rbf roll the rest"
    assert asked in talk.say("init --set joss=90")[1]
    assert (talk.status, talk.status_shown) == (2, 0)
    for faces in ("4 4", "5,5", "6"):
        wrong = talk.say(faces)[1]
        assert wrong.startswith("rbf: roll ")
    talk.say("6")
    assert talk.watch.view().session.journal[-1] == "init --dice 4,4,5,5,6,6 --set joss=90"


@pytest.fixture
def asked():
    """A prompt that asks for Ada's dice after those of a first throw."""
    talk = Heard("save.toml", {"RBF_PHYSICAL": "ask"})
    talk.say("start dock-ambush --seed x", "note calm", "init --set joss=90", "4 4")
    return talk


def test_a_wrong_face_loses_no_faces_typed_before(asked):
    _, told = asked.say("9 1")
    assert "must be from 1 to 8" in told
    assert asked.status_shown == 0
    asked.say("5 5", "6", "6")
    assert asked.watch.view().session.journal[-1] == "init --dice 4,4,5,5,6,6 --set joss=90"


@pytest.mark.parametrize("typed", ["five five", "5,x", "5;5", "5 x", "atack thug1", "attack thug9", "9 9"])
def test_a_line_that_is_refused_leaves_the_question_for_faces(asked, typed):
    told = " ".join(asked.say(typed)[1].split())
    assert "must be from 1 to 8" in told or told.endswith("; init --set joss=90 still waits for its faces")
    asked.say("5 5", "6", "6")
    assert asked.watch.view().session.journal[-1] == "init --dice 4,4,5,5,6,6 --set joss=90"


@pytest.mark.parametrize("typed", ["show", "help init", "roll 1d1", "# a comment", "status"])
def test_looking_leaves_the_question_for_faces(asked, typed):
    asked.say(typed, "5 5", "6", "6")
    assert asked.watch.view().session.journal[-1] == "init --dice 4,4,5,5,6,6 --set joss=90"


@pytest.mark.parametrize("typed", ["note on", "actions", "start duel --force"])
def test_another_command_of_the_fight_and_a_list_of_numbers_end_the_question_for_faces(asked, typed):
    asked.say(typed)
    assert asked.say("5 5")[1].startswith("rbf: ")
    assert "init" not in asked.watch.view().session.journal


def test_enter_repeats_which_dice_are_asked_for(asked):
    _, told = asked.say("")
    assert told.startswith("rbf: roll 2d8 (Tamsin Roe, initiative)")
    asked.say("", "5 5", "6", "6")
    assert asked.watch.view().session.journal[-1] == "init --dice 4,4,5,5,6,6 --set joss=90"


def test_undo_drops_the_line_that_waits_for_dice_and_no_other(asked):
    assert asked.say("undo") == ("dropped: init --set joss=90\n", "")
    assert asked.watch.view().session.journal == ["note calm"]
    assert asked.say("undo")[0].startswith("undone: note calm")


def test_rbf_can_roll_the_rest_of_a_line(asked):
    shown, _ = asked.say("roll")
    assert "Ada Quill, initiative: 11  [4 4] +3" in shown
    assert "-- round 1 --" in shown
    assert asked.asks_faces


def test_real_dice_are_switched_on_and_off_at_the_prompt(talk):
    """Only for this prompt; what was played before and the journal's lines are as with `--dice`."""
    talk.say("start dock-ambush --seed x")
    assert not talk.asks_faces
    assert talk.say("dice ask") == ("rbf asks for the faces of your dice; dice roll ends this\n", "")
    assert talk.asks_faces
    assert "rbf: roll 2d8 (Ada Quill" in talk.say("init --set joss=90")[1]
    talk.say("4 4", "5,5", "6", "6", "dice roll", "attack joss gunner1 --force")
    first, second = talk.watch.view().session.journal
    assert first == "init --dice 4,4,5,5,6,6 --set joss=90"
    assert "--dice" not in second
    assert Heard("save.toml", {"RBF_PHYSICAL": "ask"}).asks_faces


def test_an_alias_asks_for_faces_as_its_line_does(talk):
    talk.say(
        "start dock-ambush --seed x",
        "init --set joss=90 --set thug1=1 --set thug2=1 --set thug3=1 --set thug4=1",
        "alias shoot = attack {1}",
        "dice ask",
    )
    asked = "rbf: roll 2d8 (Joss Marlow, attack); type the faces you rolled, or roll to let rbf roll the rest"
    assert asked == talk.say("shoot gunner1")[1].replace("\n    ", " ").rstrip()
    assert "Joss Marlow hits Winch gunner 1" in talk.say("5 7")[0]


def test_dice_of_the_program_are_named_where_some_were_given(talk):
    talk.say("start dock-ambush --seed x", "init --set joss=99")
    _, told = talk.say("attack joss gunner1 --dice 3 --force")
    assert told.startswith("rbf rolled d8 ")


def test_faces_behind_a_question_say_how_it_is_answered(talk):
    talk.say("start dock-ambush --seed x", "init --set joss=99")
    _, told = talk.say("attack joss gunner1 --dice 8,8,3 --force")
    assert "Joss Marlow has to choose critical first" in told
    assert "--answer critical=double|" in told


def test_a_combatant_without_attacks_reads_how_to_attack_by_numbers(talk):
    talk.say("new generic", "add mage hp=9 side=us pc=true", "add rat hp=9 side=them", "init --dice 20,1")
    note = "an attack that is not on the sheet: attack TARGET +5 1d10 fire\n"
    assert talk.say("actions")[0].endswith(note)
    assert "mage hits rat" in talk.say("attack rat +5 1d10 fire --dice 15,6")[0]
    assert note not in talk.say("damage mage 9", "actions")[0]
    talk.say("heal mage 9", 'set mage attacks.staff.damage="1d6"')
    assert note not in talk.say("actions")[0]

"""What few keys do at the prompt: numbers, beginnings of answers, Enter alone, words that people try."""

import pytest

from rbfcli.render.sentences import Style
from rbfcli.repl.conversation import Conversation


def fight_of(talk):
    return talk.watch.view().context.fight


def journal(talk):
    return talk.say("log --script")[0].splitlines()


@pytest.fixture
def docks(talk):
    """The ambush at the docks, and Joss is up."""
    talk.say("start dock-ambush --seed docks", "init --set joss=60", "turn")
    assert fight_of(talk).active == "joss"
    return talk


@pytest.fixture
def critical(docks):
    """Joss has scored a critical success, and has to choose."""
    docks.say("attack thug1 --dice 8,8")
    assert fight_of(docks).questions
    return docks


def test_the_journal_has_the_name_of_who_acts(docks):
    docks.say("aim", "attack gunner1 --dice 5,7")
    assert journal(docks)[-2:] == ["aim joss", "attack joss gunner1 --dice 5,7"]


def test_a_number_does_what_the_list_shows(docks):
    listed, _ = docks.say("actions")
    number = next(line.split()[0] for line in listed.splitlines() if line.split()[1:2] == ["aim"])
    printed, wrong = docks.say(number)
    assert (printed.splitlines()[0], wrong) == ("aim joss", "")
    assert journal(docks)[-1] == "aim joss"


def test_a_number_takes_the_options_of_its_line(docks):
    docks.say("actions")
    docks.say("1 --dice 5,7 -n")
    assert fight_of(docks).combatants["thug1"].hp == 20
    docks.say("1 --dice 5,7")
    assert journal(docks)[-1] == "attack joss thug1 --dice 5,7"


@pytest.mark.parametrize(
    ("meanwhile", "message"),
    [
        ("set gunner1 cover=none", "'attack joss gunner1' has changed since it was listed"),
        ("remove gunner1", "'attack joss gunner1' has changed since it was listed"),
        ("set joss actions_left=0", "has changed since it was listed: Joss Marlow has no action left"),
        ("turn next", "'attack joss gunner1' was listed in another turn"),
    ],
)
def test_a_number_does_nothing_but_what_was_shown(docks, meanwhile, message):
    docks.say("actions")
    docks.say(meanwhile)
    before = journal(docks)
    printed, wrong = docks.say("5")
    assert (printed, docks.status) == ("", 1)
    assert message in wrong
    assert "actions" in wrong
    assert journal(docks) == before


def test_what_has_not_changed_can_still_be_done_by_its_number(docks):
    docks.say("actions", "damage gunner2 3", "5")
    assert journal(docks)[-1] == "attack joss gunner1"


def test_a_number_without_a_list_says_how_to_get_one(docks):
    assert "no question to answer; `actions` shows lines to type" in docks.say("5")[1]
    docks.say("actions")
    assert "the number must be from 1 to 24, not 99; see `actions`" in docks.say("99")[1]


def test_what_needs_own_words_is_not_done_by_number(talk):
    talk.say("start mine-raid --seed pit", "init")
    listed, _ = talk.say("actions rill")
    number = next(line.split()[0] for line in listed.splitlines() if "act rill …" in line)
    assert "missing your own words; try: act rill WORDS" in talk.say(number)[1]


def test_a_question_is_a_numbered_menu_that_says_what_each_answer_does(docks):
    printed, _ = docks.say("attack thug1 --dice 8,8")
    assert "  1  double" in printed.replace("    1", "  1")
    assert "double damage" in printed
    assert 'say  "your own words"' in printed


def test_whoever_comes_up_is_told_again_what_was_to_do_for_them(talk):
    """What was said at the beginning of the round has scrolled away by then."""
    begun, _ = talk.say("start street-arrest --seed q", "init")
    assert "next: declare lookout … (2 of attack, defend, movement, other)" in begun
    declared, _ = talk.say("declare attack 3 defend")
    assert "next: declare" not in declared
    turned, _ = talk.say("turn")
    assert [line for line in turned.splitlines() if line.startswith("next:")] == [
        "next: declare lookout … (2 of attack, defend, movement, other)"
    ]


def test_a_prompt_that_is_opened_on_a_question_begins_with_its_menu(critical):
    critical.printed.clear()
    critical.begin()
    asked = critical.printed.copy()
    assert asked == [critical.say("")[0]]
    assert asked[0].startswith("? Joss Marlow scored a critical success. Choose an effect:\n")
    critical.say("double")
    critical.printed.clear()
    critical.begin()
    assert critical.printed == []


@pytest.mark.parametrize("typed", ["1", "double", "doub", "DOUBLE", "joss double", "choose 1", "1 --explain"])
def test_a_number_or_the_beginning_of_an_answer_chooses(critical, typed):
    printed, wrong = critical.say(typed)
    assert printed.startswith("Joss Marlow chooses double")
    assert not wrong
    assert journal(critical)[-1] == "choose double"


def test_own_words_answer_without_choose(critical):
    critical.say('say "the crane comes down"')
    assert journal(critical)[-1] == 'choose say "the crane comes down"'


@pytest.mark.parametrize(
    ("typed", "message"), [("st", "could mean stunned, "), ("99", "the answer must be from 1 to 12, not 99")]
)
def test_what_answers_nothing_or_several_is_refused(critical, typed, message):
    assert message in critical.say(typed)[1]
    assert fight_of(critical).questions


def test_verbs_still_work_while_something_is_asked(critical):
    assert "Joss Marlow" in critical.say("show joss")[0]
    assert "hunting rifle" in critical.say("s")[0]
    assert "choose double" in critical.say("a")[0]
    assert fight_of(critical).questions
    assert "must choose first" in critical.say("aim")[1]


def test_an_answer_comes_before_a_verb_of_the_same_name(talk):
    """RPJ asks whether to `attack` or to `pass`."""
    talk.say("start relay-road", "init --set raider1=90", "set corin region=2 group=A", "move 1", "move raider1 1")
    assert fight_of(talk).questions[0].answers == ("attack with sword", "attack with unarmed", "pass")
    assert talk.say("attack")[0].startswith("Corin Hask chooses attack with sword")


def test_a_number_means_the_list_that_was_shown_last(critical):
    critical.say("actions")
    critical.say("2")
    assert journal(critical)[-1] == "choose silent"
    critical.say("undo", "")
    critical.say("1")
    assert journal(critical)[-1] == "choose double"


def test_enter_says_whose_turn_it_is_and_enter_again_goes_on(docks):
    assert docks.say("")[0] == "round 1, Joss Marlow's turn\npress Enter again for round 1, Dockside thug 2's turn\n"
    assert fight_of(docks).active == "joss"
    assert docks.say("")[0] == "-- Dockside thug 2's turn --\n"
    assert docks.say("")[0].startswith("round 1, Dockside thug 2's turn\n")


def test_only_two_enters_in_a_row_go_on(docks):
    docks.say("", "show", "")
    assert fight_of(docks).active == "joss"
    docks.say("aim", "")
    assert fight_of(docks).active == "joss"


def test_enter_does_not_go_on_where_another_has_gone_on(docks, tmp_path):
    docks.say("")
    Conversation(str(tmp_path / "save.toml"), Style(), lambda _: None, lambda _: None, {}).enter("turn next")
    assert docks.say("")[0].startswith("round 1, Dockside thug 2's turn\n")


def test_enter_shows_what_is_asked_and_never_answers(critical):
    for _ in range(3):
        assert critical.say("")[0].startswith("? Joss Marlow scored a critical success")
    assert fight_of(critical).questions


def test_enter_says_what_the_rules_refuse(talk):
    talk.say("start mine-raid --seed pit", "init")
    assert "turn next is refused: Offense has 3 actions left" in talk.say("")[0]


def test_enter_before_the_first_round_and_after_the_last(talk):
    assert talk.say("") == ("", "")
    talk.say("start duel")
    for _ in range(2):
        assert talk.say("")[0] == "not started (next: init)\n"
    talk.say("init", "end")
    for _ in range(2):
        assert "over: the GM ended it" in talk.say("")[0]


def test_where_nothing_is_left_to_do_enter_goes_on_at_once_and_the_line_says_so(docks):
    docks.say("aim")
    printed, _ = docks.say("attack gunner1 --dice 5,7")
    assert printed.endswith("next: turn next (Enter)\n")
    docks.say("actions", "attack gunner1")
    assert docks.say("")[0] == "-- Dockside thug 2's turn --\n"
    assert docks.say("")[0].startswith("round 1, Dockside thug 2's turn\n")


@pytest.mark.parametrize(("wanted", "active"), [("next", "thug2"), ("off", "joss")])
def test_what_enter_does_is_an_option(docks, wanted, active):
    conversation = Conversation(docks.path, Style(), lambda _: None, lambda _: None, {}, on_enter=wanted)
    conversation.enter("")
    assert conversation.watch.view().context.fight.active == active


def test_empty_lines_of_a_block_do_nothing(docks):
    docks.say("\n\naim\n\n\n")
    assert fight_of(docks).active == "joss"
    assert journal(docks)[-1] == "aim joss"


def test_damage_asks_how_much_and_takes_a_number_alone(docks):
    _, wrong = docks.say("damage thug1")
    assert "missing AMOUNT; for example: damage thug1 4" in wrong
    docks.say("4")
    assert fight_of(docks).combatants["thug1"].hp == 16
    docks.say("damage thug1", "show", "4")
    assert fight_of(docks).combatants["thug1"].hp == 16


@pytest.mark.parametrize("word", ["next", "n", "done", "end-turn"])
def test_words_for_the_next_turn(docks, word):
    docks.say(word)
    assert journal(docks)[-1] == "turn next"


@pytest.mark.parametrize("line", ["", "?"])
def test_where_a_question_is_open_a_question_mark_shows_it_again(critical, line):
    """With its numbers, which count from there on."""
    shown, wrong = critical.say(line)
    assert (shown.splitlines()[0][:1], wrong) == ("?", "")
    assert "  1  double " in shown
    critical.say("actions", line, "1")
    assert critical.say("log --script")[0].splitlines()[-1].startswith("choose double")


def test_without_a_question_a_question_mark_is_help(fight):
    assert fight.say("?")[0].startswith("rbf - ")

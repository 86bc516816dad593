"""What a line entered at the prompt does, whoever typed it."""

import json
import signal

import pytest
from msgspec.structs import replace

from rbfcli.commands.reply import TurnTimer, seconds_of_a_turn
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import EXIT_STATUSES, UsageError
from rbfcli.language.names import NameContext
from rbfcli.model.fight import Question
from rbfcli.render.sentences import Style
from rbfcli.repl import prompt
from rbfcli.repl.conversation import Conversation, Interrupts
from rbfcli.session.file_store import SaveView


def test_a_prompt_without_a_save_begins_a_fight(talk):
    _, wrong = talk.say("attack vex goblin1")
    assert "no such file: save.toml" in wrong
    assert talk.status == 3
    talk.say("new rbf", "add Vex hp=3")
    assert talk.status == 0
    assert "vex" in talk.watch.view().context.fight.combatants


def test_a_failed_line_leaves_its_status_and_no_trace(fight, tmp_path):
    before = (tmp_path / "save.toml").read_bytes()
    _, wrong = fight.say("attack vex nobody")
    assert wrong.startswith("rbf: unknown combatant 'nobody'")
    assert fight.status == 1
    assert (tmp_path / "save.toml").read_bytes() == before
    assert fight.say("frobnicate")[1].startswith("rbf: unknown command 'frobnicate'")
    assert fight.say("status")[0].startswith(
        "the last command: not understood (2)\nRBF: Combat and Crises (rbf), round 2"
    )
    assert fight.say("status")[0].startswith("the last command: done (0)\n")


@pytest.mark.parametrize("line", ["# a remark", "  # another", "\n", "\n\n \n"])
def test_an_empty_line_changes_nothing(fight, line):
    fight.say("frobnicate")
    assert fight.say(line) == ("", "")
    assert fight.status == 2


@pytest.mark.parametrize("word", ["exit", "quit", "  exit  ", "q", "bye"])
def test_leaves_by_a_word_and_hears_nothing_more(fight, word):
    assert fight.say(f"{word}\nshow") == ("", "")
    assert fight.finished


def test_lines_entered_together_run_in_their_order(fight):
    printed, _ = fight.say("damage vex 1\nheal vex 1")
    assert printed.index("> damage vex 1") < printed.index("12 -> 11") < printed.index("11 -> 12")
    assert fight.status == 0


def test_check_alone_is_of_the_save_of_the_prompt(fight):
    printed, wrong = fight.say("check")
    assert "\nsave.toml: OK: save, " in f"\n{printed}"
    assert not wrong


def test_a_question_mark_asks_for_help(fight):
    (overview, _), *on_a_verb = (fight.say(asked) for asked in ("-h", "? attack", "?attack", "attack --help"))
    assert fight.say("?") == fight.say("help") == (overview, "")
    assert on_a_verb == [fight.say("help attack")] * 3


@pytest.mark.parametrize(
    "line", ["show", "actions vex", "help attack", "roll 2d6 --dice 3,4", "damage vex 2 -n", "alias", "nope"]
)
def test_a_line_for_the_shell_is_a_line_of_the_prompt(fight, line):
    """What is copied from a page or a hint has the name of the program in front."""
    plain = fight.say(line), fight.status
    for program in ("rbf", "rbfcli"):
        assert (fight.say(f"{program} {line}"), fight.status) == plain


def test_the_name_of_the_program_leaves_the_prompt_as_well(fight):
    fight.say("rbf exit")
    assert fight.finished


def test_plays_on_its_own_save_alone(fight, tmp_path):
    _, wrong = fight.say("damage vex 3 -e other.toml")
    assert "this prompt uses save.toml" in wrong
    assert "rbf repl other.toml" in wrong
    assert fight.status == 2
    assert not (tmp_path / "other.toml").exists()


def test_how_long_to_wait_is_said_where_the_prompt_is_opened(fight):
    _, wrong = fight.say("damage vex 3 --lock-timeout 0")
    assert wrong.endswith("--lock-timeout is set when the prompt starts; in a shell: rbf repl --lock-timeout N")
    assert fight.status == 2


def test_errors_are_json_where_json_is_asked_for(fight):
    printed, wrong = fight.say("attack vex nobody --json")
    assert json.loads(printed)["error"]["kind"] == "refused"
    assert wrong == ""


def test_a_bug_costs_one_line(fight, monkeypatch):
    monkeypatch.setattr(CommandService, "carry_out", lambda *_: 1 // 0)
    _, wrong = fight.say("show")
    assert wrong.startswith("rbf: internal error: ZeroDivisionError")
    assert "Traceback" not in wrong
    assert fight.status == 70
    assert not fight.finished


def test_a_bug_is_traced_where_that_is_asked_for(monkeypatch):
    told = []
    monkeypatch.setattr(CommandService, "carry_out", lambda *_: 1 // 0)
    Conversation("save.toml", Style(), pytest.fail, told.append, {"RBF_DEBUG": "1"}).enter("show")
    assert told[0].startswith("Traceback")
    assert told[1].startswith("rbf: internal error")


def test_an_interrupt_stops_the_command_and_keeps_the_fight(fight, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(CommandService, "carry_out", interrupted)
        assert fight.say("show")[1] == "rbf: interrupted"
    assert fight.status == 130
    fight.say("damage vex 1")
    assert fight.watch.view().context.fight.combatants["vex"].hp == 11


@pytest.mark.usefixtures("fight")
def test_the_save_on_disk_is_new_before_the_line_is_answered(tmp_path):
    saved = []
    conversation = Conversation(
        "save.toml", Style(), lambda _: saved.append("hp = 7" in (tmp_path / "save.toml").read_text()), pytest.fail, {}
    )
    conversation.enter("damage vex 5")
    assert saved == [True]


def test_what_a_user_wrote_cannot_play_with_the_terminal(fight):
    fight.say('note "\x1b]0;owned\x07"')
    printed, wrong = fight.say("log", "attack \x1b[31m\u202e vex", "\x1b[2J", "damage vex 1 -e \x1b[2J", "log --last 1")
    assert not [letter for letter in printed + wrong if not letter.isprintable() and letter != "\n"]


# The prompt, the toolbar and the news.


QUESTION = Question(kind="critical", who="vex", answers=("double", "trip"), rule="RBF-ATK-2")
HOSTILE = "\x1b]0;x\x07\u202eVex\x9b31m\n"


def viewed(fight, **changes):
    context = fight.watch.view().context
    return SaveView(NameContext(context.rules, replace(context.fight, **changes)))


def test_the_prompt_shows_the_round_and_whose_turn_it_is(fight):
    assert prompt.prompt_text(viewed(fight, round=2), 0) == "round 2, Vex> "


@pytest.mark.parametrize(
    ("columns", "shown"),
    [(80, "refused, round 2, Vex> "), (39, "refused, round 2, Vex> "), (38, "refused, round 2, Vex\n> ")],
)
def test_a_prompt_that_leaves_no_room_beside_it_stands_on_a_row_of_its_own(fight, columns, shown):
    parts = prompt.fitted_parts(prompt.prompt_parts(viewed(fight, round=2), 1), columns)
    assert "".join(text for _, text in parts) == shown


def test_the_prompt_shows_in_words_how_the_last_command_ended(fight):
    assert prompt.prompt_text(SaveView(), 1) == "refused, rbf> "
    assert prompt.prompt_text(viewed(fight, round=2), 3) == "bad file, round 2, Vex> "
    assert prompt.prompt_text(viewed(fight, round=2), 99) == "status 99, round 2, Vex> "


@pytest.mark.parametrize("status", [status for status, _ in EXIT_STATUSES[1:-1]])
def test_every_status_of_a_command_has_words(status):
    assert not prompt.status_words(status).startswith("status")


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({"active": "", "round": 0}, "not started> "),
        ({"active": ""}, "round 2> "),
        ({"active": "", "phase": "offense"}, "round 2, offense> "),
        ({"over": "all fled"}, "over> "),
        ({"questions": (QUESTION,)}, "round 2, Vex chooses> "),
        ({"questions": (replace(QUESTION, who=""),)}, "round 2, the GM chooses> "),
        ({"questions": (QUESTION, replace(QUESTION, who="orc"))}, "round 2, Vex chooses (1 of 2)> "),
    ],
)
def test_the_prompt_shows_what_the_fight_waits_for(fight, changes, shown):
    assert prompt.prompt_text(viewed(fight, **{"round": 2, **changes}), 0) == shown


def test_a_long_name_leaves_room_to_type(fight):
    vex = replace(fight.watch.view().context.fight.combatants["vex"], name="Vexation of the Seven Hills, Esq.")
    view = viewed(fight, round=1, combatants={"vex": vex})
    assert prompt.prompt_text(view, 0) == "round 1, Vexation of the Seven H…> "


def test_the_toolbar_shows_file_round_and_turn(fight):
    assert prompt.toolbar("save.toml", viewed(fight, round=2)) == "save.toml · round 2, Vex's turn"
    phase = viewed(fight, round=2, active="", phase="offense")
    assert prompt.toolbar("save.toml", phase) == "save.toml · round 2, offense"
    assert prompt.toolbar("save.toml", viewed(fight, round=2, active="")) == "save.toml · round 2"
    assert prompt.toolbar("save.toml", viewed(fight, round=0, active="")) == "save.toml · not started (next: init)"
    assert prompt.toolbar("save.toml", viewed(fight, over="all fled")) == "save.toml · round 2, over: all fled"
    asked = prompt.toolbar("save.toml", viewed(fight, round=2), asks_faces=True)
    assert asked == "save.toml · round 2, Vex's turn · your dice"
    split = viewed(fight, round=2, group="cellar")
    assert prompt.toolbar("save.toml", split) == "save.toml · group cellar, round 2, Vex's turn"
    assert prompt.prompt_text(split, 0) == "cellar, round 2, Vex> "
    assert prompt.toolbar("save.toml", SaveView()) == "save.toml · no fight yet: start ENCOUNTER, or new SYSTEM"


def test_the_toolbar_shows_what_the_fight_waits_for(fight):
    assert prompt.toolbar("s", viewed(fight, questions=(QUESTION,))).endswith("choose double | trip")
    several = (QUESTION, replace(QUESTION, who="orc"))
    assert prompt.toolbar("s", viewed(fight, questions=several)).endswith("choose vex double | trip")


def test_the_time_of_a_turn_begins_anew_with_the_next_turn(fight):
    now = [100.0]
    timer, first = TurnTimer(60, lambda: now[0]), viewed(fight, round=2)
    assert timer.text(first.context.fight) == "0:00 of 1:00"
    now[0] += 45
    assert prompt.toolbar("s", first, timer.text(first.context.fight)).endswith("Vex's turn · 0:45 of 1:00")
    now[0] += 30
    assert timer.text(first.context.fight) == "time is up, 1:15 of 1:00"
    assert timer.text(viewed(fight, round=3).context.fight) == "0:00 of 1:00"
    assert timer.text(viewed(fight, round=0).context.fight) == timer.text(None) == ""
    assert TurnTimer(0).text(first.context.fight) == ""


@pytest.mark.parametrize(("environ", "seconds"), [({}, 0), ({"RBF_TIMER": ""}, 0), ({"RBF_TIMER": "90"}, 90)])
def test_the_seconds_of_a_turn_are_a_setting(environ, seconds):
    assert seconds_of_a_turn(environ) == seconds


def test_the_seconds_of_a_turn_are_a_number():
    with pytest.raises(UsageError, match="RBF_TIMER must be a whole number"):
        seconds_of_a_turn({"RBF_TIMER": "long"})


def test_nothing_in_them_plays_with_the_terminal(fight):
    vex = replace(fight.watch.view().context.fight.combatants["vex"], name=HOSTILE)
    question = Question(kind="critical", who="vex", answers=(HOSTILE,), rule="RBF-ATK-2")
    view = viewed(fight, combatants={"vex": vex}, questions=(question,))
    ended = viewed(fight, over=HOSTILE)
    texts = [
        prompt.prompt_text(view, 1),
        prompt.toolbar(HOSTILE, view),
        prompt.change_notice(HOSTILE, ended),
    ]
    assert all(text.isprintable() for text in [*texts, prompt.toolbar("x", SaveView(problem=HOSTILE))])


# Ctrl-C as a signal: while a command runs, and at any other moment.


@pytest.fixture
def interrupts():
    made = Interrupts()
    with made.caught():
        yield made


def test_an_interrupt_stops_what_may_be_stopped(interrupts):
    with pytest.raises(KeyboardInterrupt), interrupts.allowed():
        signal.raise_signal(signal.SIGINT)


def test_it_does_nothing_anywhere_else(interrupts):
    signal.raise_signal(signal.SIGINT)
    with interrupts.allowed():
        pass
    signal.raise_signal(signal.SIGINT)


def test_a_second_one_does_not_hit_whoever_deals_with_the_first(interrupts):
    stopped = []
    with interrupts.allowed():
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            signal.raise_signal(signal.SIGINT)
            stopped.append("once")
    assert stopped == ["once"]


def test_an_interrupted_command_costs_one_line(fight, monkeypatch):
    monkeypatch.setattr("rbfcli.commands.service.CommandService.carry_out", lambda *_: signal.raise_signal(2))
    with fight.interrupts.caught():
        _, error = fight.say("show")
    assert (error, fight.status, fight.finished) == ("rbf: interrupted", 130, False)


def test_what_enter_says_breaks_between_words(monkeypatch):
    """A phase of threat that is not over: the refusal to end it is long."""
    monkeypatch.setattr("rbfcli.repl.conversation.window_size", lambda: (60, 24))
    said = []
    talk = Conversation("save.toml", Style(tables=True), said.append, pytest.fail, {})
    for line in ("start mine-raid --seed x", "init --threat 3", ""):
        talk.enter(line)
    lines = said[-1].splitlines()
    assert max(map(len, lines)) <= 60
    assert " ".join(map(str.strip, lines)).endswith("Offense has 3 actions left; rill, bram, odile can attack")

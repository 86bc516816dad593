"""Keys at the prompt, through a pipe, and their effect."""

import re
from itertools import groupby
from pathlib import Path
from statistics import median

import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.key_binding.key_processor import KeyProcessor
from prompt_toolkit.key_binding.vi_state import InputMode

from rbfcli.language.grammar import split_words
from rbfcli.repl import terminal_session
from rbfcli.repl.highlighting import FightCompleter
from rbfcli.repl.terminal_session import decoded, key_summary
from rbfcli.systems.registry import SHIPPED

ENTER, UP, TAB = "\r", "\x1b[A", "\t"
F2, F3, F4 = "\x1bOQ", "\x1bOR", "\x1bOS"


def reads(text):
    """Until the line reads so."""
    return lambda prompt: prompt.default_buffer.text == text


def offers_for(text):
    """Until the menu has something for this line."""
    return lambda prompt: _menu(prompt.default_buffer.complete_state) == text


def _menu(state):
    return state.original_document.text if state and state.completions else None


def remembers(count):
    """Wait until that many lines of the history are before the one being typed."""
    return lambda prompt: prompt.default_buffer.working_index == count


def takes_orders(prompt):
    """Wait until the keys are those of vi outside insertion."""
    return prompt.app.vi_state.input_mode == InputMode.NAVIGATION


@pytest.fixture
def heard(fight, monkeypatch):
    """The lines that were entered, instead of their answers."""
    lines = []
    monkeypatch.setattr(type(fight), "enter", lambda _, text: lines.append(text))
    return lines


def test_a_line_is_carried_out(fight, typed):
    typed(fight, "damage vex 5", ENTER)
    assert "12 -> 7" in "".join(fight.printed)


def test_tab_completes_what_is_begun(fight, heard, typed):
    typed(fight, "stab", offers_for("stab"), TAB, " ", ENTER)
    assert [line.split() for line in heard] == [["stabilize"]]


def test_tab_completes_by_the_letters_of_a_name(fight, heard, typed):
    short, whole = "attack vex gb2", "attack vex goblin2"
    weapon = " --with k"
    typed(fight, short, offers_for(short), TAB, reads(whole), weapon, offers_for(whole + weapon), TAB, ENTER)
    assert [split_words(line) for line in heard] == [["attack", "vex", "goblin2", "--with", "knife"]]


def test_enter_takes_the_line_as_it_stands_though_a_menu_is_open(fight, heard, typed):
    typed(fight, "stab", offers_for("stab"), ENTER)
    assert heard == ["stab"]


def test_up_brings_back_the_latest_line(fight, heard, typed):
    typed(fight, "show", ENTER, "turn next", ENTER, remembers(2), UP, ENTER)
    assert heard == ["show", "turn next", "turn next"]


def test_up_behind_a_beginning_brings_back_what_began_so(fight, heard, typed):
    typed(fight, "show vex", ENTER, "turn next", ENTER, F2, "sho", remembers(2), UP, ENTER)
    assert heard == ["show vex", "turn next", "show vex"]


def test_ctrl_r_searches_the_history(fight, heard, typed):
    typed(fight, "show vex", ENTER, "turn next", ENTER, remembers(2), "\x12", "vex", ENTER, ENTER)
    assert heard == ["show vex", "turn next", "show vex"]


def test_the_history_outlives_the_prompt(fight, heard, typed, tmp_path):
    typed(fight, "show vex", ENTER, " secret", ENTER)
    typed(fight, remembers(1), UP, ENTER)
    assert heard == ["show vex", " secret", "show vex"]
    assert decoded((tmp_path / "state" / "rbfcli" / "history").read_bytes().strip()) == "show vex"


def test_ctrl_c_clears_the_line_and_keeps_the_fight(fight, heard, typed):
    typed(fight, "damage vex 12", "\x03", "show", ENTER)
    assert heard == ["show"]
    assert fight.watch.view().context.fight.combatants["vex"].hp == 12


def test_ctrl_c_clears_a_selection_at_once(fight, heard, typed):
    typed(fight, "sh", "\x00", "X\x03\r", "show", ENTER)
    assert heard == ["", "show"]
    assert fight.errors == []


def test_ctrl_d_leaves_an_empty_line_only(fight, heard, typed):
    typed(fight, "sho", "\x04", "w", ENTER, end="\x04")
    assert heard == ["show"]


def test_exit_leaves(fight, typed):
    assert typed(fight, "exit", ENTER, end="").finished


def test_the_end_of_the_input_leaves(fight, typed, monkeypatch):
    from prompt_toolkit.input.posix_pipe import PosixPipeInput

    send = PosixPipeInput.send_text
    monkeypatch.setattr(
        PosixPipeInput, "send_text", lambda self, text: self.close() if text == "EOF" else send(self, text)
    )
    assert not typed(fight, "sho", reads("sho"), end="EOF").finished


def test_lines_pasted_together_both_run_after_enter(fight, typed):
    typed(fight, "\x1b[200~damage vex 1\r\nheal vex 1\x1b[201~", ENTER)
    printed = "".join(fight.printed)
    assert printed.index("12 -> 11") < printed.index("11 -> 12")


def test_f2_switches_the_menu(fight, typed, monkeypatch):
    made = []
    make = terminal_session.prompt_session
    monkeypatch.setattr(
        terminal_session, "prompt_session", lambda *args, **named: made.append(make(*args, **named)) or made[0]
    )
    typed(fight, F2, lambda prompt: "F2 menu off" in key_summary(prompt), F2, F2, F3, F4)
    assert key_summary(made[0])[-3:] == ("F2 menu off", "F3 lines many, Alt-Enter runs", "F4 vi")


def test_f3_lets_enter_begin_a_new_line(fight, heard, typed):
    typed(fight, F3, "show", ENTER, "turn next", "\x1b\r")
    assert heard == ["show\nturn next"]


def test_f4_changes_to_the_keys_of_vi(fight, heard, typed):
    typed(fight, F4, "show vex", "\x1b", takes_orders, "bD", ENTER)
    assert heard == ["show "]


def test_a_line_is_edited_in_an_editor(fight, heard, typed, tmp_path, monkeypatch):
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "show vex" > "$1"\n')
    editor.chmod(0o700)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    typed(fight, "sho", "\x18\x05", lambda _: heard)
    assert heard == ["show vex"]


def test_a_mouse_report_does_nothing(fight, heard, typed):
    typed(fight, "sh", "\x1b[31m", "\x1b[<0;1;1M", "ow", ENTER)
    assert heard == ["show"]
    assert fight.errors == []


def test_a_bug_in_the_prompt_costs_one_line(fight, heard, typed, monkeypatch):
    process = KeyProcessor._call_handler  # noqa: SLF001 - no public place to break it at

    def broken(self, handler, key_sequence):
        if any(each.data == "!" for each in key_sequence):
            raise ZeroDivisionError
        process(self, handler, key_sequence)

    monkeypatch.setattr(KeyProcessor, "_call_handler", broken)
    typed(fight, "!", lambda _: fight.errors, "show", ENTER)
    assert heard == ["show"]
    assert [each.split(";")[0] for each in fight.errors] == ["rbf: internal error: ZeroDivisionError"]


def test_a_bug_that_stays_ends_the_prompt(fight, heard, typed, monkeypatch):
    prompt = PromptSession.prompt
    bugs = [ZeroDivisionError("passing")]

    def broken(self, **named):
        if bugs:
            raise bugs.pop()
        return prompt(self, **named)

    monkeypatch.setattr(PromptSession, "prompt", broken)
    typed(fight, "show", ENTER)
    assert heard == ["show"]
    assert len(fight.errors) == 1
    bugs += [ZeroDivisionError("here to stay")] * 3
    with pytest.raises(ZeroDivisionError):
        typed(fight)


def test_a_history_that_cannot_be_kept_is_said_once(fight, heard, typed, tmp_path):
    (tmp_path / "state").write_text("in the way")
    typed(fight, "show", ENTER, "show", ENTER, lambda prompt: len(heard) == 2 and remembers(1)(prompt), UP, ENTER)
    assert heard == ["show"] * 3
    assert [each.split(":")[1] for each in fight.errors] == [" history is not saved"]


def test_tab_takes_the_first_word_however_fast_one_goes_on(typed, fight):
    """All keys arrive together: the menu has not had time to appear."""
    typed(fight, "at\t go\t\r")
    assert fight.say("log --script")[0].splitlines()[-1].startswith("attack vex goblin1")


# What a turn costs in keys: rounds recorded from play in each system, typed again as they were.
#
# A system has one recording or more in `rounds.txt`, named after it (`#### SYSTEM`, `#### SYSTEM-NAME`), which count
# together. A recording has a line for each line typed, with Enter at its end; `<Enter>` is Enter alone, `<Tab>` takes
# the first word of the menu, `<Up>` the line before. What comes before the first `== WHO` is not counted.


MOST_KEYS = 12
ROUNDS = Path(__file__).with_name("rounds.txt")
TAB_OF_KEYSTROKES, UP_OF_KEYSTROKES = "<Tab>", "<Up>"
PASSING = ("start", "set", "init", "turn", "choose")
A_KEY = re.compile("<[A-Z][a-z]+>|.")


class Turn:
    """What is typed in a turn: its lines, each as keys; and who acts."""

    def __init__(self, who):
        self.who = who
        self.lines = []

    @property
    def keys(self):
        """How many keys are pressed, Enter at the end of each line too."""
        return sum(len(line) + 1 for line in self.lines)


def recorded(name):
    """The turns of a recording; the first is what came before."""
    turns = [Turn("")]
    for line in RECORDINGS[name].splitlines():
        if line.startswith("== "):
            turns.append(Turn(line.removeprefix("== ")))
        elif not line.startswith("#"):
            turns[-1].lines.append([key for key in A_KEY.findall(line) if key != "<Enter>"])
    return turns


RECORDINGS = {part.partition("\n")[0]: part.partition("\n")[2] for part in ROUNDS.read_text().split("#### ")[1:]}


def test_every_system_has_a_recording():
    assert {name.partition("-")[0] for name in RECORDINGS} == {*SHIPPED}


@pytest.mark.parametrize("system", SHIPPED)
def test_a_turn_takes_few_keys(system):
    turns = [turn for name in RECORDINGS if name.partition("-")[0] == system for turn in recorded(name)[1:]]
    assert len(turns) >= 4
    assert median(turn.keys for turn in turns) <= MOST_KEYS


def typed(line, completer, before):
    """What a line reads once its keys are pressed: Tab takes the first word of the menu, Up the line before."""
    text = ""
    for key in line:
        if key == TAB_OF_KEYSTROKES:
            first = next(iter(completer.get_completions(Document(text), CompleteEvent())))
            text = text[: len(text) + first.start_position] + first.text
        else:
            text = before if key == UP_OF_KEYSTROKES else text + key
    return text


@pytest.mark.parametrize("name", RECORDINGS)
def test_what_was_recorded_plays_at_the_prompt(talk, name):
    """Nothing is refused, and the actions are those of the recording's actors, in order."""
    turns, completer, before = recorded(name), FightCompleter(talk.watch.view), ""
    for line in (line for turn in turns for line in turn.lines):
        text = typed(line, completer, before)
        _, wrong = talk.say(text)
        assert not wrong, text
        before = text or before
    journal = [line.split() for line in talk.say("log --script")[0].splitlines()]
    people = [words[1] for words in journal if words[0] not in PASSING]
    assert [who for who, _ in groupby(people)] == [turn.who for turn in turns[1:]]

"""What a turn costs in keys: rounds recorded from play in each system, typed again as they were.

A system has one recording or more, named after it (`SYSTEM.txt`, `SYSTEM-NAME.txt`), which count together. A
recording has a line for each line typed, with Enter at its end; `<Enter>` is Enter alone, `<Tab>` takes the first
word of the menu, `<Up>` the line before. What comes before the first `== WHO` is not counted.
"""

import re
from itertools import groupby
from pathlib import Path
from statistics import median

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from rbfcli.repl.completer import FightCompleter
from rbfcli.systems.catalogue import SHIPPED

MOST_KEYS = 15
ROUNDS = Path(__file__).parent / "rounds"
TAB, UP = "<Tab>", "<Up>"
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
    for line in (ROUNDS / f"{name}.txt").read_text().splitlines():
        if line.startswith("== "):
            turns.append(Turn(line.removeprefix("== ")))
        elif not line.startswith("#"):
            turns[-1].lines.append([key for key in A_KEY.findall(line) if key != "<Enter>"])
    return turns


RECORDINGS = sorted(path.stem for path in ROUNDS.glob("*.txt"))


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
        if key == TAB:
            first = next(iter(completer.get_completions(Document(text), CompleteEvent())))
            text = text[: len(text) + first.start_position] + first.text
        else:
            text = before if key == UP else text + key
    return text


@pytest.mark.parametrize("name", RECORDINGS)
def test_what_was_recorded_plays_at_the_prompt(talk, name):
    """Nothing of it is refused, and the deeds are those of whoever the recording names, in that order."""
    turns, completer, before = recorded(name), FightCompleter(talk.watch.view), ""
    for line in (line for turn in turns for line in turn.lines):
        text = typed(line, completer, before)
        _, wrong = talk.say(text)
        assert not wrong, text
        before = text or before
    journal = [line.split() for line in talk.say("log --script")[0].splitlines()]
    people = [words[1] for words in journal if words[0] not in PASSING]
    assert [who for who, _ in groupby(people)] == [turn.who for turn in turns[1:]]

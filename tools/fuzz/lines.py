"""Command lines: the name of an encounter, and behind it whatever might be typed in its fight."""

import os
from functools import cache

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.errors import RbfError
from rbfcli.language.verbs import VERBS
from rbfcli.language.words import split_words
from rbfcli.render.style import Style
from rbfcli.session.origin import Origin
from rbfcli.session.storage import MemoryStorage
from tools.fuzz import fights
from tools.fuzz.oracle import Target, Wrong, answered, can_be_printed, is_json
from tools.fuzz.words import DICE, hostile, of_the_language

MOST_LINES = 6
LINES_AN_INPUT = 3
OF_THE_GM = (
    *("turn next", "damage {0} 3", "heal {0} 2", "condition add {0} prone --rounds 2", "set {0} notes=watchful"),
    *("set fight seed=x", 'note "a word"', "remove {0}", "stabilize {0}", "turn back", "init --force", "undo 1"),
    *('edit \'[["set",["combatants","{0}","hp"],3]]\'', "show {0} --json", "actions {0} --all", "odds attack {0} {1}"),
    *("log --json", "attack {0} {1} --force", "move {0}", "redo", "show", "log --script", "add Late hp=3", "end"),
)


def attempt(data: bytes) -> None:
    """Each line is answered or refused, and refused leaves no trace; the fight can be saved after it. Raises Wrong."""
    name, *typed = data.decode("utf-8", "surrogateescape").split("\n")
    storage = MemoryStorage()
    storage.begin(fights.begun(name).twin(), replace=True)
    here = os.path.realpath(os.curdir)
    talk = Interpreter(storage, Style(), origin=Origin("an input", here, here))
    for line in typed[:MOST_LINES]:
        words = answered(split_words, line)
        if words:
            _carried_out(talk, words)
    fights.is_sound(storage.load())
    fights.comes_back(storage.load())


def _carried_out(talk: Interpreter, words: list[str]) -> None:
    before = fights.state(talk.storage.load())
    refused: list[RbfError] = []

    def perform() -> Reply:
        try:
            return talk.perform(words)
        except RbfError as no:
            refused.append(no)
            raise

    reply = answered(perform)
    if reply is not None:
        (is_json if "--json" in words else can_be_printed)(reply.text)
    elif not fights.same(before, fights.state(talk.storage.load())):
        raise Wrong(f"a refusal left a trace: {words}: {refused[0].message}")


@cache
def corpus() -> tuple[bytes, ...]:
    """A few lines at a time of every encounter."""
    found = []
    for name in fights.encounters():
        first, second, *_ = [*fights.begun(name).fight.combatants, "nobody"]
        by_hand = [line.replace("{0}", first).replace("{1}", second) for line in OF_THE_GM]
        program = [example for kind in VERBS.values() for example in kind.examples]
        typed = [*fights.lines(name), *by_hand, *program]
        groups = range(0, len(typed), LINES_AN_INPUT)
        found += ["\n".join([name, *typed[start : start + LINES_AN_INPUT]]) for start in groups]
    return tuple(each.encode() for each in found)


@cache
def tokens() -> tuple[bytes, ...]:
    """Verbs and options, people and weapons, dice and payloads."""
    people = {who.encode() for name in fights.encounters() for who in fights.begun(name).fight.combatants}
    fields = {b"hp=1", b"hp=1000001", b"name=x", b"notes=", b"side=foes", b"order=", b"board=", b"options.x=1"}
    return (*of_the_language(), *sorted(people), *sorted(fields), *DICE, *hostile())


LINES_TARGET = Target("lines", corpus, tokens, attempt)

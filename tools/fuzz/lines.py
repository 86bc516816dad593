"""Targets that are typed: dice, lines of fights, scripts, and lines over a pipe."""

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

from rbfcli.checking.integrity import mistakes_in
from rbfcli.commands.odds import DiceReply
from rbfcli.commands.reply import Reply
from rbfcli.commands.roll import answer_dice
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import LimitReached, RbfError
from rbfcli.core.limits import LINE_BYTES
from rbfcli.dice.ast import RollLine, line_text
from rbfcli.dice.dialects import DIALECTS
from rbfcli.dice.parser import parse
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.language.verbs import VERBS
from rbfcli.render.json import error_line
from rbfcli.render.sentences import Style
from rbfcli.script.context import RunOptions
from rbfcli.script.output import Streams
from rbfcli.script.run import check_transcript
from rbfcli.script.runner import play_script
from rbfcli.script.source import Source, is_transcript, raw_lines
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import MemoryStorage
from rbfcli.session.origin import Origin, of_file, of_pipe
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.session.session import Session
from rbfcli.storage.paths import find_encounter, find_script, list_encounters, list_scripts
from rbfcli.testing.support import answers_to_try, in_turn, out_of_turn, sampled_lines
from tools.fuzz.oracle import (
    DICE,
    STATUSES,
    Target,
    Wrong,
    answered,
    can_be_printed,
    hostile,
    is_json,
    may_be_said,
    of_the_language,
)

EXAMPLES = (
    *(b"2d8+3", b"4d6kh3", b"1d20+5 vs 15", b"6#4d6kh3", b"d%", b"4dF", b"10d6t>=5", b"3d6! + 2", b"(2d6+3)*2"),
    *(b"4d6r1kh3", b"2d20kl1-1", b"{2d6,1d8}kh1", b"max(2d6,1d10)", b"1d6[fire]+1d8[cold]", b"5d10!p>8", b"-d4+10"),
    *(b"2d6ro<3", b"8d10f1>=8", b"abs(1d4-3)", b"floor(3d6/2)", b"adv", b"1d20mi2", b"2d8 1d6 --seed x --explain"),
    *(b"{3d20+5}>21f<10", b"8d6 fireball", b"/roll [[2d6]]", b"6d6cs>3df", b"1d20ms<10", b"{4d6}cs>20", b"2d6u"),
    *(
        b"3d{1,2,4..6}",
        b"[middle 1 of 3d20]",
        b"2d(2d2)",
        b"4d6kh1|kl1",
        b"(2d6,)t>=7",
        b"2d6!>=5upto2",
        b"1d20+@{dex}",
    ),
    *(b"d20+4 --vs 14 --json", b"3d6 --times 3 --quiet", b"4d6k3 --dialect roll20", b"2d6 --at-least --plot"),
)


def attempt(data: bytes) -> None:
    """A line that parses, in any dialect, reads back from its one spelling, and what an error suggests parses too.

    Rolls and odds answer in words and as JSON. Raises Wrong.
    """
    text = data.decode("utf-8", "surrogateescape")
    for dialect in ("", *DIALECTS):
        _is_read(text, dialect)
    words = text.split(" ")
    if "-" in words:
        return
    for verb in ("roll", "odds"):
        _prints(verb, words, can_be_printed)
        _prints(verb, ["--json", *words], is_json)


def _is_read(text: str, dialect: str) -> None:
    try:
        _reads_back(parse(text, dialect))
    except RbfError as error:
        may_be_said(error)
        for line in error.suggestions:
            if answered(parse, line, dialect) is None:
                raise Wrong(f"what is suggested does not parse: {line!r}") from None


def _reads_back(tree: RollLine) -> None:
    said = line_text(tree)
    again = answered(parse, said)
    if again is None or line_text(again) != said:
        raise Wrong(f"the one spelling reads otherwise: {said!r}")


def _prints(verb: str, words: list[str], fits: Callable[[str], None]) -> None:
    page = DiceReply(verb)
    if answered(answer_dice, [verb, *words], page) is not None:
        fits(page.text)


def corpus() -> tuple[bytes, ...]:
    """Lines of every kind of dice."""
    return EXAMPLES


def tokens() -> tuple[bytes, ...]:
    """Parts of dice, what repeats itself, and payloads."""
    return (*DICE * 4, b" vs ac", b" " * 100, *hostile())


DICE_TARGET = Target("dice", corpus, tokens, attempt)


SEED = "fuzz"
FEW, LINES_OF_EACH = 3, 40


@cache
def encounters() -> tuple[str, ...]:
    """The names of all shipped encounters."""
    return tuple(list_encounters())


@cache
def begun(name: str) -> Session:
    """Return a fight in its first round, by default the first bundled one. Do not change it."""
    name = name if name in encounters() else encounters()[0]
    session = from_encounter(find_encounter(name), SEED, source=name)
    session.perform(read_line("init", session.rules, session.fight))
    return session


@cache
def played(name: str) -> Session:
    """Return the same fight some commands later, one of them undone. Do not change it."""
    session = begun(name).twin()
    for line in ("turn next", *in_turn(session), 'note "so far"', *answers_to_try(session)):
        try:
            session.perform(read_line(line, session.rules, session.fight))
        except RbfError:
            continue
        if len(session.journal) > FEW:
            session.undo(1)
            break
    return session


@cache
def lines(name: str) -> tuple[str, ...]:
    """Lines for that fight: what may be done, what may not, and every verb of its system."""
    session = begun(name)
    offered = [*in_turn(session), *out_of_turn(session)][:LINES_OF_EACH]
    people = list(session.fight.combatants)[:FEW]
    verbs = [line for who in people for line in sampled_lines(session, who, LINES_OF_EACH)]
    return (*offered, *verbs, *(example for kind in session.rules.verbs for example in kind.examples))


State = tuple[object, ...]


def state(session: Session) -> State:
    """Return what a refusal must not change."""
    return session, session.fight, session.journal, session.undone, session.revision


def same(before: State, after: State) -> bool:
    """Whether nothing changed: it is the same fight, not only an equal one."""
    return before[0] is after[0] and before[1] is after[1] and before[2:] == after[2:]


def is_sound(session: Session) -> None:
    """Nothing in the fight names what is not there, or is what no file may say. Raises Wrong."""
    for each in mistakes_in(session.rules, session.fight):
        raise Wrong(f"a fight is unsound: {each.line}")


def comes_back(session: Session) -> None:
    """A save of the fight reads back as the same fight, unedited, with the same journal. Raises Wrong."""
    try:
        raw = to_bytes(session)
    except LimitReached:
        return
    try:
        loaded = from_bytes(raw, "save")
    except RbfError as wrong:
        raise Wrong(f"a save cannot be read: {wrong.message}") from wrong
    again = loaded.session
    if loaded.edited:
        raise Wrong("a save looks edited")
    if again.fight != session.fight or again.journal != session.journal or again.undone != session.undone:
        raise Wrong("a save reads back otherwise")
    if to_bytes(again) != raw:
        raise Wrong("a save writes other bytes the second time")


MOST_LINES = 6
LINES_AN_INPUT = 3
OF_THE_GM = (
    *("turn next", "damage {0} 3", "heal {0} 2", "condition add {0} prone --rounds 2", "set {0} notes=watchful"),
    *("set fight seed=x", 'note "a word"', "remove {0}", "stabilize {0}", "turn back", "init --force", "undo 1"),
    *('edit \'[["set",["combatants","{0}","hp"],3]]\'', "show {0} --json", "actions {0} --all", "odds attack {0} {1}"),
    *("log --json", "attack {0} {1} --force", "move {0}", "redo", "show", "log --script", "add Late hp=3", "end"),
)


def attempt_of_lines(data: bytes) -> None:
    """Each line is answered or refused, and refused leaves no trace; the fight can be saved after it. Raises Wrong."""
    name, *typed = data.decode("utf-8", "surrogateescape").split("\n")
    storage = MemoryStorage()
    storage.begin(begun(name).twin(), replace=True)
    here = os.path.realpath(os.curdir)
    talk = CommandService(storage, Style(), origin=Origin("an input", here, here))
    for line in typed[:MOST_LINES]:
        words = answered(split_words, line)
        if words:
            _carried_out(talk, words)
    is_sound(storage.load())
    comes_back(storage.load())


def _carried_out(talk: CommandService, words: list[str]) -> None:
    before = state(talk.storage.load())
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
    elif not same(before, state(talk.storage.load())):
        raise Wrong(f"a refusal left a trace: {words}: {refused[0].message}")


@cache
def corpus_of_lines() -> tuple[bytes, ...]:
    """A few lines at a time of every encounter."""
    found = []
    for name in encounters():
        first, second, *_ = [*begun(name).fight.combatants, "nobody"]
        by_hand = [line.replace("{0}", first).replace("{1}", second) for line in OF_THE_GM]
        program = [example for kind in VERBS.values() for example in kind.examples]
        typed = [*lines(name), *by_hand, *program]
        groups = range(0, len(typed), LINES_AN_INPUT)
        found += ["\n".join([name, *typed[start : start + LINES_AN_INPUT]]) for start in groups]
    return tuple(each.encode() for each in found)


@cache
def tokens_of_lines() -> tuple[bytes, ...]:
    """Verbs and options, people and weapons, dice and payloads."""
    people = {who.encode() for name in encounters() for who in begun(name).fight.combatants}
    fields = {b"hp=1", b"hp=1000001", b"name=x", b"notes=", b"side=foes", b"order=", b"board=", b"options.x=1"}
    return (*of_the_language(), *sorted(people), *sorted(fields), *DICE, *hostile())


LINES_TARGET = Target("lines", corpus_of_lines, tokens_of_lines, attempt_of_lines)


STEPS = 60
OPTIONS = RunOptions(max_steps=STEPS, keep_going=True)
LINES_OF_SHIPPED = 40
STATEMENTS = (
    b"let n = 2 + 3 * (4 - 1)\nif n > 3 {\n  print n=$n\n} else {\n  print less\n}\n",
    b"start duel --seed s\ninit\nfor who in @all {\n  print ${who}: ${who.hp}\n}\nexpect round == 1\n",
    b"repeat 3 {\n  roll 2d6\n}\nseed dusk\ndice 5,7\nexpect 1d6 in 1..6\n",
    b"new rbf --seed s\nadd Vex hp=12\nexpect refused { stabilize vex }\nexpect vex.hp == 12\n",
    b"let i = 0\nwhile i < 5 { let i = i + 1 }\nexpect i == 5\nassert i == 5\n",
    b"start dock-ambush --seed a\n\n> init\nwhat it said\n> show\n",
    b"include other.rbf\nlet a = [1, 2, 3]\nprint ${len(a)} ${a[0]} ${min(1, 2)} ${max(a)} \"a b\" 'c'\n",
    b"start duel --seed s\ninit\nexpect odds(attack ada mox).success > 1/4\nexpect standing(crew) == 1\n",
)


def attempt_of_scripts(data: bytes) -> None:
    """A script ends with a status of the table, and prints nothing that is obeyed. Raises Wrong."""
    said: list[str] = []
    answered(_played, data, said)
    can_be_printed("".join(said))


def _played(data: bytes, said: list[str]) -> None:
    streams = Streams(said.append, lambda _: None, Style())
    status = play_script(_source(data), MemoryStorage(), OPTIONS, streams).status
    if is_transcript(list(raw_lines(iter(data.split(b"\n")), "fuzzed"))):
        check_transcript(_source(data), MemoryStorage(), OPTIONS, streams)
    if status not in STATUSES:
        raise Wrong(f"status {status}: {''.join(said)[-300:]}")


def _source(data: bytes) -> Source:
    here = os.path.realpath(os.curdir)
    path = f"{here}/fuzzed.rbf"
    return Source("fuzzed", path, here, iter(data.split(b"\n")), of_file(path))


@cache
def corpus_of_scripts() -> tuple[bytes, ...]:
    """The shipped scripts, or their beginnings, and a script of each statement."""
    shipped = [Path(find_script(name)).read_bytes() for name in list_scripts()]
    return (*STATEMENTS * 3, *(b"".join(each.splitlines(keepends=True)[:LINES_OF_SHIPPED]) for each in shipped))


@cache
def tokens_of_scripts() -> tuple[bytes, ...]:
    """Words of the script language and of lines."""
    own = (
        b"let if else repeat for in while include expect refused print seed dice stop fail and or not { } $ ${ ( ) [ ]"
    )
    more = b"== != < <= .. , . = + - * / % \" ' # > last round active standing( odds( 1d6 @all @foes @crew ${x.hp} 1/0"
    return (*(own + b" " + more).split() * 4, *tokens_of_lines())


SCRIPTS_TARGET = Target("scripts", corpus_of_scripts, tokens_of_scripts, attempt_of_scripts)


OPTIONS_OF_PIPE = RunOptions(json=True, max_steps=STEPS)


def attempt_of_pipe(data: bytes) -> None:
    """Every line of output is one object with the envelope; the session outlives its mistakes. Raises Wrong."""
    said: list[str] = []
    streams = Streams(said.append, lambda _: None, Style())
    lines_ = (line[: LINE_BYTES + 2] for line in data.splitlines(keepends=True))
    source = Source("<stdin>", "", os.path.realpath(os.curdir), lines_, of_pipe(), arrives=True)
    status = 0
    try:
        status = play_script(source, MemoryStorage(), OPTIONS_OF_PIPE, streams).status
    except RbfError as error:
        may_be_said(error)
        said.append(error_line("run - --json", error))
    if status not in STATUSES:
        raise Wrong(f"status {status}: {''.join(said)[-300:]}")
    is_json("".join(said))


@cache
def corpus_of_pipe() -> tuple[bytes, ...]:
    """Scripts, and fights from their first line on."""
    fights = (each.split(b"\n") for each in corpus_of_lines())
    driven = [b"\n".join([b"start " + name + b" --seed s", b"init", *typed, b""]) for name, *typed in fights]
    return (*corpus_of_scripts(), *driven)


PIPE_TARGET = Target("pipe", corpus_of_pipe, tokens_of_scripts, attempt_of_pipe)

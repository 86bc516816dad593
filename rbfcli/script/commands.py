"""The commands of a script, performed with its seeds, dice faces and files."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from rbfcli.commands.reply import STOPPED, Interrupted, Reply
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import InvalidFile, LimitReached, RbfError, Refusal, UnknownWord, UsageError, failed, misuse
from rbfcli.core.limits import BYTES, FIGHTS_OF_A_SCRIPT
from rbfcli.dice.parser import expressions
from rbfcli.dice.roll import roll_line
from rbfcli.dice.sources import MaxDice, SeededDice
from rbfcli.engine.play import execute
from rbfcli.language.parser import (
    Line,
    bind,
    fight_verbs,
    is_fight_verb,
    one_liner_verbs,
    parse_line,
    read,
)
from rbfcli.language.program_verbs import Roll, Simulate
from rbfcli.language.verbs import ALSO_OF_FIGHTS, VERBS
from rbfcli.model.commands import Command, DicedCommand
from rbfcli.script.context import LIMIT, NOTHING_BEHIND, ScriptContext, ScriptState
from rbfcli.script.source import Includes
from rbfcli.session.file_store import FileStorage, MemoryStorage, SessionStore
from rbfcli.session.session import Session
from rbfcli.storage.files import TerminationDeferred
from rbfcli.systems.registry import load

if TYPE_CHECKING:
    from rbfcli.dice.sources import Dice

DICE = "--dice"


def faces_needed(line: Line, dice: ScriptState, storage: SessionStore) -> tuple[int, ...]:
    """Return as many of the given faces as a command without its own `--dice` rolls. Raises RbfError."""
    if any(len(name) > len("--") and DICE.startswith(name) for name in (word.partition("=")[0] for word in line.words)):
        return ()
    verb = line.verb
    if verb == "roll":
        return dice.drawn_from(MaxDice(), partial(_roll, read(line, VERBS).command))
    if verb in VERBS and verb not in ALSO_OF_FIGHTS:
        return ()
    if line.system is not None:
        rules = load(line.system)
        stated = read(line.without_system(), one_liner_verbs(rules)).command
        fight, command = rules.one_liners[type(stated)](stated)
    else:
        session = storage.load()
        rules, fight = session.rules, session.fight
        if verb in VERBS and not is_fight_verb(verb, line.rest, rules, fight):
            return ()
        kind = fight_verbs(rules).get(verb)
        if kind is None or not issubclass(kind, DicedCommand):
            return ()
        command = bind(line, rules, fight).command
    return dice.drawn_from(SeededDice(fight.seed, fight.drawn), partial(execute, rules, fight, command))


def _roll(command: Command, dice: "Dice") -> None:
    if isinstance(command, Roll):
        for _ in range(command.times):
            for line in expressions(command.expressions, command.dialect):
                roll_line(line, dice)


OF_THE_RUN = {
    "encounter": ("name another save", "-e SAVE"),
    "lock_timeout": ("wait for the save in its own way", "--lock-timeout N"),
}
TIMED = frozenset({"simulate"})
SEEDED = frozenset({"start", "new", "roll"})
# Steps per journal line, for commands that go through the whole journal.
REPLAYED = {"undo": 20, "redo": 20, "log": 100, "check": 70}
# Steps for a command, an event, a new combatant, and a command that is not a fight verb; some of these cost less.
COMMAND, EVENT, ENTERED, OF_THE_PROGRAM = 15, 2, 350, 800
# Steps for output in words (neither quiet nor JSON); for an expected refusal; and for pairs read by `set` or `add`.
TOLD, REFUSED, PAIRED, PAIRS_A_STEP = 170, 75, {"set": 110, "edit": 110, "add": 0}, 5
BESIDES = {"example": 40_000, "roll": 50, "odds": 100, "show": 20, "log": 50, "undo": 50, "redo": 50}
SEEDING, PEOPLE_A_STEP, LETTERS_A_STEP, WORDS_A_STEP = 450, 3, 4, 10
# Steps for writing the save after a command, as at the prompt.
WRITTEN = 600


class CommandRunner:
    """A runner of commands."""

    def __init__(self, interpreter: CommandService, context: ScriptContext, includes: Includes) -> None:
        self._interpreter = interpreter
        self._context, self._memory = context, context.memory
        self._includes = includes
        self._told = TOLD if interpreter.form == "" else 0
        self._people = 0

    def perform(self, words: Sequence[str]) -> tuple[Reply, Sequence[str]]:
        """Perform a command; return the reply, and the words that would repeat it exactly. Raises RbfError."""
        line = repeatable = parse_line(words)
        steps = _steps_of(words, line.verb)
        if line.verb in SEEDED:
            seed = self._seed_option(line)
            line = _with_option(line, seed)
            repeatable = repeatable if self._memory.seed else line
        faces: tuple[int, ...] = ()
        if self._memory.faces:
            faces = faces_needed(self._interpreter.line_meant(line), self._memory, self._interpreter.storage)
        if faces:
            line = _with_option(line, ("--dice", ",".join(map(str, faces))))
        self._context.spend(steps)
        with self._playing(line):
            reply = self._carried_out(line)
        self._spend(line.verb, reply)
        if faces:
            self._memory.faces = self._memory.faces[len(faces) :]
        if reply.played:
            self._memory.played = reply.played
        return reply, repeatable.words

    @contextmanager
    def _playing(self, line: Line) -> Iterator[None]:
        """Charge a line for the processor time of its fights. Raises Interrupted if it ends before any result."""
        if line.verb not in TIMED:
            yield
            return
        _require_few_fights(line)
        try:
            with self._context.simulating(), TerminationDeferred():
                yield
        except KeyboardInterrupt:
            raise failed("interrupted before any fight had finished", hint=NOTHING_BEHIND, error=Interrupted) from None

    def _carried_out(self, line: Line) -> Reply:
        for field, (cannot, option) in OF_THE_RUN.items():
            if getattr(line.common, field) not in ("", None):
                raise misuse(f"a command in a script cannot {cannot}", hint=f"in a shell: rbf run SCRIPT {option}")
        interpreter, context = self._interpreter, self._context
        interpreter.origin = self._includes.origin
        interpreter.budget, before = context.budget, context.budget.steps
        try:
            reply = interpreter.carry_out(line)
        except LimitReached as limit:
            raise context.limit_of_all(limit, before) from None
        context.budget.bytes = BYTES
        return reply

    def is_refused(self, words: Sequence[str]) -> tuple[bool, str]:
        """Return whether the rules refuse a command on a copy of the fight, and why. An unknown name is a mistake."""
        line = parse_line(words)
        self._context.spend(COMMAND + REFUSED + _steps_of(words, line.verb))
        storage = MemoryStorage()
        if (session := self._session()) is not None:
            storage.begin(session.twin(), replace=True)
        copy = CommandService(
            storage, self._interpreter.style, self._context.budget, advises=False, origin=self._includes.origin
        )
        try:
            with self._playing(line):
                reply = copy.perform(["--quiet", *words])
        except Interrupted:
            raise
        except LimitReached as limit:
            self._context.spend(LIMIT)
            return False, limit.message
        except Refusal as refusal:
            return not isinstance(refusal, UnknownWord), refusal.message
        except UsageError as error:
            return False, f"cannot read the line: {error.message}{f'; {error.hint}' if error.hint else ''}"
        except RbfError as error:
            return False, error.message
        if reply.status == STOPPED:
            raise failed("interrupted", hint=NOTHING_BEHIND, error=Interrupted)
        return False, "it was not refused"

    def seed(self, text: str) -> None:
        """Seed the dice of the fight, and of later fights and rolls. Raises RbfError."""
        if (session := self._session()) is not None:
            self._context.spend(SEEDING + len(session.fight.combatants))
            self._interpreter.perform(["--quiet", "set", "fight", f"seed={text}"])
        self._memory.set_seed(text)

    def _spend(self, verb: str, reply: Reply) -> None:
        """Charge for a command, by its kind, combatants, new combatants, events, replayed lines and output."""
        steps, played = COMMAND, reply.played
        people = len(played.fight.combatants) if played else self._people
        if played:
            steps += people // PEOPLE_A_STEP + len(played.events) * EVENT
            steps += WRITTEN if isinstance(self._interpreter.storage, FileStorage) else 0
        elif verb in VERBS:
            steps += BESIDES.get(verb, OF_THE_PROGRAM)
        steps += len(reply.text) // LETTERS_A_STEP
        if played:
            steps += self._told
        if people > self._people:
            steps += (people - self._people) * ENTERED
        self._people = people
        if verb in REPLAYED and (session := self._session()) is not None:
            steps += (len(session.entries) + len(session.undone_entries)) * REPLAYED[verb]
        self._context.spend(steps)

    def _session(self) -> Session | None:
        try:
            return self._interpreter.storage.load()
        except (Refusal, InvalidFile):
            return None

    def _seed_option(self, line: Line) -> tuple[str, ...]:
        if any(word.partition("=")[0] == "--seed" for word in line.words):
            return ()
        return ("--seed", self._memory.seed if line.verb != "roll" and self._memory.seed else self._memory.next_seed())


def _require_few_fights(line: Line) -> None:
    """Raise UsageError for a line, if it can be parsed, that simulates too many fights for a script."""
    try:
        command = read(line, VERBS).command
    except RbfError:
        return
    fights = command.fights if isinstance(command, Simulate) else 0
    if fights > FIGHTS_OF_A_SCRIPT:
        raise misuse(
            f"a line of a script can simulate at most {FIGHTS_OF_A_SCRIPT:,} fights, not {fights:,}",
            hint="use fewer, or rbf simulate in a shell",
        )


def _steps_of(words: Sequence[str], verb: str) -> int:
    """Return the cost of parsing words in steps, since each can be compared with all others."""
    count = len(words)
    steps = count + count * count // WORDS_A_STEP
    return steps + PAIRED[verb] + count * count // PAIRS_A_STEP if verb in PAIRED else steps


def _with_option(line: Line, option: Sequence[str]) -> Line:
    """Return a line with an option: after the verb if the line contains `--`, else at the end."""
    return line.with_options(*option) if "--" in line.words else parse_line((*line.words, *option))

"""The commands of a script on their way to the interpreter, with their seeds, given faces and files."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH110, PTH113, PTH118

import os
from collections.abc import Sequence

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.errors import InvalidFile, RbfError, Refusal, UsageError
from rbfcli.language.reader import find_verb
from rbfcli.script.context import ScriptContext
from rbfcli.script.faces_needed import faces_needed
from rbfcli.script.includes import Includes
from rbfcli.script.script_dice import ScriptDice
from rbfcli.session.session import Session
from rbfcli.session.storage import MemoryStorage

OF_THE_RUN = {
    "-e": ("name another save", "-e SAVE"),
    "--encounter": ("name another save", "-e SAVE"),
    "--lock-timeout": ("wait for the save in its own way", "--lock-timeout N"),
}
SEEDED = frozenset({"start", "new", "roll"})
REPLAYED = frozenset({"undo", "redo", "log", "check"})
# What a command takes, a line played again, and somebody who enters, in steps; and some verbs besides.
COMMAND, PLAYED_AGAIN, ENTERED = 45, 20, 100
BESIDES = {"roll": 50, "odds": 50, "start": 500, "new": 300}
PEOPLE_A_STEP, LETTERS_A_STEP = 3, 6


class CommandRunner:
    """Performs commands; each gets the `options` too."""

    def __init__(
        self,
        interpreter: Interpreter,
        dice: ScriptDice,
        context: ScriptContext,
        includes: Includes,
        options: Sequence[str],
    ) -> None:
        self._interpreter = interpreter
        self._dice = dice
        self._context = context
        self._includes = includes
        self._options = options
        self._people = 0

    def perform(self, words: Sequence[str]) -> tuple[Reply, Sequence[str]]:
        """Perform a command; the reply, and the words that would do the same again. Raises RbfError."""
        _check_options(words)
        at = find_verb(words)
        verb = words[at] if at < len(words) else ""
        repeatable = words
        if verb in SEEDED:
            words = self._with_path(words, at) if verb == "start" else words
            seed = self._seed_option(verb, words)
            words = _with_option(words, at, seed)
            repeatable = repeatable if self._dice.seed else _with_option(repeatable, at, seed)
        faces = self._faces_for(words) if self._dice.faces else ()
        given = ("--dice", ",".join(map(str, faces))) if faces else ()
        reply = self._interpreter.perform([*self._options, *_with_option(words, at, given)])
        self._spend(verb, reply)
        self._dice.drop_faces(faces)
        self._context.played = reply.played or self._context.played
        return reply, repeatable

    def _faces_for(self, words: Sequence[str]) -> tuple[int, ...]:
        """The given faces that a command will use."""
        meant = self._interpreter.line_meant(words)
        return faces_needed(meant, find_verb(meant), self._dice, self._interpreter.storage)

    def is_refused(self, words: Sequence[str]) -> tuple[bool, str]:
        """Whether the rules refuse a command, tried on a copy of the fight, and with what message."""
        self._context.spend(COMMAND)
        try:
            Interpreter(self._copy(), self._interpreter.style).perform(["--quiet", *words])
        except Refusal as refusal:
            return True, refusal.message
        except RbfError as error:
            return False, error.message
        return False, "it was not refused"

    def seed(self, text: str) -> None:
        """Seed the dice of the fight, and of the fights and rolls that follow. Raises RbfError."""
        if self._session() is not None:
            self._interpreter.perform(["--quiet", "set", "fight", f"seed={text}"])
        self._dice.set_seed(text)

    def _spend(self, verb: str, reply: Reply) -> None:
        """Pay for a command: what it is, whom it went through or brought in, what was replayed and said."""
        steps = COMMAND + BESIDES.get(verb, 0) + len(reply.text) // LETTERS_A_STEP
        if reply.played:
            people, before = len(reply.played.fight.combatants), self._people
            steps += people // PEOPLE_A_STEP + max(0, people - before) * ENTERED
            self._people = people
        if verb in REPLAYED and (session := self._session()) is not None:
            steps += len(session.journal) * PLAYED_AGAIN
        self._context.spend(steps)

    def _copy(self) -> MemoryStorage:
        copy = MemoryStorage()
        if (session := self._session()) is not None:
            copy.begin(session.twin(), replace=True)
        return copy

    def _session(self) -> Session | None:
        """The fight, if one has begun."""
        try:
            return self._interpreter.storage.load()
        except (Refusal, InvalidFile):
            return None

    def _seed_option(self, verb: str, words: Sequence[str]) -> tuple[str, ...]:
        if any(word.partition("=")[0] == "--seed" for word in words):
            return ()
        return ("--seed", self._dice.seed if verb != "roll" and self._dice.seed else self._dice.next_seed())

    def _with_path(self, words: Sequence[str], at: int) -> Sequence[str]:
        """The words; a file that is not in the current folder is looked for in the folder of the script."""
        for number, word in enumerate(words[at + 1 :], at + 1):
            in_folder = os.path.join(self._includes.folder, word)
            if not word.startswith("-") and not os.path.exists(word) and os.path.isfile(in_folder):
                return [*words[:number], in_folder, *words[number + 1 :]]
        return words


def _check_options(words: Sequence[str]) -> None:
    for word in words:
        if word.startswith("-") and (found := OF_THE_RUN.get(word.partition("=")[0])):
            raise UsageError(f"a command in a script cannot {found[0]}", hint=f"rbf run SCRIPT {found[1]}")


def _with_option(words: Sequence[str], at: int, option: Sequence[str]) -> Sequence[str]:
    """Words with an option: after the verb if `--` ends the options, else at the end."""
    if not option:
        return words
    return [*words[: at + 1], *option, *words[at + 1 :]] if "--" in words else [*words, *option]

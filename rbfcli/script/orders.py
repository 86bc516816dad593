"""The commands of a script on their way to the interpreter: their seeds, their faces by hand, where their files are."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH110, PTH113, PTH118

import os
from collections.abc import Sequence

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.errors import InvalidFile, RbfError, Refusal, UsageError
from rbfcli.language.reader import find_verb
from rbfcli.script.by_hand import faces_drawn
from rbfcli.script.chance import Chance
from rbfcli.script.includes import Includes
from rbfcli.script.world import ScriptWorld
from rbfcli.session.kept import KeptInMemory
from rbfcli.session.session import Session

ELSEWHERE = frozenset({"-e", "--encounter"})
SEEDED = frozenset({"start", "new", "roll"})


class Orders:
    """Carries out commands; `manner` are the options that every one of them gets."""

    def __init__(
        self, interpreter: Interpreter, chance: Chance, world: ScriptWorld, includes: Includes, manner: Sequence[str]
    ) -> None:
        self._interpreter = interpreter
        self._chance = chance
        self._world = world
        self._includes = includes
        self._manner = manner

    def perform(self, words: Sequence[str]) -> tuple[Reply, Sequence[str]]:
        """Carry out a command; the reply, and the words that would do the same again. Raises RbfError."""
        if any(word.partition("=")[0] in ELSEWHERE for word in words):
            raise UsageError("the lines of a script work on the fight of the script", hint="rbf run SCRIPT -e SAVE")
        at = find_verb(words)
        verb = words[at] if at < len(words) else ""
        said = words
        if verb in SEEDED:
            words = self._found(words, at) if verb == "start" else words
            seed = self._seed(verb, words)
            words = _with_option(words, at, seed)
            said = said if self._chance.seed else _with_option(said, at, seed)
        faces = faces_drawn(words, at, self._chance, self._interpreter.kept) if self._chance.faces else ()
        by_hand = ("--dice", ",".join(map(str, faces))) if faces else ()
        reply = self._interpreter.perform([*self._manner, *_with_option(words, at, by_hand)])
        self._chance.spend(faces)
        self._world.played = reply.played or self._world.played
        return reply, said

    def is_refused(self, words: Sequence[str]) -> tuple[bool, str]:
        """Whether the rules refuse a command, and what happened instead: it is tried on a copy of the fight."""
        try:
            Interpreter(self._copy(), self._interpreter.style).perform(["--quiet", *words])
        except Refusal as refusal:
            return True, refusal.message
        except RbfError as error:
            return False, error.message
        return False, "it can be done"

    def seed(self, text: str) -> None:
        """Let dice grow from a seed: those of the fight, of fights and of rolls that follow. Raises RbfError."""
        if self._session() is not None:
            self._interpreter.perform(["--quiet", "set", "fight", f"seed={text}"])
        self._chance.begin(text)

    def _copy(self) -> KeptInMemory:
        copy = KeptInMemory()
        if (session := self._session()) is not None:
            journal, undone = tuple(session.journal), tuple(session.undone)
            twin = Session(session.rules, session.start, fight=session.fight, journal=journal, undone=undone)
            copy.begin(twin, replace=True)
        return copy

    def _session(self) -> Session | None:
        """The fight, if one has begun."""
        try:
            return self._interpreter.kept.look()
        except (Refusal, InvalidFile):
            return None

    def _seed(self, verb: str, words: Sequence[str]) -> tuple[str, ...]:
        if any(word.partition("=")[0] == "--seed" for word in words):
            return ()
        return ("--seed", self._chance.seed if verb != "roll" and self._chance.seed else self._chance.next_seed())

    def _found(self, words: Sequence[str], at: int) -> Sequence[str]:
        """A file that is not in the current folder is looked for beside the script."""
        for number, word in enumerate(words[at + 1 :], at + 1):
            beside = os.path.join(self._includes.folder, word)
            if not word.startswith("-") and not os.path.exists(word) and os.path.isfile(beside):
                return [*words[:number], beside, *words[number + 1 :]]
        return words


def _with_option(words: Sequence[str], at: int, option: Sequence[str]) -> Sequence[str]:
    """Words with an option: behind the verb where `--` ends the options, else at the end."""
    if not option:
        return words
    return [*words[: at + 1], *option, *words[at + 1 :]] if "--" in words else [*words, *option]

"""A fight in progress: the start, the journal of lines that were played since, and the fight as it is now."""

from collections.abc import Iterator

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played
from rbfcli.language.fights import read_line
from rbfcli.language.words import quoted
from rbfcli.language.writer import line_for


class Session:
    """One fight with its history; every refused command leaves it as it was."""

    def __init__(
        self,
        rules: Rules,
        start: Fight,
        *,
        fight: Fight | None = None,
        journal: tuple[str, ...] = (),
        undone: tuple[str, ...] = (),
        revision: int = 0,
        source: str = "",
    ) -> None:
        self.rules = rules
        self.start = start
        self.fight = start if fight is None else fight
        self.journal = list(journal)
        self.undone = list(undone)
        self.revision = revision
        self.source = source
        self._before: list[Fight] = []

    def preview(self, command: Command) -> Played:
        """What a command would do now, dice included; nothing is kept."""
        return play(self.rules, self.fight, command)

    def perform(self, command: Command) -> Played:
        """Play a command and write its line into the journal. Raises RbfError where it is refused."""
        played = self.preview(command)
        self._before.append(self.fight)
        self.fight = played.fight
        self.journal.append(line_for(played.command or command))
        self.undone.clear()
        self.revision += 1
        return played

    def undo(self, count: int) -> list[str]:
        """Take back the last commands, dice included; the lines taken back, latest first. Raises Refusal."""
        taken = self.undoable(count)
        if len(self._before) >= count:
            self.fight = self._before[-count]
            del self._before[-count:]
        else:
            self.fight = self._replayed(len(self.journal) - count)
            self._before.clear()
        del self.journal[-count:]
        self.undone.extend(taken)
        self.revision += 1
        return taken

    def redo(self, count: int) -> list[str]:
        """Play again what was undone, in its order. Raises Refusal."""
        lines = self.redoable(count)
        for line in lines:
            self._before.append(self.fight)
            self.fight = play(self.rules, self.fight, read_line(line, self.rules, self.fight)).fight
            self.journal.append(line)
            self.undone.pop()
        self.revision += 1
        return lines

    def undoable(self, count: int) -> list[str]:
        """The last lines of the journal, latest first. Raises Refusal where there are not as many."""
        if not 0 < count <= len(self.journal):
            raise Refusal(f"{len(self.journal)} commands can be undone, not {count}")
        return self.journal[-count:][::-1]

    def redoable(self, count: int) -> list[str]:
        """The lines undone last, in the order they would be played. Raises Refusal where there are not as many."""
        if not 0 < count <= len(self.undone):
            raise Refusal(f"{len(self.undone)} commands can be redone, not {count}")
        return self.undone[-count:][::-1]

    def replay(self) -> Iterator[tuple[str, Fight, Played]]:
        """Play the journal again from the start: each line, the fight before it, and what it did."""
        fight = self.start
        for line in self.journal:
            played = play(self.rules, fight, read_line(line, self.rules, fight))
            yield line, fight, played
            fight = played.fight

    def opening(self) -> list[str]:
        """The line that begins this fight anew, where one can."""
        fight = self.start
        if self.source:
            return [f"start {quoted(self.source)} --seed {quoted(fight.seed)}"]
        if not fight.combatants:
            title = f" --title {quoted(fight.title)}" if fight.title else ""
            return [f"new {fight.system} --seed {quoted(fight.seed)}{title}"]
        return ["# this fight began from a save edited by hand: play this on a copy of that save"]

    def _replayed(self, length: int) -> Fight:
        fight = self.start
        for line in self.journal[:length]:
            fight = play(self.rules, fight, read_line(line, self.rules, fight)).fight
        return fight

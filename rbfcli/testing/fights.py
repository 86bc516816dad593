"""The laws of whole fights and of examples, and the random player."""

from collections.abc import Callable, Iterable

from rbfcli.core.errors import RbfError
from rbfcli.core.text import quoted
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.model.rules import Example
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.session.session import Session
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import load
from rbfcli.testing import support
from rbfcli.testing.laws import perform as laws_perform
from rbfcli.testing.offers import error_of, offers_are_accepted, steps_are_accepted
from rbfcli.testing.state import players_see_no_secret
from rbfcli.testing.support import (
    LawViolation,
    SeededDraw,
    answers_to_try,
    in_turn,
    out_of_turn,
    plain,
    require_law,
    sampled_lines,
    selector_lines,
)


def every_example_gives_its_result(system: str) -> None:
    """Check that each example in the ledger gives the result it states. Raises LawViolation."""
    rules = load(system)
    for entry in rules.ledger():
        for example in entry.examples:
            said = played(system, example)
            require_law(
                example.told in said, f"{entry.id}: {example.line}: the result was not {example.told!r} but {said!r}"
            )


def played(system: str, example: Example) -> str:
    """Return the output of an example's last line, plain and explained, or why it is refused."""
    encounter = example.on or load(system).examples_on
    session = from_encounter(find_encounter(encounter), "examples", source=encounter)
    for line in example.before:
        perform(session, line)
    try:
        said = perform(session, example.line)
    except RbfError as refusal:
        return f"{refusal.message}; {refusal.hint}" if example.refused else f"refused: {refusal.message}"
    return f"not refused: {said}" if example.refused else said


def perform(session: Session, line: str) -> str:
    """Play a line and return its output, plain and explained. Raises RbfError."""
    before = session.fight
    done = session.perform(read_line(line, session.rules, session.fight))
    styles = (Style(), Style(explain=True))
    return "\n".join(
        line for style in styles for line in narrate(done.events, before, session.fight, session.rules, style)
    )


LINES_OF_A_GAME = 25
SAVED = "# saved and loaded"
ANSWERS, MOST_STEPS, FEW, LOOKED_AT, BEFORE_INIT = 75, 4, 5, 12, 4


class Player:
    """One random fight: every line is drawn, checked against the laws and recorded for replay."""

    def __init__(self, path: str, seed: str) -> None:
        self.path = path
        self.seed = seed
        self.session = from_encounter(find_encounter(path), seed, source=path)
        self.written: list[str] = []
        self.accepted = self.refused = 0
        self._draw = SeededDraw(f"player {seed}")
        self._fights = [self.session.fight]

    def play(self, lines: int = LINES_OF_A_GAME) -> None:
        """Play `lines` lines, with `init` among the first few. Raises LawViolation with the fight as a script."""
        before = self._draw.number(0, min(BEFORE_INIT, lines - 1))
        for number in range(lines):
            self.take("init" if number == before else self.next_line())

    def take(self, line: str) -> None:
        """Play one line of a script. Raises LawViolation with the fight as a script."""
        try:
            self._take(line)
        except Exception as wrong:
            if self.written[-1:] != [line]:
                self.written.append(line)
            raise LawViolation(f"{type(wrong).__name__}: {wrong}\n{self.script()}") from wrong

    def script(self) -> str:
        """Return the fight so far as a script for `play_again`."""
        return "\n".join([f"start {quoted(self.path)} --seed {quoted(self.seed)}", *self.written])

    def next_line(self) -> str:
        """Return the next line: usually an answer if a question is open, otherwise any line."""
        if self.session.fight.questions and self._draw.happens(ANSWERS):
            return self._draw.of(answers_to_try(self.session))
        lines = self._draw.of(STEPS)(self.session, self._draw)
        return self._draw.of(lines) if lines else "turn next"

    def _take(self, line: str) -> None:
        verb, _, count = line.partition(" ")
        if line == SAVED:
            self._load_again()
            self.written.append(line)
        elif verb in ("undo", "redo"):
            self._step(verb, int(count))
            self.written.append(line)
        else:
            self._perform(line)

    def _load_again(self) -> None:
        """Save and load the session, and check that it is valid and that its journal leads to its fight."""
        rules, self.session = self.session.rules, from_bytes(to_bytes(self.session), self.path).session
        self.session.rules = rules
        for fault in self.session.faults(played=True):
            raise LawViolation(fault)

    def _perform(self, line: str) -> None:
        """Play one line of the fight; a refused one is recorded as refused."""
        bare = line.removeprefix("expect refused { ").removesuffix(" }")
        length = len(self.session.journal)
        laws_perform(self.session, bare)
        if len(self.session.journal) > length:
            self.accepted += 1
            self.written.append(bare)
            self._fights[length + 1 :] = [self.session.fight]
            steps_are_accepted(self.session)
            if self.accepted % LOOKED_AT == 0:
                players_see_no_secret(self.session.fight, self.session.rules)
                offers_are_accepted(self.session, self.session.fight.combatants)
        else:
            self.refused += 1
            self.written.append(f"expect refused {{ {bare} }}")

    def _step(self, verb: str, count: int) -> None:
        """Check that some steps of undo or redo lead to the same fight as before."""
        (self.session.undo if verb == "undo" else self.session.redo)(count)
        there = self._fights[len(self.session.journal)]
        require_law(
            plain(self.session.fight) == plain(there), f"{verb} {count}: the fight is another than it was there"
        )


def _acts(session: Session, draw: SeededDraw) -> list[str]:
    """Return a line that is accepted if a few draws find one, else any of the drawn lines."""
    lines = in_turn(session)
    drawn = [draw.of(lines) for _ in range(FEW)] if lines else []
    return [next((line for line in drawn if not error_of(session, split_words(line))), drawn[0])] if drawn else []


def _says_anything(session: Session, draw: SeededDraw) -> list[str]:
    people = list(session.fight.combatants)
    return sampled_lines(session, draw.of(people), 1) if people else []


def _goes_back(session: Session, _draw: SeededDraw) -> list[str]:
    return [f"undo {count}" for count in range(1, min(len(session.journal), MOST_STEPS) + 1)]


def _goes_forth(session: Session, draw: SeededDraw) -> list[str]:
    return [f"redo {count}" for count in range(1, len(session.undone) + 1)] or _goes_back(session, draw)


STEPS: tuple[Callable[[Session, SeededDraw], list[str]], ...] = (
    *[_acts] * 8,
    *[lambda _session, _draw: ["turn next"]] * 3,
    *[lambda session, draw: [support.line(session, draw)]] * 5,
    *[lambda session, _draw: [f"{line} --force" for line in (*in_turn(session), *out_of_turn(session))]] * 2,
    *[_says_anything] * 3,
    *[lambda session, _draw: list(selector_lines(session))] * 2,
    lambda session, _draw: out_of_turn(session),
    _goes_back,
    _goes_forth,
    lambda _session, _draw: [SAVED],
    _acts,
)


def play_fights(path: str, numbers: Iterable[int], lines: int = LINES_OF_A_GAME) -> tuple[int, int]:
    """Play random fights by number, and return the accepted and refused lines. Raises LawViolation."""
    accepted = refused = 0
    for number in numbers:
        player = Player(path, f"fight {number}")
        player.play(lines)
        accepted, refused = accepted + player.accepted, refused + player.refused
    return accepted, refused


def play_again(script: str) -> Player:
    """Replay a recorded fight under the laws. Raises LawViolation."""
    opening, *lines = script.splitlines()
    _, path, _, seed = split_words(opening)
    player = Player(path, seed)
    for line in lines:
        player.take(line)
    return player

"""Edits of a save by hand, drawn at random: each comes to the same as the edit typed."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from rbfcli.checking.integrity import PEOPLE
from rbfcli.core.errors import InvalidFile, RbfError
from rbfcli.core.text import quoted
from rbfcli.engine.play import execute
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Command
from rbfcli.model.evolve import Assigned, Removed, Step, patched, read_steps, steps_text
from rbfcli.model.fight import Fight
from rbfcli.session.saves import from_bytes, to_bytes, to_tables
from rbfcli.session.session import Session
from rbfcli.storage.toml import write_toml
from rbfcli.testing.fights import Player
from rbfcli.testing.support import SeededDraw, plain, require_law
from tests.laws.conditions import the_fallen_wait_for_nothing
from tests.laws.reach import is_within_reach
from tests.laws.results import results_are_right

NUMBERS = (-1, 0, 1, 2, 7, 10**6, 10**6 + 1, 2**53)
TEXTS = ("", "nobody", "ada", "prone", "x" * 65, "a.b", "a\u202eb", "e\u0301")
OF_A_PAUSE = ("questions", "paused")


def lines(session: Session, draw: SeededDraw) -> list[str]:
    """Return an edit of a random part of the fight: a value set, copied from another sheet, or removed."""
    if draw.happens(50) and (edits := [*edits_to_what_others_have(session.fight)]):
        return [f"edit {quoted(steps_text([draw.of(edits)]))}"]
    places = [(path, value) for path, value in _leaves(msgspec.to_builtins(session.fight)) if path[0] not in OF_A_PAUSE]
    path, value = draw.of(places)
    return [f"edit {quoted(steps_text([_step(path, value, draw)]))}"]


def edits_to_what_others_have(fight: Fight) -> Iterator[Step]:
    """Yield each field of each sheet set to each different value from another sheet."""
    people = fight.combatants.values()
    for who, one in fight.combatants.items():
        for field in one.__struct_fields__:
            found = [getattr(other, field) for other in people]
            for place, value in enumerate(found):
                if value not in (getattr(one, field), *found[:place]):
                    yield Assigned((PEOPLE, who, field), value)


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from _leaves(each, (*path, key))
    else:
        yield path, value


def _step(path: tuple[str, ...], value: Any, draw: SeededDraw) -> Step:
    if draw.happens(10) and len(path) > 1:
        return Removed(path[:-1])
    if isinstance(value, bool):
        return Assigned(path, not value)
    return Assigned(path, draw.of(NUMBERS) if isinstance(value, int) else draw.of(TEXTS))


def comes_to_the_same_by_hand(session: Session, line: str) -> None:
    """Check that a typed edit and the same edit of the save agree.

    Both are refused, or both lead to the same fight.
    """
    try:
        command: Any = read_line(line, session.rules, session.fight)
    except RbfError:
        return
    typed = _typed(session, command)
    by_hand = _by_hand(session, command.steps)
    require_law((typed is None) == (by_hand is None), f"{line}: typed it is {_said(typed)}, by hand {_said(by_hand)}")
    if typed is None or by_hand is None or _alike(session.fight, typed.fight):
        return
    require_law(_alike(by_hand.fight, typed.fight), f"{line}: the save edited by hand is another fight")
    if len(by_hand.journal) > len(session.journal):
        require_law(
            from_bytes(to_bytes(by_hand), "save").session.fight == by_hand.fight, f"{line}: it does not load again"
        )
        by_hand.undo(1)
        require_law(
            plain(by_hand.fight) == plain(session.fight), f"{line}: undone, the fight is not as it was before the edit"
        )


def _alike(combatant: Any, other: Any) -> bool:
    """Return whether two fights are the same; a pause may remember the same edit in other steps."""
    return bool(plain(replace(combatant, paused=None)) == plain(replace(other, paused=None)))


def _typed(session: Session, command: Command) -> Session | None:
    twin = session.twin()
    try:
        twin.perform(command)
    except RbfError:
        return None
    return twin


def _by_hand(session: Session, steps: str) -> Session | None:
    """Return the session loaded from a save with the steps applied, or None if that fails."""
    tables = to_tables(session)
    try:
        tables["fight"] = msgspec.to_builtins(patched(session.fight, read_steps(steps)))
        return from_bytes(write_toml(tables), "save").session
    except (InvalidFile, LookupError, TypeError, AttributeError, msgspec.MsgspecError):
        return None


def _said(session: Session | None) -> str:
    return "refused" if session is None else "taken"


EDITS = 4  # in a hundred lines


class EditingPlayer(Player):
    """A random fight whose save is also edited by hand."""

    def next_line(self) -> str:
        """Return the next line, now and then an edit."""
        return lines(self.session, self._draw)[0] if self._draw.happens(EDITS) else super().next_line()

    def _take(self, line: str) -> None:
        if line.startswith("edit "):
            comes_to_the_same_by_hand(self.session, line)
        super()._take(line)

    def _perform(self, line: str) -> None:
        before, played = self.session.fight, len(self.session.journal)
        super()._perform(line)
        if len(self.session.journal) > played:
            the_fallen_wait_for_nothing(self.session.rules, before, self.session.fight, line)
            command = read_line(line, self.session.rules, before)
            is_within_reach(self.session.rules, before, command, line)
            results_are_right(self.session.rules, before, execute(self.session.rules, before, command), line)

"""Edits of a save by hand: the same whether a hand made them in the file or somebody types them as a line."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from rbfcli.conformance.drawing import Draw
from rbfcli.conformance.law_broken import hold, plain
from rbfcli.kernel.command import Command
from rbfcli.kernel.differences import Gone, Put, Step, patched, read_steps, steps_text
from rbfcli.kernel.errors import InvalidFile, RbfError
from rbfcli.kernel.visible import quoted
from rbfcli.language.fights import read_line
from rbfcli.session.saves import from_bytes, to_bytes, to_tables
from rbfcli.session.session import Session
from rbfcli.store.toml_writing import write_toml

NUMBERS = (-1, 0, 1, 2, 7, 10**6, 10**6 + 1, 2**53)
TEXTS = ("", "nobody", "ada", "prone", "x" * 65, "a.b", "a\u202eb", "e\u0301")
OF_A_PAUSE = ("questions", "paused")


def lines(session: Session, draw: Draw) -> list[str]:
    """An edit of something in the fight: a number, a text, a switch, or an entry of a table taken out."""
    places = [(path, value) for path, value in _leaves(msgspec.to_builtins(session.fight)) if path[0] not in OF_A_PAUSE]
    path, value = draw.of(places)
    return [f"edit {quoted(steps_text([_step(path, value, draw)]))}"]


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from _leaves(each, (*path, key))
    else:
        yield path, value


def _step(path: tuple[str, ...], value: Any, draw: Draw) -> Step:
    if draw.happens(10) and len(path) > 1:
        return Gone(path[:-1])
    if isinstance(value, bool):
        return Put(path, not value)
    return Put(path, draw.of(NUMBERS) if isinstance(value, int) else draw.of(TEXTS))


def comes_to_the_same_by_hand(session: Session, line: str) -> None:
    """An edit that is typed and the same edit of the save are both refused, or lead to the same fight."""
    try:
        command: Any = read_line(line, session.rules, session.fight)
    except RbfError:
        return
    typed = _typed(session, command)
    by_hand = _by_hand(session, command.steps)
    hold((typed is None) == (by_hand is None), f"{line}: typed it is {_said(typed)}, by hand {_said(by_hand)}")
    if typed is None or by_hand is None or _alike(session.fight, typed.fight):
        return
    hold(_alike(by_hand.fight, typed.fight), f"{line}: the save edited by hand is another fight")
    if len(by_hand.journal) > len(session.journal):
        hold(from_bytes(to_bytes(by_hand), "save").session.fight == by_hand.fight, f"{line}: it does not load again")
        by_hand.undo(1)
        hold(
            plain(by_hand.fight) == plain(session.fight), f"{line}: undone, the fight is not as it was before the edit"
        )


def _alike(one: Any, other: Any) -> bool:
    """Whether two fights are the same; what waits may remember the same edit in other steps."""
    return bool(plain(replace(one, paused=None)) == plain(replace(other, paused=None)))


def _typed(session: Session, command: Command) -> Session | None:
    twin = session.twin()
    try:
        twin.perform(command)
    except RbfError:
        return None
    return twin


def _by_hand(session: Session, steps: str) -> Session | None:
    """The session in the save, once a hand took the steps there."""
    tables = to_tables(session)
    try:
        tables["fight"] = msgspec.to_builtins(patched(session.fight, read_steps(steps)))
        return from_bytes(write_toml(tables), "save").session
    except (InvalidFile, LookupError, TypeError, AttributeError, msgspec.MsgspecError):
        return None


def _said(session: Session | None) -> str:
    return "refused" if session is None else "taken"

"""The text of the prompt and its toolbar, and the size of the window."""

import os
from collections.abc import Sequence
from typing import Any

from rbfcli.core.text import safe
from rbfcli.engine.answers import offered, open_now
from rbfcli.render.layout import cut, moment, width
from rbfcli.render.sentences import inside
from rbfcli.render.terminal import line_width
from rbfcli.session.file_store import SaveView

LONGEST_NAME = 24
LEAST_ROOM = 16
CONTINUATION = "... "

STATUSES = {
    1: "refused",
    2: "not understood",
    3: "bad file",
    4: "not saved",
    5: "too much",
    70: "a bug",
    130: "interrupted",
}


def status_words(status: int) -> str:
    """Return how a command ended, in words; empty if it succeeded."""
    return STATUSES.get(status, f"status {status}") if status else ""


def prompt_parts(view: SaveView, status: int) -> list[tuple[str, str]]:
    """Return the styled parts of a prompt: `refused, round 2, Vex> `."""
    fight = view.context.fight if view.context else None
    parts = [("class:failed", status_words(status))] if status else []
    if fight is None:
        parts.append(("class:prompt", "rbf"))
    elif fight.over or not fight.round:
        parts.append(("class:prompt", "over" if fight.over else "not started"))
    else:
        group = [("class:round", safe(fight.group))] if fight.group else []
        parts += [*group, ("class:round", f"round {fight.round}"), ("class:prompt", _who_is_up(fight))]
    commas = [part for each in parts if each[1] for part in (("", ", "), each)]
    return [*commas[1:], ("", "> ")]


def fitted_parts(parts: Sequence[tuple[str, str]], columns: int) -> list[tuple[str, str]]:
    """Return the parts of a prompt. If too little room is left for typing, input starts on a new row."""
    if width("".join(text for _, text in parts)) + LEAST_ROOM <= columns:
        return [*parts]
    return [*parts[:-1], ("", f"\n{parts[-1][1]}")]


def _who_is_up(fight: Any) -> str:
    """Return who has to choose first, and of how many, or whose turn it is, else the phase."""
    if asked := open_now(fight):
        number = f" (1 of {len(asked)})" if len(asked) > 1 else ""
        return f"{_name(fight, asked[0].who) or 'the GM'} chooses{number}"
    return _name(fight, fight.active) if fight.active else safe(fight.phase)


def prompt_text(view: SaveView, status: int) -> str:
    """Return the prompt without styles."""
    return "".join(text for _, text in prompt_parts(view, status))


def toolbar(path: str, view: SaveView, time: str = "", *, asks_faces: bool = False) -> str:
    """Return the save, the round, the current turn, its time, the first open question, and whose dice are used."""
    return " · ".join(filter(None, [safe(path), *_state(view), time, "your dice" if asks_faces else ""]))


def fitted_toolbar(state: str, keys: Sequence[str], columns: int) -> str:
    """Return the toolbar in one row: the state, then as many keys as fit."""
    text = cut(state, columns)
    for key in keys:
        longer = f"{text} · {key}"
        if width(longer) > columns:
            break
        text = longer
    return text


def change_notice(path: str, view: SaveView) -> str:
    """Return a notice that the save was changed elsewhere, with its new state."""
    return f"rbf: {safe(path)} was changed elsewhere: {', '.join(_state(view))}"


def _name(fight: Any, actor: str) -> str:
    """Return a combatant's name, short enough for a prompt."""
    one = fight.combatants.get(actor)
    name = one.name if one else actor
    return inside(safe(name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"))


def _state(view: SaveView) -> list[str]:
    if view.context is None:
        return [safe(view.problem) or "no fight yet: start ENCOUNTER, or new SYSTEM"]
    fight = view.context.fight
    asked = () if fight.over else open_now(fight)
    whose = f"{safe(asked[0].who)} " if len(asked) > 1 and asked[0].who else ""
    return [moment(fight), *(f"choose {whose}{safe(offered([one]))}" for one in asked[:1])]


def window_size() -> tuple[int, int]:
    """Return the width of a line in cells and the number of rows now; 0 rows if it is not a terminal."""
    try:
        columns, rows = os.get_terminal_size(1)
    except OSError:
        return line_width({}), 0
    return line_width({}, columns), rows

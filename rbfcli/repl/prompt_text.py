"""The text of the prompt and its toolbar, safe for the terminal."""

from typing import Any

from rbfcli.kernel.answers import offered, open_now
from rbfcli.render.safe import safe
from rbfcli.repl.save_watch import SaveView

LONGEST_NAME = 24


def prompt_parts(view: SaveView, status: int) -> list[tuple[str, str]]:
    """`[1] [2] Vex> ` as parts with their style: the status of a command that failed, the round, whose turn it is."""
    failed = [("class:failed", f"[{status}]"), ("", " ")] if status else []
    fight = view.context.fight if view.context else None
    if fight is None or not fight.active:
        return [*failed, ("class:prompt", "rbf"), ("", "> ")]
    return [*failed, ("class:round", f"[{fight.round}]"), ("class:prompt", f" {active_name(fight)}"), ("", "> ")]


def prompt_text(view: SaveView, status: int) -> str:
    """The prompt without styles."""
    return "".join(text for _, text in prompt_parts(view, status))


def toolbar(path: str, view: SaveView) -> str:
    """The save, the round, whose turn it is, and what the fight waits for."""
    return " · ".join([safe(path), *_state(view)])


def change_notice(path: str, view: SaveView) -> str:
    """That somebody else changed the save, and its state now."""
    return f"rbf: {safe(path)} was changed elsewhere: {', '.join(_state(view))}"


def active_name(fight: Any) -> str:
    """The name of the active combatant, short enough for a prompt."""
    one = fight.combatants.get(fight.active)
    name = one.name if one else fight.active
    return safe(name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…")


def _state(view: SaveView) -> list[str]:
    if view.context is None:
        return [safe(view.problem) or "no fight yet: start ENCOUNTER, or new SYSTEM"]
    fight = view.context.fight
    if fight.over:
        return [f"over: {safe(fight.over)}"]
    waiting = [f"choose {safe(offered([one]))}" for one in open_now(fight)[:1]]
    if not fight.round:
        return ["not begun: init", *waiting]
    nobody = safe(fight.phase) or "nobody's turn"
    return [f"round {fight.round}", f"{active_name(fight)}'s turn" if fight.active else nobody, *waiting]

"""The tracker as it is drawn: the threat, both rows of spaces, and where the running phase stands (THR-TRACK)."""

from rbfcli.systems.threat.economy.tracker import columns
from rbfcli.systems.threat.sheet import ThreatFight

LEFT, WIDE = 9, 4


def picture(fight: ThreatFight) -> tuple[str, ...]:
    """The sheet with the present threat and space in brackets; nothing before the fight."""
    if not fight.phase:
        return ()
    sheet = columns(fight.options)
    at = fight.board.threat - sheet.lowest
    rows = (
        _row("THREAT", range(sheet.lowest, sheet.highest + 1), at),
        _row("OFFENSE", sheet.offense, at) + _track(fight, "offense"),
        _row("DEFENCE", sheet.defence, at) + _track(fight, "defence"),
    )
    return tuple(row.rstrip() for row in rows)


def _row(name: str, numbers: range | tuple[int, ...], at: int) -> str:
    """One row; the column of the present threat stands between bars."""
    cells = (f"|{number}|" if place == at else str(number) for place, number in enumerate(numbers))
    return f"{name:<{LEFT}}" + "".join(f"{cell:^{WIDE}}" for cell in cells)


def _track(fight: ThreatFight, phase: str) -> str:
    """The way the running phase's tracker goes, with the space it stands on in brackets."""
    if fight.phase != phase:
        return ""
    steps = (f"[{n}]" if n == fight.board.tracker else f"{n}" for n in range(fight.board.spaces, 0, -1))
    return "  tracker  " + " > ".join(steps)

"""The tracker as it is drawn: the threat, both rows of spaces, and where the running phase stands (THR-TRACK)."""

from rbfcli.kernel.picture import Picture, Strips
from rbfcli.systems.threat.economy.tracker import columns
from rbfcli.systems.threat.sheet import ThreatFight

WIDE = 4
MOST_SPACES = 20


def picture(fight: ThreatFight) -> Picture:
    """The sheet with the present threat and space in brackets; nothing before the fight."""
    if not fight.phase:
        return ()
    sheet = columns(fight.options)
    threats = range(sheet.lowest, sheet.highest + 1)
    strips = (
        tuple(_cell(number, here=threat == fight.board.threat) for number in numbers)
        for threat, *numbers in zip(threats, threats, sheet.offense, sheet.defence, strict=False)
    )
    return (Strips(strips=tuple(strips), labels=("THREAT", "OFFENSE", "DEFENCE"), gap=0), _track(fight))


def _cell(number: int, *, here: bool) -> str:
    """One number of the sheet; those of the present threat stand between bars."""
    return f"{f'|{number}|' if here else number:^{WIDE}}"


def _track(fight: ThreatFight) -> str:
    """The way the running phase's tracker goes, with the space it stands on in brackets."""
    told: list[str] = []
    before = fight.board.spaces + 1
    for space in _drawn_spaces(fight.board.spaces, fight.board.tracker):
        told += [*(["..."] if space < before - 1 else []), f"[{space}]" if space == fight.board.tracker else f"{space}"]
        before = space
    return f"{fight.phase} tracker: {' > '.join(told)}"


def _drawn_spaces(spaces: int, tracker: int) -> list[int]:
    """The spaces of a tracker as it goes; of a long one the first, those around where it stands, and the last."""
    if spaces <= MOST_SPACES:
        return [*range(spaces, 0, -1)]
    around = {each for each in range(tracker - 1, tracker + 2) if 0 < each <= spaces}
    return sorted({spaces, 1, *around}, reverse=True)

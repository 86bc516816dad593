"""What only THREAT sees wrong in a fight: a tracker that stands where its sheet has no space."""

from collections.abc import Iterator

from rbfcli.kernel.mistakes import Mistake, left_to_rules
from rbfcli.systems.threat.economy.tracker import columns
from rbfcli.systems.threat.sheet import ThreatFight


def mistakes(fight: ThreatFight, who: str) -> Iterator[Mistake]:
    """On the board (THR-TRACK-1, THR-TRACK-2)."""
    return left_to_rules(() if who else _on_the_board(fight))


def _on_the_board(fight: ThreatFight) -> Iterator[Mistake]:
    sheet, board = columns(fight.options), fight.board
    if fight.phase and not sheet.lowest <= board.threat <= sheet.highest:
        yield Mistake(("board", "threat"), f"must be from {sheet.lowest} to {sheet.highest}, not {board.threat}")
    if board.tracker > board.spaces:
        yield Mistake(("board", "tracker"), f"must be at most the spaces ({board.spaces}), not {board.tracker}")

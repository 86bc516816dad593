"""The table of RPJ's reactions: free attacks and overwatch (RPJ-ACT-5, RPJ-ACT-6, RPJ-SUP-4, RPJ-OVR-2)."""

from rbfcli.kernel.later import later_in
from rbfcli.kernel.reactions import Reaction

ATTACK, PASS = "attack", "pass"
later = later_in(__name__)


def _row(kind: str, on: str, rule: str, may: str, react: str) -> Reaction:
    """Everybody who may is asked at once, and may go on without an answer."""
    return Reaction(
        kind=kind,
        on=on,
        rule=rule,
        may=later(f"reactions.{may}"),
        react=later(f"reactions.{react}"),
        answers=(ATTACK, PASS),
        decided=later("reactions.decided"),
        together=True,
        lapses=True,
    )


REACTIONS = (
    _row("leaving", "leaves", "RPJ-ACT-5", may="may_strike_leaver", react="strike_leaver"),
    _row("moving", "moved", "RPJ-SUP-4", may="may_shoot_mover", react="shoot_mover"),
    _row("entering", "moved", "RPJ-OVR-2", may="may_shoot_intruder", react="shoot_intruder"),
    _row("shooting", "shot", "RPJ-ACT-6", may="may_strike_shooter", react="strike_shooter"),
)

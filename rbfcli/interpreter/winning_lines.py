"""By how much what is suggested changes the chance to win, for whoever does it."""

from collections.abc import Sequence

from rbfcli.lab.ranking import Prospect
from rbfcli.lab.winning import winning
from rbfcli.render.safe import safe
from rbfcli.render.simulation import percent
from rbfcli.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.simulation import ChangedChance


def winning_changes(session: Session, prospects: Sequence[Prospect], fights: int) -> "list[ChangedChance]":
    """What each does to the chance of its own side, in so many fights played on from here. Raises RbfError."""
    found = winning(session.rules, session.fight, [each.offer.command for each in prospects], fights)
    sides = [session.fight.combatants[each.who].side for each in prospects]
    changes: list[ChangedChance] = []
    for side, pairs in zip(sides, found.behind, strict=True):
        low, high = pairs.between(side)
        before, chance = found.wins[side] / found.fights, pairs.wins[side] / found.fights
        changes.append({"before": before, "chance": chance, "change": pairs.change(side), "low": low, "high": high})
    return changes


def winning_in_words(change: "ChangedChance") -> str:
    """`wins 63.0 % (+4.5 ± 6.0)`."""
    wide = 50 * (change["high"] - change["low"])
    return f"wins {percent(change['chance'])} ({100 * change['change']:+.1f} ± {wide:.1f})"


def winning_remark(session: Session, played_on: "Sequence[tuple[Prospect, ChangedChance]]", fights: int) -> str:
    """What the numbers of the changes are."""
    without = {session.fight.combatants[each.who].side: change["before"] for each, change in played_on}
    chances = ", ".join(f"{safe(side)} wins {percent(chance)}" for side, chance in without.items())
    said = f"wins: of {fights:,} fights played on behind each of the first {len(played_on)}, all by `weakest`"
    return f"{said}; without them {chances}"

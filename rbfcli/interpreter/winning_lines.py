"""By how much what is suggested changes the chance to win, for whoever does it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rbfcli.lab.ranking import Prospect
from rbfcli.lab.winning import winning
from rbfcli.render.safe import safe
from rbfcli.render.simulation import percent
from rbfcli.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.simulation import ChangedChance


class Wins(Struct, frozen=True):
    """What each of the first prospects does to the chance to win, in how many fights, and whether they were stopped."""

    changes: "tuple[ChangedChance, ...]" = ()
    fights: int = 0
    stopped: bool = False


def winning_changes(session: Session, prospects: Sequence[Prospect], fights: int) -> Wins:
    """What each does to the chance of its own side, in so many fights played on from here. Raises RbfError."""
    found = winning(session.rules, session.fight, [each.offer.command for each in prospects], fights)
    if not found.fights:
        return Wins(stopped=found.stopped)
    sides = [session.fight.combatants[each.who].side for each in prospects]
    changes: list[ChangedChance] = []
    for side, pairs in zip(sides, found.behind, strict=True):
        low, high = pairs.between(side)
        before, chance = found.wins[side] / found.fights, pairs.wins[side] / found.fights
        changes.append({"before": before, "chance": chance, "change": pairs.change(side), "low": low, "high": high})
    return Wins(tuple(changes), found.fights, found.stopped)


def winning_in_words(change: "ChangedChance") -> str:
    """`wins 63.0 % (+4.5: -1.5 to +10.5)`."""
    by, low, high = (f"{100 * change[key]:+.1f}" for key in ("change", "low", "high"))
    return f"wins {percent(change['chance'])} ({by}: {low} to {high})"


def winning_remarks(session: Session, prospects: Sequence[Prospect], wins: Wins) -> Iterator[str]:
    """What the numbers of the changes are, or that there are none."""
    played_on = [*zip(prospects, wins.changes, strict=False)]
    if not played_on:
        if wins.stopped:
            yield "wins: stopped before a fight was over"
        return
    without = {session.fight.combatants[each.who].side: change["before"] for each, change in played_on}
    chances = ", ".join(f"{safe(side)} wins {percent(chance)}" for side, chance in without.items())
    first = f"each of the first {len(played_on)}" if len(played_on) > 1 else "the first"
    of = f"wins: of {wins.fights:,} fights played on behind {first}, all by `weakest`"
    yield f"{of}{', stopped' if wins.stopped else ''}; without them {chances}"

"""What counts of how a command ends: its outcome, and whom it harmed."""

from fractions import Fraction

from msgspec import Struct

from rbfcli.engine.play import Played
from rbfcli.model.fight import Combatant, Fight
from rbfcli.model.rules import Rules


class Touched(Struct, frozen=True):
    """Somebody whose sheet is another at the end: the health it lost, whether it stands, and whether it is there."""

    who: str
    lost: int
    stands: bool
    there: bool = True


class Ending(Struct, frozen=True):
    """What counts of how a command can end: its outcome, and whom it touched."""

    outcome: str
    touched: tuple[Touched, ...]


Ends = dict[Ending, Fraction]


def ending_of(rules: Rules, fight: Fight, played: Played) -> Ending:
    """What counts of a fight that ended, for those who took part from the beginning."""
    after = played.fight.combatants
    changed = ((who, one, after.get(who)) for who, one in fight.combatants.items() if one is not after.get(who))
    return Ending(played.outcome, tuple([_touched(rules, who, one, now) for who, one, now in changed]))


def _touched(rules: Rules, who: str, one: Combatant, now: Combatant | None) -> Touched:
    health = rules.health(one)[0]
    if now is None:
        return Touched(who, health, stands=False, there=False)
    return Touched(who, health - rules.health(now)[0], rules.standing(now))


def worth(rules: Rules, fight: Fight, who: str, ends: Ends) -> Fraction:
    """What endings are worth to somebody: health taken from other sides less that of its own, and who goes down."""
    people = fight.combatants
    side = people[who].side if who in people else ""
    return sum(
        (chance * (-1 if people[each.who].side == side else 1) * _harm(rules, people[each.who], each)
         for ending, chance in ends.items()
         for each in ending.touched),
        Fraction(0),
    )  # fmt: skip


def _harm(rules: Rules, one: Combatant, touched: Touched) -> Fraction:
    """The part of somebody's health that is lost, and 1 more where it goes down."""
    down = rules.standing(one) and not touched.stands
    return Fraction(touched.lost, max(1, rules.health(one)[1])) + int(down)

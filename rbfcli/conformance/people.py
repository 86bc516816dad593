"""Who stands for the two sides of the table in a law, and when."""

from collections.abc import Iterator

from rbfcli.kernel.errors import RbfError
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.session import Session

MOST_TURNS = 12
TIME = ("turn next", "turn next --force")


def one_of_each_side(session: Session) -> tuple[str, ...]:
    """The first of each side who stands, in the order of the file."""
    fight, rules = session.fight, session.rules
    found: dict[str, str] = {}
    for who, one in fight.combatants.items():
        if rules.standing(one) and one.side not in found:
            found[one.side] = who
    return tuple(found.values())


def turns_of_sides(path: str) -> Iterator[Session]:
    """A fight as it begins, and in the first turn of each further side; where nobody has turns, in each phase."""
    session = from_encounter(path, "sides", source=path)
    seen: set[tuple[str, ...]] = set()
    for step in range(MOST_TURNS):
        if not any(_is_done(session, line) for line in (TIME if step else ("init",))):
            return
        moment = whose_turn(session)
        if moment not in seen:
            seen.add(moment)
            yield Session(session.rules, session.fight)


def whose_turn(session: Session) -> tuple[str, ...]:
    """The side that acts; the phase where nobody has a turn of its own."""
    fight = session.fight
    acting = session.rules.members(fight, fight.active) if fight.active else ()
    return tuple(dict.fromkeys(fight.combatants[who].side for who in acting)) or (fight.phase,)


def _is_done(session: Session, line: str) -> bool:
    try:
        session.perform(read_line(line, session.rules, session.fight))
    except RbfError:
        return False
    return True

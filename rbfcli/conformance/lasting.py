"""The laws of what lasts: it ends with its cause, after the turns it counts, and a cost announced is paid."""

from collections.abc import Iterator

from rbfcli.conformance.law_broken import hold
from rbfcli.conformance.people import one_of_each_side
from rbfcli.kernel.answers import open_now
from rbfcli.kernel.conditions import ConditionRow, addable_conditions, row_of, with_role
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.evolve import field_at
from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.visible import quoted
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.session import Session

ROUNDS, MOST_TURNS, MOST_ANSWERS = 2, 60, 20
FEW, MANY = 2, 8
TIME, HOLDING = ("turn next", "turn next --force"), ("turn hold",)


def what_lasts_has_its_cause(rules: Rules, before: Fight, fight: Fight, line: str) -> None:
    """Nothing hangs on somebody who is gone; and who falls lets go of what it held, aimed at, watched or waited for."""
    for who, one in fight.combatants.items():
        _is_held_by_somebody(rules, fight, who, line)
        if _stands(rules, before, who) and _is_down(rules, one):
            _lets_everything_be(rules, fight, who, line)


def _is_held_by_somebody(rules: Rules, fight: Fight, who: str, line: str) -> None:
    one = fight.combatants[who]
    for name, condition in one.conditions.items():
        row = row_of(rules.conditions, name)
        if row is not None and row.tied and condition.by:
            there = _stands(rules, fight, condition.by)
            hold(there, f"{line}: {who} is still {name} by {condition.by}, who is gone")
    for field in _aims(rules):
        aimed_at = getattr(one, field)
        hold(
            not isinstance(aimed_at, str) or aimed_at in ("", *fight.combatants),
            f"{line}: {field} of {who} is still {aimed_at}, who is gone",
        )


def _lets_everything_be(rules: Rules, fight: Fight, who: str, line: str) -> None:
    one = fight.combatants[who]
    for row in rules.reactions:
        hold(row.bearing not in one.conditions, f"{line}: {who} has fallen, and is still {row.bearing}")
    for field in rules.until_down:
        hold(not getattr(one, field), f"{line}: {who} has fallen, and its {field} is still {getattr(one, field)}")


def _stands(rules: Rules, fight: Fight, who: str) -> bool:
    return who in fight.combatants and not _is_down(rules, fight.combatants[who])


def _is_down(rules: Rules, one: Combatant) -> bool:
    return bool(with_role(rules.conditions, one, "down", "dying", "dead"))


def _aims(rules: Rules) -> Iterator[str]:
    """The fields of a sheet that name another combatant."""
    return (field for field, kind in rules.references.items() if kind == "combatant" and "." not in field)


def what_counts_turns_ends(path: str) -> None:
    """A condition for two rounds is gone after three, where turns are held too. Raises LawBroken."""
    ended = 0
    for begun in _begun(path, FEW):
        for who in one_of_each_side(begun):
            for name in addable_conditions(begun.rules.conditions, begun.fight.combatants):
                ended += sum(_ends(_copy(begun), who, name, holds=holds) for holds in (False, True))
    hold(ended, f"{path}: no condition could be watched until it ended")


def _ends(session: Session, who: str, name: str, *, holds: bool) -> bool:
    """Whether three rounds went by while its bearer stood, and the condition ended."""
    if not _perform(session, f"condition add {who} {quoted(name)} --rounds {ROUNDS}"):
        return False
    first = session.fight.round
    for _ in range(MOST_TURNS):
        if session.fight.round > first + ROUNDS + 1 or not _is_up(session, who):
            break
        if not _passes(session, who, holds=holds):
            return False
    left = session.fight.combatants[who].conditions.get(name) if _is_up(session, who) else None
    hold(
        left is None or session.fight.round <= first + ROUNDS + 1,
        f"{who} was made {name} for {ROUNDS} rounds in round {first}, and is so in round {session.fight.round}",
    )
    return session.fight.round > first + ROUNDS + 1


def a_cost_announced_is_paid(path: str) -> None:
    """What a condition `costs` is missing in the next turn its bearer takes, held or split too. Raises LawBroken.

    A system whose table has no such row has no cost to announce.
    """
    for begun in _begun(path, MANY):
        for row in begun.rules.conditions.values():
            for who in one_of_each_side(begun) if row.costs else ():
                for holds in (False, True):
                    _is_paid(begun, who, row, holds=holds)


def _is_paid(begun: Session, who: str, row: ConditionRow, *, holds: bool) -> None:
    """The bearer's turn, with the condition and without, by the same way: one less of what it costs."""
    plain, burdened = _copy(begun), _copy(begun)
    if not _perform(burdened, f"condition add {who} {quoted(row.name)} --rounds 1"):
        return
    before, after = (_in_next_turn(session, who, holds=holds) for session in (plain, burdened))
    if before is None or after is None:
        return
    least = max(0, field_at(before, (row.costs,)) - 1)
    found = field_at(after, (row.costs,))
    hold(found == least, f"{who} is {row.name}, and its next turn has {row.costs} {found}, not {least}")


def _in_next_turn(session: Session, who: str, *, holds: bool) -> object:
    """The sheet of somebody in the next turn of its own that goes on or begins; None where none does."""
    here = session.fight.round, session.fight.turn
    for _ in range(MOST_TURNS):
        if not _passes(session, who, holds=holds) or not _is_up(session, who):
            return None
        now = session.fight.round, session.fight.turn
        if now != here and _acts(session, who):
            return session.fight.combatants[who]
    return None


def _passes(session: Session, who: str, *, holds: bool) -> bool:
    """Whether a turn goes by; somebody who `holds` its turn does so wherever it may."""
    lines = (*HOLDING, *TIME) if holds and _acts(session, who) else TIME
    return any(_perform(session, line) for line in lines)


def _acts(session: Session, who: str) -> bool:
    return bool(session.fight.active) and who in session.rules.members(session.fight, session.fight.active)


def _begun(path: str, turns: int) -> Iterator[Session]:
    """A fight in each of its first turns."""
    session = from_encounter(path, "lasting", source=path)
    for line in ("init", *["turn next"] * (turns - 1)):
        if not _perform(session, line):
            return
        yield _copy(session)


def _copy(session: Session) -> Session:
    return Session(session.rules, session.fight)


def _is_up(session: Session, who: str) -> bool:
    return _stands(session.rules, session.fight, who)


def _perform(session: Session, line: str) -> bool:
    """Whether a line is carried out; what it asks gets its last answer, which lets things be."""
    try:
        session.perform(read_line(line, session.rules, session.fight))
        for _ in range(MOST_ANSWERS):
            waiting = open_now(session.fight)
            if not waiting:
                return True
            whose = f"{waiting[0].who} " if len(session.fight.questions) > 1 else ""
            answer = quoted(waiting[0].answers[-1])
            session.perform(read_line(f"choose {whose}{answer}", session.rules, session.fight))
    except RbfError:
        return False
    return False


LAWS_OF_WHAT_LASTS = (what_counts_turns_ends, a_cost_announced_is_paid)

"""The laws of conditions: they end, and nothing depends on a combatant who is gone."""

from collections.abc import Iterator

from rbfcli.core.errors import RbfError
from rbfcli.core.text import quoted
from rbfcli.engine.answers import open_now
from rbfcli.language.parser import read_line
from rbfcli.model.conditions import addable_conditions, is_standing, row_of
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.session.encounter import from_encounter
from rbfcli.session.session import Session
from rbfcli.testing.support import TIME, acting, one_of_each_side, require_law

ROUNDS, MOST_TURNS, MOST_ANSWERS = 2, 60, 20
FEW, MANY = 2, 8


def what_lasts_has_its_cause(rules: Rules, before: Fight, fight: Fight, line: str) -> None:
    """Check that nothing depends on a combatant who is gone.

    Combatants who fall stop holding, aiming at, watching and waiting for anything.
    """
    for who, one in fight.combatants.items():
        _is_held_by_somebody(rules, fight, who, line)
        if _stands(rules, before, who) and not is_standing(rules.conditions, one):
            _lets_everything_be(rules, fight, who, line)


def _is_held_by_somebody(rules: Rules, fight: Fight, actor: str, line: str) -> None:
    one = fight.combatants[actor]
    for name, condition in one.conditions.items():
        row = row_of(rules.conditions, name)
        if row is not None and row.tied and condition.by:
            there = _stands(rules, fight, condition.by)
            require_law(there, f"{line}: {actor} is still {name} by {condition.by}, who is gone")
    for field in _aims(rules):
        aimed_at = getattr(one, field)
        require_law(
            not isinstance(aimed_at, str) or aimed_at in ("", *fight.combatants),
            f"{line}: {field} of {actor} is still {aimed_at}, who is gone",
        )


def _lets_everything_be(rules: Rules, fight: Fight, actor: str, line: str) -> None:
    one = fight.combatants[actor]
    for row in rules.reactions:
        require_law(row.bearing not in one.conditions, f"{line}: {actor} has fallen, and is still {row.bearing}")


def _stands(rules: Rules, fight: Fight, actor: str) -> bool:
    return actor in fight.combatants and is_standing(rules.conditions, fight.combatants[actor])


def _aims(rules: Rules) -> Iterator[str]:
    """Yield the fields of a sheet that name another combatant."""
    return (field for field, kind in rules.references.items() if kind == "combatant" and "." not in field)


def conditions_that_count_turns_end(path: str) -> None:
    """Check that a condition for two rounds is gone after three, even with holds. Raises LawViolation."""
    ended = 0
    for begun in _begun(path, FEW):
        for who in one_of_each_side(begun):
            for name in addable_conditions(begun.rules.conditions, begun.fight.combatants):
                ended += sum(_ends(begun, who, name, holds=holds) for holds in (False, True))
    require_law(ended, f"{path}: no condition could be watched until it ended")


def _ends(begun: Session, actor: str, name: str, *, holds: bool) -> bool:
    """Return whether three rounds passed while the bearer stood, and check that the condition ended."""
    session = Session(begun.rules, begun.fight)
    if not _perform(session, f"condition add {quoted(actor)} {quoted(name)} --rounds {ROUNDS}"):
        return False
    first = session.fight.round
    for _ in range(MOST_TURNS):
        if session.fight.round > first + ROUNDS + 1 or not _stands(session.rules, session.fight, actor):
            break
        if not _passes(session, actor, holds=holds):
            return False
    left = _stands(session.rules, session.fight, actor) and name in session.fight.combatants[actor].conditions
    require_law(
        not left or session.fight.round <= first + ROUNDS + 1,
        f"{actor} was made {name} for {ROUNDS} rounds in round {first}, and is so in round {session.fight.round}",
    )
    return session.fight.round > first + ROUNDS + 1


def _passes(session: Session, actor: str, *, holds: bool) -> bool:
    """Return whether a turn can pass; with `holds`, the actor holds its turn if possible."""
    lines = ("turn hold", *TIME) if holds and actor in acting(session) else TIME
    return any(_perform(session, line) for line in lines)


def _begun(path: str, turns: int) -> Iterator[Session]:
    """Yield a fight in each of its first turns."""
    session = from_encounter(path, "lasting", source=path)
    for line in ("init", *["turn next"] * (turns - 1)):
        if not _perform(session, line):
            return
        yield session


def _perform(session: Session, line: str) -> bool:
    """Return whether a line is carried out; its questions get their last answer, which changes nothing."""
    try:
        session.perform(read_line(line, session.rules, session.fight))
        for _ in range(MOST_ANSWERS):
            waiting = open_now(session.fight)
            if not waiting:
                return True
            whose = f"{quoted(waiting[0].who)} " if len(session.fight.questions) > 1 else ""
            answer = quoted(waiting[0].answers[-1])
            session.perform(read_line(f"choose {whose}{answer}", session.rules, session.fight))
    except RbfError:
        return False
    return False

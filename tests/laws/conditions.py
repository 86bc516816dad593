"""The laws of conditions: each has an effect, on both sides, and each of its effects is seen."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rbfcli.core.errors import RbfError
from rbfcli.core.text import quoted
from rbfcli.dice.sources import MaxDice, SeededDice
from rbfcli.engine.play import EDITS, execute
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Command
from rbfcli.model.conditions import Effect, addable_conditions, row_of, with_role
from rbfcli.model.events import (
    AnyEvent,
    ConditionGained,
    ConditionLost,
    CustomEvent,
    FieldChanged,
    Rolled,
    without_pauses,
)
from rbfcli.model.fight import Combatant, Fight
from rbfcli.model.rules import Rules
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.session import Session
from rbfcli.testing.support import TIME, is_done, one_of_each_side, require_law, sampled_lines
from tests.laws.moments import turns_of_sides

if TYPE_CHECKING:
    from rbfcli.dice.sources import Dice

SAMPLED, SOON, LONG = 40, 1, 12
SEEDS = ("both sides",)
# The highest dice, and others for rolls that only occur after low dice.
THROWN: tuple[Callable[[], "Dice"], ...] = (
    MaxDice,
    *(partial(SeededDice, f"thrown {number}", 0) for number in range(4)),
)

FIRST, OTHER = "the first side", "another side"
NOTED = "note only"
Case = tuple[str, str]


def every_condition_counts(paths: Sequence[str]) -> None:
    """Check that each condition affects possible actions or rolls, on both sides. Raises LawViolation."""
    missing: dict[Case, str] = {}
    shown: set[Case] = set()
    for session, who, camp in _bearers(paths):
        for name in _addable(session):
            case = camp, _kind(session.rules, name)
            if case not in shown and counts(session, who, name):
                shown.add(case)
            missing.setdefault(case, f"{name} on {who}")
    left = [f"{told} ({camp})" for (camp, name), told in missing.items() if (camp, name) not in shown]
    require_law(not left, f"accepted, and it changes nothing that anybody may do or roll: {'; '.join(left)}")


def every_effect_counts(paths: Sequence[str]) -> None:
    """Check that each effect appears in some roll or its requirement, on both sides. Raises LawViolation."""
    shown: set[tuple[str, str, Effect]] = set()
    wanted: set[tuple[str, str, Effect]] = set()
    for session, who, camp in _bearers(paths):
        for row in session.rules.conditions.values():
            claims = {(camp, row.name, each) for each in row.effects}
            wanted |= claims
            if claims - shown and (burdened := _with(session, who, _called(session, who, row.name))):
                for dice in THROWN:
                    told = list(_told(burdened, who, dice)) if claims - shown else []
                    shown |= {claim for claim in claims if any(_stands_in(claim[2], event) for event in told)}
    left = sorted({f"{name}: {each.why} ({each.roll}, {each.whose}) for {camp}" for camp, name, each in wanted - shown})
    require_law(not left, f"no roll showed it: {'; '.join(left)}")


def counts(session: Session, actor: str, name: str) -> bool:
    """Return whether a condition on the actor changes anything, alone or on top of another condition."""
    burdened = _with(session, actor, name)
    if burdened is None or _is_noted(session, actor, name):
        return True
    if _differ(session, burdened, actor, name) or _differ_in_time(session, burdened, name, LONG):
        return True
    others = (_with(session, actor, other) for other in _addable(session) if other != name)
    for base in others:
        both = _with(base, actor, name) if base is not None else None
        if base is not None and both is not None and _differ(base, both, actor, name):
            return True
    return False


def _differ(plain: Session, burdened: Session, actor: str, name: str) -> bool:
    """Return whether the actor's possible actions or rolls differ with a condition."""
    if plain.rules.standing(plain.fight.combatants[actor]) != burdened.rules.standing(burdened.fight.combatants[actor]):
        return True
    if _differ_in_time(plain, burdened, name, SOON):
        return True
    for command in _deeds(plain, actor):
        for seed in SEEDS:
            before, after = (_come_to(each, command, SeededDice(seed, 0)) for each in (plain, burdened))
            only_about_it = None in (before, after) and _is_about(before or after, name)
            if _apart_from(name, before) != _apart_from(name, after) and not only_about_it:
                return True
    return False


def _differ_in_time(plain: Session, burdened: Session, name: str, rounds: int) -> bool:
    """Return whether the given number of rounds differs with a condition."""
    turns = 2 + rounds * len(plain.fight.order)
    return _time_brings(plain, name, turns) != _time_brings(burdened, name, turns)


def _come_to(session: Session, command: Command, dice: "Dice") -> tuple[AnyEvent, ...] | None:
    """Return the events of a command, or None if it is refused."""
    try:
        return without_pauses(execute(session.rules, session.fight, command, dice).events)
    except RbfError:
        return None


def _apart_from(name: str, events: tuple[AnyEvent, ...] | None) -> list[AnyEvent] | None:
    """Return events without those about the condition itself."""
    return None if events is None else [event for event in events if not _is_of(event, name)]


def _is_about(events: Iterable[AnyEvent] | None, name: str) -> bool:
    """Return whether an event adds or ends the condition."""
    return any(isinstance(event, ConditionGained | ConditionLost) and event.name == name for event in events or ())


def _time_brings(session: Session, name: str, turns: int) -> list[list[AnyEvent] | None]:
    """Return the events of the next turns."""
    brought: list[list[AnyEvent] | None] = []
    passing = Session(session.rules, session.fight)
    for _ in range(turns):
        for line in TIME:
            try:
                played = passing.perform(read_line(line, passing.rules, passing.fight))
            except RbfError:
                continue
            brought.append(_apart_from(name, without_pauses(played.events)))
            break
    return brought


def _is_of(event: AnyEvent, name: str) -> bool:
    """Return whether an event is about the condition itself."""
    match event:
        case ConditionGained(name=other) | ConditionLost(name=other):
            return other == name
        case FieldChanged(path=("conditions", other, _)):
            return other == name
        case _:
            return False


def _deeds(session: Session, actor: str) -> Iterator[Command]:
    """Yield possible actions that involve the actor, normal and forced, and sampled lines."""
    rules, fight = session.rules, session.fight
    for other in fight.combatants:
        for each in rules.candidates(fight, other):
            if actor == other or actor in _named(each.command):
                yield each.command
                yield replace(each.command, force=True)
            elif other == fight.active:
                yield each.command
    for line in sampled_lines(session, actor, SAMPLED):
        try:
            command = read_line(line, rules, fight)
        except RbfError:
            continue
        if not isinstance(command, EDITS):
            yield replace(command, force=True)


def _named(command: Command) -> set[str]:
    words = [getattr(command, field) for field in command.__struct_fields__]
    return {each for word in words for each in (word if isinstance(word, tuple) else (word,)) if isinstance(each, str)}


def _told(session: Session, actor: str, dice: Callable[[], "Dice"]) -> Iterator[AnyEvent]:
    """Yield the events of all possible actions that involve the actor."""
    for command in _deeds(session, actor):
        yield from _come_to(session, command, dice()) or ()


def _stands_in(effect: Effect, event: AnyEvent) -> bool:
    """Return whether an event shows an effect, as a modifier of a roll or in a roll's requirement."""
    match event:
        case Rolled(modifiers=modifiers, edges=edges):
            return any((each.why, each.rule) == (effect.why, effect.rule) for each in (*modifiers, *edges))
        case CustomEvent(facts=facts):
            return any(f"{effect.why} {sign}" in str(fact) for fact in facts.values() for sign in "+-")
        case _:
            return False


def _bearers(paths: Sequence[str]) -> Iterator[tuple[Session, str, str]]:
    """Yield fights at each side's turn, with one bearer per side and whether it is the first side."""
    for path in paths:
        for session in turns_of_sides(path):
            sides = [one.side for one in session.fight.combatants.values()]
            for who in one_of_each_side(session):
                yield session, who, FIRST if session.fight.combatants[who].side == sides[0] else OTHER


def _addable(session: Session) -> Iterable[str]:
    return tuple(addable_conditions(session.rules.conditions, session.fight.combatants))


def _called(session: Session, actor: str, name: str) -> str:
    """Return a condition as a user types it, with another combatant as its source if it needs one."""
    others = [each for each in _addable(session) if _kind(session.rules, each) == name and actor not in each]
    return others[0] if others else name


def _kind(rules: Rules, name: str) -> str:
    row = row_of(rules.conditions, name)
    return row.name if row is not None else name


def _with(session: Session, actor: str, name: str) -> Session | None:
    """Return the same fight with a condition on the actor, or None if it is refused."""
    burdened = Session(session.rules, session.fight)
    return burdened if is_done(burdened, f"condition add {quoted(actor)} {quoted(name)}") else None


def _is_noted(session: Session, actor: str, name: str) -> bool:
    """Return whether the condition is reported as a note without effect."""
    command = read_line(f"condition add {quoted(actor)} {quoted(name)}", session.rules, session.fight)
    played = execute(session.rules, session.fight, command)
    return any(NOTED in line for line in narrate(played.events, session.fight, played.fight, session.rules, Style()))


# Sheet fields for what a combatant aims at, watches or waits for.
UNTIL_DOWN = {"futurepath": ("ready",), "rbf": ("aim",), "rpj": ("overwatch", "grapple")}


def the_fallen_wait_for_nothing(rules: Rules, before: Fight, fight: Fight, line: str) -> None:
    """Check that combatants who fall stop aiming, watching and waiting."""
    for who, one in fight.combatants.items():
        was = before.combatants.get(who)
        if was is not None and not _is_down(rules, was) and _is_down(rules, one):
            for field in UNTIL_DOWN.get(rules.name, ()):
                require_law(not getattr(one, field), f"{line}: {who} has fallen, and has still {field}")


def _is_down(rules: Rules, combatant: Combatant) -> bool:
    return bool(with_role(rules.conditions, combatant, "down", "dying", "dead"))

"""The laws of secrets, of references, and of conditions that end."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from rbfcli.checking.integrity import PEOPLE, mistakes_in, named_elsewhere, named_on_sheet
from rbfcli.core.text import quoted
from rbfcli.engine.answers import open_now
from rbfcli.engine.player_view import PlayerFight, hidden_from, seen, sight_of, state_of
from rbfcli.language.parser import read_line
from rbfcli.model.conditions import addable_conditions, is_standing, row_of
from rbfcli.model.display import UNSEEN
from rbfcli.model.evolve import with_field
from rbfcli.model.fight import Combatant, Condition, Fight, TurnSlot
from rbfcli.model.rules import Rules
from rbfcli.session.encounter import from_encounter
from rbfcli.session.session import Session
from rbfcli.testing.support import TIME, LawViolation, acting, is_done, one_of_each_side, require_law

OF_EVERYBODY = ("name", "side", "conditions")
NEVER_TOLD = "what the players never see"
UNKNOWN = "a secret of the table"
HIDING = UNSEEN[0]
WORD = re.compile(r"[\w-]+")


def players_see_no_secret(fight: Fight, rules: Rules) -> None:
    """Check that changing all secrets changes nothing that any side sees. Raises LawViolation."""
    for side in ("", *dict.fromkeys(one.side for one in fight.combatants.values())):
        told = seen(fight, rules, side)[0]
        whose = f"players of {side}" if side else "players"
        for who in hidden_from(fight, rules, side):
            require_law(not _is_named(fight, who, told), f"{whose} read of {who}, who is hidden")
        require_law(seen(of_the_gm(fight), rules, side)[0] == told, f"{whose} see seed, dice or notes")
        if seen(altered(fight, rules, side), rules, side)[0] == told:
            continue
        for who, field, other in _alterations(fight, rules, side):
            changed = seen(_with(fight, who, replace(fight.combatants[who], **{field: other})), rules, side)[0]
            require_law(changed == told, f"{whose} see the {field} of {who}")
        raise LawViolation(f"{whose} see what several secrets come to")


def secrets_are_kept(path: str) -> None:
    """Check that players see no secret before or during the fight, nor if others hide. Raises LawViolation."""
    session = from_encounter(path, "secrets", source=path)
    rules = session.rules
    players_see_no_secret(session.fight, rules)
    session.perform(read_line("init", rules, session.fight))
    players_see_no_secret(session.fight, rules)
    for who, one in session.fight.combatants.items():
        hiding = replace(one, conditions={**one.conditions, HIDING: Condition()})
        players_see_no_secret(_with(session.fight, who, hiding), rules)


def _is_named(fight: Fight, actor: str, told: PlayerFight) -> bool:
    """Return whether a combatant's id is a word in the view, apart from titles and the names of people and weapons."""
    shown = (told.order, told.active, told.ground, *(one.facts for one in told.combatants.values()))
    weapons = getattr(fight, "weapons", {}).values()
    in_the_way = (told.title, *(each.name for each in (*told.combatants.values(), *weapons)), *told.combatants)
    return actor in WORD.findall(str(shown)) and actor not in WORD.findall(str(in_the_way))


def altered(fight: Fight, rules: Rules, side: str) -> Fight:
    """Return the fight with other values for all that a side may not know; the visible state stays."""
    for who, field, other in _alterations(fight, rules, side):
        changed = _with(fight, who, replace(fight.combatants[who], **{field: other}))
        if _in_plain_sight(changed, rules, side) == _in_plain_sight(fight, rules, side):
            fight = changed
    return of_the_gm(fight)


def of_the_gm(fight: Fight) -> Fight:
    """Return the fight with another seed, other drawn dice and other notes."""
    people = {who: replace(one, notes=f"{NEVER_TOLD}: {one.notes}"[:99]) for who, one in fight.combatants.items()}
    return replace(fight, seed=NEVER_TOLD, drawn=fight.drawn + 1, notes=(NEVER_TOLD,), combatants=people)


def _alterations(fight: Fight, rules: Rules, side: str) -> Iterator[tuple[str, str, Any]]:
    """Yield each secret field of each sheet with another value, one at a time."""
    hidden = hidden_from(fight, rules, side)
    plain = _in_plain_sight(fight, rules, side)
    for who, one in fight.combatants.items():
        others = _others_known(one, rules) if side and one.side == side else _others_secret(fight, rules, who, hidden)
        for field, other in others:
            sheet = replace(one, **{field: other})
            if _is_within_bounds(sheet) and _in_plain_sight(_with(fight, who, sheet), rules, side) == plain:
                yield who, field, other


def _is_within_bounds(sheet: Combatant) -> bool:
    """Return whether a save may contain a sheet."""
    try:
        msgspec.convert(msgspec.to_builtins(sheet), type(sheet))
    except msgspec.ValidationError:
        return False
    return True


def _others_known(combatant: Combatant, rules: Rules) -> Iterator[tuple[str, Any]]:
    """Yield changes to the secrets of the side's own combatant: only what counts towards death."""
    clocks = {
        name: replace(each, amount=each.amount + 1)
        for name, each in combatant.conditions.items()
        if (row := row_of(rules.conditions, name)) is not None and (row.clock or row.role == "dying")
    }
    if clocks:
        yield "conditions", {**combatant.conditions, **clocks}


def _others_secret(fight: Fight, rules: Rules, actor: str, hidden: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    one, is_open = fight.combatants[actor], () if actor in hidden else (*sight_of(rules).fields, *OF_EVERYBODY)
    lying = {name: replace(each, rounds=each.rounds + 3, amount=5) for name, each in one.conditions.items()}
    yield "conditions", {**lying, UNKNOWN: Condition(rounds=2)}
    if actor in hidden:
        yield "name", NEVER_TOLD
    for field in one.__struct_fields__:
        if field not in (*is_open, *OF_EVERYBODY):
            yield from ((field, other) for other in _other_values(fight, field, getattr(one, field)))


def _other_values(fight: Fight, field: str, value: Any) -> Iterator[Any]:
    """Yield the field's values from other sheets and, for numbers, slightly higher and lower ones."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value + 7)
    found = [getattr(one, field) for one in fight.combatants.values()]
    yield from (each for place, each in enumerate(found) if each != value and each not in found[:place])


def _in_plain_sight(fight: Fight, rules: Rules, side: str) -> object:
    """Return what all players see: who is up, in what state (or with what public health), and still to act."""
    slots = dict.fromkeys([*fight.combatants, *(slot.who for slot in fight.order)])
    states: list[object] = []
    for who, one in fight.combatants.items():
        is_up = bool(rules.is_up(one))
        public = [each.value for each in rules.status(fight, who) if each.gauge and not each.secret]
        states.append((is_up, state_of(rules.health(one), is_up=is_up), public))
    able = [who for who in slots if rules.takes_turns(fight, who)]
    return states, able, hidden_from(fight, rules, side)


def _with(fight: Fight, actor: str, combatant: Combatant) -> Fight:
    return replace(fight, combatants={**fight.combatants, actor: combatant})


NOBODY = "nobody-of-this-name"
CONDITION = "as-one-has-it"


def every_reference_is_checked(path: str) -> None:
    """Check that a reference to an unknown id is reported as an error. Raises LawViolation."""
    session = from_encounter(path, "soundness", source=path)
    rules, fight = session.rules, session.fight
    for each in mistakes_in(rules, fight):
        require_law(kept=False, law=f"{path}: {each.line}")
    broken = 0
    for place, edited in _broken(rules, fight):
        found = [each.path[: len(place)] for each in mistakes_in(rules, edited)]
        require_law(place in found, f"{path}: {'.'.join(place)} names {NOBODY!r}, and no check finds that wrong")
        broken += 1
    require_law(broken, f"{path}: nothing in it could be broken")


def _broken(rules: Rules, fight: Fight) -> Iterator[tuple[tuple[str, ...], Fight]]:
    """Yield the fight with each reference changed to an unknown name, and its place."""
    named = [*named_elsewhere(rules, fight)]
    for who, one in fight.combatants.items():
        named += named_on_sheet(rules, one, (PEOPLE, who))
    for place, value, _ in named:
        steps = tuple(str(step) for step in place if not isinstance(step, int))
        if len(steps) == len(place):
            yield steps, with_field(fight, steps, _unknown(value))
    yield ("active",), replace(fight, active=NOBODY)
    yield ("phase",), replace(fight, phase=NOBODY)
    yield ("order",), replace(fight, order=(TurnSlot(who=NOBODY, count=1),))
    for who in fight.combatants:
        steps = (PEOPLE, who, "conditions")
        for wrong in (Condition(by=NOBODY), Condition(rounds=1, whose=NOBODY)):
            yield steps, with_field(fight, steps, {CONDITION: wrong})


def _unknown(value: Any) -> Any:
    """Return an unknown name in the form of a value: alone, in a tuple, or as a key."""
    if isinstance(value, Mapping):
        return {NOBODY: next(iter(value.values()), 1)}
    return (NOBODY,) if isinstance(value, tuple) else NOBODY


ROUNDS, MOST_TURNS, MOST_ANSWERS = 2, 60, 20


def what_lasts_has_its_cause(rules: Rules, before: Fight, fight: Fight, line: str) -> None:
    """Check that nothing depends on a combatant who is gone.

    Combatants who fall stop holding, aiming at, watching and waiting for anything.
    """
    aims = [field for field, kind in rules.references.items() if kind == "combatant" and "." not in field]
    for who, one in fight.combatants.items():
        for name, condition in one.conditions.items():
            row = row_of(rules.conditions, name)
            there = row is None or not row.tied or not condition.by or _stands(rules, fight, condition.by)
            require_law(there, f"{line}: {who} is still {name} by {condition.by}, who is gone")
        for field, aimed_at in ((field, getattr(one, field)) for field in aims):
            there = not isinstance(aimed_at, str) or aimed_at in ("", *fight.combatants)
            require_law(there, f"{line}: {field} of {who} is still {aimed_at}, who is gone")
        if _stands(rules, before, who) and not is_standing(rules.conditions, one):
            for each in rules.reactions:
                require_law(
                    each.bearing not in one.conditions, f"{line}: {who} has fallen, and is still {each.bearing}"
                )


def _stands(rules: Rules, fight: Fight, actor: str) -> bool:
    return actor in fight.combatants and is_standing(rules.conditions, fight.combatants[actor])


def conditions_that_count_turns_end(path: str) -> None:
    """Check that a condition for two rounds is gone after three, even with holds. Raises LawViolation."""
    begun, ended = from_encounter(path, "lasting", source=path), 0
    for line in ("init", "turn next"):
        if not _perform(begun, line):
            break
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
        lines = ("turn hold", *TIME) if holds and actor in acting(session) else TIME
        if not any(_perform(session, line) for line in lines):
            return False
    left = _stands(session.rules, session.fight, actor) and name in session.fight.combatants[actor].conditions
    require_law(
        not left or session.fight.round <= first + ROUNDS + 1,
        f"{actor} was made {name} for {ROUNDS} rounds in round {first}, and is so in round {session.fight.round}",
    )
    return session.fight.round > first + ROUNDS + 1


def _perform(session: Session, line: str) -> bool:
    """Return whether a line is carried out; its questions get their last answer, which changes nothing."""
    for _ in range(MOST_ANSWERS):
        if not is_done(session, line):
            return False
        waiting = open_now(session.fight)
        if not waiting:
            return True
        whose = f"{quoted(waiting[0].who)} " if len(session.fight.questions) > 1 else ""
        line = f"choose {whose}{quoted(waiting[0].answers[-1])}"
    return False

"""The law of secrets: whatever else stands on the sheets of others, players see the same; so nothing of it is told."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rbfcli.conformance.law_broken import LawBroken, hold
from rbfcli.kernel.conditions import row_of
from rbfcli.kernel.fight import Combatant, Condition, Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.seen import SeenFight, hidden_from, seen, sight_of, state_of
from rbfcli.kernel.sight import UNSEEN
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter

OF_EVERYBODY = ("name", "side", "conditions")
NEVER_TOLD = "what the players never see"
UNKNOWN = "a secret of the table"
HIDING = UNSEEN[0]
WORD = re.compile(r"[\w-]+")


def players_see_no_secret(fight: Fight, rules: Rules) -> None:
    """Changing every secret at once changes nothing that any side sees, or that everybody does. Raises LawBroken."""
    for side in ("", *dict.fromkeys(one.side for one in fight.combatants.values())):
        told = seen(fight, rules, side)[0]
        whose = f"players of {side}" if side else "players"
        for who in hidden_from(fight, rules, side):
            hold(not _is_named(who, told), f"{whose} read of {who}, who is hidden")
        hold(seen(of_the_gm(fight), rules, side)[0] == told, f"{whose} see seed, dice or notes")
        if seen(altered(fight, rules, side), rules, side)[0] == told:
            continue
        for who, field, other in _alterations(fight, rules, side):
            changed = seen(_with(fight, who, replace(fight.combatants[who], **{field: other})), rules, side)[0]
            hold(changed == told, f"{whose} see the {field} of {who}")
        raise LawBroken(f"{whose} see what several secrets come to")


def secrets_are_kept(path: str) -> None:
    """Nothing secret reaches players before the fight, in it, or of anybody in hiding. Raises LawBroken."""
    session = from_encounter(path, "secrets", source=path)
    rules = session.rules
    players_see_no_secret(session.fight, rules)
    session.perform(read_line("init", rules, session.fight))
    players_see_no_secret(session.fight, rules)
    for who, one in session.fight.combatants.items():
        hiding = replace(one, conditions={**one.conditions, HIDING: Condition()})
        players_see_no_secret(_with(session.fight, who, hiding), rules)


def _is_named(who: str, told: SeenFight) -> bool:
    """Whether somebody's id is a word of what is shown besides names and titles."""
    shown = (told.order, told.active, told.ground, *(one.facts for one in told.combatants.values()))
    in_the_way = (told.title, *(one.name for one in told.combatants.values()), *told.combatants)
    return who in WORD.findall(str(shown)) and who not in WORD.findall(str(in_the_way))


def altered(fight: Fight, rules: Rules, side: str) -> Fight:
    """The fight with other values in all that a side may not know: who is up, and in what state, stays as it is."""
    for who, field, other in _alterations(fight, rules, side):
        changed = _with(fight, who, replace(fight.combatants[who], **{field: other}))
        if _in_plain_sight(changed, rules, side) == _in_plain_sight(fight, rules, side):
            fight = changed
    return of_the_gm(fight)


def of_the_gm(fight: Fight) -> Fight:
    """The fight with another seed, other dice drawn, and other notes."""
    people = {who: replace(one, notes=f"{NEVER_TOLD}: {one.notes}"[:99]) for who, one in fight.combatants.items()}
    return replace(fight, seed=NEVER_TOLD, drawn=fight.drawn + 1, notes=(NEVER_TOLD,), combatants=people)


def _alterations(fight: Fight, rules: Rules, side: str) -> Iterator[tuple[str, str, Any]]:
    """Each secret field of each sheet with another value, one at a time on the fight as it was given."""
    hidden = hidden_from(fight, rules, side)
    plain = _in_plain_sight(fight, rules, side)
    for who, one in fight.combatants.items():
        others = _others_known(one, rules) if side and one.side == side else _others_secret(fight, rules, who, hidden)
        for field, other in others:
            changed = _with(fight, who, replace(one, **{field: other}))
            if _in_plain_sight(changed, rules, side) == plain:
                yield who, field, other


def _others_known(one: Combatant, rules: Rules) -> Iterator[tuple[str, Any]]:
    """Of one's own, only what counts towards death is secret."""
    clocks = {
        name: replace(each, amount=each.amount + 1)
        for name, each in one.conditions.items()
        if (row := row_of(rules.conditions, name)) is not None and (row.clock or row.role == "dying")
    }
    if clocks:
        yield "conditions", {**one.conditions, **clocks}


def _others_secret(fight: Fight, rules: Rules, who: str, hidden: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    one, is_open = fight.combatants[who], () if who in hidden else (*sight_of(rules).fields, *OF_EVERYBODY)
    lying = {name: replace(each, rounds=each.rounds + 3, amount=5) for name, each in one.conditions.items()}
    yield "conditions", {**lying, UNKNOWN: Condition(rounds=2)}
    if who in hidden:
        yield "name", NEVER_TOLD
    for field in one.__struct_fields__:
        if field not in (*is_open, *OF_EVERYBODY):
            yield from ((field, other) for other in _other_values(fight, field, getattr(one, field)))


def _other_values(fight: Fight, field: str, value: Any) -> Iterator[Any]:
    """Values that the field has on other sheets, and a little more or less of a number."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value + 7)
    found = [getattr(one, field) for one in fight.combatants.values()]
    yield from (each for place, each in enumerate(found) if each != value and each not in found[:place])


def _in_plain_sight(fight: Fight, rules: Rules, side: str) -> object:
    """What everybody sees of everybody, however it comes about: who is up, in what state, and still to act."""
    slots = dict.fromkeys([*fight.combatants, *(slot.who for slot in fight.order)])
    states = []
    for one in fight.combatants.values():
        is_up = bool(rules.standing(one))
        states.append((is_up, state_of(rules.health(one), is_up=is_up)))
    able = [who for who in slots if rules.takes_turns(fight, who)]
    return states, able, hidden_from(fight, rules, side)


def _with(fight: Fight, who: str, one: Combatant) -> Fight:
    return replace(fight, combatants={**fight.combatants, who: one})


LAWS_OF_SIGHT = (secrets_are_kept,)

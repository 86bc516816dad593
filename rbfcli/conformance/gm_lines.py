"""Lines of the GM's own hand, drawn at random: harm and healing, conditions, fields of sheets, who comes and goes."""

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct, inspect
from msgspec.structs import fields

from rbfcli.conformance.drawing import Draw
from rbfcli.kernel.conditions import addable_conditions
from rbfcli.kernel.visible import quoted
from rbfcli.session.session import Session

MOST_HARM, MOST_ROUNDS, MOST_PEOPLE = 12, 3, 9
NUMBERS = ("0", "1", "2", "3", "5", "10", "40")
OF_THE_ENGINE = ("name", "conditions", "notes")


def line(session: Session, draw: Draw) -> str:
    """One line of the GM's."""
    people = list(session.fight.combatants)
    if not people:
        return _comes(session, draw, "")
    return draw.of(KINDS)(session, draw, draw.of(people))


def _harms(_session: Session, draw: Draw, who: str) -> str:
    return f"damage {who} {draw.number(0, MOST_HARM)}"


def _fells(session: Session, _draw: Draw, who: str) -> str:
    return f"damage {who} {session.rules.health(session.fight.combatants[who])[1]}"


def _heals(_session: Session, draw: Draw, who: str) -> str:
    return f"heal {who} {draw.number(0, MOST_HARM)}"


def _afflicts(session: Session, draw: Draw, who: str) -> str:
    known = [*addable_conditions(session.rules.conditions, session.fight.combatants)]
    name = quoted(draw.of(known)) if known and draw.happens(95) else 'say "made up"'
    rounds = f" --rounds {draw.number(1, MOST_ROUNDS)}" if draw.happens(50) else ""
    return f"condition add {who} {name}{rounds}"


def _relieves(session: Session, draw: Draw, who: str) -> str:
    present = [*session.fight.combatants[who].conditions, "prone"]
    return f"condition remove {who} {quoted(draw.of(present))}"


def _sets(session: Session, draw: Draw, who: str) -> str:
    """A field of a sheet as it might be, or as it is with another."""
    sheet = session.fight.combatants[who]
    field = draw.of([each.name for each in fields(sheet) if each.name not in OF_THE_ENGINE])
    values = _values(type(sheet), field) or _words(session, who, field)
    return f"set {who} {quoted(f'{field}={draw.of(values)}')}" if values else _harms(session, draw, who)


def _sets_option(session: Session, draw: Draw, who: str) -> str:
    """A house option, with any of the values that its type lets it have."""
    kind = type(session.fight.options)
    known = [each.name for each in fields(kind) if _values(kind, each.name)]
    if not known:
        return _harms(session, draw, who)
    option = draw.of(known)
    return f"set fight {quoted(f'options.{option}={draw.of(_values(kind, option))}')}"


def _leaves(session: Session, draw: Draw, who: str) -> str:
    return f"remove {who}" if draw.happens(50) else _heals(session, draw, who)


def _comes(session: Session, draw: Draw, who: str) -> str:
    blocks = list(session.fight.blocks)
    if not blocks or len(session.fight.combatants) >= MOST_PEOPLE:
        return _harms(session, draw, who) if who else 'note "nobody is left"'
    return f"add Late --from {draw.of(blocks)}"


def _moves_time(_session: Session, draw: Draw, _who: str) -> str:
    return draw.of(("turn next", "turn back", "turn hold", "init --force", "init", "turn hold --until 1"))


def _says(_session: Session, draw: Draw, who: str) -> str:
    return draw.of(('note "a word"', f"stabilize {who} --force", f"damage-save {who}", "end", f"move {who} --force"))


@cache
def _values(kind: type[Struct], field: str) -> tuple[str, ...]:
    """Values that a field takes by its type; empty where any text would do."""
    told = inspect.type_info(kind)
    found = next(each.type for each in getattr(told, "fields", ()) if each.name == field)
    return tuple(_of_type(found))


def _of_type(kind: inspect.Type) -> list[str]:
    match kind:
        case inspect.BoolType():
            return ["true", "false"]
        case inspect.IntType(ge=least, le=most):
            within = [each for each in NUMBERS if int(each) >= (least or 0) and int(each) <= (most or int(each))]
            return [*within, *(str(each) for each in (least, most) if each is not None)]
        case inspect.LiteralType(values=values):
            return [str(each) for each in values]
        case inspect.UnionType(types=types):
            return [word for each in types for word in _of_type(each)]
        case _:
            return []


def _words(session: Session, who: str, field: str) -> tuple[str, ...]:
    """Words that stand in a field: of the kind it refers to, or in the same field of others."""
    fight, rules = session.fight, session.rules
    kind = rules.references.get(field)
    known: Any = rules.words_of(fight, kind, who) if kind else ()
    others = [getattr(one, field) for one in fight.combatants.values()]
    return (*known, *(each for each in others if isinstance(each, str)))


KINDS: tuple[Callable[[Session, Draw, str], str], ...] = (
    *[_harms] * 3,
    *[_fells] * 2,
    *[_heals] * 2,
    *[_afflicts] * 4,
    *[_relieves] * 2,
    *[_sets] * 4,
    *[_sets_option] * 2,
    *[_moves_time] * 2,
    _leaves,
    _comes,
    _says,
)

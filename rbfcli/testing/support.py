"""Helpers of the laws: random fights and lines, both sides, places in a source."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import islice, product
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec
from msgspec import Struct, convert, inspect
from msgspec.structs import fields

from rbfcli import plugins
from rbfcli.core.errors import RbfError
from rbfcli.core.text import quoted
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.answers import open_now
from rbfcli.language.grammar import Parameter, grammar_of, line_for, own_options
from rbfcli.language.names import SELECTORS, NameContext, known_words
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Command
from rbfcli.model.conditions import addable_conditions
from rbfcli.model.fight import Fight, canonical
from rbfcli.session.session import Session
from rbfcli.storage.toml import read_beside
from rbfcli.systems.registry import others, package

T = TypeVar("T")


class WordKey(Struct, frozen=True):
    """A key of `Rules.words`: what it says, and the facts that its template may name; `*` means any."""

    says: str
    facts: tuple[str, ...]


class Vocabulary(Struct, frozen=True):
    """The contents of `vocabulary.toml`: the kinds of words of every system, and the keys of `Rules.words`."""

    kinds: dict[str, str]
    words: dict[str, WordKey]


VOCABULARY = convert(read_beside(__package__, "vocabulary.toml"), Vocabulary)


class SeededDraw:
    """Random draws from a seed."""

    def __init__(self, seed: str) -> None:
        self._dice = SeededDice(seed, 0)

    def number(self, low: int, high: int) -> int:
        """Return a number from low to high."""
        return self._dice.row(high - low + 1, 1)[0] - 1 + low

    def of(self, things: Sequence[T]) -> T:
        """Return a random item."""
        return things[self.number(0, len(things) - 1)]

    def happens(self, percent: int) -> bool:
        """Return True with the given percentage."""
        return self.number(1, 100) <= percent


MOST_HARM, MOST_ROUNDS, MOST_PEOPLE = 12, 3, 9
NUMBERS = ("0", "1", "2", "3", "5", "10", "40")
OF_THE_ENGINE = ("name", "conditions", "notes")


def line(session: Session, draw: SeededDraw) -> str:
    """Return a random line of the GM's."""
    people = list(session.fight.combatants)
    if not people:
        return _comes(session, draw, "")
    return draw.of(KINDS)(session, draw, draw.of(people))


def _harms(_session: Session, draw: SeededDraw, actor: str) -> str:
    return f"damage {quoted(actor)} {draw.number(0, MOST_HARM)}"


def _fells(session: Session, _draw: SeededDraw, actor: str) -> str:
    return f"damage {quoted(actor)} {session.rules.health(session.fight.combatants[actor])[1]}"


def _heals(_session: Session, draw: SeededDraw, actor: str) -> str:
    return f"heal {quoted(actor)} {draw.number(0, MOST_HARM)}"


def _afflicts(session: Session, draw: SeededDraw, actor: str) -> str:
    known = [*addable_conditions(session.rules.conditions, session.fight.combatants)]
    name = quoted(draw.of(known)) if known and draw.happens(95) else 'say "made up"'
    rounds = f" --rounds {draw.number(1, MOST_ROUNDS)}" if draw.happens(50) else ""
    return f"condition add {quoted(actor)} {name}{rounds}"


def _relieves(session: Session, draw: SeededDraw, actor: str) -> str:
    present = [*session.fight.combatants[actor].conditions, "prone"]
    return f"condition remove {quoted(actor)} {quoted(draw.of(present))}"


def _sets(session: Session, draw: SeededDraw, actor: str) -> str:
    """Return a line that sets a field of a sheet to a possible value or another sheet's value."""
    sheet = session.fight.combatants[actor]
    field = draw.of([each.name for each in fields(sheet) if each.name not in OF_THE_ENGINE])
    values = _values(type(sheet), field) or _words(session, actor, field)
    return f"set {quoted(actor)} {quoted(f'{field}={draw.of(values)}')}" if values else _harms(session, draw, actor)


def _sets_option(session: Session, draw: SeededDraw, actor: str) -> str:
    """Return a line that sets a house option to any value that its type allows."""
    kind = type(session.fight.options)
    known = [each.name for each in fields(kind) if _values(kind, each.name)]
    if not known:
        return _harms(session, draw, actor)
    option = draw.of(known)
    return f"set fight {quoted(f'options.{option}={draw.of(_values(kind, option))}')}"


def _changes_ground(session: Session, draw: SeededDraw, actor: str) -> str:
    """Return a line that sets a number of something on the board, such as the metre of a place."""
    board = session.fight.board
    numbers = [
        f"board.{table}.{name}.{each.name}"
        for table in board.__struct_fields__
        if table not in board.in_play and isinstance(things := getattr(board, table), Mapping)
        for name, thing in things.items()
        if isinstance(thing, Struct)
        for each in fields(thing)
        if isinstance(getattr(thing, each.name), int) and not isinstance(getattr(thing, each.name), bool)
    ]
    if not numbers:
        return _harms(session, draw, actor)
    return f"set fight {quoted(f'{draw.of(numbers)}={draw.number(0, MOST_HARM)}')}"


def _leaves(session: Session, draw: SeededDraw, actor: str) -> str:
    return f"remove {quoted(actor)}" if draw.happens(50) else _heals(session, draw, actor)


def _comes(session: Session, draw: SeededDraw, actor: str) -> str:
    blocks = list(session.fight.blocks)
    if not blocks or len(session.fight.combatants) >= MOST_PEOPLE:
        return _harms(session, draw, actor) if actor else 'note "nobody is left"'
    return f"add Late --from {quoted(draw.of(blocks))}"


def _regroups(session: Session, draw: SeededDraw, actor: str) -> str:
    """Return a line that splits the fight, goes to another group, or joins two."""
    name = quoted(draw.of([*session.fight.groups, "cellar", "roof"]))
    return draw.of((f"split {name} {quoted(actor)}", f"join {name}", f"switch {name}", "switch"))


def _moves_time(_session: Session, draw: SeededDraw, _who: str) -> str:
    return draw.of(("turn next", "turn back", "turn hold", "init --force", "init", "turn hold --until 1"))


def _says(_session: Session, draw: SeededDraw, actor: str) -> str:
    one = quoted(actor)
    return draw.of(('note "a word"', f"stabilize {one} --force", f"damage-save {one}", "end", f"move {one} --force"))


@cache
def _values(kind: type[Struct], field: str) -> tuple[str, ...]:
    """Return possible values of a field by its type; empty if any text is allowed."""
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


def _words(session: Session, actor: str, field: str) -> tuple[str, ...]:
    """Return candidate values for a field: of the kind it refers to, or from other sheets."""
    fight, rules = session.fight, session.rules
    kind = rules.references.get(field)
    known: Any = rules.words_of(fight, kind, actor) if kind else ()
    others = [getattr(one, field) for one in fight.combatants.values()]
    return (*known, *(each for each in others if isinstance(each, str)))


KINDS: tuple[Callable[[Session, SeededDraw, str], str], ...] = (
    *[_harms] * 3,
    *[_fells] * 2,
    *[_heals] * 2,
    *[_afflicts] * 4,
    *[_relieves] * 2,
    *[_sets] * 4,
    *[_sets_option] * 2,
    *[_moves_time] * 2,
    *[_regroups] * 2,
    _changes_ground,
    _leaves,
    _comes,
    _says,
)


class LawViolation(AssertionError):
    """An error for a rule system that breaks a law."""


def require_law(kept: object, law: str) -> None:
    """Raise LawViolation unless the law is kept."""
    if not kept:
        raise LawViolation(law)


def plain(fight: Fight) -> bytes:
    """Return a fight as bytes, the same for equal fights."""
    return msgspec.json.encode(canonical(fight))


MOST_OF_A_VERB = 40
OUT_OF_TURN = 7
AIMED_AT = ("target", "targets", "foe")
OF_PEOPLE = ("combatant", "combatants", "removable", "sheet", "slot", "targets")


def lines_to_try(session: Session) -> list[str]:
    """Return lines for the current fight: possible actions, answers, GM commands and nonsense."""
    answers = answers_to_try(session)
    return [*in_turn(session), *out_of_turn(session), *answers, *answers, *_general(session)]


def in_turn(session: Session) -> list[str]:
    """Return possible lines of the acting combatants."""
    return [line_for(each.command) for who in acting(session) for each in session.rules.candidates(session.fight, who)]


def out_of_turn(session: Session) -> list[str]:
    """Return lines that some other combatants could play on their turn."""
    fight, rules = session.fight, session.rules
    others = [who for who in fight.combatants if who not in acting(session)]
    return [line_for(each.command) for who in others for each in islice(rules.candidates(fight, who), OUT_OF_TURN)]


def answers_to_try(session: Session) -> list[str]:
    """Return every answer to every open question."""
    return [f"choose {quoted(each)}" for question in open_now(session.fight) for each in question.answers]


def acting(session: Session) -> tuple[str, ...]:
    """Return the combatants whose turn it is."""
    fight = session.fight
    return session.rules.members(fight, fight.active) if fight.active else ()


def _general(session: Session) -> list[str]:
    first, *_, last = [*map(quoted, session.fight.combatants), "nobody"]
    return [
        "turn next",
        "turn back",
        "init",
        f"damage {last} 3",
        f"heal {first} 2",
        f"condition add {first} prone --rounds 2",
        f"condition remove {first} prone",
        f"attack {first} {last}",
        f"attack {last} {first} --force",
        f"attack {first} @random --force",
        f"damage-save {first}",
        f"stabilize {last}",
        'note "a word"',
        f"set {first} notes=watchful",
        f"remove {last}",
        "attack nobody nothing",
        "choose nothing",
        "move",
    ]


def sampled_lines(session: Session, actor: str, most: int = 60) -> list[str]:
    """Return random lines of all verbs for one combatant, with targets, weapons and words of the rules."""
    dice = SeededDice(f"sampled {actor} {session.revision}", 0)
    lines = [line for kind in session.rules.verbs for line in _lines_of(session, kind, actor)]
    return [lines[dice.row(len(lines), 1)[0] - 1] for _ in range(min(most, len(lines)))]


def _lines_of(session: Session, kind: type[Command], actor: str) -> Iterator[str]:
    """Yield lines of one verb with all positional words drawn from the fight and its rules."""
    grammar = grammar_of(kind)
    if any(slot.required for slot in own_options(grammar)):
        return
    words = [_words_for(session, slot, actor) for slot in grammar.positionals if slot.required]
    for chosen in islice(product(*words), MOST_OF_A_VERB):
        yield " ".join([grammar.verb, *map(quoted, chosen)])


def selector_lines(session: Session) -> list[str]:
    """Return lines with every selector in every position that takes combatants."""
    people = session.fight.combatants
    sides = (f"@{each}" for each in dict.fromkeys(one.side for one in people.values()))
    selectors = (*SELECTORS, *sides, "@nobody")
    kinds = session.rules.verbs if people else ()
    return [line for kind in kinds for line in _with_selectors(session, kind, next(iter(people)), selectors)]


def _with_selectors(session: Session, kind: type[Command], actor: str, selectors: Iterable[str]) -> Iterator[str]:
    """Yield lines of one verb with a selector in each place, options included."""
    grammar = grammar_of(kind)
    words = {slot.field: [*_words_for(session, slot, actor), "3"][0] for slot in grammar.positionals}
    for selector in selectors:
        for slot in grammar.positionals:
            if slot.spec.kind in OF_PEOPLE:
                typed = {**words, slot.field: selector}
                needed = (each for each in grammar.positionals if each.required or each is slot)
                yield " ".join([grammar.verb, *(quoted(typed[each.field]) for each in needed)])
        for slot in own_options(grammar):
            if slot.spec.kind in OF_PEOPLE:
                needed = (each for each in grammar.positionals if each.required)
                yield " ".join([grammar.verb, *(quoted(words[each.field]) for each in needed), slot.option, selector])


def _words_for(session: Session, slot: Parameter, actor: str) -> list[str]:
    if slot.spec.kind == "combatant" and slot.field == "who":
        return [actor]
    people = session.fight.combatants
    if slot.field in AIMED_AT:
        return [each for each, one in people.items() if one.side != people[actor].side]
    if slot.spec.kind in ("combatant", "combatants", "removable", "targets"):
        return [each for each in people if each != actor]
    if slot.spec.kind == "choice":
        return list(slot.spec.choices)
    return list(known_words(slot.spec.kind, NameContext(session.rules, session.fight, actor)))


TIME = ("turn next", "turn next --force")


def one_of_each_side(session: Session) -> tuple[str, ...]:
    """Return the first standing combatant of each side, in file order."""
    fight, rules = session.fight, session.rules
    found: dict[str, str] = {}
    for who, one in fight.combatants.items():
        if rules.standing(one) and one.side not in found:
            found[one.side] = who
    return tuple(found.values())


def is_done(session: Session, line: str) -> bool:
    """Play a line, and return whether it was accepted."""
    try:
        session.perform(read_line(line, session.rules, session.fight))
    except RbfError:
        return False
    return True


def trees(system: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules of a system with their paths from its package's folder."""
    spec = find_spec(package(system))
    if spec is None or spec.origin is None:
        return
    folder = Path(spec.origin).parent
    paths = sorted(folder.rglob("*.py")) if spec.submodule_search_locations else [Path(spec.origin)]
    base = folder.parent if spec.submodule_search_locations else folder
    for path in paths:
        yield path.relative_to(base).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def broken(system: str, place: str, law: str) -> NoReturn:
    """Raise LawViolation with the place where the system breaks a law."""
    raise LawViolation(f"{system} ({place}): {law}" if place else f"{system}: {law}")


def place_of_rules(system: str) -> str:
    """Return where a plugin's Rules value is created; empty for a bundled system."""
    guest = others().get(system)
    return plugins.place_of_rules(guest) if guest else ""


def place_of_class(system: str, name: str, field: str = "") -> str:
    """Return where a class of a system, or one of its fields, is defined."""
    for path, tree in trees(system):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name == name:
                lines = (each.lineno for each in node.body if isinstance(each, ast.AnnAssign) and _is(each, field))
                return f"{path}:{next(lines, node.lineno)}"
    return ""


def place_of_text(system: str, *texts: str) -> str:
    """Return where the first of these texts found is a literal in a system's source."""
    for wanted in texts:
        for path, tree in trees(system):
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and node.value == wanted:
                    return f"{path}:{node.lineno}"
    return ""


def _is(node: ast.AnnAssign, field: str) -> bool:
    return isinstance(node.target, ast.Name) and node.target.id == field

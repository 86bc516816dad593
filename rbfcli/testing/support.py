"""Helpers of the laws: random fights and lines, both sides, places in a source."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import islice, product
from pathlib import Path
from typing import NoReturn, TypeVar

import msgspec
from msgspec import Struct, convert, inspect

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

    def some(self, things: Iterable[T], most: int) -> list[T]:
        """Return random items, each at most once."""
        left = list(things)
        return [left.pop(self.number(0, len(left) - 1)) for _ in range(min(most, len(left)))]

    def happens(self, percent: int) -> bool:
        """Return True with the given percentage."""
        return self.number(1, 100) <= percent


MOST_PEOPLE = 9
NUMBERS = ("0", "1", "2", "3", "5", "10", "40")
OF_THE_ENGINE = ("name", "conditions", "notes")
# Lines of the GM; the words in braces are drawn from `_words_at`.
GM_LINES = (
    *["damage {who} {number}"] * 6,
    *["damage {who} {health}"] * 4,
    *["heal {who} {number}"] * 4,
    *["condition add {who} {condition}", "condition add {who} {condition} --rounds {rounds}"] * 4,
    *["condition remove {who} {present}"] * 4,
    *["set {who} {field}"] * 8,
    *["set fight {setting}"] * 6,
    *("turn next", "turn back", "turn hold", "turn hold --until 1", "init", "init --force"),
    *("split {group} {who}", "join {group}", "switch {group}", "switch"),
    *("remove {who}", "add Late --from {block}", 'condition add {who} say "made up"', 'note "a word"'),
    *("stabilize {who} --force", "damage-save {who}", "move {who} --force", "end"),
)


def line(session: Session, draw: SeededDraw) -> str:
    """Return a random line of the GM's."""
    people = list(session.fight.combatants)
    actor = draw.of(people) if people else ""
    template = draw.of(GM_LINES)
    words = {name: _words_at(session, name, actor) for name in re.findall(r"{(\w+)}", template)}
    if not all(words.values()):
        return 'note "a word"'
    return template.format(**{name: quoted(draw.of(each)) for name, each in words.items()})


def _words_at(session: Session, name: str, actor: str) -> Sequence[str]:
    """Return the possible words for a name in braces; none if there are none in this fight."""
    fight, rules, one = session.fight, session.rules, session.fight.combatants.get(actor)
    match name:
        case "number":
            return NUMBERS
        case "rounds":
            return ("1", "2", "3")
        case "group":
            return (*fight.groups, "cellar", "roof")
        case "block":
            return () if len(fight.combatants) >= MOST_PEOPLE else tuple(fight.blocks)
        case "setting":
            things = (
                (f"board.{table}.{key}.", thing)
                for table in fight.board.__struct_fields__
                if table not in fight.board.in_play and isinstance(entries := getattr(fight.board, table), Mapping)
                for key, thing in entries.items()
                if isinstance(thing, Struct)
            )
            owners = [("options.", fight.options), *things]
            return [f"{at}{word}" for at, owner in owners for word in _settings(type(owner))]
        case _ if one is None:
            return ()
        case "who":
            return (actor,)
        case "health":
            return (str(rules.health(one)[1]),)
        case "condition":
            return [*addable_conditions(rules.conditions, fight.combatants)]
        case "present":
            return (*one.conditions, "prone")
        case _:
            named = ((field, rules.words_of(fight, kind, actor)) for field, kind in rules.references.items())
            return [*_settings(type(one)), *(f"{field}={word}" for field, known in named for word in known)]


@cache
def _settings(kind: type[Struct]) -> list[str]:
    """Return KEY=VALUE words for the fields of a struct whose types say which values they have."""
    found = ((each.name, _of_type(each.type)) for each in getattr(inspect.type_info(kind), "fields", ()))
    return [f"{name}={value}" for name, values in found if name not in OF_THE_ENGINE for value in values]


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
    draw = SeededDraw(f"sampled {actor} {session.revision}")
    lines = [line for kind in session.rules.verbs for line in _lines_of(session, kind, actor)]
    return [draw.of(lines) for _ in range(min(most, len(lines)))]


def _lines_of(session: Session, kind: type[Command], actor: str) -> Iterator[str]:
    grammar = grammar_of(kind)
    if any(slot.required for slot in own_options(grammar)):
        return
    words = [_words_for(session, slot, actor) for slot in grammar.positionals if slot.required]
    for chosen in islice(product(*words), MOST_OF_A_VERB):
        yield " ".join([grammar.verb, *map(quoted, chosen)])


def selector_lines(session: Session) -> Iterator[str]:
    """Yield lines with every selector in every position that takes combatants, options included."""
    people = session.fight.combatants
    sides = (f"@{each}" for each in dict.fromkeys(one.side for one in people.values()))
    selectors = (*SELECTORS, *sides, "@nobody")
    for grammar in map(grammar_of, session.rules.verbs if people else ()):
        words = {slot.field: [*_words_for(session, slot, next(iter(people))), "3"][0] for slot in grammar.positionals}
        slots = [slot for slot in (*grammar.positionals, *own_options(grammar)) if slot.spec.kind in OF_PEOPLE]
        for selector, slot in product(selectors, slots):
            typed = {**words, slot.field: selector}
            needed = [quoted(typed[each.field]) for each in grammar.positionals if each.required or each is slot]
            yield " ".join([grammar.verb, *needed, *(() if slot in grammar.positionals else (slot.option, selector))])


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
                typed = (each for each in node.body if isinstance(each, ast.AnnAssign))
                lines = (each.lineno for each in typed if ast.unparse(each.target) == field)
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

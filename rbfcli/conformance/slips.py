"""The laws against slips of an author's hand: each names the file and the line of what has to be mended."""

import ast
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from inspect import get_annotations
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from rbfcli.conformance.law_broken import LawBroken
from rbfcli.conformance.places import broken, place_of_class, place_of_rules, place_of_text, trees
from rbfcli.guests.guarded import answer_of
from rbfcli.kernel.command import KINDS, Command, verb_of
from rbfcli.kernel.errors import PluginFault
from rbfcli.kernel.fight import Plain
from rbfcli.kernel.matching import nearest
from rbfcli.kernel.references import kinds_of
from rbfcli.kernel.rules import Rules
from rbfcli.language.grammar import grammar_of
from rbfcli.session.begin import from_encounter
from rbfcli.systems.catalogue import complaints, load, package

OF_CHANCE = frozenset({"random", "secrets", "uuid", "time", "datetime", "os", "threading", "socket"})
# Where a call names its rule, by the place among its words.
RULE_PLACES = {"change": 3, "afflict": 2, "relieve": 2, "refuse": 1, "roll": 2, "roll_pool": 2, "roll_under": 2}
RULE_PLACES |= {"happen": 1, "ask": 3, "roll_expression": 2, "impossible": 1}
OF_NO_SYSTEM = ("", "GM")
MUTABLE = (list, dict, set)


def every_struct_is_frozen(system: str) -> None:
    """What a fight is made of cannot be changed behind the back of its events. Raises LawBroken."""
    rules = load(system)
    inside = {*_inside(rules.fight, set()), *_inside(rules.sheet, set())}
    for kind in _classes(system):
        if not (kind in inside or issubclass(kind, (Plain, Command))):
            continue
        if not kind.__struct_config__.frozen:
            place = place_of_class(system, kind.__name__)
            broken(system, place, f"{kind.__name__} is not frozen: write `class {kind.__name__}(..., frozen=True)`")
        if issubclass(kind, Plain):
            for name, hint in get_type_hints(kind).items():
                if hint in MUTABLE or get_origin(hint) in MUTABLE:
                    place = place_of_class(system, kind.__name__, name)
                    broken(system, place, f"{kind.__name__}.{name} can be changed in place: write a tuple or a Mapping")


def every_kind_of_word_is_known(system: str) -> None:
    """The kind of each argument, option and reference is one of rbf's or of the system's own. Raises LawBroken."""
    rules = load(system)
    known = (*KINDS, *rules.kinds, *rules.open_kinds)
    for kind in (*rules.verbs, *rules.one_liners):
        for field, parameter in grammar_of(kind).fields.items():
            if parameter.spec.kind not in known:
                place = _place_of_field(system, kind, field)
                broken(system, place, f"{verb_of(kind)}: {_unknown('kind of word', parameter.spec.kind, known)}")
    for field, named in rules.references.items():
        for each in kinds_of(named):
            if each not in known:
                broken(system, place_of_text(system, field, named), f"{field}: {_unknown('kind of word', each, known)}")


def every_rule_is_in_the_ledger(system: str) -> None:
    """The rule that each event and refusal of the source names is in the ledger. Raises LawBroken."""
    known = [each.id for each in load(system).ledger()]
    prefixes = "|".join(sorted({re.escape(each.partition("-")[0]) for each in known}))
    of_the_system = re.compile(rf"(?:{prefixes})(?:-[A-Z0-9]+)+")
    for path, tree in trees(system):
        for line, rule in _rules_named(tree, of_the_system):
            if rule not in known and rule not in OF_NO_SYSTEM:
                broken(system, f"{path}:{line}", _unknown("rule", rule, known))


def nothing_is_left_to_chance(system: str) -> None:
    """Dice, hours and files come through the scene alone, so that a fight plays again as it did. Raises LawBroken."""
    for path, tree in trees(system):
        for node in ast.walk(tree):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                if name.partition(".")[0] in OF_CHANCE:
                    law = f"{name} has no place in rules: the same fight would come out otherwise; dice are scene.roll"
                    broken(system, f"{path}:{getattr(node, 'lineno', 0)}", law)


def every_answer_is_of_its_type(path: str) -> None:
    """What the functions of the rules answer is what they have to answer. Raises LawBroken."""
    session = from_encounter(path, "answers", source=path)
    rules, fight = session.rules, session.fight
    complaints()
    for name, given in _asked(rules, fight):
        function = rules.kinds[name.partition(":")[2]] if name.startswith("kinds:") else getattr(rules, name)
        try:
            answer_of(name.partition(":")[0], function(*given))
        except PluginFault as wrong:
            raise LawBroken(wrong.message) from wrong
        except (TypeError, ValueError) as wrong:
            raise LawBroken(f"{rules.name}: {name} answers what is none: {wrong}") from wrong
        if said := complaints():
            raise LawBroken(said.removeprefix("rbf: "))


def _asked(rules: Rules, fight: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The functions of the rules, each with what it is given."""
    for name in ("next_steps", "picture", "validate"):
        yield name, (fight,)
    yield "ledger", ()
    for who in fight.combatants:
        yield from (
            (name, (fight, who)) for name in ("status", "details", "candidates", "members", "mistakes", "warnings")
        )
        yield "health", (fight.combatants[who],)
        yield from ((f"kinds:{kind}", (fight, who)) for kind in rules.kinds)
        yield from (("distance", (fight, who, other)) for other in list(fight.combatants)[:2])


def _classes(system: str) -> Iterator[type[Struct]]:
    """The structs that a system defines."""
    root = package(system)
    for path, _ in trees(system):
        inside = path.removesuffix(".py").removesuffix("/__init__").split("/")[1:]
        import_module(".".join((root, *inside)))
    for name, module in list(sys.modules.items()):
        if name == root or name.startswith(f"{root}."):
            for each in vars(module).values():
                if isinstance(each, type) and each.__module__ == name and issubclass(each, Struct):
                    yield each


def _inside(hint: Any, seen: set[Any]) -> set[Any]:
    """The structs that a type is made of."""
    if hint not in seen and isinstance(hint, type) and issubclass(hint, Struct):
        seen.add(hint)
        for each in get_type_hints(hint).values():
            _inside(each, seen)
    for each in get_args(hint):
        _inside(each, seen)
    return seen


def _place_of_field(system: str, kind: type[Command], field: str) -> str:
    """Where a field of a command stands: in the class itself, or in one that it extends."""
    for each in kind.__mro__:
        if field in get_annotations(each):
            return place_of_class(system, each.__name__, field) or place_of_rules(system)
    return place_of_rules(system)


def _unknown(what: str, word: str, known: tuple[str, ...] | list[str]) -> str:
    near = nearest(word, known)
    return f"there is no {what} {word!r}" + (f"; did you mean {' or '.join(near)}?" if near else "")


def _rules_named(tree: ast.Module, of_the_system: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Ids of rules in the source, with their lines: what looks like one, and what stands where one has to."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if of_the_system.fullmatch(text):
                yield node.lineno, text
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=given, keywords=named):
                place = RULE_PLACES.get(name, len(given))
                found = [each.value for each in named if each.arg == "rule"] + given[place : place + 1]
                for each in found:
                    if isinstance(each, ast.Constant) and isinstance(each.value, str):
                        yield each.lineno, each.value
            case _:
                continue


LAWS_OF_SLIPS = (
    every_struct_is_frozen,
    every_kind_of_word_is_known,
    every_rule_is_in_the_ledger,
    nothing_is_left_to_chance,
)

"""The laws of a system's source and declarations."""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import get_annotations
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from rbfcli.checking.integrity import kinds_of
from rbfcli.core.errors import PluginBug, either
from rbfcli.core.matching import nearest
from rbfcli.language.grammar import grammar_of
from rbfcli.language.parser import fight_verbs
from rbfcli.model import commands
from rbfcli.model.commands import Command, verb_name
from rbfcli.model.conditions import row_of
from rbfcli.model.fight import PlainValue
from rbfcli.model.rules import Rules
from rbfcli.plugins import Guest, guarded
from rbfcli.session.encounter import empty, from_encounter
from rbfcli.systems.registry import complain, complaints, load, package
from rbfcli.testing.laws import perform
from rbfcli.testing.support import (
    VOCABULARY,
    LawViolation,
    broken,
    place_of_class,
    place_of_rules,
    place_of_text,
    require_law,
    trees,
)

OF_CHANCE = frozenset({"random", "secrets", "uuid", "time", "datetime", "os", "threading", "socket"})
# The position of the rule among a call's arguments.
RULE_PLACES = {"change": 3, "afflict": 2, "relieve": 2, "refuse": 1, "roll": 2, "roll_under": 2}
RULE_PLACES |= {"happen": 1, "ask": 3, "roll_expression": 2, "impossible": 1}
OF_NO_SYSTEM = ("", "GM")
MUTABLE = (list, dict, set)


def every_struct_is_frozen(system: str) -> None:
    """Check that a fight can change only through its events. Raises LawViolation."""
    rules = load(system)
    inside = {*_inside(rules.fight, set()), *_inside(rules.sheet, set())}
    for kind in _classes(system):
        if not (kind in inside or issubclass(kind, (PlainValue, Command))):
            continue
        if not kind.__struct_config__.frozen:
            place = place_of_class(system, kind.__name__)
            broken(system, place, f"{kind.__name__} is not frozen: write `class {kind.__name__}(..., frozen=True)`")
        if issubclass(kind, PlainValue):
            for name, hint in get_type_hints(kind).items():
                if hint in MUTABLE or get_origin(hint) in MUTABLE:
                    place = place_of_class(system, kind.__name__, name)
                    broken(system, place, f"{kind.__name__}.{name} can be changed in place: write a tuple or a Mapping")


def every_kind_of_word_is_known(system: str) -> None:
    """Check that all kinds of arguments and references are known, as rbf's or the system's. Raises LawViolation."""
    rules = load(system)
    known = (*VOCABULARY.kinds, *rules.kinds, *rules.open_kinds)
    for kind in (*rules.verbs, *rules.one_liners):
        for field, parameter in grammar_of(kind).fields.items():
            if parameter.spec.kind not in known:
                place = _place_of_field(system, kind, field)
                broken(system, place, f"{verb_name(kind)}: {_unknown('kind of word', parameter.spec.kind, known)}")
    for field, named in rules.references.items():
        for each in kinds_of(named):
            if each not in known:
                broken(system, place_of_text(system, field, named), f"{field}: {_unknown('kind of word', each, known)}")


def every_rule_is_in_the_ledger(system: str) -> None:
    """Check that the rules of all events and refusals are in the ledger. Raises LawViolation."""
    known = [each.id for each in load(system).ledger()]
    prefixes = "|".join(sorted({re.escape(each.partition("-")[0]) for each in known}))
    of_the_system = re.compile(rf"(?:{prefixes})(?:-[A-Z0-9]+)+")
    for path, tree in trees(system):
        for line, rule in _rules_named(tree, of_the_system):
            if rule not in known and rule not in OF_NO_SYSTEM:
                broken(system, f"{path}:{line}", _unknown("rule", rule, known))


def rules_are_deterministic(system: str) -> None:
    """Check that rules use dice, time and files only through the scene. Raises LawViolation."""
    for path, tree in trees(system):
        for node in ast.walk(tree):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                if name.partition(".")[0] in OF_CHANCE:
                    law = f"{name} has no place in rules: the same fight would come out otherwise; dice are scene.roll"
                    broken(system, f"{path}:{getattr(node, 'lineno', 0)}", law)


def every_answer_is_of_its_type(path: str) -> None:
    """Check that the functions of the rules return the right types. Raises LawViolation."""
    session = from_encounter(path, "answers", source=path)
    guest = Guest(system=session.rules.name, value=package(session.rules.name))
    rules = guarded(session.rules, guest, complain)
    complaints()
    for function, given in _calls(rules, session.fight):
        try:
            function(*given)
        except PluginBug as wrong:
            raise LawViolation(wrong.message) from wrong
        if said := complaints():
            raise LawViolation(said.removeprefix("rbf: "))


def _calls(rules: Rules, fight: Any) -> Iterator[tuple[Callable[..., object], tuple[Any, ...]]]:
    """Yield the functions of the rules, each with arguments to call it with."""
    yield from ((function, (fight,)) for function in (rules.next_steps, rules.picture))
    yield rules.ledger, ()
    each_with = (rules.status, rules.details, rules.candidates, rules.members, rules.mistakes, rules.warnings)
    for who, one in fight.combatants.items():
        yield from ((function, (fight, who)) for function in (*each_with, *rules.kinds.values()))
        yield rules.health, (one,)
        yield from ((rules.distance, (fight, who, other)) for other in list(fight.combatants)[:2])


def _classes(system: str) -> Iterator[type[Struct]]:
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
    if hint not in seen and isinstance(hint, type) and issubclass(hint, Struct):
        seen.add(hint)
        for each in get_type_hints(hint).values():
            _inside(each, seen)
    for each in get_args(hint):
        _inside(each, seen)
    return seen


def _place_of_field(system: str, kind: type[Command], field: str) -> str:
    for each in kind.__mro__:
        if field in get_annotations(each):
            return place_of_class(system, each.__name__, field) or place_of_rules(system)
    return place_of_rules(system)


def _unknown(what: str, word: str, known: tuple[str, ...] | list[str]) -> str:
    near = nearest(word, known)
    return f"unknown {what} {word!r}" + (f"; did you mean {either(near)}?" if near else "")


def _rules_named(tree: ast.Module, of_the_system: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Yield the rule ids in the source with their lines.

    They are strings that look like one, and the arguments of calls that take one.
    """
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


def every_condition_is_a_row(system: str) -> None:
    """Check that every condition named in the source is in the table. Raises LawViolation."""
    rules = load(system)
    for path, tree in trees(system):
        for node in ast.walk(tree):
            match node:
                case (
                    ast.Call(
                        func=ast.Attribute(attr="afflict" | "relieve"), args=[_, ast.Constant(value=str(text)), *_]
                    )
                    | ast.Call(
                        func=ast.Attribute(attr="get", value=ast.Attribute(attr="conditions")),
                        args=[ast.Constant(value=str(text)), *_],
                    )
                    | ast.Compare(
                        left=ast.Constant(value=str(text)),
                        ops=[ast.In() | ast.NotIn()],
                        comparators=[ast.Attribute(attr="conditions")],
                    )
                    | ast.Subscript(value=ast.Attribute(attr="conditions"), slice=ast.Constant(value=str(text)))
                ):
                    place = f"{system} ({path}:{node.lineno})"
                    require_law(row_of(rules.conditions, text), f"{place}: unknown condition {text!r}")
                case _:
                    continue


SHARED = (commands.Init, commands.Turn, commands.Attack, commands.DamageSave, commands.Stabilize)


def shared_verbs_are_there(system: str) -> None:
    """Check that a system has every shared verb, or a reason for its absence. Raises LawViolation."""
    rules = load(system)
    for verb in [verb_name(each) for each in SHARED]:
        there = verb in fight_verbs(rules)
        if there == (verb in rules.no_verbs):
            broken(system, place_of_rules(system), f"{verb} must be a verb, or have its reason in `no_verbs`")


def every_verb_has_help_and_an_example(system: str) -> None:
    """Check that each verb has a docstring, help and an example. Raises LawViolation."""
    rules = load(system)
    for verb, kind in fight_verbs(rules).items():
        require_law(kind.__doc__, f"{system}: {verb} has no docstring")
        require_law(kind.examples, f"{system}: {verb} has no example")
        require_law(
            all(each.split()[0] == verb for each in kind.examples), f"{system}: an example of {verb} is of another verb"
        )
        grammar = grammar_of(kind)
        for slot in (*grammar.positionals, *grammar.options.values()):
            require_law(slot.spec.help, f"{system}: {verb} has an argument or option without help")


def an_empty_fight_refuses_without_a_trace(system: str) -> None:
    """Check that no verb fails in a fight without combatants. Raises LawViolation."""
    session = empty(system, "", "seed")
    for verb in fight_verbs(session.rules):
        perform(session, verb)


def the_ledger_is_complete(system: str) -> None:
    """Check that each rule has a unique id, summary, source, state and valid options. Raises LawViolation."""
    rules = load(system)
    entries = rules.ledger()
    require_law(entries, f"{system}: the ledger is empty")
    require_law(len({each.id for each in entries}) == len(entries), f"{system}: two rules of the ledger have one id")
    fight = rules.fight(system=system)
    for each in entries:
        require_law(each.summary and each.source, f"{each.id}: no summary or no source")
        require_law(each.state in ("done", "gm"), f"{each.id}: the state is {each.state!r}, neither done nor gm")
        for option in filter(None, each.option.split(", ")):
            owner, _, name = option.rpartition(".")
            known = getattr(fight, owner or "options").__struct_fields__
            require_law(name in known, f"{each.id}: unknown option {option!r}")


def questions_of_verbs_are_known(system: str) -> None:
    """Check that `asks` names only existing verbs and questions. Raises LawViolation."""
    rules = load(system)
    for verb, kinds in rules.asks.items():
        require_law(verb in fight_verbs(rules), f"{system}: asks has {verb}, which is not a verb")
        require_law(
            set(kinds) <= set(rules.question_kinds), f"{system}: {verb} asks {kinds}, which are not all questions"
        )

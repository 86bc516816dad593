"""The law of templates: what stands in braces in a system's words is a fact that is there to be told."""

import ast
import re
from collections.abc import Iterator

from rbfcli.conformance.places import broken, place_of_text, trees
from rbfcli.kernel.events import AnyEvent, Asked, Happened
from rbfcli.kernel.matching import nearest
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.words import ANY_FACT, PEOPLE, WORD_KEYS
from rbfcli.systems.catalogue import load

IN_BRACES = re.compile(r"\{([^{}:]+)(?::[^{}]*)?\}")
OF_ASKING = ("rule", "free_text", "lapses", "answers")


def every_template_has_its_facts(system: str) -> None:
    """What words name in braces is a fact of the roll, change, question or happening. Raises LawBroken."""
    words = load(system).words
    told = {"happen": _facts(system, "happen"), "ask": _facts(system, "ask")}
    for key, text in words.items():
        allowed = _allowed(key, told)
        if allowed is None:
            continue
        for fact in placeholders(text):
            if fact not in allowed:
                near = nearest(fact, allowed)
                hint = f"; did you mean {{{near[0]}}}?" if near else f"; known: {', '.join(allowed) or 'none'}"
                broken(system, place_of_text(system, text, key), f"{key!r} has no fact {{{fact}}}{hint}")


def facts_are_there(rules: Rules, event: AnyEvent) -> None:
    """What is told of an event is there to be told. Raises LawBroken."""
    match event:
        case Happened(what=key, facts=facts):
            pass
        case Asked(question=question):
            key, facts = f"question.{question.kind}", question.facts
        case _:
            return
    text = rules.words.get(key, "")
    for fact in placeholders(text):
        if fact not in (*facts, *PEOPLE):
            place = place_of_text(rules.name, text, key)
            broken(rules.name, place, f"{key!r} was told without its fact {{{fact}}}; there are {', '.join(facts)}")


def placeholders(text: str) -> Iterator[str]:
    """The facts that a template names; what is somebody's is of that one."""
    return (found.removesuffix("'s") for found in IN_BRACES.findall(text))


def _allowed(key: str, told: dict[str, dict[str, set[str] | None]]) -> tuple[str, ...] | None:
    """The facts that a template may name; None where the source does not tell."""
    first, _, rest = key.partition(".")
    forms = (each for each in WORD_KEYS if each == key or (rest and each.partition(".")[0] == first))
    form = next(forms, "NAME")
    facts = WORD_KEYS[form][1]
    if facts != ANY_FACT:
        return facts
    known = told["ask"].get(rest) if first == "question" else told["happen"].get(key)
    return None if known is None else (*PEOPLE, *sorted(known))


def _facts(system: str, verb: str) -> dict[str, set[str] | None]:
    """The facts that calls of `scene.happen` or `scene.ask` give, by the name of what they tell of.

    None where one of them hands on facts that it got.
    """
    found: dict[str, set[str] | None] = {}
    for _, tree in trees(system):
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr=name), args=[ast.Constant(value=str(what)), *_], keywords=named
                ) if name == verb:
                    before = found.get(what, set())
                    given = {each.arg for each in named}
                    open_ended = None in given or before is None
                    found[what] = None if open_ended else (before or set()) | {str(each) for each in given}
                case _:
                    continue
    return {what: facts and facts - {*OF_ASKING} for what, facts in found.items()}

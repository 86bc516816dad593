"""The laws of screens, output and templates."""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import to_builtins

from rbfcli.core.matching import nearest
from rbfcli.core.text import safe
from rbfcli.engine.play import Played
from rbfcli.model.display import PEOPLE, signs_in
from rbfcli.model.events import AnyEvent, CustomEvent, QuestionAnswered, QuestionAsked, Rolled
from rbfcli.model.fight import Fight, Question
from rbfcli.model.rules import Rules
from rbfcli.render.layout import width
from rbfcli.render.narration import narrate
from rbfcli.render.rolls import is_silent
from rbfcli.render.roster import conditions_in_words, people, roster
from rbfcli.render.screen import drawn, fight_lines
from rbfcli.render.sentences import Style
from rbfcli.systems.registry import load
from rbfcli.testing.support import VOCABULARY, broken, place_of_text, require_law, trees

WIDTHS = (40, 80)
STOPS = " .,;:()"


def fits_every_screen(fight: Fight, rules: Rules, widths: tuple[int, ...] = WIDTHS) -> None:
    """Check that the roster shows all necessary facts at any screen width. Raises LawViolation."""
    for columns in widths:
        style = Style(tables=True, width=columns)
        for line in fight_lines(fight, rules, style):
            require_law(width(line) <= columns, f"a line is wider than {columns} cells: {line!r}")
        told = _squeezed(" ".join(roster(people(fight, rules), style)))
        for who, one in fight.combatants.items():
            now, most = rules.health(one)
            for what in (safe(who), f"{now}/{most}", *conditions_in_words(one, rules.conditions)):
                require_law(_squeezed(what) in told, f"at {columns} columns, {who} is shown without {what!r}")


def every_sign_is_explained(fight: Fight, rules: Rules) -> None:
    """Check that each sign in a system's picture has a text: `sign.#`. Raises LawViolation."""
    known = {letter for sign, _ in signs_in(rules.words) for letter in sign} | {*"".join(_texts(to_builtins(fight)))}
    drawn_lines = re.sub(r"-(?=\d)", "", "".join(drawn(rules.picture(fight), WIDTHS[-1])))
    strange = {each for each in drawn_lines if not each.isalnum()} - known - {*STOPS}
    require_law(
        not strange, f"`help screen` does not explain {' '.join(sorted(strange))} of the picture of {rules.name}"
    )


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _squeezed(text: str) -> str:
    """Return a text without spaces, as a long id can continue on an indented line."""
    return "".join(text.split())


NUMBER = re.compile(r"-?\d+")


def tells_what_was_applied(rules: Rules, before: Fight, played: Played, line: str) -> None:
    """Check that the outcome of a line was rolled, and that the text reports its rolls and changes."""
    is_rolled(rules, before, played, line)
    is_in_the_text(rules, before, played, line)


def is_rolled(rules: Rules, before: Fight, played: Played, line: str) -> None:
    """Check that the outcome is one of the rolled outcomes if only the actor rolled.

    After a pause, an earlier roll may have decided it.
    """
    rolled = [event for event in _judged(played.events) if event.outcome in rules.outcomes]
    doer = getattr(played.command, "who", "")
    if before.paused is None and played.outcome in rules.outcomes and all(event.who == doer for event in rolled):
        told = ", ".join(f"{event.label}: {event.outcome}" for event in rolled)
        known = not rolled or played.outcome in {event.outcome for event in rolled}
        require_law(known, f"{line}: the outcome is {played.outcome}, but no roll has it ({told})")


def is_in_the_text(rules: Rules, before: Fight, played: Played, line: str) -> None:
    """Check that the text shows the total of each open judged roll and names all whose health changed."""
    told = narrate(played.events, before, played.fight, rules, Style())
    for event in _judged(played.events):
        if not (event.hidden or is_silent(event, rules.words)):
            require_law(
                any(str(event.total) in NUMBER.findall(each) for each in told),
                f"{line}: {event.label} is {event.total}, but no line of the text says so",
            )
    for who, one in played.fight.combatants.items():
        earlier = before.combatants.get(who)
        if earlier is not None and rules.health(earlier)[0] != rules.health(one)[0]:
            require_law(
                any(one.name in each for each in told), f"{line}: {who}'s health has changed, but no line says so"
            )


def _judged(events: Iterable[AnyEvent]) -> Iterator[Rolled]:
    return (event for event in events if isinstance(event, Rolled) and event.outcome)


IN_BRACES = re.compile(r"\{([^{}:]+)(?::[^{}]*)?\}")
OF_ASKING = ("rule", "free_text", "lapses", "answers")


def every_template_has_its_facts(system: str) -> None:
    """Check that placeholders in words are facts of the roll, change, question or event. Raises LawViolation."""
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
    """Check that an event has all facts that its text needs. Raises LawViolation."""
    match event:
        case CustomEvent(what=key, facts=facts):
            pass
        case QuestionAsked(question=question):
            key, facts = f"question.{question.kind}", question.facts
        case QuestionAnswered(lapsed=Question() as question):
            key, facts = f"lapse.{question.kind}", question.facts
        case _:
            return
    text = rules.words.get(key, "")
    for fact in placeholders(text):
        if fact not in (*facts, *PEOPLE):
            place = place_of_text(rules.name, text, key)
            broken(rules.name, place, f"{key!r} was used without its fact {{{fact}}}; facts: {', '.join(facts)}")


def placeholders(text: str) -> Iterator[str]:
    """Yield the facts that a template names, without a possessive 's."""
    return (found.removesuffix("'s") for found in IN_BRACES.findall(text))


def _allowed(key: str, told: dict[str, dict[str, set[str] | None]]) -> tuple[str, ...] | None:
    """Return the facts that a template may name, or None if the source does not show them."""
    first, _, rest = key.partition(".")
    forms = (each for each in VOCABULARY.words if each == key or (rest and each.partition(".")[0] == first))
    form = next(forms, "NAME")
    facts = VOCABULARY.words[form].facts
    if "*" not in facts:
        return facts
    known = told["ask"].get(rest) if first in ("question", "lapse") else told["happen"].get(key)
    return None if known is None else (*PEOPLE, *sorted(known))


def _facts(system: str, verb: str) -> dict[str, set[str] | None]:
    """Return the literal facts given to `scene.happen` or `scene.ask`, by name."""
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

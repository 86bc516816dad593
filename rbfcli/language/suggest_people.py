"""Combatants that could be named somewhere, those first whom the line most likely means."""

from collections.abc import Iterator
from typing import Any

from rbfcli.kernel.command import Arg
from rbfcli.language.grammar import Slot
from rbfcli.language.names import Around
from rbfcli.language.suggest_line import Blank
from rbfcli.language.suggest_match import Candidate
from rbfcli.language.words import split_words

SELECTORS = {
    "@active": "whose turn it is",
    "@foes": "all who stand on other sides",
    "@allies": "all who stand on the same side",
    "@weakest": "the foe with the least health",
    "@nearest": "the foe least far away",
    "@random": "a foe by lot",
}
MANY = ("@active", "@foes", "@allies", "@weakest", "@nearest")
ONE = ("@active", "@weakest", "@nearest")
FOR_THE_FALLEN = ("stabilize", "heal")


def actor(blank: Blank, around: Around) -> str:
    """Who acts in a line: the first combatant named in it, else whose turn it is."""
    slots = zip(blank.grammar.positionals, blank.said, strict=False)
    named = next((word for slot, word in slots if slot.spec.kind == "combatant"), "")
    return meant(named, around) or around.fight.active


def meant(word: str, around: Around) -> str:
    """The combatant that a word means without doubt; empty where there is none."""
    if word in around.fight.combatants or not word:
        return word
    wanted = word.casefold()
    begun = [who for who in around.fight.combatants if who.casefold().startswith(wanted)]
    return begun[0] if len(begun) == 1 else ""


def people(slot: Slot, blank: Blank, around: Around) -> Iterator[Candidate]:
    """The combatants a slot could name, then the selectors that mean some of them."""
    fight, who = around.fight, around.who
    named_already = {who, *blank.said} if slot.spec.kind == "targets" else set(blank.said)
    left = [each for each in fight.combatants if each not in named_already]
    if slot.spec.kind == "targets":
        left.sort(key=lambda each: (not _stands(around, each), _side(fight, each) == _side(fight, who)))
    elif blank.takes_off:
        left = [each for each in left if fight.combatants[each].conditions]
    elif isinstance(slot.spec, Arg):
        likely, fallen_first = _next(blank.grammar.verb, around), blank.grammar.verb in FOR_THE_FALLEN
        left.sort(key=lambda each: (each not in likely, _stands(around, each) == fallen_first, each != who))
    yield from (Candidate(each, described(around, each), fight.combatants[each].name) for each in left)
    if left and (not blank.typed or blank.typed.startswith("@")):
        yield from _selectors(slot, fight)


def described(around: Around, who: str) -> str:
    """A combatant in a few words: name, side, health, and what lies on it."""
    one = around.fight.combatants[who]
    health = "{}/{}".format(*around.rules.vigour(one))
    return " ".join([f"{one.name}, {one.side}, {health}", *one.conditions])


def _selectors(slot: Slot, fight: Any) -> Iterator[Candidate]:
    kind = slot.spec.kind
    many = kind in ("combatants", "targets")
    words = SELECTORS if kind == "targets" else MANY if many else ONE
    yield from (Candidate(each, SELECTORS[each]) for each in words)
    if many:
        yield from (
            Candidate(f"@{side}", "a side") for side in dict.fromkeys(one.side for one in fight.combatants.values())
        )


def _next(verb: str, around: Around) -> set[str]:
    """Whom the rules name for a verb among the next steps."""
    steps = (split_words(step) for step in around.rules.next_steps(around.fight))
    return {word for step in steps if step[:1] == [verb] for word in step[1:]}


def _stands(around: Around, who: str) -> bool:
    return around.rules.standing(around.fight.combatants[who])


def _side(fight: Any, who: str) -> str:
    return fight.combatants[who].side if who in fight.combatants else ""

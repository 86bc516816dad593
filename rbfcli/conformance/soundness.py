"""The laws of what a file may say: whatever names what is not there is found, and nothing that is there."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rbfcli.conformance.law_broken import hold
from rbfcli.kernel.evolve import with_field
from rbfcli.kernel.fight import Condition, Fight, TurnSlot
from rbfcli.kernel.references import PEOPLE, named_elsewhere, named_on_sheet
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.soundness import mistakes_in
from rbfcli.session.begin import from_encounter

NOBODY = "nobody-of-this-name"
CONDITION = "as-one-has-it"


def every_reference_is_checked(path: str) -> None:
    """A field that names something by its id is found wrong if there is no such thing. Raises LawBroken."""
    session = from_encounter(path, "soundness", source=path)
    rules, fight = session.rules, session.fight
    for each in mistakes_in(rules, fight):
        hold(kept=False, law=f"{path}: {each.line}")
    broken = 0
    for place, edited in _broken(rules, fight):
        found = [each.path[: len(place)] for each in mistakes_in(rules, edited)]
        hold(place in found, f"{path}: {'.'.join(place)} names {NOBODY!r}, and nobody finds that wrong")
        broken += 1
    hold(broken, f"{path}: nothing in it could be broken")


def _broken(rules: Rules, fight: Fight) -> Iterator[tuple[tuple[str, ...], Fight]]:
    """The fight with each thing that it names changed into what nobody knows, and where that is."""
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
    """A word that nobody knows, in the form of a value: alone, in a list, or as a key."""
    if isinstance(value, Mapping):
        return {NOBODY: next(iter(value.values()), 1)}
    return (NOBODY,) if isinstance(value, tuple) else NOBODY


LAWS_OF_SOUNDNESS = (every_reference_is_checked,)

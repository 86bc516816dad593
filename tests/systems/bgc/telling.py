"""What every event of BGC has to say for itself: its rule, its people, its facts, and words for all of it."""

import string

from rbfcli.model import events
from rbfcli.model.display import COMMON
from rbfcli.systems.registry import load

RULES = load("bgc")
WORDS = {**COMMON, **RULES.words}
KNOWN = {entry.id for entry in RULES.ledger()} | {"GM"}
PLACES = string.Formatter()
ALONE = {"speed", "willpower", "strain", "quality", "random target"}
AGAINST = {"attack", "defend", "strike back", "botch", "through natural armour"}
EITHER = {"penetration", "armour"}
REASONS = {
    "situation": "BGC-INI-1",
    "risk": "BGC-RSK-1",
    "wounds": "BGC-EFF-1",
    "called shot": "BGC-CAL-1",
    "gap in the armour": "BGC-ARM-1",
    "badly hurt": "BGC-WND-3",
    "modifier": "",
}


def check(event, fights):
    """An event names a rule of the ledger, and nothing that its words need is missing."""
    people = {who for fight in fights for who in fight.combatants}
    if not isinstance(event, events.Paused | events.Resumed):
        assert event.rule in KNOWN, event
    if isinstance(event, events.CustomEvent):
        check_words(WORDS[event.what], event, people)
    if isinstance(event, events.Rolled):
        check_roll(event, fights[0], people)
    if isinstance(event, events.FieldChanged | events.ConditionGained | events.ConditionLost):
        assert event.who in people | {""}, event
    if isinstance(event, events.ConditionGained | events.ConditionLost):
        assert event.name in RULES.conditions, event


def check_words(words, event, people):
    """Every place of a template is filled, people with somebody who is there."""
    assert {event.who, event.target} <= people | {""}, event
    for _, place, _, _ in PLACES.parse(words):
        named = (place or "").removesuffix("'s")
        if named in ("who", "target"):
            assert getattr(event, named) in people, event
        elif named:
            assert str(event.facts[named]) not in ("", "None"), event


def check_roll(event, fight, people):
    """A roll names its people, what it is, and why each modifier counts, by its rule."""
    assert event.who in people | {""}, event
    skills = {skill for fighter in fight.combatants.values() for skill in fighter.skills}
    if event.label in AGAINST:
        assert event.target in people, event
    elif event.label in EITHER | skills:
        assert event.target in people | {""}, event
    else:
        assert event.label in ALONE, event
        assert not event.target, event
    for each in event.modifiers:
        assert each.rule in KNOWN if each.why == "shock" else each.rule == REASONS[each.why], event


def check_refusal(wrong):
    """A refusal of the rules names its rule, and says something."""
    assert wrong.message
    assert wrong.rule in KNOWN | {""}, wrong.rule

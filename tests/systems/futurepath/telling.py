"""What every event and refusal of FuturePath has to say for itself: its rule, its people, words for all of it."""

import os
from pathlib import Path
from string import Formatter

from rbfcli.language.grammar import split_words
from rbfcli.language.parser import fight_verbs
from rbfcli.model.events import (
    NOTHING_CHANGES,
    ConditionGained,
    CustomEvent,
    FieldChanged,
    QuestionAsked,
    Rolled,
    without_pauses,
)
from rbfcli.systems.futurepath.sheet import SKILLS, TECHNIQUES, teams
from rbfcli.systems.registry import load

RULES = load("futurepath")
KNOWN = {"GM", *(entry.id for entry in RULES.ledger())}
WORDS = {NOTHING_CHANGES: "", **RULES.words}
REFUSALS = Path(__file__).with_name("refusals.txt")
TITLES = {key: words for key, words in RULES.words.items() if key.startswith("roll.")}
AT_SOMEBODY = {key.removeprefix("roll.") for key, words in TITLES.items() if "{target}" in words}
LABELS = {
    *AT_SOMEBODY,
    *(skill.replace("-", " ") for skill in SKILLS),
    "Constitution lost by a slip",
    "Constitution lost by dying",
    "object attack",
    "blast damage",
    "cooking the grenade",
    "damage",
    "extra damage",
    "initiative check",
    "random target",
    "scatter left-right",
    "scatter short-long",
    "team initiative",
}
REASONS = {
    "Extra Attacks and Damage of the attacker": "FP-CDG-1",
    "as stated": "FP-ADV-1",
    "average": "FP-INI-2",
    "base": "FP-TEC-1",
    "charge": "FP-TEC-1",
    "floodlight": "FP-COV-3",
    "fog": "FP-COV-2",
    "full cover": "FP-COV-2",
    "heavy cover": "FP-COV-1",
    "in combat": "FP-TRP-2",
    "initiative": "FP-INI-2",
    "misc": "FP-TEC-1",
    "modifier": "",
    "off hand": "FP-OFF-4",
    "partial cover": "FP-COV-1",
    "proficient": "",
    "range": "FP-ATK-4",
    "score": "FP-INI-2",
    "smoke": "FP-COV-3",
}
NAMES = {
    *(ability.capitalize() for ability in SKILLS.values()),
    "Constitution",
    *(skill.replace("-", " ").capitalize() for skill in SKILLS),
    *(f"{technique} level" for technique in TECHNIQUES),
}


def check_events(events, fights):
    """Each names a rule of the ledger and people of the fight, and nothing is missing that its words speak of."""
    people = {"", *(who for fight in fights for who in (*fight.combatants, *teams(fight)))}
    for event in without_pauses(events):
        assert event.rule in KNOWN, event
        assert {getattr(event, field, "") for field in ("who", "target")} <= people, event
        match event:
            case CustomEvent():
                check_words(event)
            case Rolled():
                check_roll(event, fights[1])
            case QuestionAsked(question=question):
                assert (question.rule in KNOWN, question.who in people - {""}) == (True, True), question
                assert places_of(f"question.{question.kind}") <= {"who", *question.facts}, question
            case ConditionGained(condition=condition):
                assert event.rule == "GM" or event.name in RULES.conditions, event
                assert {condition.by, condition.whose} <= people, event
            case FieldChanged(field=field):
                assert field == field.casefold(), event


def check_words(event):
    """Every place of a template is filled, and no fact is nothing."""
    places = places_of(event.what)
    assert places <= {"who", "target", *event.facts}, event
    assert event.who or "who" not in places, event
    assert event.target or "target" not in places, event
    assert not {"", None} & set(event.facts.values()), event


def places_of(words):
    """The names that a template speaks of."""
    return {place.removesuffix("'s") for _, place, _, _ in Formatter().parse(WORDS[words]) if place}


def check_roll(event, fight):
    """A roll says what it is, at whom, and by which rule each number is added."""
    assert event.label in LABELS, event.label
    assert bool(event.target) <= (event.label in AT_SOMEBODY), event
    names = NAMES | {weapon.name for weapon in fight.weapons.values()}
    for each in (*event.modifiers, *event.edges):
        assert each.rule == REASONS[each.why] if each.why not in names else each.rule in KNOWN, each


def check_refusal(wrong):
    """A refusal stands in the list as a GM reads it; REWRITE=1 adds what is new: read the diff."""
    refusal = f"{wrong.rule}: {wrong.message}; {wrong.hint}"
    known = REFUSALS.read_text(encoding="utf-8").splitlines() if REFUSALS.exists() else []
    if os.environ.get("REWRITE") and refusal not in known:
        REFUSALS.write_text("\n".join(sorted({*known, refusal})) + "\n", encoding="utf-8")
        return
    assert refusal in known


def check_lines(wrong, session):
    """Each line in a hint is one of the fight, a page of help, or an option to add to the line."""
    verbs = (*fight_verbs(session.rules), "help")
    for line in (each for hint in wrong.hints for each in hint.lines):
        assert line.startswith("-") or split_words(line)[0] in verbs, line

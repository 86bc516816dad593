"""Each law of questions, offers and sources finds the system that breaks it."""

import ast
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from rbfcli.conformance import LawBroken, examples, laws, offers, pauses, sources
from rbfcli.kernel import conditions, verbs
from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.ledger import Example, RuleEntry
from rbfcli.kernel.reactions import Reaction
from rbfcli.kernel.rules import Candidate, Hooks
from rbfcli.kernel.run import Played
from rbfcli.kernel.scene import Scene
from rbfcli.session.session import Session
from tests.kernel import asker

ATTACK = asker.Strike(who="ann", targets=("bob",))
FORGETFUL = []


def session(**changes):
    """A fight at the gate, by rules that were changed."""
    return Session(replace(asker.RULES, **changes), asker.at_the_gate())


def acting(one):
    """The same with Ann's turn running."""
    one.fight = replace(one.fight, active="ann", round=1)
    return one


@pytest.fixture
def of_offers(monkeypatch):
    def broken(law, one):
        monkeypatch.setattr(offers, "fights", lambda _path: [one])
        with pytest.raises(LawBroken) as wrong:
            law("gate")
        return str(wrong.value)

    return broken


def test_an_offer_that_is_refused_once_its_dice_fell(of_offers):
    def unlucky(scene, _command):
        if asker.d6(scene, "ann", "luck").total < 6:
            raise Refusal("bad luck", rule="GATE-1")

    one = session(
        verbs={**asker.RULES.verbs, asker.Strike: unlucky},
        candidates=lambda _fight, _who: (Candidate(ATTACK, "free", "GATE-1"),),
    )
    assert "is offered to ann and refused: bad luck" in of_offers(offers.no_offer_is_refused, one)


def test_a_next_step_that_is_refused(of_offers):
    one = session(next_steps=lambda _fight: ("choose double",))
    assert "next: choose double is refused" in of_offers(offers.no_step_is_refused, one)


def test_a_hint_that_is_refused(of_offers, monkeypatch):
    def hints(_scene, _command):
        raise Refusal("not now", rule="GATE-1", hint="walk nobody")

    monkeypatch.setattr(offers, "lines_to_try", lambda _session: ["attack ann bob"])
    one = session(verbs={**asker.RULES.verbs, asker.Strike: hints})
    assert "the hint 'walk nobody' is refused" in of_offers(offers.no_hint_is_refused, one)


def test_what_is_accepted_and_not_offered(of_offers):
    assert "is accepted from ann and not offered" in of_offers(offers.what_is_accepted_is_offered, acting(session()))


def test_what_is_documented_as_not_listed_is_let_be(monkeypatch):
    known = ("attack", "walk", "nag", "note", "end", "add", "remove", "set")
    one = acting(session(unlisted=dict.fromkeys(known, "why")))
    monkeypatch.setattr(offers, "fights", lambda _path: [one])
    offers.what_is_accepted_is_offered("gate")


def test_a_rule_that_remembers_outside_its_scene(monkeypatch):
    def forgetful(scene, command):
        FORGETFUL.append(command)
        answer = scene.ask("effect", "ann", ("double", "push"), "GATE-2")
        scene.happen("effect", "GATE-2", who="ann", effect=f"{answer} {len(FORGETFUL)}")

    one = session(verbs={**asker.RULES.verbs, asker.Strike: forgetful})
    monkeypatch.setattr(pauses, "asking", lambda _path: [("attack ann bob", one, ATTACK)])
    with pytest.raises(LawBroken, match="answered beforehand, other things happen"):
        pauses.answers_in_advance_come_to_the_same("gate")


def test_something_accepted_that_comes_to_nothing():
    one = session()
    with pytest.raises(LawBroken, match="it was accepted, and nothing came of it"):
        laws.has_an_effect(one, one.fight, Played(replace(one.fight, drawn=7), ()), "nag ann")


@pytest.fixture
def of_sources(monkeypatch):
    def broken(law, text, **changes):
        rules = replace(asker.RULES, **changes)
        monkeypatch.setattr(sources, "load", lambda _system: rules)
        monkeypatch.setattr(sources, "trees", lambda _system: [("gate.py", ast.parse(text))])
        with pytest.raises(LawBroken) as wrong:
            law("gate")
        return str(wrong.value)

    return broken


@pytest.mark.parametrize(
    "text",
    [
        'scene.afflict(who, "prnoe", "X-1")',
        'scene.relieve(who, "prnoe", "X-1")',
        '"prnoe" in one.conditions',
        '"prnoe" not in one.conditions',
        'one.conditions["prnoe"].by',
        'one.conditions.get("prnoe")',
    ],
)
def test_a_condition_that_is_no_row(of_sources, text):
    rows = conditions.table(conditions.ConditionRow(name="prone", rule="X-1", begins="is prone"))
    said = of_sources(sources.every_condition_is_a_row, text, conditions=rows)
    assert "gate (gate.py:1): there is no condition 'prnoe'" in said


class Deck(asker.GateFight, frozen=True, kw_only=True):
    """A fight of another system."""


def row(**functions):
    """A reaction of functions that say nothing of their types, but for some."""
    silent = {name: lambda _scene, _who, _occasion: "" for name in ("may", "react", "decided")}
    return Reaction(kind="parry", on="struck", rule="GATE-1", answers=("parry", "let"), **{**silent, **functions})


class Deep(asker.Guard, frozen=True, kw_only=True):
    """A sheet with something in it."""

    ammo: Mapping[str, int] = {}


@pytest.mark.parametrize(
    "text",
    [
        'scene.change(who, "hitpoints", 3, "X-1")',
        'scene.change("", "hp", 3, "X-1")',
        'scene.change("", ("board", "walls"), 3, "X-1")',
        'scene.change(who, ("amo", weapon), 3, "X-1")',
        'scene.change(who, ("ammo", weapon, "left"), 3, "X-1")',
        'scene.change(who, ("name", "first"), 3, "X-1")',
    ],
)
def test_a_path_that_leads_nowhere(of_sources, text):
    assert "has no" in of_sources(sources.every_path_leads_somewhere, text, sheet=Deep)


@pytest.mark.parametrize("text", ['scene.change(who, ("ammo", weapon), 3, "X")', 'scene.change("", "turn", 3, "X")'])
def test_a_path_that_leads_somewhere(of_sources, text):
    with pytest.raises(pytest.fail.Exception):
        of_sources(sources.every_path_leads_somewhere, text, sheet=Deep)


def test_a_verb_that_goes_to_the_function_of_another(of_sources):
    wrong = {**asker.RULES.verbs, verbs.Heal: asker.walk}
    said = of_sources(sources.every_verb_has_its_own_function, "", verbs=wrong)
    assert "gate: heal goes to a function of Walk" in said


def of_a_fight(fight: asker.GateFight, command: verbs.Heal) -> None:
    """Not of a scene."""


def of_another_fight(scene: Scene[Deck, asker.Guard], who: str) -> None:
    """Of a scene, but not of this system's fight."""


def of_any_fight(scene: Scene[Any, Any], who: str) -> None:
    """As the kernel's own are."""


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"verbs": {verbs.Heal: of_a_fight}}, "heal goes to a function of <class 'tests.kernel.asker.GateFight'>"),
        ({"hooks": Hooks(begin_turn=of_another_fight)}, "begin_turn goes to a function of"),
        ({"reactions": (row(may=of_another_fight),)}, "parry goes to a function of"),
        ({"reactions": (row(react=of_another_fight),)}, "parry goes to a function of"),
        ({"reactions": (row(decided=of_another_fight),)}, "parry goes to a function of"),
    ],
)
def test_a_function_of_no_scene_of_the_system(of_sources, changes, said):
    assert said in of_sources(sources.every_function_takes_a_scene_of_the_system, "", **changes)


def test_functions_of_a_scene_of_the_system(monkeypatch):
    rules = replace(asker.RULES, hooks=Hooks(begin_turn=of_any_fight), reactions=(row(),))
    monkeypatch.setattr(sources, "load", lambda _system: rules)
    sources.every_function_takes_a_scene_of_the_system("gate")


STALE = """
def rule(scene, command):
    one = scene.one(command.who)
    helper(scene)
    scene.change(command.who, "hp", one.hp - 1, "X-1")

def helper(scene):
    scene.ask("effect", "ann", ("yes", "no"), "X-1")
"""


def test_a_sheet_that_is_stale_after_a_question(of_sources):
    law = sources.no_sheet_is_read_before_a_question_and_used_after_it
    assert "gate (gate.py:5): one was read before a question" in of_sources(law, STALE)


def test_an_example_that_comes_out_otherwise(monkeypatch):
    entry = RuleEntry("X-1", "A rule.", "page", "done", examples=(Example(line="init", told="nothing like it"),))
    monkeypatch.setattr(examples, "load", lambda _system: replace(asker.RULES, ledger=lambda: (entry,)))
    monkeypatch.setattr(examples, "played", lambda _system, _example: "order: nobody")
    with pytest.raises(LawBroken, match="X-1: init: told was not 'nothing like it'"):
        examples.every_example_comes_out_as_told("gate")

"""Each law finds the system that breaks it."""

from itertools import count
from pathlib import Path

import msgspec
import pytest

from rbfcli.conformance import LawBroken, encounters, laws, systems
from rbfcli.kernel import verbs
from rbfcli.kernel.command import Command
from rbfcli.kernel.events import Changed
from rbfcli.kernel.evolve import evolve
from rbfcli.kernel.ledger import RuleEntry
from rbfcli.session.begin import from_encounter
from rbfcli.systems import catalogue

ENCOUNTER = str(Path(__file__).parents[2] / "encounters" / "duel.toml")
NOTE = "note x"
NUMBERS = count()


class Bare(Command, frozen=True, kw_only=True, tag="bare"):
    """A verb without an example."""


def with_note(function):
    """A session whose verb `note` does something else."""
    session = from_encounter(ENCOUNTER, "laws", source=ENCOUNTER)
    session.rules = msgspec.structs.replace(session.rules, verbs={**session.rules.verbs, verbs.Note: function})
    return session


def changes_without_an_event(scene, _command):
    scene.fight = evolve(scene.fight, Changed(who="ada", field="hp", path=("hp",), before=15, after=1))


def says_what_has_no_words(scene, _command):
    scene.happen("unheard-of", "RBF-ATK-1")


def asks_what_nothing_answers(scene, _command):
    scene.ask("unheard-of", "ada", ("yes", "no"), "RBF-ATK-1")


def asks_in_spite_of_itself(scene, _command):
    scene.ask("riposte", "ada", ("strike", "no"), "RBF-ATK-1")


def names_no_rule_of_the_ledger(scene, _command):
    scene.change("ada", "hp", 1, "RBF-NOWHERE-1")


def refuses_by_no_rule_of_the_ledger(scene, _command):
    scene.refuse("no", "RBF-NOWHERE-1")


def remembers(scene, _command, so_far=[]):  # noqa: B006
    """Changes what it does from call to call."""
    so_far.append(scene)
    scene.change("ada", "hp", len(so_far), "RBF-ATK-1")


@pytest.mark.parametrize(
    ("function", "law"),
    [
        (changes_without_an_event, "without an event"),
        (says_what_has_no_words, "no words for 'unheard-of'"),
        (asks_what_nothing_answers, "no words for question.unheard-of"),
        (asks_in_spite_of_itself, "note asks what"),
        (names_no_rule_of_the_ledger, "no rule RBF-NOWHERE-1"),
        (refuses_by_no_rule_of_the_ledger, "no rule RBF-NOWHERE-1"),
        (remembers, "comes out otherwise"),
    ],
)
def test_a_line_that_breaks_a_law_is_found(function, law):
    with pytest.raises(LawBroken, match=law):
        laws.perform(with_note(function), NOTE)


def broken(monkeypatch, **fields):
    """Put a broken RBF in the place of the right one, under a name of its own, by which its verbs are remembered."""
    rules = msgspec.structs.replace(catalogue.load("rbf"), name=f"broken {next(NUMBERS)}", **fields)
    monkeypatch.setattr(systems, "load", lambda _name: rules)
    return rules


@pytest.mark.parametrize("asks", [{"sing": ()}, {"note": ("unheard-of",)}])
def test_what_verbs_ask_has_to_be_known(monkeypatch, asks):
    broken(monkeypatch, asks=asks)
    with pytest.raises(LawBroken, match=next(iter(asks))):
        systems.what_verbs_ask_is_known("rbf")


def without(rules, verb):
    return {kind: function for kind, function in rules.verbs.items() if kind.__struct_config__.tag != verb}


def test_a_shared_verb_has_to_be_there_or_have_its_reason(monkeypatch):
    rules = catalogue.load("rbf")
    broken(monkeypatch, verbs=without(rules, "stabilize"))
    with pytest.raises(LawBroken, match="stabilize"):
        systems.shared_verbs_are_there("rbf")
    broken(monkeypatch, verbs=without(rules, "stabilize"), no_verbs={"stabilize": "nobody dies here"})
    systems.shared_verbs_are_there("rbf")
    broken(monkeypatch, no_verbs={"stabilize": "and yet it is there"})
    with pytest.raises(LawBroken, match="stabilize"):
        systems.shared_verbs_are_there("rbf")


def test_a_verb_has_to_have_an_example(monkeypatch):
    broken(monkeypatch, verbs={**catalogue.load("rbf").verbs, Bare: says_what_has_no_words})
    with pytest.raises(LawBroken, match="bare has no example"):
        systems.every_verb_has_help_and_an_example("rbf")


@pytest.mark.parametrize(
    ("entry", "law"),
    [
        (RuleEntry("X-1", "", "a page", "done"), "no summary"),
        (RuleEntry("X-1", "a rule", "a page", "half"), "neither done nor gm"),
        (RuleEntry("X-1", "a rule", "a page", "done", "unheard_of"), "no option unheard_of"),
    ],
)
def test_a_ledger_has_to_be_whole(monkeypatch, entry, law):
    broken(monkeypatch, ledger=lambda: (entry,))
    with pytest.raises(LawBroken, match=law):
        systems.the_ledger_is_whole("rbf")


def test_a_ledger_has_to_be_there_and_its_ids_different(monkeypatch):
    broken(monkeypatch, ledger=lambda: ())
    with pytest.raises(LawBroken, match="empty"):
        systems.the_ledger_is_whole("rbf")
    broken(monkeypatch, ledger=lambda: (RuleEntry("X-1", "a rule", "a page", "done"),) * 2)
    with pytest.raises(LawBroken, match="one id"):
        systems.the_ledger_is_whole("rbf")


def test_outcomes_have_to_be_those_of_the_rules(monkeypatch):
    session = with_note(says_what_has_no_words)
    session.rules = msgspec.structs.replace(session.rules, outcomes=())
    monkeypatch.setattr(encounters, "from_encounter", lambda *_, **__: session)
    with pytest.raises(LawBroken, match="not among those"):
        encounters.odds_sum_to_one(ENCOUNTER)

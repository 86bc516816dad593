"""Rows of the table of reactions: whom they look at, what they ask, at once or in turn, and who reacts."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.fight import Condition, Question
from rbfcli.kernel.play import play
from rbfcli.kernel.reacting import who_may_react
from rbfcli.kernel.reactions import Occasion, Reaction
from rbfcli.kernel.scene import Scene
from rbfcli.kernel.verbs import Choose
from tests.kernel import asker


def row(kind, *, may, together):
    """A reaction to a walk that takes a hit point of the walker."""
    return Reaction(
        kind=kind, on="walk", rule="GATE-4", together=together, answers=("strike", "let"), lapses=True,
        may=lambda scene, who, occasion: who in may and scene.one(occasion.who).hp > 0,
        react=lambda scene, _who, occasion: asker.hurt(scene, occasion.who, 10),
    )  # fmt: skip


def at_the_gate(*rows):
    """Rules by which a walk sets the rows off."""
    verbs = {**asker.RULES.verbs, asker.Walk: lambda scene, command: scene.trigger("walk", command.who)}
    return replace(asker.RULES, verbs=verbs, reactions=rows)


@pytest.mark.parametrize(
    ("together", "asked"), [(True, [("bob", "pass"), ("cid", "back")]), (False, [("bob", "pass")])]
)
def test_rows_that_ask_together_ask_at_once(together, asked):
    """Otherwise one row waits until the other is through."""
    rules = at_the_gate(row("pass", may=("bob",), together=together), row("back", may=("cid",), together=together))
    paused = play(rules, asker.at_the_gate(), asker.Walk(who="ann")).fight
    assert [(each.who, each.kind) for each in paused.questions] == asked


def test_an_offer_that_no_longer_holds_is_withdrawn_from_another_row():
    """Cid strikes first: nothing is left of Ann for Bob."""
    rules = at_the_gate(row("pass", may=("bob",), together=True), row("back", may=("cid",), together=True))
    paused = play(rules, asker.at_the_gate(), asker.Walk(who="ann")).fight
    after = play(rules, paused, Choose(words=("cid", "strike"))).fight
    assert (after.questions, after.combatants["ann"].hp) == ((), 0)


def test_who_may_react_is_known_beforehand():
    """By whatever row, each once, without any change."""
    rules = at_the_gate(row("pass", may=("bob", "cid"), together=True), row("back", may=("bob",), together=False))
    scene = Scene(asker.at_the_gate(), None, rules)
    assert who_may_react(scene, Occasion("walk", "ann")) == ("bob", "cid")
    assert who_may_react(scene, Occasion("run", "ann")) == ()
    assert scene.events == []


def answering(answer, noted, **more):
    """A reaction that is decided beforehand, and notes with what its functions are called."""

    def note(name, result):
        def called(scene, who, occasion):
            noted.append((name, scene.fight.system, who, occasion))
            return result

        return called

    return Reaction(
        kind="back", on="walk", rule="GATE-4", answers=("strike", "let"), may=note("may", result=True),
        decided=note("decided", answer), react=note("react", None), **more,
    )  # fmt: skip


@pytest.mark.parametrize(("answer", "reacts"), [("strike", True), ("let", False)])
def test_what_is_decided_beforehand_is_not_asked(answer, reacts):
    noted = []
    rules = at_the_gate(answering(answer, noted))
    played = play(rules, asker.at_the_gate(), asker.Walk(who="ann"))
    walk = Occasion("walk", "ann")
    assert played.fight.questions == ()
    assert ("decided", "gate", "bob", walk) in noted
    assert (("react", "gate", "bob", walk) in noted) is reacts


def test_only_who_bears_the_condition_of_a_row_is_looked_at():
    noted = []
    fight = asker.at_the_gate()
    bob = replace(fight.combatants["bob"], conditions={"watching": Condition()})
    fight = replace(fight, combatants={**fight.combatants, "bob": bob})
    play(at_the_gate(answering("strike", noted, bearing="watching")), fight, asker.Walk(who="ann"))
    assert {who for _name, _system, who, _occasion in noted} == {"bob"}


@pytest.mark.parametrize("lapses", [True, False])
def test_a_question_says_of_whose_deed_and_of_what_it_is(lapses):
    """Of what there is to know of the deed, words and numbers stand in it."""
    rules = at_the_gate(replace(row("pass", may=("bob",), together=False), lapses=lapses))
    facts = {"gate": "east", "pace": 3, "seen": ("bob",)}
    verbs = {**rules.verbs, asker.Walk: lambda scene, command: scene.trigger("walk", command.who, **facts)}
    paused = play(replace(rules, verbs=verbs), asker.at_the_gate(), asker.Walk(who="ann")).fight
    assert paused.questions == (
        Question(
            kind="pass", who="bob", answers=("strike", "let"), rule="GATE-4", lapses=lapses,
            facts={"target": "ann", "gate": "east", "pace": 3},
        ),
    )  # fmt: skip


@pytest.mark.parametrize(("answer", "hp"), [("strike", 0), ("let", 10)])
def test_the_first_answer_reacts_and_any_other_lets_it_be(answer, hp):
    rules = at_the_gate(row("pass", may=("bob",), together=False))
    paused = play(rules, asker.at_the_gate(), asker.Walk(who="ann")).fight
    assert play(rules, paused, Choose(words=(answer,))).fight.combatants["ann"].hp == hp


def test_whoever_may_no_longer_react_does_not():
    """Ann falls while Bob makes up his mind: nothing is left to strike at."""
    struck = []
    fast = replace(
        row("pass", may=("bob",), together=False),
        decided=lambda scene, _who, occasion: asker.hurt(scene, occasion.who, 10) or "strike",
        react=lambda _scene, who, _occasion: struck.append(who),
    )
    play(at_the_gate(fast), asker.at_the_gate(), asker.Walk(who="ann"))
    assert struck == []


def test_those_who_are_asked_together_are_through_before_a_row_that_asks_alone():
    rules = at_the_gate(row("pass", may=("bob",), together=True), row("back", may=("cid",), together=False))
    paused = play(rules, asker.at_the_gate(), asker.Walk(who="ann")).fight
    assert [each.kind for each in paused.questions] == ["pass"]
    paused = play(rules, paused, Choose(words=("let",))).fight
    assert [(each.kind, each.who, each.facts) for each in paused.questions] == [("back", "cid", {"target": "ann"})]

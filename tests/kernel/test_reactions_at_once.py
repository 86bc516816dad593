"""Rows of the table of reactions that ask at once, and who may react to a deed."""

import pytest
from msgspec.structs import replace

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

"""What lasts ends: with whoever brought it, with a fall, and with rounds where nobody has turns."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel import conditions, verbs
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.fight import Condition
from rbfcli.kernel.play import play
from rbfcli.kernel.reactions import Reaction
from rbfcli.kernel.scene import Scene
from tests.kernel import asker

HELD = conditions.ConditionRow(name="held", rule="GATE-1", begins="is held", tied=True)
WATCH = conditions.ConditionRow(name="watch", rule="GATE-1", begins="watches")
DOWN = conditions.ConditionRow(name="down", rule="GATE-1", begins="is down", role="down")
WATCHES = Reaction(kind="x", on="x", rule="", may=lambda *_: True, react=lambda *_: None, answers=(), bearing="watch")
RULES = replace(
    asker.RULES,
    conditions=conditions.table(HELD, WATCH, DOWN),
    standing=lambda one: "down" not in one.conditions,
    reactions=(WATCHES,),
    until_down=("notes",),
)


def gate(**laid):
    """The fight at the gate, with conditions on some."""
    fight = asker.at_the_gate()
    people = {
        who: replace(one, conditions=laid.get(who, {}), notes="the door") for who, one in fight.combatants.items()
    }
    return replace(fight, combatants=people)


def test_whoever_the_gm_lays_down_lets_everything_be():
    fight = gate(ann={"watch": Condition()}, bob={"held": Condition(by="ann")})
    after = play(RULES, fight, verbs.ChangeCondition(step="add", who=("ann",), name="down")).fight
    assert set(after.combatants["ann"].conditions) == {"down"}
    assert not after.combatants["bob"].conditions
    assert [after.combatants[who].notes for who in ("ann", "bob")] == ["", "the door"]


@pytest.mark.parametrize(("name", "kept"), [("watch", True), ("down", False)])
def test_only_a_fall_does_that(name, kept):
    fight = gate(bob={"held": Condition(by="ann")})
    after = play(RULES, fight, verbs.ChangeCondition(step="add", who=("ann",), name=name)).fight
    assert ("held" in after.combatants["bob"].conditions) is kept


@pytest.mark.parametrize(("laid", "held"), [({}, True), ({"down": Condition()}, False)])
def test_nobody_holds_anybody_who_is_down(laid, held):
    scene = Scene(gate(ann=laid), Highest(), RULES)
    scene.afflict("bob", "held", "GATE-1", by="ann")
    assert ("held" in scene.one("bob").conditions) is held

"""What lasts ends: with whoever brought it, with a fall, and with rounds where nobody has turns."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel import conditions, verbs
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.fight import Condition
from rbfcli.kernel.play import play
from rbfcli.kernel.scene import Scene
from tests.kernel import asker

HELD = conditions.ConditionRow(name="held", rule="GATE-1", begins="is held", tied=True)
DOWN = conditions.ConditionRow(name="down", rule="GATE-1", begins="is down", role="down")
RULES = replace(
    asker.RULES,
    conditions=conditions.table(HELD, DOWN),
    standing=lambda one: "down" not in one.conditions,
    hooks=replace(asker.RULES.hooks, fall=Scene.release),
)


def gate(**laid):
    """The fight at the gate, with conditions on some."""
    fight = asker.at_the_gate()
    return replace(
        fight,
        combatants={who: replace(one, conditions=laid.get(who, {})) for who, one in fight.combatants.items()},
    )


@pytest.mark.parametrize(("name", "kept"), [("down", False), ('say "sulking"', True), ("held", True)])
def test_whoever_the_gm_lays_down_lets_go(name, kept):
    fight = gate(bob={"held": Condition(by="ann")})
    after = play(RULES, fight, verbs.ChangeCondition(step="add", who=("ann",), name=name)).fight
    assert ("held" in after.combatants["bob"].conditions) is kept


@pytest.mark.parametrize(("laid", "held"), [({}, True), ({"down": Condition()}, False)])
def test_nobody_holds_anybody_who_is_down(laid, held):
    scene = Scene(gate(ann=laid), Highest(), RULES)
    scene.afflict("bob", "held", "GATE-1", by="ann")
    assert ("held" in scene.one("bob").conditions) is held

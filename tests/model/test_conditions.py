"""What rows of conditions mean: for the rolls of either side, for who stands, and for who leaves."""

import pytest
from msgspec.structs import replace

from rbfcli.dice.sources import MaxDice, SeededDice
from rbfcli.engine.play import execute
from rbfcli.engine.scene import Scene
from rbfcli.model import commands, conditions
from rbfcli.model.conditions import (
    ConditionRow,
    Effect,
    addable_conditions,
    effects,
    is_standing,
    refuse_if_barred,
    row_of,
    table,
    tied_to,
    with_role,
    words,
)
from rbfcli.model.events import Modifier
from rbfcli.model.fight import Condition, Options
from tests.engine import asker


class GateOptions(Options, frozen=True, kw_only=True):
    """A number that the rules of the gate leave to the table."""

    drag: int = 3


class OpenFight(asker.GateFight, frozen=True, kw_only=True):
    """A fight with that number."""

    options: GateOptions = GateOptions()


ROWS = table(
    ConditionRow(
        name="dazed",
        rule="GATE-6",
        begins="reels",
        ends="is clear again",
        bars=("act",),
        effects=(
            Effect(roll="attack", amount=-2, why="dazed", rule="GATE-6"),
            Effect(roll="attack", whose="against", amount=1, why="an easy mark", rule="GATE-7", unless_other="dazed"),
            Effect(roll="pace", amount="-drag", why="heavy feet", rule="GATE-8"),
            Effect(roll="shout", amount="drag", why="loud", rule="GATE-9"),
        ),
    ),
    ConditionRow(
        name="held",
        rule="GATE-10",
        begins="is held",
        tied=True,
        bars=("move", "react"),
        effects=(Effect(roll="attack", amount=-1, why="held", rule="GATE-10", unless_cause=True),),
    ),
    ConditionRow(name="marked by", rule="GATE-11", begins="is marked", tied=True, of_somebody=True),
    ConditionRow(name="spent", rule="GATE-12", begins="is spent", addable=False),
    ConditionRow(name="knocked out", rule="GATE-13", begins="drops", role="down"),
    ConditionRow(name="bleeding", rule="GATE-13", begins="bleeds", role="dying"),
    ConditionRow(name="gone", rule="GATE-13", begins="is gone", role="dead"),
)


def fight_with(**conditions):
    """A fight at the gate where each has the conditions that are named."""
    fight = asker.at_the_gate()
    people = {
        who: replace(one, conditions={name: Condition() for name in conditions.get(who, ())})
        for who, one in fight.combatants.items()
    }
    return OpenFight(system="gate", seed="gate", combatants=people)


def told(fight, roll, who, target=""):
    return list(effects(ROWS, fight, roll, who, target))


def test_a_condition_counts_for_its_bearers_roll_and_another_way_against_it():
    fight = fight_with(bob=("dazed",))
    assert told(fight, "attack", "bob", "ann") == [Modifier(-2, "dazed", "GATE-6")]
    assert told(fight, "attack", "ann", "bob") == [Modifier(1, "an easy mark", "GATE-7")]
    assert told(fight, "attack", "ann", "cid") == []
    assert told(fight, "attack", "ann") == []


def test_an_effect_does_not_apply_if_the_other_has_the_condition_it_names():
    fight = fight_with(ann=("dazed",), bob=("dazed",))
    assert told(fight, "attack", "ann", "bob") == [Modifier(-2, "dazed", "GATE-6")]
    assert told(fight_with(ann=("dazed",), bob=("spent",)), "attack", "bob", "ann") == [
        Modifier(1, "an easy mark", "GATE-7")
    ]


def test_an_effect_may_not_apply_to_the_combatant_who_caused_its_condition():
    fight = fight_with(ann=("held",))
    held = {"held": Condition(by="bob")}
    fight = replace(fight, combatants={**fight.combatants, "ann": replace(fight.combatants["ann"], conditions=held)})

    assert told(fight, "attack", "ann", "bob") == []
    assert told(fight, "attack", "ann", "cid") == [Modifier(-1, "held", "GATE-10")]


def test_an_amount_may_be_an_option_of_the_fight_added_or_taken_off():
    fight = fight_with(bob=("dazed",))
    assert told(fight, "pace", "bob") == [Modifier(-3, "heavy feet", "GATE-8")]
    assert told(fight, "shout", "bob") == [Modifier(3, "loud", "GATE-9")]
    fewer = replace(fight, options=GateOptions(drag=1))
    assert told(fewer, "pace", "bob") == [Modifier(-1, "heavy feet", "GATE-8")]


def test_whoever_is_nobody_and_what_is_no_row_changes_no_roll():
    fight = fight_with(bob=("of no table", "dazed"))
    assert told(fight, "attack", "bob", "nobody") == [Modifier(-2, "dazed", "GATE-6")]
    assert told(fight, "attack", "nobody") == []


@pytest.mark.parametrize(
    ("names", "role", "stands"),
    [
        ((), "", True),
        (("dazed",), "", True),
        (("dazed", "knocked out"), "knocked out", False),
        (("bleeding",), "bleeding", False),
        (("gone",), "gone", False),
        (("of no table",), "", True),
    ],
)
def test_a_role_takes_its_bearer_out_of_the_fight(names, role, stands):
    one = fight_with(bob=names).combatants["bob"]
    assert with_role(ROWS, one, "down", "dying", "dead") == role
    assert is_standing(ROWS, one) is stands


def test_a_condition_bars_what_its_row_says():
    one = fight_with(bob=("held", "dazed")).combatants["bob"]
    assert [refuse_if_barred(ROWS, one, what) for what in ("move", "act", "react")] == ["held", "dazed", "held"]
    assert refuse_if_barred(ROWS, fight_with().combatants["bob"], "act") == ""


def test_the_name_of_somebody_follows_the_name_of_a_row():
    assert row_of(ROWS, "marked by ann") is ROWS["marked by"]
    assert row_of(ROWS, "held by ann") is None
    assert row_of(ROWS, "marked bygone") is None


@pytest.mark.parametrize(
    ("name", "by", "ends"),
    [
        ("held", "ann", ["held"]),
        ("held", "cid", []),
        ("marked by ann", "", ["marked by ann"]),
        ("marked by cid", "", []),
        ("dazed", "ann", []),
        ("of no table", "ann", []),
    ],
)
def test_what_is_tied_to_somebody_ends_where_that_one_lets_go(name, by, ends):
    fight = fight_with()
    bob = replace(fight.combatants["bob"], conditions={name: Condition(by=by)})
    fight = replace(fight, combatants={**fight.combatants, "bob": bob})
    assert [each for each, _row in tied_to(ROWS, bob, "ann")] == ends
    scene = Scene(fight, SeededDice("gate"), replace(asker.RULES, conditions=ROWS))
    scene.release("ann")
    assert [(each.who, each.name) for each in scene.events] == [("bob", each) for each in ends]
    assert all(each.rule == row_of(ROWS, name).rule for each in scene.events)
    scene = Scene(fight, SeededDice("gate"), replace(asker.RULES, conditions=ROWS))
    scene.release("ann", "GATE-99")
    assert all(each.rule == "GATE-99" for each in scene.events)


def test_whoever_is_called_like_a_condition_is_not_tied_by_its_name():
    fight = fight_with(bob=("held",))
    assert list(tied_to(ROWS, fight.combatants["bob"], "held")) == []


def test_what_condition_add_knows():
    known = list(addable_conditions(ROWS, iter(("ann", "bob"))))
    assert known == [
        "dazed", "held", "marked by ann", "marked by bob", "knocked out", "bleeding", "gone",
    ]  # fmt: skip


def test_the_words_of_a_row():
    said = words(ROWS)
    assert (said["condition.dazed"], said["relieved.dazed"]) == ("reels", "is clear again")
    assert said["relieved.held"] == ""


# What lasts ends: with whoever brought it, with a fall, and with rounds where nobody has turns.


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
    after = execute(RULES, fight, commands.ChangeCondition(step="add", who=("ann",), name=name)).fight
    assert ("held" in after.combatants["bob"].conditions) is kept


@pytest.mark.parametrize(("laid", "held"), [({}, True), ({"down": Condition()}, False)])
def test_nobody_holds_anybody_who_is_down(laid, held):
    scene = Scene(gate(ann=laid), MaxDice(), RULES)
    scene.afflict("bob", "held", "GATE-1", by="ann")
    assert ("held" in scene.one("bob").conditions) is held

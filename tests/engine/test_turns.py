"""Orders of turns whose slots are teams: the members of a team share its turn."""

import msgspec
import pytest

from rbfcli.core.errors import Refusal, UsageError
from rbfcli.dice.sources import SeededDice
from rbfcli.engine import turns
from rbfcli.engine.scene import Scene
from rbfcli.engine.turns import given_counts, given_numbers
from rbfcli.language.names import NameContext, find_combatants
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Turn
from rbfcli.model.events import ConditionLost, FieldChanged, InitiativeSet, RoundBegan, TurnBegan, TurnEnded
from rbfcli.model.fight import TurnSlot
from rbfcli.render.screen import fight_lines
from rbfcli.render.sentences import Style
from tests.engine import asker

# The order of turns, step by step: every event names its rule, and every refusal says what to do instead.


THREE = tuple(TurnSlot(who=who, count=count) for who, count in (("ann", 9), ("bob", 5), ("cid", 3)))


@pytest.fixture
def hooks():
    """What the hooks of turns were called with, in order."""
    return []


@pytest.fixture
def scene(hooks):
    """A scene of three whose order is laid down, and whose first round has begun."""

    def note(name):
        return lambda scene, *given: hooks.append((name, scene.fight.round, *given))

    noted = ("begin_round", "begin_turn", "resume_turn", "end_turn")
    rules = msgspec.structs.replace(asker.RULES, hooks=type(asker.RULES.hooks)(**{name: note(name) for name in noted}))
    made = Scene(asker.at_the_gate(), SeededDice("order"), rules)
    turns.settle_order(made, THREE, "X-1")
    turns.begin_first_round(made, "X-2")
    return made


def since(scene, act):
    """The events of what is done now."""
    told = len(scene.events)
    act()
    return scene.events[told:]


def slots(*counts, held=""):
    return tuple(TurnSlot(who=who, count=count, held=who == held) for who, count in counts)


def test_the_first_round_begins_with_the_first_of_the_order(scene, hooks):
    assert scene.events == [
        InitiativeSet(rule="X-1", slots=THREE, turn=0),
        RoundBegan(rule="X-2", round=1),
        TurnBegan(rule="X-2", who="ann", turn=0),
    ]
    assert hooks == [("begin_round", 1), ("begin_turn", 1, "ann")]


def test_a_turn_without_a_place_in_the_order_cannot_be_held(scene):
    """A save edited by hand may say who is active and have no order."""
    scene.fight = msgspec.structs.replace(scene.fight, order=(), turn=0)
    with pytest.raises(Refusal, match="no one has the turn"):
        turns.later_count(scene, None, "X-1")


def test_a_turn_ends_before_the_next_begins(scene, hooks):
    del hooks[:]
    assert since(scene, lambda: turns.next_turn(scene, "X-3")) == [
        TurnEnded(rule="X-3", who="ann"),
        TurnBegan(rule="X-3", who="bob", turn=1),
    ]
    assert hooks == [("end_turn", 1, "ann"), ("begin_turn", 1, "bob")]


def test_behind_the_last_a_new_round_begins(scene):
    for _ in THREE[1:]:
        turns.next_turn(scene, "X-3")
    assert since(scene, lambda: turns.next_turn(scene, "X-3")) == [
        TurnEnded(rule="X-3", who="cid"),
        RoundBegan(rule="X-3", round=2),
        TurnBegan(rule="X-3", who="ann", turn=0),
    ]


def gone_back(begun, before=0):
    """What is noted where the GM goes back: how many turns have had their start."""
    return FieldChanged(rule="X-4", who="", field="begun", path=("begun",), before=before, after=begun)


def forward(scene, times):
    for _ in range(times):
        turns.next_turn(scene, "X-3")


def test_a_turn_goes_back_to_the_one_before_and_nothing_is_done_again(scene, hooks):
    forward(scene, 2)
    del hooks[:]
    assert since(scene, lambda: turns.previous_turn(scene, "X-4")) == [
        TurnEnded(rule="X-4", who="cid"),
        gone_back(3),
        TurnBegan(rule="X-4", who="bob", turn=1),
    ]
    assert since(scene, lambda: turns.previous_turn(scene, "X-4")) == [
        TurnEnded(rule="X-4", who="bob"),
        TurnBegan(rule="X-4", who="ann", turn=0),
    ]
    forward(scene, 2)
    assert (scene.fight.active, hooks) == ("cid", [])
    forward(scene, 1)
    assert hooks == [("end_turn", 1, "cid"), ("begin_round", 2), ("begin_turn", 2, "ann")]
    forward(scene, 1)
    assert hooks[3:] == [("end_turn", 2, "ann"), ("begin_turn", 2, "bob")], "a new round counts as ever"


def test_what_a_turn_counts_is_counted_once_though_the_gm_went_back(scene):
    scene.afflict("ann", "dazed", "X-8", rounds=3, whose="bob")
    scene.afflict("ann", "hot", "X-8", rounds=3, whose="bob", edge="start")
    forward(scene, 2)
    turns.previous_turn(scene, "X-4")
    scene.afflict("cid", "dazed", "X-8", rounds=1, whose="bob")
    turns.previous_turn(scene, "X-4")
    forward(scene, 2)
    counted = {name: each.rounds for name, each in scene.one("ann").conditions.items()}
    assert counted == {"dazed": 2, "hot": 2}
    assert scene.one("cid").conditions["dazed"].rounds == 1, "the end of the turn that goes on is over"


def test_a_turn_goes_back_past_those_who_have_none(scene):
    takes = lambda _fight, who: who != "bob"  # noqa: E731 - one line is all it says
    scene.rules = msgspec.structs.replace(scene.rules, takes_turns=takes)
    forward(scene, 1)
    turns.previous_turn(scene, "X-4")
    assert (scene.fight.active, scene.fight.begun) == ("ann", 3)
    scene.rules = msgspec.structs.replace(scene.rules, takes_turns=lambda _fight, who: who == "ann")
    said = ("cannot go back past the first turn of the round", "X-1", "use `undo` to go back further")
    assert refused(lambda: turns.previous_turn(scene, "X-1")) == said


@pytest.mark.parametrize("edge", ["start", "end"])
def test_a_turn_that_is_skipped_counts_once(scene, edge):
    split = (TurnSlot(who="ann", count=9), *(TurnSlot(who="bob", count=5, held=held) for held in (False, True)))
    turns.settle_order(scene, split, "X-1")
    scene.rules = msgspec.structs.replace(scene.rules, takes_turns=lambda _fight, who: who == "ann")
    scene.afflict("bob", "dazed", "X-8", rounds=3, edge=edge)
    told = since(scene, lambda: forward(scene, 1))
    [counted] = [each for each in told if isinstance(each, FieldChanged)]
    assert (counted.rule, counted.before, counted.after) == ("X-3", 3, 2)
    assert told.index(counted) == 1, "before the new round begins"


@pytest.mark.parametrize(("edge", "rounds"), [("start", 2), ("end", 1)])
def test_whoever_falls_while_the_gm_goes_back_has_its_end_counted_alone(scene, edge, rounds):
    scene.afflict("cid", "dazed", "X-8", rounds=2, edge=edge, whose="bob")
    begun = scene.fight
    forward(scene, 1)
    scene.fight = msgspec.structs.replace(scene.fight, combatants=begun.combatants)
    turns.previous_turn(scene, "X-4")
    scene.rules = msgspec.structs.replace(scene.rules, takes_turns=lambda _fight, who: who != "bob")
    forward(scene, 1)
    assert (scene.fight.active, scene.one("cid").conditions["dazed"].rounds) == ("cid", rounds)


def only(scene, *able):
    """From now on these alone take turns."""
    scene.rules = msgspec.structs.replace(scene.rules, takes_turns=lambda _fight, who: who in able)


def test_a_turn_that_was_over_before_the_gm_went_back_is_not_counted_where_nobody_takes_it_now(scene):
    forward(scene, 2)
    for _ in range(2):
        turns.previous_turn(scene, "X-4")
    scene.afflict("ann", "dazed", "X-8", rounds=2, whose="bob")
    only(scene, "ann", "cid")
    forward(scene, 1)
    assert (scene.fight.active, scene.one("ann").conditions["dazed"].rounds) == ("cid", 2)


def test_a_turn_that_had_not_begun_when_the_gm_went_back_is_counted_where_nobody_takes_it(scene):
    forward(scene, 1)
    turns.previous_turn(scene, "X-4")
    scene.afflict("ann", "hot", "X-8", rounds=2, whose="cid", edge="start")
    only(scene, "ann", "bob")
    forward(scene, 2)
    assert (scene.fight.active, scene.one("ann").conditions["hot"].rounds) == ("ann", 1)


def test_a_split_turn_that_is_skipped_ends_with_its_last_part(scene):
    parts = (TurnSlot(who="bob", count=9), TurnSlot(who="ann", count=5), TurnSlot(who="bob", count=3, held=True))
    turns.settle_order(scene, parts, "X-1")
    only(scene, "ann")
    scene.afflict("bob", "dazed", "X-8", rounds=3)
    turns.begin_first_round(scene, "X-2")
    assert scene.one("bob").conditions["dazed"].rounds == 3
    forward(scene, 1)
    assert (scene.fight.round, scene.one("bob").conditions["dazed"].rounds) == (2, 2)


def test_what_is_counted_on_the_way_to_a_turn_names_the_rule_of_turns(scene):
    scene.afflict("cid", "dazed", "X-8", rounds=1, whose="bob")
    only(scene, "ann", "cid")
    assert since(scene, lambda: forward(scene, 1))[1] == ConditionLost(rule="X-3", who="cid", name="dazed")


def test_a_first_round_that_takes_everybody_out_has_no_turn(scene):
    hooks = msgspec.structs.replace(scene.rules.hooks, begin_round=only)
    rules = msgspec.structs.replace(scene.rules, hooks=hooks)
    made = Scene(asker.at_the_gate(), SeededDice("order"), rules)
    turns.settle_order(made, THREE, "X-1")
    turns.begin_first_round(made, "X-2")
    assert (made.fight.round, made.fight.active) == (2, "")


def test_a_new_order_counts_the_turns_that_have_begun(scene, hooks):
    forward(scene, 2)
    turns.previous_turn(scene, "X-4")
    turns.previous_turn(scene, "X-4")
    turns.remove_from_order(scene, ("bob",), "X-7")
    assert scene.fight.begun == 2
    del hooks[:]
    forward(scene, 1)
    assert (scene.fight.active, hooks) == ("cid", [])


def test_whoever_waits_in_a_turn_that_was_given_back_has_its_own_start_behind_it(scene, hooks):
    forward(scene, 1)
    turns.previous_turn(scene, "X-4")
    del hooks[:]
    turns.postpone(scene, 1, "X-5")
    assert (scene.fight.active, scene.fight.begun, hooks) == ("bob", 1, [])
    forward(scene, 2)
    assert hooks == [
        ("end_turn", 1, "bob"),
        ("begin_turn", 1, "cid"),
        ("end_turn", 1, "cid"),
        ("resume_turn", 1, "ann"),
    ]


def test_a_turn_is_put_off_until_a_later_count_behind_those_of_the_same(scene, hooks):
    del hooks[:]
    assert since(scene, lambda: turns.postpone(scene, 5, "X-5")) == [
        TurnEnded(rule="X-5", who="ann"),
        InitiativeSet(rule="X-5", slots=slots(("bob", 5), ("ann", 5), ("cid", 3), held="ann"), turn=0),
        TurnBegan(rule="X-5", who="bob", turn=0),
    ]
    assert hooks == [("begin_turn", 1, "bob")], "the turn that was put off has not ended"
    turns.next_turn(scene, "X-6")
    assert (scene.fight.active, hooks[-1]) == ("ann", ("resume_turn", 1, "ann"))


def test_whoever_acted_already_is_not_passed_by_a_turn_that_is_put_off(scene):
    turns.next_turn(scene, "X-3")
    ordered = since(scene, lambda: turns.postpone(scene, 4, "X-5"))[1]
    assert ordered == InitiativeSet(rule="X-5", slots=slots(("ann", 9), ("bob", 4), ("cid", 3), held="bob"), turn=1)
    assert scene.fight.active == "bob", "nobody comes before count 4"


def test_a_turn_that_is_put_off_past_all_comes_last(scene):
    ordered = since(scene, lambda: turns.postpone(scene, 2, "X-5"))[1]
    assert [each.who for each in ordered.slots] == ["bob", "cid", "ann"]


@pytest.mark.parametrize(("held", "goes_on"), [("ann", True), ("bob", False)])
def test_a_turn_of_which_a_part_is_held_goes_on(scene, hooks, held, goes_on):
    split = (*THREE[:1], TurnSlot(who=held, count=4, held=True), *THREE[2:])
    turns.settle_order(scene, split, "X-1")
    del hooks[:]
    turns.end_turn(scene, "X-3")
    assert (("end_turn", 1, "ann") in hooks) is not goes_on


@pytest.mark.parametrize(
    ("leaves", "events"),
    [
        ("ann", [InitiativeSet(rule="X-7", slots=slots(("bob", 5), ("cid", 3)), turn=0)]),
        (
            "bob",
            [TurnEnded(rule="X-7", who="bob"), InitiativeSet(rule="X-7", slots=slots(("ann", 9), ("cid", 3)), turn=1)],
        ),
        ("cid", [InitiativeSet(rule="X-7", slots=slots(("ann", 9), ("bob", 5)), turn=1)]),
        ("nobody", []),
    ],
)
def test_whoever_leaves_takes_all_of_its_places_along(scene, leaves, events):
    turns.next_turn(scene, "X-3")
    assert since(scene, lambda: turns.remove_from_order(scene, (leaves,), "X-7")) == events


@pytest.mark.parametrize("edge", ["start", "end"])
def test_a_condition_is_counted_on_its_edge_of_a_turn_and_ends_by_the_rule_of_turns(scene, edge):
    scene.afflict("bob", "dazed", "X-8", rounds=2, edge=edge)
    told = []
    for _ in range(2 * len(THREE)):
        told += since(scene, lambda: turns.next_turn(scene, "X-3"))
    counted = [each for each in told if isinstance(each, FieldChanged | ConditionLost)]
    assert counted == [
        FieldChanged(
            rule="X-3",
            who="bob",
            field="conditions.dazed.rounds",
            path=("conditions", "dazed", "rounds"),
            before=2,
            after=1,
        ),
        ConditionLost(rule="X-3", who="bob", name="dazed"),
    ]
    edges = {"start": TurnBegan(rule="X-3", who="bob", turn=1), "end": TurnEnded(rule="X-3", who="bob")}
    near = told[told.index(counted[0]) - 1] if edge == "start" else told[told.index(counted[0]) + 1]
    assert near == edges[edge]


def refused(act):
    with pytest.raises(Refusal) as wrong:
        act()
    return wrong.value.message, wrong.value.rule, wrong.value.hint


def test_nothing_begins_while_nobody_is_there():
    empty = Scene(
        msgspec.structs.replace(asker.at_the_gate(), combatants={}),
        SeededDice("order"),
        asker.RULES,
    )
    said = ("no combatants in the fight yet", "X-1", "try: add NAME")
    assert refused(lambda: turns.require_people(empty, "X-1")) == said
    assert refused(lambda: turns.may_begin(empty, "X-1")) == said


def test_nothing_begins_twice_but_by_force(scene):
    said = ("the fight has already begun: this is round 1", "X-1", "try: turn next, or --force")
    assert refused(lambda: turns.may_begin(scene, "X-1")) == said
    scene.force = True
    turns.may_begin(scene, "X-1")


def test_there_is_no_next_turn_without_an_order():
    bare = Scene(asker.at_the_gate(), SeededDice("order"), asker.RULES)
    assert refused(lambda: turns.next_turn(bare, "X-1")) == ("no turn order yet", "X-1", "try: init")
    bare.fight = msgspec.structs.replace(bare.fight, round=1)
    assert refused(lambda: turns.next_turn(bare, "X-1")) == ("no combatant in the turn order can act", "", "try: end")


def test_there_is_no_turn_before_the_first_nor_where_none_runs(scene):
    said = ("cannot go back past the first turn of the round", "X-1", "use `undo` to go back further")
    assert refused(lambda: turns.previous_turn(scene, "X-1")) == said
    turns.next_turn(scene, "X-3")
    turns.end_turn(scene, "X-3")
    assert refused(lambda: turns.previous_turn(scene, "X-1")) == said


def test_no_count_is_asked_for_where_no_turn_runs(scene):
    turns.end_turn(scene, "X-3")
    assert refused(lambda: turns.later_count(scene, 1, "X-1")) == ("no one has the turn", "X-1", "try: turn next")


def test_where_nobody_can_act_nothing_begins_again_either(scene):
    scene.rules = msgspec.structs.replace(scene.rules, takes_turns=lambda _fight, _who: False)
    assert refused(lambda: turns.may_begin(scene, "X-1"))[2] == "try: end, or --force"


def test_where_nobody_can_act_the_fight_may_be_ended(scene):
    scene.rules = msgspec.structs.replace(scene.rules, takes_turns=lambda _fight, _who: False)
    said = ("no combatant in the turn order can act", "", "try: end")
    assert refused(lambda: turns.next_turn(scene, "X-3")) == said


@pytest.mark.parametrize("step", ["next", "back"])
def test_a_count_belongs_to_a_turn_that_is_held(scene, step):
    turns.next_turn(scene, "X-3")
    said = ("--until only applies to `turn hold` and `turn delay`", "X-1", "")
    assert refused(lambda: turns.take_step(scene, Turn(step=step, until=4), "X-1", lambda *_: None)) == said


@pytest.mark.parametrize("step", ["next", "back"])
def test_a_step_names_its_rule(scene, step):
    turns.next_turn(scene, "X-3")
    told = since(scene, lambda: turns.take_step(scene, Turn(step=step), "X-9", lambda *_: None))
    assert {each.rule for each in told} == {"X-9"}


ORDER = (TurnSlot(who="crew", count=5), TurnSlot(who="dockers", count=3))


def members(fight, team):
    """Everybody of a side."""
    return tuple(who for who, one in fight.combatants.items() if one.side == team)


def with_hook(rules, begin_round):
    """Rules that do something when a round begins."""
    hooks = msgspec.structs.replace(rules.hooks, begin_round=begin_round)
    return msgspec.structs.replace(rules, hooks=hooks)


@pytest.fixture
def turns_scene(pier):
    """A scene whose order holds the two sides, the first of them acting."""
    rules = msgspec.structs.replace(pier.rules, members=members, takes_turns=members, hooks=type(pier.rules.hooks)())
    made = Scene(pier.fight, SeededDice("teams"), rules)
    turns.settle_order(made, ORDER, "X-1")
    turns.begin_first_round(made, "X-1")
    return made


def test_a_condition_on_a_member_is_counted_on_the_turns_of_its_team(turns_scene):
    turns_scene.afflict("ada", "dazed", "X-1", rounds=1)
    turns.next_turn(turns_scene, "X-1")
    assert "dazed" in turns_scene.fight.combatants["ada"].conditions, "the turn that runs does not count"
    turns.next_turn(turns_scene, "X-1")
    turns.next_turn(turns_scene, "X-1")
    assert "dazed" not in turns_scene.fight.combatants["ada"].conditions


def test_rounds_count_for_those_who_have_no_turn(turns_scene):
    turns_scene.afflict("ada", "dazed", "X-1", rounds=2, whose="somebody who left")
    left = []
    for _ in range(4):
        turns.next_turn(turns_scene, "X-1")
        dazed = turns_scene.fight.combatants["ada"].conditions.get("dazed")
        left.append((turns_scene.fight.round, dazed.rounds if dazed else 0))
    assert left == [(1, 2), (2, 1), (2, 1), (3, 0)]


def test_a_turn_that_is_skipped_counts_for_the_members_of_its_team(turns_scene):
    """GM: what was laid on the fallen for some rounds ends, though no turn of theirs comes."""
    alone = msgspec.structs.replace(turns_scene.rules, takes_turns=lambda _fight, who: who == "crew")
    dockers = members(turns_scene.fight, "dockers")
    turns_scene.rules = alone
    turns_scene.afflict("ada", "dazed", "X-1", rounds=2, whose=dockers[0])
    turns_scene.afflict(dockers[0], "dazed", "X-1", rounds=2, edge="start")
    left = []
    for _ in range(2):
        turns.next_turn(turns_scene, "X-1")
        left.append([who for who, one in turns_scene.fight.combatants.items() if "dazed" in one.conditions])
    assert (left, turns_scene.fight.round) == ([["ada", dockers[0]], []], 3)


def test_the_first_round_counts_as_no_turn(pier):
    made = Scene(pier.fight, SeededDice("first"), pier.rules)
    made.afflict("ada", "dazed", "X-1", rounds=1, whose="somebody who left")
    turns.settle_order(made, ORDER, "X-1")
    turns.count_round(made, "X-1")
    assert "dazed" in made.fight.combatants["ada"].conditions


def test_the_active_ones_are_the_members_of_the_team_that_acts(turns_scene):
    context = NameContext(turns_scene.rules, turns_scene.fight)
    assert find_combatants("@active", context) == members(turns_scene.fight, "crew")
    marked = [line for line in fight_lines(turns_scene.fight, turns_scene.rules, Style()) if line.startswith("*")]
    assert len(marked) == len(members(turns_scene.fight, "crew"))


def test_a_turn_split_over_two_places_ends_with_the_last(turns_scene):
    split = (TurnSlot(who="crew", count=5), TurnSlot(who="dockers", count=3), TurnSlot(who="crew", count=1, held=True))
    turns.settle_order(turns_scene, split, "X-1")
    turns_scene.afflict("ada", "dazed", "X-1", rounds=3)
    before = turns_scene.fight.combatants["ada"].conditions["dazed"].rounds
    turns.next_turn(turns_scene, "X-1")
    assert turns_scene.fight.combatants["ada"].conditions["dazed"].rounds == before, "the turn goes on later"
    turns.next_turn(turns_scene, "X-1")
    assert turns_scene.fight.active == "crew"
    turns.next_turn(turns_scene, "X-1")
    assert turns_scene.fight.combatants["ada"].conditions["dazed"].rounds == before - 1


def test_whoever_leaves_in_its_turn_costs_nobody_a_turn(pier):
    for line in ("init --set ada=9 --set bosun=5", "remove ada"):
        pier.perform(read_line(line, pier.rules, pier.fight))
    assert pier.fight.active == ""
    pier.perform(read_line("turn", pier.rules, pier.fight))
    assert (pier.fight.active, pier.fight.round) == ("bosun", 1)


def test_where_nobody_can_act_the_next_turn_is_refused(turns_scene):
    nobody = msgspec.structs.replace(turns_scene.rules, takes_turns=lambda _fight, _who: False)
    with pytest.raises(Refusal, match="no combatant in the turn order can act"):
        turns.next_turn(Scene(turns_scene.fight, SeededDice("teams"), nobody), "X-1")


def test_a_round_may_begin_with_a_shorter_order(turns_scene):
    def one_left(begun):
        turns.settle_order(begun, ORDER[1:], "X-1")

    def none_left(begun):
        turns.settle_order(begun, (), "X-1")

    turns.next_turn(turns_scene, "X-1")
    shorter = Scene(turns_scene.fight, SeededDice("teams"), with_hook(turns_scene.rules, one_left))
    turns.next_turn(shorter, "X-1")
    assert (shorter.fight.round, shorter.fight.active) == (2, "dockers")
    empty = Scene(shorter.fight, SeededDice("teams"), with_hook(turns_scene.rules, none_left))
    turns.next_turn(empty, "X-1")
    assert (empty.fight.round, empty.fight.active) == (3, "")
    with pytest.raises(Refusal, match="no combatant in the turn order can act"):
        turns.next_turn(empty, "X-1")


@pytest.mark.parametrize(("until", "count"), [(None, 2), (4, 4), (-7, -7)])
def test_a_turn_is_held_to_a_later_count(turns_scene, until, count):
    assert turns.later_count(turns_scene, until, "X-1") == count


def test_a_turn_is_not_held_to_an_earlier_count_nor_where_none_runs(turns_scene):
    with pytest.raises(Refusal, match="the new initiative must be below 5, not 5") as wrong:
        turns.later_count(turns_scene, 5, "X-1")
    assert wrong.value.rule == "X-1"
    turns.end_turn(turns_scene, "X-1")
    with pytest.raises(Refusal, match="no one has the turn"):
        turns.later_count(turns_scene, None, "X-1")


def test_no_count_is_later_than_a_save_holds(turns_scene):
    """A turn held to a count below it was saved, and the save could not be read again."""
    assert turns.later_count(turns_scene, -1_000_000, "X-1") == -1_000_000
    with pytest.raises(Refusal, match="the new initiative must be at least -1000000, not -1000001") as wrong:
        turns.later_count(turns_scene, -1_000_001, "X-1")
    assert wrong.value.rule == "X-1"
    last = (TurnSlot(who="crew", count=5), TurnSlot(who="dockers", count=-1_000_000))
    turns.settle_order(turns_scene, last, "X-1")
    with pytest.raises(Refusal, match="the new initiative must be at least -1000000, not -1000001"):
        turns.later_count(turns_scene, None, "X-1")


def test_a_step_of_turns_is_on_back_or_held(turns_scene):
    held = []
    turns.take_step(turns_scene, Turn(step="next"), "X-1", lambda *given: held.append(given))
    assert turns_scene.fight.active == "dockers"
    turns.take_step(turns_scene, Turn(step="back"), "X-1", lambda *given: held.append(given))
    assert turns_scene.fight.active == "crew"
    for word in ("hold", "delay"):
        turns.take_step(turns_scene, Turn(step=word, until=4), "X-1", lambda *given: held.append(given))
    assert held == [(turns_scene, 4), (turns_scene, 4)]


@pytest.mark.parametrize("turn", [0, 1, 2, 5])
def test_whoever_has_this_turn_is_asked_first_whether_somebody_can_take_one(pier, turn):
    asked = []

    def takes_turns(_fight, who):
        asked.append(who)
        return who == "crew"

    fight = msgspec.structs.replace(pier.fight, order=(*ORDER, TurnSlot(who="cook", count=1)), turn=turn)
    assert turns.anyone_can_act(fight, takes_turns)
    assert asked == {1: ["dockers", "cook", "crew"], 2: ["cook", "crew"]}.get(turn, ["crew"])
    assert not turns.anyone_can_act(fight, lambda *_: False)


# Counts set by hand are numbers, and of a size that a save can hold.


def test_words_become_numbers():
    assert given_numbers(("ada=9", "bosun=-3")) == {"ada": 9, "bosun": -3}
    assert given_counts(("ada=9,4", "bosun=0")) == {"ada": (9, 4), "bosun": (0,)}
    assert given_numbers(()) == {}


@pytest.mark.parametrize("text", ["", "x", "--5", "1.5", "5-", "\u0663", "\u00b2", "1000000", "9,4"])
def test_anything_else_is_refused_with_an_example(text):
    with pytest.raises(UsageError, match="must be a whole number") as wrong:
        given_numbers((f"ada={text}",), example=17)
    assert wrong.value.hint == ("use the digits 0 to 9" if text in ("\u0663", "\u00b2") else "use --set ada=17")


def test_the_example_can_be_typed_for_an_id_with_a_space():
    with pytest.raises(UsageError) as wrong:
        given_numbers(("Old Tom=x",))
    assert wrong.value.hint == 'use --set "Old Tom=9"'


@pytest.mark.parametrize("text", ["9,", "9,x", ",9"])
def test_every_one_of_several_counts_is_a_number(text):
    with pytest.raises(UsageError, match="must be a whole number"):
        given_counts((f"ada={text}",))

"""Orders of turns whose slots are teams: the members of a team share its turn."""

import msgspec
import pytest

from rbfcli.kernel import turns
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.fight import TurnSlot
from rbfcli.kernel.scene import Scene
from rbfcli.kernel.verbs import Turn
from rbfcli.language.fights import read_line
from rbfcli.language.names import NameContext, find_combatants
from rbfcli.render.screen import fight_lines
from rbfcli.render.style import Style

ORDER = (TurnSlot(who="crew", count=5), TurnSlot(who="dockers", count=3))


def members(fight, team):
    """Everybody of a side."""
    return tuple(who for who, one in fight.combatants.items() if one.side == team)


def with_hook(rules, begin_round):
    """Rules that do something when a round begins."""
    hooks = msgspec.structs.replace(rules.hooks, begin_round=begin_round)
    return msgspec.structs.replace(rules, hooks=hooks)


@pytest.fixture
def scene(pier):
    """A scene whose order holds the two sides, the first of them acting."""
    rules = msgspec.structs.replace(pier.rules, members=members, takes_turns=members, hooks=type(pier.rules.hooks)())
    made = Scene(pier.fight, Seeded("teams"), rules)
    turns.settle_order(made, ORDER, "X-1")
    turns.begin_first_round(made, "X-1")
    return made


def test_a_condition_on_a_member_is_counted_on_the_turns_of_its_team(scene):
    scene.afflict("ada", "dazed", "X-1", rounds=1)
    turns.next_turn(scene, "X-1")
    assert "dazed" in scene.fight.combatants["ada"].conditions, "the turn that runs does not count"
    turns.next_turn(scene, "X-1")
    turns.next_turn(scene, "X-1")
    assert "dazed" not in scene.fight.combatants["ada"].conditions


def test_rounds_count_for_those_who_have_no_turn(scene):
    scene.afflict("ada", "dazed", "X-1", rounds=2, whose="somebody who left")
    left = []
    for _ in range(4):
        turns.next_turn(scene, "X-1")
        dazed = scene.fight.combatants["ada"].conditions.get("dazed")
        left.append((scene.fight.round, dazed.rounds if dazed else 0))
    assert left == [(1, 2), (2, 1), (2, 1), (3, 0)]


def test_a_turn_that_is_skipped_counts_for_the_members_of_its_team(scene):
    """GM: what was laid on the fallen for some rounds ends, though no turn of theirs comes."""
    alone = msgspec.structs.replace(scene.rules, takes_turns=lambda _fight, who: who == "crew")
    dockers = members(scene.fight, "dockers")
    scene.rules = alone
    scene.afflict("ada", "dazed", "X-1", rounds=2, whose=dockers[0])
    scene.afflict(dockers[0], "dazed", "X-1", rounds=2, edge="start")
    left = []
    for _ in range(2):
        turns.next_turn(scene, "X-1")
        left.append([who for who, one in scene.fight.combatants.items() if "dazed" in one.conditions])
    assert (left, scene.fight.round) == ([["ada", dockers[0]], []], 3)


def test_the_first_round_counts_as_no_turn(pier):
    made = Scene(pier.fight, Seeded("first"), pier.rules)
    made.afflict("ada", "dazed", "X-1", rounds=1, whose="somebody who left")
    turns.settle_order(made, ORDER, "X-1")
    turns.count_round(made, "X-1")
    assert "dazed" in made.fight.combatants["ada"].conditions


def test_the_active_ones_are_the_members_of_the_team_that_acts(scene):
    context = NameContext(scene.rules, scene.fight)
    assert find_combatants("@active", context) == members(scene.fight, "crew")
    marked = [line for line in fight_lines(scene.fight, scene.rules, Style()) if line.startswith("*")]
    assert len(marked) == len(members(scene.fight, "crew"))


def test_a_turn_split_over_two_places_ends_with_the_last(scene):
    split = (TurnSlot(who="crew", count=5), TurnSlot(who="dockers", count=3), TurnSlot(who="crew", count=1, held=True))
    turns.settle_order(scene, split, "X-1")
    scene.afflict("ada", "dazed", "X-1", rounds=3)
    before = scene.fight.combatants["ada"].conditions["dazed"].rounds
    turns.next_turn(scene, "X-1")
    assert scene.fight.combatants["ada"].conditions["dazed"].rounds == before, "the turn goes on later"
    turns.next_turn(scene, "X-1")
    assert scene.fight.active == "crew"
    turns.next_turn(scene, "X-1")
    assert scene.fight.combatants["ada"].conditions["dazed"].rounds == before - 1


def test_whoever_leaves_in_its_turn_costs_nobody_a_turn(pier):
    for line in ("init --set ada=9 --set bosun=5", "remove ada"):
        pier.perform(read_line(line, pier.rules, pier.fight))
    assert pier.fight.active == ""
    pier.perform(read_line("turn", pier.rules, pier.fight))
    assert (pier.fight.active, pier.fight.round) == ("bosun", 1)


def test_where_nobody_can_act_the_next_turn_is_refused(scene):
    nobody = msgspec.structs.replace(scene.rules, takes_turns=lambda _fight, _who: False)
    with pytest.raises(Refusal, match="nobody in the order"):
        turns.next_turn(Scene(scene.fight, Seeded("teams"), nobody), "X-1")


def test_a_round_may_begin_with_a_shorter_order(scene):
    def one_left(begun):
        turns.settle_order(begun, ORDER[1:], "X-1")

    def none_left(begun):
        turns.settle_order(begun, (), "X-1")

    turns.next_turn(scene, "X-1")
    shorter = Scene(scene.fight, Seeded("teams"), with_hook(scene.rules, one_left))
    turns.next_turn(shorter, "X-1")
    assert (shorter.fight.round, shorter.fight.active) == (2, "dockers")
    empty = Scene(shorter.fight, Seeded("teams"), with_hook(scene.rules, none_left))
    turns.next_turn(empty, "X-1")
    assert (empty.fight.round, empty.fight.active) == (3, "")
    with pytest.raises(Refusal, match="nobody in the order"):
        turns.next_turn(empty, "X-1")


@pytest.mark.parametrize(("until", "count"), [(None, 2), (4, 4), (-7, -7)])
def test_a_turn_is_held_to_a_later_count(scene, until, count):
    assert turns.later_count(scene, until, "X-1") == count


def test_a_turn_is_not_held_to_an_earlier_count_nor_where_none_runs(scene):
    with pytest.raises(Refusal, match="count 5 is not later than 5") as wrong:
        turns.later_count(scene, 5, "X-1")
    assert (wrong.value.rule, wrong.value.hint) == ("X-1", "a number below 5")
    turns.end_turn(scene, "X-1")
    with pytest.raises(Refusal, match="no turn is running"):
        turns.later_count(scene, None, "X-1")


def test_no_count_is_later_than_a_save_holds(scene):
    """A turn held to a count below it was saved, and the save could not be read again."""
    assert turns.later_count(scene, -1_000_000, "X-1") == -1_000_000
    with pytest.raises(Refusal, match="no count is later than -1000000") as wrong:
        turns.later_count(scene, -1_000_001, "X-1")
    assert wrong.value.rule == "X-1"
    last = (TurnSlot(who="crew", count=5), TurnSlot(who="dockers", count=-1_000_000))
    turns.settle_order(scene, last, "X-1")
    with pytest.raises(Refusal, match="no count is later"):
        turns.later_count(scene, None, "X-1")


def test_a_step_of_turns_is_on_back_or_held(scene):
    held = []
    turns.take_step(scene, Turn(step="next"), "X-1", lambda *given: held.append(given))
    assert scene.fight.active == "dockers"
    turns.take_step(scene, Turn(step="back"), "X-1", lambda *given: held.append(given))
    assert scene.fight.active == "crew"
    for word in ("hold", "delay"):
        turns.take_step(scene, Turn(step=word, until=4), "X-1", lambda *given: held.append(given))
    assert held == [(scene, 4), (scene, 4)]


@pytest.mark.parametrize("turn", [0, 1, 2, 5])
def test_whoever_has_this_turn_is_asked_first_whether_somebody_can_take_one(pier, turn):
    asked = []

    def takes_turns(_fight, who):
        asked.append(who)
        return who == "crew"

    fight = msgspec.structs.replace(pier.fight, order=(*ORDER, TurnSlot(who="cook", count=1)), turn=turn)
    assert turns.somebody_can(fight, takes_turns)
    assert asked == {1: ["dockers", "cook", "crew"], 2: ["cook", "crew"]}.get(turn, ["crew"])
    assert not turns.somebody_can(fight, lambda *_: False)

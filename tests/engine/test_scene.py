"""The verbs of a scene: each makes one event and shows the fight after it."""

from collections.abc import Mapping

import pytest

from rbfcli.core.errors import Refusal, UsageError
from rbfcli.core.text import slug
from rbfcli.engine import turns
from rbfcli.model.events import FieldChanged, Modifier, RefusalOverridden, Rolled
from rbfcli.model.fight import Combatant, TurnSlot
from rbfcli.model.sheets import copies, free_id, from_blocks, read_pairs, with_pairs
from rbfcli.render.rolls import sum_text
from rbfcli.render.sentences import Style
from rbfcli.systems.rbf.sheet import Fighter


@pytest.mark.parametrize(
    ("faces", "keep", "kept", "total"),
    [
        ((3, 8, 5), 2, [False, True, True], 13),
        ((3, 8, 5), -2, [True, False, True], 8),
        ((5, 5, 5), 2, [True, True, False], 10),
        ((5, 5, 5), -1, [True, False, False], 5),
        ((4, 4), None, [True, True], 8),
    ],
)
def test_a_roll_keeps_the_highest_or_lowest_and_of_equals_the_earliest(scene_of, faces, keep, kept, total):
    rolled = scene_of(*faces).roll("ada", "test", "X-1", sides=8, count=len(faces), keep=keep)
    assert [die.kept for die in rolled.dice] == kept
    assert rolled.total == total
    assert all(die.given for die in rolled.dice)


def test_a_roll_says_what_was_added_and_how_it_came_out(scene_of):
    scene = scene_of(5, 7)
    rolled = scene.roll(
        "ada", "test", "X-1", sides=8, count=2, modifiers=(Modifier(3, "Melee"), Modifier(0, "nothing")), against=14,
        judge=lambda total, kept: f"{total} of {kept}",
    )  # fmt: skip
    assert (rolled.total, rolled.margin, rolled.outcome) == (15, 1, "15 of (5, 7)")
    assert rolled.modifiers == (Modifier(3, "Melee"),)
    assert scene.events == [rolled]


def test_only_dice_that_were_not_given_move_the_seed_on(scene_of):
    scene = scene_of(4)
    scene.roll("ada", "test", "X-1", sides=8, count=3)
    assert [die.given for die in scene.events[0].dice] == [True, False, False]
    assert scene.fight.drawn == 2


@pytest.mark.parametrize(("edge", "total"), [(2, 27), (-2, 11)])
def test_edges_may_add_dice_of_their_own_or_take_them_off(scene_of, edge, total):
    scene = scene_of(16, 3, 5)
    rolled = scene.roll(
        "ada", "test", "X-1", sides=20, count=1, modifiers=(Modifier(3, "Melee"),), edges=(Modifier(edge, "why"),),
        edge_sides=6, edge_count=edge, judge=lambda _total, kept: str(kept),
    )  # fmt: skip
    assert (rolled.total, rolled.outcome) == (total, "(16,)")
    assert [die.face for die in rolled.edge_dice] == [3, 5]
    assert scene.fight.drawn == 0
    assert f" {edge:+d} "[1] + "[3 5]" in sum_text(rolled, Style())


def test_dice_that_edges_add_move_the_seed_on(scene_of):
    scene = scene_of(16)
    scene.roll("ada", "test", "X-1", sides=20, count=1, edges=(Modifier(1, "why"),), edge_sides=4, edge_count=1)
    assert scene.fight.drawn == 1


def test_an_amount_that_is_a_number_rolls_nothing(scene_of):
    scene = scene_of()
    assert scene.roll_expression("ada", "damage", "X-1", "12") == 12
    assert scene.events == []


def test_an_amount_of_dice_is_rolled(scene_of):
    scene = scene_of(3, 5)
    assert scene.roll_expression("ada", "damage", "X-1", "2d6+1") == 9
    assert isinstance(scene.events[0], Rolled)


def test_a_change_to_the_same_is_no_event(scene_of):
    scene = scene_of()
    scene.change("ada", "hp", 15, "X-1")
    assert scene.events == []
    scene.change("ada", "hp", 9, "X-1")
    assert scene.events == [FieldChanged(rule="X-1", who="ada", field="hp", path=("hp",), before=15, after=9)]
    assert scene.fight.combatants["ada"].hp == 9
    assert scene.before.combatants["ada"].hp == 15


def test_force_does_what_is_refused_and_says_so_once(scene_of):
    with pytest.raises(Refusal, match="out of range") as refused:
        scene_of().refuse("out of range", "X-1", "move")
    assert (refused.value.rule, refused.value.hint) == ("X-1", "try: move, or --force")
    scene = scene_of(force=True)
    scene.refuse("out of range", "X-1")
    scene.refuse("out of range", "X-1")
    assert scene.events == [RefusalOverridden(rule="X-1", message="out of range")]


def begun(scene):
    turns.settle_order(scene, [TurnSlot(who="ada", count=9), TurnSlot(who="bosun", count=5)], "X-1")
    turns.begin_first_round(scene, "X-1")
    return scene


def names(scene, who):
    return set(scene.fight.combatants[who].conditions)


def test_a_condition_of_one_round_laid_on_another_covers_its_next_turn(scene_of):
    scene = begun(scene_of())
    scene.afflict("bosun", "blinded", "X-1", rounds=1)
    turns.next_turn(scene, "X-1")
    assert scene.fight.active == "bosun"
    assert names(scene, "bosun") == {"blinded"}
    turns.next_turn(scene, "X-1")
    assert names(scene, "bosun") == set()


def test_laid_on_the_one_whose_turn_runs_it_covers_the_next_turn_too(scene_of):
    scene = begun(scene_of())
    scene.afflict("ada", "blinded", "X-1", rounds=1)
    for _ in range(2):
        turns.next_turn(scene, "X-1")
    assert (scene.fight.active, names(scene, "ada")) == ("ada", {"blinded"})
    turns.next_turn(scene, "X-1")
    assert names(scene, "ada") == set()


def test_a_condition_can_hang_on_the_start_of_another_ones_turn(scene_of):
    scene = begun(scene_of())
    scene.afflict("ada", "watched", "X-1", rounds=1, whose="bosun", edge="start")
    turns.next_turn(scene, "X-1")
    assert (scene.fight.active, names(scene, "ada")) == ("bosun", set())


def test_a_condition_without_rounds_stays(scene_of):
    scene = begun(scene_of())
    scene.afflict("ada", "prone", "X-1")
    for _ in range(4):
        turns.next_turn(scene, "X-1")
    assert scene.fight.round == 3
    assert names(scene, "ada") == {"prone"}


def test_a_held_turn_comes_later_in_the_round_and_is_not_counted_twice(scene_of):
    scene = begun(scene_of())
    scene.afflict("ada", "watched", "X-1", rounds=2, edge="start")
    turns.postpone(scene, 3, "X-1")
    assert [(slot.who, slot.count) for slot in scene.fight.order] == [("bosun", 5), ("ada", 3)]
    assert scene.fight.active == "bosun"
    turns.next_turn(scene, "X-1")
    assert (scene.fight.active, scene.fight.round) == ("ada", 1)
    assert scene.fight.combatants["ada"].conditions["watched"].rounds == 2


def test_who_leaves_is_taken_out_of_the_order_and_the_turn_stays_where_it_was(scene_of):
    scene = begun(scene_of())
    turns.next_turn(scene, "X-1")
    turns.remove_from_order(scene, ("ada",), "X-1")
    assert [slot.who for slot in scene.fight.order] == ["bosun"]
    assert scene.fight.order[scene.fight.turn].who == scene.fight.active == "bosun"


def test_a_round_where_nobody_can_act_is_refused(scene_of):
    scene = begun(scene_of())
    for who in ("ada", "bosun"):
        scene.afflict(who, "out", "X-1")
    with pytest.raises(Refusal, match="no combatant in the turn order can act"):
        turns.next_turn(scene, "X-1")


# Sheets from words and stat blocks.


@pytest.mark.parametrize(
    ("name", "made"), [("Siege Drone", "siege-drone"), ("Orc#1", "orc-1"), ("  ", "nameless"), ("Zoë", "zoë")]
)
def test_an_id_is_made_of_the_letters_of_a_name(name, made):
    assert slug(name) == made


def test_ids_are_numbered_where_they_are_taken():
    assert free_id("orc", ["elf"]) == "orc"
    assert free_id("orc", ["orc", "orc2"]) == "orc3"
    assert copies("orc", "Orc", 2, ["orc1"]) == [("orc2", "Orc 2"), ("orc3", "Orc 3")]


def test_a_block_builds_on_another_and_its_own_keys_win():
    blocks = {"thug": {"hp": 20, "tn": 12}, "boss": {"from": "thug", "hp": 90}}
    assert from_blocks({"from": "boss"}, blocks) == {"hp": 90, "tn": 12}


@pytest.mark.parametrize(
    ("blocks", "message"),
    [({"a": {"from": "b"}, "b": {"from": "a"}}, "in a circle"), ({"a": {"from": "c"}}, "unknown stat block 'c'")],
)
def test_blocks_that_lead_nowhere_are_an_error(blocks, message):
    with pytest.raises(UsageError, match=message):
        from_blocks({"from": "a"}, blocks)


def test_pairs_set_fields_of_every_type():
    pairs = ["hp=7", "skills.shoot=4", "talents=Sniper,Brute", "armour_broken=true", "cover=light"]
    made = with_pairs({"name": "Vex"}, read_pairs(pairs, Fighter), Fighter, "Vex")
    assert made == Fighter(
        name="Vex", hp=7, skills={"shoot": 4}, talents=("Sniper", "Brute"), armour_broken=True, cover="light"
    )


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("hp=x", "hp"),
        ("hitpoints=7", "hitpoints"),
        ("cover=thick", "cover"),
        ("hp.max=7", "hp.max"),
        ("speed=-1", "speed"),
    ],
)
def test_a_pair_that_does_not_fit_names_what_is_wrong(pair, message):
    with pytest.raises(UsageError, match=message):
        with_pairs({"name": "Vex", "hp": 3}, read_pairs([pair], Fighter), Fighter, "Vex")


def test_pairs_may_stand_in_any_order_before_the_sheet_is_whole():
    made = with_pairs({"name": "Mira"}, read_pairs(["side=crew", "talents=Sniper", "hp=7"], Fighter), Fighter, "Mira")
    assert (made.side, made.talents, made.hp) == ("crew", ("Sniper",), 7)
    with pytest.raises(UsageError, match="missing name"):
        with_pairs({}, read_pairs(["side=crew"], Fighter), Fighter, "Mira")


def test_pairs_leave_the_stat_block_they_build_on_alone():
    block = {"name": "Mira", "hp": 7, "skills": {"shoot": 1}}
    pairs = read_pairs(["skills.shoot=4"], Fighter)
    assert with_pairs(dict(block), pairs, Fighter, "Mira").skills == {"shoot": 4}
    assert block["skills"] == {"shoot": 1}


def test_pairs_set_lists_under_the_keys_of_a_mapping():
    class Layered(Combatant, frozen=True, kw_only=True):
        layers: Mapping[str, tuple[int, ...]]

    pairs = read_pairs(["layers.vest=9,10", "layers.base=10,12,14", "side=crew"], Layered)
    made = with_pairs({"name": "Vex"}, pairs, Layered, "Vex")
    assert made == Layered(name="Vex", side="crew", layers={"vest": (9, 10), "base": (10, 12, 14)})
    with pytest.raises(UsageError, match=r"layers\.vest must be a whole number, not 'ten'"):
        with_pairs({"name": "Vex"}, read_pairs(["layers.vest=9,ten"], Layered), Layered, "Vex")

"""Initiative, turns and rounds."""

import pytest

from rbfcli.model.fight import TurnSlot
from rbfcli.systems.generic.view import next_steps
from rbfcli.testing.fights import play_fights


def test_the_highest_acts_first_and_a_group_rolls_once(table):
    """GEN-INI-1: Ann 8 + 1, Ben 9, the rats 7 + 2, the ogre 9: the bonus decides, then PCs, then the file."""
    start = table()
    start.do("init", 8, 9, 7, 9)
    assert start.order() == ["rat1", "rat2", "ann", "ben", "ogre"]
    assert {slot.count for slot in start.fight.order} == {9}
    assert len(start.rolls("initiative")) == 4


def test_a_shared_roll_is_named_after_those_who_share_it(table):
    """GEN-INI-1: a group of several, or a side; single combatants and groups of one use their own name."""
    start = table("set ogre group=brutes")
    start.do("init", 8, 9, 7, 9)
    assert [each.who for each in start.rolls("initiative")] == ["ann", "ben", "rats", "ogre"]
    sides = table(order='"side"')
    sides.do("init", 8, 9)
    assert [each.who for each in sides.rolls("initiative")] == ["us", "foes"]


def test_counts_by_hand(table):
    """GEN-INI-1: for a combatant, a group by its name or a member, or in the file."""
    start = table("init --set ogre=30 --set rats=20 --set ann=10 --set ben=9")
    assert [slot.count for slot in start.fight.order] == [30, 20, 20, 10, 9]
    start = table("set ann initiative=3", "init --set rat2=20 --set ogre=1 --set ben=2")
    assert start.order() == ["rat1", "rat2", "ann", "ben", "ogre"]


def test_counts_by_hand_may_part_a_group(table):
    """GEN-INI-1: a combatant's own count goes before that of its group."""
    start = table("init --set rat2=12 --set rats=20 --set ann=15 --set ben=9 --set ogre=1")
    assert start.order() == ["rat1", "ann", "rat2", "ben", "ogre"]


def test_each_side_rolls_or_nobody(table):
    """GEN-INI-1: without bonuses; popcorn keeps the order of the file."""
    start = table(order='"side"', initiative='"1d6"')
    start.do("init", 2, 5)
    assert start.order() == ["rat1", "rat2", "ogre", "ann", "ben"]
    start = table("init", order='"popcorn"')
    assert (start.order(), {one.initiative for one in start.fight.combatants.values()}) == (
        ["ann", "ben", "rat1", "rat2", "ogre"],
        {0},
    )


@pytest.mark.parametrize(
    ("order", "faces", "first"), [("each", (10, 1, 1, 1, 10), "eve"), ("side", (4, 4), "ann"), ("popcorn", (), "ann")]
)
def test_ties_go_to_the_players(table, order, faces, first):
    """GEN-INI-1: then to the first in the file; in popcorn order only that counts."""
    start = table("add Eve hp=9 side=us pc=true initiative_bonus=1", "set ann pc=false", order=f'"{order}"')
    start.do("init", *faces)
    assert start.order()[0] == first


def test_sides_that_tie_go_as_their_first_does(table):
    """GEN-INI-1: the players' side acts first, wherever it is in the file."""
    start = table("set ann side=foes pc=false", "set ogre pc=true side=us", "set ben side=foes", order='"side"')
    start.do("init", 7, 7)
    assert start.order() == ["ogre", "ann", "ben", "rat1", "rat2"]
    start = table("set ann side=foes pc=false", "set ogre pc=true side=us", "init", order='"popcorn"')
    assert start.order() == ["ann", "ben", "rat1", "rat2", "ogre"]


def test_a_modifier_is_added_to_the_roll_and_its_bonus(table):
    """GEN-INI-1: `init --mod`; what is added to nothing is left out of the line."""
    start = table()
    start.do("init --mod 3", 1, 1, 1, 1)
    assert [one.initiative for one in start.fight.combatants.values()] == [5, 4, 6, 6, 4]
    start = table()
    start.do("init", 8, 9, 7, 9)
    assert [each.expression for each in start.rolls("initiative")] == ["1d20+1", "1d20", "1d20+2", "1d20"]


def test_initiative_is_rolled_again_for_those_who_are_named(begun):
    """GEN-INI-1: in a running fight, once for a group; or their count is stated."""
    start = begun("turn")
    start.do("init rat2 --mod 1", 3)
    assert (start.rat1.initiative, start.rat2.initiative, len(start.rolls("initiative"))) == (6, 6, 1)
    assert [(slot.who, slot.count) for slot in start.fight.order][2:4] == [("rat1", 6), ("rat2", 6)]
    start.do("init rat1 rat2 ogre", 12, 2)
    assert [(slot.who, slot.count) for slot in start.fight.order][2:] == [("rat1", 14), ("rat2", 14), ("ogre", 2)]
    for line, counts in (("rat1=7", (7, 7)), ("rats=8", (8, 8)), ("rat2=9 --set rats=8", (8, 9))):
        start.do(f"init rat1 --set {line}")
        assert (start.rat1.initiative, start.rat2.initiative) == counts
        assert start.order()[2] == ("rat1" if counts[0] == counts[1] else "rat2")
    start.do("init ogre --set ogre=12")
    assert (start.ogre.initiative, start.rolls("initiative")) == (12, [])
    assert start.order() == ["ann", "ben", "ogre", "rat2", "rat1"]
    assert start.refused("init").rule == "GEN-INI-1"
    assert start.refused("init ann --roll-hp").rule == "GEN-INI-1"


def test_hit_points_are_rolled_before_initiative(table):
    """GEN-HP-3: for everyone with dice for them; by force, a fight that has begun begins again."""
    start = table()
    wrong = start.refused("init --roll-hp")
    assert (wrong.message, wrong.rule, wrong.hint) == ("no sheet has hp_dice", "GEN-HP-3", "try: set WHO hp_dice=2d8+2")
    start.do("set ogre hp_dice=2d8")
    start.do("init --roll-hp", 3, 4, 8, 9, 7, 9)
    assert (start.ogre.hp, start.order()[0]) == (7, "rat1")
    start.do("init --roll-hp --force", 1, 2)
    assert start.ogre.max_hp == 3
    assert [line for line in start.lines() if "begun" in line] == [
        "forced: the fight has already begun: this is round 1"
    ]


def test_who_comes_later_takes_a_place(begun):
    """GEN-INI-1: it rolls immediately; a member of a group joins the group."""
    start = begun("turn")
    start.do("add Wolf hp=5 initiative_bonus=2", 15)
    assert start.order() == ["ann", "wolf", "ben", "rat1", "rat2", "ogre"]
    assert start.fight.order[start.fight.turn].who == start.fight.active == "ben"
    start.do("add Rat3 hp=5 group=rats")
    assert start.rat3.initiative == 10
    start.do("add Rat4 hp=5 group=rats --initiative 1")
    assert [start.rat3.initiative, start.fight.order[-1]] == [10, TurnSlot(who="rat4", count=1)]
    assert start.order()[:-1] == ["ann", "wolf", "ben", "rat1", "rat2", "rat3", "ogre"]


def test_a_turn_is_handed_on_or_held(begun):
    """GEN-INI-2: to who still waits; the next round goes as before."""
    start = begun("turn to ogre")
    assert (start.fight.active, start.order()) == ("ogre", ["ann", "ogre", "ben", "rat1", "rat2"])
    assert start.refused("turn to ann").message == "Ann has already had a turn this round"
    assert start.refused("turn to ogre").message == "Ogre already has the turn"
    assert start.refused("turn to").rule == "GEN-INI-2"
    assert start.refused("turn next ben").rule == "GEN-INI-2"
    for _ in range(4):
        start.do("turn")
    assert (start.fight.round, start.order()) == (2, ["ann", "ben", "rat1", "rat2", "ogre"])
    start.do("turn hold --until 7")
    assert (start.fight.active, start.order()) == ("ben", ["ben", "rat1", "rat2", "ann", "ogre"])


def test_a_turn_is_handed_back_by_force(begun):
    """GEN-INI-2: a combatant who already had a turn acts again, next."""
    start = begun("turn", "turn to ann --force")
    assert (start.fight.active, start.fight.round) == ("ann", 1)
    start.do("turn")
    assert start.fight.active == "rat1"


def test_popcorn_goes_on_into_the_next_round(table):
    """GEN-INI-2: the last of a round says who is first in the next; elsewhere the round begins with its first."""
    assert table(order='"popcorn"').refused("turn to ogre").rule == "GEN-INI-2"
    start = table("init", "turn to ogre", "turn to rat1", "turn to ben", "turn to rat2", order='"popcorn"')
    assert (start.fight.round, start.fight.active) == (1, "rat2")
    start.do("turn to ben")
    assert (start.fight.round, start.fight.active) == (2, "ben")
    start = table("init --set ann=20 --set ben=15 --set rats=10 --set ogre=5", *["turn"] * 4)
    assert start.refused("turn to ben").hint == "try: turn next"


def test_who_is_down_cannot_hold_a_turn(begun):
    """GEN-INI-2: the dying have a turn, for their death save."""
    start = begun("damage ben 10")
    start.do("turn", 10)
    wrong = start.refused("turn hold")
    assert (start.fight.active, wrong.message) == ("ben", "Ben is down and cannot wait")
    assert (wrong.rule, wrong.hint) == ("GEN-INI-2", "try: turn next")
    start.do("turn")
    assert start.refused("turn hold --until 12").rule == "GEN-INI-2"


def test_nobody_is_held_to_an_action_but_the_next_turn_is_named(begun):
    """GEN-INI-2: after as many attacks and powers as `actions`, or immediately if the combatant cannot act."""
    start = begun("set ann actions=2")
    steps = start.session.rules.next_steps
    start.do("attack ann ogre", 2)
    assert steps(start.fight) == ()
    start.do("use ann all rat1", 15)
    assert steps(start.fight) == ("turn next",)
    start.do("attack ann ogre", 2)
    start.do("attack ogre ben", 2)
    start.do("turn")
    assert (steps(start.fight), start.ann.acted) == ((), 3)
    start.do("condition add ben stunned")
    assert steps(start.fight) == ("turn next",)


def test_the_order_is_rolled_anew_by_option(table):
    """GEN-INI-3: each round; else it stays."""
    start = table(reroll="true")
    start.do("init", 18, 15, 8, 5)
    for _ in range(4):
        start.do("turn")
    start.do("turn", 1, 2, 3, 19)
    assert (start.fight.round, start.order()) == (2, ["ogre", "rat1", "rat2", "ann", "ben"])


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(6, {11: 1, 21: 2}), (60, {n: n - 1 for n in range(2, 22)}), (90, {2: 1, 3: 3, 4: 4}), (0, {})],
)
def test_each_minute_of_fighting_is_reported_once(table, seconds, told):
    """GEN-INI-3: at the start of the round that ends it, by the length of a round; 0 reports none."""
    start, found = table("init", order='"none"', round_seconds=seconds), {}
    for number in range(2, 5 if seconds == 90 else 22):
        start.do("turn next")
        for each in start.last.events:
            if getattr(each, "what", "") == "elapsed":
                found[number] = each.facts["minutes"]
    assert found == told


def test_dice_of_the_initiative_that_are_none_are_refused(table):
    """GEN-INI-1: before the fight begins."""
    assert "initiative" in str(table().refused("set fight options.initiative=1q20"))


@pytest.mark.parametrize(
    "options",
    [
        'death = "negative"\nconditions = "modifier"\nmargin = 10',
        'order = "popcorn"\ndice = 2\nsides = 6\ncritical = 12\nfumble = 2\ncritical_damage = "double"',
        'order = "side"\nreroll = true\nconcentration_save = ""\nconditions = "notes"\ncritical_damage = "maximum"',
    ],
)
def test_other_games_keep_the_laws_too(tmp_path, options):
    """GEN-INI-3, GEN-DIE-1: random fights under other options."""
    from tests.systems.generic.conftest import PEOPLE

    path = tmp_path / "other.toml"
    path.write_text(f'format = 1\nsystem = "generic"\n[options]\n{options}\n{PEOPLE}')
    play_fights(str(path), range(4))


def test_turn_to_nobody_asks_for_a_name(begun):
    """GEN-INI-2: with what to type."""
    refused = begun().refused("turn to")
    assert (refused.message, refused.rule, refused.hint) == (
        "missing combatant whose turn is next",
        "GEN-INI-2",
        "try: turn to WHO",
    )


def test_who_cannot_act_cannot_attack(begun):
    """GEN-ATK-1: simulations ask this before they try."""
    start = begun()
    assert start.session.rules.can_attack(start.fight, "ann")
    start.do("condition add ann stunned")
    assert not start.session.rules.can_attack(start.fight, "ann")


# Without an order (GEN-INI-4).


@pytest.fixture
def free(table):
    """A table without an order of turns, in round 1."""
    return table("init", order='"none"')


def test_without_an_order_there_are_rounds_alone(free):
    """GEN-INI-4: there are no rolls and no turns, and everyone can act."""
    assert (free.fight.round, free.fight.active, free.order()) == (1, "", [])
    assert free.ann.initiative is None
    free.do("attack ann ogre", 2)
    free.do("attack ogre ann", 2)
    assert next_steps(free.fight) == ("turn next",)
    free.do("turn next")
    assert (free.fight.round, free.lines()) == (2, ["-- round 2 --"])


def test_a_round_without_an_order_does_what_turns_do(free):
    """GEN-INI-4, GEN-CON-3, GEN-DIE-2, GEN-CTR-2: ends, saves, death saves, counters and recharges."""
    free.do("damage ben 10")
    free.do("condition add rat1 stunned --rounds 1")
    free.do("condition add ogre frightened --save wis --dc 12")
    for name in ("legend", "surge", "breath", "slots"):
        free.do(f"use ann {name}")
    free.do("turn next", 5, 15, 12)
    assert [free.ann.counters[name].now for name in ("legend", "surge", "breath", "slots")] == [3, 1, 1, 1]
    assert (free.ben.saved, free.rat1.conditions, free.ogre.conditions) == (1, {}, {})


@pytest.mark.parametrize(
    ("given", "faces", "left"),
    [
        ("--answer save=made", (), set()),
        ("--answer save=failed", (), {"prone", "frightened"}),
        ("--answer save=failed --answer save=made", (), {"prone"}),
        ("--answer save=made --answer save=roll", (10,), {"frightened"}),
        ("", (12, 11), {"frightened"}),
    ],
)
def test_a_save_that_ends_a_condition_is_rolled_or_given_in_advance(table, given, faces, left):
    """GEN-CON-3: no question waits for it."""
    start = table("init --dice 20,1,1,1")
    start.do("condition add ann prone --save con --dc 15")
    start.do("condition add ann frightened --save wis --dc 12")
    start.do(f"turn next {given}", *faces)
    assert (set(start.ann.conditions), start.fight.questions) == (left, ())


def test_the_first_round_without_an_order_follows_no_other(table):
    """GEN-INI-4: each *new* round has death saves and saves that end conditions; `init` begins the first."""
    start = table("damage ben 10", "condition add ogre frightened --save wis --dc 12", order='"none"')
    start.do("init")
    assert start.lines() == ["-- round 1 --"]
    start.do("turn next", 10, 11)
    assert (start.ben.saved, [each.rule for each in start.rolls("save")]) == (1, ["GEN-CON-3"])


def test_who_joins_without_an_order_has_no_place(free):
    """GEN-INI-4."""
    free.do("add imp hp=3")
    assert (free.order(), free.imp.initiative) == ([], None)


@pytest.mark.parametrize(
    "line",
    [
        *("turn to ann", "turn next ann", "turn hold", "turn back"),
        *("init --set ann=3 --force", "init ann", "add imp hp=3 --initiative 12"),
    ],
)
def test_what_needs_an_order_is_refused(free, line):
    """GEN-INI-4: with what is typed instead."""
    wrong = free.refused(line)
    assert (wrong.message, wrong.rule, wrong.hint) == ("this fight has no turn order", "GEN-INI-4", "try: turn next")


def test_without_an_order_init_comes_first(table):
    """GEN-INI-4: verbs work before it, rounds do not."""
    before = table(order='"none"')
    before.do("attack ann ogre", 2)
    messages = {
        "turn next": "the fight has not begun",
        "turn hold": "this fight has no turn order",
        "init --set ann=3": "this fight has no turn order",
    }
    for line, message in messages.items():
        wrong = before.refused(line)
        assert (wrong.message, wrong.rule, wrong.hint) == (message, "GEN-INI-4", "try: init")


def test_an_order_that_is_given_up_ends_its_turn(begun):
    """GEN-INI-4: by the option, in the middle of a fight."""
    one = begun("set fight options.order=none", "turn next")
    assert (one.fight.round, one.fight.active, one.order()) == (2, "", [])


def test_an_order_that_is_taken_up_begins_with_the_next_round(free):
    """GEN-INI-1, GEN-INI-4: by the option, in mid-fight; until then, those who join roll for themselves alone."""
    free.do("set fight options.order=each")
    free.do("init ann --mod 2", 6)
    assert (free.order(), free.ann.initiative, free.ben.initiative) == (["ann"], 9, None)
    free.do("turn next")
    assert (free.fight.round, free.fight.active) == (1, "ann")
    free.do("turn next", 19, 8, 5)
    assert (free.fight.round, free.order()) == (2, ["ben", "rat1", "rat2", "ann", "ogre"])
    free.do("set fight options.order=none")
    free.do("set ann initiative=30")
    assert free.order()[0] == "ben"


def test_a_popcorn_order_that_is_taken_up_is_that_of_the_file(free):
    """GEN-INI-1, GEN-INI-4: the next round begins with all who are in it."""
    free.do("set fight options.order=popcorn")
    free.do("turn next")
    assert (free.fight.active, free.order()) == ("ann", ["ann", "ben", "rat1", "rat2", "ogre"])

"""The order of turns more closely: rolled, set, sprinkled, held, split; and looking out."""

from fractions import Fraction

import msgspec
import pytest

from rbfcli.core.errors import UsageError
from rbfcli.model.fight import Condition
from rbfcli.systems.rbf import RULES, view
from rbfcli.systems.rbf.outcome import verdict
from tests.showing import facts

DOWN = {"out": Condition()}


def order(laid):
    """Who acts on which count."""
    return [(slot.who, slot.count) for slot in laid.fight.order]


def alone(table, *who, **changes):
    """A table with some of the people only."""
    gone = dict.fromkeys({"ada", "joss", "tamsin", "thug", "other", "boss"} - set(who))
    return table(**{**gone, **changes})


@pytest.mark.parametrize(
    ("sheet", "mod", "added"),
    [
        ({"skills": {"melee": 3, "shoot": 1}}, "", [(3, "Melee")]),
        ({"skills": {"melee": 1, "shoot": 4}}, "", [(4, "Shoot")]),
        ({"skills": {"heavy": 2}}, "", [(2, "Heavy")]),
        ({"skills": {"brawl": 2, "dodge": 6}}, "--mod 2", [(2, "Brawl"), (2, "modifier")]),
        ({"skills": {}}, "", [(-2, "Melee")]),
        ({"skills": {"melee": 3}, "talents": ("Speedy",)}, "", [(3, "Melee"), (3, "Speedy")]),
    ],
)
def test_what_initiative_is_rolled_with(table, sheet, mod, added):
    """RBF-INI-1, RBF-TAL-1: two dice, the best combat skill, what a talent and the line add."""
    laid = alone(table, "ada", ada=sheet)
    [roll] = laid.rolls(laid.do(f"init {mod} --dice 5,4"))
    assert [(each.value, each.why) for each in roll.modifiers if each.value] == added
    assert (roll.label, roll.rule, roll.against) == ("initiative", "RBF-INI-1", None)
    assert order(laid) == [("ada", 9 + sum(value for value, _ in added))]


@pytest.mark.parametrize(
    ("enemies", "counts"),
    [
        (("thug",), {"thug": 16}),
        (("thug", "other"), {"thug": 18, "other": 16}),
        (("thug", "other", "boss"), {"thug": 18, "other": 16, "boss": 14}),
    ],
)
def test_enemies_are_spread_among_the_players(table, enemies, counts):
    """RBF-INI-2, RBF-INI-3: evenly; a player goes first on the same count."""
    laid = alone(table, "ada", "joss", "tamsin", *enemies)
    laid.do("init --set ada=18 --set joss=16 --set tamsin=14")
    assert {who: count for who, count in order(laid) if who in enemies} == counts
    assert {laid.one(who).initiative for who in enemies} == set(counts.values())


def test_an_enemy_before_all_players(table):
    """RBF-INI-2: of many, the first comes a count before the first player."""
    laid = alone(table, "ada", "thug", "other", "boss")
    laid.do("init --set ada=10")
    assert order(laid) == [("thug", 11), ("ada", 10), ("other", 10), ("boss", 10)]


def test_enemies_among_themselves(table):
    """RBF-INI-2: no players to be spread among."""
    laid = alone(table, "thug", "other")
    laid.do("init")
    assert order(laid) == [("thug", 0), ("other", 0)]


def test_things_and_a_crisis(table):
    """RBF-ATK-1, RBF-MODE-1: a thing has no turn; in a crisis only enemies with a count have one."""
    laid = alone(table, "ada", "thug", "other", board={"mode": "crisis"})
    laid.do_all("add tank --object", "init --set ada=10 --set other=12")
    assert order(laid) == [("other", 12), ("ada", 10)]
    laid = alone(table, "ada", "thug")
    laid.do_all("add tank --object", "init --set ada=10 --set thug=4")
    assert order(laid) == [("ada", 10), ("thug", 4)]


def test_the_counts_of_a_boss(table):
    """RBF-INI-5: the highest is its initiative, in any order given; later ones continue its turn."""
    laid = alone(table, "ada", "boss")
    laid.do("init --set ada=10 --set boss=4,20,12")
    assert order(laid) == [("boss", 20), ("boss", 12), ("ada", 10), ("boss", 4)]
    assert [slot.held for slot in laid.fight.order] == [False, True, False, True]
    assert (laid.one("boss").initiative, laid.one("boss").counts) == (20, (20, 12, 4))
    laid = alone(table, "ada", "boss")
    laid.do("init --set ada=10 --set boss=7")
    assert (laid.one("boss").initiative, laid.one("boss").counts) == (7, ())


@pytest.mark.parametrize(
    ("actions", "counts", "may"), [(3, "9,8,7", True), (3, "9,8,7,6", False), (2, "9,8", False), (4, "9,8", True)]
)
def test_who_may_split_its_turn(table, actions, counts, may):
    """RBF-INI-5: from three actions on, and at most one count an action."""
    laid = alone(table, "ada", "boss", boss={"actions": actions})
    line = f"init --set ada=1 --set boss={counts}"
    if may:
        laid.do(line)
        assert len(order(laid)) == 1 + len(counts.split(","))
    else:
        said = f"Boss cannot split {actions} actions over {len(counts.split(','))} initiative counts"
        assert said in laid.refused(line, "RBF-INI-5")


@pytest.mark.parametrize(("faces", "surprised"), [("5,5", False), ("8,8", False), ("4,4", True), ("1,1", True)])
def test_looking_out(table, faces, surprised):
    """RBF-STL-2: the most perceptive standing player rolls against the TN; all players are surprised, or none."""
    laid = alone(
        table,
        "ada",
        "joss",
        "tamsin",
        "thug",
        tamsin={"skills": {"perception": 5}, "hp": 0, "max_hp": 9, "conditions": {"dying": Condition()}},
    )
    played = laid.do(f"init --sneaking thug --set ada=9 --set joss=8 --set tamsin=7 --set thug=1 --dice {faces}")
    roll = laid.rolls(played)[0]
    assert (roll.who, roll.target, roll.label, roll.against, roll.rule) == (
        "joss",
        "thug",
        "perception",
        12,
        "RBF-STL-2",
    )
    assert [(each.value, each.why) for each in roll.modifiers] == [(2, "Perception")]
    found = {who for who, one in laid.fight.combatants.items() if "surprised" in one.conditions}
    assert found == ({"ada", "joss"} if surprised else set())


@pytest.mark.parametrize("sneak", ["ada", "thug"])
def test_nobody_to_sneak_up_on(table, sneak):
    """RBF-STL-2: an enemy sneaks up on standing players."""
    laid = alone(
        table, "ada", "thug", **({"ada": {"hp": 0, "max_hp": 9, "conditions": DOWN}} if sneak == "thug" else {})
    )
    name = laid.one(sneak).name
    assert f"{name} has no players to sneak up on" in laid.refused(f"init --sneaking {sneak}", "RBF-STL-2")


def test_surprise_is_over_after_the_first_turn(table):
    """RBF-STL-1: of each for itself."""
    laid = alone(table, "ada", "joss", "thug")
    laid.do("init --surprised ada --surprised joss --set ada=9 --set joss=8 --set thug=1")
    assert laid.one("ada").conditions["surprised"].whose == "ada"
    laid.refused("aim ada", "RBF-STL-1")
    laid.do("turn next")
    assert ("surprised" in laid.one("ada").conditions, "surprised" in laid.one("joss").conditions) == (False, True)
    laid.do("turn next")
    assert "surprised" not in laid.one("joss").conditions


def test_holding(table):
    """RBF-INI-4, RBF-INI-5: whole turns of players, parts of a boss's; until the round is over."""
    laid = alone(table, "ada", "joss", "boss")
    laid.do("init --set ada=9 --set joss=8 --set boss=3")
    laid.refused("hold joss", "RBF-INI-4")
    laid.do("hold ada --until 5")
    assert order(laid) == [("joss", 8), ("ada", 5), ("boss", 3)]
    laid.do_all("turn next", "aim ada")
    assert "before its first action" in laid.refused("hold ada", "RBF-INI-4")
    laid.do_all("turn next", "aim boss", "hold boss --until 1")
    assert order(laid)[-1] == ("boss", 1)
    assert (laid.fight.active, laid.one("boss").actions_left) == ("boss", 2)
    laid.do("turn next")
    assert order(laid) == [("ada", 9), ("joss", 8), ("boss", 3)]


@pytest.mark.parametrize("line", ["init", "init --set boss=9,4,2 --set ada=9", "init --surprised joss", "init --mod 3"])
def test_the_first_round_has_nothing_to_put_in_order(table, line):
    """RBF-INI-3: `init` leaves each count as it is, and a later round restores the place of a held turn."""
    laid = alone(table, "ada", "joss", "thug", "boss")
    laid.do(line)
    settled = laid.fight.order
    assert settled == tuple(RULES.order_of(laid.fight))
    laid.do(f"hold {laid.fight.active}")
    assert laid.fight.order != settled
    while laid.fight.round == 1:
        laid.do("turn next")
    assert laid.fight.order == settled


def test_bleeding_in_time(table):
    """RBF-TEC-LACERATE: at the start of each turn, once; not again when the GM gives the turn back."""
    laid = alone(table, "ada", "joss", "thug", thug={"hp": 60, "conditions": {"bleeding": Condition()}})
    laid.do("init --set ada=9 --set thug=3 --set joss=1")
    played = laid.do("turn next")
    [roll] = laid.rolls(played)
    assert (roll.who, roll.label, roll.rule) == ("thug", "bleeding", "RBF-TEC-LACERATE")
    [told] = laid.events(played, "damage")
    assert (told.facts["why"], told.rule) == ("a laceration", "RBF-TEC-LACERATE")
    laid.do("turn next")
    assert not [*laid.rolls(laid.do("turn back")), *laid.rolls(laid.do("turn next"))]
    assert laid.rolls(laid.do_all("turn next", "turn next"))


def test_a_turn_that_is_given_back_goes_on_as_it_was(table):
    """RBF-ACT-1: the next combatant gets actions from its own start only, and durations count once."""
    laid = alone(table, "ada", "joss", "thug")
    laid.do_all("init --set ada=9 --set thug=3 --set joss=1", "condition add ada blinded --rounds 2", "aim ada")
    laid.do_all("turn next", "turn back", "aim ada", "turn next", "turn back", "turn next")
    assert (laid.fight.active, laid.one("ada").actions_left) == ("thug", 0)
    assert laid.one("ada").conditions["blinded"].rounds == 2, "the turn that ran then is not counted"


# Initiative, the order of turns, holding, rounds, and the end.


def start_order(laid):
    return [(slot.who, slot.count) for slot in laid.fight.order]


def test_players_roll_their_best_combat_skill(table):
    """RBF-INI-1: 2d8 and the best of Melee, Shoot, Brawl and Heavy."""
    laid = table(joss={"skills": {"melee": 1, "shoot": 3}})
    laid.do("init --dice 6,5,4,3,7,6")
    assert [laid.one(who).initiative for who in ("ada", "joss", "tamsin")] == [14, 10, 18]


def test_the_gm_places_enemies_and_the_rest_are_sprinkled(table):
    """RBF-INI-2: a number by hand, a number in the file, the others spread evenly among the players."""
    laid = table(other={"initiative": 11})
    laid.do("init --set thug=30 --dice 6,5,4,3,7,6")
    assert start_order(laid) == [("thug", 30), ("tamsin", 18), ("ada", 14), ("boss", 14), ("other", 11), ("joss", 10)]


def test_highest_first_and_players_win_ties(table):
    """RBF-INI-3: of equals players first, then the order of the file."""
    laid = table()
    laid.do("init --set thug=14 --set other=14 --set boss=1 --set ada=14 --set joss=14 --set tamsin=2")
    assert [who for who, _ in start_order(laid)] == ["ada", "joss", "thug", "other", "tamsin", "boss"]


def test_an_initiative_that_is_no_number_is_refused(table):
    """RBF-INI-2: with what would be right."""
    with pytest.raises(UsageError, match="must be a whole number"):
        table().do("init --set thug=soon")


BY_HAND = "init --set ada=14 --set joss=10 --set tamsin=18 --set thug=12 --set other=8 --set boss=16"


def test_a_player_holds_until_a_later_count_of_the_round(table):
    """RBF-INI-4: and goes back to its own count in the next round."""
    laid = table()
    laid.do_all(BY_HAND, "hold tamsin --until 11")
    assert laid.fight.active == "boss"
    assert [who for who, _ in start_order(laid)] == ["boss", "ada", "thug", "tamsin", "joss", "other"]
    laid.do_all("turn next", "turn next", "turn next")
    assert laid.fight.active == "tamsin"
    assert laid.one("tamsin").actions_left == 2
    laid.do_all("turn next", "turn next", "turn next")
    assert laid.fight.round == 2
    assert laid.fight.active == "tamsin"


def test_a_turn_is_held_whole_and_only_until_later(table):
    """RBF-INI-4: not after an action, not to an earlier count, not out of turn."""
    laid = table()
    laid.do(BY_HAND)
    laid.refused("hold tamsin --until 18", "RBF-INI-4")
    laid.refused("hold ada", "RBF-INI-4")
    laid.do("aim tamsin")
    laid.refused("turn hold --until 3", "RBF-INI-4")


def test_a_boss_splits_its_actions_by_holding_between_them(table):
    """RBF-INI-5: one action on 16, the others on 9; what a turn's end counts is counted at the last."""
    laid = table()
    laid.do_all(BY_HAND, "condition add boss crippled --rounds 1", "turn next", "aim boss", "hold boss --until 9")
    assert laid.fight.active == "ada"
    assert "crippled" in laid.one("boss").conditions
    laid.do_all("turn next", "turn next", "turn next")
    assert laid.fight.active == "boss"
    assert laid.one("boss").actions_left == 2
    laid.do("turn next")
    assert "crippled" not in laid.one("boss").conditions


def test_a_boss_has_several_counts_from_the_start(table):
    """RBF-INI-5: `--set boss=16,11,3` gives it three places in every round, and one turn's actions."""
    laid = table()
    laid.do(BY_HAND.replace("boss=16", "boss=16,11,3"))
    assert [count for who, count in start_order(laid) if who == "boss"] == [16, 11, 3]
    laid.do_all("condition add boss crippled --rounds 1", "turn next", "attack boss ada --dice 8,8", "turn next")
    laid.do_all("turn next", "turn next")
    assert laid.fight.active == "boss"
    assert laid.one("boss").actions_left == 2
    assert "crippled" in laid.one("boss").conditions
    laid.do_all("turn next", "turn next", "turn next")
    assert laid.fight.active == "boss"
    laid.do("turn next")
    assert "crippled" not in laid.one("boss").conditions
    laid.do("turn next")
    assert laid.one("boss").actions_left == 3


def test_only_a_boss_splits_and_no_finer_than_its_actions(table):
    """RBF-INI-5: refused for two actions, and for more counts than actions."""
    laid = table()
    laid.refused("init --set thug=16,11", "RBF-INI-5")
    laid.refused("init --set boss=16,11,8,3", "RBF-INI-5")


def test_counts_of_a_boss_stand_in_its_file(table):
    """RBF-INI-5: as `counts`, without a number by hand."""
    laid = table(boss={"counts": (17, 4)})
    laid.do(BY_HAND.replace(" --set boss=16", ""))
    assert [count for who, count in start_order(laid) if who == "boss"] == [17, 4]


def test_a_round_lasts_six_seconds(table):
    """RBF-TIME-1: the picture says which."""
    laid = table()
    assert view.clock(laid.fight) == ()
    laid.do(BY_HAND)
    assert view.clock(laid.fight) == ("seconds 0 to 6",)
    assert view.clock(msgspec.structs.replace(laid.fight, round=3)) == ("seconds 12 to 18",)


def test_one_side_left_is_said_once(table):
    """RBF-END-1: the engine says so, the GM ends it."""
    laid = table(other=None, boss=None)
    assert "Last side standing: crew" in laid.tell("damage thug 50")
    assert "left standing" not in laid.tell("damage thug 1")
    laid.do('end "over and done"')
    assert laid.fight.over == "over and done"


def test_a_crisis_goes_through_the_players_alone(table):
    """RBF-MODE-1: no count for enemies, unless the GM sets one."""
    laid = table(board={"mode": "crisis"})
    laid.do("init --set other=5 --dice 6,5,4,3,7,6")
    assert [who for who, _ in start_order(laid)] == ["tamsin", "ada", "joss", "other"]
    assert view.clock(laid.fight) == ("crisis: seconds 0 to 6",)


def test_an_intent_is_declared_for_the_turn(table):
    """RBF-MODE-1: free, shown, and gone when the turn ends; rolls come only where they are asked for."""
    laid = table(board={"mode": "crisis"})
    laid.do("init --dice 6,5,4,3,7,6")
    laid.refused('intent ada "I hold the hatch"', "RBF-INI-3")
    played = laid.do('intent tamsin "I carry the welder to the bulkhead"')
    assert not laid.rolls(played)
    assert facts(RULES, laid.fight, "tamsin")["intent"] == "I carry the welder to the bulkhead"
    assert laid.one("tamsin").actions_left == 2
    assert laid.do("check tamsin athletics --tn 8 --dice 6,6").events[0].rule == "RBF-MODE-1"
    assert laid.one("tamsin").actions_left == 1
    laid.do("turn next")
    assert laid.one("tamsin").intent == ""


def test_others_contribute_to_a_vehicle_scene(table):
    """RBF-VEH-1: general skills on one's own turn, or free if the GM asks for them."""
    laid = table(board={"mode": "crisis"})
    laid.do("init --dice 6,5,4,3,7,6")
    laid.refused("check ada athletics --tn 12", "RBF-INI-3")
    played = laid.do("check ada athletics --tn 12 --free --dice 6,5")
    assert played.outcome == "success"
    assert laid.one("ada").actions_left == 0


def test_a_fight_begins_once(table):
    """RBF-INI-3: --force begins it anew."""
    laid = table()
    laid.do("init --set ada=18 --set joss=16 --set tamsin=14")
    assert "this is round 1" in laid.refused("init", "RBF-INI-3")
    laid.do("init --set ada=2 --set joss=16 --set tamsin=14 --force")
    assert laid.fight.round == 1


def test_the_dice_of_initiative(table):
    """RBF-INI-1: two with eight faces, for each player."""
    laid = table()
    rolls = laid.rolls(laid.do("init"))
    assert [[die.sides for die in each.dice] for each in rolls] == [[8, 8]] * 3


# The one test of RBF and its four outcomes.


OUTCOMES = ("critical", "success", "struggle", "failure")


def exact(table, line):
    """The chances of the four outcomes as counts of their common whole."""
    chances = table.odds(line).outcomes
    return tuple(chances.get(each, Fraction(0)) for each in OUTCOMES)


@pytest.mark.parametrize(
    ("dice", "skill", "tn", "outcome"),
    [
        ("5,7", 3, 14, "success"),
        ("5,3", 3, 14, "struggle"),
        ("2,3", 3, 14, "failure"),
        ("8,6", 6, 14, "critical"),
        ("8,8", 0, 22, "critical"),
        ("1,1", 20, 10, "failure"),
    ],
)
def test_worked_checks_of_the_four_outcomes(table, dice, skill, tn, outcome):
    """RBF-TST-1, RBF-TST-3, RBF-TST-5, RBF-TST-6: worked checks 1 and 2."""
    played = table(ada={"skills": {"melee": skill}}).do(f"check ada melee --tn {tn} --dice {dice}")
    assert played.outcome == outcome


@pytest.mark.parametrize(("widened", "outcome"), [(0, "success"), (1, "critical")])
def test_a_wider_critical_range_lowers_the_margin(table, widened, outcome):
    """RBF-TST-4: worked check 3, 19 against 14."""
    laid = table(ada={"critical_range": widened})
    assert laid.do("attack ada other --critical double --dice 8,7 --mod 1").outcome == outcome


def test_a_wider_range_counts_for_attacks_alone(table):
    """RBF-TST-4: spells at foes too, no check and no defense."""
    laid = table(ada={"critical_range": 2, "skills": {"metaphysics": 1, "dodge": 3, "melee": 3}})
    assert laid.do("cast ada 'say push' thug --critical double --dice 8,7").outcome == "critical"
    assert laid.do("cast ada 'say fly' --tn 12 --dice 8,7").outcome == "success"
    assert laid.do("check ada melee --tn 14 --dice 8,7").outcome == "success"
    assert laid.do("attack thug ada --dice 7,6").outcome == "success"


def test_a_wider_range_may_count_for_every_roll_of_that_character(table):
    """RBF-TST-4: the option `critical_range`; for a defense too, and for no one else."""
    laid = table(ada={"critical_range": 2}, options={"critical_range": "all"})
    assert laid.do("check ada melee --tn 14 --dice 8,7").outcome == "critical"
    assert laid.do("attack thug ada --dice 7,6").outcome == "critical"
    assert laid.do("attack thug tamsin --dice 7,5").outcome == "success"


def test_advantage_keeps_the_highest_two_and_disadvantage_the_lowest(table):
    """RBF-TST-2: worked check 4."""
    laid = table()
    rolled = laid.rolls(laid.do("check ada melee --tn 14 --advantage 1 --dice 3,8,5"))[0]
    assert [die.face for die in rolled.dice if die.kept] == [8, 5]
    assert laid.do("check ada melee --tn 22 --advantage 2 --dice 1,8,5,8").outcome == "critical"
    rolled = laid.rolls(laid.do("check ada melee --tn 14 --disadvantage 1 --dice 3,8,5"))[0]
    assert [die.face for die in rolled.dice if die.kept] == [3, 5]


def test_advantage_and_disadvantage_are_netted_first(table):
    """RBF-TST-2: two of one and one of the other leave three dice."""
    laid = table()
    rolled = laid.rolls(laid.do("check ada melee --tn 12 --advantage 2 --disadvantage 1 --dice 1,2,3"))[0]
    assert len(rolled.dice) == 3
    assert rolled.total == 2 + 3 + 3


def test_two_eights_and_two_ones_decide_before_the_margin(table):
    """RBF-TST-6: kept dice alone count; an eight that was dropped does not."""
    assert verdict(16, 40, (8, 8)) == "critical"
    assert verdict(40, 10, (1, 1)) == "failure"
    laid = table()
    assert laid.do("check ada melee --tn 30 --disadvantage 1 --dice 8,8,7").outcome == "failure"


@pytest.mark.parametrize(
    ("line", "counts", "whole"),
    [
        ("--mod 1 --tn 12", (6, 37, 20, 1), 64),
        ("--mod 1 --tn 12 --advantage 1", (113, 330, 68, 1), 512),
        ("--mod 1 --tn 12 --disadvantage 1", (11, 201, 278, 22), 512),
        ("--mod 3 --tn 16", (1, 27, 30, 6), 64),
        ("--tn 14", (1, 20, 33, 10), 64),
    ],
)
def test_exact_odds(table, line, counts, whole):
    """RBF-TST-1 to RBF-TST-6: worked check 7, the whole distribution."""
    assert exact(table(), f"check ada melee {line}") == tuple(Fraction(count, whole) for count in counts)


def test_odds_of_an_attack_are_those_of_its_test(table):
    """RBF-ATK-1: +4 against 12, in a fight."""
    assert exact(table(), "attack ada thug --mod 1") == tuple(Fraction(count, 64) for count in (6, 37, 20, 1))


def test_the_margins_are_options_of_the_encounter(table):
    """RBF-TST-3, RBF-TST-5: another table may want other margins."""
    laid = table(options={"critical_margin": 4, "failure_margin": 3})
    assert laid.do("check ada melee --tn 12 --dice 6,7").outcome == "critical"
    assert laid.do("check ada melee --tn 12 --dice 3,3").outcome == "failure"

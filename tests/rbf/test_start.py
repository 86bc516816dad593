"""Initiative, the order of turns, holding, rounds, and the end."""

import msgspec
import pytest

from rbfcli.kernel.errors import UsageError
from rbfcli.systems.rbf import RULES, status
from tests.showing import facts


def order(laid):
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
    assert order(laid) == [("thug", 30), ("tamsin", 18), ("ada", 14), ("boss", 14), ("other", 11), ("joss", 10)]


def test_highest_first_and_players_win_ties(table):
    """RBF-INI-3: of equals players first, then the order of the file."""
    laid = table()
    laid.do("init --set thug=14 --set other=14 --set boss=1 --set ada=14 --set joss=14 --set tamsin=2")
    assert [who for who, _ in order(laid)] == ["ada", "joss", "thug", "other", "tamsin", "boss"]


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
    assert [who for who, _ in order(laid)] == ["boss", "ada", "thug", "tamsin", "joss", "other"]
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
    assert [count for who, count in order(laid) if who == "boss"] == [16, 11, 3]
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
    assert [count for who, count in order(laid) if who == "boss"] == [17, 4]


def test_a_round_lasts_six_seconds(table):
    """RBF-TIME-1: the picture says which."""
    laid = table()
    assert status.clock(laid.fight) == ()
    laid.do(BY_HAND)
    assert status.clock(laid.fight) == ("seconds 0 to 6",)
    assert status.clock(msgspec.structs.replace(laid.fight, round=3)) == ("seconds 12 to 18",)


def test_one_side_left_is_said_once(table):
    """RBF-END-1: the engine says so, the GM ends it."""
    laid = table(other=None, boss=None)
    assert "The last side standing: crew" in laid.tell("damage thug 50")
    assert "The last side" not in laid.tell("damage thug 1")
    laid.do('end "over and done"')
    assert laid.fight.over == "over and done"


def test_a_crisis_goes_through_the_players_alone(table):
    """RBF-MODE-1: no count for enemies, unless the GM sets one."""
    laid = table(board={"mode": "crisis"})
    laid.do("init --set other=5 --dice 6,5,4,3,7,6")
    assert [who for who, _ in order(laid)] == ["tamsin", "ada", "joss", "other"]
    assert status.clock(laid.fight) == ("crisis: seconds 0 to 6",)


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
    """RBF-VEH-1: general skills on one's own turn, or free where the GM calls for them."""
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

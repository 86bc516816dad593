"""Teams, their numbers and the edges of their turns, down to the last (FP-INI, FP-ECO-1, FP-COV-3, FP-TEC-1)."""

import pytest

from rbfcli.systems.futurepath.turns import average


def order(table):
    """Who acts in which order, with the counts."""
    return [(slot.who, slot.count) for slot in table.order]


@pytest.mark.parametrize(
    ("mode", "faces", "counts"),
    [
        ("average", (), [("crew", 4), ("neutral", 2), ("toughs", 2)]),
        ("roll", (5, 11, 1), [("toughs", 13), ("crew", 9), ("neutral", 3)]),
    ],
)
def test_a_modifier_counts_for_every_team(yard, mode, faces, counts):
    """FP-INI-2: crew's average is 2, the others' 0; with and without the die."""
    yard.do(f"set fight options.initiative={mode}")
    yard.do("init --mod 2" + ("" if faces else " --dice 4,9"), *faces)
    assert order(yard) == counts
    assert [each.who for each in yard.rolls("team initiative")] == (["crew", "toughs", "neutral"] if faces else [])


def test_averages_are_rounded_up_and_count_only_who_has_a_score(yard):
    """FP-INI-2: also below nothing; a team without a score has none."""
    yard.do("init --set hale=-3 --set yara=-4 --set gort=0 --set tough=1 --set bully=0 --set porter=5")
    assert order(yard) == [("neutral", 5), ("toughs", 1), ("crew", -2)]
    yard.do("add Rat hp=3 side=crew square=P1")
    assert average(yard.session.fight, "crew") == -2
    yard.do("add Pack hp=3 side=pack square=P2")
    assert average(yard.session.fight, "pack") == 0


def test_a_tie_is_broken_by_the_checks_of_those_who_tie(yard):
    """FP-INI-2: the member with the highest Dexterity, of equals with the highest score; one without a bonus too."""
    yard.set("bully", "initiative_misc=2").set("yara", "dexterity=10").set("hale", "dexterity=10")
    yard.set("porter", "dexterity=18")
    yard.do("init --set crew=4 --set toughs=4 --set neutral=4", 10, 9)
    assert [(each.who, each.total) for each in yard.rolls("initiative check")] == [("yara", 11), ("bully", 11)]
    assert order(yard) == [("neutral", 4), ("crew", 4), ("toughs", 4)]


def test_a_score_of_nothing_adds_nothing_to_the_check(yard):
    """FP-INI-2."""
    yard.set("yara", "dexterity=10", "wisdom=10").set("hale", "dexterity=10")
    yard.do("init --set crew=4 --set toughs=4 --set neutral=1", 10, 9)
    assert [(each.who, each.total, each.rule) for each in yard.rolls("initiative check")] == [
        ("hale", 10, "FP-INI-2"),
        ("tough", 9, "FP-INI-2"),
    ]
    assert yard.active == "crew"


def test_who_joins_a_team_that_is_there_has_its_score_when_another_team_joins(table):
    """FP-INI-1, FP-INI-2: of equal counts those stay first who were there."""
    table.do("add Rat hp=3 side=crew square=P1 dexterity=14")
    for _ in range(3):
        table.do("turn")
    assert (table.rat.initiative, order(table)) == (None, [("crew", 9), ("toughs", 5), ("neutral", 1)])
    table.do("add Pack hp=3 side=pack square=P2 dexterity=20")
    for _ in range(3):
        table.do("turn")
    assert (table.rat.initiative, table.hale.initiative) == (2, 1)
    assert order(table) == [("crew", 9), ("toughs", 5), ("pack", 5), ("neutral", 1)]
    assert ("FP-INI-2", "rat", 2) in table.changes("initiative")


def test_haze_of_so_many_rounds_thins_round_by_round(table):
    """FP-COV-3: what lasts until removed stays."""
    for name, rounds in (("one", 1), ("two", 2), ("ever", 0)):
        table.do(
            f"set fight board.zones.{name}.kind=fog board.zones.{name}.square=J9 board.zones.{name}.rounds={rounds}"
        )
    for _ in range(3):
        table.do("turn")
    assert {name: zone.rounds for name, zone in table.board.zones.items()} == {"two": 1, "ever": 0}
    assert (table.told("haze-clears"), table.changes("board.zones.two.rounds")) == (
        {"kind": "fog", "square": "J9"},
        [("FP-COV-3", "", 1)],
    )
    assert table.changes("board.zones.one") == [("FP-COV-3", "", None)]
    for _ in range(3):
        table.do("turn")
    assert list(table.board.zones) == ["ever"]


def test_a_turn_begins_with_everything_but_the_voice(table):
    """FP-ECO-1, FP-RDY-1, FP-SPK-1: words and gestures come back with the round, the rest with the turn."""
    table.do("speak tough one two three")
    table.do("speak tough there --gesture")
    table.set("tough", "turn.opportunities=1", "turn.standard=true", "turn.attacked=hale", "ready=something")
    table.do("turn")
    assert (table.tough.turn.words, table.tough.turn.gesture) == (3, True)
    assert (table.tough.turn.opportunities, table.tough.turn.standard, table.tough.turn.attacked) == (0, False, ())
    assert table.changes("ready") == [("FP-RDY-1", "tough", "")]
    table.do("turn")
    table.do("turn")
    assert (table.tough.turn.words, table.tough.turn.gesture) == (0, False)


def test_what_is_not_done_at_once_is_not_done(table):
    """FP-RDY-1: the action out of turn is lost when that turn ends, whoever has it."""
    table.do("ready yara anything")
    table.do("turn")
    table.do("ready yara --now")
    assert table.changes("turn.instant") == [("FP-RDY-1", "yara", True)]
    table.do("turn")
    assert table.changes("turn.instant") == [("FP-RDY-1", "yara", False)]
    assert table.yara.turn.instant is False


def test_a_hold_lasts_as_far_as_the_holder_reaches(table):
    """FP-TEC-1: with a spear two squares, with bare hands one; where the map does not say, it lasts."""
    table.put(hale="G6", tough="H6").set("hale", "weapons=spear", "held=spear")
    table.do("technique hale grapple tough", 3, 2)
    table.put(tough="I6")
    assert "grappled" in table.tough.conditions
    table.put(tough="")
    assert "grappled" in table.tough.conditions
    table.put(tough="J6")
    assert "grappled" not in table.tough.conditions
    assert [each.rule for each in table.last.events if getattr(each, "name", "") == "grappled"] == ["FP-TEC-1"]


def test_a_hold_of_nobody_in_particular_lasts(table):
    """FP-TEC-1: as the GM put it."""
    table.do("condition add tough grappled")
    table.put(tough="P10")
    assert "grappled" in table.tough.conditions


@pytest.mark.parametrize("option", ["dying_damage", "stabilize_slip"])
def test_dice_of_an_option_have_to_be_dice(table, option):
    """FP-DIE-1, FP-STB-1."""
    assert table.refused(f"set fight options.{option}=lots").message == f"options.{option}: 'lots' is not dice notation"
    table.do(f"set fight options.{option}=2d4")


def test_who_stood_off_a_smaller_map_already_may_stay_there(table):
    """FP-FLD-1: only who comes or moves has to be on it."""
    table.draw("..........").do("damage yara 1")
    assert (table.yara.square, table.yara.hp) == ("B3", 29)
    assert table.refused("set tough square=H3").rule == "FP-FLD-1"
    assert table.put(tough="J1").tough.square == "J1"

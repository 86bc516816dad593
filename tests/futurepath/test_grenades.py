"""Grenades (FP-GRN)."""

from fractions import Fraction

import pytest

from rbfcli.systems.futurepath.hazards.grenades import off_mark, throwing_range


@pytest.fixture
def open_ground(table):
    """Hale at A5, tough 40 ft to the right, nobody else near."""
    return table.put(hale="A5", tough="I6", bully="P1", yara="A1", gort="A2", porter="P10")


def test_the_range_is_30_and_5_for_each_point_of_modifier(table):
    """FP-GRN-1: worked check 2: Strength +2 and Dexterity +3 are 55 ft."""
    table.set("hale", "strength=14", "dexterity=16")
    assert throwing_range(table.hale) == 55


def test_nobody_throws_further(open_ground):
    """FP-GRN-1."""
    wrong = open_ground.refused("throw hale frag --at L5")
    assert (wrong.rule, "55 ft away and Hale throws 50 ft" in wrong.message) == ("FP-GRN-1", True)
    assert open_ground.refused("throw hale frag --at Z9").rule == "FP-FLD-1"
    assert open_ground.refused("throw hale frag").rule == "FP-GRN-1"
    assert open_ground.refused("throw hale sword tough").rule == "FP-GRN-1"


def test_a_throw_is_a_full_round_and_takes_a_grenade(open_ground):
    """FP-GRN-1."""
    open_ground.do("throw hale frag tough", 5, 5)
    assert (open_ground.hale.turn.full_round, open_ground.hale.ammo["frag"]) == (True, 1)
    open_ground.set("gort", "weapons=frag", "ammo.frag=0")
    assert "no frag grenade left" in open_ground.refused("throw gort frag tough").message


@pytest.mark.parametrize("counted", [("ammo.frag=0",), ()])
def test_who_has_no_grenade_left_has_none_left_after_it(open_ground, counted):
    """FP-GRN-1: whatever the GM says, and whether they were counted or not."""
    open_ground.set("gort", "weapons=frag", "strength=30", *counted)
    open_ground.do("throw gort frag tough --force", 5, 5)
    assert open_ground.gort.ammo["frag"] == 0


@pytest.mark.parametrize(("face", "squares"), [(1, -2), (2, -1), (3, 0), (5, 0), (8, 0), (9, 1), (10, 2)])
def test_each_d10_is_off_by_none_one_or_two_squares(face, squares):
    """FP-GRN-2."""
    assert off_mark(face) == squares


@pytest.mark.parametrize(
    ("faces", "drift", "square"),
    [
        ((2, 9), "5 ft left, 5 ft long", "J5"),
        ((5, 5), "on the mark", "I6"),
        ((1, 10), "10 ft left, 10 ft long", "K4"),
        ((10, 1), "10 ft right, 10 ft short", "G8"),
    ],
)
def test_the_scatter(open_ground, faces, drift, square):
    """FP-GRN-2: worked check 1, thrown along a row to the right: left is up."""
    open_ground.do("set fight board.map=")
    open_ground.put(hale="A6").do("throw hale frag tough", *faces)
    assert open_ground.told("scatters") == {"drift": drift}
    assert open_ground.told("lands")["square"] == square


def test_the_chance_to_hit_the_mark(open_ground):
    """FP-GRN-2: six of ten, twice: every outcome walked."""
    from rbfcli.conformance.enumeration import every_way
    from rbfcli.kernel.play import play
    from rbfcli.language.fights import read_line

    session = open_ground.session
    command = read_line("throw hale frag tough", session.rules, session.fight)
    paths = every_way(lambda dice: play(session.rules, session.fight, command, dice), sort_pools=True)
    assert sum(chance for chance, done in paths if done.fight.board.charges["frag"].square == "I6") == Fraction(9, 25)


def test_a_wall_stops_it(open_ground):
    """FP-GRN-2: what would land in the wall lies in front of it."""
    open_ground.put(hale="D1").do("throw hale frag --at D3", 2, 5)
    assert open_ground.told("lands")["square"] == "D3"


def test_it_goes_off_at_the_end_of_the_targets_turn(open_ground):
    """FP-GRN-3: everyone inside at that moment, and nobody else."""
    open_ground.do("throw hale frag tough", 5, 5)
    assert open_ground.told("lies-waiting") == {"thing": "frag grenade", "edge": "end", "team": "toughs"}
    open_ground.do("turn next")
    assert open_ground.tough.hp == 30
    open_ground.put(bully="G5")
    open_ground.do("turn next", 4, 6, 16, 3)
    assert (open_ground.tough.hp, open_ground.bully.hp) == (30 - 5, 30 - 10)
    assert not open_ground.board.charges


def test_the_dead_make_no_save(open_ground):
    """FP-GRN-3, FP-DIE-1: nor does who is in the fight, and on no square."""
    open_ground.do("throw hale frag tough", 5, 5)
    open_ground.do("turn next")
    open_ground.do("condition add bully dead")
    open_ground.put(bully="G5", porter="")
    open_ground.do("turn next", 4, 6, 16)
    assert [roll.who for roll in open_ground.rolls("save")] == ["tough"]


def test_who_walks_away_is_spared(open_ground):
    """FP-GRN-3."""
    open_ground.do("throw hale frag tough", 5, 5)
    open_ground.do("turn next")
    open_ground.do("move tough M6 --opportunities pass")
    open_ground.do("turn next")
    assert open_ground.told("nobody-inside") == {}
    assert open_ground.tough.hp == 30


def test_the_save_is_an_option(open_ground):
    """FP-GRN-3: options.blast_save and options.blast_dc."""
    open_ground.do("set fight options.blast_save=none")
    open_ground.do("throw hale frag tough", 5, 5)
    open_ground.do("turn next")
    open_ground.do("turn next", 4, 6)
    assert open_ground.tough.hp == 20
    open_ground.do("set fight options.blast_save=constitution options.blast_dc=5")
    open_ground.do("turn next")
    open_ground.do("throw hale frag tough", 5, 5)
    open_ground.do("turn next")
    open_ground.do("turn next", 4, 6, 4)
    assert open_ground.rolls("save")[0].against == 5
    assert open_ground.tough.hp == 15


def test_a_grenade_at_a_square_goes_off_with_the_next_team(open_ground):
    """FP-GRN-3."""
    open_ground.do("throw hale frag --at I6", 5, 5)
    assert open_ground.board.charges["frag"].team == "toughs"
    open_ground.do("turn next")
    open_ground.do("turn next", 1, 1, 2)
    assert open_ground.tough.hp == 28


def test_a_team_that_takes_no_turn_does_not_keep_it(open_ground):
    """FP-GRN-3: it goes off with the new round."""
    open_ground.do("throw hale frag bully --at D5", 5, 5)
    open_ground.do("damage tough 30")
    open_ground.do("damage bully 30")
    open_ground.do("turn next")
    open_ground.do("turn next")
    assert open_ground.round == 2
    assert not open_ground.board.charges
    assert open_ground.told("goes-off")["square"] == "D5"


def test_before_the_first_round_it_goes_off_at_once(yard):
    """FP-GRN-3."""
    yard.put(hale="A5", tough="I6", bully="P1")
    yard.do("throw hale frag tough", 5, 5, 4, 6, 2)
    assert yard.tough.hp == 20


def test_throwing_takes_a_free_hand(open_ground):
    """FP-GRN-1: what is in hand already needs no other."""
    open_ground.set("hale", "off_hand=knife")
    assert open_ground.refused("throw hale frag tough").rule == "FP-GRN-1"
    open_ground.set("hale", "off_hand=frag").do("throw hale frag tough", 5, 5)
    open_ground.set("hale", "off_hand=", "turn.full_round=false", "turn.ended=false").do("throw hale frag tough", 5, 5)


def test_a_light_weapon_is_thrown_and_lies_there(open_ground):
    """FP-GRN-1, FP-GRN-2: and does nothing else."""
    open_ground.do("throw hale knife --at D5", 9, 5)
    assert [(each.weapon, each.where) for each in open_ground.board.lying] == [("knife", "D6")]
    assert ("knife" in open_ground.hale.weapons, open_ground.board.charges) == (False, {})
    assert open_ground.hale.turn.full_round
    assert "too heavy" in open_ground.refused("throw gort sword tough --force").message
    assert open_ground.refused("throw gort unarmed tough --force").status in (1, 2)


def test_a_light_object_is_thrown_from_beside_it(open_ground):
    """FP-GRN-1."""
    open_ground.do("set fight board.objects.crate.square=B5")
    assert "too heavy" in open_ground.refused("throw hale crate --at D5").message
    open_ground.do("set fight board.objects.crate.weight=light")
    assert open_ground.refused("throw gort crate --at D5").rule == "FP-GRN-1"
    open_ground.do("throw hale crate --at D5", 5, 5)
    assert open_ground.board.objects["crate"].square == "D5"
    assert open_ground.refused("throw hale crate --at D5 --cook --force").rule == "FP-GRN-4"
    assert open_ground.refused("throw yara knife --at D5 --cook").rule == "FP-GRN-4"


def test_cooking_takes_wisdom_against_25(open_ground):
    """FP-GRN-4: then it goes off at the start of the target's turn."""
    open_ground.set("hale", "wisdom=20")
    assert open_ground.do("throw hale frag tough --cook", 20, 5, 5) == "success"
    assert open_ground.rolls("cooking the grenade")[0].against == 25
    assert open_ground.board.charges["frag"].edge == "start"
    open_ground.do("turn next", 4, 6, 2)
    assert open_ground.tough.hp == 20


def test_a_natural_20_alone_cooks_no_grenade(open_ground):
    """FP-GRN-4, FP-SKL-1: natural 20s are for attacks, unless options.naturals says otherwise."""
    assert open_ground.do("throw hale frag tough --cook", 20) == "failure"
    open_ground.do("set fight options.naturals=all")
    assert open_ground.do("throw hale frag tough --cook --force", 20, 5, 5) == "critical"


def test_a_failure_wastes_the_grenade(open_ground):
    """FP-GRN-4."""
    assert open_ground.do("throw hale frag tough --cook --misc 2", 19) == "failure"
    assert open_ground.rolls("cooking the grenade")[0].against == 27
    assert (open_ground.hale.ammo["frag"], open_ground.board.charges) == (1, {})
    assert open_ground.told("bursts-in-air") == {"thing": "frag grenade"}


def test_a_critical_failure_goes_off_in_the_hand(open_ground):
    """FP-GRN-4: maximum damage and no save for the hand, the roll and a save for who stands near."""
    open_ground.put(yara="B5")
    assert open_ground.do("throw hale frag tough --cook", 1, 4, 6, 3) == "critical-failure"
    assert open_ground.hale.hp == 20 - 16
    assert open_ground.yara.hp == 30 - 10
    assert [each.who for each in open_ground.rolls("save")] == ["yara"]


def test_without_a_map_it_harms_its_target(open_ground):
    """FP-GRN-3."""
    for who in ("hale", "tough"):
        open_ground.set(who, "square=")
    open_ground.do("throw hale frag tough", 5, 5)
    open_ground.do("turn next")
    open_ground.do("turn next", 4, 6, 2)
    assert open_ground.tough.hp == 20


def test_a_grenade_may_have_a_number_and_a_bonus_of_its_own(open_ground):
    """FP-GRN-3: 16 of 15 plain; against 17, and with 3 more."""
    open_ground.arm("frag", dc=17, bonus=3).do("throw hale frag tough", 5, 5)
    open_ground.do("turn next")
    open_ground.do("turn next", 4, 6, 16)
    assert (open_ground.rolls("save")[0].against, open_ground.tough.hp) == (17, 30 - 13)


def test_a_grenade_says_what_haze_it_makes_and_how_wide(open_ground):
    """FP-COV-3, FP-GRN-3: and does no damage."""
    open_ground.arm("smoke", haze="fog", area=20, haze_rounds=3).do("throw hale smoke tough", 5, 5)
    open_ground.do("turn next")
    open_ground.do("turn next")
    zone = open_ground.board.zones["fog"]
    assert (zone.kind, zone.square, zone.area, zone.rounds) == ("fog", "I6", 20, 3)
    assert not open_ground.rolls()


def test_it_waits_over_the_new_round_for_a_team_that_has_had_its_turn(open_ground):
    """FP-GRN-3: thrown by the toughs at hale, it goes off at the end of the crew's next turn."""
    open_ground.do("turn next")
    open_ground.set("tough", "weapons=frag", "ammo.frag=1", "square=G6").do("throw tough frag hale", 5, 5)
    open_ground.do("turn next")
    open_ground.do("turn next")
    assert (open_ground.round, list(open_ground.board.charges), open_ground.hale.hp) == (2, ["frag"], 20)
    open_ground.do("turn next", 4, 6, 2)
    assert (open_ground.hale.hp, open_ground.board.charges) == (10, {})


def test_in_the_hand_it_harms_nobody_far_away_where_there_is_no_map(open_ground):
    """FP-GRN-4: it goes off where it is held, not where it was meant for."""
    open_ground.set("hale", "square=").set("tough", "square=").do("throw hale frag tough --cook", 1)
    assert (open_ground.hale.hp, open_ground.tough.hp) == (20 - 16, 30)


@pytest.mark.parametrize(("ability", "feet"), [(4, 0), (1, 0), (10, 30)])
def test_the_weak_throw_as_far_as_their_own_square(open_ground, ability, feet):
    """FP-GRN-1: 30 ft less 5 for each point below 0, and no less than none."""
    open_ground.set("hale", f"strength={ability}", f"dexterity={ability}")
    wrong = open_ground.refused("throw hale frag --at A9" if not feet else "throw hale frag --at H5")
    assert wrong.message.endswith(f"Hale throws {feet} ft")
    open_ground.do("throw hale frag --at A5", 5, 5)


def test_who_carries_a_thing_throws_its_own(open_ground):
    """FP-GRN-1: not an object beside it that is called the same."""
    open_ground.do("set fight board.objects.knife.name=knife board.objects.knife.weight=light")
    open_ground.do("throw hale knife --at D5", 5, 5)
    assert [(each.weapon, each.where) for each in open_ground.board.lying] == [("knife", "D5")]
    assert open_ground.board.objects["knife"].square == ""


def test_a_sheet_says_what_a_grenade_does_where_it_goes_off(table):
    """FP-GRN-3, FP-ATK-3, FP-COV-3: no Strength is added to a blast, and smoke does no harm."""
    table.arm("frag", bonus=2).arm("knife", grenade=True, haze="smoke")
    table.do("set hale weapons=frag,knife")
    told = {
        each.value.partition(":")[0]: each.value for each in table.session.rules.details(table.session.fight, "hale")
    }
    assert ": 2d8+2 damage, thrown" in told["frag (frag grenade)"]
    assert ": smoke, thrown" in told["knife"]

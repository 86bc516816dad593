"""Grenades (FP-GRN)."""

from fractions import Fraction

import pytest

from rbfcli.language.parser import read_line
from rbfcli.systems.futurepath.hazards import off_mark, throwing_range
from tests.systems.futurepath.walking import ways


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
    assert (wrong.rule, "55 ft away; Hale can throw 50 ft" in wrong.message) == ("FP-GRN-1", True)
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
        ((5, 5), "on target", "I6"),
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
    from rbfcli.engine.play import execute
    from rbfcli.language.parser import read_line
    from rbfcli.testing.odds import every_way

    session = open_ground.session
    command = read_line("throw hale frag tough", session.rules, session.fight)
    paths = every_way(lambda dice: execute(session.rules, session.fight, command, dice))
    assert sum(chance for chance, done in paths if done.fight.board.charges["frag"].square == "I6") == Fraction(9, 25)


def test_exact_odds_walk_one_way_for_each_group_in_the_blast(yard):
    """FP-GRN-3: before the first round it explodes immediately, on fewer groups than squares."""
    yard.do("add Rat --count 3 side=rats hp=9 square=J1")
    assert yard.odds("throw hale frag tough").walked < 200


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


@pytest.mark.parametrize(
    ("faces", "drift"),
    [((5, 5), "on target"), ((2, 5), "5 ft left"), ((5, 10), "10 ft long"), ((10, 1), "10 ft right, 10 ft short")],
)
def test_without_a_map_it_scatters_in_words(open_ground, faces, drift):
    """FP-GRN-2: the page's table, left to right and then short to long; the blast still harms its target."""
    for who in ("hale", "tough"):
        open_ground.set(who, "square=")
    open_ground.do("throw hale frag tough", *faces)
    assert (open_ground.told("scatters"), open_ground.told("scatters-stopped")) == ({"drift": drift}, None)
    assert open_ground.told("lands") == {"thing": "frag grenade", "square": "near its target"}
    assert open_ground.board.charges["frag"].square == ""


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
    assert wrong.message.endswith(f"Hale can throw {feet} ft")
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


# Traps (FP-TRP).


@pytest.fixture
def near(table):
    """Yara two squares from the mine at O10, nobody else near."""
    return table.put(yara="M10", tough="A1", bully="A2", gort="A6", hale="A7")


def test_a_search_is_one_perception_check(near):
    """FP-TRP-1: 3 ranks and Wisdom 1 against 14."""
    assert near.do("trap yara search", 10) == "success"
    assert near.told("trap-found") == {"thing": "mine", "square": "O10"}
    assert near.yara.turn.full_round


def test_a_search_that_finds_nothing(near):
    """FP-TRP-1: options.search says what it takes."""
    near.do("set fight options.search=simple")
    assert near.do("trap yara search", 9) == "failure"
    assert not near.board.traps["mine"].found
    assert near.yara.turn.simple


@pytest.mark.parametrize(("ranks", "found"), [(3, True), (2, False)])
def test_who_passes_may_notice_it_without_looking(near, ranks, found):
    """FP-TRP-1: passively 10 and ranks and Wisdom against 14."""
    near.set("yara", f"skills.perception={ranks}")
    near.do("move yara N9")
    assert near.board.traps["mine"].found == found


def test_how_far_is_an_option(near):
    """FP-TRP-1: options.trap_notice and options.passive_base."""
    near.do("set fight options.trap_notice=2")
    near.do("move yara M9")
    assert near.board.traps["mine"].found
    near.do("set fight board.traps.mine.found=false options.passive_base=9")
    near.do("move yara N9 --force")
    assert not near.board.traps["mine"].found


def test_who_sees_it_stops_before_it(near):
    """FP-TRP-1: if it chooses so."""
    near.do("move yara P10 --via O10 --answer trap=stop")
    assert near.yara.square in ("N9", "N10")
    assert near.told("halts") == {"thing": "mine"}
    assert near.board.traps["mine"].armed


def test_a_known_trap_is_walked_around(near):
    """FP-TRP-1."""
    near.do("set fight board.traps.mine.found=true")
    near.do("move yara P10")
    assert near.yara.square == "P10"
    assert near.board.traps["mine"].armed


def test_nobody_goes_over_a_known_trap_where_there_is_no_other_way(near):
    """FP-TRP-1: the way there is none, though one may go up to it."""
    near.do("set fight board.objects.door.square= board.objects.crate.square=")
    near.do('set fight "board.map=.........." board.traps.mine.square=E1 board.traps.mine.found=true')
    near.put(yara="C1", gort="J1", hale="I1", tough="H1", bully="G1", porter="A1")
    assert "block every path" in str(near.refused("move yara F1"))
    near.do("move yara E1")
    assert (near.yara.square, near.questions[0].answers) == ("D1", ("stop", "on"))
    near.do("choose stop")
    assert (near.yara.square, near.board.traps["mine"].armed) == ("D1", True)


def test_who_does_not_see_it_sets_it_off(near):
    """FP-TRP-2: everyone within its area saves."""
    near.put(porter="O9")
    near.do("move hale B7")
    near.set("yara", "skills.perception=0").do("move yara O10", 3, 4, 11, 2)
    assert near.told("trap-goes-off") == {"thing": "mine", "square": "O10"}
    assert [each.who for each in near.rolls("save")] == ["yara", "porter"]
    assert near.yara.hp == 30 - 7
    assert "dying" in near.porter.conditions
    assert not near.board.traps["mine"].armed


@pytest.fixture
def found(near):
    """The mine is known."""
    near.do("set fight board.traps.mine.found=true")
    return near.put(yara="N10")


@pytest.mark.parametrize(
    ("faces", "outcome", "armed", "lost"),
    [
        ((11, 1), "success", False, 0),
        ((10, 1), "failure", True, 0),
        ((6, 1), "failure", True, 0),
        ((5, 1, 3, 4, 9), "failure", False, 7),
        ((1, 6, 3, 4, 19), "critical-failure", False, 3),
    ],
)
def test_disabling_in_combat(found, faces, outcome, armed, lost):
    """FP-TRP-2: 2 ranks and Dexterity 3 against 15; more than 5 short, or a natural 1, sets it off."""
    assert found.do("trap yara disable mine", *faces) == outcome
    assert len(found.rolls("disable device")[0].edge_dice) == 1
    assert found.board.traps["mine"].armed == armed
    assert found.yara.hp == 30 - lost
    assert found.yara.turn.full_round


@pytest.mark.parametrize(
    ("misc", "faces", "armed"), [(3, (9, 1), True), (3, (8, 1, 3, 4, 9), False), (-3, (2, 1, 3, 4, 9), False)]
)
def test_what_the_gm_adds_to_the_number_sets_it_off_sooner(found, misc, faces, armed):
    """FP-TRP-2: 2 ranks and Dexterity 3 against 18, and against 12; 5 short waits, 6 short sets it off."""
    assert found.do(f"trap yara disable mine --misc {misc}", *faces) == "failure"
    assert (found.rolls("disable device")[0].against, found.board.traps["mine"].armed) == (15 + misc, armed)


def test_the_chance_to_set_it_off(found):
    """FP-TRP-2: d20 and 5 less a d6 is 9 or less, or the d20 shows 1; by how much it misses counts."""
    found.do("set fight board.traps.mine.damage=1 options.blast_save=none")
    missed = sum(die == 1 or die + 5 - less < 15 - 5 for die in range(1, 21) for less in range(1, 7))
    off = sum(chance for chance, done in ways(found, "trap yara disable mine") if done.fight.combatants["yara"].hp < 30)
    assert off == Fraction(missed, 120)


def test_after_a_near_miss_one_waits_a_round(found):
    """FP-TRP-2."""
    found.do("trap yara disable mine", 10, 1)
    for _ in range(3):
        found.do("turn next")
    assert "round 3" in found.refused("trap yara disable mine").message
    for _ in range(3):
        found.do("turn next")
    assert found.do("trap yara disable mine", 11, 1) == "success"


def test_out_of_combat_there_is_no_disadvantage_and_only_a_natural_1_sets_it_off(yard):
    """FP-TRP-2, FP-TRP-1."""
    yard.do("set fight board.traps.mine.found=true")
    yard.put(yara="N10").do("trap yara disable mine", 4)
    assert not yard.rolls("disable device")[0].edge_dice
    assert yard.told("trap-still-hot") == {"thing": "mine"}
    assert yard.board.traps["mine"].armed
    yard.do("trap yara disable mine", 1, 1, 1, 2)
    assert not yard.board.traps["mine"].armed


@pytest.mark.parametrize("line", ["trap yara disable mine", "trap yara disable", "trap yara disable snare"])
def test_only_a_trap_that_is_found_can_be_disabled(near, line):
    """FP-TRP-1."""
    assert near.refused(line).rule == "FP-TRP-1"


TWO = "set fight board.traps.spikes.name=spikes board.traps.spikes.square=O10 board.traps.spikes.damage=1d4"


def test_of_two_traps_on_a_square_both_go_off(near):
    """FP-TRP-1: the one that is listed first and the other; each is a save of its own."""
    near.do(TWO)
    near.set("yara", "skills.perception=0", "wisdom=3").put(yara="N10")
    near.do("move yara O10", 3, 4, 2, 4, 2)
    assert not any(trap.armed for trap in near.board.traps.values())
    assert near.yara.hp == 30 - 7 - 4


@pytest.mark.parametrize("seen", ["mine", "spikes"])
def test_who_knows_one_of_two_traps_halts_before_both(near, seen):
    """FP-TRP-1: whichever of them is listed first."""
    near.do(TWO)
    near.do(f"set fight board.traps.{seen}.found=true")
    near.set("yara", "skills.perception=0", "wisdom=3").put(yara="N10")
    near.do("move yara O10 --answer trap=stop")
    assert (near.yara.square, near.told("halts")["thing"]) == ("N10", seen)
    assert all(trap.armed for trap in near.board.traps.values())
    assert near.refused("move yara P10 --via O10")


def test_who_is_pushed_onto_two_traps_sets_off_both(near):
    """FP-TRP-1, FP-TEC-1: known or not."""
    near.do(TWO)
    near.do("set fight board.traps.spikes.found=true")
    near.put(hale="M10", tough="N10", yara="A5")
    near.do("technique hale bull-rush tough", 4, 2, 3, 4, 2, 4, 2)
    assert near.tough.square == "O10"
    assert not any(trap.armed for trap in near.board.traps.values())
    assert near.tough.hp == 30 - 7 - 4


# Who a grenade would catch where it is aimed (FP-GRN-3), before any dice.


def would_catch(table, line):
    """Who a line would catch."""
    return table.session.would_catch(read_line(line, table.session.rules, table.session.fight))


def test_who_would_be_caught_is_who_is_hurt_where_nothing_scatters(open_ground):
    open_ground.put(hale="A6", tough="F6", bully="H8", gort="E5", porter="F9")
    inside = would_catch(open_ground, "throw hale frag tough")
    assert inside == ("gort", "tough", "bully")
    open_ground.do("throw hale frag tough", 5, 5)
    open_ground.do("turn next")
    open_ground.do("turn next")
    hurt = {who for who, one in open_ground.combatants.items() if one.hp < one.max_hp}
    assert hurt == set(inside)


def test_a_wall_an_empty_square_and_other_throws(open_ground):
    open_ground.put(hale="A6", tough="F6", bully="F9")
    open_ground.draw(*["................"] * 6, "#" * 16, *["................"] * 5)
    assert would_catch(open_ground, "throw hale frag tough") == ("tough",)
    assert would_catch(open_ground, "throw hale frag --at H2") == ()
    assert would_catch(open_ground, "throw hale smoke --at B6") == ("hale",)
    assert would_catch(open_ground, "throw hale knife tough") is None
    assert would_catch(open_ground, "attack hale tough") is None


def test_without_a_map_the_target_alone_would_be_caught(open_ground):
    for who in open_ground.combatants:
        open_ground.set(who, "square=")
    assert would_catch(open_ground, "throw hale frag tough") == ("tough",)

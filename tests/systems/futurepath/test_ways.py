"""What refuses a way, a push, a small deed or a technique, in its words."""

import pytest

from rbfcli.core.errors import Refusal
from rbfcli.systems.futurepath.commands import Technique
from rbfcli.systems.futurepath.map import apart, read_square
from rbfcli.systems.futurepath.techniques import technique

LANE = 'set fight "board.map=....#.."'
SHORT = 'set fight "board.map=..."'


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ("set hale square=", "sprint hale C1", "FP-FLD-1", "Hale is not on the map yet", "try: set hale square=A1"),
        (f"{SHORT}; set tough square=A1; set hale square=C1; set yara square=B1", "move hale tough", "FP-FLD-2",
         "every square next to tough is occupied or has a known trap", ""),
        ("set hale square=A9", "drag hale crate B9", "FP-MOV-11", "the crate must move to another square", ""),
        ("", "free hale", "FP-ECO-2", "missing description of the action",
         'try: free hale "kicks the lamp" or --drop held'),
        ("", "free hale --drop off-hand", "FP-ECO-2", "Hale is not holding anything in the off hand", ""),
        ("set hale square=P5; set fight board.objects.door.open=true", "open hale door", "FP-MOV-12",
         "the hatch is already open", ""),
        ("set tough square=D1 flies=true height=2", "technique hale overrun tough", "FP-TEC-1",
         "Tough is 10 ft above Hale there", "try: attack hale …, or --force"),
        (f"{LANE}; set tough square=C1; set hale square=A1; set yara square=", "technique hale overrun tough --to F1",
         "FP-FLD-2", "no path continues beyond Tough", "use --to with another square"),
    ],
)  # fmt: skip
def test_it_says_why_and_what_would_be_right(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-FLD-1, FP-FLD-2, FP-MOV-11, FP-MOV-12, FP-ECO-2, FP-TEC-1."""
    for each in filter(None, before.split("; ")):
        table.do(each)
    wrong = table.refused(line)
    assert (wrong.message, wrong.rule, wrong.hint) == (message, rule, hint)


def test_a_technique_that_nobody_knows_is_refused_by_the_rule_too(scene):
    """FP-TEC-1: asked without a line."""
    with pytest.raises(Refusal, match="unknown technique 'juggle'") as wrong:
        technique(scene, Technique(who="hale", technique="juggle", target="tough"))
    assert wrong.value.rule == "FP-TEC-1"


# Where a way leads, what it may cost, and who stops on it (FP-FLD, FP-MOV).


@pytest.fixture
def empty(table):
    """Put Hale on B1, with no one near to attack or block him."""
    return table.put(tough="P9", bully="P10", yara="P3", gort="P4", porter="P5")


@pytest.mark.parametrize(
    ("to", "first", "hint"),
    [
        ("N1", "", "try: sprint hale N1, or --force"),
        ("O1", "", "use a nearer square; or use --force"),
        ("N1 --how walk", "", "try: sprint hale N1, or --force"),
        ("N1 --how crawl", "", "use a nearer square; or use --force"),
        ("N1", "free hale waits", "use a nearer square; or use --force"),
    ],
)
def test_too_far_names_the_sprint_that_gets_there(empty, to, first, hint):
    """FP-MOV-1, FP-MOV-2: three times the speed, where the Full Round is left, and for who runs or walks."""
    empty.set("hale", "speed=20")
    if first:
        empty.do(first)
    assert empty.refused(f"move hale {to}").hint == hint


def test_a_sprint_over_gravel_is_shorter_too(empty):
    """FP-MOV-4, FP-MOV-2: 45 ft minus 10 is less than 40 ft."""
    empty.put(hale="C6").set("hale", "speed=15")
    assert empty.refused("move hale J6 --via D6").hint == "try: sprint hale J6, or --force"
    assert empty.refused("move hale K6 --via D6").hint == "use a nearer square; or use --force"


def test_gravel_takes_no_more_than_there_is(empty):
    """FP-MOV-4: 10 ft off a speed of 5 leave nothing, off one of 15 they leave 5."""
    empty.put(hale="C6").set("hale", "speed=5")
    assert empty.refused("move hale D6").message == "the path to D6 takes 5 ft of movement, and Hale has 0 ft"
    empty.set("hale", "speed=15").do("move hale D6")
    assert empty.hale.square == "D6"


@pytest.mark.parametrize(("word", "square"), [("door", "P6"), ("hatch", "P6"), ("yara", "P3"), ("Yara", "P3")])
def test_a_place_may_be_called_by_its_id_or_name(empty, word, square):
    """FP-FLD-1: next to an object or a combatant."""
    empty.set("hale", "speed=600").do(f"move hale {word}")
    assert apart(read_square(empty.hale.square), read_square(square)) == 1


def test_a_place_that_is_almost_right_is_named(empty):
    """FP-FLD-1: the nearest; what is like nothing is no square either."""
    wrong = empty.refused("move hale yarra")
    assert (wrong.rule, wrong.message, wrong.hint) == (
        "FP-FLD-1", "unknown place 'yarra'", "did you mean yara?"
    )  # fmt: skip
    assert empty.refused("move hale qqqqq").message == "unknown square 'qqqqq'"
    assert empty.refused("move hale hale").message == "unknown square 'hale'"


def test_who_shares_a_square_can_stay_on_it(empty):
    """FP-FLD-2: as the GM placed it; no one else can enter."""
    empty.put(yara="B1").do("move hale B1 --cover partial")
    assert empty.hale.cover == "partial"
    assert empty.put(gort="C1").refused("move gort B1").rule == "FP-FLD-2"


def test_the_gm_lets_somebody_go_that_is_held(empty):
    """FP-TEC-1: forced, it goes all the way, past enemies too."""
    empty.do("condition add hale grappled")
    empty.put(tough="C2").do("move hale F1 --opportunities strike --force", 2)
    assert empty.hale.square == "F1"


def test_who_is_felled_where_all_is_taken_stays_there(empty):
    """FP-FLD-2: on a square the GM gave to two."""
    empty.put(yara="B1", tough="A2").set("hale", "hp=1")
    empty.do("move hale E1 --opportunities strike", 19, 3)
    assert (empty.hale.square, empty.told("makes-room")) == ("B1", {"square": "B1"})


def test_who_gets_back_to_a_free_square_stands_at_its_height(empty):
    """FP-FLD-2, FP-FLD-1: struck at on a friend's square one step down."""
    empty.draw("1.......", "........").put(hale="A1", gort="B1", tough="C2").set("hale", "hp=1", "height=1")
    empty.do("move hale D1 --via B1 --opportunities strike", 19, 3)
    assert (empty.hale.square, empty.hale.height, empty.told("makes-room")) == ("A1", 1, {"square": "A1"})
    assert empty.changes("height")[-1] == ("FP-FLD-2", "hale", 1)
    assert empty.changes("square")[-1] == ("FP-FLD-2", "hale", "A1")
    assert empty.happened()[-1] == ("makes-room", "FP-FLD-2", "hale", "")


def test_who_is_stopped_on_its_way_up_or_down_takes_no_cover(empty):
    """FP-MOV-10, FP-TRP-1, FP-COV-1: felled as it rises, or before a mine that it sees; who arrives takes it."""
    empty.put(hale="G1", tough="H1").set("hale", "flies=true", "hp=1")
    empty.do("move hale G1 --height 2 --cover partial --opportunities strike", 15, 3)
    assert ("dying" in empty.hale.conditions, empty.hale.height, empty.hale.cover) == (True, 0, "none")
    empty.do("set fight board.traps.mine.found=true")
    empty.put(yara="O10").set("yara", "flies=true", "height=2")
    empty.do("move yara O10 --height 0 --cover partial --answer trap=stop")
    assert (empty.told("halts"), empty.yara.height, empty.yara.cover) == ({"thing": "mine"}, 2, "none")
    empty.do("turn")
    empty.do("turn")
    empty.do("turn")
    empty.do("move yara O10 --height 1 --cover partial")
    assert (empty.yara.height, empty.yara.cover) == (1, "partial")


@pytest.mark.parametrize(("hp", "square"), [(5, "O10"), (30, "P10")])
def test_who_is_felled_by_a_trap_goes_no_further(empty, hp, square):
    """FP-TRP-1: who is not goes on over it."""
    empty.put(yara="M10", tough="A1", bully="A2").set("yara", f"hp={hp}", "skills.perception=0", "wisdom=1")
    empty.do("move yara P10 --via O10 --cover partial", 6, 6, 2)
    assert (empty.yara.square, empty.board.traps["mine"].armed) == (square, False)
    assert (empty.told("stopped") is None, empty.yara.cover) == (hp == 30, "partial" if hp == 30 else "none")


def test_a_trap_is_noticed_on_the_way_up_and_down(empty):
    """FP-TRP-1, FP-FLD-1: within a square of where one gets to, not of where one comes from."""
    empty.put(yara="N10").set("yara", "flies=true", "height=3", "skills.perception=20")
    empty.do("move yara N10 --height 2")
    assert not empty.board.traps["mine"].found
    empty.set("yara", "turn.standard=false").do("move yara N10 --height 1")
    assert empty.told("trap-found") == {"thing": "mine", "square": "O10"}


def test_who_lands_on_a_mine_and_lives_has_arrived(empty):
    """FP-TRP-1, FP-COV-1: it takes the cover it wanted."""
    empty.put(yara="O10", tough="A9", bully="A10")
    empty.set("yara", "flies=true", "height=1", "skills.perception=0", "wisdom=1")
    empty.do("move yara O10 --height 0 --cover partial", 3, 4, 2)
    assert (empty.yara.height, empty.yara.cover, empty.told("stopped")) == (0, "partial", None)


# Leaving threatened squares (FP-MOV-9, FP-MOV-10).


@pytest.fixture
def close(table):
    """Put Hale next to tough and bully, with gort beyond him."""
    return table.put(hale="G2", tough="H1", bully="H3", yara="A1", gort="A5", porter="A7")


def test_leaving_a_threatened_square_asks_each_enemy(close):
    """FP-MOV-10: a saved question for each; the mover waits in place."""
    close.do("move hale C2")
    assert [(each.kind, each.who, each.answers) for each in close.questions] == [
        ("opportunity", "tough", ("strike with knife", "strike with unarmed", "pass")),
        ("opportunity", "bully", ("strike with knife", "strike with unarmed", "pass")),
    ]
    assert close.hale.square == "G2"
    assert close.refused("move yara B1").rule == "FP-MOV-10"
    close.do("choose pass")
    assert close.hale.square == "G2"
    close.do("choose strike", 15, 3)
    assert (close.hale.hp, close.hale.square) == (16, "C2")
    assert not close.questions


def test_what_is_said_beforehand_needs_no_answer(close):
    """FP-MOV-10."""
    close.do("move hale C2 --opportunities strike", 15, 3, 2)
    assert (close.hale.hp, close.hale.square) == (16, "C2")
    assert [each.who for each in close.rolls("attack")] == ["tough", "bully"]


def test_passing_is_an_answer_too(close):
    """FP-MOV-10."""
    close.do("move hale C2 --opportunities pass")
    assert (close.hale.hp, close.hale.square) == (20, "C2")


def test_who_is_struck_down_gets_no_further(close):
    """FP-MOV-10."""
    close.set("hale", "hp=2")
    close.do("move hale C2")
    close.do("choose strike", 15, 4)
    assert "dying" in close.hale.conditions
    assert (close.hale.square, close.questions) == ("G2", ())
    assert close.told("stopped") == {}


def test_one_opportunity_a_round_for_each(close):
    """FP-MOV-10: options.opportunities."""
    close.do("move hale C2 --opportunities strike", 2, 2)
    close.put(gort="G2").do("move gort C1")
    assert not close.questions
    close.do("set fight options.opportunities=2")
    close.put(yara="G2").do("move yara C3")
    assert len(close.questions) == 2


def test_an_opportunity_is_a_melee_attack(close):
    """FP-MOV-10: who holds a gun strikes with bare hands."""
    close.set("tough", "weapons=pistol", "held=pistol").put(bully="P1")
    close.do("move hale C2 --opportunities strike", 19, 1)
    assert close.hale.hp == 18
    assert close.tough.ammo.get("pistol", 8) == 8


def test_withdrawing_gives_none(close):
    """FP-MOV-10."""
    close.do("withdraw hale A2")
    assert (close.hale.square, close.hale.turn.ended, close.questions) == ("A2", True, ())


def test_withdrawing_is_twice_the_speed(close):
    """FP-MOV-10: options.withdraw_factor."""
    close.put(hale="P2", tough="O1", bully="O3")
    close.do("withdraw hale D2")
    close.session.undo(1)
    close.do("set fight options.withdraw_factor=1")
    assert "Hale has 30 ft" in close.refused("withdraw hale A2").message


def test_sprinting_gives_them(close):
    """FP-MOV-10."""
    close.do("sprint hale A2 --opportunities strike", 2, 3)
    assert len(close.rolls("attack")) == 2


def test_a_step_out_of_a_threat_range_gives_one(close):
    """FP-MOV-9."""
    close.do("step hale F2 --opportunities strike", 2, 3)
    assert len(close.rolls("attack")) == 2


def test_a_step_within_the_threat_range_gives_none(close):
    """FP-MOV-9."""
    close.put(bully="P1").do("step hale G1")
    assert (close.hale.square, close.questions) == ("G1", ())


def test_moving_around_an_enemy_gives_one_unless_the_option_says_range(close):
    """FP-MOV-10: options.opportunity."""
    close.put(bully="P1").do("move hale G1")
    assert [each.who for each in close.questions] == ["tough"]
    close.do("choose pass")
    close.do("set fight options.opportunity=range")
    close.put(gort="G2", hale="A2").do("move gort G1")
    assert not close.questions


def test_who_cannot_act_or_see_gets_none(close):
    """FP-MOV-10, FP-COV-2: fallen combatants do not attack, and no one attacks through full cover."""
    close.do("damage tough 30")
    close.set("hale", "cover=full").do("move hale C2")
    assert not close.questions


def test_friends_and_neutrals_give_none(close):
    """FP-MOV-10."""
    close.put(tough="P1", bully="P2", porter="H2", gort="G3").do("move hale C2")
    assert not close.questions


def test_a_way_through_several_ranges_asks_again(close):
    """FP-MOV-10: an enemy asked once is not asked twice on one way."""
    close.put(hale="G1", tough="H1", bully="C3")
    close.do("move hale B2 --via D2")
    assert [each.who for each in close.questions] == ["tough"]
    close.do("choose pass")
    assert [each.who for each in close.questions] == ["bully"]
    assert close.hale.square == "D2"
    close.do("choose pass")
    assert close.hale.square == "B2"


def test_the_cheapest_way_avoids_threats_where_it_can(close):
    """FP-MOV-10: of equally short paths, one without threatened squares."""
    close.put(hale="D1", tough="F3", bully="P1")
    close.do("move hale H1")
    assert not close.questions


def test_forcing_another_command_leaves_the_walker_where_it_is(close):
    """FP-MOV-10: the GM goes on, and the offers lapse."""
    close.do("move hale C2")
    close.do("move yara B1 --force")
    assert (close.hale.square, close.questions) == ("G2", ())


def test_who_has_fallen_since_strikes_nobody(close):
    """FP-MOV-10: its offer is gone, and the mover cannot be removed while others choose."""
    close.do("move hale C2")
    close.do("damage tough 30")
    assert [each.who for each in close.questions] == ["bully"]
    assert close.refused("choose tough strike").status == 2
    assert close.refused("remove hale").rule == "FP-MOV-10"
    close.do("choose pass")
    assert (close.hale.hp, close.hale.square, close.questions) == (20, "C2", ())


def test_a_walker_that_is_taken_away_goes_nowhere(close):
    """FP-MOV-10."""
    close.do("move hale C2")
    close.do("remove hale --force")
    assert not close.questions


@pytest.mark.parametrize("edit", ["damage hale 20", "condition add hale grappled", "set hale square=A9"])
def test_a_walker_that_cannot_go_on_is_struck_at_by_nobody(close, edit):
    """FP-MOV-10, FP-TEC-1: the GM holds it, fells it, or puts it elsewhere while the enemies choose."""
    close.do("move hale C2")
    close.do(edit)
    assert not close.questions
    assert close.told("stopped") == {}
    assert close.hale.square == ("A9" if "square" in edit else "G2")


def test_an_enemy_that_is_moved_away_strikes_nobody(close):
    """FP-MOV-10: it no longer threatens the square."""
    close.do("move hale C2")
    close.do("set tough square=P1")
    assert [each.who for each in close.questions] == ["bully"]
    close.do("choose strike", 15, 3)
    assert (close.hale.hp, close.hale.square) == (16, "C2")


def test_what_an_enemy_rolls_says_nothing_of_the_move(close):
    """FP-MOV-10, FP-INI-3: a teammate who hangs on the move does not wait in vain."""
    close.do("move hale C2 --opportunities strike", 2, 2)
    assert close.hale.turn.outcome == "done"
    close.do("move yara B1 --after hale")
    assert close.yara.square == "B1"


def test_who_climbs_out_of_reach_gives_none(close):
    """FP-FLD-1, FP-FLD-3: height counts, also that of a square on the way."""
    close.do("set fight board.terrain.roof.mark=~ board.terrain.roof.height=2")
    close.put(hale="I4", tough="K3", bully="P1")
    close.do("move hale K4 --via J4 --how climb")
    assert (close.hale.square, close.hale.height, close.questions) == ("K4", 2, ())


def test_a_fumble_in_an_opportunity_asks_before_the_walker_goes_on(close):
    """FP-MOV-10, FP-CRT-2: a question inside a question; the other enemy is still asked, and then the way goes on."""
    close.do("move hale C2")
    close.do("choose tough strike", 1)
    assert [(each.kind, each.who) for each in close.questions] == [("opportunity", "bully"), ("fumble", "tough")]
    assert close.refused("move yara B1").rule == "FP-CRT-2"
    close.do("choose prone")
    assert "prone" in close.tough.conditions
    assert [each.who for each in close.questions] == ["bully"]
    close.do("choose pass")
    assert (close.hale.square, close.questions) == ("C2", ())


def test_a_fumble_nobody_speaks_of_is_passed_over_by_the_next_answer(close):
    """FP-MOV-10, FP-CRT-2."""
    close.do("move hale C2")
    close.do("choose tough strike", 1)
    close.do("choose bully pass")
    assert (close.hale.square, close.questions, close.tough.conditions) == ("C2", (), {})

"""Where a way leads, what it may cost, and who stops on it (FP-FLD, FP-MOV)."""

import pytest

from rbfcli.systems.futurepath.ground.squares import apart, read_square


@pytest.fixture
def empty(table):
    """Hale on B1; nobody who could strike or stand in the way."""
    return table.put(tough="P9", bully="P10", yara="P3", gort="P4", porter="P5")


@pytest.mark.parametrize(
    ("to", "first", "hint"),
    [
        ("N1", "", "sprint hale N1, or --force"),
        ("O1", "", "a nearer square, or --force"),
        ("N1 --how walk", "", "sprint hale N1, or --force"),
        ("N1 --how crawl", "", "a nearer square, or --force"),
        ("N1", "free hale waits", "a nearer square, or --force"),
    ],
)
def test_too_far_names_the_sprint_that_gets_there(empty, to, first, hint):
    """FP-MOV-1, FP-MOV-2: three times the speed, where the Full Round is left, and for who runs or walks."""
    empty.set("hale", "speed=20")
    if first:
        empty.do(first)
    assert empty.refused(f"move hale {to}").hint == hint


def test_a_sprint_over_gravel_is_shorter_too(empty):
    """FP-MOV-4, FP-MOV-2: 45 ft less 10 get nobody 40 ft far."""
    empty.put(hale="C6").set("hale", "speed=15")
    assert empty.refused("move hale J6 --via D6").hint == "sprint hale J6, or --force"
    assert empty.refused("move hale K6 --via D6").hint == "a nearer square, or --force"


def test_gravel_takes_no_more_than_there_is(empty):
    """FP-MOV-4: 10 ft off a speed of 5 leave nothing, off one of 15 they leave 5."""
    empty.put(hale="C6").set("hale", "speed=5")
    assert empty.refused("move hale D6").message == "the way to D6 takes 5 ft of movement and Hale has 0 ft"
    empty.set("hale", "speed=15").do("move hale D6")
    assert empty.hale.square == "D6"


@pytest.mark.parametrize(("word", "square"), [("door", "P6"), ("hatch", "P6"), ("yara", "P3"), ("Yara", "P3")])
def test_a_place_may_be_called_by_its_id_or_name(empty, word, square):
    """FP-FLD-1: an object or somebody, to stand next to."""
    empty.set("hale", "speed=600").do(f"move hale {word}")
    assert apart(read_square(empty.hale.square), read_square(square)) == 1


def test_a_place_that_is_almost_right_is_named(empty):
    """FP-FLD-1: the nearest; what is like nothing is no square either."""
    wrong = empty.refused("move hale yarra")
    assert (wrong.rule, wrong.message, wrong.hint) == (
        "FP-FLD-1", "there is no place 'yarra'", "did you mean yara?"
    )  # fmt: skip
    assert empty.refused("move hale qqqqq").message == "'qqqqq' is no square"
    assert empty.refused("move hale hale").message == "'hale' is no square"


def test_who_shares_a_square_can_stay_on_it(empty):
    """FP-FLD-2: as the GM put it; nobody else comes there."""
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
    empty.do("move yara O10 --height 0 --cover partial")
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

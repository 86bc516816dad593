"""Moving down to its edges: cover taken, heights paid for, rushes, steps, and what is pushed (FP-MOV)."""

import pytest


@pytest.fixture
def empty(table):
    """Hale on B1; nobody who could strike or stand in the way."""
    return table.put(tough="P9", bully="P10", yara="P3", gort="P4", porter="P5")


def test_what_is_spent_is_refused_by_the_rule_of_the_way(empty):
    """FP-MOV-1, FP-MOV-3, FP-MOV-11."""
    empty.do("free hale one")
    wrong = empty.refused("move hale C1 --how crawl --full-round")
    assert (wrong.rule, "Free actions come during" in wrong.message) == ("FP-MOV-3", True)
    empty.do("move hale C1")
    assert empty.refused("move hale D1 --how crawl").rule == "FP-MOV-3"
    assert empty.put(hale="A9").refused("drag hale crate C9").rule == "FP-MOV-11"


@pytest.mark.parametrize(
    ("line", "rule", "spent"),
    [("move gort D5", "FP-MOV-1", "standard"), ("move gort D5 --how crawl --full-round", "FP-MOV-3", "full_round")],
)
def test_coming_onto_the_map_takes_the_action_of_the_way(empty, line, rule, spent):
    """FP-FLD-1: and tells where."""
    empty.set("gort", "square=").do(line)
    assert (empty.told("enters"), empty.happened()) == ({"square": "D5"}, [("enters", "FP-FLD-1", "gort", "")])
    assert (empty.changes("square"), empty.changes(f"turn.{spent}")) == (
        [("FP-FLD-1", "gort", "D5")],
        [(rule, "gort", True)],
    )


def test_who_comes_onto_the_map_beside_somebody_stands_in_the_first_free_square(empty):
    """FP-FLD-1."""
    empty.set("gort", "square=").do("move gort hale")
    assert empty.gort.square == "A1"


def test_cover_is_taken_where_one_arrives(empty):
    """FP-COV-1, FP-MOV-1: also without a step, and by nobody who is stopped on the way."""
    assert empty.refused("move hale B1").message == "Hale is there already"
    empty.do("move hale B1 --cover heavy")
    assert (empty.changes("cover"), empty.told("moves")) == ([("FP-COV-1", "hale", "heavy")], None)
    empty.do("move yara O3 --cover partial")
    assert (empty.yara.square, empty.yara.cover) == ("O3", "partial")
    empty.do("set fight board.traps.mine.found=true board.traps.mine.square=N4")
    empty.do("move gort M4 --via N4 --cover full")
    assert (empty.gort.square, empty.gort.cover) == ("O4", "none")


def test_a_flier_rises_where_it_is_and_takes_cover(empty):
    """FP-FLD-1: a height alone is a move; another height than one's own, and back."""
    empty.set("hale", "flies=true").do("move hale B1 --height 2 --cover partial")
    assert (empty.hale.height, empty.hale.cover) == (2, "partial")
    assert empty.changes("height") == [("FP-MOV-1", "hale", 2)]
    empty.do("move hale C1 --height 2 --force")
    assert (empty.hale.square, empty.hale.height, empty.hale.cover) == ("C1", 2, "none")


@pytest.mark.parametrize(
    ("words", "up", "feet"),
    [("", 6, 30), ("--how walk", 3, 15), ("--how climb", 3, 15), ("--how climb --full-round", 6, 30)],
)
def test_a_height_costs_as_much_as_the_way_has(empty, words, up, feet):
    """FP-FLD-1, FP-MOV-3: a square up is as far as a square aside, up as well as down."""
    empty.set("hale", "flies=true", "height=10")
    for height in (10 - up - 1, 10 + up + 1):
        wrong = empty.refused(f"move hale C1 --height {height} {words}")
        assert (wrong.rule, wrong.message) == ("FP-MOV-1", f"height {height} is too far up or down for {feet} ft")
    empty.do(f"move hale C1 --height {10 - up} {words}")
    assert empty.hale.height == 10 - up


def test_a_way_leads_through_what_it_is_told_to(empty):
    """FP-MOV-1."""
    empty.do("move hale D1 --via C2")
    assert empty.told("moves")["path"] == "B1-C2-D1"


@pytest.mark.parametrize(("line", "rule"), [("sprint hale H3", "FP-MOV-2"), ("move hale H3", "FP-MOV-1")])
@pytest.mark.parametrize(
    ("option", "order"), [("square", ["opportunity", "moves"]), ("range", ["moves", "opportunity", "moves"])]
)
def test_leaving_a_square_or_the_whole_range(empty, line, rule, option, order):
    """FP-MOV-10: options.opportunity."""
    empty.do(f"set fight options.opportunity={option}")
    empty.put(hale="C4", tough="D5").do(f"{line} --via D4 --opportunities strike", 2)
    assert [what for what, _, _, _ in empty.happened()] == order
    assert {by for what, by, _, _ in empty.happened() if what == "moves"} == {rule}


def test_all_that_counts_for_a_rush(empty):
    """FP-MOV-5: --mod for the check, --misc for its number; both sides of it, for the sprint and the withdrawal."""
    for verb in ("sprint", "withdraw"):
        for die, outcome in ((15, "failure"), (16, "success")):
            empty.put(hale="J3")
            assert empty.do(f"{verb} hale J6 --via J4 --misc 4 --mod 2", die) == outcome
            (rolled,) = empty.rolls("acrobatics")
            assert (rolled.rule, rolled.total, rolled.against) == ("FP-MOV-5", die + 3, 19)
            assert empty.hale.square == ("J6" if outcome == "success" else "J4")
            empty.session.undo(1)


def test_open_ground_takes_no_acrobatics_and_a_rush_falls_by_its_rule(empty):
    """FP-MOV-5."""
    empty.do("sprint hale H1")
    assert empty.rolls() == []
    empty.put(yara="J3").do("sprint yara J6 --via J4", 2)
    assert [(each.rule, each.name) for each in empty.last.events if getattr(each, "name", "")] == [
        ("FP-MOV-5", "prone")
    ]


@pytest.mark.parametrize(("to", "halfway"), [("C1", "B1"), ("D1", "B1"), ("E1", "C1"), ("F1", "C1"), ("G1", "D1")])
def test_about_halfway_is_half_the_squares_rounded_down(empty, to, halfway):
    """FP-MOV-5."""
    empty.do('set fight "board.map=..~~~~~.."')
    empty.put(hale="A1").do(f"sprint hale {to}", 2)
    assert (empty.hale.square, "prone" in empty.hale.conditions) == (halfway, True)


def test_a_step_is_one_square_whatever_it_costs(empty):
    """FP-MOV-9, FP-MOV-4: rubble takes 10 ft, and a step has 5; by the rule of steps throughout."""
    empty.put(hale="I3")
    wrong = empty.refused("step hale J4")
    assert (wrong.rule, wrong.message) == ("FP-MOV-9", "the way to J4 takes 10 ft of movement and Hale has 5 ft")
    assert wrong.hint == "a nearer square, or --force"
    empty.do("step hale J3")
    assert {rule for rule, _, _ in empty.changes("square") + empty.changes("turn.ended")} == {"FP-MOV-9"}
    assert (empty.hale.turn.simple, empty.hale.turn.standard, empty.hale.turn.ended) == (True, False, True)


def test_a_flier_steps_over_rubble(empty):
    """FP-MOV-9, FP-MOV-4: what lies on the ground is no hindrance to it."""
    empty.put(hale="I3").set("hale", "flies=true", "height=1").do("step hale J4")
    assert (empty.hale.square, empty.hale.height) == ("J4", 1)


def test_who_is_nowhere_takes_no_step_and_who_lies_neither(empty):
    """FP-MOV-9, FP-FLD-1, FP-MOV-8."""
    assert empty.set("yara", "square=").refused("step yara O3").message == "Yara is on no square yet"
    empty.do("prone hale")
    assert empty.refused("step hale C1").rule == "FP-MOV-8"


def test_dropping_in_the_middle_of_a_full_round(empty):
    """FP-MOV-8, FP-ECO-2: it is the one Free action; by its rule."""
    empty.do("sprint hale F1")
    assert empty.refused("prone hale").rule == "FP-ECO-2"
    empty.do("prone hale --during")
    assert ("prone" in empty.hale.conditions, empty.hale.turn.free) == (True, 1)
    assert empty.changes("turn.free") == [("FP-MOV-8", "hale", 1)]


def test_from_posture_to_posture(empty):
    """FP-MOV-8: who sits can lie down, and stands up from that."""
    empty.do("prone hale --to sitting")
    assert empty.refused("prone hale --to sitting").message == "Hale is sitting already"
    empty.do("prone hale")
    assert set(empty.hale.conditions) == {"prone"}
    assert empty.changes("turn.free") == [("FP-MOV-8", "hale", 2)]
    empty.do("turn")
    empty.do("turn")
    empty.do("turn")
    empty.do("stand hale")
    assert (empty.changes("turn.simple"), empty.hale.conditions) == ([("FP-MOV-8", "hale", True)], {})


@pytest.fixture
def crate(empty):
    """Hale beside the crate on B9."""
    return empty.put(hale="A9")


@pytest.mark.parametrize(
    ("weight", "words", "feet", "far", "too_far"),
    [
        ("heavy", "", 15, "E9", "F9"),
        ("medium", "", 15, "E9", "F9"),
        ("light", "", 30, "H9", "I9"),
        ("heavy", "--full-round", 30, "H9", "I9"),
        ("light", "--full-round", 60, "N9", "O9"),
    ],
)
def test_how_far_an_object_is_pushed(crate, weight, words, feet, far, too_far):  # noqa: PLR0917 - a table
    """FP-MOV-11: a light one at speed, others at half, twice that as a Full Round."""
    crate.do(f"set fight board.objects.crate.weight={weight}")
    wrong = crate.refused(f"drag hale crate {too_far} {words}")
    assert (wrong.rule, wrong.message) == (
        "FP-MOV-11", f"the way to {too_far} takes {feet + 5} ft of movement and the crate moves {feet} ft"
    )  # fmt: skip
    assert wrong.hint == ("--force does it all the same" if words else "--full-round, or --force")
    crate.do(f"drag hale crate {far} {words}")
    assert crate.board.objects["crate"].square == far
    assert crate.hale.turn.full_round == bool(words)
    assert crate.hale.turn.standard == (not words)


def test_who_pushes_comes_after(crate):
    """FP-MOV-11: square by square, each told by the rule."""
    crate.do("drag hale crate D9")
    assert crate.hale.square == "C9"
    assert [each[0] for each in crate.happened()] == ["moves", "pushes"]
    squares = [after for _, _, after in crate.changes("board.objects.crate.square")]
    assert squares == ["D9"]


@pytest.mark.parametrize(("strength", "moves"), [(3, False), (4, True)])
def test_strength_3_or_less_moves_nothing(crate, strength, moves):
    """FP-MOV-11."""
    crate.set("hale", f"strength={strength}")
    if moves:
        crate.do("drag hale crate C9")
    else:
        assert "too weak" in crate.refused("drag hale crate C9").message


def test_who_pushes_past_an_enemy_may_be_struck_at(crate):
    """FP-MOV-10, FP-MOV-11: and pushes on afterwards; who is felled lets the crate be."""
    crate.put(tough="A10")
    crate.do("drag hale crate D9")
    assert [each.who for each in crate.questions] == ["tough"]
    crate.session.undo(1)
    crate.do("drag hale crate D9 --opportunities pass")
    assert (crate.hale.square, crate.board.objects["crate"].square) == ("C9", "D9")
    crate.session.undo(1)
    crate.set("hale", "hp=1").do("drag hale crate D9 --opportunities strike", 19, 3)
    assert ("dying" in crate.hale.conditions, crate.board.objects["crate"].square) == (True, "B9")
    assert crate.told("stopped") == {}


@pytest.mark.parametrize(("verb", "speed"), [("move", 15), ("sprint", 5), ("withdraw", 10)])
def test_who_flies_minds_no_rubble(empty, verb, speed):
    """FP-FLD-1, FP-MOV-4, FP-MOV-5: who walks pays twice for it, and checks Acrobatics where it hurries."""
    empty.put(hale="I4").set("hale", "flies=true", "height=1", f"speed={speed}").do(f"{verb} hale L4 --via J4 --via K4")
    assert (empty.hale.square, empty.told("moves")["feet"], empty.rolls()) == ("L4", 15, [])
    empty.session.undo(1)
    empty.do("set hale flies=false height=0 speed=20")
    if verb == "move":
        assert "25 ft of movement and Hale has 20 ft" in empty.refused("move hale L4 --via J4 --via K4").message
    else:
        empty.do(f"{verb} hale L4 --via J4 --via K4", 14)
        assert len(empty.rolls("acrobatics")) == 1


@pytest.mark.parametrize(("option", "asked"), [("square", ["tough"]), ("range", [])])
def test_who_pushes_along_an_enemy_leaves_a_square_and_not_its_range(crate, option, asked):
    """FP-MOV-10, FP-MOV-11: options.opportunity."""
    crate.do(f"set fight options.opportunity={option}")
    crate.put(tough="A10").do("drag hale crate C9")
    assert [each.who for each in crate.questions] == asked

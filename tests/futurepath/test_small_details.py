"""Small deeds, words, skills, doors and triggers down to their edges (FP-ECO-2, FP-SPK, FP-SKL, FP-MOV-12, FP-RDY)."""

import pytest


@pytest.mark.parametrize(
    ("hands", "left"), [("held", ("", "knife")), ("off-hand", ("sword", "")), ("both", ("", ""))]
)  # fmt: skip
def test_what_each_hand_lets_go(table, hands, left):
    """FP-ECO-2: what falls lies there, by the rule; one Free action."""
    table.set("hale", "off_hand=knife").do(f"free hale --drop {hands}")
    assert (table.hale.held, table.hale.off_hand) == left
    dropped = [weapon for weapon in ("sword", "knife") if weapon not in left]
    assert [(each.weapon, each.where) for each in table.board.lying] == [(weapon, "B1") for weapon in dropped]
    assert table.happened() == [("dropped", "FP-ECO-2", "hale", "")] * len(dropped)
    assert table.changes("turn.free") == [("FP-ECO-2", "hale", 1)]


def test_a_small_thing_is_told_in_its_words(table):
    """FP-ECO-2: with what is dropped as well; nothing else is told."""
    table.do("free hale kicks the lamp over")
    assert (table.told("does"), table.happened()) == (
        {"action": "kicks the lamp over"},
        [("does", "FP-ECO-2", "hale", "")],
    )
    table.do("free hale curses --drop held")
    assert [what for what, _, _, _ in table.happened()] == ["dropped", "does"]


def test_letting_go_of_somebody(table):
    """FP-TEC-1, FP-ECO-2: whom one holds, also in the middle of a Full Round; another keeps its hold."""
    table.put(hale="G6", tough="H6", gort="I6", bully="I5")
    table.do("technique hale grapple tough", 3, 2)
    wrong = table.refused("free gort --release tough")
    assert (wrong.rule, wrong.message) == ("FP-TEC-1", "Gort does not hold Tough")
    table.do("free hale --release tough --during")
    assert [(each.rule, each.who, each.name) for each in table.last.events if getattr(each, "name", "")] == [
        ("FP-TEC-1", "tough", "grappled")
    ]
    assert (table.changes("turn.free"), table.tough.conditions) == ([("FP-ECO-2", "hale", 1)], {})


def test_how_many_words_are_left(table):
    """FP-SPK-1: 12 a round, none of them too many; they are counted from the first."""
    table.do("speak hale a b c d e f g")
    assert table.changes("turn.words") == [("FP-SPK-1", "hale", 7)]
    wrong = table.refused("speak hale a b c d e f")
    assert wrong.message == "Hale has 5 words left this round, not 6"
    table.do("speak hale a b c 'd e'")
    assert (table.hale.turn.words, table.told("speaks")) == (12, {"words": "a b c d e"})


def test_before_the_first_round_nobody_counts_words_or_gestures(yard):
    """FP-SPK-1."""
    yard.do("set fight options.speech_words=2")
    yard.do("speak hale one two three")
    yard.do("speak hale over there --gesture")
    yard.do("speak hale and there --gesture")
    assert (yard.hale.turn.words, yard.hale.turn.gesture) == (0, False)
    assert yard.told("gestures") == {"words": "and there"}


def test_a_gesture_counts_by_its_rule(table):
    """FP-SPK-1: once, and again in the next round."""
    table.do("speak hale over there --gesture")
    assert (table.changes("turn.gesture"), table.told("speaks")) == ([("FP-SPK-1", "hale", True)], None)
    assert table.happened() == [("gestures", "FP-SPK-1", "hale", "")]
    table.do("speak hale quick --force --gesture")
    for _ in range(3):
        table.do("turn")
    table.do("speak hale over there --gesture")


@pytest.mark.parametrize(
    ("words", "faces", "edges", "total"),
    [
        ("--mod 2", (7,), [], 17),
        ("--advantage 2", (7, 1, 3), [(2, "as stated")], 19),
        ("--disadvantage 1", (7, 3), [(-1, "as stated")], 12),
    ],
)
def test_all_that_counts_for_a_skill(table, words, faces, edges, total):
    """FP-SKL-1, FP-ADV-1: on both sides of the number."""
    assert table.do(f"use yara acrobatics --dc {total} {words}", *faces) == "success"
    (rolled,) = table.rolls("acrobatics")
    assert (rolled.total, rolled.rule, [(each.value, each.why) for each in rolled.edges]) == (total, "FP-SKL-1", edges)
    assert table.changes("turn.free") == [("FP-SKL-1", "yara", 1)]
    table.session.undo(1)
    assert table.do(f"use yara acrobatics --dc {total + 1} {words}", *faces) == "failure"


@pytest.mark.parametrize("option", ["--dc 5", "--mod 1", "--advantage 1", "--disadvantage 1"])
@pytest.mark.parametrize("what", ["Gun-Fu", "'say Battle Cry'"])
def test_what_is_no_skill_is_not_rolled_for(table, what, option):
    """FP-SKL-1."""
    wrong = table.set("hale", "feats=Gun-Fu").refused(f"use hale {what} {option}")
    name = option.split(maxsplit=1)[0]
    assert (wrong.rule, wrong.message) == ("FP-SKL-1", f"{name} means nothing for what is no skill")


def test_without_a_number_a_skill_is_only_rolled(table):
    """FP-SKL-1: no outcome; what is told of a feat or a talent is told alone."""
    assert table.do("use yara acrobatics", 7) == ""
    assert table.happened() == []
    table.set("hale", "feats=Gun-Fu").do("use hale Gun-Fu")
    assert (table.happened(), table.rolls()) == ([("uses", "FP-SKL-1", "hale", "")], [])
    table.do("use gort 'say Battle Cry'")
    assert (table.happened(), table.rolls()) == ([("uses-own", "FP-SKL-1", "gort", "")], [])


def test_a_door_is_opened_and_closed_by_who_stands_beside_it(table):
    """FP-MOV-12: told as what it is, and paid for by its rule."""
    assert table.refused("open hale door").message == "Hale does not stand next to the hatch"
    table.put(hale="P5", tough="A1", bully="A2", yara="O5").do("open hale door")
    assert (table.happened(), table.told("opens")) == ([("opens", "FP-MOV-12", "hale", "")], {"thing": "hatch"})
    assert table.changes("turn.standard") == [("FP-MOV-12", "hale", True)]
    assert table.changes("board.objects.door.open") == [("FP-MOV-12", "", True)]
    table.do("open yara door --close --full-round")
    assert (table.happened(), table.told("closes")) == ([("closes", "FP-MOV-12", "yara", "")], {"thing": "hatch"})
    assert table.changes("turn.full_round") == [("FP-MOV-12", "yara", True)]
    assert table.changes("board.objects.door.open") == [("FP-MOV-12", "", False)]


def test_who_waits_says_for_what_in_its_own_words(table):
    """FP-RDY-1: the turn is over by that rule."""
    table.do("ready yara the door opens")
    assert table.told("waits") == {"trigger": "the door opens"}
    assert table.happened() == [("waits", "FP-RDY-1", "yara", "")]
    assert table.changes("turn.ended") + table.changes("ready") == [
        ("FP-RDY-1", "yara", True),
        ("FP-RDY-1", "yara", "the door opens"),
    ]


def test_what_counts_when_the_trigger_comes_is_said_then(table):
    """FP-RDY-1."""
    for option, name in (("--against tough", "--against"), ("--mod 2", "--mod")):
        wrong = table.refused(f"ready yara anything {option}")
        assert (wrong.rule, wrong.message) == ("FP-RDY-1", f"{name} means nothing without --now")


@pytest.mark.parametrize(("mod", "first"), [(2, "yara"), (1, "yara"), (0, "tough")])
def test_what_the_one_who_waited_adds_is_its_own(table, mod, first):
    """FP-RDY-1: 10 and its score of 4 against 15; of equals the one who waited goes first."""
    table.do("ready yara anything")
    table.do("turn")
    table.do(f"ready yara --now --against tough --mod {mod}", 10, 15)
    assert [(each.who, each.total, each.rule) for each in table.rolls()] == [
        ("yara", 14 + mod, "FP-RDY-1"),
        ("tough", 15, "FP-RDY-1"),
    ]
    other = "tough" if first == "yara" else "yara"
    assert table.happened() == [("goes-first", "FP-RDY-1", first, other), ("acts-at-once", "FP-RDY-1", "yara", "")]


def test_who_strikes_at_one_that_leaves_does_it_once_by_its_rule(table):
    """FP-MOV-10, FP-FLD-3: with what reaches; the fumble of it is its own."""
    table.put(hale="G2", tough="H2", bully="P1").do("move hale C2 --opportunities strike", 15, 3)
    assert table.changes("turn.opportunities") == [("FP-MOV-10", "tough", 1)]
    assert table.happened()[0] == ("opportunity", "FP-MOV-10", "tough", "hale")
    assert table.rolls("attack")[0].target == "hale"

"""The order of lines: outcome, rolls, damage, changes of each result; what is pending at the end of all."""

from rbfcli.render.results import Line, Part, arranged

HEADING, OUTCOME, ROLL, DAMAGE, CHANGE, PENDING = Part


def test_a_result_is_told_in_the_order_of_its_parts():
    lines = [
        Line(PENDING, "the GM says what is hit"),
        Line(CHANGE, "Ada: rounds 3 -> 2", ("ada",)),
        Line(OUTCOME, "Ada hits Bob", ("ada", "bob")),
        Line(CHANGE, "Bob: HP 9 -> 4", ("bob",)),
        Line(ROLL, "cover +1", ("bob",)),
        Line(DAMAGE, "5 damage", ("ada",)),
    ]
    assert arranged(lines) == [
        "Ada hits Bob",
        "  cover +1",
        "  5 damage",
        "  Ada: rounds 3 -> 2",
        "  Bob: HP 9 -> 4",
        "the GM says what is hit",
    ]


def test_the_next_outcome_begins_anew():
    lines = [
        Line(OUTCOME, "Ada hits Bob", ("ada", "bob")),
        Line(CHANGE, "Bob: HP 9 -> 4", ("bob",)),
        Line(OUTCOME, "Bob stays conscious", ("bob",)),
        Line(HEADING, "-- round 2 --"),
        Line(CHANGE, "Bob: HP 4 -> 3", ("bob",)),
    ]
    assert arranged(lines) == [
        "Ada hits Bob", "  Bob: HP 9 -> 4", "Bob stays conscious", "-- round 2 --", "Bob: HP 4 -> 3"
    ]  # fmt: skip


def test_what_somebody_rolls_alone_does_not_come_before_what_called_for_it():
    lines = [
        Line(CHANGE, "Bob: HP 9 -> 4", ("bob",)),
        Line(OUTCOME, "Bob faints", ("bob", "")),
        Line(CHANGE, "Bob is out", ("bob",)),
    ]
    assert arranged(lines) == ["Bob: HP 9 -> 4", "Bob faints", "  Bob is out"]


def test_a_price_of_somebody_else_stands_before():
    lines = [Line(CHANGE, "Cy: no cover", ("cy",)), Line(OUTCOME, "Ada hits Bob", ("ada", "bob"))]
    assert arranged(lines) == ["Cy: no cover", "Ada hits Bob"]


def test_nobody_pays_with_a_condition():
    """It came of what was before, as of the answer to a fumble in the middle of a full attack."""
    lines = [
        Line(OUTCOME, "Ada chooses prone"),
        Line(CHANGE, "Ada falls prone", ("ada",), price=False),
        Line(CHANGE, "Ada: rounds 2 -> 1", ("ada",)),
        Line(OUTCOME, "Ada hits Bob", ("ada", "bob")),
    ]
    assert arranged(lines) == ["Ada chooses prone", "  Ada falls prone", "  Ada: rounds 2 -> 1", "Ada hits Bob"]


def test_what_it_does_to_one_more_is_a_stretch_of_its_own():
    """The damage of each goes with what it changes for that one."""
    lines = [
        Line(OUTCOME, "Ada hits Bob", ("ada", "bob")),
        Line(DAMAGE, "Bob takes 5", ("bob",)),
        Line(CHANGE, "Bob: HP 9 -> 4", ("bob",)),
        Line(DAMAGE, "Cy takes 5", ("cy",)),
        Line(CHANGE, "Cy: HP 9 -> 4", ("cy",)),
    ]
    assert arranged(lines) == [lines[0].text, *(f"  {line.text}" for line in lines[1:])]

"""Every test vector of the notation: faces in draw order bring this total, or this error."""

import pytest

from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.notation.canonical import line_text
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.plan import roll_line

# A total, the exact value in parentheses where it differs, the totals of a repeat, or the error.
VECTORS = [
    ("1d20", [7], "7"),
    ("d20", [20], "20"),
    ("1D20", [4], "4"),
    ("0d6", [], "0"),
    ("4d6dh1", [6, 5, 1, 1], "7"),
    (
        "4d6k3",
        [4, 3, 3, 6],
        "error: ambiguous 'k3': write kh3 (keep highest; Roll20/Foundry) or k=3 (keep dice equal to; Avrae)",
    ),
    ("4d6p3", [4, 3, 3, 6], "10"),
    ("4d6kh3kl1", [6, 5, 2, 1], "14"),
    ("(4d6kh3)kl1", [6, 5, 2, 1], "2"),
    ("2d6kh5", [6, 1], "7"),
    ("3d6kh0", [6, 1, 1], "0"),
    ("2d6rr<3", [1, 5, 2, 4], "9"),
    ("2d20kh1ro1", [1, 1, 15], "15"),
    ("3d6!", [6, 6, 1, 2, 5], "20"),
    ("3d6e6", [6, 2, 5, 6, 3], "22"),
    ("3d6x", [6, 2, 5, 6, 3], "22"),
    ("3d6xo", [6, 2, 5, 6], "19"),
    ("3d6!>4", [6, 2, 4, 3], "15"),
    ("3d6!>=4", [6, 2, 4, 3, 1], "16"),
    ("2d6!kh1", [6, 6, 6, 1, 2], "6"),
    ("3d6!p", [6, 6, 1, 2, 5], "18"),
    ("1d6!p", [6, 6, 3], "13"),
    ("3d6!!p", [6, 6, 1, 2, 5], "18"),
    ("1d1!", [1], "error: a one-sided die cannot explode"),
    ("3d6ra6", [6, 6, 2, 5], "19"),
    ("8d6mi2", [1, 6, 4, 1, 6, 2, 5, 6], "33"),
    ("8d6min2", [1, 6, 4, 1, 6, 2, 5, 6], "33"),
    ("2d20kh1mi10", [3, 8], "10"),
    ("2d6e6mi2", [6, 1, 1], "10"),
    ("3d6t>=3f1", [1, 1, 1], "-3"),
    ("5d10t>=8t=10", [10, 8, 1, 1, 5], "3"),
    ("5d10!t>=8", [10, 3, 8, 1, 1, 5], "2"),
    ("6d10!>=9t>=8", [10, 3, 8, 1, 1, 5, 2], "2"),
    ("6d6t=1", [1, 1, 3, 4, 5, 6], "2"),
    ("1d%", [8], "8"),
    ("1d%", [100], "100"),
    ("4dF", [-1, 0, 1, 1], "1"),
    ("{1d6,1d8,1d10}kh2", [3, 8, 5], "13"),
    ("(1d4+1,3,2d6kl1)kh1", [2, 2, 5], "3"),
    ("{4d6+3d8}kh4", [6, 5, 1, 1, 8, 7, 1], "26"),
    ("1d20+5>=15", [9], "0"),
    ("7/2", [], "3 (7/2)"),
    ("-7/2", [], "-3 (-7/2)"),
    ("-7//2", [], "-4"),
    ("-7%3", [], "2"),
    ("floor(-7/2)", [], "-4"),
    ("round(-5/2)", [], "-2"),
    ("10/0", [], "error: divide by zero"),
    ("10-3-2", [], "5"),
    ("2**3**2", [], "512"),
    ("-2**2", [], "-4"),
    ("2^3", [], "error: '^' is not an operator: use ** for power or N# to repeat"),
    ("--1", [], "1"),
    ("(2+1)d6", [1, 2, 3], "6"),
    ("3#2d6", [1, 2, 3, 4, 5, 6], "[3, 7, 11]"),
    ("-1d6+2", [4], "-2"),
    ("1d6+0.5", [3], "3 (7/2)"),
    ("max(1d6,1d8)", [3, 7], "7"),
    (
        "5d10cs>=8",
        [10, 8, 1, 1, 5],
        "error: ambiguous 'cs': it counts in Foundry but only marks in Roll20; write t>=8 to count, crit>=19 to mark",
    ),
    ("5d10t>=8f2", [10, 8, 2, 1, 5], "error: ambiguous 'f2': write f=2 or f<=2"),
    ("5d10t>=8f<=2", [10, 8, 2, 1, 5], "0"),
    ("4d6dl1kh1", [6, 5, 2, 1], "6"),
    ("5d6kl4", [6, 5, 1, 1, 3], "10"),
    ("1d100", [100], "100"),
    ("((10d6kh5)kl2)kh1", [1, 2, 3, 4, 5, 6, 6, 6, 6, 6], "6"),
    ("(1)k=2", [], "0"),
    ("60/1d6", [4], "15"),
    ("1+(2==2)", [], "2"),
    ("2d6!>=2", [1, 1], "2"),
    ("4dFt=-1", [-1, 0, 1, -1], "2"),
    ("10d6mi6", [1, 2, 3, 4, 5, 6, 1, 2, 3, 4], "60"),
]


def outcome(expression, faces):
    """What the expression comes to with exactly these dice."""
    seeded = Seeded("not to be drawn from")
    dice = Given(faces, seeded)
    try:
        rolls = roll_line(parse(expression), dice)
    except UsageError as error:
        return f"error: {error.message}"
    dice.finish()
    assert seeded.drawn == 0
    first, *others = rolls
    if others:
        return str([each.total for each in rolls])
    return f"{first.total}" if first.exact == first.total else f"{first.total} ({first.exact})"


@pytest.mark.parametrize(("expression", "faces", "result"), VECTORS, ids=[f"{row[0]} {row[1]}" for row in VECTORS])
def test_vector(expression, faces, result):
    assert outcome(expression, faces) == result


@pytest.mark.parametrize("expression", sorted({row[0] for row in VECTORS if not row[2].startswith("error")}))
def test_canonical_text_is_read_as_the_same_tree(expression):
    line = parse(expression)
    assert parse(line_text(line)) == line


@pytest.mark.parametrize(
    ("expression", "faces"), [pytest.param(*row[:2], id=str(row)) for row in VECTORS if not row[2].startswith("error")]
)
def test_the_dice_of_the_result_are_those_drawn_in_order(expression, faces):
    """Rule 13: dice are kept in draw order, each as given."""
    rolls = roll_line(parse(expression), Given(faces, Seeded("")))
    assert [die.face for each in rolls for die in each.dice] == faces
    assert all(die.given for each in rolls for die in each.dice)

"""Errors of dice notation: one sentence, a caret at the character, rewrites that themselves parse (rule 12)."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import LimitReached, NotationError, RbfError, UsageError
from rbfcli.kernel.limits import DICE_LETTERS
from rbfcli.kernel.notation.canonical import line_text
from rbfcli.kernel.notation.dialects import DIALECTS
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.plan import roll_line

# (expression, column, part of the message, rewrites)
ERRORS = [
    ("", 0, "there is no dice expression here", ()),
    ("# only a comment", 0, "there is no dice expression here", ()),
    ("4d6k3", 3, "ambiguous 'k3'", ("4d6kh3", "4d6k=3")),
    ("2d6+4d6k3+1", 7, "ambiguous 'k3'", ("2d6+4d6kh3+1", "2d6+4d6k=3+1")),
    ("4d6k3+2d6k1", 3, "ambiguous 'k3'", ("4d6kh3+2d6kh1", "4d6k=3+2d6kh1")),
    ("5d10cs>=8", 4, "ambiguous 'cs'", ("5d10t>=8", "5d10crit>=8")),
    ("5d10cs10", 4, "ambiguous 'cs'", ("5d10t=10", "5d10crit10")),
    ("5d10cs", 4, "ambiguous 'cs'", ("5d10t=10",)),
    ("5d10t>=8f2", 8, "ambiguous 'f2'", ("5d10t>=8f=2", "5d10t>=8f<=2")),
    ("2d6r<3", 3, "ambiguous 'r'", ("2d6rr<3", "2d6ro<3")),
    ("2d6r1", 3, "ambiguous 'r'", ("2d6rr1", "2d6ro1")),
    ("3d6!=6", 3, "ambiguous '!='", ("3d6!6", "3d6 != 6")),
    ("3d6!!=6", 3, "without =", ("3d6!!6",)),
    ("3d6 ! = 6", 4, "ambiguous '!'", ("3d6 !6", "3d6  != 6")),
    ("1!=2", 1, "ambiguous '!='", ("1 != 2",)),
    ("2^3", 1, "'^' is not an operator: use ** for power or N# to repeat", ("2**3",)),
    ("2\u00d73", 1, "is not an operator: use *", ("2*3",)),
    ("2d6\u22121", 3, "is not an operator: use -", ("2d6-1",)),
    ("1d20+5=15", 6, "written ==", ("1d20+5==15",)),
    ("1d20=15", 4, "ambiguous '='", ("1d20t=15", "1d20 == 15")),
    ("5d10>7", 4, "ambiguous '>'", ("5d10t>7", "5d10 > 7")),
    ("2d20kh1>=11", 7, "ambiguous '>='", ("2d20kh1t>=11", "2d20kh1 >= 11")),
    ("4dF>=-1", 3, "t>=-1 counts such dice", ("4dFt>=-1", "4dF >= -1")),
    ("{3d20+5}>21", 8, "ambiguous '>'", ("{3d20+5} > 21", "3d20t>=16", "(3d20 + 5,)t>21")),
    ("4d6kh3 x6", 7, "ambiguous 'x6'", ("4d6kh3 !6", "4d6kh3 *6", "6#4d6kh3")),
    ("2d6map(1,2)", 3, "a d6 needs 6 values", ()),
    ("2d6kh1map(1,2,3,4,5,6)", 3, "right after the dice", ()),
    ("3d2unique", 3, "cannot all differ", ()),
    ("2d6kh1|4", 7, "a second keep or drop", ()),
    ("2d6kh1|dl1", 10, "between two keeps", ()),
    ("2d6x=evenx=odd", 3, "every face of a d6 explodes", ()),
    ("5d10t==8", 5, "after t equality is written =", ("5d10t=8",)),
    ("2(1d6)", 1, "an operator is missing", ("2*(1d6)",)),
    ("(1d6", 4, "')' is missing", ("(1d6)",)),
    ("((1d6)+(2", 9, "')' is missing", ("((1d6)+(2))",)),
    ("1d6)", 3, "closes nothing", ("1d6",)),
    (".5", 0, "a decimal point stands between digits", ("0.5",)),
    ("1.", 1, "a decimal point stands between digits", ()),
    ("2d20kh", 4, "kh needs a number", ("2d20kh1",)),
    ("2d20kh+1", 4, "kh needs a number", ("2d20kh1 + 1",)),
    ("1d", 2, "a die needs its sides", ()),
    ("1.5d6", 0, "a count of dice is a whole number", ()),
    ("1d6.5", 2, "a number of sides is a whole number", ()),
    ("1d6mi1.5", 5, "a modifier takes a whole number", ()),
    ("1d0", 2, "a die has at least one side", ()),
    ("1d(2-2)", 2, "a die has at least one side", ()),
    ("1d-6", 2, "a die needs its sides", ()),
    ("(1-2)d6", 6, "a count of dice is a whole number, not -1", ()),
    ("1e400", 1, "only dice and groups in brackets take modifiers", ()),
    ("max(1d6,2)kh1", 10, "only dice and groups in brackets take modifiers", ()),
    ("1_0d6", 1, "'_' is not a sign of dice notation", ()),
    ("1d\u0663", 2, "'\\u0663' is not a digit here", ()),
    ("\u00b2d6", 0, "'\\xb2' is not a digit here", ()),
    ("1d6\x00", 3, "'\\x00' is not a sign", ()),
    ("2d6 foo", 4, "'foo' is not dice notation", ("2d6 # foo",)),
    ("1d6 2", 4, "an operator should stand here", ()),
    ("1d6+", 4, "the expression ends too early", ()),
    ("1d6+*2", 4, "should stand here, not '*'", ()),
    ("1<2<3", 3, "a comparison is not compared again", ()),
    ("10/0", 2, "divide by zero", ()),
    ("1d6%(1-1)", 3, "divide by zero", ()),
    ("2**0.5", 1, "a power needs a whole exponent", ()),
    ("1d1!", 3, "a one-sided die cannot explode", ()),
    ("1d1x", 3, "a one-sided die cannot explode", ()),
    ("d6rr<7", 2, "every face of a d6 is rerolled", ()),
    ("1d6e<7", 3, "every face of a d6 explodes", ()),
    ("4dF!>=-1", 3, "every face of a dF explodes", ()),
    ("(2d6+1)kh1", 7, "brackets with arithmetic take no modifiers", ()),
    ("{2d6+1d8}t>=5", 9, "counting inside a group with arithmetic is refused", ()),
    ("{1d6,1d8}!", 9, "the total of a part is not a die", ()),
    ("5d10t8kh1", 4, "counting turns the pool into a number", ()),
    ("1d6[]", 3, "a label is 1 to 64 printable characters", ()),
    ("1d6[fi\x1bre]", 3, "a label is 1 to 64 printable characters", ()),
    ("1d6[fire", 3, "a label is 1 to 64 printable characters", ()),
    ("0#1d6", 0, "a line is repeated at least once", ()),
    ("2d6#3", 3, "a repeat stands first on the line", ()),
    ("1.5#2d6", 0, "a number of repeats is a whole number", ()),
    ("floor(1,2)", 0, "floor takes one argument", ()),
    ("floor 1", 0, "floor is a function", ()),
]

LIMITS = [
    "99999999d9",
    "9999999999d99999",
    "1001d6",
    "600d6+600d6",
    "3#400d6",
    "(2000)d6",
    "1d1000001",
    "9**9**9",
    "10**(10**10)",
    "(" * 129 + "1" + ")" * 129,
    "1" * 21,
    "+".join(["1d6"] * 65),
    "1d6" + "+1d6" * 100_000,
    "(" * 1_000_000,
    "1" * 10_000_000,
    "1001#1",
]


@pytest.mark.parametrize(("expression", "column", "message", "rewrites"), ERRORS, ids=[ascii(row[0]) for row in ERRORS])
def test_what_does_not_read_is_pointed_at(expression, column, message, rewrites):
    with pytest.raises(NotationError) as raised:
        parse(expression)
    assert message in raised.value.message
    assert (raised.value.text, raised.value.column) == (expression, column)
    assert raised.value.suggestions == rewrites
    assert all(rewrite in raised.value.hint for rewrite in rewrites)


@pytest.mark.parametrize("rewrite", sorted({rewrite for row in ERRORS for rewrite in row[3]}))
def test_every_rewrite_parses(rewrite):
    parse(rewrite)


@pytest.mark.parametrize(
    "expression",
    [
        "d6" + "r<2" * 300,
        "d6" + "r<2" * 100,
        "(" * 100 + "d6r<2r<2" + ")r<2" * 100,
        "!" * 900 + "d6",
        "1@" * 400 + "d6",
        "[highest of " * 70 + "d6",
        "d{1..100000}",
        "d{1:100000}",
        "d{" + ",".join(["12"] * 300) + "}",
        "1000d(2d2)",
        "{" + "+".join(["1d6"] * 60) + "+1}>5f1",
    ],
    ids=lambda text: f"{text[:20]} {len(text)}",
)
@pytest.mark.parametrize("dialect", ["", *DIALECTS])
def test_deep_and_long_lines_are_read_or_refused_in_every_dialect(expression, dialect):
    with suppress(UsageError, LimitReached):
        line = parse(expression, dialect)
        assert len(line_text(line)) <= DICE_LETTERS
        assert line_text(parse(line_text(line))) == line_text(line)
        roll_line(line, Seeded("deep"))


@pytest.mark.parametrize("expression", LIMITS, ids=[f"{text[:20]} {len(text)}" for text in LIMITS])
def test_limits_are_errors_never_a_shorter_result(expression):
    """Rule 11."""
    with pytest.raises(LimitReached):
        parse(expression)


PIECES = """
1 2 6 10 d d6 4d6 2d20 kh kl k dh1 p ph rr ro ra r ! !! !p e x xo mi ma min2 max4
map(1,2) unique neg upto2 even odd u m ms15 df sf | @ {1,2} t f crit cs cf < <= > >= = ==
!= ( ) { } , + - * / // % ** ^ F d% dF [a] # vs floor( max( 0.5 . 0 1000 \u0663 \u00e9 \x00 \u2212""".split()  # noqa: SIM905


def refusal(text, dialect):
    """What a text is refused with, if it is."""
    try:
        parse(text, dialect)
    except RbfError as error:
        return error
    return None


@given(
    st.one_of(st.text(max_size=40), st.lists(st.sampled_from([*PIECES, " ", "\t"]), max_size=14).map("".join)),
    st.sampled_from(["", *DIALECTS]),
)
def test_no_text_brings_anything_but_a_line_or_an_error_with_an_answer(text, dialect):
    match refusal(text, dialect):
        case None:
            canonical = line_text(parse(text, dialect))
            assert line_text(parse(canonical)) == canonical
        case NotationError() as error:
            assert error.message
            assert 0 <= error.column <= len(error.text)
            assert all(refusal(rewrite, dialect) is None for rewrite in error.suggestions)
        case error:
            assert error.status in {2, 5}

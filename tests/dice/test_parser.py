"""Tree to text and back: every tree that can be written is read as itself."""

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.core.errors import LimitReached, NotationError, RbfError, UsageError
from rbfcli.core.limits import DICE_LETTERS
from rbfcli.dice.ast import (
    Binary,
    Call,
    Clamp,
    Count,
    CountFaces,
    Explode,
    FaceTest,
    Group,
    Labelled,
    Mark,
    MinMax,
    Modified,
    Negate,
    Negative,
    Number,
    Pool,
    Relabel,
    Reroll,
    RollLine,
    Select,
    Unique,
    line_text,
)
from rbfcli.dice.dialects import DIALECTS
from rbfcli.dice.parser import parse
from rbfcli.dice.roll import roll_line
from rbfcli.dice.sources import ManualDice, SeededDice

small = st.integers(0, 9)
numbers = st.builds(Number, small) | st.builds(Number, st.sampled_from([5, 25, 105]), st.sampled_from([1, 2]))
parities = st.builds(FaceTest, st.sampled_from(["even", "odd"]))
conditions = st.builds(FaceTest, st.sampled_from(["=", "<", ">", "<=", ">="]), st.integers(-3, 9)) | parities
several = st.lists(conditions, min_size=1, max_size=2).map(tuple)
selectors = st.lists(st.builds(MinMax, st.booleans(), small) | conditions, min_size=1, max_size=2).map(tuple)
tests = st.lists(st.builds(CountFaces, conditions, st.sampled_from([1, -1])), min_size=1, max_size=2).map(tuple)
explosions = st.builds(
    Explode, several | st.just(()), st.integers(0, 3), compound=st.booleans(), penetrate=st.booleans()
)
both_ends = st.builds(lambda one, two: (MinMax(True, one), MinMax(False, two)), small, small)  # noqa: FBT003
modifiers = st.one_of(
    st.builds(Select, selectors, keeps=st.booleans()),
    st.builds(Select, both_ends, shared=st.booleans(), keeps=st.booleans()),
    st.builds(Reroll, st.sampled_from(["rr", "ro", "ra"]), several),
    st.builds(Clamp, st.booleans(), small),
    st.builds(Negate, conditions),
    st.builds(Mark, conditions, fumble=st.booleans()),
    explosions,
)
firsts = (
    st.just(())
    | st.builds(lambda values: (Relabel(tuple(values)),), st.lists(st.integers(-3, 9), min_size=1))
    | (st.just((Unique(),)))
)
counts = st.builds(Count, tests)


def differing(run):
    """Modifiers of which no two neighbours are of a kind that acts together, which would be one."""
    kinds = Select | Reroll | Explode
    named = [(type(each), getattr(each, "keeps", None), isinstance(each, kinds)) for each in run]
    return not any(one == other and one[-1] for one, other in pairwise(named))


def trees(parts):
    """Larger trees from smaller ones."""
    pools = st.builds(Pool, small.map(Number) | parts, st.integers(1, 20).map(Number) | parts)
    groups = st.lists(parts, min_size=2, max_size=3).map(lambda several: Group(tuple(several)))
    single = st.builds(lambda part, whole: Group((part,), whole), parts, st.booleans())
    runs = st.lists(modifiers, min_size=1, max_size=3).filter(differing)
    lists = st.builds(lambda run, count: tuple(run) + count, runs, counts.map(lambda count: (count,)) | st.just(()))
    return st.one_of(
        pools,
        groups,
        st.builds(Modified, groups | single, lists),
        st.builds(lambda pool, first, rest: Modified(pool, first + rest), pools, firsts, lists),
        st.builds(Labelled, parts, st.sampled_from(["fire", "a b"])),
        st.builds(Negative, parts),
        st.builds(Binary, st.sampled_from(["+", "-", "*", "/", "//", "%", "**", "<", "=="]), parts, parts),
        st.builds(lambda name, part: Call(name, (part,)), st.sampled_from(["floor", "trunc", "max"]), parts),
    )


nodes = st.recursive(numbers, trees, max_leaves=12)
lines = st.builds(RollLine, nodes, st.none() | numbers, st.none() | st.integers(1, 9))


SPELLING = ("ambiguous", "should stand", "dice notation", "needs its", "needs a number", "needs a cond", "is missing")


def refusal(text):
    """Why a text does not parse; empty if it does."""
    try:
        parse(text)
    except RbfError as error:
        return error.message
    return ""


@given(lines)
def test_canonical_text_is_read_as_the_same_tree(line):
    """Whatever is refused (too many dice, arithmetic under modifiers) is refused for that, not for its spelling."""
    complaint = refusal(line_text(line))
    assert not any(words in complaint for words in SPELLING)
    assert complaint or parse(line_text(line)) == line


def test_spellings_of_one_thing_have_one_canonical_text():
    same = {
        "d6": "1d6",
        "4D6 KH 3": "4d6kh3",
        "d%": "1d100",
        "2d6d1": "2d6dl1",
        "2d6ph1pl1": "2d6dh1dl1",
        "2d6kh1|kl1": "2d6kh1|kl1",
        "4d6kh1|kl1kh2": "4d6kh1|kl1|kh2",
        "2d6rr1rr>4": "2d6rr=1rr>4",
        "2d6e5!6": "2d6!5!6",
        "d6 map( 1, 1,2,2,3 ,-3)": "1d6map(1, 1, 2, 2, 3, -3)",
        "(2d6,)kh1": "(2d6,)kh1",
        "2d6\u00a0+\u20093": "2d6 + 3",
        "2d6p3": "2d6p=3",
        "3d6x": "3d6!",
        "3d6e6": "3d6!6",
        "3d6!=6 ".replace("!=", "x="): "3d6!6",
        "8d6min2max5": "8d6mi2ma5",
        "5d10t8f1": "5d10t>=8f=1",
        "{1d6,2}kh1": "(1d6, 2)kh1",
        "{1d6}": "1d6",
        "--1": "1",
        "-+-+-1": "-1",
        "1.50": "1.5",
        "((2))": "2",
        "2-(3-4)": "2 - (3 - 4)",
        "(2**3)**4": "(2**3)**4",
        "2**(3**4)": "2**3**4",
        "1d8[ fire ]+2 # boom": "1d8 [fire] + 2",
        "1d20+5 vs 15": "1d20 + 5 vs 15",
        "3#2d6": "3#2d6",
    }
    assert {text: line_text(parse(text)) for text in same} == same


# Errors of dice notation: one sentence, a caret at the character, rewrites that themselves parse (rule 12).


# (expression, column, part of the message, rewrites)
ERRORS = [
    ("", 0, "missing dice expression, such as 2d6+3", ()),
    ("# only a comment", 0, "missing dice expression, such as 2d6+3", ()),
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
    ("1d20=15", 4, "ambiguous '='", ("1d20t=15",)),
    ("5d10>7", 4, "ambiguous '>'", ("5d10t>7", "5d10 > 7")),
    ("2d20kh1>=11", 7, "ambiguous '>='", ("2d20kh1t>=11", "2d20kh1 >= 11")),
    ("4dF>=-1", 3, "t>=-1 counts such dice", ("4dFt>=-1", "4dF >= -1")),
    ("{3d20+5}>21", 8, "ambiguous '>'", ("{3d20+5} > 21", "3d20t>=16", "(3d20 + 5,)t>21")),
    ("4d6kh3 x6", 7, "ambiguous 'x6'", ("4d6kh3 !6", "4d6kh3 *6", "6#4d6kh3")),
    ("2d6map(1,2)", 3, "map needs 6 values for a d6, not 2", ()),
    ("2d6kh1map(1,2,3,4,5,6)", 3, "right after the dice", ()),
    ("3d2unique", 3, "cannot all differ", ()),
    ("2d6kh1|4", 7, "a second keep or drop", ()),
    ("2d6kh1|dl1", 10, "| can only join two keeps or two drops", ()),
    ("2d6x=evenx=odd", 3, "every face of a d6 explodes", ()),
    ("5d10t==8", 5, "after t, use = for equality", ("5d10t=8",)),
    ("2(1d6)", 1, "missing operator", ("2*(1d6)",)),
    ("(1d6", 4, "missing ')' for '('", ("(1d6)",)),
    ("((1d6)+(2", 9, "missing ')' for '('", ("((1d6)+(2))",)),
    ("1d6)", 3, "unexpected ')'", ("1d6",)),
    (".5", 0, "a decimal point needs digits on both sides", ("0.5",)),
    ("1.", 1, "a decimal point needs digits on both sides", ()),
    ("2d20kh", 4, "kh needs a number", ("2d20kh1",)),
    ("2d6kx3", 3, "unknown dice notation 'kx'", ("2d6kh3", "2d6kl3")),
    ("4d6dd1+1", 3, "unknown dice notation 'dd'", ("4d6dh1+1", "4d6dl1+1")),
    ("2d20kh+1", 4, "kh needs a number", ("2d20kh1 + 1",)),
    ("1d", 2, "missing number of sides, such as d6, d% or dF", ()),
    ("1.5d6", 0, "the number of dice must be a whole number", ()),
    ("1d6.5", 2, "the number of sides must be a whole number", ()),
    ("1d6mi1.5", 5, "the number of a modifier must be a whole number", ()),
    ("1d0", 2, "the number of sides must be a whole number of at least 1, not 0", ()),
    ("1d(2-2)", 2, "the number of sides must be a whole number of at least 1, not 0", ()),
    ("1d-6", 2, "missing number of sides, such as d6, d% or dF", ()),
    ("(1-2)d6", 6, "the number of dice must be a whole number, not -1", ()),
    ("1e400", 1, "modifiers can only follow dice or a group in brackets", ()),
    ("max(1d6,2)kh1", 10, "modifiers can only follow dice or a group in brackets", ()),
    ("1_0d6", 1, "unexpected character '_'", ()),
    ("1d\u0663", 2, "unknown digit '\\u0663': use the digits 0 to 9", ()),
    ("\u00b2d6", 0, "unknown digit '\\xb2': use the digits 0 to 9", ()),
    ("1d6\x00", 3, "unexpected character '\\x00'", ()),
    ("2d6 foo", 4, "unknown dice notation 'foo'", ("2d6 # foo",)),
    ("1d6 2", 4, "expected an operator, not '2'", ()),
    ("1d6+", 4, "the expression ends too early", ()),
    ("1d6+*2", 4, "expected a number, dice or a bracket, not '*'", ()),
    ("1<2<3", 3, "comparisons cannot be chained: put the first in parentheses", ()),
    ("10/0", 2, "cannot divide by zero", ()),
    ("1d6%(1-1)", 3, "cannot divide by zero", ()),
    ("2**0.5", 1, "the exponent must be a whole number", ()),
    ("1d1!", 3, "a one-sided die cannot explode", ()),
    ("1d1x", 3, "a one-sided die cannot explode", ()),
    ("d6rr<7", 2, "every face of a d6 is rerolled", ()),
    ("1d6e<7", 3, "every face of a d6 explodes", ()),
    ("4dF!>=-1", 3, "every face of a dF explodes", ()),
    ("(2d6+1)kh1", 7, "modifiers cannot follow brackets with arithmetic: put them on the dice inside", ()),
    ("{2d6+1d8}t>=5", 9, "cannot count inside a group with arithmetic: count each pool separately", ()),
    ("{1d6,1d8}!", 9, "a subtotal is not a die: put the modifier on the dice inside", ()),
    ("5d10t8kh1", 4, "a count of successes is a number: only t and f can follow it", ()),
    ("1d6[]", 3, "a label must be 1 to 64 printable characters between [ and ]", ()),
    ("1d6[fi\x1bre]", 3, "a label must be 1 to 64 printable characters between [ and ]", ()),
    ("1d6[fire", 3, "a label must be 1 to 64 printable characters between [ and ]", ()),
    ("0#1d6", 0, "the repeat count must be at least 1", ()),
    ("2d6#3", 3, "a repeat must come first: N#expression", ()),
    ("1.5#2d6", 0, "the repeat count must be a whole number", ()),
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
        roll_line(line, SeededDice("deep"))


@pytest.mark.parametrize("expression", LIMITS, ids=[f"{text[:20]} {len(text)}" for text in LIMITS])
def test_limits_are_errors_never_a_shorter_result(expression):
    """Rule 11."""
    with pytest.raises(LimitReached):
        parse(expression)


PIECES = """
1 2 6 10 d d6 4d6 2d20 kh kl k dh1 p ph rr ro ra r ! !! !p e x xo mi ma min2 max4
map(1,2) unique neg upto2 even odd u m ms15 df sf | @ {1,2} t f crit cs cf < <= > >= = ==
!= ( ) { } , + - * / // % ** ^ F d% dF [a] # vs floor( max( 0.5 . 0 1000 \u0663 \u00e9 \x00 \u2212""".split()  # noqa: SIM905


def errors_refusal(text, dialect):
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
    match errors_refusal(text, dialect):
        case None:
            canonical = line_text(parse(text, dialect))
            assert line_text(parse(canonical)) == canonical
        case NotationError() as error:
            assert error.message
            assert 0 <= error.column <= len(error.text)
            assert all(errors_refusal(rewrite, dialect) is None for rewrite in error.suggestions)
        case error:
            assert error.status in {2, 5}


# Every test vector of the notation: faces in draw order bring this total, or this error.


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
    ("10/0", [], "error: cannot divide by zero"),
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
    seeded = SeededDice("not to be drawn from")
    dice = ManualDice(faces, seeded)
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
def test_canonical_text_is_read_as_the_same_tree_in_vectors(expression):
    line = parse(expression)
    assert parse(line_text(line)) == line


@pytest.mark.parametrize(
    ("expression", "faces"), [pytest.param(*row[:2], id=str(row)) for row in VECTORS if not row[2].startswith("error")]
)
def test_the_dice_of_the_result_are_those_drawn_in_order(expression, faces):
    """Rule 13: dice are kept in draw order, each as given."""
    rolls = roll_line(parse(expression), ManualDice(faces, SeededDice("")))
    assert [die.face for each in rolls for die in each.dice] == faces
    assert all(die.given for each in rolls for die in each.dice)

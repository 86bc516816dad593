"""The dialects of other programs: what their expressions mean there, exactly, and what is refused with which words.

`dialects.jsonl` holds an expression a line: `chances` is its whole distribution; `low` the lowest totals of one that
explodes without end, `mean` its mean; `says` are words of the refusal. They come from the references of these programs,
and from running the two of them that are libraries.
"""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rbfcli.core.errors import LimitReached, RbfError
from rbfcli.core.limits import DICE_LETTERS
from rbfcli.dice import DIALECT_NAMES
from rbfcli.dice import odds as measures
from rbfcli.dice.ast import line_text
from rbfcli.dice.dialects import DIALECTS, NATIVE, Meaning, Rejection
from rbfcli.dice.odds import odds
from rbfcli.dice.parser import parse
from rbfcli.dice.roll import roll_line
from rbfcli.dice.sources import SeededDice
from tests.dice.oracle import chances_of, walked

CASES = [json.loads(line) for line in Path(__file__).with_name("dialects.jsonl").read_text().splitlines()]
READ = [case for case in CASES if "says" not in case]
REFUSED = [case for case in CASES if "says" in case]


def name(case):
    """A case as a test is called."""
    return f"{case['dialect'] or 'none'} {case['expression']!a}"


def fractions(chances):
    """Chances by value, as the file has them."""
    return {Fraction(value): Fraction(chance) for value, chance in chances.items()}


def test_every_dialect_that_an_option_takes_has_a_table():
    assert tuple(DIALECTS) == DIALECT_NAMES


@pytest.mark.parametrize("case", READ, ids=map(name, READ))
def test_a_dialect_reads_what_its_program_reads_as_it_does(case):
    found, left = chances_of(odds(parse(case["expression"], case["dialect"])))
    if "chances" in case:
        assert (found, left) == (fractions(case["chances"]), 0)
    for value, chance in fractions(case.get("low", {})).items():
        assert chance - left <= found.get(value, 0) <= chance
    if "mean" in case:
        assert float(sum(value * chance for value, chance in found.items())) == pytest.approx(
            float(Fraction(case["mean"])), abs=1e-6
        )


@pytest.mark.parametrize("case", READ, ids=map(name, READ))
def test_the_one_spelling_of_a_foreign_line_is_read_as_the_same_line(case):
    line = parse(case["expression"], case["dialect"])
    again = parse(line_text(line))
    assert (again.expression, again.against, again.times) == (line.expression, line.against, line.times)


FEW = 4  # one in so many lines is rolled in the gate, the others are slow


@pytest.mark.parametrize(
    "case",
    [pytest.param(each, id=name(each), marks=pytest.mark.slow if at % FEW else ()) for at, each in enumerate(READ)],
)
def test_the_roller_plays_a_foreign_line_as_it_is_counted(case):
    line = parse(case["expression"], case["dialect"])
    counted, left = chances_of(odds(line))
    assert {roll_line(line, SeededDice(str(seed)))[0].exact for seed in range(40)} <= counted.keys()
    try:
        found, not_walked = walked(line, paths=300)
    except LimitReached:
        return
    for value in {*found, *counted}:
        assert found.get(value, 0) - left <= counted.get(value, 0) <= found.get(value, 0) + not_walked


@pytest.mark.parametrize("case", REFUSED, ids=map(name, REFUSED))
def test_what_a_dialect_cannot_read_is_refused_with_help(case):
    with pytest.raises(RbfError) as refused:
        parse(case["expression"], case["dialect"])
    said = f"{refused.value.message}; {refused.value.hint}"
    assert all(words in said for words in case["says"]), said


def at_least(number):
    return lambda *faces: sum(face >= number for face in faces)


def middle(faces):
    return sum(sorted(faces)[1:-1])


def best(number):
    return lambda *faces: sum(sorted(faces)[-number:])


# (dialect, expression, the sides of its dice, what a throw of them comes to), thought out by hand.
BY_HAND = [
    ("roll20", "3d6>3", [6] * 3, at_least(3)),
    ("roll20", "5d10>7", [10] * 5, at_least(7)),
    ("roll20", "3d6>3f1", [6] * 3, lambda *f: sum((x >= 3) - (x == 1) for x in f)),
    ("roll20", "{3d20+5}>21", [20] * 3, lambda *f: sum(x + 5 >= 21 for x in f)),
    ("roll20", "{2d6+1d8+1}>6f<3", [6, 6, 8], lambda *f: sum((x + 1 >= 6) - (x + 1 <= 3) for x in f)),
    ("roll20", "3d6dh1dl1", [6] * 3, lambda *f: middle(f)),
    ("roll20", "4d6k3", [6] * 4, best(3)),
    ("roll20", "{2d6+1,1d8}>7", [6, 6, 8], lambda a, b, c: (a + b + 1 >= 7) + (c >= 7)),
    ("roll20", "[[2d6]]*2 to hit", [6] * 2, lambda a, b: 2 * (a + b)),
    ("avrae", "2d6kh1kl1", [6] * 2, lambda a, b: a + b if a != b else a),
    ("avrae", "3d6ph1pl1", [6] * 3, lambda *f: middle(f) if len(set(f)) > 1 else 2 * f[0]),
    ("avrae", "4d4k1k2k3", [4] * 4, lambda *f: sum(x for x in f if x < 4)),
    ("avrae", "2d6p1", [6] * 2, lambda *f: sum(x for x in f if x != 1)),
    ("avrae", "(1d8-9)/2", [8], lambda a: int((a - 9) / 2)),
    ("avrae", "2d%kh1", [10] * 2, lambda a, b: 10 * max(a - 1, b - 1)),
    ("avrae", "3d6>10", [6] * 3, lambda *f: int(sum(f) > 10)),
    ("foundry", "4d6cs>3", [6] * 4, lambda *f: sum(x > 3 for x in f)),
    ("foundry", "4d6cs>3df", [6] * 4, lambda *f: sum(1 if x > 3 else -1 for x in f)),
    ("foundry", "4d6cs6df<3", [6] * 4, lambda *f: sum((x == 6) - (x < 3) for x in f)),
    ("foundry", "4d6cs6df", [6] * 4, lambda *f: sum(1 if x == 6 else -1 for x in f)),
    ("foundry", "3d6sf<3", [6] * 3, lambda *f: sum(-x if x < 3 else x for x in f)),
    ("foundry", "3d7even", [7] * 3, lambda *f: sum(x % 2 == 0 for x in f)),
    ("foundry", "2d10ms12", [10] * 2, lambda a, b: a + b - 12),
    ("foundry", "2d10ms<12", [10] * 2, lambda a, b: 12 - a - b),
    ("foundry", "{3d6}cs>10", [6] * 3, lambda *f: int(sum(f) > 10)),
    ("foundry", "4d6kh3kl1", [6] * 4, lambda *f: sorted(f)[1]),
    ("foundry", "3dckh2", [2] * 3, lambda *f: min(2, sum(x - 1 for x in f))),
    ("foundry", "1d20xo<10", [20, 20], lambda a, b: a + b if a < 10 else a),
    ("rpg", "4d6>3", [6] * 4, lambda *f: sum(x > 3 for x in f)),
    ("rpg", "4d6<>3", [6] * 4, lambda *f: sum(x != 3 for x in f)),
    ("rpg", "{2d6+1}>7", [6] * 2, lambda a, b: int(a + b + 1 > 7)),
    ("rpg", "3d6dh1kh2", [6] * 3, lambda *f: sorted(f)[1]),
    ("rpg", "2d6max5min2", [6] * 2, lambda *f: sum(min(5, max(2, x)) for x in f)),
    ("anydice", "2d{1..3,0:2,-4}", [6] * 2, lambda *f: sum((1, 2, 3, 0, 0, -4)[x - 1] for x in f)),
    ("anydice", "2@3d6", [6] * 3, lambda *f: sorted(f)[1]),
    ("anydice", "{2..3}@4d6", [6] * 4, lambda *f: sum(sorted(f)[1:3])),
    ("anydice", "[highest of 2d4 and d8]", [4, 4, 8], lambda a, b, c: max(a + b, c)),
    ("anydice", "[middle 2 of 4d6]", [6] * 4, lambda *f: middle(f)),
    ("anydice", "3d6=10", [6] * 3, lambda *f: int(sum(f) == 10)),
    ("anydice", "[explode d3]", [3] * 3, lambda a, b, c: a + (a == 3) * (b + (b == 3) * c)),
    ("", "3d6dh1dl1", [6] * 3, lambda *f: middle(f)),
    ("", "3d6kh1kl1", [6] * 3, lambda *f: min(f) + max(f)),
    ("", "2d6kh1kl1", [6] * 2, lambda *f: sum(f)),
    ("", "4d4kh1|kl1", [4] * 4, lambda *f: max(f) + min(f) if len(set(f)) > 1 else f[0]),
    ("", "4d4dh2dl1", [4] * 4, lambda *f: sorted(f)[1]),
    ("", "4d4dh3dl3", [4] * 4, lambda *_: 0),
    ("", "3d6kh1k=1", [6] * 3, lambda *f: max(f) + sum(x for x in f if x == 1) - (max(f) == 1)),
    ("", "3d6t=evenf=3", [6] * 3, lambda *f: sum((x % 2 == 0) - (x == 3) for x in f)),
    ("", "2d6ro1ro2", [6] * 4, lambda a, b, c, d: (c if a < 3 else a) + (d if b < 3 else b)),
    ("", "2d6xo5xo6", [6] * 4, lambda a, b, c, d: a + b + (c if a > 4 else 0) + (d if b > 4 else 0)),
    ("", "2d4!upto2kh1", [4] * 6, lambda a, b, c, d, e, f: max(a, b, *chain(a, c, d), *chain(b, e, f))),
    ("", "(3d6,)t>=11", [6] * 3, lambda *f: int(sum(f) >= 11)),
    ("", "trunc((1d8-9)/2)", [8], lambda a: int((a - 9) / 2)),
]


def chain(first, second, third):
    """The further dice of a d4 that explodes at most twice."""
    return [] if first < 4 else [second] if second < 4 else [second, third]


@pytest.mark.parametrize(("dialect", "expression", "sides", "total"), BY_HAND, ids=[str(row[:2]) for row in BY_HAND])
def test_every_throw_by_hand_agrees(dialect, expression, sides, total):
    expected = {}
    throws = list(product(*(range(1, each + 1) for each in sides)))
    for faces in throws:
        value = total(*faces)
        expected[value] = expected.get(value, 0) + Fraction(1, len(throws))
    assert chances_of(odds(parse(expression, dialect)))[0] == expected


def test_dice_that_all_differ_are_any_of_the_sets():
    found = chances_of(odds(parse("3d6unique")))[0]
    throws = [faces for faces in product(range(1, 7), repeat=3) if len(set(faces)) == 3]
    assert found == {
        total: Fraction(sum(sum(faces) == total for faces in throws), len(throws)) for total in range(6, 16)
    }
    assert chances_of(odds(parse("2d6unique + 0*1d2")))[0] == chances_of(odds(parse("2d6u", "rpg")))[0]
    assert (
        measures.mean(odds(parse("(1d3)d4unique kh1")))
        == ((Fraction(5, 2) + Fraction(10, 3) + Fraction(15, 4)) / 3).as_integer_ratio()
    )


OPERANDS = ("", "3", ">3", "<3", "=3", ">=3", "<=3", "<>3")
SPELLINGS = sorted(
    {each.rstrip("#=1").removesuffix(" glued") for spoken in (NATIVE, *DIALECTS.values()) for each in spoken.modifiers}
    - {"unique"}  # which is ours alone
)
# What people mean by x3 in no dialect: times three, and three times; and spellings that are ours, or Avrae's with its
# number left out.
OURS = {"x3": {"4d6*3", "3#4d6"}, "f3": {"4d6f=3", "4d6f<=3"}, "ph": {"4d6dh1"}, "pl": {"4d6dl1"}}


def readings(text):
    """The line in our spelling, as each dialect reads it that does."""
    found = set()
    for dialect in DIALECTS:
        try:
            found.add(line_text(parse(text, dialect)))
        except RbfError:
            continue
    return found


@pytest.mark.parametrize("spelling", ["", *SPELLINGS])
def test_every_line_that_an_error_suggests_means_what_a_dialect_means(spelling):
    """The same text is read so by one of the dialects: no hint changes the meaning."""
    suggested = 0
    for operand in OPERANDS:
        text = f"4d6{spelling}{operand}"
        try:
            parse(text)
        except RbfError as error:
            meant = readings(text) | OURS.get(spelling + operand, set())
            for line in error.suggestions:
                suggested += 1
                assert line_text(parse(line)) in meant, (text, line)
    assert suggested or spelling


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_line_suggested_in_a_dialect_is_read_in_it(dialect):
    for spelling in ["", *SPELLINGS]:
        for operand in OPERANDS:
            try:
                parse(f"4d6{spelling}{operand}", dialect)
            except RbfError as error:
                for line in error.suggestions:
                    parse(line, dialect)


@pytest.mark.parametrize("spoken", DIALECTS.values(), ids=DIALECTS)
def test_a_table_says_nothing_that_the_parser_does_not_know(spoken):
    """Each reading is tried with what it takes: none is an internal error, and what is read has one spelling."""
    tails = {"number": "2", "test": "2", "least": "2", "values": "(1,2,3,4,5,6)", "nothing": ""}
    for key, reading in spoken.modifiers.items():
        spelling = key.rstrip("#")
        match reading:
            case Rejection():
                assert reading.message
            case Meaning(takes=takes):
                tail = ("=" if f"{key}#" in spoken.modifiers else "") + tails[takes]
                counted = "cs6" if spelling == "df" else ">5" if spelling == "f" else ""
                text = f"3d6{counted}{spelling.removesuffix(' glued')}{tail}"
                assert line_text(parse(text, "".join(key for key, each in DIALECTS.items() if each is spoken)))


POINTERS = [
    ("1d20+5 Roll for Initiative", "1d20+5 # Roll for Initiative"),
    ("8d6 fireball, half on a save", "8d6 # fireball, half on a save"),
    ("/roll 1d20+5", "1d20+5"),
    ("/gmr 2d6", "2d6"),
    ("!r 2d6", "2d6"),
    ("[[1d20+5]]", "1d20+5"),
    ("2*[[1d6]]", "2*(1d6)"),
    ("4d6 // fire", "4d6 # fire"),
    ("4d6 /* fire */", "4d6 # fire"),
    ("4d6 //", "4d6"),
    ("1d20+5 vs AC 15", "1d20+5 vs 15"),
    ("1d20+5 vs. DC 15", "1d20+5 vs 15"),
    ("1d20+5 vs AC15", "1d20+5 vs 15"),
    ("1d20+5 against 15", "1d20+5 vs 15"),
    ("5d10>8f1", "5d10t>8f1"),
    ("10d8even", "10d8t=even"),
    ("10d8odd", "10d8t=odd"),
    ("6d6cf", "6d6t=1"),
    ("6d6cs>3df", "6d6t>3f<=3"),
    ("6d6sf<3", "6d6neg<3"),
    ("1d20ms15", "1d20 - 15"),
    ("4d6sd", "4d6"),
    ("2d6u", "2d6unique"),
    ("4d6 drop lowest", "4d6dl1"),
    ("4d6 drop the lowest", "4d6dl1"),
    ("4d6 drop highest 2", "4d6dh2"),
    ("4d6 keep 3", "4d6kh3"),
    ("4d6 keep highest 3 + 2", "4d6kh3 + 2"),
    ("2d20 keep lowest", "2d20kl1"),
    ("4d6keep3", "4d6kh3"),
    ("4d6, keep 3 highest", "4d6kh3"),
    ("4d6 best 3", "4d6kh3"),
    ("2W6+3", "2d6+3"),
    ("w20", "d20"),
    ("6x4d6kh3", "6#4d6kh3"),
    ("6 x 4d6kh3", "6#4d6kh3"),
    ("4d6kh3 x6", "6#4d6kh3"),
    ("2d6x2", "2d6*2"),
    ("8d45=21", "8d45t=21"),
    ("8d45 = 21", "8d45 == 21"),
    ("6d6^3", "3#6d6"),
    ("2^3", "2**3"),
    ("d{1,2,4,4}", "1d4map(1, 2, 4, 4)"),
    ("dF.1", "1d6map(-1, 0, 0, 0, 0, 1)"),
    ("[highest 2 of 4d6]", "4d6kh2"),
    ("2d20k", "2d20kh1"),
]


@pytest.mark.parametrize(("foreign", "written"), POINTERS)
def test_common_foreign_spellings_have_a_pointer(foreign, written):
    with pytest.raises(RbfError) as refused:
        parse(foreign)
    assert written in refused.value.suggestions
    assert written in refused.value.hint
    for line in refused.value.suggestions:
        parse(line)


@pytest.mark.parametrize(
    ("foreign", "words"),
    [
        ("1d20+@{dex}", "number"),
        ("2d20kh1 + @abilities.str.mod", "number"),
        ("1d20+?{bonus|0}", "number"),
        ("1d20+5 &{tracker}", "init"),
        ("1t[weather]", "table"),
        ("20d6mt", "mt counts sets of equal dice in Roll20, which rbf cannot"),
    ],
)
@pytest.mark.parametrize("dialect", ["", "roll20"])
def test_what_has_no_spelling_here_says_so(foreign, words, dialect):
    with pytest.raises(RbfError) as refused:
        parse(foreign, dialect)
    assert words in f"{refused.value.message}; {refused.value.hint}"


@pytest.mark.parametrize(
    ("foreign", "words"),
    [
        ("1d20+5 vs DC", "replace DC with a number or dice"),
        ("6d6df<2", "write the count first"),
        ("6d6sf", "write neg with a condition"),
        ("6d6sf<3", "write neg with a condition"),
    ],
)
def test_what_another_program_alone_means_is_explained(foreign, words):
    with pytest.raises(RbfError) as refused:
        parse(foreign)
    assert words in f"{refused.value.message}; {refused.value.hint}"


@pytest.mark.parametrize(
    ("text", "avoided"),
    [
        ("6d6^3", "6d6**3"),
        ("8d45=21", "8d45 == 21"),
        ("d20 adv", "d20 # adv"),
        ("1d20+5 against 15", "1d20+5 # against 15"),
        ("1d20+5 vs DC", "1d20 + 5 vs 1d2map(0, 1)"),
    ],
)
def test_no_hint_changes_the_meaning(text, avoided):
    with pytest.raises(RbfError) as refused:
        parse(text)
    assert avoided not in refused.value.suggestions


@pytest.mark.parametrize("between", ["ac ", "dc", "ac dc ", " ", "vs ", "// ", "t[", "@{"])
def test_a_hint_is_found_however_often_its_signs_are_there(between):
    """Each `ac` could be read in two ways, so that `1d20 vs` and thirty of them took minutes to refuse."""
    with pytest.raises(RbfError):
        parse(f"1d20 vs {between * (DICE_LETTERS // len(between) - 10)}x")


def test_notation_of_ours_in_a_dialect_says_so():
    with pytest.raises(RbfError, match="unknown dice notation 't'") as refused:
        parse("4d6t3", "roll20")
    assert refused.value.hint == "remove --dialect: this is rbf's own notation"


@pytest.mark.parametrize(
    ("expression", "dialect"),
    [
        ("3d6!", "avrae"),
        ("4d6t3", "roll20"),
        ("4d6rr<3", "roll20"),
        ("4d6rr<3", "rpg"),
        ("4d6r<3", "avrae"),
        ("2**3", "avrae"),
        ("d%", "roll20"),
        ("5d10>7", "foundry"),
        ("5d10 > 7", "foundry"),
        ("3d6f1", "roll20"),
        ("4d6cs>3cf<3", "foundry"),
        ("4d6cs>3df>5", "foundry"),
        ("1d20 adv", "avrae"),
        ("[middle 1 of 2d6]", "anydice"),
        ("[explode 2d6]", "anydice"),
        ("{1,3}@4d6", "anydice"),
        ("3d6r2", "rpg"),
    ],
)
def test_what_a_dialect_does_not_know_is_refused_in_it(expression, dialect):
    with pytest.raises(RbfError):
        parse(expression, dialect)

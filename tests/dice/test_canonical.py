"""Tree to text and back: every tree that can be written is read as itself."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.notation.canonical import line_text
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.tree import (
    Binary,
    Call,
    Clamp,
    Count,
    Drop,
    Explode,
    Extreme,
    FaceTest,
    Group,
    Keep,
    Labelled,
    Mark,
    Modified,
    Negate,
    Negative,
    Number,
    Pool,
    Relabel,
    Reroll,
    RollLine,
    Tally,
    Unique,
)

small = st.integers(0, 9)
numbers = st.builds(Number, small) | st.builds(Number, st.sampled_from([5, 25, 105]), st.sampled_from([1, 2]))
parities = st.builds(FaceTest, st.sampled_from(["even", "odd"]))
conditions = st.builds(FaceTest, st.sampled_from(["=", "<", ">", "<=", ">="]), st.integers(-3, 9)) | parities
several = st.lists(conditions, min_size=1, max_size=2).map(tuple)
selectors = st.lists(st.builds(Extreme, st.booleans(), small) | conditions, min_size=1, max_size=2).map(tuple)
tests = st.lists(st.builds(Tally, conditions, st.sampled_from([1, -1])), min_size=1, max_size=2).map(tuple)
explosions = st.builds(
    Explode, several | st.just(()), st.integers(0, 3), compound=st.booleans(), penetrate=st.booleans()
)
both_ends = st.builds(lambda one, two: (Extreme(True, one), Extreme(False, two)), small, small)  # noqa: FBT003
modifiers = st.one_of(
    st.builds(Keep, selectors),
    st.builds(Drop, selectors),
    st.builds(Keep, both_ends, shared=st.booleans()),
    st.builds(Drop, both_ends, shared=st.booleans()),
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
    kinds = Keep | Drop | Reroll | Explode
    return all(type(one) is not type(other) or not isinstance(one, kinds) for one, other in pairwise(run))


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

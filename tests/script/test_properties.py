"""Properties: a statement said is read as the same statement; whatever is read is a statement or a placed mistake."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.render.style import Style
from rbfcli.script import statements
from rbfcli.script.context import FACTS, LAST
from rbfcli.script.expressions import tree
from rbfcli.script.expressions.reader import WORDS
from rbfcli.script.expressions.writer import expression_text
from rbfcli.script.lines import RawLine, ScriptLine, script_lines
from rbfcli.script.options import RunOptions
from rbfcli.script.output import Streams
from rbfcli.script.play import play_script
from rbfcli.script.reader import Reader
from rbfcli.script.script_errors import ScriptError
from rbfcli.script.source import Source
from rbfcli.script.writer import statement_text
from rbfcli.session.origin import of_file
from rbfcli.session.storage import MemoryStorage

NOWHERE = ScriptLine("test.rbf", "", ((0, 1, 0),))
TAKEN = (*WORDS, *FACTS, LAST)

variables = st.from_regex(r"[a-z_][a-z0-9_]{0,5}", fullmatch=True).filter(lambda name: name not in TAKEN)
fields = st.from_regex(r"[a-z][a-z0-9]{0,3}(-[a-z]{1,3})?", fullmatch=True).filter(lambda name: name not in WORDS)
texts = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=8)
constants = st.one_of(
    st.integers(0, 10**9).map(lambda number: tree.Constant(number, str(number))),
    st.sampled_from([tree.Constant(True, "true"), tree.Constant(False, "false"), tree.Constant(None, "none")]),  # noqa: FBT003
)
leaves = st.one_of(
    constants,
    texts.map(lambda text: tree.TextLiteral(text, 0)),
    fields.map(lambda name: tree.Name(name, 0)),
    fields.map(lambda name: tree.Selector(f"@{name}", 0)),
    st.sampled_from([tree.Odds("attack vex thug1 --dice (5)", 0), tree.Call("standing", None, 0)]),
)


def branches(inner):
    """Every kind of expression that holds others."""
    binary = st.sampled_from(["+", "-", "*", "/", "//", "%"])
    compared = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "not in"])
    return st.one_of(
        st.builds(tree.ListLiteral, st.lists(inner, max_size=3).map(tuple), st.just(0)),
        st.builds(tree.Range, inner, inner, st.just(0)),
        st.builds(tree.Field, inner, st.one_of(fields, texts), st.just(0)),
        st.builds(tree.Call, st.sampled_from(["roll", "standing", "count", "simulate"]), inner, st.just(0)),
        st.builds(tree.Negative, inner, st.just(0)),
        st.builds(tree.Not, inner),
        st.builds(tree.Binary, binary, inner, inner, st.just(0)),
        st.builds(tree.Comparison, compared, inner, inner, st.just(0)),
        st.builds(tree.Logical, st.sampled_from(["and", "or"]), inner, inner),
    )


expressions = st.recursive(leaves, branches, max_leaves=8)
plain_words = st.lists(st.from_regex(r"[a-z][a-z0-9-]{0,6}", fullmatch=True), min_size=1, max_size=4)
words = plain_words.map(lambda each: statements.WordTemplate(" ".join(each), tuple(each)))
commands = plain_words.map(
    lambda each: statements.Command(NOWHERE, 0, statements.WordTemplate(" ".join(["show", *each]), ("show", *each)))
)
messages = st.one_of(st.just(statements.WordTemplate("", ())), words)
here = st.just(NOWHERE), st.just(0)
simple = st.one_of(
    commands,
    st.builds(statements.Let, *here, variables, expressions),
    st.builds(statements.Include, *here, words),
    st.builds(statements.Expect, *here, expressions, messages),
    st.builds(statements.ExpectRefused, *here, commands, messages),
    st.builds(statements.GivenDice, *here, words),
    st.builds(statements.Seed, *here, words),
    st.builds(statements.Print, *here, words),
)


def blocks(inner):
    """Every kind of statement that holds others."""
    body = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(
        st.builds(statements.If, *here, expressions, body, body),
        st.builds(statements.Repeat, *here, expressions, body),
        st.builds(statements.For, *here, variables, expressions, body),
        st.builds(statements.While, *here, expressions, body),
        st.builds(statements.Try, *here, body, body),
    )


def shape(node):
    """A tree without the places in it."""
    return re.sub(r"line=Line\([^()]*\(\([0-9, ]*\)(?:, \([0-9, ]*\))*,?\)\), |,? ?at=\d+", "", repr(node))


def read(text):
    """The only statement of a text."""
    raw_lines_ = [RawLine(number, line) for number, line in enumerate(text.split("\n"), 1)]
    reader = Reader(script_lines(raw_lines_, "test.rbf", transcript=False))
    statement = reader.next()
    assert reader.next() is None
    return statement


@given(expressions)
def test_an_expression_said_is_read_as_the_same(expression):
    read_again = read(f"let n = {expression_text(expression)}").value
    assert expression_text(read_again) == expression_text(expression)
    assert shape(read_again) == shape(expression)


@given(st.recursive(simple, blocks, max_leaves=6))
def test_a_statement_said_is_read_as_the_same(statement):
    text = statement_text(statement)
    assert statement_text(read(text)) == text


ALPHABET = (
    *(
        "let ",
        "if ",
        "else ",
        "for ",
        "in ",
        "repeat ",
        "while ",
        "try ",
        "expect ",
        "refused ",
        "print ",
        "dice ",
        "note ",
    ),
    *("{ ", "} ", "\n", "> ", "\\\n", "# ", '"', "'", "$n ", "${", "(", ")", "[", "]", ".", "..", "1", " + ", "- "),
    *("==", "=", "odds(", "not ", "vex", "@", "\x00", "\u202e", "é"),
)


@given(st.lists(st.sampled_from(ALPHABET), max_size=30).map("".join))
def test_whatever_is_typed_is_statements_or_a_placed_mistake(text):
    raw_lines_ = [RawLine(number, line) for number, line in enumerate(text.split("\n"), 1)]
    reader = Reader(script_lines(raw_lines_, "test.rbf", transcript=None))
    try:
        while reader.next() is not None:
            pass
    except ScriptError as wrong:
        number, column = reader.line.place(wrong.at)
        assert 1 <= number <= len(raw_lines_)
        assert 1 <= column <= len(raw_lines_[number - 1].text) + 1


PIECES = (
    *ALPHABET,
    *(
        "attack vex thug1 ",
        "attack thug1 vex ",
        "turn next",
        "undo ",
        "redo ",
        "show ",
        "damage @foes 3",
        "--dice 5,7 ",
    ),
    *(
        "condition add ",
        "prone ",
        "let n = ",
        "vex.hp",
        "last.total",
        "standing(crew)",
        "@foes",
        "round",
        "count(",
        "in 1..3",
    ),
    *(
        "expect vex.hp > 5\n",
        "repeat 2 { ",
        "for who in @foes { damage $who 1 }\n",
        "} else { ",
        "seed x\n",
        "dice 5\n",
    ),
)


@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join), st.sampled_from(["json", "quiet", "keep_going"]))
def test_whatever_is_run_ends_with_a_status_and_a_sentence(pit, text, option):
    told = []
    content = iter([b"start pit.toml --seed s", b"init --set vex=20", *text.encode().split(b"\n")])
    source = Source("test.rbf", str(pit / "test.rbf"), str(pit), content, of_file(str(pit / "test.rbf")))
    streams = Streams(told.append, told.append, Style())
    _, status = play_script(source, MemoryStorage(), RunOptions(max_steps=200, **{option: True}), streams)
    assert status in {0, 1, 2, 3, 5}
    assert not [each for each in told if "\x00" in each or "\u202e" in each]


@pytest.fixture(scope="module")
def pit(tmp_path_factory):
    """A folder with an encounter."""
    folder = tmp_path_factory.mktemp("pit")
    (folder / "pit.toml").write_text((Path(__file__).parent / "pit.toml").read_text())
    return folder

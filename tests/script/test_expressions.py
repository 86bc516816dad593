"""Expressions: exact numbers, texts, lists, paths into the fight, and errors that point at a column."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.core.errors import Refusal
from rbfcli.render.sentences import Style
from rbfcli.script import expressions as tree
from rbfcli.script import parser
from rbfcli.script.context import FACTS, LAST, RunOptions
from rbfcli.script.evaluate import Facts, evaluate, text_of
from rbfcli.script.expressions import WORDS, expression_text, read_expression
from rbfcli.script.output import Streams
from rbfcli.script.parser import Reader, statement_text
from rbfcli.script.runner import play_script
from rbfcli.script.source import RawLine, ScriptError, ScriptLine, Source, script_lines
from rbfcli.session.file_store import MemoryStorage
from rbfcli.session.origin import of_file


class Empty:
    """A world with two variables and no fight."""

    def named(self, name):
        """A variable."""
        known = {"n": 7, "ids": ("a", "b"), "facts": Facts("fact", {"one": 1})}
        if name not in known:
            raise Refusal(f"no {name}")
        return known[name]

    def roll(self, notation):
        """Dice that show how long they are written."""
        return len(notation)

    def spend(self, steps):
        """It is small enough to have no budget."""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", "7"),
        ("(1 + 2) * 3", "9"),
        ("10 - 3 - 2", "5"),
        ("9/20", "9/20"),
        ("9/20 + 11/20", "1"),
        ("0.45 == 9/20", "true"),
        ("7 // 2", "3"),
        ("-7 // 2", "-4"),
        ("7 % 3", "1"),
        ("- -2", "2"),
        ("n * 2", "14"),
        ("1..3", "1..3"),
        ("count(1..6)", "6"),
        ("count(5..4)", "0"),
        ("3 in 1..6", "true"),
        ("5/2 in 1..6", "false"),
        ("[1, 2] + [3]", "[1, 2, 3]"),
        ("2 in [1, 2]", "true"),
        ("2 not in [1, 2]", "false"),
        ('"ro" in "prone"', "true"),
        ('"a" + "b"', "ab"),
        ("'a' < \"b\"", "true"),
        ("not 1 == 2", "true"),
        ("1 == 1 and 2 == 3", "false"),
        ("0 or 5", "5"),
        ("0 and nobody", "0"),
        ("ids == 2", "true"),
        ("0 < ids", "true"),
        ("ids == [\"a\", 'b']", "true"),
        ("1..2 == [1, 2]", "true"),
        ("none == 0", "false"),
        ("true", "true"),
        ("facts.one", "1"),
        ('roll("2d8+3")', "5"),
        ('"say \\"hi\\""', 'say "hi"'),
        ("5 # and no more", "5"),
    ],
)
def test_value(text, value):
    expression, _ = read_expression(text, 0)
    assert text_of(evaluate(expression, Empty())) == value


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "expected an expression"),
        ("1 +", 4, "expected an expression"),
        ("1 + * 2", 5, "expected an expression, not '*'"),
        ("(1 + 2", 7, "expected `)` to close the parenthesis"),
        ("[1 2]", 4, "expected `,` between the items of a list"),
        ("1 < 2 < 3", 7, "comparisons cannot be chained"),
        ("1 not 2", 7, "expected `in` after `not`"),
        ("vex.", 5, "expected the name of a field after the dot"),
        ('"open', 1, "the quote is not closed"),
        ("1 = 2", 3, "unexpected '=' in an expression"),
        ("$n", 1, "unexpected '$' in an expression"),
        ("odds", 1, "odds needs a command"),
        ("odds(attack (vex)", 5, "odds( is not closed"),
        ("roll 5", 1, "roll needs parentheses"),
        ("and 1", 1, "expected an expression, not 'and'"),
        ("1 + 123456789012345678901", 5, "a number has at most 20 digits"),
        ("(" * 40 + "1", 34, "the expression is nested more than 32 deep"),
        ("not " * 40 + "1", 133, "the expression is nested more than 32 deep"),
        ("1" + "+1" * 200, 257, "an expression has at most 256 words and symbols"),
    ],
)
def test_text_that_is_no_expression(text, column, message):
    with pytest.raises(ScriptError) as caught:
        read_expression(text, 0)
    assert (caught.value.at + 1, caught.value.error.message) == (column, message)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("1 + nobody", 5, "no nobody"),
        ("1 / 0", 3, "divide by zero"),
        ('1 + "a"', 3, "cannot calculate 1 + a"),
        ("1 < 'a'", 3, "cannot compare 1 and a with <"),
        ("1 in 5", 3, "5 is not a list or text that could contain 1"),
        ("[[1]]", 1, "a list cannot contain a list"),
        ("1..5/2", 2, "5/2 is not a whole number"),
        ("1..10000000000", 2, "a count is at most 1000000000"),
        ("n.hp", 3, "7 has no fields"),
        ("facts.two", 7, "there is no fact 'two'"),
        ("count(5)", 1, "5 is not a list"),
        ("roll([])", 1, "roll expects text, not []"),
        ("[1] + (1..20000)", 5, "a list has at most 10000 items"),
    ],
)
def test_expression_without_a_value(text, column, message):
    expression, end = read_expression(text, 0)
    assert end == len(text)
    with pytest.raises(ScriptError) as caught:
        evaluate(expression, Empty())
    assert (caught.value.at + 1, caught.value.error.message) == (column, message)


def test_paths_lead_into_the_fight(fight):
    ran = fight(
        "expect vex.hp == 15",
        "expect vex.skills.melee == 3",
        "expect vex.skills.brawl == none",
        'expect "melee" in vex.skills',
        'expect "prone" not in vex.conditions',
        "condition add vex prone --rounds 2",
        'expect "prone" in vex.conditions',
        "expect vex.conditions.prone",
        "expect vex.conditions.prone.rounds == 3",
        "expect vex.armour-broken == false",
        "expect old-tom.hp == 5",
        'expect "old-tom".hp == "Old Tom".hp',
        "expect @active.name == 'Vex'",
        "expect @weakest.hp == 5",
        "expect count(@foes) == 2",
        "expect turn == vex and active == turn and turn.hp == 15",
        "expect round == 1 and not over",
        "expect options.critical == 'ask'",
        "expect board.places == 0",
        "expect system == 'rbf' and title == 'The pit'",
        "expect standing(dockers) == [thug1, old-tom]",
        "expect standing(dockers) == 2 and standing() == 3",
        "expect vex.side == crew",
    )
    assert (ran.status, ran.error) == (0, "")


def test_last_is_the_last_command_that_was_played(fight):
    ran = fight(
        "expect last.total != none",
        "attack vex thug1 --dice 5,7",
        "show",
        "expect last.outcome == success",
        "expect last.total == 15 and last.margin == 3",
    )
    assert (ran.status, ran.error) == (0, "")


def test_odds_are_those_of_the_command_as_it_would_be_typed(fight):
    ran = fight(
        "expect odds(attack vex thug1).success == 33/64",
        "expect odds(attack vex thug1 --advantage 1).struggle < 1/3",
        "expect odds(note (a bracket)).success == 0",
        'expect odds(note "a \\") bracket").success == 0',
        "expect odds(attack vex thug1).sucess == 0",
    )
    assert ran.status == 2
    assert "test.rbf:7:31: there is no outcome 'sucess'; did you mean success?" in ran.error


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("expect vex.hpp == 1", "3:12: there is no field 'hpp'; did you mean hp?"),
        ("expect vexx.hp == 1", "3:8: there is no fact or name 'vexx'; did you mean vex?"),
        ("expect standing(dockes) == 0", "3:17: there is no fact or name 'dockes'; did you mean dockers"),
        ('expect standing("dokers") == 0', "3:8: there is no side 'dokers'; did you mean dockers?"),
        ('expect roll("2d") == 1', "3:8: "),
        ("expect odds(atack vex thug1).success == 1", "3:8: 'atack vex thug1' is not a command of this fight"),
        ("expect @nobody.hp == 1", "3:8: there is no selector '@nobody'"),
    ],
)
def test_a_mistake_in_an_expression_is_placed(fight, line, message):
    ran = fight(line)
    assert ran.status in {1, 2}
    assert f"test.rbf:{message}" in ran.error


# Properties: a statement said is read as the same statement; whatever is read is a statement or a placed mistake.


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
    st.sampled_from([tree.OddsCall("attack vex thug1 --dice (5)", 0), tree.Call("standing", None, 0)]),
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
words = plain_words.map(lambda each: parser.WordTemplate(" ".join(each), tuple(each)))
commands = plain_words.map(
    lambda each: parser.CommandStatement(NOWHERE, 0, parser.WordTemplate(" ".join(["show", *each]), ("show", *each)))
)
messages = st.one_of(st.just(parser.WordTemplate("", ())), words)
here = st.just(NOWHERE), st.just(0)
simple = st.one_of(
    commands,
    st.builds(parser.Let, *here, variables, expressions),
    st.builds(parser.Include, *here, words),
    st.builds(parser.Expect, *here, expressions, messages),
    st.builds(parser.ExpectRefused, *here, commands, messages),
    st.builds(parser.GivenDice, *here, words),
    st.builds(parser.Seed, *here, words),
    st.builds(parser.Print, *here, words),
)


def blocks(inner):
    """Every kind of statement that holds others."""
    body = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(
        st.builds(parser.If, *here, expressions, body, body),
        st.builds(parser.Repeat, *here, expressions, body),
        st.builds(parser.For, *here, variables, expressions, body),
        st.builds(parser.While, *here, expressions, body),
        st.builds(parser.Try, *here, body, body),
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

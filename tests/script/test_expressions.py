"""Expressions: exact numbers, texts, lists, paths into the fight, and errors that point at a column."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rbfcli.core.errors import Refusal
from rbfcli.render.sentences import Style
from rbfcli.script.context import RunOptions
from rbfcli.script.evaluate import Facts, evaluate, text_of
from rbfcli.script.expressions import read_expression
from rbfcli.script.output import Streams
from rbfcli.script.parser import Reader
from rbfcli.script.runner import play_script
from rbfcli.script.source import RawLine, ScriptError, Source, script_lines
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
        ('"open', 1, "missing closing quote"),
        ("1 = 2", 3, "unexpected '=' in an expression"),
        ("$n", 1, "unexpected '$' in an expression"),
        ("odds", 1, "odds needs a command"),
        ("odds(attack (vex)", 5, "missing ) after odds("),
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
        ("1 / 0", 3, "cannot divide by zero"),
        ('1 + "a"', 3, "cannot calculate 1 + a"),
        ("1 < 'a'", 3, "cannot compare 1 and a with <"),
        ("1 in 5", 3, "5 is not a list or text that could contain 1"),
        ("[[1]]", 1, "a list cannot contain a list"),
        ("1..5/2", 2, "5/2 is not a whole number"),
        ("1..10000000000", 2, "a repeat can have at most 1000000000 rounds"),
        ("n.hp", 3, "7 has no fields"),
        ("facts.two", 7, "unknown fact 'two'"),
        ("count(5)", 1, "5 is not a list"),
        ("roll([])", 1, "roll expects text, not []"),
        ("[1] + (1..20000)", 5, "a list can have at most 10000 items"),
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
    assert "test.rbf:7:31: unknown outcome 'sucess'; did you mean success?" in ran.error


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("expect vex.hpp == 1", "3:12: unknown field 'hpp'; did you mean hp?"),
        ("expect vexx.hp == 1", "3:8: unknown name 'vexx'; did you mean vex?"),
        ("expect standing(dockes) == 0", "3:17: unknown name 'dockes'; did you mean dockers"),
        ('expect standing("dokers") == 0', "3:8: unknown side 'dokers'; did you mean dockers?"),
        ('expect roll("2d") == 1', "3:8: "),
        ("expect odds(atack vex thug1).success == 1", "3:8: 'atack vex thug1' is not a command of this fight"),
        ("expect @nobody.hp == 1", "3:8: unknown selector '@nobody'"),
    ],
)
def test_a_mistake_in_an_expression_is_placed(fight, line, message):
    ran = fight(line)
    assert ran.status in {1, 2}
    assert f"test.rbf:{message}" in ran.error


# Properties: an expression is worth what Python makes of it; whatever is read is a statement or a placed mistake.


def read(text):
    """The only statement of a text."""
    raw_lines_ = [RawLine(number, line) for number, line in enumerate(text.split("\n"), 1)]
    reader = Reader(script_lines(raw_lines_, "test.rbf", transcript=False))
    statement = reader.next()
    assert reader.next() is None
    return statement


def joined(operands, operators):
    """Every way to join expressions: with one of some operators, each side in parentheses or not."""
    sides = operands.flatmap(lambda text: st.sampled_from([text, f"({text})"]))
    return st.builds("{} {} {}".format, sides, st.sampled_from(operators), sides)


numbers = st.recursive(
    st.integers(0, 99).map(str),
    lambda inner: st.one_of(joined(inner, ["+", "-", "*", "//", "%"]), inner.map("-({})".format)),
    max_leaves=6,
)
comparisons = st.builds("{} {} {}".format, numbers, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), numbers)
truths = st.recursive(
    comparisons, lambda inner: st.one_of(joined(inner, ["and", "or"]), inner.map("not ({})".format)), max_leaves=4
)


@given(st.one_of(numbers, truths))
def test_an_expression_is_worth_what_python_makes_of_it(text):
    try:
        expected = eval(text)  # noqa: S307 - numbers and operators alone
    except ZeroDivisionError:
        assume(False)  # noqa: FBT003
    statement = read(f"let n = {text}")
    assert evaluate(statement.value, Empty()) == expected
    assert statement.text == f"let n = {text}"


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
    results = play_script(source, MemoryStorage(), RunOptions(max_steps=200, **{option: True}), streams)
    assert results.status in {0, 1, 2, 3, 5}
    assert not [each for each in told if "\x00" in each or "\u202e" in each]


@pytest.fixture(scope="module")
def pit(tmp_path_factory):
    """A folder with an encounter."""
    folder = tmp_path_factory.mktemp("pit")
    (folder / "pit.toml").write_text((Path(__file__).parent / "pit.toml").read_text())
    return folder

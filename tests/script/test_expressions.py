"""Expressions: exact numbers, texts, lists, paths into the fight, and errors that point at a column."""

import pytest

from rbfcli.kernel.errors import Refusal
from rbfcli.script.expressions.evaluate import Facts, evaluate
from rbfcli.script.expressions.reader import read_expression
from rbfcli.script.expressions.values import text_of
from rbfcli.script.script_errors import ScriptError


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

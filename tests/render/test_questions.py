"""A question is told with the names of its people and its facts, and nothing of them plays with the terminal."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.events import Asked
from rbfcli.kernel.fight import Combatant, Fight, Question
from rbfcli.render.menu import MORE, TAKEN
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.systems.rbf import RULES as RBF

WORDS = {"question.parry": "{who} may parry {target} with the {thing}"}
RULES = replace(RBF, words=WORDS)
FIGHT = Fight(system="x", combatants={"ada": Combatant(name="Ada"), "thug": Combatant(name="A thug")})


def question(who="ada"):
    """Whether somebody parries the thug."""
    facts = {"target": "thug", "thing": "knife\x1b[31m"}
    return Question(kind="parry", who=who, answers=("yes", "no"), rule="X-1", facts=facts, lapses=True)


def test_a_question_names_who_decides_on_whom_and_its_facts():
    assert narrate([Asked(question=question())], FIGHT, FIGHT, RULES, Style()) == [
        "? Ada may parry a thug with the knife\\x1b[31m  (or go on)",
        "  1  yes",
        "  2  no",
    ]


def test_of_several_questions_each_says_whose_its_answer_is():
    both = (question("ada"), question("thug"))
    after = replace(FIGHT, questions=both)
    lines = narrate([Asked(question=each) for each in both], FIGHT, after, RULES, Style())
    assert [*lines[1:3], *lines[4:]] == ["  ada 1  yes", "  ada 2  no", "  thug 1  yes", "  thug 2  no"]


def test_an_answer_is_told_in_the_words_of_its_question_of_all_questions_of_its_condition_or_of_its_name():
    rules = replace(RULES, words={**WORDS, "answer.yes": "it goes ahead", "answer.parry.yes": "the knife meets it"})
    asked = replace(question(), answers=("yes", "no", "prone", "thug"), free_text=True)
    assert narrate([Asked(question=asked)], FIGHT, FIGHT, rules, Style())[1:] == [
        "    1  yes               the knife meets it",
        "    2  no",
        f"    3  prone             {RBF.conditions['prone'].begins}",
        "    4  thug              A thug",
        '  say  "your own words"  told as they are, with no effect on the numbers',
    ]
    other = replace(asked, kind="riposte", answers=("yes",), free_text=False)
    assert narrate([Asked(question=other)], FIGHT, FIGHT, rules, Style())[1:] == ["  1  yes  it goes ahead"]


def critical(columns, rows):
    """The longest menu there is, RBF's critical success, as it stands on a terminal."""
    answers = ("double", "silent", "thrown", "stunned", "blind", "strafe", "cripple", "disarm", "lacerate", "shove")
    asked = Question(kind="critical", who="ada", answers=(*answers, "sunder", "trip"), free_text=True, rule="RBF-ATK-2")
    style = Style(tables=True, width=columns, height=rows)
    return narrate([Asked(question=asked)], FIGHT, replace(FIGHT, questions=(asked,)), RBF, style)


@pytest.mark.parametrize(("columns", "rows"), [(40, 24), (60, 24), (80, 24), (80, 18), (120, 18)])
def test_a_menu_fits_the_screen_below_its_question_and_says_what_each_answer_does(columns, rows):
    lines = critical(columns, rows)
    assert lines[0].startswith("? Ada scored")
    assert len(lines) <= rows - TAKEN
    assert max(map(len, lines)) <= columns
    assert "back a metre for each 2 points of margin" in " ".join(" ".join(lines).split())


def test_where_the_columns_of_a_menu_would_break_into_too_many_rows_they_give_way():
    assert critical(80, 24)[1] == "    1  double            the damage twice"
    assert critical(40, 24)[2] == "1 double: the damage twice"
    assert critical(40, 0)[2:4] == ["    1  double            the damage", "       twice"]


def test_a_question_whose_menu_has_no_room_stands_below_the_names_of_its_answers():
    lines = critical(40, 14)
    assert (lines[0], lines[-3:]) == (
        "1 double, 2 silent, 3 thrown, 4 stunned,",
        [MORE, "? Ada scored a critical success: what", "    does it bring?"],
    )
    assert len(lines) <= 14 - TAKEN


def test_questions_that_wait_together_share_the_screen():
    both = (replace(question("ada"), free_text=True), replace(question("thug"), free_text=True))
    style = Style(tables=True, width=40, height=16)
    lines = narrate([Asked(question=each) for each in both], FIGHT, replace(FIGHT, questions=both), RULES, style)
    assert len(lines) <= 16 - TAKEN
    assert len([line for line in lines if line.startswith("? ")]) == 2

"""A question is told with the names of its people and its facts, and nothing of them plays with the terminal."""

from msgspec.structs import replace

from rbfcli.kernel.events import Asked
from rbfcli.kernel.fight import Combatant, Fight, Question
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

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
        "? Ada may parry a thug with the knife\\x1b[31m",
        "  choose yes | no  (or go on)",
    ]


def test_of_several_questions_each_says_whose_its_answer_is():
    both = (question("ada"), question("thug"))
    after = replace(FIGHT, questions=both)
    lines = narrate([Asked(question=each) for each in both], FIGHT, after, RULES, Style())
    assert [lines[1], lines[3]] == ["  choose ada yes | no  (or go on)", "  choose thug yes | no  (or go on)"]

"""A question is told with the names of its people and its facts, and nothing of them plays with the terminal."""

from rbfcli.kernel.events import Asked
from rbfcli.kernel.fight import Combatant, Fight, Question
from rbfcli.render.style import Style
from rbfcli.render.told import told

WORDS = {"question.parry": "{who} may parry {target} with the {thing}"}


def test_a_question_names_who_decides_on_whom_and_its_facts():
    fight = Fight(system="x", combatants={"ada": Combatant(name="Ada"), "thug": Combatant(name="A thug")})
    facts = {"target": "thug", "thing": "knife\x1b[31m"}
    asked = Asked(
        question=Question(kind="parry", who="ada", answers=("yes", "no"), rule="X-1", facts=facts, lapses=True)
    )
    assert told([asked], fight, fight, WORDS, Style()) == [
        "? Ada may parry A thug with the knife\\x1b[31m",
        "  choose yes | no  (or go on)",
    ]

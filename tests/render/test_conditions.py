"""A condition is told by the words of its row, not at all where they are empty, and as noted where nobody knows it."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel import conditions
from rbfcli.kernel.conditions import ConditionRow
from rbfcli.kernel.events import Afflicted, Relieved
from rbfcli.kernel.fight import Combatant, Condition, Fight
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.systems.rbf import RULES as RBF

ROWS = conditions.table(
    ConditionRow(name="dazed", rule="GM", begins="is dazed", ends="sees straight again"),
    ConditionRow(name="marked", rule="GM", begins=""),
    ConditionRow(name="asleep", rule="GM", begins="sleeps", ends="wakes", gives_way=True),
    ConditionRow(name="gone", rule="GM", begins="is gone", replaces=("asleep", "dazed")),
)
RULES = replace(RBF, conditions=ROWS, words=conditions.words(ROWS))
FIGHT = Fight(system="x", combatants={"ada": Combatant(name="Ada")})


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (Afflicted(who="ada", name="dazed", condition=Condition()), ["Ada is dazed"]),
        (Relieved(who="ada", name="dazed"), ["Ada sees straight again"]),
        (Afflicted(who="ada", name="marked", condition=Condition()), []),
        (Relieved(who="ada", name="marked"), []),
        (
            Afflicted(who="ada", name="gasping", condition=Condition()),
            ["Ada is now gasping (noted, no effect on the numbers)"],
        ),
    ],
)
def test_a_condition_is_told_by_its_row(event, lines):
    assert narrate([event], FIGHT, FIGHT, RULES, Style()) == lines


def test_the_end_of_what_gives_way_to_another_is_not_told():
    """Who is gone does not wake; but sees straight again, as that does not give way; and who only wakes, wakes."""
    waking, seeing = (Relieved(who="ada", name=name) for name in ("asleep", "dazed"))
    gone = Afflicted(who="ada", name="gone", condition=Condition())
    assert narrate([waking, gone], FIGHT, FIGHT, RULES, Style()) == ["Ada is gone"]
    assert narrate([waking, seeing, gone], FIGHT, FIGHT, RULES, Style()) == [
        "Ada wakes", "Ada sees straight again", "Ada is gone"
    ]  # fmt: skip
    dazed = Afflicted(who="ada", name="dazed", condition=Condition())
    assert narrate([waking, dazed], FIGHT, FIGHT, RULES, Style()) == ["Ada wakes", "Ada is dazed"]
    assert narrate([waking, replace(gone, who="bob")], FIGHT, FIGHT, RULES, Style())[0] == "Ada wakes"

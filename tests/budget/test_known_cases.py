"""What once took minutes or gigabytes ends with a limit, within its budget, in a process that may not take more."""

import pytest

from tools.budget.cases import LIMIT, all_cases
from tools.budget.measuring import measure, prepare

CASES = {each.name: each for each in all_cases()}
LIMITS = (
    "odds 1>49**94d6e6d6",
    "odds d100!!!>5",
    "odds 1000d6kh500",
    "odds --json 9**94d6",
    "1,000 combatants with count = 1000",
    "an integer of 7 MB",
    "half a million unknown keys",
    "3,000 nested blocks",
    "a fraction of 7 MB",
    "dotted keys",
    "empty lines",
    "escapes",
    "roll - of a line of 7 MB",
    "script: while true",
    "script: while true, going on",
    "script: a continued line",
    "script: print a long text",
    "script: 100,000 lines of prints",
    "script: logs in a loop",
    "script: seeds in a loop",
    "script: values filled in",
    "script: lists printed as words",
    "script: many pairs set",
    "script: many pairs refused",
    "roll -n 1000 1000d6",
    "roll -n 1000 1000d6 --json",
    "odds max(1>49**94d6e6d6,1d10)",
    "odds 62d84d6kh3",
    "combining characters",
    "a long unknown key",
    "a text of 7 MB",
    "a list of tables",
    "odds d100000-d100000*d7",
    "odds (20d6)d6!kh3",
    "2,000: a glob of brackets",
    "2,000: 5,000 globs of all",
    "at the prompt: a million rolls",
    "at the prompt: harm for ever",
    "words: 10,000 pairs",
    "save: half a million unknown keys",
)
# In the gate, tests/script spends a tenth of the budget of a script on these.
SPENT = (
    "script: lists joined for ever",
    "script: fractions in a loop",
    "script: odds of a command in a loop",
    "script: rolls of 1,000 dice in a loop",
    "script: attacks in a loop",
    "script: a start in a loop",
)
ANSWERED = ("odds d20100kh0x10", "from = [x]", "count of true", "a block that is a number")


@pytest.mark.parametrize("name", [*LIMITS, *(pytest.param(name, marks=pytest.mark.slow) for name in SPENT)])
def test_a_limit_is_reached(name, tmp_path):
    case = CASES[name]
    prepare(case, tmp_path)
    taken = measure(case, tmp_path)
    assert taken.status == LIMIT, taken.errors[-300:]
    assert b"Traceback" not in taken.errors


@pytest.mark.parametrize("name", ANSWERED)
def test_an_answer_is_given(name, tmp_path):
    case = CASES[name]
    prepare(case, tmp_path)
    taken = measure(case, tmp_path)
    assert taken.status in (0, 2, 3), taken.errors[-300:]

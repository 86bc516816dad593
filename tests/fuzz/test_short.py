"""A few inputs of every kind in the gate; `make fuzz` tries more here, and then runs the fuzzer by itself."""

import pytest

from tests.conftest import LONG
from tools.fuzz.running import TARGETS, run

IN_THE_GATE = {"dice": 100, "lines": 60, "scripts": 150, "encounters": 150, "saves": 30, "pipe": 100, "imports": 60}
TIMES = 100 if LONG else 1


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_fails(name, figure):
    found = run(TARGETS[name], "gate", inputs=IN_THE_GATE[name] * TIMES)
    assert found.inputs == IN_THE_GATE[name] * TIMES
    assert not [each.as_test() for each in found.failures.values()]
    figure(found.line())

"""The one budget: steps and bytes are spent of it, and past it a limit is said with what to do."""

import pytest

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.limits import BYTES


def test_steps_are_spent_until_none_are_left():
    budget = Budget(steps=10)
    budget.spend(10, "too much")
    with pytest.raises(LimitReached, match=r"too much \(more than 10 steps\)") as caught:
        budget.spend(1, "too much", "ask for less")
    assert (caught.value.status, caught.value.hint) == (5, "ask for less")


def test_bytes_are_held_until_none_are_left():
    budget = Budget(size=10)
    budget.hold(10, "too big")
    with pytest.raises(LimitReached, match=f"too big \\(more than {BYTES >> 20} MiB\\)"):
        budget.hold(1, "too big")


def test_a_check_takes_nothing():
    budget = Budget(steps=10)
    budget.check(10, "too much")
    with pytest.raises(LimitReached):
        budget.check(11, "too much")
    assert budget.steps == 10


def test_a_share_is_taken_from_the_whole_and_given_back():
    budget = Budget(steps=100, size=80)
    part = budget.share(4)
    assert (budget.steps, budget.bytes, part.steps, part.bytes) == (75, 60, 25, 20)
    part.spend(5, "too much")
    budget.give_back(part)
    assert (budget.steps, budget.bytes) == (95, 80)


def test_what_was_spent_too_much_is_not_taken_from_what_is_given_back():
    budget = Budget(steps=100)
    part = budget.share(4)
    with pytest.raises(LimitReached):
        budget.spend(1_000, "too much")
    budget.give_back(part)
    assert budget.steps == 25

"""The exact odds of the very command about to be typed."""

import json

import pytest

from rbfcli.kernel.errors import RbfError


def test_the_odds_of_an_attack_are_those_of_the_catalogue(table):
    """RBF-ATK-1: +3 against 14 is 1, 20, 33, 10 of 64."""
    table.type("set thug1 tn=14 at=8")
    said = json.loads(table.text("odds attack ada thug1 --json"))
    found = {outcome: each["p"] for outcome, each in said["outcomes"].items()}
    assert found == {"critical": "1/64", "success": "5/16", "struggle": "33/64", "failure": "5/32"}
    double = next(each for each in said["answers"] if each["answer"] == "double")
    assert (double["kind"], double["who"], double["asked"]["p"], double["best"]) == ("critical", "ada", "1/64", True)


def test_odds_roll_nothing_and_keep_nothing(saved):
    saved.type("set thug1 at=8")
    before = saved.path.read_bytes()
    text = saved.text("odds attack ada thug1 --critical double")
    assert saved.path.read_bytes() == before
    assert text.startswith("odds of attack ada thug1 --critical double\n  critical ")
    assert "stays open" not in text


def test_a_command_that_is_refused_has_no_odds(table):
    with pytest.raises(RbfError, match="nobody"):
        table.type("odds attack ada nobody")

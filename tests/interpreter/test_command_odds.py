"""The exact odds of the very command about to be typed."""

import json
import re

import pytest

from rbfcli.kernel.errors import LimitReached, RbfError
from rbfcli.lab.odds import command_odds
from rbfcli.language.fights import read_line
from rbfcli.render.odds_plot import bars
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter


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


def test_a_plot_has_a_bar_for_each_outcome_and_each_loss_beside_the_exact_chance(table):
    table.type("set thug1 tn=14 at=8")
    plain, plotted = table.text("odds attack ada thug1"), table.text("odds attack ada thug1 --plot")
    bar = next(line for line in plotted.splitlines() if "struggle" in line)

    assert bar.split()[1].strip("#") == ""
    assert bar.split()[2:] == ["51.56", "%", "33/64"]
    assert re.findall(r"\d+/\d+", plotted) == re.findall(r"\d+/\d+", plain)
    assert table.text("odds --plot attack ada thug1") == plotted


@pytest.mark.parametrize("width", [40, 41, 60, 80, 120])
def test_a_plot_stays_within_the_width(width):
    chances = [("critical-failure", (1, 16)), ("none", (12345678901, 98765432101)), ("0", (1, 10**9))]
    lines = list(bars(chances, width))

    assert max(map(len, lines)) <= width
    assert [line.count("#") > 0 for line in lines] == [True, True, False]
    assert all(line.isascii() for line in lines)


def test_a_command_without_a_fight_is_plotted_too(table):
    assert "####" in table.text("odds attack --system rbf --mod 3 --tn 14 --plot")


def test_a_command_that_is_refused_has_no_odds(table):
    with pytest.raises(RbfError, match="nobody"):
        table.type("odds attack ada nobody")


def test_what_is_too_much_to_walk_says_what_would_be_less(monkeypatch):
    monkeypatch.setattr("rbfcli.lab.odds.PLAYS_OF_ODDS", 50)
    session = from_encounter(find_encounter("dock-ambush"), "x", source="dock-ambush")
    command = read_line("init", session.rules, session.fight)
    with pytest.raises(LimitReached, match="ways to play it") as limit:
        command_odds(session.rules, session.fight, command)
    assert "odds init --set WHO=N" in limit.value.hint


def test_a_sample_says_so_with_the_interval_of_each_chance(table):
    """Four players' rolls for the order of turns are too many to walk."""
    text, told = table.text("odds init"), json.loads(table.text("odds init --json"))
    assert re.search(r"\nsampled: played [\d,]+ times; in brackets the 95 % interval\n", text)
    assert re.search(r"\n  done +100\.00 % \(99\.\d to 100\.0 %\)\n", text)
    assert told["sampled"]
    assert told["n"] >= 100
    assert 0.98 < told["outcomes"]["done"]["low"] < told["outcomes"]["done"]["high"] == 1
    assert table.text("odds init") == text


def test_exact_odds_say_that_they_are(table):
    table.type("set thug1 tn=14 at=8")
    told = json.loads(table.text("odds attack ada thug1 --json"))
    assert (told["sampled"], told["n"]) == (False, 0)
    assert all(each["low"] == each["high"] == each["p_float"] for each in told["outcomes"].values())

"""Few words at the shell: who acts is left out, a number answers, and words that people try."""

import json

import pytest


@pytest.fixture
def joss(rbf):
    """Joss is up, in a save of the folder."""
    rbf.out("start", "dock-ambush", "--seed", "docks")
    rbf.out("init", "--set", "joss=60", "thug1=1,thug2=2")
    return rbf


def journal(rbf):
    return rbf.out("log", "--script").splitlines()


def test_who_acts_is_left_out_in_commands_odds_and_dry_runs(joss):
    assert joss.out("odds", "attack", "gunner1").startswith("odds of attack joss gunner1\n")
    assert "Joss Marlow hits" in joss.out("attack", "gunner1", "-n", "--dice", "5,7")
    before = journal(joss)
    assert json.loads(joss.out("attack", "gunner1", "--dice", "5,7", "--json"))["command"].startswith("attack joss gun")
    assert journal(joss) == [*before, "attack joss gunner1 --dice 5,7"]


def test_a_number_answers_a_question_and_no_list_of_another_command(joss):
    joss.out("attack", "thug1", "--dice", "8,8")
    assert joss.out("1").startswith("Joss Marlow chooses double\n")
    assert " 1  attack thug2" in joss.out("actions")
    refused = joss.run("choose", "1")
    assert refused.returncode == 1
    assert "no list of actions has been shown here; `actions` shows lines to type" in refused.stderr


def test_words_that_people_try(joss):
    wrong = joss.run("hit", "thug1")
    assert wrong.returncode == 2
    assert "did you mean `attack thug1`?" in wrong.stderr
    assert joss.out("next").startswith("-- ")
    assert joss.out("list") == joss.out("show") == joss.out("status")
    assert "attack TARGET" in joss.run("hit", "nobody").stderr
    assert "how much?" in joss.run("damage", "thug1").stderr

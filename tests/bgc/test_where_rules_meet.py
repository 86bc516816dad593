"""Where two rules of BGC meet: rulings that were wrong at a table once."""

import pytest

from rbfcli.kernel.offers import offers
from rbfcli.language.writer import line_for


@pytest.fixture
def at_zero(table):
    """Rin's turn with four actions, at 0 levels and awake, where actions have to be declared."""
    table.type("init --set rin=30 --set mako=20 --set thug=10 --set giant=0", "damage rin 19 --dice 1")
    return table


def test_who_is_at_zero_declares_to_crawl_and_crawls(at_zero):
    """BGC-WND-5, BGC-ACT-1: a declared movement is what crawling takes."""
    assert at_zero.refused("move rin").hint == "declare rin movement …, or --force"
    at_zero.type("declare rin movement", "move rin behind the bin")
    assert "moves" in at_zero.happened()
    assert at_zero.one("rin").declared == ()


@pytest.mark.parametrize("plan", ["attack", "movement attack", "defend", "other", "movement other"])
def test_who_is_at_zero_declares_nothing_else(at_zero, plan):
    """BGC-WND-5: it can only speak or crawl."""
    wrong = at_zero.refused(f"declare rin {plan}")
    assert (wrong.rule, wrong.message) == ("BGC-WND-5", "Rin is incapacitated and can only speak or crawl")


def test_who_crawls_while_engaged_has_half_its_actions_for_it(at_zero):
    """BGC-WND-5, BGC-ACT-3: as of anybody's movement."""
    assert at_zero.refused("declare rin movement 3").rule == "BGC-ACT-3"
    at_zero.type("declare rin movement 2", "move rin", "move rin")
    assert at_zero.one("rin").moved == 2


def test_to_crawl_is_offered(at_zero):
    """BGC-WND-5: to declare it first, then to do it."""

    def offered():
        return [line_for(each.command) for each in offers(at_zero.rules, at_zero.fight, "rin")]

    assert offered() == ["declare rin movement", "turn delay", "turn next"]
    at_zero.type("declare rin movement")
    assert offered() == ["move rin", "turn delay", "turn next"]


def test_who_is_unconscious_does_not_even_crawl(round_one):
    """BGC-WND-2, BGC-WND-5."""
    round_one.type("condition add rin unconscious")
    assert round_one.refused("declare rin movement").rule == "BGC-WND-2"
    assert [each for each in offers(round_one.rules, round_one.fight, "rin") if each.rule == "BGC-WND-5"] == []

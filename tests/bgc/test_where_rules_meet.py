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


def test_extra_actions_that_were_never_taken_make_none_harder(table):
    """BGC-RSK-1, BGC-INI-5: a Defend after the turn is the first extra action that is taken, at -10."""
    table.type("init --set rin=30 --set mako=20 --set thug=10 --set giant=0", "declare rin attack 4")
    table.type("risk rin attack", "risk rin movement", "turn")
    assert (table.one("rin").risks, table.one("rin").at_risk) == (0, ())
    table.type("declare mako attack 3", "attack mako rin --defend --dice 30,20")
    assert table.rolls()[1] == ("defend", 45 - 10, "pass")


def test_an_extra_defend_waits_beyond_the_turn_and_counts(table):
    """BGC-RSK-1, BGC-RSK-2: it keeps its penalty, and the next is made at more."""
    table.type("init --set rin=30 --set mako=20 --set thug=10 --set giant=0", "declare rin attack 4")
    table.type("risk rin defend", "risk rin attack", "turn")
    assert [(each.category, each.penalty) for each in table.one("rin").at_risk] == [("defend", 10)]
    table.type("declare mako attack 3", "attack mako rin --dice 30,20,100,1")
    assert table.rolls()[1][:2] == ("defend", 45 - 10)
    table.type("attack mako rin --defend --dice 30,20")
    assert table.rolls()[1][:2] == ("defend", 45 - 20)


def test_a_turn_that_goes_on_later_keeps_what_it_risks(table):
    """BGC-RSK-1, BGC-INI-5: a delayed action is still to come."""
    table.type("init --set rin=30 --set mako=20 --set thug=10 --set giant=0", "declare rin attack 4", "risk rin attack")
    table.type("turn delay")
    assert [(each.category, each.penalty) for each in table.one("rin").at_risk] == [("attack", 10)]
    table.type("turn", "turn", "turn")
    assert table.fight.active == "rin"
    assert table.one("rin").risks == 1

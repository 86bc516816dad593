"""What BGC offers: everything its rules accept from somebody, and nothing else."""

import pytest

from rbfcli.kernel.offers import offers
from rbfcli.language.writer import line_for


def lines(table, who):
    return {line_for(offer.command): offer.cost for offer in offers(table.rules, table.fight, who)}


def test_before_the_round_everything_may_be_done_but_declaring(table):
    """BGC-ACT-1: nothing has to be declared."""
    offered = lines(table, "rin")
    assert {"attack rin mako", "attack rin mako --gap", "attack rin thug --with unarmed", "move rin"} <= set(offered)
    assert {"draw rin lance", "holster rin", "other rin"} <= set(offered)
    assert not [line for line in offered if line.startswith(("declare", "defend", "risk", "reload", "wake", "turn"))]


def test_in_the_round_what_is_declared_or_risked(table):
    """BGC-ACT-1, BGC-RSK-1: with what each costs."""
    table.type("init --dice 46,99,99,99")
    assert lines(table, "rin")["declare rin attack 3 defend"] == "free"
    table.type("declare rin attack defend")
    offered = lines(table, "rin")
    assert (offered["attack rin mako"], offered["defend rin"], offered["risk rin attack"]) == (
        "attack",
        "defend",
        "-10",
    )
    assert "move rin" not in offered
    table.type("attack rin mako --dice 61", "risk rin attack")
    offered = lines(table, "rin")
    assert (offered["attack rin mako"], offered["risk rin attack"]) == ("extra attack", "-20")
    assert list(lines(table, "mako")) == ["declare mako attack defend", "defend mako"]


def test_a_plan_of_a_single_action_is_an_attack(table):
    """BGC-ACT-1: one may defend with what is not declared anyway."""
    table.type("init --dice 46,99,99,99")
    assert table.one("thug").actions == 1
    assert "declare thug attack" in lines(table, "thug")


@pytest.mark.parametrize(
    ("condition", "line"), [("bleeding", "stabilize mako --by rin"), ("unconscious", "wake mako --by rin")]
)
def test_who_can_be_treated_is_offered(table, condition, line):
    """BGC-STB-1, BGC-WND-2."""
    assert line not in lines(table, "rin")
    table.type(f"condition add mako {condition}")
    assert line in lines(table, "rin")


def test_the_dead_and_the_unconscious_can_do_nothing(table):
    """BGC-WND-2, BGC-WND-7; at 0 one crawls, BGC-WND-5."""
    table.type("condition add mako dead", "condition add thug unconscious", "condition add rin incapacitated")
    assert (lines(table, "mako"), lines(table, "thug"), list(lines(table, "rin"))) == ({}, {}, ["move rin"])


def test_an_opening_is_offered_as_answers(table):
    """BGC-BOT-1: and what else the opponent could do, as the opening lapses."""
    table.type("attack rin mako --botch opening --dice 96")
    assert list(lines(table, "mako"))[:2] == ["choose strike", 'choose "let go"']


def test_everybody_is_prompted_to_declare(table):
    """BGC-ACT-1: at the start of a round, in the order of the turns, until they have; a Defend alone is no plan."""

    def prompted():
        return [step.split(" … ") for step in table.rules.next_steps(table.fight)]

    table.type("init --dice 46,48,99,99")
    plan = "of attack, defend, movement, other)"
    assert prompted() == [
        ["declare rin", f"(4 {plan}"],
        ["declare mako", f"(3 {plan}"],
        ["declare thug", f"(1 {plan}"],
        ["declare giant", f"(1 {plan}"],
    ]
    table.type("declare rin attack 3 defend", "defend mako")
    assert prompted()[0] == ["declare mako", f"(3 {plan}"]
    table.type("attack rin mako --dice 50,30", "condition add thug unconscious")
    assert prompted() == [["declare mako", f"(2 {plan}"], ["declare giant", f"(1 {plan}"]]
    table.type("declare mako attack", "declare giant defend")
    assert prompted() == []
    table.type("turn")
    table.type("attack mako rin --dice 90")
    assert prompted() == [["turn next"]]


def test_where_nothing_has_to_be_declared_nobody_is_prompted(table):
    """BGC-ACT-1: by the house option; nor are those who have no action, BGC-TIME-2."""
    table.type("set fight options.must-declare=false", "init --dice 46,99,99,99")
    assert table.rules.next_steps(table.fight) == ()
    again = type(table)()
    again.type("init --dice 46,99,99,99", "skip-phase rin --count 4", "declare mako attack")
    assert "declare rin" not in str(again.rules.next_steps(again.fight))


def test_what_is_next_when_nobody_can_go_on(table):
    """BGC-INI-1: where everybody is down, and where nobody has come."""
    assert table.rules.next_steps(table.fight) == ("init",)
    table.type(*[f"condition add {who} unconscious" for who in table.fight.combatants])
    assert table.rules.next_steps(table.fight) == ("add NAME",)
    table.type("condition remove rin unconscious", "init --dice 46", "condition add rin unconscious")
    assert table.rules.next_steps(table.fight) == ("end",)


@pytest.mark.parametrize(("least", "most", "called"), [(25, 50, 30), (40, 50, 40), (25, 28, 28)])
def test_a_called_shot_is_offered_as_it_is_taken_as_a_rule(table, least, most, called):
    """BGC-CAL-1: at 30, within the band of the options, and at enemies alone."""
    table.type(f"set fight options.called_least={least} options.called_most={most}")
    shots = [line for line in lines(table, "rin") if "--called" in line]
    assert f"attack rin mako --called {called}" in shots
    sides = {table.fight.combatants[line.split()[2]].side for line in shots}
    assert table.one("rin").side not in sides


def test_nobody_is_offered_to_attack_a_friend(table):
    """BGC-ATK-1: typed, it is done all the same."""
    table.type("set thug side=police")
    assert not [line for line in lines(table, "rin") if line.startswith("attack rin thug")]
    table.type("attack rin thug --dice 95")

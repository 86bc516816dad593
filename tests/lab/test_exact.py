"""Fights followed exactly: by hand, as often won as when they are played, and refused where they are too large."""

import json
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import LimitReached, Refusal, UsageError
from rbfcli.core.limits import IDLE_ROUNDS
from rbfcli.lab import exact
from rbfcli.lab.exact import WHOLE, push
from rbfcli.lab.policies import policy_named
from rbfcli.lab.simulate import added_up, simulated
from rbfcli.language.grammar import split_words
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from tests.lab.fights import begun, plan_of
from tests.lab.test_playing import exact_chances, short_duel


def told(line, *before):
    interpreter = CommandService(MemoryStorage(), Style())
    for each in before:
        interpreter.perform(split_words(each))
    return interpreter.perform(split_words(line)).text


def pushed(name, rounds, fight=None, policy="weakest"):
    session = begun(name)
    fight = fight or session.fight
    sides = dict.fromkeys(one.side for one in fight.combatants.values())
    return push(session.rules, fight, {side: policy_named(policy) for side in sides}, rounds)


def test_a_short_duel_is_that_of_all_dice_in_turn(monkeypatch):
    """Each of two can strike a few times: every way is played through, too."""
    plan = plan_of("duel", rounds=0, fight=short_duel())
    by_hand = exact_chances(plan, monkeypatch)
    found = pushed("duel", 0, short_duel())
    for side in plan.policies:
        assert found.wins[side] / WHOLE == pytest.approx(float(by_hand[side]), abs=1e-12)
    assert f"{found.wins['crew'] / WHOLE:.12f}" == f"{3829 / 4096:.12f}"


@pytest.mark.parametrize("fights", [500, pytest.param(5_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["rbf/duel", "threat/duel", "futurepath/duel"])
def test_a_duel_is_won_as_often_as_when_it_is_played(name, fights):
    found = pushed(name, 1)
    tally = added_up(simulated(replace(plan_of(name), rounds=1), fights)).tally
    assert sum(found.wins.values()) == found.decided
    for side, mass in found.wins.items():
        low, high = tally.between(side)
        assert low - 0.01 <= mass / WHOLE <= high + 0.01
    assert found.undecided / WHOLE == pytest.approx(tally.ended["rounds"] / tally.fights, abs=0.04)


def test_equal_positions_are_one(monkeypatch):
    """Both halves of each command lead to the same fight, in which nobody does anything: it ends after ten rounds."""
    monkeypatch.setattr(exact.Pushing, "_accepts", halved)
    found = pushed("duel", 30)
    assert (found.wins, found.positions) == ({"": WHOLE}, IDLE_ROUNDS + 2)


def halved(game, _command):
    """Accept a command that leads to two halves, which are the same fight, in its next round."""
    after = replace(game.fight, round=game.fight.round + 1, seed="", drawn=0)
    game.found = [(Fraction(1, 2), after), (Fraction(1, 2), replace(after))]
    return True


def test_past_so_many_positions_it_is_refused_with_what_they_decide(monkeypatch):
    monkeypatch.setattr(exact, "POSITIONS", 9_000)
    told = r"too large for --exact: 9\d\d positions decide 1\.\d % of it, so it has 5\d,\d\d\d or more; 9,000 can be"
    fight = begun("duel").fight
    bosun = replace(fight.combatants["bosun"], hp=30, max_hp=30, damage=12, damage_max=20)
    hard = replace(fight, combatants={**fight.combatants, "bosun": bosun})
    with pytest.raises(LimitReached, match=told) as refused:
        pushed("duel", 100, hard)
    assert refused.value.hint.startswith("simulate -n")


def test_a_tenth_of_the_positions_is_enough_to_refuse(monkeypatch):
    monkeypatch.setattr(exact, "POSITIONS", 3_000)
    with pytest.raises(LimitReached, match=r"too large for --exact: 3\d\d positions decide 0\.0 % of it; 3,000 can"):
        pushed("duel", 100)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("-n 5", "-n and --exact cannot be combined"),
        ("--sweep ada.hp=1..2", "--sweep and --exact cannot be combined"),
        ("--seed s", "--seed and --exact cannot be combined"),
        ("--jobs 2", "--jobs and --exact cannot be combined"),
        ("--policy best", "cannot follow best"),
        ("--policy crew=random", "cannot follow random"),
    ],
)
def test_what_exact_cannot_do_is_bad_usage(line, wrong):
    with pytest.raises(UsageError, match=wrong) as refused:
        told(f"simulate duel --exact {line}")
    assert refused.value.status == 2


def test_a_fight_of_a_command_with_too_many_ways_is_refused_at_once():
    with pytest.raises(LimitReached, match="in one command, exact odds need more than") as refused:
        told("simulate dock-ambush --exact")
    assert refused.value.status == 5


def test_a_fight_that_waits_is_refused():
    with pytest.raises(Refusal, match="between two commands"):
        told("simulate --exact", "start duel --seed x", "init", "attack ada bosun --force --dice 8,8")


def test_json_has_each_chance_to_twelve_digits_and_they_are_all_of_it():
    facts = json.loads(told("simulate duel --exact --rounds 1 --json"))
    chances = [*facts["sides"].values(), facts["draws"], facts["undecided"]]
    assert sum(each["chance"] for each in chances) == pytest.approx(1)
    assert all(each["exact"] == f"{each['chance']:.12f}" for each in chances)
    assert told("simulate duel --exact --rounds 1 -q").splitlines() == [
        f"{side} {each['exact']}" for side, each in facts["sides"].items()
    ]


def test_a_policy_that_draws_lots_is_refused_as_it_does():
    session = begun("duel")
    drawing = {side: lambda view: [view.actions[view.number(1)]] for side in ("crew", "dockers")}
    with pytest.raises(Refusal, match="policy that plays at random"):
        push(session.rules, session.fight, drawing, 1)

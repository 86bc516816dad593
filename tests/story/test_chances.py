"""The chance a story gives a roll is the one that the rules themselves, walked over all dice, come to."""

from fractions import Fraction

import pytest

from rbfcli.core.limits import Budget
from rbfcli.engine.rolling import Throw
from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import read_line
from rbfcli.model.events import Die, Modifier, Rolled
from rbfcli.story import story
from rbfcli.story.luck import Chances

ROLES = {"hit": "good", "miss": "bad"}
ATTACKS = (
    ("dock-ambush", "attack tamsin thug1 --force --answer critical=double --answer complication=prone"),
    ("dock-ambush", "attack joss gunner1 --force --mod 2 --answer critical=double --answer complication=prone"),
    ("relay-road", "attack sela raider1 --force"),
    ("relay-road", "attack trooper corin --force"),
    ("depot-raid", "attack gort loader --force"),
    ("depot-raid", "attack boss gort --force"),
    ("mine-raid", "attack rill guard1 --force"),
)


@pytest.mark.parametrize(("encounter", "line"), ATTACKS)
def test_an_attack_has_the_chance_that_its_odds_say(played, encounter, line):
    played.type(f"start {encounter} --seed x", "init")
    session = played.session
    rules, who = session.rules, line.split()[1]
    asked = command_odds(rules, session.fight, read_line(line, rules, session.fight)).outcomes
    expected = sum(chance for outcome, chance in asked.items() if rules.outcomes.get(outcome) in ("great", "good"))
    before = played.statistics.successes.get(who)
    assert played.attempt(line)
    found = played.statistics.successes[who].chances[len(before.chances) if before else 0 :]
    assert found[0] == expected
    assert 0 < found[0] < 1


def rolled(faces, sides=6, **facts):
    """A roll that hits."""
    dice = tuple(Die(sides, face) for face in faces)
    return Rolled(who="one", label="x", dice=dice, total=sum(faces), outcome="hit", **facts)


def judged(threshold):
    """A judge that takes a total."""
    return lambda total, _kept: "hit" if total >= threshold else "miss"


def throw_of(roll, judge, keep, sign=1):
    """What was thrown."""
    dice, edges = roll.dice, roll.edge_dice
    return Throw(
        dice[0].sides if dice else 1, len(dice), keep, sum(each.value for each in roll.modifiers), judge,
        edges[0].sides if edges else 0, sign * len(edges), roll.counting,
    )  # fmt: skip


def chance_of(roll, judge, keep, sign=1, budget=None):
    """The chance of one roll."""
    chances = Chances(ROLES, budget or Budget())
    chances.watch(roll, throw_of(roll, judge, keep, sign))
    return chances.of(roll)


@pytest.mark.parametrize(
    ("roll", "judge", "keep", "sign", "success"),
    [
        (rolled((1, 1)), judged(11), 2, 1, Fraction(3, 36)),
        (rolled((1, 1, 1)), judged(6), 1, 1, 1 - Fraction(5, 6) ** 3),
        (rolled((1, 1, 1)), judged(6), -1, 1, Fraction(1, 216)),
        (rolled((1, 1, 1)), judged(12), 2, 1, Fraction(16, 216)),
        (rolled((1, 1), modifiers=(Modifier(2, "why"),)), judged(13), 2, 1, Fraction(3, 36)),
        (rolled((1,), edge_dice=(Die(4, 1),)), judged(5), 1, -1, Fraction(1, 24)),
        (rolled((1,), edge_dice=(Die(4, 1),)), judged(10), 1, 1, Fraction(1, 24)),
        (rolled((5,), sides=100, under=True), lambda face, _: "hit" if face <= 35 else "miss", 1, 1, Fraction(35, 100)),
        (rolled((2, 1)), lambda _, kept: "hit" if sorted(kept) == [1, 2] else "miss", 2, 1, Fraction(2, 36)),
    ],
)
def test_every_way_of_the_dice_is_counted(roll, judge, keep, sign, success):
    assert chance_of(roll, judge, keep, sign).success == success


def test_a_roll_that_nothing_judges_is_a_sum():
    roll = rolled((3, 4), modifiers=(Modifier(1, "why"),))
    assert chance_of(roll, None, 2).total == (8, Fraction(35, 6))


def test_a_number_alone_judges_where_the_rules_name_no_outcome():
    roll = Rolled(who="one", label="x", dice=(Die(6, 4),), total=4, against=5, margin=-1)
    assert chance_of(roll, None, 1).success == Fraction(1, 3)
    assert Chances(ROLES, Budget()).is_success(roll) is False


def test_an_outcome_without_a_role_is_neither_a_success_nor_a_failure():
    assert chance_of(rolled((3,)), lambda *_: "who knows", 1).success is None


@pytest.mark.parametrize(
    ("roll", "keep"),
    [
        (rolled((1,) * 12, sides=20), 12),
        (rolled((1,) * 1_000, sides=1_000_000), 1_000),
        (rolled((1,) * 1_000, sides=1_000_000), 1),
        (rolled((1,), edge_dice=(Die(1_000_000, 1),) * 500), 1),
    ],
)
def test_dice_that_fall_in_too_many_ways_are_not_begun(roll, keep):
    budget = Budget()
    assert chance_of(roll, judged(100), keep, budget=budget).success is None
    assert budget.steps == budget.most


def test_what_is_too_much_to_count_is_left_out(monkeypatch, played):
    assert chance_of(rolled((1, 1)), judged(9), 2, budget=Budget(5)).success is None
    played.script("duel")
    rolls = sum(len(each.chances) for each in played.statistics.successes.values())
    monkeypatch.setattr(story, "Budget", lambda: Budget(0))
    found = played.statistics
    assert sum(each.uncounted for each in (*found.successes.values(), *found.sums.values())) >= rolls > 0
    assert not any(each.chances for each in found.successes.values())
    assert "rolls are left out: their odds would take too long to count" in played.type("log --format text").text

"""Ways that are found by what a command reads are those of playing it with all dice, chance for chance."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import Refusal
from rbfcli.lab import exact
from rbfcli.lab.exact import solve
from rbfcli.lab.outcomes import Unsolvable
from rbfcli.lab.positions import Position, Positions
from rbfcli.lab.tracked import positions as tracked_positions
from rbfcli.lab.tracked.followed import AtQuestion, Followed, Relaid
from rbfcli.lab.tracked.positions import TrackedPositions
from rbfcli.lab.tracked.views import key_of
from tests.conftest import LONG
from tests.lab.fights import begun, plan_of
from tests.lab.test_exact import question_of
from tests.lab.test_playing import short_duel

MANY = 10**12
SEVERAL = {"duel": 60, "rpj/duel": 30, "futurepath/duel": 30, "threat/duel": 12}


def both(name, fight=None, rules=None, **policies):
    plan = plan_of(name, fight=fight)
    asked = rules or begun(name).rules, plan.fight, {**plan.policies, **policies}
    return TrackedPositions(*asked, Budget(MANY)), Positions(*asked, Budget(MANY))


def plainly(position):
    """The same position as a fight; one that is no fight, in the middle of a command, stays what it is."""
    if isinstance(position, AtQuestion):
        return position
    return Position(
        position.fight, position.deeds, position.done, position.idle, answered=position.answered, actor=position.actor
    )


def settled(positions, way):
    """Where a way leads once all questions have one answer, with its chance; or what follows each of the answers."""
    found = Counter()
    waiting = [(way.chance, way.rounds, way.position)]
    while waiting:
        chance, rounds, here = waiting.pop()
        choices = positions.choices(plainly(here)) if here.waits else []
        if len(choices) == 1:
            waiting += [(chance * each.chance, rounds + each.rounds, each.position) for each in choices[0].ways]
        elif choices:
            answers = [(each.command, each.who, frozenset(summed(positions, each.ways).items())) for each in choices]
            found[rounds, tuple(answers)] += chance
        else:
            found[rounds, str(key_of(here.fight)), here.deeds, here.done, here.idle] += chance
    return found


def compare(tracked, plain, many):
    """From the first position on, so many of them: the same choices, the same ways. Returned is how many there were."""
    while True:
        try:
            return _compare(tracked, plain, many)
        except Relaid:
            tracked.begin_again()


def _compare(tracked, plain, many):
    waiting, known = [tracked.first], set()
    while waiting and len(known) < many:
        here = waiting.pop(0)
        if here.key in known:
            continue
        known.add(here.key)
        if isinstance(here, AtQuestion):
            waiting += [way.position for each in tracked.choices(here) for way in each.ways]
            continue
        there = plainly(here)
        assert tracked.is_over(here) == plain.is_over(there)
        if tracked.is_over(here):
            assert tracked.winner(here) == plain.winner(there)
            continue
        found, expected = tracked.choices(here), plain.choices(there)
        assert [(each.command, each.who) for each in found] == [(each.command, each.who) for each in expected]
        for one, other in zip(found, expected, strict=True):
            assert summed(tracked, one.ways) == summed(plain, other.ways)
            waiting += [way.position for way in one.ways]
    return len(known)


def summed(positions, ways):
    return sum((settled(positions, way) for way in ways), Counter())


@pytest.mark.parametrize("name", SEVERAL)
def test_ways_are_those_of_all_dice(name):
    tracked, plain = both(name)
    many = SEVERAL[name] * (5 if LONG else 1)
    assert compare(tracked, plain, many) == many
    assert not tracked.given_up


TRIED = [
    ("duel", "crew", "optimal", 30),
    ("duel", "crew", "best", 6),
    ("duel", "crew", "random", 20),
    ("duel", "dockers", "optimal", 20),
    ("duel", "dockers", "random", 20),
    ("rpj/duel", "crew", "random", 6),
    ("rpj/duel", "crew", "optimal", 15),
    ("futurepath/duel", "travellers", "optimal", 15),
    ("threat/duel", "crew", "optimal", 8),
]


@pytest.mark.parametrize(("name", "side", "policy", "many"), TRIED)
def test_ways_are_those_of_all_dice_where_much_is_tried(name, side, policy, many):
    """Each answer too: what follows it, down to where nobody is asked any more."""
    tracked, plain = both(name, **{side: policy})
    assert compare(tracked, plain, many) == many
    assert not tracked.given_up or policy == "best"


def test_what_was_played_is_not_played_again():
    """A command is played more seldom than there are positions, though each is looked at over all its dice."""
    fight = short_duel()
    tracked, plain = both("duel", fight)
    many = compare(tracked, plain, 400)
    played = tracked.plays
    compare(tracked, plain, 400)
    assert tracked.plays == played < 20 * many
    assert isinstance(tracked.first, Followed)


def test_what_changes_for_the_first_time_is_laid_out_anew(monkeypatch):
    """Nobody scouts: every cell is found where something changes that never did."""
    question = question_of("rpj/duel", 1)
    solved = solve(question)
    monkeypatch.setattr(tracked_positions, "SCOUTS", 0)
    positions, begun_again = TrackedPositions.begin_again, []
    monkeypatch.setattr(TrackedPositions, "begin_again", lambda self: begun_again.append(positions(self)))
    unscouted = solve(question)
    assert len(begun_again) > 2
    assert (unscouted.positions, unscouted.ways) == (solved.positions, solved.ways)
    assert unscouted.solved == solved.solved


def test_a_fight_is_solved_as_by_plain_positions(monkeypatch):
    """Chances, rounds, who is down: the same fractions."""
    question = question_of("rpj/duel", 1)
    tracked = solve(question)
    monkeypatch.setattr(exact, "TrackedPositions", Positions)
    plain = solve(question)
    assert tracked.positions <= plain.positions
    assert tracked.solved.exact
    assert tracked.solved == plain.solved


def with_attack(rules, attack):
    """Rules with another attack, which gets the usual one."""
    kind = next(kind for kind in rules.verbs if kind.__name__ == "Attack")
    usual = rules.verbs[kind]
    return replace(rules, verbs={**rules.verbs, kind: lambda scene, command: attack(usual, scene, command)})


def first_choices(tracked):
    while True:
        tracked.plays = 0
        try:
            return tracked.choices(tracked.first)
        except Relaid:
            tracked.begin_again()


def test_a_rule_that_reads_what_no_step_may_is_played_plainly():
    def secretive(usual, scene, command):
        scene.change(command.who, "notes", scene.fight.title if scene.fight.drawn > 100 else "", "GM")
        usual(scene, command)

    rules = with_attack(begun("duel").rules, secretive)
    tracked, plain = both("duel", short_duel(), rules)
    compare(tracked, plain, 8)
    assert tracked.given_up


def test_dice_that_decide_whether_a_command_is_refused_make_a_fight_unsolvable():
    def moody(usual, scene, command):
        if scene.dice.row(2, 1) == [1]:
            raise Refusal("not today")
        usual(scene, command)

    tracked, _ = both("duel", short_duel(), with_attack(begun("duel").rules, moody))
    with pytest.raises(Unsolvable, match="depends on the dice"):
        first_choices(tracked)


def test_dice_are_one_where_a_rule_sees_no_difference():
    """A rule that asks whether a d20 is 20 is played twice; one that adds it up, twenty times."""

    def lucky(_usual, scene, command):
        rolled = scene.roll(command.who, "luck", "GM", sides=20, count=1, judge=lambda total, _: str(total == 20))
        scene.change(command.who, "notes", rolled.outcome, "GM")

    def counting(_usual, scene, command):
        rolled = scene.roll(command.who, "luck", "GM", sides=20, count=1)
        scene.change(command.who, "notes", "many" if rolled.total > 5 else "few", "GM")

    for attack, plays, chance in ((lucky, 2, Fraction(19, 20)), (counting, 20, Fraction(3, 4))):
        tracked, _ = both("duel", short_duel(), with_attack(begun("duel").rules, attack))
        (choice,) = first_choices(tracked)
        assert tracked.plays == plays
        assert max(way.chance for way in choice.ways) == chance
        assert len(choice.ways) == 2


def test_a_blow_is_played_once_for_all_health_that_it_leaves_alike():
    """Health that is only taken off is not read: sixty positions of other health are no sixty plays."""

    def wounding(_usual, scene, command):
        (target,) = command.targets
        scene.change(target, "hp", max(0, scene.one(target).hp - 1), "GM")

    fight = short_duel()
    people = {who: replace(one, hp=40, max_hp=40) for who, one in fight.combatants.items()}
    rules = with_attack(begun("duel").rules, wounding)
    tracked, plain = both("duel", replace(fight, combatants=people), rules)
    assert compare(tracked, plain, 60) == 60
    assert not tracked.given_up
    assert tracked.plays < 30

"""Exact odds against all rows of dice and plays by seeds: the long form of the law (`make test-slow`), and its bite."""

import pickle
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from rbfcli.core.errors import RbfError
from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Attack
from rbfcli.model.events import sum_of
from rbfcli.plugins import checked
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import SHIPPED
from rbfcli.testing import odds as laws
from rbfcli.testing.support import LawViolation
from tests.laws.odds import weigh_examples
from tests.testing.test_systems import ENCOUNTERS


@pytest.mark.slow
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_odds_of_whole_fights_are_those_of_all_dice(name, figure):
    found = laws.weigh_random_play(find_encounter(name), fights=4, states=10, lines=4, seed="slow")
    assert found["walked"]
    assert found["enumerated"] + found["sampled"] == found["walked"]
    figure(f"{name}: {weighed(found)}")


@pytest.mark.slow
@pytest.mark.parametrize("system", SHIPPED)
def test_odds_of_every_example_are_those_of_all_dice(system, figure):
    found = weigh_examples(system)
    assert found["enumerated"] > found["too many ways"]
    figure(f"examples of {system}: {weighed(found)}")


def weighed(found):
    """What a run of the law was held against; a difference would have ended it."""
    kinds = {"walked": "walked", "enumerated": "equal to all rows of dice", "sampled": "to plays by seeds"}
    return ", ".join(f"{found[kind]} {words}" for kind, words in {**kinds, "too many ways": "too large"}.items())


def ruled_by(rule):
    """A shipped attack that a rule replaces."""
    session = from_encounter(find_encounter("hangar-seven"), "x", source="hangar-seven")
    kind = next(each for each in session.rules.verbs if issubclass(each, Attack))
    rules = replace(session.rules, verbs={**session.rules.verbs, kind: rule})
    return rules, session.fight, read_line("attack sela warframe", session.rules, session.fight)


def weighed_with(rule):
    """The law, held to a shipped attack that a rule replaces."""
    replaced = ruled_by(rule)
    laws.weigh(*replaced, found=Counter())
    return replaced


def test_a_rule_that_reads_its_own_events_is_found():
    def rule(scene, command):
        scene.roll(command.who, "attack", "X", sides=6, count=1)
        scene.conclude("success" if any(event.total > 3 for event in scene.events) else "failure")

    with pytest.raises(AttributeError, match="events"):
        weighed_with(rule)


def test_a_rule_that_takes_account_of_the_order_of_pooled_dice_is_found():
    def rule(scene, command):
        rolled = scene.roll(
            command.who, "attack", "X", sides=6, count=2,
            judge=lambda _, faces: "success" if faces[0] > faces[1] else "failure",
        )  # fmt: skip
        scene.conclude(rolled.outcome)

    with pytest.raises(LawViolation, match="not those of every row of dice"):
        weighed_with(rule)


def test_a_rule_that_reads_the_faces_in_their_order_has_exact_odds():
    def rule(scene, command):
        rolled = scene.roll(command.who, "attack", "X", sides=6, count=2)
        scene.conclude("success" if rolled.read(lambda faces: faces[0] > faces[1]) else "failure")

    odds = command_odds(*weighed_with(rule))
    assert odds.outcomes == {"success": Fraction(15, 36), "failure": Fraction(21, 36)}


def test_a_part_that_hides_what_it_did_in_a_list_is_played_in_line():
    """What cannot be compared is no part: the odds stay right."""

    def throw(scene, who, found):
        found.append(scene.roll(who, "x", "X", sides=6, count=1).total)

    def rule(scene, command):
        found = []
        for _ in range(2):
            scene.part(throw, command.who, found)
        scene.conclude("success" if sum(found) == 7 else "failure")

    assert command_odds(*weighed_with(rule)).outcomes["success"] == Fraction(6, 36)


def test_a_draw_that_reads_the_fight_is_found():
    def amount(scene, who):
        return len(scene.fight.combatants) + scene.roll(who, "x", "X", sides=6, count=1).total

    def rule(scene, command):
        scene.conclude("success" if scene.draw(amount, command.who) > 4 else "failure")

    with pytest.raises(AttributeError, match="combatants"):
        weighed_with(rule)


def test_a_roll_that_is_read_in_another_part_than_where_it_fell_has_exact_odds():
    def high(_scene, rolled):
        return rolled.total >= 9

    def rule(scene, command):
        rolled = scene.roll(command.who, "attack", "X", sides=6, count=2)
        good = scene.part(high, rolled)
        scene.conclude("success" if good and rolled.read(max) == 6 else "failure")

    expected = sum(a + b >= 9 and max(a, b) == 6 for a in range(1, 7) for b in range(1, 7))
    assert command_odds(*weighed_with(rule)).outcomes["success"] == Fraction(expected, 36)


def test_a_rule_that_reads_single_dice_and_edge_dice_has_exact_odds():
    """Each of these reads begins the walk again, also after a total was read and after a sum."""

    def rule(scene, command):
        first = scene.roll(command.who, "attack", "X", sides=6, count=2, keep=1, edge_sides=4, edge_count=1)
        other = scene.roll(command.who, "other", "X", sides=4, count=1)
        good = first.total > 4 and sum_of([first, other]) > 7 and first.dice[0].face > first.edge_dice[0].face
        scene.conclude("success" if good and other.total > 1 else "failure")

    rows = list(product(range(1, 7), range(1, 7), range(1, 5), range(1, 5)))
    good = [
        max(one, two) + edge > 4 and max(one, two) + edge + other > 7 and one > edge and other > 1
        for one, two, edge, other in rows
    ]
    assert command_odds(*weighed_with(rule)).outcomes["success"] == Fraction(sum(good), len(rows))


def two_of_one_throw(_scene, amount, _other):
    """The same dice for both."""
    return amount > 3 and 7 - amount < 3


def a_sum_of_two_throws(_scene, amount, other):
    return max(0, amount + other - 4) // 2 >= 2 and min(9, 2 * (amount + other)) > 8


def a_part_of_a_sum(_scene, amount, other):
    """It is read too late: the walk begins again."""
    return amount + other > 6 and other > 3


def a_product(_scene, amount, other):
    return amount * other > 6 and amount // other >= 1


def a_sum_that_is_told(_scene, amount, other):
    return f"{amount - other}" in {"0", "-1"} or amount == other + 2


def a_target_number(scene, amount, other):
    rolled = scene.roll("x", "save", "X", sides=6, count=1, against=amount, judge=lambda total, _: str(total >= amount))
    hidden = scene.roll("x", "save", "X", sides=6, count=1, judge=lambda total, _: str(total + other >= 5))
    return rolled.outcome == hidden.outcome == "True"


def a_number_of_dice(scene, amount, other):
    return scene.roll("x", "dice", "X", sides=4, count=amount // 3 + 1, keep=1).total > other


def an_argument_of_a_draw(scene, amount, other):
    return (
        scene.draw(lambda scene, low: scene.roll("x", "x", "X", sides=4, count=1).total - low, amount) + amount > other
    )


def an_argument_of_a_part(scene, amount, other):
    good = scene.part(lambda _scene, amount, other: amount > 2 and other > amount, amount, other)
    return good and scene.part(lambda _scene, amount: amount > 3, amount)


def a_sheet(scene, amount, other):
    """A number of the sheet that two blows lower, one after the other."""
    for blow in (amount, other):
        scene.part(lambda scene, blow: scene.change("sela", "initiative", -blow + total(scene), "X"), blow)
        if total(scene) < -6:
            return True
    return scene.attempt(lambda: scene.change("sela", "initiative", max(-5, total(scene)), "X")) or total(scene) == -5


def total(scene):
    return scene.one("sela").initiative or 0


@pytest.mark.parametrize(
    "decide",
    [
        two_of_one_throw,
        a_sum_of_two_throws,
        a_part_of_a_sum,
        a_product,
        a_sum_that_is_told,
        a_target_number,
        a_number_of_dice,
        an_argument_of_a_draw,
        an_argument_of_a_part,
        a_sheet,
    ],
)
@pytest.mark.parametrize("in_a_part", [False, True])
def test_an_amount_is_split_by_what_is_read_of_it(decide, in_a_part):
    def drawn(scene, sides):
        return scene.roll("x", "x", "X", sides=sides, count=1).total

    def decided(scene):
        amount = scene.draw(drawn, 6)
        return decide(scene, amount, scene.roll_expression("x", "other", "X", "1d4+1"))

    def rule(scene, _command):
        scene.conclude("success" if (scene.part(decided) if in_a_part else decided(scene)) else "failure")

    odds = command_odds(*weighed_with(rule))
    assert 0 < odds.outcomes["success"] < 1


@pytest.mark.parametrize("way_out", [msgspec.json.encode, msgspec.msgpack.encode, msgspec.to_builtins, pickle.dumps])
def test_no_fight_with_an_amount_in_it_can_be_written(way_out):
    def rule(scene, _command):
        scene.change("sela", "initiative", scene.roll_expression("x", "other", "X", "1d4+1"), "X")
        way_out(scene.fight)

    with pytest.raises((TypeError, AttributeError), match=r"Amount|local object"):
        command_odds(*ruled_by(rule))


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_no_amount_is_in_the_odds_of_what_is_offered(name):
    def known(value):
        assert type(value) is Fraction
        return str(value)

    session = from_encounter(find_encounter(name), "x", source=name)
    session.perform(read_line("init", session.rules, session.fight))
    before = msgspec.json.encode(session.fight)
    commands = list(laws.commands_to_weigh(session))
    for command in commands[:: max(1, len(commands) // 10)]:
        with suppress(RbfError, laws.LimitReached):
            odds = command_odds(session.rules, session.fight, command)
            assert msgspec.json.encode([*odds.ends.items()], enc_hook=known)
            assert msgspec.json.encode(replace(odds, ends={}), enc_hook=known)
    assert msgspec.json.encode(session.fight) == before


def test_a_plug_in_may_write_the_dice_it_rolled_to_a_sheet():
    def blow(scene, who):
        scene.change("sela", "initiative", 3 - scene.roll_expression(who, "x", "X", "1d6"), "X")

    def rule(scene, command):
        with checked(scene):
            scene.part(blow, command.who)
            scene.conclude("success" if scene.one("sela").initiative < 0 else "failure")

    assert command_odds(*weighed_with(rule)).outcomes["success"] == Fraction(1, 2)


def test_an_explosion_without_end_is_no_exact_chance():
    def rule(scene, command):
        scene.conclude("success" if scene.roll_expression(command.who, "x", "X", "1d6!") > 3 else "failure")

    with pytest.raises(laws.LimitReached, match="cannot all be counted"):
        command_odds(*ruled_by(rule))

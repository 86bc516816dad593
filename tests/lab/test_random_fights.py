"""Fights of all systems at random: whatever is offered in them has odds that add up, or says how sure they are."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import RbfError
from rbfcli.core.limits import Budget
from rbfcli.engine.play import offers
from rbfcli.lab.odds import interval, mean, odds_or_sample
from rbfcli.language.grammar import line_for
from rbfcli.testing.fights import Player
from rbfcli.testing.support import SeededDraw
from tests.conftest import LONG, each_encounter

FIGHTS, LINES, ASKED_ABOUT = (20, 25, 1_000) if LONG else (1, 8, 3)
OPEN_END = "…"


def offered(path, number):
    """The fight of a random player, and some of what is offered to anybody in it."""
    player = Player(path, f"odds {number}")
    player.play(LINES)
    session = player.session
    everything = [each.command for who in session.fight.combatants for each in offered_to(session, who)]
    found = {line_for(each): each for each in everything}
    draw = SeededDraw(f"asked about {number}")
    lines = sorted(line for line in found if OPEN_END not in line)
    drawn = {draw.of(lines) for _ in range(ASKED_ABOUT)} if lines else ()
    return session, [found[line] for line in sorted(drawn)]


def offered_to(session, who):
    return offers(session.rules, session.fight, who, Budget(10_000_000))


@pytest.mark.parametrize("number", range(FIGHTS))
@pytest.mark.parametrize("path", each_encounter())
def test_odds_of_all_that_is_offered_add_up(path, number):
    """Chances sum to 1, and answers given in advance come to what their lines say."""
    session, commands = offered(path, number)
    for command in commands:
        found = odds_or_sample(session.rules, session.fight, command)
        adds_up(found)
        if not found.plays:
            answers_in_advance_change_no_result(session, command, found)


def adds_up(found):
    """Every distribution sums to 1; chances of a sample lie within their intervals."""
    behind = [losses for each in found.answers for losses in each.losses.values()]
    for chances in (found.outcomes, *found.losses.values(), *behind):
        assert sum(chances.values()) == 1
    for chance in (*found.outcomes.values(), *found.downs.values(), *(each.asked for each in found.answers)):
        low, high = interval(chance, found.plays)
        assert 0 <= low <= float(chance) <= high <= 1
        assert (low < high) == bool(found.plays)


def answers_in_advance_change_no_result(session, command, found):
    """Where one question alone is asked, each answer to it in advance changes the averages by what its line says."""
    asked = {(each.kind, each.who) for each in found.answers}
    if len(asked) != 1 or sum(each.best for each in found.answers) != 1:
        return
    best = next(each for each in found.answers if each.best)
    for each in found.answers:
        try:
            fixed = replace(command, answer=(*command.answer, f"{each.kind}={each.answer}"))
            odds = odds_or_sample(session.rules, session.fight, fixed)
        except (RbfError, AttributeError):
            continue
        if odds.plays or odds.answers:
            continue
        for who in {*found.losses, *odds.losses}:
            more = each.asked * (average(each, who) - average(best, who))
            assert average(odds, who) == average(found, who) + more, (line_for(fixed), who)


def average(odds, who):
    return mean(odds.losses.get(who, {0: Fraction(1)}))

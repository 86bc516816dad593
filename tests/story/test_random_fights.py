"""In any fight, of any system, the numbers of its story add up to what changed."""

import pytest

from rbfcli.conformance.drawing import Draw
from rbfcli.conformance.lines import answers_to_try, attacks, in_turn, lines_to_try
from rbfcli.store.paths import list_encounters
from rbfcli.systems.catalogue import load
from tests.conftest import LONG

LINES = 60
SEEDS = range(20 if LONG else 1)


def random_fight(played, encounter, seed):
    """Type what a table might: attacks, answers, offers, the GM's hand, undo and redo."""
    draw = Draw(f"story {encounter} {seed}")
    played.type(f"start {encounter} --seed {seed}", "init")
    for _ in range(LINES):
        session = played.session
        if session.fight.questions and draw.happens(75):
            lines = answers_to_try(session)
        else:
            lines = draw.of((attacks, attacks, in_turn, lines_to_try, lambda _: ["undo", "redo", "turn next"]))(session)
        if lines:
            played.attempt(draw.of(lines))
    return played.session


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("encounter", list_encounters())
def test_what_people_lost_and_got_back_is_what_their_health_came_to(played, encounter, seed):
    session = random_fight(played, encounter, seed)
    story = played.story()
    assert story.faults == ()
    assert any(each.by in session.start.combatants for each in story.statistics.damage)
    found, rules = story.statistics, session.rules
    for each in found.people:
        now = session.fight.combatants.get(each.who)
        if now is not None:
            assert each.ended == rules.health(now)[0]
            assert each.began - found.taken(each.who) + found.healed(each.who) == each.ended, each
    assert sum(map(found.dealt, {each.by for each in found.damage})) == sum(each.amount for each in found.damage)
    assert all(each.hits + each.partly <= each.attempts for each in found.attempts.values())
    assert all(0 <= each.succeeded <= len(each.chances) for each in found.successes.values())
    assert all(0 <= chance <= 1 for each in found.successes.values() for chance in each.chances)
    gone = {each.who for each in found.people if each.ended is None}
    assert {each.who for each in found.people if not each.standing} <= gone | {each.who for each in found.falls} | {
        who for who, one in session.start.combatants.items() if not rules.standing(one)
    }


@pytest.mark.parametrize("system", ["rbf", "threat", "rpj", "futurepath", "bgc"])
def test_what_a_system_declares_as_an_attack_is_told_by_its_words(system):
    """A misspelt label or happening would count nothing; so would an outcome that nothing comes to."""
    rules = load(system)
    for name, attempt in rules.attempts.items():
        assert f"roll.{name}" in rules.words or name in rules.words
        for outcome in (*attempt.hits, *attempt.partly, *attempt.misses):
            known = outcome in rules.outcomes or f"roll.{name}.{outcome}" in rules.words
            assert known or (not outcome and name in rules.words)
    assert all(name in rules.words for name in rules.afterwards)

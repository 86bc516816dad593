"""Exact odds behind answers: the dice of the walk fall again, and chains without end come to an end."""

from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from msgspec.structs import replace

from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.play import play
from rbfcli.kernel.verbs import Choose
from rbfcli.lab.odds import command_odds

SPEC = spec_from_file_location("asker", Path(__file__).with_name("asker.py"))
asker = module_from_spec(SPEC)
SPEC.loader.exec_module(asker)
STRIKE = asker.Strike(who="ann", targets=("bob",))


def test_a_question_behind_dice_is_walked():
    """Who is pushed by a six may strike back, and be pushed, and so on for ever."""
    fight = asker.at_the_gate()
    frail = {who: replace(one, hp=1) for who, one in fight.combatants.items()}
    pushing = replace(STRIKE, answer=("effect=push",))
    odds = command_odds(asker.RULES, replace(fight, combatants=frail), pushing)
    assert odds.outcomes == {"less": Fraction(5, 6), "six": Fraction(1, 6)}
    backs = {each.answer: each for each in odds.answers if (each.kind, each.who) == ("back", "bob")}
    assert (backs["strike"].best, backs["no"].best) == (True, False)
    assert Fraction(5, 6) < backs["strike"].losses["ann"][1] < 1
    assert "ann" not in backs["no"].losses
    assert all(sum(losses.values()) == 1 for losses in odds.losses.values())


@pytest.mark.parametrize("answers", [("again", "stop"), ("stop", "again"), ("again",)])
def test_a_rule_that_asks_without_end_hits_a_limit(answers):
    def nag(scene, command):
        while scene.ask("nag", command.who, answers, "GATE-2") == "again":
            scene.happen("nagged", "GATE-2", who=command.who)

    rules = replace(asker.RULES, verbs={**asker.RULES.verbs, asker.Nag: nag})
    with pytest.raises(LimitReached, match="in a row"):
        command_odds(rules, asker.at_the_gate(), asker.Nag(who="ann"))


def test_answers_given_in_advance_are_walked_alone():
    fixed = asker.Strike(who="ann", targets=("bob",), answer=("effect=push", "back=no"))
    odds = command_odds(asker.RULES, asker.at_the_gate(), fixed)
    assert odds.answers == ()
    assert odds.losses["bob"] == {**{amount: Fraction(1, 6) for amount in range(1, 6)}, 0: Fraction(1, 6)}


@pytest.mark.parametrize("effect", ["push", "say over the wall"])
def test_a_chain_of_answers_in_advance_comes_to_an_end(effect):
    """Struck back at for ever, in words of one's own too: a six a sixth of the time, and no choice is left to tell."""
    fight = asker.at_the_gate()
    frail = replace(fight, combatants={who: replace(one, hp=1) for who, one in fight.combatants.items()})
    odds = command_odds(asker.RULES, frail, replace(STRIKE, answer=(f"effect={effect}", "back=strike")))
    free = command_odds(asker.RULES, frail, replace(STRIKE, answer=(f"effect={effect}",)))
    assert odds.answers == ()
    assert (odds.outcomes, odds.losses, odds.downs) == (free.outcomes, free.losses, free.downs)
    last = command_odds(asker.RULES, frail, replace(STRIKE, answer=("effect=push", *["back=strike"] * 25, "back=no")))
    assert abs(last.downs["ann"] - odds.downs["ann"]) < Fraction(1, 10_000)


def test_an_endless_chain_that_waits_already_is_refused():
    """What was said in advance when the command began cannot be said one by one any more."""
    waiting = play(asker.RULES, asker.at_the_gate(), replace(STRIKE, answer=("back=strike",), dice=(6,)))
    with pytest.raises(LimitReached, match="more than 20 questions"):
        command_odds(asker.RULES, waiting.fight, Choose(words=("push",), answer=("effect=push",)))


def test_a_pause_is_resumed_with_the_dice_that_fell():
    """The faces of a pause are those of its seed, and play on as if nobody had been asked."""
    waiting = play(asker.RULES, asker.at_the_gate(), STRIKE).fight
    assert len(waiting.paused.faces) == waiting.drawn

"""Exact odds after answers, in paused fights, and in endless chains."""

from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached
from rbfcli.engine.play import execute
from rbfcli.lab.odds import command_odds, interval, odds_or_sample
from rbfcli.model.commands import Choose, Damage

SPEC = spec_from_file_location("asker", Path(__file__).with_name("asker.py"))
asker = module_from_spec(SPEC)
SPEC.loader.exec_module(asker)
STRIKE = asker.Strike(who="ann", targets=("bob",))


def at_the_frail_gate():
    fight = asker.at_the_gate()
    return replace(fight, combatants={who: replace(one, hp=1) for who, one in fight.combatants.items()})


def test_a_chain_of_strikes_without_end_is_sampled_and_says_so():
    """Who is pushed by a six may strike back, and be pushed, and so on for ever: nothing of it is rounded off."""
    pushing = replace(STRIKE, answer=("effect=push",))
    with pytest.raises(LimitReached, match="one play can have at most 20 answers"):
        command_odds(asker.RULES, at_the_frail_gate(), pushing)
    odds = odds_or_sample(asker.RULES, at_the_frail_gate(), pushing)
    assert odds.plays
    low, high = interval(odds.outcomes["six"], odds.plays)
    assert low < 1 / 6 < high
    backs = {each.answer: each for each in odds.answers if (each.kind, each.who) == ("back", "bob")}
    assert (backs["strike"].best, backs["no"].best) == (True, False)
    assert 5 / 6 - 0.1 < backs["strike"].losses["ann"][1] < 1
    assert "ann" not in backs["no"].losses
    assert all(sum(losses.values()) == 1 for losses in odds.losses.values())


@pytest.mark.parametrize("answers", [("again", "stop"), ("stop", "again"), ("again",)])
def test_a_rule_that_asks_without_end_hits_a_limit(answers):
    def nag(scene, command):
        while scene.ask("nag", command.who, answers, "GATE-2") == "again":
            scene.happen("nagged", "GATE-2", who=command.who)

    rules = replace(asker.RULES, verbs={**asker.RULES.verbs, asker.Nag: nag})
    with pytest.raises(LimitReached, match="one play can have at most 20 answers"):
        command_odds(rules, asker.at_the_gate(), asker.Nag(who="ann"))


def test_answers_given_in_advance_are_walked_alone():
    fixed = asker.Strike(who="ann", targets=("bob",), answer=("effect=push", "back=no"))
    odds = command_odds(asker.RULES, asker.at_the_gate(), fixed)
    assert odds.answers == ()
    assert odds.losses["bob"] == {**{amount: Fraction(1, 6) for amount in range(1, 6)}, 0: Fraction(1, 6)}


@pytest.mark.parametrize("effect", ["push", "say over the wall"])
def test_a_chain_of_answers_in_advance_that_ends_is_exact(effect):
    """Two strikes back, also in one's own words, and no choice is left to report."""
    answers = (f"effect={effect}", "back=strike", "back=strike", "back=no")
    odds = command_odds(asker.RULES, at_the_frail_gate(), replace(STRIKE, answer=answers))
    assert odds.answers == ()
    six = Fraction(1, 6)
    assert odds.outcomes == {"less": 1 - six, "six": six}
    assert odds.downs == {"bob": (1 - six) + six * six * (1 - six), "ann": six * (1 - six)}


def test_an_answer_to_a_fight_that_waits_has_odds():
    """What fell before the pause is as it fell; what follows is walked."""
    waiting = execute(asker.RULES, asker.at_the_gate(), replace(STRIKE, dice=(6,))).fight
    odds = command_odds(asker.RULES, waiting, Choose(words=("double",), answer=("back=no",)))
    assert odds.outcomes == {"six": 1}
    assert odds.losses["bob"] == {**dict.fromkeys((2, 4, 6, 8), Fraction(1, 6)), 10: Fraction(2, 6)}


def test_another_command_while_an_offer_waits_lets_it_lapse():
    """The command that waits is finished without its offer, and the next is walked."""
    waiting = execute(asker.RULES, asker.at_the_gate(), replace(STRIKE, dice=(3,))).fight
    assert waiting.questions[0].lapses
    odds = command_odds(
        asker.RULES, waiting, asker.Strike(who="cid", targets=("ann",), answer=("effect=none", "back=no"))
    )
    assert odds.outcomes == {"less": Fraction(5, 6), "six": Fraction(1, 6)}


def test_what_the_gm_does_while_a_command_waits_has_odds():
    waiting = execute(asker.RULES, asker.at_the_gate(), replace(STRIKE, dice=(6,))).fight
    odds = command_odds(asker.RULES, waiting, Damage(who=("cid",), amount=3, answer=("effect=none", "back=no")))
    assert odds.losses["cid"] == {3: 1}


def test_a_pause_is_resumed_with_the_dice_that_fell():
    """The faces of a pause come from its seed, and play continues as if there had been no question."""
    waiting = execute(asker.RULES, asker.at_the_gate(), STRIKE).fight
    assert len(waiting.paused.faces) == waiting.drawn

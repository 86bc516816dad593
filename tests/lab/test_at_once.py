"""Questions that are answered as they come up: a fight comes out as if each command had waited at each of them."""

import pytest

from rbfcli.lab import policies
from rbfcli.lab.play import Playing
from rbfcli.systems.registry import load
from tests.conftest import each_encounter
from tests.lab.fights import plan_of

ROUNDS = 6


class Waiting(Playing):
    """A fight that waits at each of its questions."""

    def _said_at_once(self, *_asked):
        return None


class Wrong(Playing):
    """A fight in which the first answer is none that the rules take."""

    wrong = 0

    def _said_at_once(self, fight, question):
        answer = super()._said_at_once(fight, question)
        self.wrong += 1
        return answer and f"never {answer}"


class Late(Playing):
    """A fight in which only the first question of a command is answered at once."""

    asked = None

    def _said_at_once(self, fight, question):
        is_first, self.asked = self.asked is not self.fight, self.fight
        return super()._said_at_once(fight, question) if is_first else None


def random_but_watched(view):
    """The same as `random`; but nobody knows what it looks at."""
    return policies.random(view)


def played(kind, name, policy, *, told=True, other=None, seed="at once 3"):
    plan = plan_of(name)
    sides = list(plan.policies)
    names = {side: other or policy if side == sides[-1] else policy for side in sides}
    game = kind(load(plan.system), plan.fight, names, seed, told=told)
    return game.to_the_end(ROUNDS), game


@pytest.mark.parametrize("kind", [Playing, Wrong, Late])
@pytest.mark.parametrize("policy", [policies.random, policies.weakest])
@pytest.mark.parametrize("name", each_encounter())
def test_a_fight_comes_out_as_if_it_had_waited(name, policy, kind):
    fought, game = played(kind, name, policy)
    as_ever, waited = played(Waiting, name, policy)
    assert fought == as_ever
    assert game.fight == waited.fight


def test_questions_come_up_and_answers_are_refused_in_them():
    fought, game = played(Wrong, "pump-station", policies.random)
    assert game.wrong
    assert any(line.startswith("choose ") for line in fought.lines)


@pytest.mark.parametrize("name", ["dock-ambush", "pump-station", "worm-hunt", "hangar-breach"])
def test_a_policy_that_may_look_further_is_asked_while_the_command_waits(name):
    assert (
        played(Playing, name, policies.random)[0] == played(Playing, name, policies.random, other=random_but_watched)[0]
    )
    assert random_but_watched not in policies.GLANCING

"""Why a fight got stuck: what the rules say to a plain attack of those who are still up."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.errors import PluginFault, RbfError
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.lab.playing import Playing
from rbfcli.lab.policies import policy_named
from rbfcli.lab.simulating import Plan, seed_of
from rbfcli.systems.catalogue import load


def why_stuck(plan: Plan, number: int) -> tuple[str, ...]:
    """Of each side the first reason why nobody of it can attack, once the fight of a number got stuck."""
    rules = load(plan.system)
    policies = {side: policy_named(name) for side, name in plan.policies.items()}
    game = Playing(rules, plan.fight, policies, seed_of(plan.seed, number), told=False)
    with suppress(RbfError, PluginFault):
        game.to_the_end(plan.rounds)
    return tuple(dict.fromkeys(each for side in policies for each in _refused(rules, game.fight, side)))


def _refused(rules: Rules, fight: Any, side: str) -> Iterator[str]:
    """What the first is told who is refused an attack at somebody; nothing where the rules take one."""
    up = {who: one.side for who, one in fight.combatants.items() if rules.standing(one)}
    kind: Any = rules.verb_types["attack"]
    found = ""
    for who, foe in ((who, foe) for who in up if up[who] == side for foe in up if up[foe] != side):
        try:
            play(rules, fight, kind(who=who, targets=(foe,)), Highest())
        except PluginFault:
            return
        except RbfError as refused:
            found = found or refused.message
        else:
            return
    if found:
        yield found

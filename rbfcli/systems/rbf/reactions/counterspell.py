"""The counterspell that answers an enemy's spell (RBF-REA-1)."""

import msgspec

from rbfcli.kernel.fight import Question
from rbfcli.systems.rbf.attack.blow import plainly
from rbfcli.systems.rbf.check import RbfScene, fighter, skill_modifier, test
from rbfcli.systems.rbf.commands import acting
from rbfcli.systems.rbf.economy import can_react, spend_reaction
from rbfcli.systems.rbf.ground import sees
from rbfcli.systems.rbf.magic import take_effect
from rbfcli.systems.rbf.sheet import is_enemy
from rbfcli.systems.rbf.verdict import CRITICAL, SUCCESS

COUNTER = "counterspell"


def counterers(scene: RbfScene, caster: str) -> list[str]:
    """Who could counter this caster's spell now."""
    fight = scene.fight
    if not is_enemy(fight.combatants[caster]):
        return []
    players = (who for who, one in fight.combatants.items() if not is_enemy(one) and can_react(one, COUNTER))
    return [who for who in players if sees(fight, who, caster)]


def offer(scene: RbfScene, command: acting.Cast, left: list[str]) -> None:
    """Ask the first who could counter, or let the spell take effect."""
    if left:
        facts = {"rest": left[1:], "command": plainly(command)}
        scene.ask(COUNTER, left[0], ("counter", "no"), "RBF-REA-1", facts=facts)
    else:
        take_effect(scene, command)


def answer_counterspell(scene: RbfScene, question: Question, answer: str) -> None:
    """Counter the spell, or leave it to the next who could (RBF-REA-1)."""
    command = msgspec.convert(question.facts["command"], acting.Cast)
    if answer == "counter":
        counter(scene, command, question.who, list(question.facts["rest"]))
    else:
        offer(scene, command, list(question.facts["rest"]))


def counter(scene: RbfScene, command: acting.Cast, who: str, rest: list[str]) -> None:
    """A reaction, rolled against the caster's TN: a success ends the spell (RBF-REA-1)."""
    spend_reaction(scene, who, COUNTER)
    skill = skill_modifier(scene.fight, fighter(scene, who), scene.fight.options.counterspell_skill, "RBF-REA-1")
    tn = fighter(scene, command.who).tn or 0
    rolled = test(scene, who, COUNTER, "RBF-REA-1", target=command.who, tn=tn, modifiers=(skill,))
    if rolled.outcome in (CRITICAL, SUCCESS):
        scene.happen("countered", "RBF-REA-1", who=who, target=command.who)
    else:
        offer(scene, command, rest)

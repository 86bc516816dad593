"""Casting a spell, and the counterspell that answers it (RBF-ACT-6, RBF-REA-1)."""

import msgspec

from rbfcli.kernel.fight import Question
from rbfcli.systems.rbf import orders
from rbfcli.systems.rbf.blow import plainly
from rbfcli.systems.rbf.check import RbfScene, skill_modifier, test
from rbfcli.systems.rbf.economy import can_react, fighter, spend, spend_bonus, spend_reaction
from rbfcli.systems.rbf.ground import sees
from rbfcli.systems.rbf.magic import RULE, check_spell_target, focus_skill, spell_of, take_effect
from rbfcli.systems.rbf.sheet import is_enemy
from rbfcli.systems.rbf.verdict import CRITICAL, SUCCESS

COUNTER = "counterspell"


def cast(scene: RbfScene, command: orders.Cast) -> None:
    """An action and at least 1 in an arcane focus skill; who sees an enemy cast may counter it (RBF-ACT-6)."""
    caster = fighter(scene, command.who)
    focus_skill(scene, command)
    for target in command.targets:
        check_spell_target(scene, command, target)
    if command.bonus:
        spend_bonus(scene, command.who, "cast")
    else:
        spend(scene, command.who, RULE)
    scene.happen("casts", RULE, who=command.who, spell=spell_of(scene, command).name)
    if command.countered_by and is_enemy(caster):
        counter(scene, command, command.countered_by, [])
    else:
        offer(scene, command, counterers(scene, command.who))


def counterers(scene: RbfScene, caster: str) -> list[str]:
    """Who could counter this caster's spell now."""
    fight = scene.fight
    if not is_enemy(fight.combatants[caster]):
        return []
    players = (who for who, one in fight.combatants.items() if not is_enemy(one) and can_react(one, COUNTER))
    return [who for who in players if sees(fight, who, caster)]


def offer(scene: RbfScene, command: orders.Cast, left: list[str]) -> None:
    """Ask the first who could counter, or let the spell take effect."""
    if left:
        facts = {"rest": left[1:], "command": plainly(command)}
        scene.ask(COUNTER, left[0], ("counter", "no"), "RBF-REA-1", facts=facts)
    else:
        take_effect(scene, command)


def answer_counterspell(scene: RbfScene, question: Question, answer: str) -> None:
    """Counter the spell, or leave it to the next who could (RBF-REA-1)."""
    command = msgspec.convert(question.facts["command"], orders.Cast)
    if answer == "counter":
        counter(scene, command, question.who, list(question.facts["rest"]))
    else:
        offer(scene, command, list(question.facts["rest"]))


def counter(scene: RbfScene, command: orders.Cast, who: str, rest: list[str]) -> None:
    """A reaction, rolled against the caster's TN: a success ends the spell (RBF-REA-1)."""
    spend_reaction(scene, who, COUNTER)
    skill = skill_modifier(scene.fight, fighter(scene, who), scene.fight.options.counterspell_skill, "RBF-REA-1")
    tn = fighter(scene, command.who).tn or 0
    rolled = test(scene, who, COUNTER, "RBF-REA-1", target=command.who, tn=tn, modifiers=(skill,))
    if rolled.outcome in (CRITICAL, SUCCESS):
        scene.happen("countered", "RBF-REA-1", who=who, target=command.who)
    else:
        offer(scene, command, rest)

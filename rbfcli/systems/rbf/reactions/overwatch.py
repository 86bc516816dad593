"""Overwatch: an attack prepared beforehand, made just before an enemy in range moves or acts (RBF-ACT-8)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.errors import Refusal
from rbfcli.kernel.fight import Question
from rbfcli.kernel.rules import VerbFunction
from rbfcli.kernel.scene import Scene, impossible
from rbfcli.systems.rbf.attack.attack import carry_out
from rbfcli.systems.rbf.attack.blow import plainly
from rbfcli.systems.rbf.attack.strike import check_strike, strike_of
from rbfcli.systems.rbf.attack.techniques import require
from rbfcli.systems.rbf.check import RbfScene, fighter
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.economy import spend
from rbfcli.systems.rbf.reactions.watch import Watched
from rbfcli.systems.rbf.sheet import Fighter, is_enemy

RULE = "RBF-ACT-8"


def overwatch(scene: RbfScene, command: fighting.Overwatch) -> None:
    """Give up an action and prepare one technique, or an attack, until one's next turn (RBF-ACT-8)."""
    if command.technique and is_enemy(fighter(scene, command.who)):
        raise impossible("techniques belong to players", "RBF-TEC-1", "overwatch without one")
    spend(scene, command.who, RULE)
    scene.change(command.who, "overwatch", command.technique, RULE)
    scene.change(command.who, "overwatch_asks", command.ask, RULE)
    scene.afflict(command.who, "watching", RULE, rounds=1, edge="start")


def interrupted(scene: RbfScene, command: Any, act: VerbFunction) -> None:
    """Carry out a verb after those on overwatch; what would be refused draws no fire (RBF-ACT-8)."""
    watchers = watchers_of(scene, command.who)
    if watchers:
        rehearsal = Scene(scene.fight, Highest(), scene.rules, force=scene.force)
        rehearsal.before = scene.before
        act(rehearsal, command)
        interrupt(scene, watchers, command, act)
    else:
        act(scene, command)


def watchers_of(scene: RbfScene, who: str) -> list[str]:
    """Who is on overwatch and can attack this one now."""
    fight = scene.fight
    if who not in fight.combatants:
        return []
    side = fight.combatants[who].side
    waiting = [each for each, one in fight.combatants.items() if one.side != side and is_watching(one)]
    return [each for each in waiting if has_shot(scene, each, who)]


def is_watching(one: Fighter) -> bool:
    """Whether somebody is on overwatch and can see (RBF-ACT-8, RBF-TEC-BLIND)."""
    return "watching" in one.conditions and "blinded" not in one.conditions and standing(one)


def has_shot(scene: RbfScene, watcher: str, who: str) -> bool:
    """Whether the prepared attack can be made on somebody: in range, in sight, weapon ready."""
    calm = Scene(scene.fight, Highest(), scene.rules)
    try:
        strike = strike_of(calm, prepared(scene, watcher, who), "paid")
        check_strike(calm, strike)
        require(calm, strike)
    except Refusal:
        return False
    return True


def prepared(scene: RbfScene, watcher: str, who: str) -> fighting.Attack:
    """The attack somebody prepared, on the enemy that moves or acts."""
    return fighting.Attack(who=watcher, targets=(who,), technique=fighter(scene, watcher).overwatch)


def interrupt(scene: RbfScene, watchers: Sequence[str], command: Command, act: VerbFunction) -> None:
    """Let one watcher after the other fire, or ask it first; then let the enemy go on."""
    for place, watcher in enumerate(watchers):
        if fighter(scene, watcher).overwatch_asks:
            facts = {"rest": list(watchers[place + 1 :]), "command": plainly(command)}
            scene.ask("overwatch", watcher, ("fire", "wait"), RULE, facts=facts)
            return
        fire(scene, watcher, command)
    go_on(scene, command, act)


def fire(scene: RbfScene, watcher: str, command: Any) -> None:
    """The prepared attack, which ends the overwatch; what the GM forces on the enemy does not force it."""
    if not has_shot(scene, watcher, command.who):
        return
    forced, scene.force = scene.force, False
    scene.happen("overwatch-fires", RULE, who=watcher, target=command.who)
    scene.relieve(watcher, "watching", RULE)
    carry_out(scene, prepared(scene, watcher, command.who), "paid")
    scene.force = forced


def go_on(scene: RbfScene, command: Any, act: VerbFunction) -> None:
    """What the enemy was about to do, if it still can."""
    if not standing(fighter(scene, command.who)):
        scene.happen("cut-short", RULE, who=command.who, why="it is down")
        return
    fight, told = scene.fight, len(scene.events)
    try:
        act(scene, command)
    except Refusal as no:
        scene.fight = fight
        del scene.events[told:]
        scene.happen("cut-short", RULE, who=command.who, why=no.message)


def answer_overwatch(scene: RbfScene, question: Question, answer: str) -> None:
    """Fire now or wait for another enemy; then the enemy goes on (RBF-ACT-8)."""
    verb = question.facts["command"]["verb"]
    kind, watched = next(
        (kind, each)
        for kind, each in scene.rules.verbs.items()
        if isinstance(each, Watched) and kind.__struct_config__.tag == verb
    )
    command = msgspec.convert(question.facts["command"], kind)
    if answer == "fire":
        fire(scene, question.who, command)
    interrupt(scene, question.facts["rest"], command, watched.act)

"""Attacks, their cost, and damage."""

from rbfcli.core.errors import refuse
from rbfcli.model import commands as verbs

from rbfcli_undertow import clocks, commands
from rbfcli_undertow.conditions import standing
from rbfcli_undertow.economy import may, pool, push, shake, spend, take_stress
from rbfcli_undertow.outcome import COST, MISS, verdict
from rbfcli_undertow.sheet import Diver, UndertowFight, UndertowScene, neighbours


def attack(scene: UndertowScene, command: commands.Attack) -> None:
    """Roll successes against the guard of an enemy in reach (UND-ATK-1); one short is a hit at a cost (UND-ATK-2)."""
    who, target = command.who, command.targets[0]
    if len(command.targets) > 1 or who == target:
        raise refuse("an attack takes one target", "UND-ATK-1")
    one, foe = scene.one(who), scene.one(target)
    if not standing(foe):
        scene.refuse(f"{foe.name} is out of the fight", "UND-OUT-1")
    if not reaches(scene.fight, who, target, ""):
        scene.refuse(f"{one.name} cannot reach {foe.name} from here", "UND-ZON-2")
    may(scene, who, "acted", "action")
    push(scene, who, command.push)
    spend(scene, who, "acted")
    needed = needed_against(scene.fight, foe)
    rolled = pool(
        scene,
        who,
        "attack",
        "UND-ATK-1",
        dice=one.fight,
        pushed=command.push,
        mod=command.mod,
        target=target,
        against=needed,
        judge=lambda total, _faces: verdict(total, needed),
    )
    scene.conclude(rolled.outcome)
    scene.relieve(target, "exposed", "UND-CST-1")
    if rolled.outcome != MISS:
        hurt(scene, target, max(1, 1 + rolled.total - needed), "UND-ATK-1")
    if command.push:
        shake(scene, who)
    if rolled.outcome == COST:
        pay(scene, who)


def needed_against(fight: UndertowFight, foe: Diver) -> int:
    """Return an enemy's guard, +1 in a zone with cover (UND-ATK-1, UND-ZON-3)."""
    zone = fight.board.zones.get(foe.zone)
    return foe.guard + bool(zone and zone.cover)


def pay(scene: UndertowScene, who: str) -> None:
    """Ask the attacker for the cost of a hit: stress, exposure, or a clock (UND-CST-1)."""
    one = scene.one(who)
    clock = clocks.against_side(scene.fight, one.side)
    offered = [*(["stress"] if one.stress < one.limit else []), "exposed", *(["clock"] if clock else [])]
    answer = scene.ask("cost", who, tuple(offered), "UND-CST-1")
    if answer == "stress":
        take_stress(scene, who, 1, "UND-CST-1")
    elif answer == "exposed":
        scene.afflict(who, "exposed", "UND-CST-1")
    else:
        clocks.fill(scene, clock, 1, "UND-CST-1")


def damage_save(scene: UndertowScene, command: commands.DamageSave) -> None:
    """Roll nerve against damage: each success removes 1 (UND-RES-1)."""
    damage = command.damage
    rolled = pool(
        scene,
        command.who,
        "resist",
        "UND-RES-1",
        dice=scene.one(command.who).nerve,
        mod=command.mod,
        judge=lambda total, _faces: "clean" if total >= damage else "cost" if total > 0 else "miss",
    )
    scene.conclude(rolled.outcome)
    hurt(scene, command.who, max(0, damage - max(0, rolled.total)), "UND-RES-1")


def hurt(scene: UndertowScene, who: str, amount: int, rule: str) -> None:
    """Take health from a diver; at 0, they are taken out (UND-OUT-1)."""
    scene.change(who, "health", max(0, scene.one(who).health - amount), rule)
    if not scene.one(who).health and standing(scene.one(who)):
        scene.afflict(who, "out", "UND-OUT-1")


def damage(scene: UndertowScene, who: str, command: verbs.Damage) -> None:
    """Take health because the GM says so."""
    hurt(scene, who, command.amount, "GM")


def heal(scene: UndertowScene, who: str, command: verbs.Heal) -> None:
    """Restore health; a diver with health is back in the fight (UND-OUT-1)."""
    one = scene.one(who)
    scene.change(who, "health", max(one.health, min(one.most, one.health + command.amount)), "GM")
    if scene.one(who).health:
        scene.relieve(who, "out", "UND-OUT-1")


def reaches(fight: UndertowFight, who: str, other: str, _weapon: str) -> bool:
    """Return whether a diver reaches another: in the same zone, or an adjacent one with a harpoon (UND-ZON-2)."""
    one, foe = fight.combatants[who], fight.combatants[other]
    return one.zone == foe.zone or (one.harpoon and foe.zone in neighbours(fight, one.zone))


def stand_in(command: commands.AttackNumbers) -> tuple[UndertowFight, commands.Attack]:
    """Return a stand-in fight for an attack from numbers alone, and the attack (UND-ATK-1)."""
    people = {
        "attacker": Diver(name="the attacker", side="attackers", fight=command.pool),
        "target": Diver(name="the target", side="targets", guard=command.guard, most=4),
    }
    attack = commands.Attack(
        who="attacker", targets=("target",), mod=command.mod, dice=command.dice, answer=command.answer
    )
    return UndertowFight(system="undertow", combatants=people), attack

"""Turns, moves, work on clocks, and breath."""

from rbfcli.core.errors import refuse
from rbfcli.engine import turns
from rbfcli.engine.turns import given_numbers
from rbfcli.model import commands as verbs
from rbfcli.model.fight import TurnSlot

from rbfcli_undertow import clocks, commands
from rbfcli_undertow.conditions import standing
from rbfcli_undertow.economy import may, pool, push, shake, spend
from rbfcli_undertow.sheet import UndertowFight, UndertowScene, neighbours


def init(scene: UndertowScene, command: verbs.Init) -> None:
    """Order the turns by nerve or a given count, highest first, ties in file order (UND-TURN-1)."""
    turns.may_begin(scene, "UND-TURN-1")
    if command.mod:
        raise refuse("initiative is not rolled", "UND-TURN-1", "init --set WHO=N")
    people = scene.fight.combatants.items()
    counts = {who: one.nerve if one.initiative is None else one.initiative for who, one in people}
    counts |= given_numbers(command.set)
    slots = [TurnSlot(who=who, count=count) for who, count in counts.items()]
    turns.settle_order(scene, sorted(slots, key=lambda slot: -slot.count), "UND-TURN-1")
    turns.begin_first_round(scene, "UND-TURN-1")


def turn(scene: UndertowScene, command: verbs.Turn) -> None:
    """Go to the next turn, or back (UND-TURN-1)."""
    turns.take_step(scene, command, "UND-TURN-1", wait)


def wait(_scene: UndertowScene, _until: int | None) -> None:
    """Refuse to hold a turn (UND-TURN-1)."""
    raise refuse("divers cannot hold their turn", "UND-TURN-1", "turn next")


def begin_turn(scene: UndertowScene, who: str) -> None:
    """Give a diver the action and the move of this turn (UND-TURN-2)."""
    scene.change(who, "acted", after=False, rule="UND-TURN-2")
    scene.change(who, "moved", after=False, rule="UND-TURN-2")


def work(scene: UndertowScene, command: commands.Work) -> None:
    """Fill a segment of your side's clock for each success (UND-CLK-1), in its zone (UND-CLK-3)."""
    one, clock = scene.one(command.who), scene.fight.board.clocks.get(command.clock)
    if clock is None:
        raise refuse(f"unknown clock {command.clock!r}", "UND-CLK-1")
    if not clocks.is_open(clock):
        raise refuse(f"{clock.name} is full", "UND-CLK-1")
    if clock.serves != one.side:
        scene.refuse(f"{clock.name} serves {clock.serves}, not {one.side}", "UND-CLK-1")
    if clock.zone and one.zone != clock.zone:
        where = scene.fight.board.zones[clock.zone].name
        scene.refuse(f"{one.name} cannot work on {clock.name} from here", "UND-CLK-3", hint=f"it is at {where}")
    may(scene, command.who, "acted", "action")
    push(scene, command.who, command.push)
    spend(scene, command.who, "acted")
    rolled = pool(
        scene,
        command.who,
        "work",
        "UND-CLK-1",
        dice=one.work,
        pushed=command.push,
        mod=command.mod,
        judge=lambda total, _faces: "clean" if total > 1 else "hit" if total == 1 else "miss",
    )
    scene.conclude(rolled.outcome)
    clocks.fill(scene, command.clock, max(0, rolled.total), "UND-CLK-1")
    if command.push:
        shake(scene, command.who)


def go(scene: UndertowScene, command: commands.Go) -> None:
    """Spend the move to swim into an adjacent zone (UND-ZON-1)."""
    one = scene.one(command.who)
    if command.zone not in scene.fight.board.zones:
        raise refuse(f"unknown zone {command.zone!r}", "UND-ZON-1")
    if command.zone == one.zone:
        raise refuse(f"{one.name} is already there", "UND-ZON-1")
    if command.zone not in neighbours(scene.fight, one.zone):
        scene.refuse(f"{scene.fight.board.zones[command.zone].name} is not adjacent to {one.name}'s zone", "UND-ZON-1")
    may(scene, command.who, "moved", "move")
    spend(scene, command.who, "moved")
    scene.change(command.who, "zone", command.zone, "UND-ZON-1")
    scene.happen("swam", "UND-ZON-1", who=command.who, zone=scene.fight.board.zones[command.zone].name)


def breathe(scene: UndertowScene, command: commands.Breathe) -> None:
    """Spend the action to remove stress and recover from being shaken (UND-STR-3)."""
    one = scene.one(command.who)
    if not (one.stress or "shaken" in one.conditions):
        scene.refuse(f"{one.name} has no stress", "UND-STR-3")
    may(scene, command.who, "acted", "action")
    spend(scene, command.who, "acted")
    scene.happen("breathed", "UND-STR-3", who=command.who)
    scene.change(command.who, "stress", max(0, one.stress - scene.fight.options.breath), "UND-STR-3")
    scene.relieve(command.who, "shaken", "UND-STR-3")


def distance(fight: UndertowFight, who: str, other: str) -> int | None:
    """Return the number of moves between two divers, or None if there is no path."""
    here, there = fight.combatants[who].zone, fight.combatants[other].zone
    reached, steps = {here}, 0
    while there not in reached:
        further = {each for zone in reached for each in neighbours(fight, zone)} - reached
        if not further:
            return None
        reached, steps = reached | further, steps + 1
    return steps


def takes_turns(fight: UndertowFight, who: str) -> bool:
    """Return whether a combatant gets a turn."""
    return who in fight.combatants and standing(fight.combatants[who])

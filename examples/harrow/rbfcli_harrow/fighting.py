"""Turns, attacks and their cost."""

from rbfcli.core.errors import refuse
from rbfcli.engine import turns
from rbfcli.engine.turns import given_numbers
from rbfcli.model import commands as verbs
from rbfcli.model.events import Modifier, Rolled
from rbfcli.model.fight import TurnSlot

from rbfcli_harrow import commands
from rbfcli_harrow.checks import check
from rbfcli_harrow.conditions import standing
from rbfcli_harrow.sheet import Fencer, HarrowFight, HarrowScene
from rbfcli_harrow.wounds import aimed, hurt, land

TIRING, PRESSING, RESTING, HARDER = 1, 2, 4, 2
AIMED, PRESSED, CROWDED = -4, 3, -2


def init(scene: HarrowScene, command: verbs.Init) -> None:
    """Roll a d20 and add speed for each fencer without a given count, highest first (HAR-TURN-1)."""
    turns.may_begin(scene, "HAR-TURN-1")
    people, given = scene.fight.combatants, given_numbers(command.set)
    counts = {who: _count(scene, who, given, command.mod) for who in people}
    slots = [TurnSlot(who=who, count=count) for who, count in counts.items()]
    turns.settle_order(scene, sorted(slots, key=lambda slot: (-slot.count, -people[slot.who].speed)), "HAR-TURN-1")
    turns.begin_first_round(scene, "HAR-TURN-1")


def _count(scene: HarrowScene, who: str, given: dict[str, int], mod: int) -> int:
    one = scene.one(who)
    if who in given:
        return given[who]
    if one.initiative is not None:
        return one.initiative
    more = (Modifier(one.speed, "speed", "HAR-TURN-1"), Modifier(mod, "modifier"))
    return scene.roll(who, "order", "HAR-TURN-1", sides=20, count=1, modifiers=more).total


def turn(scene: HarrowScene, command: verbs.Turn) -> None:
    """Go to the next turn, or back (HAR-TURN-1)."""
    turns.take_step(scene, command, "HAR-TURN-1", wait)


def wait(_scene: HarrowScene, _until: int | None) -> None:
    """Refuse to hold a turn (HAR-TURN-1)."""
    raise refuse("fencers cannot hold their turn", "HAR-TURN-1", "turn next")


def begin_turn(scene: HarrowScene, who: str) -> None:
    """Give a fencer the action of this turn, and parries without penalty (HAR-TURN-2, HAR-ATK-3)."""
    scene.change(who, "acted", after=False, rule="HAR-TURN-2")
    scene.change(who, "parried", 0, "HAR-ATK-3")


def act(scene: HarrowScene, who: str, tiring: int = 0) -> None:
    """Spend the action of a turn and its fatigue (HAR-OUT-1, HAR-TURN-2, HAR-FAT-2)."""
    one = scene.one(who)
    if not standing(one):
        scene.refuse(f"{one.name} is down", "HAR-OUT-1")
    if scene.fight.round and (one.acted or scene.fight.active != who):
        scene.refuse(f"{one.name} has no action now", "HAR-TURN-2", "turn next")
    if one.fatigue + tiring > one.endurance:
        scene.refuse(f"{one.name} is too tired for that", "HAR-FAT-2", f"rest {who}")
    if scene.fight.round:
        scene.change(who, "acted", after=True, rule="HAR-TURN-2")
    if tiring:
        scene.change(who, "fatigue", max(one.fatigue, min(one.endurance, one.fatigue + tiring)), "HAR-FAT-1")


def attack(scene: HarrowScene, command: commands.Attack) -> None:
    """Roll blade against parry, and wound the target on a hit (HAR-ATK-1, HAR-ATK-2)."""
    who, target = command.who, command.targets[0]
    if len(command.targets) > 1 or who == target:
        raise refuse("an attack takes one target", "HAR-ATK-1")
    at = aimed(command.at)
    one, foe = scene.one(who), scene.one(target)
    if not standing(foe):
        scene.refuse(f"{foe.name} is down", "HAR-OUT-1")
    more = (
        Modifier(AIMED if at else 0, f"aimed at the {at}", "HAR-LOC-3"),
        Modifier(PRESSED if command.press else 0, "pressing", "HAR-FAT-3"),
        Modifier(command.mod, "modifier"),
    )
    act(scene, who, TIRING + (PRESSING if command.press else 0))
    struck = check(
        scene,
        who,
        "attack",
        "HAR-ATK-1",
        skill=one.blade,
        more=more,
        target=target,
        names=("hit", "miss"),
    )
    parried = parry(scene, target, who) if struck.outcome == "hit" and standing(foe) else None
    outcome, by = compared(scene.fight, struck, parried)
    if parried is not None:
        scene.happen(outcome, "HAR-ATK-1", who=who, target=target)
    scene.conclude(outcome)
    if outcome in ("telling", "hit"):
        harder = HARDER if by >= scene.fight.options.telling else 0
        land(scene, who, target, one.bite + harder, at)


def parry(scene: HarrowScene, who: str, against: str) -> Rolled:
    """Roll the target's parry, at -2 for each earlier one since their last turn (HAR-ATK-1, HAR-ATK-3)."""
    one: Fencer = scene.one(who)
    scene.change(who, "parried", one.parried + 1, "HAR-ATK-3")
    crowded = Modifier(CROWDED * one.parried, "parried before", "HAR-ATK-3")
    return check(
        scene,
        who,
        "parry",
        "HAR-ATK-1",
        skill=one.parry,
        more=(crowded,),
        target=against,
        names=("parried", "open"),
    )


def compared(fight: HarrowFight, struck: Rolled, parried: Rolled | None) -> tuple[str, int]:
    """Return the outcome of an attack and its margin over the parry (HAR-ATK-1, HAR-ATK-2)."""
    if struck.outcome == "miss":
        return "miss", 0
    success = struck.margin or 0
    if parried is not None and parried.outcome == "parried":
        success -= parried.margin or 0
        if success <= 0:
            return "parried", 0
    return ("telling" if success >= fight.options.telling and parried is not None else "hit"), success


def rest(scene: HarrowScene, command: commands.Rest) -> None:
    """Spend the action to remove four points of fatigue (HAR-FAT-4)."""
    one = scene.one(command.who)
    if not one.fatigue:
        scene.refuse(f"{one.name} is not tired", "HAR-FAT-4")
    act(scene, command.who)
    scene.happen("rested", "HAR-FAT-4", who=command.who)
    scene.change(command.who, "fatigue", max(0, one.fatigue - RESTING), "HAR-FAT-4")


def ward(scene: HarrowScene, command: commands.Ward) -> None:
    """Spend the action for +3 to parries until the fencer's next turn (HAR-WRD-1)."""
    act(scene, command.who)
    scene.afflict(command.who, "warding", "HAR-WRD-1", rounds=1, edge="start")


def damage_save(scene: HarrowScene, command: commands.DamageSave) -> None:
    """Take a given amount of damage at a location, less armour there (HAR-DMG-1)."""
    at, before = aimed(command.at), scene.one(command.who).health
    land(scene, command.who, command.who, max(0, command.damage - command.mod), at)
    scene.conclude("hit" if scene.one(command.who).health < before else "parried")


def damage(scene: HarrowScene, who: str, command: verbs.Damage) -> None:
    """Take health because the GM says so."""
    hurt(scene, who, command.amount, "GM")


def heal(scene: HarrowScene, who: str, command: verbs.Heal) -> None:
    """Restore health; a fencer with health is up again (HAR-OUT-1)."""
    one = scene.one(who)
    scene.change(who, "health", max(one.health, min(one.most, one.health + command.amount)), "GM")
    if scene.one(who).health:
        scene.relieve(who, "down", "HAR-OUT-1")


def takes_turns(fight: HarrowFight, who: str) -> bool:
    """Return whether a combatant gets a turn."""
    return who in fight.combatants and standing(fight.combatants[who])


def stand_in(command: commands.AttackNumbers) -> tuple[HarrowFight, commands.Attack]:
    """Return a stand-in fight for an attack from numbers alone, and the attack (HAR-ATK-1)."""
    people = {
        "attacker": Fencer(name="the attacker", side="attackers", blade=command.blade, parry=1, most=8),
        "target": Fencer(name="the target", side="targets", blade=1, parry=command.parry, most=8),
    }
    attack = commands.Attack(
        who="attacker", targets=("target",), mod=command.mod, dice=command.dice, answer=command.answer
    )
    return HarrowFight(system="harrow", combatants=people), attack

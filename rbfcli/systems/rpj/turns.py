"""Who acts when in RPJ, and what begins and ends with turns and rounds (RPJ-ACT-1, RPJ-ACT-4, RPJ-ACT-7)."""

from rbfcli.engine import turns
from rbfcli.engine.scene import impossible
from rbfcli.engine.turns import announce_last_side, given_numbers
from rbfcli.model import commands
from rbfcli.model.events import Modifier
from rbfcli.model.fight import TurnSlot
from rbfcli.systems.rpj.checks import SIDES, RpjScene
from rbfcli.systems.rpj.conditions import CAUTIOUS, SUPPRESSED_BY, dying, standing, suppressors
from rbfcli.systems.rpj.health import end_every_overwatch, mend, roll_due
from rbfcli.systems.rpj.sheet import RpjFight, actions_of

RULE = "RPJ-ACT-7"


def init(scene: RpjScene, command: commands.Init) -> None:
    """Settle the order of turns and begin round 1 (RPJ-ACT-7)."""
    given = given_numbers(command.set)
    if command.who:
        turns.join_late(scene, command.who, command.mod, given, RULE)
        return
    turns.may_begin(scene, RULE)
    for who in scene.fight.combatants:
        count = given[who] if who in given else roll_initiative(scene, who, command.mod)
        scene.change(who, "initiative", count, RULE)
    turns.settle_order(scene, order_of(scene.fight), RULE)
    turns.begin_first_round(scene, RULE)


def roll_initiative(scene: RpjScene, actor: str, mod: int) -> int:
    """4d6 + Dexterity (RPJ-ACT-7)."""
    modifiers = (Modifier(scene.one(actor).dexterity, "Dexterity", RULE), Modifier(mod, "modifier"))
    count = scene.fight.options.initiative_dice
    return scene.roll(actor, "initiative", RULE, sides=SIDES, count=count, modifiers=modifiers).total


def give_count(scene: RpjScene, actor: str, count: int | None, mod: int) -> None:
    """A latecomer has a count by hand, or rolls (RPJ-ACT-7)."""
    scene.change(actor, "initiative", roll_initiative(scene, actor, mod) if count is None else count, RULE)


def order_of(fight: RpjFight) -> list[TurnSlot]:
    """Highest first; of equals the more dexterous, then as in the file (RPJ-ACT-7)."""
    ranked = sorted(fight.combatants.items(), key=lambda each: (-(each[1].initiative or 0), -each[1].dexterity))
    return [TurnSlot(who=who, count=one.initiative or 0) for who, one in ranked]


def turn(scene: RpjScene, command: commands.Turn) -> None:
    """Go on to the next turn, back one, or hold this one until a later count of the round."""
    turns.take_step(scene, command, RULE, hold)


def hold(scene: RpjScene, until: int | None) -> None:
    """Act later in the same round: on a count, else last (RPJ-ACT-7)."""
    count = turns.later_count(scene, until, RULE)
    one = scene.one(scene.fight.active)
    if not standing(one):
        raise impossible(f"{one.name} is down and cannot wait", "RPJ-DMG-7", "turn next")
    if one.actions_left < actions_of(one):
        scene.refuse("a turn is held whole, before its first action", RULE)
    turns.postpone(scene, count, RULE)


def begin_round(scene: RpjScene) -> None:
    """Free attacks refresh, and a held turn goes back to its own count (RPJ-ACT-4, RPJ-ACT-7)."""
    if tuple(order_of(scene.fight)) != scene.fight.order:
        turns.settle_order(scene, order_of(scene.fight), RULE)
    for who in scene.fight.combatants:
        scene.change(who, "free_attack_spent", after=False, rule="RPJ-ACT-4")


def begin_turn(scene: RpjScene, actor: str) -> None:
    """The actions of a turn; one's overwatch, suppression and caution are over (RPJ-ACT-1, OVR-3, SUP-5, CAU-4)."""
    one = scene.one(actor)
    scene.change(actor, "actions_left", actions_of(one) if standing(one) else 1, "RPJ-ACT-1")
    end_every_overwatch(scene, actor, "RPJ-OVR-3")
    scene.relieve(actor, CAUTIOUS, "RPJ-CAU-4")
    for each, other in scene.fight.combatants.items():
        if actor in suppressors(other):
            name = f"{SUPPRESSED_BY} {actor}"
            left = other.conditions[name].amount - 1
            scene.relieve(each, name, "RPJ-SUP-5")
            if left > 0:
                scene.afflict(each, name, "RPJ-SUP-5", by=actor, amount=left)


def resume_turn(scene: RpjScene, actor: str) -> None:
    """Who fell while its turn was held has it to roll for its life (RPJ-STB-1)."""
    if not standing(scene.one(actor)):
        scene.change(actor, "actions_left", 1, "RPJ-STB-1")


def takes_turns(fight: RpjFight, actor: str) -> bool:
    """Whether someone has a turn when its count comes: to act, or to roll for its life (RPJ-STB-1)."""
    return actor in fight.combatants and (standing(fight.combatants[actor]) or dying(fight.combatants[actor]))


def end_turn(scene: RpjScene, actor: str) -> None:
    """Who lies dying rolls before its turn is over (RPJ-STB-1)."""
    if actor in scene.fight.combatants:
        roll_due(scene, actor)


def after_command(scene: RpjScene) -> None:
    """Mend torn ties, and say it once when only one side is left standing (RPJ-DMG-7)."""
    mend(scene)
    announce_last_side(scene, "RPJ-DMG-7")

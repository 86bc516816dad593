"""Turn order in RPJ, and effects at the start and end of turns and rounds (RPJ-ACT-1, RPJ-ACT-4, RPJ-ACT-7)."""

from rbfcli.core.errors import refuse
from rbfcli.engine import turns
from rbfcli.engine.turns import announce_last_side, given_numbers
from rbfcli.model import commands
from rbfcli.model.events import Modifier
from rbfcli.model.fight import TurnSlot
from rbfcli.systems.rpj.checks import SIDES, RpjScene
from rbfcli.systems.rpj.conditions import CAUTIOUS, SUPPRESSED_BY, dying, standing, suppressors
from rbfcli.systems.rpj.health import end_every_overwatch, mend, roll_for_life
from rbfcli.systems.rpj.sheet import RpjFight, actions_of

RULE = "RPJ-ACT-7"


def init(scene: RpjScene, command: commands.Init) -> None:
    """Set the turn order and begin round 1 (RPJ-ACT-7)."""
    turns.init(scene, command, RULE, given_numbers(command.set))


def give_count(scene: RpjScene, actor: str, count: int | None, mod: int) -> None:
    """Give a combatant a stated count, or roll 4d6 + Dexterity (RPJ-ACT-7)."""
    if count is None:
        modifiers = (Modifier(scene.one(actor).dexterity, "Dexterity", RULE), Modifier(mod, "modifier"))
        dice = scene.fight.options.initiative_dice
        count = scene.roll(actor, "initiative", RULE, sides=SIDES, count=dice, modifiers=modifiers).total
    scene.change(actor, "initiative", count, RULE)


def order_of(fight: RpjFight) -> list[TurnSlot]:
    """Return the turn order, highest first; ties: higher Dexterity, then file order (RPJ-ACT-7)."""
    ranked = sorted(fight.combatants.items(), key=lambda each: (-(each[1].initiative or 0), -each[1].dexterity))
    return [TurnSlot(who=who, count=one.initiative or 0) for who, one in ranked]


def turn(scene: RpjScene, command: commands.Turn) -> None:
    """Go to the next turn, back one, or hold this one until a later count of the round."""
    turns.take_step(scene, command, RULE, hold)


def hold(scene: RpjScene, until: int | None) -> None:
    """Delay the turn to a later count of the round, or to its end (RPJ-ACT-7)."""
    count = turns.later_count(scene, until, RULE)
    one = scene.one(scene.fight.active)
    if not standing(one):
        raise refuse(f"{one.name} is down and cannot wait", "RPJ-DMG-7", "turn next")
    if one.actions_left < actions_of(one):
        scene.refuse("a turn can only be held before its first action", RULE)
    turns.postpone(scene, count, RULE)


def begin_round(scene: RpjScene) -> None:
    """Restore free attacks, and return held turns to their own counts (RPJ-ACT-4, RPJ-ACT-7)."""
    turns.restore_order(scene, RULE)
    for who in scene.fight.combatants:
        scene.change(who, "free_attack_spent", after=False, rule="RPJ-ACT-4")


def begin_turn(scene: RpjScene, actor: str) -> None:
    """Restore actions; end overwatch, suppression and caution (RPJ-ACT-1, OVR-3, SUP-5, CAU-4)."""
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
    """Give a combatant that fell while holding its stabilize roll (RPJ-STB-1)."""
    if not standing(scene.one(actor)):
        scene.change(actor, "actions_left", 1, "RPJ-STB-1")


def takes_turns(fight: RpjFight, actor: str) -> bool:
    """Return whether a combatant has a turn at its count: to act, or to stabilize (RPJ-STB-1)."""
    return actor in fight.combatants and (standing(fight.combatants[actor]) or dying(fight.combatants[actor]))


def end_turn(scene: RpjScene, actor: str) -> None:
    """Make a dying combatant's roll if it is still due (RPJ-STB-1)."""
    one = scene.fight.combatants.get(actor)
    if one is not None and dying(one) and one.actions_left:
        with scene.aside():
            roll_for_life(scene, actor)


def after_command(scene: RpjScene) -> None:
    """End invalid states, and report the last side standing (RPJ-DMG-7)."""
    mend(scene)
    announce_last_side(scene, "RPJ-DMG-7")

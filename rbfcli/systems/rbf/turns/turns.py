"""Turns and rounds as they pass: holding, and what begins and ends with them (RBF-INI-4, RBF-INI-5)."""

from rbfcli.kernel import turns, verbs
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf.attack.roll import forget
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.commands import acting
from rbfcli.systems.rbf.conditions import takes_turns
from rbfcli.systems.rbf.damage import harm
from rbfcli.systems.rbf.dying import come_nearer_to_death
from rbfcli.systems.rbf.economy import has_begun, refresh
from rbfcli.systems.rbf.sheet import RbfFight, is_boss
from rbfcli.systems.rbf.turns.initiative import RULE, order_of

BLEEDING = ("bleeding", "leaking")


def turn(scene: RbfScene, command: verbs.Turn) -> None:
    """Go on to the next turn, back, or hold this one (RBF-INI-3, RBF-INI-4)."""
    turns.take_step(scene, command, RULE, hold_turn)


def hold(scene: RbfScene, command: acting.Hold) -> None:
    """Hold one's turn until a later count (RBF-INI-4)."""
    if scene.fight.active != command.who:
        hint = turns.next_or_end(scene.fight, takes_turns) if scene.fight.round else "init"
        raise impossible(f"it is not {scene.one(command.who).name}'s turn", "RBF-INI-4", hint)
    hold_turn(scene, command.until)


def hold_turn(scene: RbfScene, until: int | None) -> None:
    """Act later in the same round, on a count, else last; only a boss does so between actions (RBF-INI-5)."""
    count = turns.later_count(scene, until, "RBF-INI-4")
    one = scene.one(scene.fight.active)
    if has_begun(one) and not is_boss(one):
        scene.refuse("a turn is held whole, before its first action", "RBF-INI-4")
    turns.postpone(scene, count, "RBF-INI-5" if is_boss(one) else "RBF-INI-4")


def begin_round(scene: RbfScene) -> None:
    """A held turn goes back to its own count, and the dying weaken (RBF-INI-4, RBF-DIE-1).

    In the first round none was held yet: `init` has just settled the order.
    """
    if scene.fight.round > 1 and not is_in_order(scene.fight):
        turns.settle_order(scene, order_of(scene.fight), "RBF-INI-4")
    come_nearer_to_death(scene)


def is_in_order(fight: RbfFight) -> bool:
    """Whether everybody is at the count of their own."""
    return tuple(order_of(fight)) == fight.order


def begin_turn(scene: RbfScene, who: str) -> None:
    """Actions and reactions are back, and wounds bleed (RBF-ACT-1)."""
    forget(scene)
    refresh(scene, who)
    bleed(scene, who)


def bleed(scene: RbfScene, who: str) -> None:
    """Open wounds cost health (RBF-TEC-LACERATE)."""
    conditions = scene.one(who).conditions
    if conditions and any(each in conditions for each in BLEEDING):
        dice = scene.fight.options.bleeding_damage
        lost = scene.roll_expression(who, "bleeding", "RBF-TEC-LACERATE", dice)
        harm(scene, who, lost, "RBF-TEC-LACERATE", why="a laceration")


def end_turn(scene: RbfScene, who: str) -> None:
    """An intent ends with the turn it was declared for (RBF-MODE-1)."""
    scene.change(who, "intent", "", "RBF-MODE-1")

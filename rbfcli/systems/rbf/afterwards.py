"""What follows every command: the bonus action left, the end in sight, and the next step (RBF-BON-1, RBF-END-1)."""

from rbfcli.kernel import sides
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import standing
from rbfcli.systems.rbf.sheet import RbfFight
from rbfcli.systems.rbf.talents import STALKER, has


def after_command(scene: RbfScene) -> None:
    """Offer the bonus action that is left; say it once when only one side stands (RBF-BON-1, RBF-END-1)."""
    if has_spent_its_turn(scene):
        from rbfcli.systems.rbf.bonus import offer_to_hide

        offer_to_hide(scene, scene.fight.active)
    if scene.fight.board.mode == "combat":
        sides.tell_when_one_side_is_left(scene, "RBF-END-1")


def has_spent_its_turn(scene: RbfScene) -> bool:
    """Whether a Stalker has just used the last action of its turn, and has a bonus action."""
    who = scene.fight.active
    if not who or scene.before.active != who:
        return False
    before, now = scene.before.combatants.get(who), scene.fight.combatants.get(who)
    spent = before is not None and now is not None and before.actions_left > now.actions_left == 0
    return now is not None and spent and now.bonus_left > 0 and has(now, STALKER)


def next_steps(fight: RbfFight) -> tuple[str, ...]:
    """What the table does next, as lines to type."""
    if not fight.round:
        return ("init",)
    steps = [f"stabilize {who}" for who, one in fight.combatants.items() if "dying" in one.conditions]
    active = fight.combatants.get(fight.active)
    if active is not None and (not active.actions_left or not standing(active) or "surprised" in active.conditions):
        steps.append("turn next")
    return tuple(steps)

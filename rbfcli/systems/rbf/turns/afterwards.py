"""What follows every command: the end in sight, and the bonus action left (RBF-END-1, RBF-BON-1)."""

from rbfcli.kernel import sides
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.ground import let_go_of_the_distant
from rbfcli.systems.rbf.sheet import STALKER, has


def after_command(scene: RbfScene) -> None:
    """Whoever was moved lets go; say it when only one side stands; offer a bonus action (RBF-END-1, RBF-BON-1)."""
    if scene.fight.board.mode == "combat":
        sides.tell_when_one_side_is_left(scene, "RBF-END-1")
    for who in moved(scene):
        let_go_of_the_distant(scene, who)
    if has_spent_its_turn(scene):
        from rbfcli.systems.rbf.movement import offer_to_hide

        offer_to_hide(scene, scene.fight.active)


def moved(scene: RbfScene) -> list[str]:
    """Who is somewhere else than before the command."""
    before, now = scene.before.combatants, scene.fight.combatants
    return [
        who
        for who, one in now.items()
        if (earlier := before.get(who, one)) is not one
        and (one.at, one.height, one.place) != (earlier.at, earlier.height, earlier.place)
    ]


def has_spent_its_turn(scene: RbfScene) -> bool:
    """Whether a Stalker has just used the last action of its turn, and has a bonus action."""
    who, people = scene.fight.active, scene.fight.combatants
    if who not in people or not people[who].bonus_left or scene.before.active != who:
        return False
    before, now = scene.before.combatants.get(who), people[who]
    return before is not None and before.actions_left > now.actions_left == 0 and has(now, STALKER)

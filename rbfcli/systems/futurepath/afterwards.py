"""What follows every command: whether the map holds, who has left, what comes next (FP-FLD-1, FP-INI-1)."""

from rbfcli.kernel import turns
from rbfcli.kernel.amounts import highest
from rbfcli.kernel.events import Left
from rbfcli.kernel.sides import tell_when_one_side_is_left
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.economy import left
from rbfcli.systems.futurepath.options import FuturePathOptions
from rbfcli.systems.futurepath.people import hindrance, members
from rbfcli.systems.futurepath.sheet import Character, FuturePathFight
from rbfcli.systems.futurepath.terms import KIT, MEDICINE


def after_command(scene: FpScene) -> None:
    """Nobody stands off the map, teams without members leave the order, and the last side standing is named."""
    if scene.fight.board is not scene.before.board or scene.fight.combatants is not scene.before.combatants:
        check_map_and_squares(scene)
    if scene.fight.options is not scene.before.options:
        check_dice(scene.fight.options)
    if any(isinstance(event, Left) for event in scene.events):
        for slot in scene.fight.order:
            if not members(scene.fight, slot.who):
                turns.leave_order(scene, slot.who, "FP-INI-1")
    tell_when_one_side_is_left(scene, "FP-INI-1")


def check_map_and_squares(scene: FpScene) -> None:
    """Raises RbfError where a command left a map that means nothing, or put somebody off it (FP-FLD-1)."""
    from rbfcli.systems.futurepath.ground import check_board, place

    if scene.fight.board is not scene.before.board:
        check_board(scene.fight, scene.before.board)
    for who, one in scene.fight.combatants.items():
        before = scene.before.combatants.get(who)
        if one.square and (before is None or before.square != one.square):
            place(scene.fight, one.square)


def check_dice(options: FuturePathOptions) -> None:
    """Raises NotationError where an option that holds dice holds none (FP-DIE-1, FP-STB-1)."""
    for dice in (options.dying_damage, options.stabilize_slip):
        highest(dice)


def next_steps(fight: FuturePathFight) -> tuple[str, ...]:
    """What the table does next, as lines to type."""
    if not fight.round:
        return ("init",)
    dying = {who: one for who, one in fight.combatants.items() if "dying" in one.conditions}
    steps = [f"stabilize {who}" for who, one in dying.items() if has_medic(fight, one)]
    team = [fight.combatants[who] for who in members(fight, fight.active)] if fight.active else []
    if team and not any(left(one.turn) and not hindrance(one) for one in team):
        steps.append("turn next")
    return tuple(steps)


def has_medic(fight: FuturePathFight, patient: Character) -> bool:
    """Whether somebody of the same side could treat a wound (FP-STB-1)."""
    others = (one for one in fight.combatants.values() if one.side == patient.side and not hindrance(one))
    return any(KIT in one.items and one.skills.get(MEDICINE) for one in others)

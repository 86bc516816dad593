"""What a turn holds in RPJ, and who may spend it (RPJ-ACT-1, RPJ-DMG-7)."""

from collections.abc import Sequence

from rbfcli.kernel.conditions import bar
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.check import RpjScene
from rbfcli.systems.rpj.conditions import CONDITIONS
from rbfcli.systems.rpj.sheet import RpjFight, actions_of

Provoking = commands.Attack | commands.Suppress | commands.Move | commands.Cautious | commands.TakeCover


def may_act(scene: RpjScene, who: str, cost: int) -> None:
    """Refuse where somebody is down, it is not its turn, or fewer actions are left (RPJ-ACT-1, RPJ-DMG-7)."""
    one = scene.one(who)
    barred = bar(CONDITIONS, one, "act")
    if barred:
        scene.refuse(f"{one.name} is {barred} and takes no action", "RPJ-DMG-7")
    if not scene.fight.round:
        return
    if scene.fight.active != who:
        scene.refuse(f"it is not {one.name}'s turn", "RPJ-ACT-7", "turn next")
    if one.actions_left < cost:
        left = f"{one.actions_left} action{'s' * (one.actions_left != 1)}" if one.actions_left else "no action"
        needed = f"; this takes {cost}" if one.actions_left else ""
        scene.refuse(f"{one.name} has {left} left this turn{needed}", "RPJ-ACT-1", "turn next")


def can_attack(fight: RpjFight, who: str) -> bool:
    """Return whether somebody has an action left and is free to take it (RPJ-ACT-1, RPJ-DMG-7, RPJ-GRP-4)."""
    one = fight.combatants[who]
    has_one = not fight.round or (fight.active == who and one.actions_left > 0)
    return has_one and not one.grapple and not bar(CONDITIONS, one, "act")


def free_to_act(scene: RpjScene, who: str) -> None:
    """Refuse what is not the grapple check: in a grapple that is the turn (RPJ-GRP-4)."""
    one = scene.one(who)
    if one.grapple:
        hint = f"grapple {quoted(who)}" if whole_turn_left(scene, who) else "turn next"
        scene.refuse(f"{one.name} is in a grapple: their turn is a grapple check", "RPJ-GRP-4", hint)


def free_to_move(scene: RpjScene, who: str) -> None:
    """Refuse a move in a grapple (RPJ-GRP-3)."""
    one = scene.one(who)
    if one.grapple:
        hint = f"grapple {quoted(who)}" if whole_turn_left(scene, who) else "turn next"
        scene.refuse(f"{one.name} is in a grapple and cannot move", "RPJ-GRP-3", hint)


def whole_turn_left(scene: RpjScene, who: str) -> bool:
    """Whether no action of a turn is spent yet; before the first round nothing is counted (RPJ-CAU-1, RPJ-GRP-4)."""
    one = scene.one(who)
    return not scene.fight.round or one.actions_left >= actions_of(one)


def spend(scene: RpjScene, who: str, cost: int, rule: str) -> None:
    """Take actions off a turn, as far as there are any; before the first round nothing is counted (RPJ-ACT-1)."""
    if scene.fight.round:
        scene.change(who, "actions_left", max(0, scene.one(who).actions_left - cost), rule)


def told_beforehand(scene: RpjScene, command: Provoking, entitled: Sequence[str]) -> tuple[str, ...] | None:
    """Who reacts by the words of the command: those named, nobody, or nothing is said of it (None) (RPJ-ACT-4).

    Raises Refusal where somebody is named who is not entitled.
    """
    if command.react and command.no_react:
        raise UsageError("--react and --no-react contradict each other", rule="RPJ-ACT-4")
    for who in command.react:
        if who not in entitled:
            may = f"these may: {', '.join(entitled)}" if entitled else "nobody may"
            raise impossible(f"{scene.one(who).name} has no free attack or overwatch here", "RPJ-ACT-4", may)
    return command.react if command.react or command.no_react else None

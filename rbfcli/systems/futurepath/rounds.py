"""What happens at the edges of rounds and turns, and after every command (FP-TIME-1, FP-DIE-1, FP-GRN-3)."""

from msgspec.structs import fields

from rbfcli.kernel import turns
from rbfcli.kernel.events import Afflicted, Left, TurnEnded
from rbfcli.systems.futurepath.charges import due, overdue
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.ground import check_map, place
from rbfcli.systems.futurepath.initiative import settle_newcomers
from rbfcli.systems.futurepath.people import members, standing
from rbfcli.systems.futurepath.sheet import FuturePathFight, TurnState
from rbfcli.systems.futurepath.vitality import bleed

SPEECH = ("words", "gesture")


def begin_round(scene: FpScene) -> None:
    """New teams find their place, the dying weaken, haze thins, and everybody has a voice again."""
    if scene.fight.round > 1:
        settle_newcomers(scene)
        bleed(scene)
        overdue(scene)
        thin_haze(scene)
    for who in scene.fight.combatants:
        fresh(scene, who, SPEECH)


def thin_haze(scene: FpScene) -> None:
    """Haze of so many rounds lasts that long (FP-COV-3)."""
    for name, zone in scene.fight.board.zones.items():
        if zone.rounds == 1:
            scene.change("", f"board.zones.{name}", None, "FP-COV-3")
            scene.happen("haze-clears", "FP-COV-3", kind=zone.kind, square=zone.square)
        elif zone.rounds:
            scene.change("", f"board.zones.{name}.rounds", zone.rounds - 1, "FP-COV-3")


def begin_turn(scene: FpScene, team: str) -> None:
    """Every member has its actions again and waits for no trigger any more; cooked grenades go off (FP-ECO-1)."""
    for who in members(scene.fight, team):
        fresh(scene, who, tuple(each.name for each in fields(TurnState) if each.name not in SPEECH))
        scene.change(who, "ready", "", "FP-RDY-1")
    due(scene, team, "start")


def end_turn(scene: FpScene, team: str) -> None:
    """Grenades that waited for a team's turn go off at its end (FP-GRN-3)."""
    due(scene, team, "end")


def fresh(scene: FpScene, who: str, names: tuple[str, ...]) -> None:
    """What somebody did is forgotten, field by field."""
    for name in names:
        scene.change(who, f"turn.{name}", getattr(TurnState(), name), "FP-ECO-1")


def after_command(scene: FpScene) -> None:
    """Nobody stands off the map, teams without members leave the order, and the last side standing is named."""
    if scene.fight.board is not scene.before.board:
        check_map(scene.fight.board)
    check_squares(scene)
    if not any(isinstance(event, Afflicted | Left) for event in scene.events):
        return
    for slot in scene.fight.order:
        if not members(scene.fight, slot.who):
            was_acting = scene.fight.active == slot.who
            turns.leave_order(scene, slot.who, "FP-INI-1")
            if was_acting:
                scene.emit(TurnEnded(rule="FP-INI-1", who=slot.who))
    if len(sides_standing(scene.before)) > 1 and len(left := sides_standing(scene.fight)) == 1:
        scene.happen("one-side-left", "FP-INI-1", side=left.pop())


def check_squares(scene: FpScene) -> None:
    """Raises Refusal where a command put somebody off the map (FP-FLD-1)."""
    for who, one in scene.fight.combatants.items():
        before = scene.before.combatants.get(who)
        if one.square and (before is None or before.square != one.square):
            place(scene.fight, one.square)


def sides_standing(fight: FuturePathFight) -> set[str]:
    """The sides that still have somebody in the fight."""
    return {one.side for one in fight.combatants.values() if standing(one)}

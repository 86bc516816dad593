"""What happens at the edges of rounds and turns (FP-ECO-1, FP-DIE-1, FP-GRN-3)."""

from msgspec.structs import fields

from rbfcli.systems.futurepath.charges import due, overdue
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.initiative import settle_newcomers
from rbfcli.systems.futurepath.people import members
from rbfcli.systems.futurepath.sheet import TurnState
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

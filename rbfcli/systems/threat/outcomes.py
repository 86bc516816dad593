"""The outcomes of both phases: what each result of the action roll brings (THR-OFF, THR-DEF)."""

from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.aftermath import finish
from rbfcli.systems.threat.complications import complicate
from rbfcli.systems.threat.damage import deal
from rbfcli.systems.threat.people import ThreatScene
from rbfcli.systems.threat.phases import begin_phase
from rbfcli.systems.threat.ultras import amaze
from rbfcli.systems.threat.verdict import FAILURE, PARTIAL, SUCCESS


def offense_outcome(scene: ThreatScene, action: Action, outcome: str) -> None:
    """Nothing and one space more; damage and a complication; damage; damage and something amazing (THR-OFF-2 to 5)."""
    if outcome == FAILURE:
        finish(scene, action, "THR-OFF-2")
    elif outcome == PARTIAL:
        complicate(scene, action)
    elif outcome == SUCCESS:
        deal(scene, action)
        finish(scene, action)
    else:
        amaze(scene, action)


def defence_outcome(scene: ThreatScene, action: Action, outcome: str) -> None:
    """Full damage; a complication; one space more; Offense at once and something amazing (THR-DEF-2 to 5)."""
    if outcome == FAILURE:
        deal(scene, action)
        finish(scene, action)
    elif outcome == PARTIAL:
        complicate(scene, action)
    elif outcome == SUCCESS:
        finish(scene, action, "THR-DEF-4")
    else:
        if scene.fight.phase == "defence":
            begin_phase(scene, "offense", "THR-DEF-5")
        amaze(scene, action)

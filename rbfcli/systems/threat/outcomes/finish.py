"""How an action closes: last stands are over, the tracker moves, the fight may end (THR-TRACK-3, THR-END-1)."""

from rbfcli.kernel.events import Ended
from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.conditions import LAST_STAND, standing
from rbfcli.systems.threat.dying import die
from rbfcli.systems.threat.economy.tracker import move_tracker
from rbfcli.systems.threat.sheet import enemies

DEFEATED = "all enemies are defeated"
ESCAPED = "the crew escapes"


def finish(scene: ThreatScene, action: Action, extra_rule: str = "") -> None:
    """After an action the tracker moves, unless the fight is over or the action was free (THR-TRACK-3)."""
    close(scene, action)
    if not action.free and not scene.fight.over:
        move_tracker(scene, extra_rule)


def close(scene: ThreatScene, action: Action) -> None:
    """After any action last stands are over, and perhaps the fight; an ultra in Defence goes no further (THR-DEF-5)."""
    end_last_stands(scene, action)
    settle_end(scene)


def end_last_stands(scene: ThreatScene, action: Action) -> None:
    """Who acted in a last stand that began before has spent its one final action, and dies (THR-DMG-3)."""
    for who in action.actors:
        if LAST_STAND in scene.before.combatants[who].conditions and LAST_STAND in scene.one(who).conditions:
            die(scene, who)


def settle_end(scene: ThreatScene) -> None:
    """Combat ends when all enemies are defeated, and goes on when more come (THR-END-1)."""
    stand = [standing(one) for one in enemies(scene.fight).values()]
    if scene.fight.phase and stand and not any(stand) and not scene.fight.over:
        scene.emit(Ended(rule="THR-END-1", reason=DEFEATED))
    elif any(stand) and scene.fight.over == DEFEATED:
        scene.change("", "over", "", "THR-END-1")
        scene.happen("goes-on", "THR-END-1")

"""What follows an action: a last stand is over, the tracker moves, the fight may end (THR-TRACK, THR-END-1)."""

from rbfcli.kernel.events import Afflicted, Ended, Joined, Left, Relieved
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.damage import die
from rbfcli.systems.threat.people import LAST_STAND, ThreatScene, character, enemies, is_enemy, standing
from rbfcli.systems.threat.phases import columns, move_tracker
from rbfcli.systems.threat.sheet import ThreatFight

DEFEATED = "all enemies are defeated"
ESCAPED = "the crew escapes"
COUNTED = (Afflicted, Relieved, Joined, Left)


def finish(scene: ThreatScene, action: Action, extra_rule: str = "") -> None:
    """After an action the tracker moves, unless the fight is over or the action was free (THR-TRACK-3)."""
    if action.kind != "defence":
        end_last_stands(scene, action)
    settle_end(scene)
    if not action.free and not scene.fight.over:
        move_tracker(scene, extra_rule)


def end_last_stands(scene: ThreatScene, action: Action) -> None:
    """Who acted in a last stand has spent its one final action, and dies (THR-DMG-3)."""
    for who in action.team:
        if LAST_STAND in character(scene, who).conditions:
            die(scene, who)


def settle_end(scene: ThreatScene) -> None:
    """Combat ends when all enemies are defeated, and goes on when more come (THR-END-1)."""
    stand = [standing(one) for one in enemies(scene.fight)]
    if scene.fight.phase and stand and not any(stand) and not scene.fight.over:
        scene.emit(Ended(rule="THR-END-1", reason=DEFEATED))
    elif any(stand) and scene.fight.over == DEFEATED:
        scene.change("", "over", "", "THR-END-1")
        scene.happen("goes-on", "THR-END-1")


def end(scene: ThreatScene, command: commands.End) -> None:
    """The crew retreats or escapes, or the referee ends the fight (THR-END-1)."""
    told = " ".join(command.reason)
    reason = told or (ESCAPED if command.escaped else "the referee ended it")
    scene.conclude("escaped" if command.escaped else "ended")
    scene.emit(Ended(rule="THR-END-1", reason=reason))


def after_command(scene: ThreatScene) -> None:
    """Whatever happened, look whether the fight is over and what it means for the threat (THR-END-1, THR-TRACK-4)."""
    if not any(isinstance(event, COUNTED) for event in scene.events):
        return
    settle_end(scene)
    if scene.fight.phase and not scene.fight.over:
        suggest_threat(scene)
        if crew_left(scene.before) and not crew_left(scene.fight):
            scene.happen("crew-down", "THR-END-1")


def suggest_threat(scene: ThreatScene) -> None:
    """Lower the threat? Half the enemies are neutralised, or a boss is: the referee decides (THR-TRACK-4)."""
    lower = scene.fight.board.threat - 1
    if lower < columns(scene.fight.options).lowest:
        return
    if half_neutralised(scene.fight) and not half_neutralised(scene.before):
        scene.happen("suggest-threat", "THR-TRACK-4", why="half the enemies are neutralised", lower=lower)
    fallen = bosses_down(scene.fight) - bosses_down(scene.before)
    for who in sorted(fallen):
        name = scene.fight.combatants[who].name
        scene.happen("suggest-threat", "THR-TRACK-4", why=f"{name}, a boss, is neutralised", lower=lower)


def half_neutralised(fight: ThreatFight) -> bool:
    """Whether at least half of the enemies are down."""
    all_of_them = enemies(fight)
    return 2 * sum(not standing(one) for one in all_of_them) >= len(all_of_them) > 0


def bosses_down(fight: ThreatFight) -> set[str]:
    """The bosses among the enemies that are down."""
    return {who for who, one in fight.combatants.items() if one.boss and is_enemy(fight, one) and not standing(one)}


def crew_left(fight: ThreatFight) -> bool:
    """Whether anybody of the crew still stands."""
    return any(standing(one) for one in fight.combatants.values() if not is_enemy(fight, one))

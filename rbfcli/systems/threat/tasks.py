"""What is no attack: other tasks in Offense, and a boss's move at any time (THR-ACT-1, THR-BOSS-1)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.action import Action, attributes_of, roll_action, stated_attributes, stated_down
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.damage import Blow, hurt, roll_damage
from rbfcli.systems.threat.economy.economy import may_act, may_team_up, note_action, take_part
from rbfcli.systems.threat.outcomes.finish import finish
from rbfcli.systems.threat.outcomes.outcomes import as_stated, offense_outcome
from rbfcli.systems.threat.sheet import is_enemy


def act(scene: ThreatScene, command: commands.Act) -> None:
    """Another task than an attack, alone or as a tag team; it uses the tracker all the same (THR-ACT-1, THR-TAG-1)."""
    if is_enemy(scene.fight, scene.one(command.who)):
        raise impossible("only PCs and allies take offense actions", "THR-ACT-1", "note TEXT tells what enemies do")
    if command.partner:
        may_team_up(scene, command.who, command.partner)
    action = as_stated(scene, Action(kind="task", who=command.who, partner=command.partner), command)
    for who in action.team:
        may_act(scene, who)
    scene.happen("task", "THR-ACT-1", who=command.who, task=" ".join(command.task))
    note_action(scene, action)
    if command.no_roll:
        finish(scene, action)
        return
    modifiers = attributes_of(scene, zip(action.team, stated_attributes(command), strict=False))
    offense_outcome(scene, action, roll_action(scene, action, command, modifiers))


def boss(scene: ThreatScene, command: commands.Boss) -> None:
    """A boss's move: at any time, once a mission, without the tracker; all it reaches are hurt (THR-BOSS-1)."""
    one = scene.one(command.who)
    if not one.boss:
        raise impossible(f"{one.name} is no boss", "THR-BOSS-1", f"set {command.who} boss=true")
    targets = tuple(dict.fromkeys(command.targets))
    for who in (command.who, *targets):
        take_part(scene, who)
    if one.boss_moves_made >= scene.fight.options.boss_moves:
        scene.refuse(f"{one.name} has made its boss move in this mission", "THR-BOSS-1")
    down = stated_down(command)
    scene.change(command.who, "boss_moves_made", one.boss_moves_made + 1, "THR-BOSS-1")
    scene.happen("boss-move", "THR-BOSS-1", who=command.who, move=one.boss_move or "its boss move")
    blow = Blow(command.who, "", command.damage or str(one.boss_damage))
    hurt(scene, ((who, roll_damage(scene, blow, who)) for who in targets), down=down)

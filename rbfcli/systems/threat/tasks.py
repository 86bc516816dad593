"""What is no attack: other tasks in Offense, and a boss's move at any time (THR-ACT-1, THR-BOSS-1)."""

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.action import Action, attributes_of, roll_action, stated_attributes, stated_down
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.damage import Blow, hurt, roll_damage
from rbfcli.systems.threat.economy.economy import may_act, may_be_reached, may_team_up, note_action, take_part
from rbfcli.systems.threat.outcomes.finish import finish
from rbfcli.systems.threat.outcomes.outcomes import as_stated, offense_outcome
from rbfcli.systems.threat.sheet import is_enemy


def act(scene: ThreatScene, command: commands.Act) -> None:
    """Another task than an attack, alone or as a tag team; it uses the tracker all the same (THR-ACT-1, THR-TAG-1)."""
    if is_enemy(scene.fight, scene.one(command.who)):
        raise impossible("only PCs and allies take offense actions", "THR-ACT-1", "note TEXT tells what enemies do")
    refuse_idle_options(command)
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


def refuse_idle_options(command: commands.Act) -> None:
    """Raise UsageError for what only a roll, or only a partner, would use."""
    if command.partner_attribute and not command.partner:
        raise UsageError("--partner-attribute is of a partner", hint="--partner WHO")
    plain = commands.Act(
        who=command.who,
        task=command.task,
        partner=command.partner,
        force=command.force,
        answer=command.answer,
        dice=command.dice,
        no_roll=True,
    )
    if command.no_roll and command != plain:
        raise UsageError("a task without a roll takes no options of a roll", hint="leave --no-roll or the others out")


def boss(scene: ThreatScene, command: commands.Boss) -> None:
    """A boss's move: at any time, once a mission, without the tracker; all it reaches are hurt (THR-BOSS-1)."""
    one = scene.one(command.who)
    if not one.boss:
        raise impossible(f"{one.name} is no boss", "THR-BOSS-1", f"set {quoted(command.who)} boss=true")
    targets = tuple(dict.fromkeys(command.targets))
    if not targets and (command.damage or command.last_stand or command.knocked_out):
        raise UsageError("nobody is named to be hurt", hint="boss WHO TARGETS --damage 1d6")
    take_part(scene, command.who)
    for who in targets:
        may_be_reached(scene, who)
    if one.boss_moves_made >= scene.fight.options.boss_moves:
        scene.refuse(f"{one.name} has made their boss move in this mission", "THR-BOSS-1")
    down = stated_down(command)
    scene.change(command.who, "boss_moves_made", one.boss_moves_made + 1, "THR-BOSS-1")
    scene.happen("boss-move", "THR-BOSS-1", who=command.who, move=one.boss_move or "the boss move")
    blow = Blow(command.who, "", command.damage or str(one.boss_damage))
    hurt(scene, ((who, roll_damage(scene, blow, who)) for who in targets), down)

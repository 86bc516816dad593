"""The defence action: an enemy attacks, or a danger strikes, and the player of its target rolls (THR-DEF)."""

from collections.abc import Iterator

from msgspec.structs import replace

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.action import Action, Fighting, attributes_of, roll_action, stated_attributes
from rbfcli.systems.threat.carrying import chosen_weapon, handling, weapon_at
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.conditions import FREE_ATTACK
from rbfcli.systems.threat.economy.economy import (
    may_attack,
    may_be_attacked,
    may_be_reached,
    note_action,
    who_can_attack,
)
from rbfcli.systems.threat.outcomes.outcomes import as_stated, defence_outcome
from rbfcli.systems.threat.sheet import is_enemy


def damage_save(scene: ThreatScene, command: commands.DamageSave) -> None:
    """A defence action against an enemy's attack, or a danger the referee states (THR-DEF-1)."""
    if bool(command.by) == bool(command.damage):
        raise UsageError("say what strikes: an enemy or a damage", hint="--by WHO, or --damage 1d6")
    one = scene.one(command.who)
    if is_enemy(scene.fight, one):
        raise impossible(
            f"{one.name} is an enemy: only the players roll", "THR-DEF-1", f"damage {quoted(command.who)} N"
        )
    if command.by:
        may_be_attacked(scene, command.by, command.who)
        may_attack(scene, command.by)
        defend(scene, command, command.by, (command.who,))
        return
    may_be_reached(scene, command.who)
    if scene.fight.phase == "offense":
        scene.refuse("dangers strike in Defence; this is Offense", "THR-DEF-1", who_can_attack(scene.fight))
    roll_defence(scene, command, Action(kind="defence", who=command.who, damage=command.damage))


def meet_as_team(scene: ThreatScene, command: commands.Tag, team: tuple[str, str]) -> None:
    """A foe attacks the first of a tag team, and two defend as one (THR-TAG-1, THR-TAG-2)."""
    if command.weapon:
        raise impossible("in Defence the foe's weapon is at stake, not the team's", "THR-TAG-1", "leave --with out")
    may_be_attacked(scene, command.foe, command.who)
    may_attack(scene, command.foe)
    for who in team:
        may_be_reached(scene, who)
    defend(scene, command, command.foe, team)


def defend(scene: ThreatScene, command: Fighting, enemy: str, team: tuple[str, ...]) -> None:
    """An enemy attacks: it never rolls to hit, its target rolls the defence (THR-DEF-1, THR-DMG-1)."""
    wanted = command.weapon if isinstance(command, commands.Attack) else ""
    weapon = chosen_weapon(scene, enemy, wanted)
    damage = str(weapon_at(scene.fight, weapon).damage)
    action = Action(
        kind="defence",
        who=team[0],
        partner="".join(team[1:]),
        foe=enemy,
        bearer=enemy,
        weapon=weapon,
        damage=damage,
        free=FREE_ATTACK in scene.one(enemy).conditions,
    )
    roll_defence(scene, command, action)


def roll_defence(scene: ThreatScene, command: Fighting, action: Action) -> None:
    """Roll the defence with the attribute named, otherwise the usual one, and take what comes of it (THR-DEF-1)."""
    action = as_stated(scene, action, command)
    usual = scene.fight.options.defence_attribute
    attributes = [each or usual for each in stated_attributes(command)]
    modifiers = [*attributes_of(scene, zip(action.team, attributes, strict=False)), *taken_off(scene, action)]
    note_action(scene, action)
    defence_outcome(scene, action, roll_action(scene, action, command, modifiers))


def taken_off(scene: ThreatScene, action: Action) -> Iterator[Modifier]:
    """What an enemy's weapon adds, and by option its attribute, makes it harder to defend against (THR-ROLL-2)."""
    if not action.foe:
        return
    added = [handling(scene.fight, action.weapon)]
    if scene.fight.options.enemy_attributes:
        added += attributes_of(scene, [(action.foe, weapon_at(scene.fight, action.weapon).attribute)])
    yield from (replace(each, value=-each.value) for each in added)

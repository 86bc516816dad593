"""Attacks of the crew in Offense, alone or as a tag team (THR-OFF, THR-ATK, THR-TAG)."""

from collections.abc import Iterator

from msgspec import Struct

from rbfcli.kernel.scene import impossible
from rbfcli.systems.threat import commands
from rbfcli.systems.threat.action import Action, attributes_of, roll_action, stated_attributes
from rbfcli.systems.threat.carrying import better_armed, chosen_weapon, damage_of, handling, weapon_at
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.conditions import FREE_ATTACK
from rbfcli.systems.threat.defense import defend, meet_as_team
from rbfcli.systems.threat.economy.economy import may_attack, may_attack_once, may_be_attacked, may_team_up, note_action
from rbfcli.systems.threat.outcomes.outcomes import as_stated, offense_outcome
from rbfcli.systems.threat.sheet import is_enemy


class Attacker(Struct, frozen=True):
    """One attacker of a team, the weapon it uses, and with which attribute."""

    who: str
    weapon: str
    attribute: str


def attack(scene: ThreatScene, command: commands.Attack) -> None:
    """PCs and allies attack in Offense; in Defence an enemy does, and its target rolls (THR-OFF-1, THR-DEF-1)."""
    if len(set(command.targets)) > 1:
        raise impossible("one attack has one target", "THR-ATK-1", "each target is attacked in an action of its own")
    target = command.targets[0]
    may_be_attacked(scene, command.who, target)
    may_attack(scene, command.who)
    if is_enemy(scene.fight, scene.one(command.who)):
        defend(scene, command, command.who, (target,))
    else:
        offend(scene, command, (command.who,), target)


def tag(scene: ThreatScene, command: commands.Tag) -> None:
    """Two of the crew act as one: an attack in Offense, a defence against a foe in Defence (THR-TAG-1)."""
    team = (command.who, command.partner)
    may_team_up(scene, *team)
    may_be_attacked(scene, command.who, command.foe)
    if scene.fight.phase == "defence":
        meet_as_team(scene, command, team)
        return
    for who in team:
        may_attack_once(scene, who)
    offend(scene, command, team, command.foe)


def offend(scene: ThreatScene, command: commands.Attack | commands.Tag, team: tuple[str, ...], foe: str) -> None:
    """The attack of one, or of two as one: roll, and take what comes of it (THR-OFF-1, THR-TAG-2)."""
    attackers = tuple(attackers_of(scene, command, team))
    bearer, weapon = better_armed(scene.fight, [(each.who, each.weapon) for each in attackers])
    action = Action(
        kind="attack",
        who=team[0],
        partner="".join(team[1:]),
        foe=foe,
        bearer=bearer,
        weapon=weapon,
        damage=damage_of(scene.fight, weapon, [each.weapon for each in attackers]),
        free=len(team) == 1 and FREE_ATTACK in scene.one(team[0]).conditions,
    )
    action = as_stated(scene, action, command)
    modifiers = [
        *attributes_of(scene, ((each.who, each.attribute) for each in attackers)),
        *(handling(scene.fight, each.weapon) for each in attackers),
    ]
    note_action(scene, action)
    offense_outcome(scene, action, roll_action(scene, action, command, modifiers))


def attackers_of(
    scene: ThreatScene, command: commands.Attack | commands.Tag, team: tuple[str, ...]
) -> Iterator[Attacker]:
    """Each attacker's weapon and attribute: those stated, otherwise the first weapon it can use, and its own."""
    for who, wanted, attribute in zip(team, (command.weapon, ""), stated_attributes(command), strict=False):
        weapon = chosen_weapon(scene, who, wanted)
        yield Attacker(who, weapon, attribute or weapon_at(scene.fight, weapon).attribute)

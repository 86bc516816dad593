"""Attacks, defence actions, other tasks, and boss moves."""

from collections.abc import Iterator

from msgspec.structs import replace

from rbfcli.core.errors import Hint, missing, misuse, refuse
from rbfcli.core.text import quoted
from rbfcli.dice import highest
from rbfcli.model.events import Modifier
from rbfcli.systems.threat import checks, commands, conditions, economy, results
from rbfcli.systems.threat.checks import Action, Fighting, ThreatScene
from rbfcli.systems.threat.health import Blow, hurt, roll_damage


def damage_save(scene: ThreatScene, command: commands.DamageSave) -> None:
    """Roll a defence action against an enemy's attack, or a danger the GM states (THR-DEF-1)."""
    if bool(command.by) == bool(command.damage):
        raise missing("source of the damage", "--by WHO", "--damage 1d6")
    one = scene.one(command.who)
    if scene.fight.is_enemy(one):
        raise refuse(f"{one.name} is an enemy: only players roll", "THR-DEF-1", f"damage {quoted(command.who)} N")
    if command.by:
        economy.may_be_attacked(scene, command.by, command.who)
        economy.may_attack(scene, command.by)
        defend(scene, command, command.by, (command.who,))
        return
    economy.may_be_reached(scene, command.who)
    if scene.fight.phase == "offense":
        scene.refuse(
            "dangers can strike only in Defence, and this is Offense",
            "THR-DEF-1",
            hint=economy.who_can_attack(scene.fight),
        )
    roll_defence(scene, command, Action(kind="defence", who=command.who, damage=command.damage))


def meet_as_team(scene: ThreatScene, command: commands.Tag, team: tuple[str, str]) -> None:
    """Let an enemy attack a tag team, which defends as one (THR-TAG-1, THR-TAG-2)."""
    if command.weapon:
        raise refuse("in Defence, the roll uses the enemy's weapon", "THR-TAG-1", hint="remove --with")
    economy.may_be_attacked(scene, command.foe, command.who)
    economy.may_attack(scene, command.foe)
    for who in team:
        economy.may_be_reached(scene, who)
    defend(scene, command, command.foe, team)


def defend(scene: ThreatScene, command: Fighting, enemy: str, team: tuple[str, ...]) -> None:
    """Resolve an enemy's attack: the target rolls a defence, the enemy never rolls to hit (THR-DEF-1, THR-DMG-1)."""
    wanted = command.weapon if isinstance(command, commands.Attack) else ""
    weapon = economy.chosen_weapon(scene, enemy, wanted)
    damage = str(scene.fight.weapon_at(weapon).damage)
    action = Action(
        kind="defence",
        who=team[0],
        partner="".join(team[1:]),
        foe=enemy,
        bearer=enemy,
        weapon=weapon,
        damage=damage,
        free=conditions.FREE_ATTACK in scene.one(enemy).conditions,
    )
    roll_defence(scene, command, action)


def roll_defence(scene: ThreatScene, command: Fighting, action: Action) -> None:
    """Roll a defence with the named attribute, otherwise the usual one, and apply the outcome (THR-DEF-1)."""
    action = results.as_stated(scene, action, command)
    usual = scene.fight.options.defence_attribute
    attributes = [each or usual for each in checks.stated_attributes(command)]
    modifiers = [*checks.attributes_of(scene, zip(action.team, attributes, strict=False)), *taken_off(scene, action)]
    economy.note_action(scene, action)
    results.defence_outcome(scene, action, checks.roll_action(scene, action, command, modifiers))


def taken_off(scene: ThreatScene, action: Action) -> Iterator[Modifier]:
    """Yield penalties to a defence: the enemy weapon's bonus and, optionally, its attribute (THR-ROLL-2)."""
    if not action.foe:
        return
    added = [economy.handling(scene.fight, action.weapon)]
    if scene.fight.options.enemy_attributes:
        added += checks.attributes_of(scene, [(action.foe, scene.fight.weapon_at(action.weapon).attribute)])
    yield from (replace(each, value=-each.value) for each in added)


def attack(scene: ThreatScene, command: commands.Attack) -> None:
    """Attack: the crew rolls in Offense; in Defence an enemy's target rolls (THR-OFF-1, THR-DEF-1)."""
    if len(set(command.targets)) > 1:
        raise refuse("an attack has one target", "THR-ATK-1", hint="attack each target with a separate action")
    target = command.targets[0]
    economy.may_be_attacked(scene, command.who, target)
    economy.may_attack(scene, command.who)
    if scene.fight.is_enemy(scene.one(command.who)):
        defend(scene, command, command.who, (target,))
    else:
        offend(scene, command, (command.who,), target)


def tag(scene: ThreatScene, command: commands.Tag) -> None:
    """Let two crew members act as one: attack in Offense, or defend against an enemy in Defence (THR-TAG-1)."""
    team = (command.who, command.partner)
    economy.may_team_up(scene, *team)
    economy.may_be_attacked(scene, command.who, command.foe)
    if scene.fight.phase == "defence":
        meet_as_team(scene, command, team)
        return
    for who in team:
        economy.may_attack_once(scene, who)
    offend(scene, command, team, command.foe)


def offend(scene: ThreatScene, command: commands.Attack | commands.Tag, team: tuple[str, ...], foe: str) -> None:
    """Roll an attack by one character or a tag team, and apply the outcome (THR-OFF-1, THR-TAG-2).

    Each weapon and attribute is the stated one, otherwise the first usable weapon and its attribute. The better weapon
    deals its damage or, by the option, all of them do.
    """
    fight = scene.fight
    weapons = {
        who: economy.chosen_weapon(scene, who, wanted) for who, wanted in zip(team, (command.weapon, ""), strict=False)
    }
    damages = {who: str(fight.weapon_at(weapon).damage) for who, weapon in weapons.items()}
    bearer = max(team, key=lambda who: highest(damages[who])) if len(team) > 1 else team[0]
    attributes = [
        (who, attribute or fight.weapon_at(weapons[who]).attribute)
        for who, attribute in zip(team, checks.stated_attributes(command), strict=False)
    ]
    action = Action(
        kind="attack",
        who=team[0],
        partner="".join(team[1:]),
        foe=foe,
        bearer=bearer,
        weapon=weapons[bearer],
        damage=" + ".join(damages.values()) if fight.options.tag_damage == "both" else damages[bearer],
        free=len(team) == 1 and conditions.FREE_ATTACK in scene.one(team[0]).conditions,
    )
    action = results.as_stated(scene, action, command)
    modifiers = [
        *checks.attributes_of(scene, attributes),
        *(economy.handling(fight, weapon) for weapon in weapons.values()),
    ]
    economy.note_action(scene, action)
    results.offense_outcome(scene, action, checks.roll_action(scene, action, command, modifiers))


def act(scene: ThreatScene, command: commands.Act) -> None:
    """Roll a task other than an attack, alone or as a tag team; it moves the tracker too (THR-ACT-1, THR-TAG-1)."""
    if scene.fight.is_enemy(scene.one(command.who)):
        raise refuse(
            "only PCs and allies take offense actions",
            "THR-ACT-1",
            hint=Hint("use {} for what enemies do", "note TEXT"),
        )
    refuse_idle_options(command)
    if command.partner:
        economy.may_team_up(scene, command.who, command.partner)
    action = results.as_stated(scene, Action(kind="task", who=command.who, partner=command.partner), command)
    for who in action.team:
        economy.may_act(scene, who)
    scene.happen("task", "THR-ACT-1", who=command.who, task=" ".join(command.task))
    economy.note_action(scene, action)
    if command.no_roll:
        results.finish(scene, action)
        return
    modifiers = checks.attributes_of(scene, zip(action.team, checks.stated_attributes(command), strict=False))
    results.offense_outcome(scene, action, checks.roll_action(scene, action, command, modifiers))


def refuse_idle_options(command: commands.Act) -> None:
    """Raise UsageError for options that need a roll or a partner."""
    if command.partner_attribute and not command.partner:
        raise misuse("--partner-attribute needs a partner", "--partner WHO")
    added = (command.mod, command.advantage, command.disadvantage, command.attribute, command.partner_attribute)
    if command.no_roll and any((*added, command.complication, command.ultra, command.worn)):
        raise misuse("--no-roll cannot be combined with options of the roll", hint="remove one of them")


def boss(scene: ThreatScene, command: commands.Boss) -> None:
    """Make a boss move against all targets, once a mission, without moving the tracker (THR-BOSS-1)."""
    one = scene.one(command.who)
    if not one.boss:
        raise refuse(f"{one.name} is not a boss", "THR-BOSS-1", f"set {quoted(command.who)} boss=true")
    targets = tuple(dict.fromkeys(command.targets))
    if not targets and (command.damage or command.last_stand or command.knocked_out):
        raise missing("TARGETS", f"boss {quoted(command.who)} TARGETS")
    economy.take_part(scene, command.who)
    for who in targets:
        economy.may_be_reached(scene, who)
    if one.boss_moves_made >= scene.fight.options.boss_moves:
        scene.refuse(f"{one.name} has already made their boss move in this mission", "THR-BOSS-1")
    down = checks.stated_down(command)
    scene.change(command.who, "boss_moves_made", one.boss_moves_made + 1, "THR-BOSS-1")
    scene.happen("boss-move", "THR-BOSS-1", who=command.who, move=one.boss_move or "the boss move")
    blow = Blow(command.who, "", command.damage or str(one.boss_damage))
    hurt(scene, ((who, roll_damage(scene, blow, who)) for who in targets), down)

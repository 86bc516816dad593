"""Spells: casting, counterspells and effects (RBF-ACT-6)."""

from typing import Literal

from msgspec.structs import replace

from rbfcli.core.errors import Refusal, listed, refuse
from rbfcli.core.matching import match, own_words
from rbfcli.dice import highest
from rbfcli.engine.weapons import rounds_left
from rbfcli.model.commands import Command
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.attack import attack_by_enemy, mark_of, play_out
from rbfcli.systems.rbf.checks import RbfScene, chosen, passes
from rbfcli.systems.rbf.conditions import down_in_a_word, standing
from rbfcli.systems.rbf.economy import check_reaction, end_aim, spend, spend_bonus
from rbfcli.systems.rbf.health import PLACED
from rbfcli.systems.rbf.map import metres_between, no_clear_line, sees
from rbfcli.systems.rbf.sheet import RANGED, UNARMED, Fighter, RbfFight, Spell
from rbfcli.systems.rbf.strike import Strike, as_weapon, forget, how_to_see, out_of_reach
from rbfcli.systems.rbf.techniques import critical_word, require

RULE = "RBF-ACT-6"
COUNTERED = "countered"


def cast(scene: RbfScene, command: commands.Cast) -> None:
    """Cast a spell: an action, and at least 1 in an arcane focus skill; an enemy's can be countered (RBF-ACT-6)."""
    focus_skill(scene, command)
    for target in command.targets:
        check_spell_target(scene, command, target)
    by_enemy = scene.one(command.who).is_enemy
    foes = tuple(each for each in dict.fromkeys(command.targets) if scene.one(each).is_enemy != by_enemy)
    check_critical(scene, command, foes)
    check_counter(scene, command)
    if not command.targets and command.tn is None and spell_of(scene, command).needs_target:
        scene.refuse(f"{spell_of(scene, command).name} needs a target", RULE)
    aim: Literal["kept", "lost"] = "kept" if foes else "lost"
    if command.bonus:
        spend_bonus(scene, command.who, "cast", aim=aim)
    else:
        spend(scene, command.who, RULE, aim=aim)
    scene.happen("casts", RULE, who=command.who, spell=spell_of(scene, command).name)
    scene.trigger("casts", command.who, by=command.countered_by)
    if scene.outcome == COUNTERED:
        end_aim(scene, command.who, used=True)
    else:
        work(scene, command, foes)


def check_counter(scene: RbfScene, command: commands.Cast) -> None:
    """Refuse a stated counterspell that cannot be made (RBF-REA-1)."""
    if command.countered_by:
        caster = scene.one(command.who)
        if not caster.is_enemy:
            raise refuse(f"{caster.name} is not an enemy, so the spell cannot be countered", "RBF-REA-1")
        check_reaction(scene, command.countered_by, "counterspell")


def spell_of(scene: RbfScene, command: commands.Cast) -> Spell:
    """Return the encounter's spell, or one improvised with the GM, with the command's additions (RBF-ACT-6)."""
    improvised, spells = own_words(command.spell), scene.fight.spells
    spell = Spell(name=improvised) if improvised else spells[match(command.spell, spells, "spell", Refusal, RULE)]
    condition = chosen(command.condition, PLACED, "condition", RULE) or own_words(spell.condition)
    added = {"skill": command.skill, "damage": command.damage, "condition": condition}
    return replace(spell, **{key: value for key, value in added.items() if value})


def focus_skill(scene: RbfScene, command: commands.Cast) -> str:
    """Return a spell's arcane skill; refuse below 1, except for an enemy's improvised spell (RBF-ACT-6)."""
    caster, arcane = scene.one(command.who), scene.fight.options.arcane_skills
    skill = skill_for(caster, spell_of(scene, command), arcane)
    if caster.is_enemy and own_words(command.spell):
        return skill
    if skill not in arcane:
        raise refuse(f"{skill} is not an arcane focus skill", RULE, hint=listed("arcane focus skills", arcane))
    if caster.skills.get(skill, 0) < 1:
        scene.refuse(f"{caster.name} has no {skill}", RULE, hint="a spell needs at least 1 in an arcane focus skill")
    return skill


def skill_for(caster: Fighter, spell: Spell, arcane: tuple[str, ...]) -> str:
    """Return a spell's arcane skill, or the caster's best if it names none (RBF-ACT-6)."""
    return spell.skill or max(arcane, key=lambda each: caster.skills.get(each, 0), default="")


def check_spell_target(scene: RbfScene, command: commands.Cast, target_id: str) -> None:
    """Refuse a target that is down, hidden, behind full cover or out of the spell's range."""
    caster, target, spell = scene.one(command.who), scene.one(target_id), spell_of(scene, command)
    far = metres_between(caster, target)
    if not standing(target):
        scene.refuse(f"{target.name} is already {down_in_a_word(target)}", "RBF-HP-1")
    if target.side != caster.side and not sees(scene.fight, command.who, target_id):
        how = how_to_see(command.who, target_id)
        scene.refuse(f"{caster.name} cannot see {target.name}", "RBF-ACT-4", *how)
    if target.side != caster.side and (reason := no_clear_line(scene.fight, command.who, target_id)):
        scene.refuse(*reason)
    if spell.range and far is not None and far > spell.range:
        scene.refuse(f"{target.name} is {far} m away; the spell's range is {spell.range} m", RULE)


def work(scene: RbfScene, command: commands.Cast, foes: tuple[str, ...]) -> None:
    """Attack the enemies among a spell's targets; all other effects are the GM's decision (RBF-ACT-6).

    A player rolls against each enemy; bonuses to the first roll apply to all.
    """
    by_enemy = scene.one(command.who).is_enemy
    if foes:
        forget(scene, command.who)
        if by_enemy:
            attack_by_enemy(scene, strike_with(scene, command, foes))
        else:
            for mark in [mark_of(scene, strike_with(scene, command, (each,))) for each in foes]:
                play_out(scene, mark)
        return
    if command.tn is not None and not by_enemy:
        passes(scene, command, command.who, "spell", RULE, tn=command.tn, skill=focus_skill(scene, command))
    scene.happen("spell-works", RULE, who=command.who, spell=spell_of(scene, command).name)


def strike_with(scene: RbfScene, command: commands.Cast, targets: tuple[str, ...]) -> Strike:
    """Return a spell as an attack, already paid for and defended with Meditation (RBF-ACT-6)."""
    spell = replace(spell_of(scene, command), skill=focus_skill(scene, command))
    attack = commands.Attack(
        who=command.who,
        targets=targets,
        critical=critical_word(command.critical),
        kind="meditation",
        mod=command.mod,
        advantage=command.advantage,
        disadvantage=command.disadvantage,
    )
    weapon = as_weapon(spell)
    return Strike(
        who=command.who, targets=targets, weapon_id="", weapon=weapon, command=attack, cost="paid", spell=spell
    )


def check_critical(scene: RbfScene, command: commands.Cast, foes: tuple[str, ...]) -> None:
    """Refuse a critical effect that is not possible here (RBF-ATK-2)."""
    if not command.critical:
        return
    if scene.one(command.who).is_enemy:
        raise refuse("only player characters choose critical effects", "RBF-ATK-2")
    if not foes:
        raise refuse("--critical does not apply to this spell", RULE, hint="it needs an enemy as the target")
    strike = strike_with(scene, command, foes)
    if strike.command.critical != "double":
        require(scene, strike)


def strikes(fight: RbfFight, actor: str, foe: str) -> tuple[Command, ...]:
    """Return the actor's attack, if it can reach the enemy, and damage spells, most damage first (RBF-ACT-6).

    Spells come first if the actor has neither a weapon in hand nor damage of its own.
    """
    one, arcane = fight.combatants[actor], fight.options.arcane_skills
    weapon = fight.weapon_named(one.held) or UNARMED
    is_loaded = weapon.skill not in RANGED or rounds_left(one, one.held, weapon)
    can_strike = is_loaded and not out_of_reach(fight, actor, foe, weapon)
    blows = (commands.Attack(who=actor, targets=(foe,)),) if can_strike else ()
    if not fight.spells:
        return blows
    harmful = {name: each for name, each in fight.spells.items() if each.does_damage}
    known = [name for name, each in harmful.items() if one.skills.get(skill_for(one, each, arcane))]
    known.sort(key=lambda name: -highest(str(harmful[name].damage)))
    spells = [commands.Cast(who=actor, spell=name, targets=(foe,)) for name in known]
    is_armed = one.held or (one.is_enemy and one.damage)
    return (*blows, *spells) if is_armed else (*spells, *blows)

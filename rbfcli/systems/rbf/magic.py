"""Spells: who may cast, and how a spell takes effect (RBF-ACT-6)."""

from msgspec.structs import replace

from rbfcli.core.errors import Refusal
from rbfcli.core.matching import match, own_words
from rbfcli.dice.sources import highest
from rbfcli.engine.scene import impossible
from rbfcli.model.commands import Command
from rbfcli.model.events import Modifier
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.checks import RbfScene, chosen, skill_modifier, stated, test
from rbfcli.systems.rbf.conditions import edges_of, standing
from rbfcli.systems.rbf.economy import check_reaction, spend, spend_bonus
from rbfcli.systems.rbf.health import PLACED, Danger, defend_all, half, harm, lay_condition
from rbfcli.systems.rbf.map import guard, metres_between, sees, tell_guard
from rbfcli.systems.rbf.outcome import CRITICAL, STRUGGLE, SUCCESS
from rbfcli.systems.rbf.sheet import Fighter, RbfFight, Spell, attack_tn_of, defense_tn_of, is_enemy
from rbfcli.systems.rbf.techniques import bring, double_or_effect

RULE = "RBF-ACT-6"
COUNTERED = "countered"


def cast(scene: RbfScene, command: commands.Cast) -> None:
    """An action and at least 1 in an arcane focus skill; who sees an enemy cast may counter it (RBF-ACT-6)."""
    focus_skill(scene, command)
    for target in command.targets:
        check_spell_target(scene, command, target)
    check_counter(scene, command)
    if command.bonus:
        spend_bonus(scene, command.who, "cast")
    else:
        spend(scene, command.who, RULE)
    scene.happen("casts", RULE, who=command.who, spell=spell_of(scene, command).name)
    scene.trigger("casts", command.who, by=command.countered_by)
    if not is_countered(scene):
        take_effect(scene, command)


def check_counter(scene: RbfScene, command: commands.Cast) -> None:
    """Refuse a counterspell said beforehand that nobody could make (RBF-REA-1)."""
    if command.countered_by:
        caster = scene.one(command.who)
        if not is_enemy(caster):
            raise impossible(f"{caster.name} is no enemy: nobody counters their spell", "RBF-REA-1")
        check_reaction(scene, command.countered_by, "counterspell")


def is_countered(scene: RbfScene) -> bool:
    """Whether the spell just cast has come to nothing (RBF-REA-1)."""
    return scene.outcome == COUNTERED


def spell_of(scene: RbfScene, command: commands.Cast) -> Spell:
    """The spell of the encounter's list, or one improvised with the GM, with what the line adds (RBF-ACT-6)."""
    improvised, spells = own_words(command.spell), scene.fight.spells
    spell = Spell(name=improvised) if improvised else spells[match(command.spell, spells, "spell", Refusal, RULE)]
    condition = chosen(command.condition, PLACED, "condition", RULE) or own_words(spell.condition)
    added = {"skill": command.skill, "damage": command.damage, "condition": condition}
    return replace(spell, **{key: value for key, value in added.items() if value})


def focus_skill(scene: RbfScene, command: commands.Cast) -> str:
    """The arcane skill somebody casts with: the spell's, else its best; refused below 1 (RBF-ACT-6).

    What the GM improvises for an enemy needs none: enemies have a TN in the place of skills.
    """
    caster, arcane = scene.one(command.who), scene.fight.options.arcane_skills
    skill = skill_for(caster, spell_of(scene, command), arcane)
    if is_enemy(caster) and own_words(command.spell):
        return skill
    if skill not in arcane:
        raise impossible(f"{skill} is no arcane focus skill", RULE, f"they are {', '.join(arcane)}")
    if caster.skills.get(skill, 0) < 1:
        scene.refuse(f"{caster.name} has no {skill}", RULE, "a spell needs at least 1 in an arcane focus skill")
    return skill


def skill_for(caster: Fighter, spell: Spell, arcane: tuple[str, ...]) -> str:
    """The arcane skill that a spell is cast with: its own, else the caster's best (RBF-ACT-6)."""
    return spell.skill or max(arcane, key=lambda each: caster.skills.get(each, 0), default="")


def check_spell_target(scene: RbfScene, command: commands.Cast, target_id: str) -> None:
    """Refuse a target that is down, hidden or out of the spell's range."""
    caster, target, spell = scene.one(command.who), scene.one(target_id), spell_of(scene, command)
    far = metres_between(caster, target)
    if not standing(target):
        scene.refuse(f"{target.name} is down already", "RBF-HP-1")
    if target.side != caster.side and not sees(scene.fight, command.who, target_id):
        scene.refuse(f"{caster.name} does not see {target.name}", "RBF-ACT-4")
    if spell.range and far is not None and far > spell.range:
        scene.refuse(f"{target.name} is {far} m away; the spell reaches {spell.range} m", RULE)


def take_effect(scene: RbfScene, command: commands.Cast) -> None:
    """Foes roll or are rolled against; what a spell does besides harm is the GM's to say (RBF-ACT-6)."""
    by_enemy = is_enemy(scene.one(command.who))
    foes = [each for each in command.targets if is_enemy(scene.one(each)) != by_enemy]
    if foes and by_enemy:
        defend_all(scene, {target: danger_of(scene, command, target) for target in foes})
    elif foes:
        for target in foes:
            strike_with_spell(scene, command, target)
    else:
        if command.tn is not None and not by_enemy:
            roll_spell(scene, command, command.tn, "")
        scene.happen("spell-works", RULE, who=command.who, spell=spell_of(scene, command).name)


def strike_with_spell(scene: RbfScene, command: commands.Cast, target: str) -> None:
    """A player's spell against an enemy's TN: its damage and the skill; a critical success brings more (RBF-ATK-2)."""
    one, guarded = scene.one(target), guard(scene.fight, scene.one(target), scene.one(command.who), shot=False)
    tn = defense_tn_of(one) + sum(each.value for each in guarded)
    if guarded:
        tell_guard(scene, target, tn, guarded)
    outcome = roll_spell(scene, command, tn, target)
    if outcome == STRUGGLE and scene.fight.options.spell_struggle == "half":
        hurt_with_spell(scene, command, target, outcome)
    if outcome == SUCCESS:
        work_spell(scene, command, target, outcome)
    if outcome == CRITICAL:
        critical_spell(scene, command, target)


def critical_spell(scene: RbfScene, command: commands.Cast, target: str) -> None:
    """Double damage, or one effect more: the caster chooses, as an attacker does (RBF-ATK-2).

    What a spell brings that does no damage is the GM's to say.
    """
    answers, said = double_or_effect(scene, target), scene.fight.options.critical.replace("ask", "")
    if not does_damage(spell_of(scene, command)):
        said = "double"
    choice = said or scene.ask("critical", command.who, answers, "RBF-ATK-2", free_text=True, target=target)
    work_spell(scene, command, target, CRITICAL if choice == "double" else SUCCESS)
    if choice != "double":
        bring(scene, command.who, target, choice)


def strikes(fight: RbfFight, actor: str, foe: str) -> tuple[Command, ...]:
    """A blow, and the spells that somebody may cast, the worst first (RBF-ACT-6).

    They come before the blow of one with no weapon in hand, or harm of its own.
    """
    blow = commands.Attack(who=actor, targets=(foe,))
    if not fight.spells:
        return (blow,)
    one, arcane = fight.combatants[actor], fight.options.arcane_skills
    harmful = {name: each for name, each in fight.spells.items() if does_damage(each)}
    known = [name for name, each in harmful.items() if one.skills.get(skill_for(one, each, arcane))]
    known.sort(key=lambda name: -highest(str(harmful[name].damage)))
    spells = [commands.Cast(who=actor, spell=name, targets=(foe,)) for name in known]
    is_armed = one.held or (is_enemy(one) and one.damage)
    return (blow, *spells) if is_armed else (*spells, blow)


def does_damage(spell: Spell) -> bool:
    """Whether a spell has damage of its own."""
    return spell.damage not in (0, "0")


def work_spell(scene: RbfScene, command: commands.Cast, target: str, outcome: str) -> None:
    """The damage of a spell that hits, and the condition it lays (RBF-ACT-6)."""
    hurt_with_spell(scene, command, target, outcome)
    lay_condition(scene, target, spell_of(scene, command).condition or "none", command.who, RULE)


def hurt_with_spell(scene: RbfScene, command: commands.Cast, target: str, outcome: str) -> None:
    """The damage of a spell that does any."""
    spell = spell_of(scene, command)
    if not does_damage(spell):
        return
    rolled = scene.roll_expression(command.who, "damage", RULE, str(spell.damage))
    level = scene.one(command.who).skills.get(focus_skill(scene, command), 0)
    whole = rolled + max(0, level)
    amount = {CRITICAL: 2 * whole, SUCCESS: whole, STRUGGLE: half(scene, whole)}[outcome]
    times = {CRITICAL: ", doubled", SUCCESS: "", STRUGGLE: ", halved"}[outcome]
    harm(scene, target, amount, RULE, why=lambda: f"{spell.name} {rolled} + skill {level}{times}", kind=spell.kind)


def roll_spell(scene: RbfScene, command: commands.Cast, tn: int, target: str) -> str:
    """2d8 and the arcane skill; how it came out."""
    caster = scene.one(command.who)
    skill = skill_modifier(scene.fight, caster, focus_skill(scene, command), RULE)
    edges = (*stated(command.advantage, command.disadvantage), *edges_of(scene.fight, "test", command.who))
    modifiers = (skill, Modifier(command.mod, "modifier"))
    rolled = test(
        scene, command.who, "spell", RULE, target=target, tn=tn, modifiers=modifiers, edges=edges, attack=bool(target)
    )
    return rolled.outcome


def danger_of(scene: RbfScene, command: commands.Cast, target_id: str) -> Danger:
    """An enemy's spell: hostile magic is met with Meditation (RBF-ACT-6, RBF-DEF-1)."""
    caster, spell = scene.one(command.who), spell_of(scene, command)
    own = not does_damage(spell)
    damage = str(caster.damage or 0) if own else str(spell.damage)
    stated_most = caster.damage_max if own else None
    return Danger(
        tn=attack_tn_of(caster),
        damage=damage,
        most=highest(damage) if stated_most is None else stated_most,
        skill="meditation",
        kind=spell.kind,
        condition=spell.condition,
        by=command.who,
        modifiers=(Modifier(command.mod, "modifier"),),
        edges=(*stated(command.advantage, command.disadvantage), *edges_of(scene.fight, "defense", target_id)),
    )

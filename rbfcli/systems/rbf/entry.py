"""RBF fighters who enter a fight or are edited by the GM, and the errors and warnings about them."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rbfcli.checking.warnings import nearly_named, never_read, no_foes, unskilled_weapons, zero_defense
from rbfcli.core.errors import RbfError, missing
from rbfcli.core.mistakes import Mistake, defer_to_rules, misspelt_in, mistake
from rbfcli.engine import edits
from rbfcli.model.fight import Condition
from rbfcli.model.sheets import with_options_then
from rbfcli.systems.rbf import commands, sheet
from rbfcli.systems.rbf.checks import RbfScene
from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.health import get_up, go_down
from rbfcli.systems.rbf.map import disagreement, settled, spot_named
from rbfcli.systems.rbf.sheet import RANGED, REPAIR_KIT, TALENTS, WEAPONS, ByTn, Fighter, Place, RbfFight, RbfOptions
from rbfcli.systems.rbf.view import known_skills


def prepare(fight: RbfFight, fighter: Fighter) -> Fighter:
    """Return a fighter ready for the fight: gaps in its sheet filled in, and its place's metre and cover applied.

    Its weapons are full unless their rounds are stated (RBF-ACT-3).
    """
    stated = (("place", fighter.place), ("at", fighter.at is not None), ("height", fighter.height))
    covered = (("cover", fighter.cover != "none"),)
    fields = tuple(field for field, is_stated in (*stated, *covered) if is_stated)
    fighter = settled(fight, with_tn(fight.options, fighter), fields)
    place = fight.board.places.get(fighter.place, Place())
    hp = fighter.hp if fighter.hp or fighter.max_hp else typical_hp(fight.options, fighter)
    hidden = {"hidden": Condition()} if place.disguised else {}
    carried = {each: fight.weapon_named(each) for each in fighter.weapons}
    full = {each: weapon.ammo for each, weapon in carried.items() if weapon is not None and weapon.ammo}
    return replace(
        with_damage(fight.options, fighter),
        initiative=max(fighter.counts) if fighter.counts else fighter.initiative,
        hp=hp,
        max_hp=fighter.max_hp or max(hp, 0),
        held=fighter.held or next((each for each in fighter.weapons if each != fighter.off_hand), ""),
        ammo={**full, **fighter.ammo},
        reactions_left=fighter.reactions,
        conditions={**hidden, **fighter.conditions},
    )


def rested(fighter: Fighter) -> Fighter:
    """Return a fighter at full HP, with full magazines (RBF-HP-1, RBF-ACT-3)."""
    return replace(fighter, hp=max(fighter.hp, fighter.max_hp), ammo={})


def add(scene: RbfScene, command: commands.Add) -> None:
    """Add combatants, or objects to attack, which are on no side (RBF-ATK-1)."""
    if command.object and edits.is_of_a_thing(command):
        raise missing("name and KEY=VALUE after --object", "add tank --object tn=8")
    thing = ("object=true", "side=objects") if command.object else ()
    edits.add(scene, replace(command, pairs=(*thing, *command.pairs)))


def added(scene: RbfScene, actor: str) -> None:
    """Report whether a new combatant is a player, who rolls, or an enemy, who has a TN (RBF-DEF-1)."""
    one = scene.one(actor)
    if not one.object:
        kind = "an-enemy" if one.is_enemy else "a-player"
        scene.happen(kind, "RBF-DEF-1", who=actor)


def with_tn(options: RbfOptions, fighter: Fighter) -> Fighter:
    """Return a fighter with a TN: an enemy's one stated TN also serves as the other; objects have one (RBF-DEF-1)."""
    said = fighter.defense_tn if fighter.attack_tn is None else fighter.attack_tn
    said = options.object_tn if said is None and fighter.object else said
    return replace(fighter, tn=said) if fighter.tn is None and said is not None else fighter


def typical_hp(options: RbfOptions, fighter: Fighter) -> int:
    """Return the HP of a player, of an object, or of an enemy by its TN (RBF-HP-1, RBF-DEF-7)."""
    if fighter.object:
        return options.object_hp
    return options.player_hp if fighter.tn is None else by_tn(options, fighter.tn_of_defense, options.typical_hp)


def with_damage(options: RbfOptions, fighter: Fighter) -> Fighter:
    """Return an enemy with the damage of its TN if it has neither damage nor weapons (RBF-DEF-7)."""
    if fighter.tn is None or fighter.object or fighter.damage is not None or fighter.weapons:
        return fighter
    tn = fighter.tn_of_attack
    most = by_tn(options, tn, options.typical_damage_max) if fighter.damage_max is None else fighter.damage_max
    return replace(fighter, damage=by_tn(options, tn, options.typical_damage), damage_max=most)


def by_tn(options: RbfOptions, tn: int, column: ByTn) -> int:
    """Return a column's entry for the highest listed TN up to this one, otherwise the first entry."""
    rows = zip(options.typical_tn, column, strict=True)
    return max((row for row in rows if row[0] <= tn), default=(0, column[0]))[1]


def set_by_hand(scene: RbfScene, actor: str, fields: tuple[str, ...]) -> None:
    """Apply an edit of HP: at 0 a combatant goes down, above 0 it gets up unless dead (RBF-HP-1, RBF-DIE-1).

    A player without a weapon who is given a TN becomes an enemy with typical damage (RBF-DEF-7).
    """
    one = scene.one(actor)
    if not {"tn", "attack_tn", "defense_tn"}.isdisjoint(fields):
        enemy = with_damage(scene.fight.options, with_tn(scene.fight.options, one))
        for field in ("tn", "damage", "damage_max"):
            scene.change(actor, field, getattr(enemy, field), "RBF-DEF-7")
    if "hp" in fields and one.hp <= 0:
        scene.change(actor, "hp", 0, "RBF-HP-1")
        if standing(one):
            go_down(scene, actor, lethal=True)
    elif "hp" in fields and scene.before.combatants[actor].hp <= 0 and "dead" not in one.conditions:
        get_up(scene, actor, "RBF-HP-1")


LAST_WITHOUT_HEIGHTS = 4


def migrate(number: int, fight: dict[str, Any]) -> dict[str, Any]:
    """Return a fight of an older save in the current format, with its struggle that can be pushed (RBF-ATK-9).

    Up to format 4, height cost no movement and free actions did not end an aim (RBF-ACT-2, RBF-ACT-5).
    """
    if number <= LAST_WITHOUT_HEIGHTS:
        fight = with_options_then(fight, {"climb_cost": 0, "free_acts_end_aim": False})
    board = dict(fight.get("board", {}))
    missed = board.pop("missed", {})
    if missed:
        said = missed["command"]
        kept = {key: said[key] for key in ("technique", "to", "metres", "club", "nonlethal") if key in said}
        rolled = {key: missed[key] for key in ("who", "weapon", "dealt", "bonus", "drop")}
        board["struggle"] = {**rolled, **kept, "targets": said["targets"]}
    return {**fight, "board": board}


def mistakes(fight: RbfFight, actor: str) -> Iterator[Mistake]:
    """Yield errors on a sheet or in the fight's tables; a homemade talent is only a note (RBF-TAL-1)."""
    if actor:
        one, at = fight.combatants[actor], ("combatants", actor)
        yield from misspelt_in((*at, "talents"), one.talents, TALENTS, "talent")
        yield from misspelt_in((*at, "skills"), one.skills, known_skills(fight.options), "skill")
        for wrong in misspelt_in((*at, "items"), one.items, (sheet.MEDICAL_KIT, REPAIR_KIT, sheet.RAGE), "item"):
            if one.items[int(wrong.path[-1])] not in fight.items:
                yield wrong
        return
    yield from defer_to_rules(_unknown_spots(fight))
    skill = fight.options.counterspell_skill
    yield from misspelt_in(("options", "counterspell_skill"), skill, known_skills(fight.options), "skill")
    for table, entries in (("spells", fight.spells), ("items", fight.items)):
        for name, entry in entries.items():
            yield from misspelt_in((table, name, "skill"), entry.skill, known_skills(fight.options), "skill")


def _unknown_spots(fight: RbfFight) -> Iterator[Mistake]:
    """Yield errors for dropped weapons and struggles at an unknown place or metre (RBF-ACT-2)."""
    board = fight.board
    spots = [(("lying", number, "where"), each.where) for number, each in enumerate(board.lying)]
    struggle = [(("struggle", "to"), board.struggle.to)] if board.struggle else []
    for path, spot in (*spots, *struggle):
        try:
            if spot:
                spot_named(fight, spot.removesuffix(" m"))
        except RbfError as wrong:
            yield mistake(("board", *path), wrong)


def warnings(fight: RbfFight, actor: str) -> Iterator[Mistake]:
    """Yield warnings on a sheet or in the fight's tables; a crisis can do without enemies (RBF-MODE-1)."""
    if actor:
        yield from _on_sheet(fight, fight.combatants[actor], ("combatants", actor))
        if wrong := disagreement(fight, fight.combatants[actor]):
            yield Mistake(("combatants", actor, "place"), wrong, "remove one of them", rule="RBF-COV-1")
        yield from nearly_named(("combatants", actor, "items"), fight.combatants[actor].items, fight.items, "item")
        return
    if fight.board.mode != "crisis":
        yield from no_foes(fight)
    for name, weapon in fight.weapons.items():
        if weapon.ammo and weapon.skill not in RANGED:
            yield never_read(("weapons", name, "ammo"), f"{weapon.skill} weapons are never empty", "RBF-ACT-3")
    for name, item in fight.items.items():
        if item.tn and not item.skill:
            yield never_read(("items", name, "tn"), "without a skill, using it needs no roll", "RBF-ACT-2")


def _on_sheet(fight: RbfFight, combatant: Fighter, at: tuple[str, str]) -> Iterator[Mistake]:
    if not combatant.is_enemy:
        if combatant.damage is not None and not fight.spells:
            yield never_read((*at, "damage"), "without a tn, it is a player, and its weapon counts", "RBF-DEF-7")
        weapons = {**WEAPONS, **fight.weapons}
        yield from unskilled_weapons(at, combatant, weapons, fight.options.untrained, "RBF-TST-1")
        return
    if not combatant.tn_of_defense:
        yield zero_defense((*at, "tn" if combatant.defense_tn is None else "defense_tn"), "RBF-ATK-1")
    if combatant.damage_max is not None and combatant.damage is None and not fight.spells:
        yield never_read((*at, "damage_max"), "without damage, its weapon counts", "RBF-DEF-5")

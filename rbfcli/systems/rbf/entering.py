"""How a fighter enters: health, weapon in hand, magazines, and its spot; and how older saves are read."""

from typing import Any

from msgspec.structs import replace

from rbfcli.kernel import gm
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.fight import Condition
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.commands import acting
from rbfcli.systems.rbf.options import ByTn, RbfOptions
from rbfcli.systems.rbf.sheet import Fighter, Place, RbfFight, attack_tn_of, defense_tn_of, is_enemy, weapon_named


def prepare(fight: RbfFight, fighter: Fighter) -> Fighter:
    """A fighter as it enters: what its sheet leaves open filled in, cover and metre of its place taken."""
    fighter = with_tn(fight.options, fighter)
    place = fight.board.places.get(fighter.place, Place())
    hp = fighter.hp if fighter.hp or fighter.max_hp else typical_hp(fight.options, fighter)
    hidden = {"hidden": Condition()} if place.disguised else {}
    return replace(
        with_damage(fight.options, fighter),
        initiative=max(fighter.counts) if fighter.counts else fighter.initiative,
        hp=hp,
        max_hp=fighter.max_hp or max(hp, 0),
        held=fighter.held or next((each for each in fighter.weapons if each != fighter.off_hand), ""),
        ammo={**full_magazines(fight, fighter), **fighter.ammo},
        reactions_left=fighter.reactions,
        cover=place.cover if fighter.cover == "none" else fighter.cover,
        at=place.at if fighter.at is None else fighter.at,
        height=fighter.height or place.height,
        conditions={**hidden, **fighter.conditions},
    )


def add(scene: RbfScene, command: acting.Add) -> None:
    """Bring in combatants, or things to be shot at, which are on no side (RBF-ATK-1)."""
    if command.object and gm.is_of_a_thing(command):
        raise UsageError("--object makes somebody a thing: a name and KEY=VALUE follow", hint="add tank --object tn=8")
    thing = ("object=true", "side=objects") if command.object else ()
    gm.add(scene, replace(command, pairs=(*thing, *command.pairs)))


def added(scene: RbfScene, who: str) -> None:
    """Say whether somebody is a player, who rolls, or an enemy, who has a TN (RBF-DEF-1)."""
    one = scene.one(who)
    if not one.object:
        kind = "an-enemy" if is_enemy(one) else "a-player"
        scene.happen(kind, "RBF-DEF-1", who=who)


def with_tn(options: RbfOptions, fighter: Fighter) -> Fighter:
    """An enemy whose sheet says a TN of one kind alone has it for the other too; things have one (RBF-DEF-1)."""
    said = fighter.defense_tn if fighter.attack_tn is None else fighter.attack_tn
    said = options.object_tn if said is None and fighter.object else said
    return replace(fighter, tn=said) if fighter.tn is None and said is not None else fighter


def typical_hp(options: RbfOptions, fighter: Fighter) -> int:
    """The HP of a player, of a thing, or of an enemy by its TN (RBF-HP-1, RBF-DEF-7)."""
    if fighter.object:
        return options.object_hp
    return options.player_hp if fighter.tn is None else by_tn(options, defense_tn_of(fighter), options.typical_hp)


def with_damage(options: RbfOptions, fighter: Fighter) -> Fighter:
    """An enemy that neither says its damage nor carries a weapon does what its TN says (RBF-DEF-7)."""
    if fighter.tn is None or fighter.object or fighter.damage is not None or fighter.weapons:
        return fighter
    tn = attack_tn_of(fighter)
    most = by_tn(options, tn, options.typical_damage_max) if fighter.damage_max is None else fighter.damage_max
    return replace(fighter, damage=by_tn(options, tn, options.typical_damage), damage_max=most)


def by_tn(options: RbfOptions, tn: int, column: ByTn) -> int:
    """The entry of a column for the highest TN listed that is not above this one, else the first."""
    rows = zip(options.typical_tn, column, strict=True)
    return max((row for row in rows if row[0] <= tn), default=(0, column[0]))[1]


def full_magazines(fight: RbfFight, fighter: Fighter) -> dict[str, int]:
    """The rounds in each of a fighter's weapons that count them (RBF-ACT-3)."""
    known = {each: weapon_named(fight, each) for each in fighter.weapons}
    return {each: weapon.ammo for each, weapon in known.items() if weapon is not None and weapon.ammo}


def migrate(_number: int, fight: dict[str, Any]) -> dict[str, Any]:
    """A fight of an older save, with the struggle that may be pushed as it is written down today (RBF-ATK-9)."""
    board = dict(fight.get("board", {}))
    missed = board.pop("missed", {})
    if missed:
        said = missed["command"]
        kept = {key: said[key] for key in ("technique", "to", "metres", "club", "nonlethal") if key in said}
        rolled = {key: missed[key] for key in ("who", "weapon", "dealt", "bonus", "drop")}
        board["struggle"] = {**rolled, **kept, "targets": said["targets"]}
    return {**fight, "board": board}

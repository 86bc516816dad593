"""Details of an RPJ character for `show`, and the meanings of RPJ's words."""

from collections.abc import Iterator

from rbfcli.model.display import Between, Fact, Facts, Obstacle, WeaponRange, number_fact, rest_of_sheet, with_name
from rbfcli.model.events import Modifier
from rbfcli.systems.rpj import map as field
from rbfcli.systems.rpj.checks import RpjScene, half
from rbfcli.systems.rpj.conditions import dead, dying, incapacitated, standing
from rbfcli.systems.rpj.economy import UNARMED, carried, check_reach, effective_attack, weapon_of
from rbfcli.systems.rpj.health import defense_of
from rbfcli.systems.rpj.sheet import Character, RpjFight, actions_of, outermost_layer, saves_left

ATTRIBUTES = ("strength", "dexterity", "charisma", "intelligence", "willpower")
TOLD = (
    *(*ATTRIBUTES, "melee_defense", "ranged_defense", "layers", "crossed", "weapons", "region", "group", "cover"),
    *("reoriented", "actions_left", "free_attack_spent", "overwatch", "grapple", "failures"),
)


def details(fight: RpjFight, actor: str) -> Facts:
    """Return attributes, both defense values, layers of saves, weapons, actions and position."""
    one = fight.combatants[actor]
    return (
        *_layers(one),
        *_defenses(fight, one),
        Fact("attributes", ", ".join(f"{name} {getattr(one, name)}" for name in ATTRIBUTES)),
        _actions(one),
        _free_attack(one),
        *_weapons(fight, one),
        Fact("place", _place(fight, one)),
        _cover(fight, actor, one),
        *rest_of_sheet(one, TOLD),
    )


def _free_attack(combatant: Character) -> Fact:
    """Return whether the free attack is spent; the fallen have none (RPJ-DMG-7)."""
    told = "free attack spent" if combatant.free_attack_spent else "free attack left" if standing(combatant) else ""
    return Fact("free", told, rule="RPJ-ACT-4")


def _actions(combatant: Character) -> Fact:
    """Return the actions left; until stabilized, the fallen have a stabilize roll instead."""
    if standing(combatant):
        return Fact("actions", f"{combatant.actions_left} left of {actions_of(combatant)}", rule="RPJ-ACT-1")
    return Fact("actions", "none but the stabilize roll" if dying(combatant) else "none", rule="RPJ-DMG-7")


def _layers(combatant: Character) -> Iterator[Fact]:
    """Return each layer with its remaining and crossed-out saves; the next save is the outermost layer's."""
    yield Fact("layers", "")
    struck = "" if incapacitated(combatant) or dead(combatant) else outermost_layer(combatant)
    for layer, numbers in combatant.layers.items():
        left = saves_left(combatant, layer)
        crossed = " ".join(map(str, combatant.crossed.get(layer, ())))
        told = f"{layer}: {' '.join(map(str, left))} of {' '.join(map(str, numbers))}" if left else f"{layer}: broken"
        told += f", crossed out {crossed}" if crossed else ""
        yield Fact("layer", told + (", struck next" if layer == struck else ""), rule="RPJ-DMG-1")


def _defenses(fight: RpjFight, combatant: Character) -> Iterator[Fact]:
    """Return both defense values, from the sheet or derived from half the Dexterity."""
    yield Fact("defense", "")
    dexterity = half(combatant.dexterity, fight.options.rounding)
    for kind, sheet in (("melee", combatant.melee_defense), ("ranged", combatant.ranged_defense)):
        value = defense_of(fight, combatant, melee=kind == "melee")
        base, bonus = Modifier(value - dexterity, "base"), f"half of Dexterity {combatant.dexterity}"
        parts = (base, Modifier(dexterity, bonus)) if sheet is None else (Modifier(value, "on the sheet"),)
        yield number_fact(f"{kind} def.", parts, rule="RPJ-ACT-3")


def _weapons(fight: RpjFight, combatant: Character) -> Iterator[Fact]:
    """Return each weapon, and bare hands, with its attack, damage and range in regions."""
    for weapon_id in (*carried(fight, combatant), UNARMED):
        weapon = weapon_of(fight, weapon_id)
        far = "any range" if weapon.range is None else f"range {weapon.range} region{'' if weapon.range == 1 else 's'}"
        reach = "adjacent" if weapon.melee else far
        parts = effective_attack(fight, combatant, weapon)
        blast = ", blast" if weapon.blast else ""
        told = f"{weapon.damage} damage, {reach}{blast}, {sum(each.value for each in parts):+d} to hit"
        yield Fact("weapon", f"{with_name(weapon_id, weapon.name)}: {told}", parts=parts, rule="RPJ-ACT-3")


def _cover(fight: RpjFight, actor: str, combatant: Character) -> Fact:
    named = field.notation(fight, actor)
    piece = f"{combatant.cover} " if combatant.cover and combatant.cover != named else ""
    turned = ", reoriented" if combatant.reoriented else ""
    return Fact("cover", f"{piece}{named}{turned}" if named else "", rule="RPJ-COV-1")


def between(scene: RpjScene, actor: str, other: str) -> Between:
    """Return the range and cover between two characters, and the weapons that reach (RPJ-FIELD-5, RPJ-COV-2)."""
    fight = scene.fight
    one, target = fight.combatants[actor], fight.combatants[other]
    against = field.cover_against(fight, actor, other)
    cover = field.notation(fight, other)
    obstacles: tuple[Obstacle, ...] = ()
    if against is not None:
        named = target.cover not in ("", cover)
        what = target.cover if named else f"{target.name}'s own cover"
        where = field.region_in_words(fight.board, target.region) if named else ""
        obstacles = (Obstacle(what, where, f"{against[0]:+d} against shots of {cover}", against[1]),)
    return Between(
        distance=field.range_between(fight.board, one.region, target.region),
        unit="regions",
        sight=None,
        cover=cover or field.NO_COVER,
        obstacles=obstacles,
        others=(),
        weapons=tuple(_range_of(scene, actor, other, each) for each in (*carried(fight, one), UNARMED)),
    )


def _range_of(scene: RpjScene, actor: str, other: str, weapon_id: str) -> WeaponRange:
    """Return whether a weapon reaches a target, by the check of an attack (RPJ-FIELD-4, RPJ-FIELD-5)."""
    weapon = weapon_of(scene.fight, weapon_id)
    refused = scene.rehearse(lambda trial: check_reach(trial, actor, other, weapon))
    rule = "RPJ-FIELD-4" if weapon.melee else "RPJ-FIELD-5"
    return WeaponRange(
        weapon=weapon_id,
        name=weapon.name,
        use="melee" if weapon.melee else "ranged",
        reaches=refused is None,
        range=None if weapon.melee else weapon.range,
        increment=None,
        reason=refused.message if refused else "",
        rule=refused.rule if refused else rule,
    )


def meaning(fight: RpjFight, kind: str, word: str, actor: str) -> str:
    """Return what a word means to the actor; empty if the engine explains it or it is unknown."""
    one = fight.combatants.get(actor)
    match kind:
        case "place":
            return _region(fight, word, one) if word in field.region_ids(fight.board) else ""
        case "group":
            people = [each for each in fight.combatants.values() if each.group == word]
            return ", ".join(each.name for each in people)
        case "cover":
            return "out in the open" if word == field.NO_COVER else _cover_meaning(fight, word, one)
        case _:
            return ""


def _place(fight: RpjFight, combatant: Character) -> str:
    """Return a character's region, by id and name, and its group (RPJ-FIELD-3)."""
    region = fight.board.regions.get(combatant.region)
    named = with_name(combatant.region, region.name) if region is not None and region.name else combatant.region
    return f"region {named or 'none'}" + (f", group {combatant.group}" if combatant.group else "")


def _region(fight: RpjFight, region: str, combatant: Character | None) -> str:
    name = fight.board.regions[region].name if region in fight.board.regions else ""
    far = None if combatant is None else field.range_between(fight.board, combatant.region, region)
    away = "here" if far == 0 else "no way there" if far is None else f"{far} move{'s' * (far > 1)} away"
    cover = ", ".join(f"{piece} {written}" for piece, written in field.pieces(fight, region).items())
    return "; ".join(filter(None, (name, away if combatant is not None else "", f"cover: {cover}" if cover else "")))


def _cover_meaning(fight: RpjFight, piece: str, combatant: Character | None) -> str:
    """Return a piece of cover's bonus, flanking distance and location, the actor's region first."""
    here = combatant.region if combatant is not None else ""
    for region in sorted(field.region_ids(fight.board), key=lambda each: each != here):
        written = field.pieces(fight, region).get(piece, "")
        shelter = field.read_cover(written)
        if shelter is not None:
            far = (
                f"from {shelter.flanking} region{'s' * (shelter.flanking != 1)} away"
                if shelter.flanking
                else "within the region"
            )
            flank = "never flanked" if shelter.flanking is None else f"flanked {far}"
            return f"+{shelter.quality} against shots, {flank}{'' if region == here else f', in {region}'}"
    return ""

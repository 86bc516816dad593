"""Everything a rule uses of an RPJ character, with units and where each number comes from."""

from collections.abc import Iterator

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.facts import Fact, Facts, number_fact, rest_of_sheet, with_name
from rbfcli.systems.rpj.carrying import UNARMED, carried, effective_attack, weapon_of
from rbfcli.systems.rpj.check import half
from rbfcli.systems.rpj.conditions import dead, dying, incapacitated, standing
from rbfcli.systems.rpj.defense import melee_defense, ranged_defense
from rbfcli.systems.rpj.ground.cover import notation
from rbfcli.systems.rpj.sheet import Character, RpjFight, actions_of, outermost_layer, saves_left

ATTRIBUTES = ("strength", "dexterity", "charisma", "intelligence", "willpower")
TOLD = (
    *(*ATTRIBUTES, "melee_defense", "ranged_defense", "layers", "crossed", "weapons", "region", "group", "cover"),
    *("reoriented", "actions_left", "free_attack_spent", "overwatch", "grapple", "failures"),
)


def details(fight: RpjFight, who: str) -> Facts:
    """Attributes, both defense values, layers of saves, weapons, actions and where it stands."""
    one = fight.combatants[who]
    return (
        *_layers(one),
        *_defenses(fight, one),
        Fact("attributes", ", ".join(f"{name} {getattr(one, name)}" for name in ATTRIBUTES)),
        _actions(one),
        _free_attack(one),
        *_weapons(fight, one),
        Fact("place", f"region {one.region or 'none'}" + (f", group {one.group}" if one.group else "")),
        _cover(fight, who, one),
        *rest_of_sheet(one, TOLD),
    )


def _free_attack(one: Character) -> Fact:
    """Whether its free attack is spent; the fallen have none (RPJ-DMG-7)."""
    told = "free attack spent" if one.free_attack_spent else "free attack left" if standing(one) else ""
    return Fact("free", told, rule="RPJ-ACT-4")


def _actions(one: Character) -> Fact:
    """What is left of its turn; the fallen have a roll for their life instead, until they are stabilised."""
    if standing(one):
        return Fact("actions", f"{one.actions_left} left of {actions_of(one)}", rule="RPJ-ACT-1")
    return Fact("actions", "none but the stabilize roll" if dying(one) else "none", rule="RPJ-DMG-7")


def _layers(one: Character) -> Iterator[Fact]:
    """Each layer, what stands of it and what is crossed out; the next save is of the outermost."""
    yield Fact("layers", "")
    struck = "" if incapacitated(one) or dead(one) else outermost_layer(one)
    for layer, numbers in one.layers.items():
        left = saves_left(one, layer)
        crossed = " ".join(map(str, one.crossed.get(layer, ())))
        told = f"{layer}: {' '.join(map(str, left))} of {' '.join(map(str, numbers))}" if left else f"{layer}: broken"
        told += f", crossed out {crossed}" if crossed else ""
        yield Fact("layer", told + (", struck next" if layer == struck else ""), rule="RPJ-DMG-1")


def _defenses(fight: RpjFight, one: Character) -> Iterator[Fact]:
    """Both defense values: those of the sheet, or derived from half its Dexterity."""
    yield Fact("defense", "")
    options, dexterity = fight.options, half(one.dexterity, fight.options.rounding)
    for kind, sheet, base, value in (
        ("melee", one.melee_defense, options.melee_base, melee_defense(fight, one)),
        ("ranged", one.ranged_defense, options.ranged_base, ranged_defense(fight, one)),
    ):
        derived = (Modifier(base, "base"), Modifier(dexterity, f"half of Dexterity {one.dexterity}"))
        parts = derived if sheet is None else (Modifier(value, "on the sheet"),)
        yield number_fact(f"{kind} def.", parts, rule="RPJ-ACT-3")


def _weapons(fight: RpjFight, one: Character) -> Iterator[Fact]:
    """Each weapon with its attack, damage and range in regions, and bare hands."""
    for weapon_id in (*carried(fight, one), UNARMED):
        weapon = weapon_of(fight, weapon_id)
        far = "any range" if weapon.range is None else f"range {weapon.range} region{'' if weapon.range == 1 else 's'}"
        reach = "adjacent" if weapon.melee else far
        parts = effective_attack(fight, one, weapon)
        blast = ", blast" if weapon.blast else ""
        told = f"{weapon.damage} damage, {reach}{blast}, {sum(each.value for each in parts):+d} to hit"
        yield Fact("weapon", f"{with_name(weapon_id, weapon.name)}: {told}", parts=parts, rule="RPJ-ACT-3")


def _cover(fight: RpjFight, who: str, one: Character) -> Fact:
    named = notation(fight, who)
    piece = f"{one.cover} " if one.cover and one.cover != named else ""
    turned = ", reoriented" if one.reoriented else ""
    return Fact("cover", f"{piece}{named}{turned}" if named else "", rule="RPJ-COV-1")

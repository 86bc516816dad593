"""All rule values of a BGC combatant, and the meaning of BGC words."""

from collections.abc import Iterator

from rbfcli.model.display import Fact, Facts, number_fact, rest_of_sheet, with_name
from rbfcli.model.events import Modifier
from rbfcli.systems.bgc import attack, checks, sheet
from rbfcli.systems.bgc.sheet import UNARMED, BgcFight, Fighter, Weapon

TOLD = (
    *("speed", "tough", "will", "skills", "weapons", "held", "ammo", "armour", "levels", "max_levels", "size"),
    *("actions", "declared", "acted", "at_risk", "failed"),
)


def details(fight: BgcFight, actor: str) -> Facts:
    """Return a combatant's levels, scores with the wound penalty, armour, weapons, and other values."""
    fighter = fight.combatants[actor]
    hurt = checks.wounds(fight.options, fighter)
    scores = {"speed": fighter.speed + fighter.speed_bonus, "tough": fighter.tough}
    return (
        _levels(fight, fighter),
        *(Fact(name, str(score), unit="%") for name, score in scores.items()),
        Fact("will", "none: feels no shock" if fighter.will is None else f"{fighter.will} %"),
        *(
            number_fact(skill, (Modifier(score, "skill"), hurt), "%", "BGC-TST-2")
            for skill, score in fighter.skills.items()
        ),
        _armour(fighter),
        *_weapons(fight, fighter),
        Fact("size", str(fighter.size), unit="m"),
        *rest_of_sheet(fighter, TOLD),
    )


def _levels(fight: BgcFight, fighter: Fighter) -> Fact:
    """Return damage levels, their number by Tough, and the mark below which a combatant with a will bleeds."""
    usual = sheet.damage_levels(fighter.tough)
    origin = f", {usual} by Tough {fighter.tough}" if fighter.max_levels == usual else ""
    mark = "" if fighter.will is None else f"; bleeds below {sheet.quarter_mark(fight.options, fighter.max_levels)}"
    return Fact("levels", f"{sheet.levels(fighter)}/{fighter.max_levels}{origin}{mark}", rule="BGC-DRV-1")


def _armour(fighter: Fighter) -> Fact:
    """Return natural and worn armour, in percent."""
    worn, natural = fighter.armour, Modifier(sheet.natural_armour(fighter.tough), f"natural, by Tough {fighter.tough}")
    if worn is None:
        return number_fact("armour", (natural,), "%", "BGC-DRV-4")
    parts = (Modifier(worn.value, "worn"),) if worn.replaces else (natural, Modifier(worn.value, "worn"))
    told = number_fact("armour", parts, "%", "BGC-ARM-1")
    about = [attack.protection_of(fighter).quality, *(["partial: leaves gaps"] if worn.partial else [])]
    return Fact("armour", told.value, unit=f"% ({', '.join(about)})", parts=told.parts, rule=told.rule)


def _weapons(fight: BgcFight, fighter: Fighter) -> Iterator[Fact]:
    """Yield each weapon, and bare hands, with penetration, damage and rounds."""
    for weapon_id in fighter.weapons:
        weapon = fight.weapons.get(weapon_id)
        if weapon is not None:
            state = [
                *(["in hand"] if weapon_id == fighter.held else []),
                *(["failed"] if weapon_id in fighter.failed else []),
            ]
            rounds = [f"{fighter.ammo.get(weapon_id, weapon.ammo)}/{weapon.ammo} rounds"] if weapon.ammo else []
            yield Fact("weapon", ", ".join((f"{with_name(weapon_id, weapon.name)}: {_blow(weapon)}", *rounds, *state)))
    yield Fact("weapon", f"{UNARMED}: {_blow(sheet.bare_hands(fighter))}", rule="BGC-DRV-2")
    yield Fact("ammo", "")


def _blow(weapon: Weapon) -> str:
    quality = "" if weapon.quality == "normal" else f", {weapon.quality}"
    return f"{weapon.skill}, {weapon.penetration} % penetration, {weapon.damage} levels of damage{quality}"


def meaning(fight: BgcFight, kind: str, word: str, actor: str) -> str:
    """Return what a word means for the actor; empty if the engine explains it or no meaning is known."""
    one = fight.combatants.get(actor)
    match kind:
        case "skill" if one is not None:
            score = one.skills.get(word)
            hurt = checks.wounds(fight.options, one).value
            return "" if score is None else f"{score + hurt} %"
        case _:
            return ""

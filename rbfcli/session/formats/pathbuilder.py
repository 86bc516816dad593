"""Characters of Pathbuilder 2e."""

from collections.abc import Iterator, Mapping
from typing import Any

from rbfcli.core.errors import invalid
from rbfcli.session.formats.foundry_pf2e import DEGREES, SAVES
from rbfcli.session.formats.incoming import (
    ASSUMED,
    ImportNote,
    Incoming,
    People,
    get,
    key_name,
    modifier,
    name_of,
    number,
    plain_dice,
    read_each,
    several,
    text_of,
    typed,
    with_bonus,
)
from rbfcli.session.formats.monsters import add_speeds

TITLE = "Pathbuilder 2e"
ABILITY_OF = {"fortitude": "con", "reflex": "dex", "will": "wis", "perception": "wis"}
DICE_OF = {"": 1, "striking": 2, "greaterstriking": 3, "majorstriking": 4}
DAMAGE_TYPES = {"s": "slashing", "p": "piercing", "b": "bludgeoning"}
ELSEWHERE = {
    "feats": "feats",
    "specials": "specials",
    "pets": "pets",
    "familiars": "familiars",
    "equipment": "equipment",
}


def is_it(data: Any) -> bool:
    """Return whether JSON is a character, or a list with some."""
    listed = [*_builds(data)]
    return bool(listed) and all(get(each, "attributes", "ancestryhp") is not None for each in listed[:3])


def _builds(data: Any) -> Iterator[dict[str, Any]]:
    for each in [data] if isinstance(data, dict) else several(data):
        inner = each.get("build")
        yield inner if isinstance(inner, dict) else each


def people(data: Any, name: str, _only: str) -> People:
    """Return the characters."""
    found, notes = read_each(_builds(data), name, _character)
    return People(tuple(found), TITLE, notes=(*notes, ImportNote(ASSUMED, DEGREES)))


def _character(build: Mapping[str, Any], at: str) -> Incoming:
    person = Incoming(at=at, name=name_of(build.get("name")))
    person.is_player()
    level = number(build.get("level"), 1) or 1
    abilities = {key: modifier(number(get(build, "abilities", key), 10) or 10) for key in ("con", "dex", "wis")}
    hp = {
        key: number(get(build, "attributes", key), 0) or 0
        for key in ("ancestryhp", "classhp", "bonushp", "bonushpPerLevel")
    }
    per_level = hp["classhp"] + abilities["con"] + hp["bonushpPerLevel"]
    person.health(hp["ancestryhp"] + hp["bonushp"] + level * per_level)
    person.sheet["saves"] = {key: _bonus(build, key, level, abilities) for key in SAVES}
    person.sheet["initiative_bonus"] = _bonus(build, "perception", level, abilities)
    armour = number(get(build, "acTotal", "acTotal"))
    person.sheet["ac"] = 10 if armour is None else armour
    if armour is None:
        person.miss("the file has no AC, so it is 10", "ac=N")
    for weapon in several(build.get("weapons")):
        _add_weapon(person, weapon)
    _add_slots(person, build)
    resistances = build.get("resistances")
    for each in resistances if isinstance(resistances, list) else ():
        if text_of(each):
            person.sheet.setdefault("resist", []).append(key_name(each))
    add_speeds(person, {"walk": number(get(build, "attributes", "speed"))})
    if get(build, "acTotal", "shieldBonus"):
        person.leave("the shield's bonus")
    person.leave(*(what for key, what in ELSEWHERE.items() if build.get(key)))
    return person


def _bonus(build: Mapping[str, Any], what: str, level: int, abilities: Mapping[str, int]) -> int:
    """Return level, proficiency and ability; untrained, the ability alone."""
    trained = number(get(build, "proficiencies", what), 0) or 0
    return abilities[ABILITY_OF[what]] + (level + trained if trained else 0)


def _add_weapon(person: Incoming, weapon: Mapping[str, Any]) -> None:
    name = text_of(weapon.get("display")) or text_of(weapon.get("name"))
    count, die = DICE_OF.get(text_of(weapon.get("str")).casefold(), 1), text_of(weapon.get("die"))
    dice = plain_dice(f"{count}{die}") if die else ""
    kind = text_of(weapon.get("damageType")).casefold()
    damage = typed(with_bonus(dice, number(weapon.get("damageBonus"), 0) or 0), DAMAGE_TYPES.get(kind, kind))
    extra = weapon.get("extraDamage")
    for each in extra if isinstance(extra, list) else ():
        more, _, word = text_of(each).partition(" ")
        if part := typed(more, word):
            damage = f"{damage} + {part}" if damage else part
        else:
            person.leave(f"damage of {name}: {text_of(each)[:30]}")
    to_hit = number(weapon.get("attack"))
    if to_hit is None:
        raise invalid(f"{person.at}: weapon {name!r} has no attack bonus", hint="export the character again")
    person.add_attack(name, to_hit, damage)


def _add_slots(person: Incoming, build: Mapping[str, Any]) -> None:
    casters = [*several(build.get("spellCasters"))]
    for caster in casters:
        per_day = caster.get("perDay")
        first = f"{text_of(caster.get('name'))} slots" if len(casters) > 1 else "slots"
        for rank, each in enumerate(per_day if isinstance(per_day, list) else ()):
            if rank and (most := number(each)):
                person.add_counter(f"{first} {rank}", most, "long")
        if get(caster, "spells"):
            person.leave("spells")
    if points := number(build.get("focusPoints")):
        person.add_counter("focus", points, "short")

"""Characters of D&D Beyond, whose totals are worked out here, and of Pathbuilder 2e."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rbfcli.core.errors import invalid
from rbfcli.session.formats.fifth_edition import add_abilities, add_speeds, proficiency
from rbfcli.session.formats.foundry import DEGREES, SAVES
from rbfcli.session.formats.incoming import (
    ABILITIES,
    ASSUMED,
    ImportNote,
    Incoming,
    get,
    key_name,
    list_of,
    modifier,
    number,
    plain_dice,
    several,
    text_of,
    typed,
    with_bonus,
)

CONDITIONS_ASSUMED = ImportNote(ASSUMED, "conditions are numbers in the file, read by the usual list: 11 is poisoned")
LIGHT, MEDIUM, HEAVY, SHIELD = 1, 2, 3, 4
MOST_DEXTERITY = {LIGHT: 99, MEDIUM: 2, HEAVY: 0}
RANGED, BARE = 2, 10
TYPES = {"resistance": "resist", "immunity": "immune", "vulnerability": "vulnerable"}
CONDITIONS = (
    *("", "blinded", "charmed", "deafened", "exhausted", "frightened", "grappled", "incapacitated", "invisible"),
    *("paralysed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious"),
)
BEYOND_ELSEWHERE = {"spells": "spells", "classSpells": "spells", "feats": "feats", "creatures": "creatures"}


def is_beyond(data: Mapping[str, Any]) -> bool:
    """Return whether a table is a character of D&D Beyond."""
    return "baseHitPoints" in data


class _Totals:
    def __init__(self, data: Mapping[str, Any]) -> None:
        modifiers = data.get("modifiers")
        self.modifiers = [
            each for source in (modifiers.values() if isinstance(modifiers, dict) else ()) for each in several(source)
        ]
        self.level = sum(number(each.get("level"), 0) or 0 for each in several(data.get("classes"))) or 1
        self.proficiency = proficiency(self.level)
        self.scores = {
            short: self._score(data, place, word) for place, (short, word) in enumerate(ABILITIES.items(), 1)
        }

    def _score(self, data: Mapping[str, Any], place: int, word: str) -> int:
        own, more, instead = (_by_id(data.get(key), place) for key in ("stats", "bonusStats", "overrideStats"))
        return instead or (own or 10) + (more or 0) + self.bonus(f"{word}-score")

    def of(self, ability: str) -> int:
        """Return the modifier of an ability."""
        return modifier(self.scores[ability])

    def bonus(self, what: str) -> int:
        """Return the sum of the bonuses to something."""
        named = (each for each in self.modifiers if each.get("type") == "bonus" and each.get("subType") == what)
        return _sum(named)

    def named(self, kind: str) -> Iterator[str]:
        """Yield what the modifiers of a kind are for."""
        return (text_of(each.get("subType")) for each in self.modifiers if each.get("type") == kind)


def _sum(modifiers: Iterable[Mapping[str, Any]]) -> int:
    return sum(number(each.get("value"), number(each.get("fixedValue"), 0)) or 0 for each in modifiers)


def _by_id(stats: Any, place: int) -> int | None:
    return next((number(each.get("value")) for each in several(stats) if number(each.get("id")) == place), None)


def beyond_character(data: Mapping[str, Any], at: str) -> Incoming:
    """Return a character of D&D Beyond."""
    person, totals = Incoming(at=at).called(data.get("name")), _Totals(data)
    person.is_player()
    base, bonus = number(data.get("baseHitPoints")), number(data.get("bonusHitPoints"), 0) or 0
    bonus += (totals.of("con") + totals.bonus("hit-points-per-level")) * totals.level
    most = number(data.get("overrideHitPoints")) or (None if base is None else base + bonus)
    lost = number(data.get("removedHitPoints"), 0) or 0
    person.health(most, None if most is None else most - lost, number(data.get("temporaryHitPoints")))
    proficient = {*totals.named("proficiency")}
    saving = [key for key, word in ABILITIES.items() if f"{word}-saving-throws" in proficient]
    saves = [(key, totals.of(key) + totals.proficiency) for key in saving]
    add_abilities(person, totals.scores, saves, totals.of("dex") + totals.bonus("initiative"))
    worn = [each.get("definition") for each in several(data.get("inventory")) if each.get("equipped")]
    _add_armour(person, worn, totals)
    for each in worn:
        if get(each, "filterType") == "Weapon" and isinstance(each, dict):
            _add_beyond_weapon(person, each, totals)
    _add_beyond_slots(person, data)
    for kind, field in TYPES.items():
        for word in totals.named(kind):
            person.add_to(field, word.replace("-", " "))
    for condition in several(data.get("conditions")):
        place = number(condition.get("id"), 0) or 0
        name = CONDITIONS[place] if 0 < place < len(CONDITIONS) else f"condition {place}"
        person.condition(name, amount=number(condition.get("level"), 0) or 0)
    if "conditions" in person.sheet:
        person.notes.append(CONDITIONS_ASSUMED)
    person.leave(*dict.fromkeys(what for key, what in BEYOND_ELSEWHERE.items() if data.get(key)))
    return person


def _add_beyond_slots(person: Incoming, data: Mapping[str, Any]) -> None:
    for key, name, on in (("spellSlots", "slots", "long"), ("pactMagic", "pact slots", "short")):
        for slots in several(data.get(key)):
            most, used = number(slots.get("available"), 0) or 0, number(slots.get("used"), 0) or 0
            person.add_pool(f"{name} {number(slots.get('level'), 0)}", most, on, most - used)


def _add_armour(person: Incoming, worn: list[Any], totals: _Totals) -> None:
    """Record armour class: 10 and dexterity, or the armour worn and a shield."""
    kinds = {number(get(each, "armorTypeId"), 0): number(get(each, "armorClass"), 0) or 0 for each in worn if each}
    dexterity, shield = totals.of("dex"), kinds.get(SHIELD, 0)
    armour = next((kind for kind in (HEAVY, MEDIUM, LIGHT) if kind in kinds), 0)
    base = kinds[armour] + min(dexterity, MOST_DEXTERITY[armour]) if armour else BARE + dexterity
    person.sheet["ac"] = base + shield + totals.bonus("armor-class")
    what = "the armour worn" if armour else "10 + dexterity, without armour"
    note = f"AC {person.sheet['ac']} is {what}: the site works out the rest"
    (person.assume if armour or shield else person.miss)(note, "ac=N")


def _add_beyond_weapon(person: Incoming, weapon: Mapping[str, Any], totals: _Totals) -> None:
    properties = {text_of(each.get("name")) for each in several(weapon.get("properties"))}
    ability = "dex" if number(weapon.get("attackType")) == RANGED else "str"
    if "Finesse" in properties:
        ability = max("str", "dex", key=totals.of)
    granted = (each for each in several(weapon.get("grantedModifiers")) if each.get("subType") == "magic")
    magic = _sum(granted)
    dice = plain_dice(text_of(get(weapon, "damage", "diceString")))
    person.assume("attack bonuses are ability and proficiency", about="attacks")
    damage = typed(with_bonus(dice, totals.of(ability) + magic), text_of(weapon.get("damageType")))
    person.add_attack(text_of(weapon.get("name")), totals.of(ability) + totals.proficiency + magic, damage)


ABILITY_OF = {"fortitude": "con", "reflex": "dex", "will": "wis", "perception": "wis"}
DICE_OF = {"": 1, "striking": 2, "greaterstriking": 3, "majorstriking": 4}
DAMAGE_TYPES = {"s": "slashing", "p": "piercing", "b": "bludgeoning"}
ELSEWHERE = ("feats", "specials", "pets", "familiars", "equipment")


def is_pathbuilder(build: Mapping[str, Any]) -> bool:
    """Return whether a table is a character of Pathbuilder."""
    return get(build, "attributes", "ancestryhp") is not None


def pathbuilder_character(build: Mapping[str, Any], at: str) -> Incoming:
    """Return a character of Pathbuilder."""
    person = Incoming(at=at).called(build.get("name"))
    person.notes.append(DEGREES)
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
    person.armour(number(get(build, "acTotal", "acTotal")))
    for weapon in several(build.get("weapons")):
        _add_pathbuilder_weapon(person, weapon)
    _add_slots(person, build)
    for each in list_of(build.get("resistances")):
        if text_of(each):
            person.add_to("resist", key_name(each))
    add_speeds(person, {"walk": number(get(build, "attributes", "speed"))})
    if get(build, "acTotal", "shieldBonus"):
        person.leave("the shield's bonus")
    person.leave(*filter(build.get, ELSEWHERE))
    return person


def _bonus(build: Mapping[str, Any], what: str, level: int, abilities: Mapping[str, int]) -> int:
    """Return level, proficiency and ability; untrained, the ability alone."""
    trained = number(get(build, "proficiencies", what), 0) or 0
    return abilities[ABILITY_OF[what]] + (level + trained if trained else 0)


def _add_pathbuilder_weapon(person: Incoming, weapon: Mapping[str, Any]) -> None:
    name = text_of(weapon.get("display")) or text_of(weapon.get("name"))
    count, die = DICE_OF.get(text_of(weapon.get("str")).casefold(), 1), text_of(weapon.get("die"))
    dice = plain_dice(f"{count}{die}") if die else ""
    kind = text_of(weapon.get("damageType")).casefold()
    damage = typed(with_bonus(dice, number(weapon.get("damageBonus"), 0) or 0), DAMAGE_TYPES.get(kind, kind))
    for each in list_of(weapon.get("extraDamage")):
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
        first = f"{text_of(caster.get('name'))} slots" if len(casters) > 1 else "slots"
        for rank, each in enumerate(list_of(caster.get("perDay"))):
            if rank:
                person.add_pool(f"{first} {rank}", each, "long")
        if get(caster, "spells"):
            person.leave("spells")
    person.add_pool("focus", build.get("focusPoints"), "short")

"""Actors of Foundry: of dnd5e (with activities, without, and before Foundry 10) and of pf2e."""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

from rbfcli.session.formats.fifth_edition import LEGENDARY, add_abilities, add_speeds, proficiency, recharges, refills
from rbfcli.session.formats.incoming import (
    ABILITIES,
    ASSUMED,
    DICE,
    ImportNote,
    Incoming,
    add_types,
    get,
    key_name,
    list_of,
    modifier,
    number,
    numbers,
    plain_dice,
    several,
    text_of,
    typed,
    with_bonus,
)

OLD = ImportNote(ASSUMED, "an actor of Foundry before version 10 (data, not system)")
TYPES = {"dr": "resist", "di": "immune", "dv": "vulnerable", "ci": "condition_immune"}
TAG = re.compile(r"<[^<>]*>")
BLOCK = re.compile(r"<(?:/p|br\s*/?|/li|/h\d)>", re.IGNORECASE)
SPELL = {"classification": "spell"}
ATTACK_TYPES = {"mwak": {}, "rwak": {"value": "ranged"}, "msak": SPELL, "rsak": SPELL}
FEATURES = {"feat": "features", "weapon": "actions"}
LEFT = {"spell": "spells", **dict.fromkeys(("equipment", "consumable", "tool", "loot"), "equipment")}
SPELL_LEVELS = range(1, 10)


def is_dnd5e(actor: Any) -> bool:
    """Return whether a table is an actor of dnd5e."""
    has_hit_points = hit_points(actor) is not None and not is_pf2e(actor)
    return _is_actor(actor) and (get(actor, "_stats", "systemId") == "dnd5e" or has_hit_points)


def is_pf2e(actor: Any) -> bool:
    """Return whether a table is an actor of pf2e."""
    has_saves = isinstance(get(system_of(actor), "saves", "fortitude"), dict)
    return _is_actor(actor) and (get(actor, "_stats", "systemId") == "pf2e" or has_saves)


def _is_actor(data: Any) -> bool:
    return isinstance(get(data, "items"), list)


def hit_points(actor: Any) -> dict[str, Any] | None:
    """Return the table of hit points of an actor, if it has one."""
    found = get(system_of(actor), "attributes", "hp")
    return found if isinstance(found, dict) else None


def system_of(actor: Any) -> Any:
    """Return the data of the game's system in an actor or item; before Foundry 10, `data`."""
    found = get(actor, "system")
    return get(actor, "data") if found is None else found


def without_tags(text: str) -> str:
    """Return HTML as plain text, with the links of Foundry as their words."""
    linked = re.sub(r"@\w+\[[^\]]*\]\{([^}]*)\}", r"\1", text[:40_000])
    return html.unescape(TAG.sub("", BLOCK.sub("\n", linked))).strip()


class _Numbers:
    def __init__(self, actor: Mapping[str, Any]) -> None:
        system = system_of(actor)
        self.scores = numbers(system, {key: ("abilities", key, "value") for key in ABILITIES})
        levels = [number(get(system_of(item), "levels"), 0) or 0 for item in several(actor.get("items"))]
        level = sum(levels) or number(get(system, "details", "level"))
        rating = number(get(system, "details", "cr"))
        known = number(get(system, "attributes", "prof"))
        self.proficiency = known or proficiency(level or rating or 1)
        self.assumed = not (level or rating or known)
        self.casting = text_of(get(system, "attributes", "spellcasting")) or "int"
        self.spell_dc = number(get(system, "attributes", "spelldc"))

    def of(self, ability: str) -> int:
        """Return the modifier of an ability."""
        return modifier(self.scores.get(ability, 10))


def dnd5e_actor(actor: Mapping[str, Any], at: str) -> Incoming:
    """Return an actor of dnd5e."""
    person = Incoming(at=at).called(actor.get("name"))
    if get(actor, "system") is None:
        person.notes.append(OLD)
    system, known = system_of(actor), _Numbers(actor)
    add_health(person, actor)
    _add_defenses(person, system, known)
    add_speeds(person, get(system, "attributes", "movement"))
    _add_resources(person, system)
    for effect in several(actor.get("effects")):
        for status in list_of(effect.get("statuses")):
            if text_of(status) and not effect.get("disabled"):
                person.condition(text_of(status))
    for item in several(actor.get("items")):
        _add_item(person, item, known)
    if text := without_tags(text_of(get(system, "details", "biography", "value"))):
        person.texts.insert(0, text)
    return person


def add_health(person: Incoming, actor: Mapping[str, Any]) -> None:
    """Record hit points, and whether the actor is a player character."""
    hp = hit_points(actor) or {}
    most = number(hp.get("max"))
    person.health(most, hp.get("value"), number(hp.get("temp")))
    person.hit_dice(text_of(hp.get("formula")))
    if most is None:
        person.miss("the file has no maximum of hit points", "max_hp=N")
    if actor.get("type") == "character":
        person.is_player()


def _add_defenses(person: Incoming, system: Any, known: _Numbers) -> None:
    armour = number(get(system, "attributes", "ac", "flat"), number(get(system, "attributes", "ac", "value")))
    bare = 10 + known.of("dex")
    person.armour(armour, bare, f"AC {bare} is 10 + dexterity, without armour")
    start = get(system, "attributes", "init")
    bonus = number(get(start, "bonus"), number(get(start, "value"), 0)) or 0
    proficient = (key for key in ABILITIES if (number(get(system, "abilities", key, "proficient"), 0) or 0) > 0)
    saves = [(key, known.of(key) + known.proficiency) for key in proficient]
    add_abilities(person, known.scores, saves, known.of(text_of(get(start, "ability")) or "dex") + bonus)
    for key, field in TYPES.items():
        add_types(person, field, get(system, "traits", key, "value"))
        add_types(person, field, get(system, "traits", key, "custom"))


def _add_resources(person: Incoming, system: Any) -> None:
    for key, name, on in (("legact", LEGENDARY, "turn"), ("legres", "legendary resistance", "long")):
        table = get(system, "resources", key)
        person.add_pool(name, get(table, "max"), on, _left(table))
    spells = [(f"slots {level}", f"spell{level}", "long") for level in SPELL_LEVELS]
    for name, key, on in (*spells, ("pact slots", "pact", "short")):
        slots = get(system, "spells", key)
        person.add_pool(name, number(get(slots, "override")) or get(slots, "max"), on, get(slots, "value"))


def _left(uses: Any) -> int | None:
    """Return how many uses of a table with `max` and `spent` or `value` are left, or None if it does not say."""
    most, spent = number(get(uses, "max")), number(get(uses, "spent"))
    return number(get(uses, "value")) if most is None or spent is None else most - spent


def _add_item(person: Incoming, item: Mapping[str, Any], known: _Numbers) -> None:
    """Add an item as attacks and powers; features without either are notes, and all else is left out."""
    kind, system, name = text_of(item.get("type")), system_of(item), text_of(item.get("name"))
    if kind in LEFT or kind not in FEATURES:
        person.leave(LEFT.get(kind, kind or "an item"))
        return
    activities = _activities(system)
    uses = _add_limit(person, name, system) if activities or get(system, "uses", "max") else ""
    for each in activities:
        if each["type"] == "save":
            _add_save(person, name, each, known, uses=uses)
        else:
            _add_attack(person, name, each, system, known, uses=uses)
    if not activities:
        person.keep(FEATURES[kind], name, without_tags(text_of(get(system, "description", "value"))))


def _activities(system: Any) -> list[dict[str, Any]]:
    """Return the attacks and saves of an item as activities; an item without any has them in keys of its own."""
    found = [*several(get(system, "activities"))]
    acts, old = text_of(get(system, "actionType")), get(system, "damage", "parts")
    if found or not isinstance(old, list):
        return [each for each in found if each.get("type") in ("attack", "save")]
    damage = {"parts": old, "includeBase": False}
    if acts in ATTACK_TYPES or (not acts and old and get(system, "ability") is not None):
        bonus = get(system, "attack", "bonus")
        attack = {
            "ability": get(system, "ability"),
            "bonus": get(system, "attackBonus") if bonus is None else bonus,
            "flat": get(system, "attack", "flat"),
            "type": ATTACK_TYPES.get(acts),
        }
        return [{"type": "attack", "attack": attack, "damage": damage}]
    save = get(system, "save")
    return [{"type": "save", "save": save, "damage": damage}] if text_of(get(save, "ability")) else []


def _add_limit(person: Incoming, name: str, system: Any) -> str:
    """Add the counter of an item with limited uses, and return its name."""
    uses, recharge = get(system, "uses"), number(get(system, "recharge", "value"))
    recovery = next(several(get(uses, "recovery")), {})
    period = text_of(recovery.get("period")) or text_of(get(uses, "per"))
    if recharge or period == "recharge":
        return person.add_counter(name, 1, recharges(recharge or number(recovery.get("formula"), 6) or 6))
    most = number(get(uses, "max"))
    if not most:
        return ""
    return person.add_counter(name, most, refills(period), _left(uses))


def _ability(system: Any, attack: Any, known: _Numbers) -> str:
    """Return the ability of an attack: its own, else that of the weapon."""
    own = text_of(get(attack, "ability")) or text_of(get(system, "ability"))
    if own in ABILITIES:
        return own
    if get(attack, "type", "classification") == "spell" or own == "spellcasting":
        return known.casting
    properties = get(system, "properties")
    if "fin" in list_of(properties) or get(properties, "fin"):
        return max("str", "dex", key=known.of)
    kind = text_of(get(system, "type", "value")) or text_of(get(system, "weaponType"))
    return "dex" if get(attack, "type", "value") == "ranged" or kind.endswith("R") else "str"


def _add_attack(
    person: Incoming, name: str, activity: Mapping[str, Any], system: Any, known: _Numbers, *, uses: str
) -> None:
    attack, damage = activity.get("attack"), activity.get("damage")
    ability, to_hit = _ability(system, attack, known), number(get(attack, "bonus"), 0) or 0
    if not get(attack, "flat"):
        to_hit += known.of(ability) + (known.proficiency if get(system, "proficient") not in (False, 0) else 0)
        assumed = "attack bonuses are ability and proficiency" + (" (+2)" if known.assumed else "")
        person.assume(assumed, about="attacks")
    base = [] if get(damage, "includeBase") is False else [get(system, "damage", "base")]
    parts = [*base, *list_of(get(damage, "parts"))]
    said = _damage(person, name, parts, known.of(ability), with_ability=bool(base))
    person.add_attack(name, to_hit, said, uses)


def _add_save(person: Incoming, name: str, activity: Mapping[str, Any], known: _Numbers, *, uses: str) -> None:
    save, damage = activity.get("save"), activity.get("damage")
    against = text_of(get(save, "ability")) or text_of(get(save, "ability", 0))
    stated = get(save, "dc") if number(get(save, "dc")) is not None else get(save, "dc", "formula")
    by = text_of(get(save, "dc", "calculation")) or text_of(get(save, "scaling"))
    dc = number(stated)
    if dc is None or by in (*ABILITIES, "spell", "spellcasting"):
        ability = by if by in ABILITIES else known.casting
        stated = known.spell_dc if by not in ABILITIES else None
        dc = stated or 8 + known.proficiency + known.of(ability)
        person.assume(f"{name}: DC {dc} is 8 + proficiency + ability", about="powers")
    said = _damage(person, name, list_of(get(damage, "parts")), known.of(known.casting), with_ability=False)
    half = get(damage, "onSave") in (None, "half")
    person.add_power(name, against[:3] or "dex", dc, said, half=half, uses=uses)


def _damage(person: Incoming, name: str, parts: list[Any], bonus: int, *, with_ability: bool) -> str:
    """Return damage as `1d6+2 slashing + 1d6 fire`; the ability counts once, in the first part."""
    found = []
    for place, part in enumerate(parts):
        dice, kind = _dice_and_type(part)
        own = plain_dice(_with_ability(dice, bonus))
        if own and with_ability and place == 0 and "@mod" not in dice:
            own = with_bonus(own, bonus)
        if text := typed(own, kind):
            found.append(text)
        elif dice:
            person.leave(f"damage of {name}: {dice[:30]}")
    return " + ".join(found)


def _dice_and_type(part: Any) -> tuple[str, str]:
    """Return the dice and the damage type of a part: a pair, or a table."""
    if isinstance(part, list):
        return text_of(get(part, 0)), text_of(get(part, 1))
    kind, own = text_of(get(part, "types", 0)), get(part, "custom")
    if get(own, "enabled"):
        return text_of(get(own, "formula")), kind
    count, sides = number(get(part, "number")), number(get(part, "denomination"))
    bonus = text_of(get(part, "bonus")).lstrip("+")
    return (f"{count}d{sides}" + (f" + {bonus}" if bonus else "") if count and sides else bonus), kind


def _with_ability(dice: str, bonus: int) -> str:
    """Return dice with `@mod` replaced by the ability's modifier, and constants added up."""
    said = re.sub(r"\[[^\]]*\]", "", dice).replace("@mod", f"{bonus}").replace(" ", "").replace("+-", "-")
    first, *more = re.findall(r"[+-]?[^+-]+", said) or [""]
    if not DICE.fullmatch(first) or not all(number(each) is not None for each in more):
        return said
    return with_bonus(first, sum(number(each, 0) or 0 for each in more))


SAVES = ("fortitude", "reflex", "will")
DEGREES = ImportNote(ASSUMED, "degrees of success are off: set fight options.margin=10 turns them on", about="saves")
PF2E_TYPES = {"resistances": "resist", "weaknesses": "vulnerable", "immunities": "immune"}
LEVELS = range(1, 11)


def pf2e_actor(actor: Mapping[str, Any], at: str) -> Incoming:
    """Return an actor of pf2e."""
    person = Incoming(at=at).called(actor.get("name"))
    person.notes.append(DEGREES)
    system = system_of(actor)
    add_health(person, actor)
    person.armour(number(get(system, "attributes", "ac", "value")))
    if saves := numbers(system, {key: ("saves", key, "value") for key in SAVES}):
        person.sheet["saves"] = saves
    person.sheet["initiative_bonus"] = _initiative(person, system)
    _add_types(person, get(system, "attributes"))
    add_speeds(person, {"walk": get(system, "attributes", "speed", "value")})
    for key, name, on in (("focus", "focus", "short"), ("heroPoints", "hero points", "never")):
        person.add_pool(name, get(system, "resources", key, "max"), on, get(system, "resources", key, "value"))
    for item in several(actor.get("items")):
        _add_pf2e_item(person, item)
    notes = get(system, "details", "publicNotes") or get(system, "details", "description")
    if text := without_tags(text_of(notes)):
        person.texts.insert(0, text)
    return person


def _add_types(person: Incoming, attributes: Any) -> None:
    """Record resistances, weaknesses and immunities, with their amounts, and a hazard's hardness."""
    for key, field in PF2E_TYPES.items():
        for each in several(get(attributes, key)):
            kind, amount = key_name(text_of(each.get("type")).replace("-", " ")), number(each.get("value"))
            word = "all" if kind == "all damage" else kind
            person.add_to(field, f"{word} {amount}" if amount else word)
            if each.get("exceptions"):
                person.leave(f"exceptions of {key}")
    if hardness := number(get(attributes, "hardness")):
        person.add_to("resist", f"all {hardness}")


def _initiative(person: Incoming, system: Any) -> int:
    """Return the bonus to initiative: of the statistic that is named, of perception, or of a hazard's stealth."""
    named = text_of(get(system, "initiative", "statistic"))
    for path in (
        ("skills", named, "mod"),
        ("skills", named, "base"),
        ("perception", "mod"),
        ("perception", "value"),
        ("attributes", "perception", "value"),
        ("attributes", "stealth", "value"),
    ):
        if (found := number(get(system, *path))) is not None and (path[0] != "skills" or named != "perception"):
            return found
    person.assume("initiative bonus 0", "initiative_bonus=N")
    return 0


def _add_pf2e_item(person: Incoming, item: Mapping[str, Any]) -> None:
    kind, system, name = text_of(item.get("type")), system_of(item), text_of(item.get("name"))
    match kind:
        case "melee":
            damage = " + ".join(_damages(system, persistent=False))
            person.add_attack(name, number(get(system, "bonus", "value"), 0) or 0, damage)
            for each in _damages(system, persistent=True):
                person.keep("persistent damage", name, f"persistent {each}: condition add NAME 'say {each}'")
        case "action":
            person.keep("actions", name, without_tags(text_of(get(system, "description", "value"))))
        case "condition":
            person.condition(name, amount=number(get(system, "value", "value"), 0) or 0)
        case "spellcastingEntry":
            for level in LEVELS:
                slots = get(system, "slots", f"slot{level}")
                person.add_pool(f"slots {level}", get(slots, "max"), "long", get(slots, "value"))
        case _:
            person.leave({"spell": "spells", "lore": "skills", "feat": "feats"}.get(kind, kind or "an item"))


def _damages(system: Any, *, persistent: bool) -> Iterator[str]:
    """Yield the parts of an attack's damage that are persistent, or that are not."""
    for each in several(get(system, "damageRolls")):
        found = typed(plain_dice(text_of(each.get("damage"))), text_of(each.get("damageType")))
        if found and persistent == (text_of(each.get("category")) == "persistent"):
            yield found

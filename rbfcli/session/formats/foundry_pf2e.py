"""Actors of Foundry for pf2e: creatures, hazards and characters."""

from collections.abc import Iterator, Mapping
from typing import Any

from rbfcli.session.formats.foundry_dnd5e import actors, add_health, is_pf2e, system_of, without_tags
from rbfcli.session.formats.incoming import (
    ASSUMED,
    ImportNote,
    Incoming,
    People,
    get,
    key_name,
    name_of,
    number,
    plain_dice,
    read_each,
    several,
    text_of,
    typed,
)
from rbfcli.session.formats.monsters import add_speeds

TITLE = "Foundry pf2e"
SAVES = ("fortitude", "reflex", "will")
DEGREES = "degrees of success are off: set fight options.margin=10 turns them on"
TYPES = {"resistances": "resist", "weaknesses": "vulnerable", "immunities": "immune"}
LEVELS = range(1, 11)
USUAL_AC = 10


def is_it(data: Any) -> bool:
    """Return whether JSON is an actor of pf2e, or a list with some."""
    return any(is_pf2e(each) for each in actors(data)[:20])


def people(data: Any, name: str, _only: str) -> People:
    """Return the actors that have hit points."""
    found, notes = read_each(actors(data), name, _actor)
    return People(tuple(found), TITLE, notes=(*notes, ImportNote(ASSUMED, DEGREES)))


def _actor(actor: Mapping[str, Any], at: str) -> Incoming:
    person = Incoming(at=at, name=name_of(actor.get("name")))
    system = system_of(actor)
    add_health(person, actor)
    armour = number(get(system, "attributes", "ac", "value"))
    person.sheet["ac"] = USUAL_AC if armour is None else armour
    if armour is None:
        person.miss(f"the file has no AC, so it is {USUAL_AC}", "ac=N")
    saves = {key: save for key in SAVES if (save := number(get(system, "saves", key, "value"))) is not None}
    if saves:
        person.sheet["saves"] = saves
    person.sheet["initiative_bonus"] = _initiative(person, system)
    _add_types(person, get(system, "attributes"))
    add_speeds(person, {"walk": get(system, "attributes", "speed", "value")})
    for key, name, on in (("focus", "focus", "short"), ("heroPoints", "hero points", "never")):
        if points := number(get(system, "resources", key, "max")):
            person.add_counter(name, points, on, number(get(system, "resources", key, "value")))
    for item in several(actor.get("items")):
        _add_item(person, item)
    notes = get(system, "details", "publicNotes") or get(system, "details", "description")
    if text := without_tags(text_of(notes)):
        person.texts.insert(0, text)
    return person


def _add_types(person: Incoming, attributes: Any) -> None:
    """Record resistances, weaknesses and immunities, with their amounts, and a hazard's hardness."""
    for key, field in TYPES.items():
        for each in several(get(attributes, key)):
            kind, amount = key_name(text_of(each.get("type")).replace("-", " ")), number(each.get("value"))
            word = "all" if kind == "all damage" else kind
            person.sheet.setdefault(field, []).append(f"{word} {amount}" if amount else word)
            if each.get("exceptions"):
                person.leave(f"exceptions of {key}")
    if hardness := number(get(attributes, "hardness")):
        person.sheet.setdefault("resist", []).append(f"all {hardness}")


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


def _add_item(person: Incoming, item: Mapping[str, Any]) -> None:
    kind, system, name = text_of(item.get("type")), system_of(item), text_of(item.get("name"))
    match kind:
        case "melee":
            damage, persistent = " + ".join(_damages(system, "")), [*_damages(system, "persistent")]
            person.add_attack(name, number(get(system, "bonus", "value"), 0) or 0, damage)
            for each in persistent:
                person.keep("persistent damage", name, f"persistent {each}: condition add NAME 'say {each}'")
        case "action":
            person.keep("actions", name, without_tags(text_of(get(system, "description", "value"))))
        case "condition":
            person.condition(name, amount=number(get(system, "value", "value"), 0) or 0)
        case "spellcastingEntry":
            for level in LEVELS:
                slots = get(system, "slots", f"slot{level}")
                if most := number(get(slots, "max")):
                    person.add_counter(f"slots {level}", most, "long", number(get(slots, "value")))
        case _:
            person.leave({"spell": "spells", "lore": "skills", "feat": "feats"}.get(kind, kind or "an item"))


def _damages(system: Any, category: str) -> Iterator[str]:
    """Yield the parts of an attack's damage that are of a category, such as persistent; empty: those that are not."""
    for each in several(get(system, "damageRolls")):
        persistent = text_of(each.get("category")) == "persistent"
        if persistent == (category == "persistent"):
            found = typed(plain_dice(text_of(each.get("damage"))), text_of(each.get("damageType")))
            if found:
                yield found

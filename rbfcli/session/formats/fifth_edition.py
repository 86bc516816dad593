"""Monsters of the 5e-database, creatures of open5e (1 has texts, 2 has tables), and what d20 formats share."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rbfcli.session.formats.incoming import (
    ABILITIES,
    Incoming,
    add_types,
    get,
    key_name,
    modifier,
    number,
    numbers,
    plain_dice,
    several,
    text_of,
    typed,
    with_bonus,
)

FEET = re.compile(r"(\d{1,3})\s*(?:ft|feet)", re.ASCII | re.IGNORECASE)
LEGENDARY, USUAL_LEGENDARY = "legendary actions", 3
PROFICIENCY, LEVELS_A_STEP = 2, 4


def add_abilities(
    person: Incoming, scores: Mapping[str, int], saves: Iterable[tuple[str, int]], initiative: int | None
) -> None:
    """Record ability scores by short name, saves and initiative, which are by default the ability's modifier."""
    person.scores = {ABILITIES[key]: score for key, score in scores.items()}
    found = {key: modifier(score) for key, score in scores.items()} | dict(saves)
    if found:
        person.sheet["saves"] = found
    person.sheet["initiative_bonus"] = modifier(scores.get("dex", 10)) if initiative is None else initiative


def add_speed(person: Incoming, ways: Iterable[str]) -> None:
    """Record the first speed in feet, and whether the combatant flies."""
    for each in ways:
        if person.speed is None and (found := FEET.search(each)):
            person.speed = int(found[1])
        person.flies = person.flies or "fly" in each.casefold()


def add_speeds(person: Incoming, ways: Any) -> None:
    """Record the speeds of a table such as `{"walk": 30, "fly": "60 ft."}`."""
    for way, value in ways.items() if isinstance(ways, Mapping) else ():
        found = number(value)
        add_speed(person, [f"{way} {value if found is None else f'{found} ft'}"] if value else [])


def add_legendary(person: Incoming) -> None:
    """Record the usual number of legendary actions as a counter that refills each turn."""
    person.assume(f"{USUAL_LEGENDARY} {LEGENDARY} a turn", f"counters.'{LEGENDARY}'.most=N", about="counters")
    person.add_counter(LEGENDARY, USUAL_LEGENDARY, "turn")


def proficiency(level: int) -> int:
    """Return the proficiency bonus of a level or a challenge rating."""
    return PROFICIENCY + max(0, level - 1) // LEVELS_A_STEP


TO_HIT = re.compile(r"([+-]\d{1,3}) to hit", re.ASCII)
HIT = re.compile(r"\bHit:\s*(.*)", re.DOTALL)
DAMAGE = re.compile(
    r"(?:\d{1,5} \(([^()]{1,20})\)|\b(\d{1,4}))(?: points? of)? ?([a-z]*) ?damage", re.ASCII | re.IGNORECASE
)
ABILITY = rf"({'|'.join(ABILITIES.values())})"
SAVE = re.compile(
    rf"\bDC (\d{{1,3}}) {ABILITY}\b|\b{ABILITY} sav\w+[^.]{{0,40}}? DC (\d{{1,3}})", re.ASCII | re.IGNORECASE
)
HALF = re.compile(r"\bhalf\b", re.IGNORECASE)
IN_BRACKETS = re.compile(r"\s*\(([^()]*)\)")
RECHARGE = re.compile(r"recharge (\d)(?:\s?[-\N{EN DASH}]\s?6)?$", re.ASCII | re.IGNORECASE)
REST = re.compile(r"recharges? after (?:a|an)? ?(short|long)", re.IGNORECASE)
USES = re.compile(r"(\d{1,3})/(day|short rest|long rest|rest|turn|round)", re.ASCII | re.IGNORECASE)
OTHERWISE = re.compile(r",? or (?=\d)", re.ASCII)
TWO_HANDS = "two hands"
LONGEST = 4_000


def add_action(person: Incoming, name: str, text: str) -> bool:
    """Add what an action says as an attack or a power, with its counter. Return whether it is either of them."""
    said = " ".join(text[:LONGEST].split()).replace("\N{MINUS SIGN}", "-")
    plain, uses = add_uses(person, name)
    to_hit, save = TO_HIT.search(said), SAVE.search(said)
    if to_hit:
        _add_text_attack(person, plain, int(to_hit[1]), said, uses)
    elif save:
        dc, ability = int(save[1] or save[4]), (save[2] or save[3]).casefold()
        person.assume(
            f"{key_name(plain)} (DC {dc} {ability[:3]})", group="powers read from their texts", about="powers"
        )
        person.add_power(plain, ability[:3], dc, damage_in(said), half=bool(HALF.search(said)), uses=uses)
    return bool(to_hit or save)


def _add_text_attack(person: Incoming, name: str, to_hit: int, said: str, uses: str) -> None:
    hit = HIT.search(said)
    first, *others = OTHERWISE.split(hit[1] if hit else said)
    person.add_attack(name, to_hit, damage_in(first), uses)
    for each in others:
        if TWO_HANDS in each and (damage := damage_in(each)):
            person.add_attack(f"{name}, two handed", to_hit, damage, uses)


def damage_in(text: str) -> str:
    """Return the damage that a sentence states, such as `1d8+2 slashing + 1d6 fire`; empty if it states none."""
    found = (typed(each[1] or each[2], each[3]) for each in DAMAGE.finditer(text) if plain_dice(each[1] or each[2]))
    return " + ".join(dict.fromkeys(filter(None, found)))[:100]


def add_uses(person: Incoming, name: str) -> tuple[str, str]:
    """Return a name without its remarks in brackets, and the counter they ask for: `Breath (Recharge 5-6)`."""
    plain = IN_BRACKETS.sub("", name).strip() or name
    for remark in IN_BRACKETS.findall(name):
        recharge, uses, rest = RECHARGE.match(remark.strip()), USES.match(remark.strip()), REST.match(remark.strip())
        if recharge and "2" <= recharge[1] <= "6":
            return plain, person.add_counter(plain, 1, recharges(int(recharge[1])))
        if uses:
            return plain, person.add_counter(plain, int(uses[1]), refills(uses[2]))
        if rest:
            return plain, person.add_counter(plain, 1, rest[1].casefold())
    return plain, ""


def recharges(lowest: int) -> str:
    """Return when a counter refills on a d6 that shows at least `lowest`."""
    return "recharge 6" if lowest >= 6 else f"recharge {max(2, lowest)}-6"  # noqa: PLR2004


def refills(period: str) -> str:
    """Return when a counter refills that has uses per day, rest, turn or round; `never` if it is something else."""
    said = key_name(period).replace("_", " ")
    words = {"short": "short", "sr": "short", "rest": "short", "turn": "turn", "round": "round"}
    known = words | {"day": "long", "long": "long", "lr": "long", "dawn": "long", "dusk": "long", "daily": "long"}
    return next((known[word] for word in ("long", *said.split()) if word in said.split() and word in known), "never")


TYPES = {
    "damage_vulnerabilities": "vulnerable",
    "damage_resistances": "resist",
    "damage_immunities": "immune",
    "condition_immunities": "condition_immune",
}
SAVING_THROW = "saving-throw-"
TEXTS = {"special_abilities": "traits", "traits": "traits", "reactions": "reactions", "bonus_actions": "bonus actions"}
ELSEWHERE = {"senses": "senses", "languages": "languages", "challenge_rating": "challenge"}


def is_database(data: Mapping[str, Any]) -> bool:
    """Return whether a table is a monster of the 5e-database."""
    return "hit_points" in data and "armor_class" in data and "index" in data


def is_open5e(data: Mapping[str, Any]) -> bool:
    """Return whether a table is a creature of open5e."""
    return "hit_points" in data and ("slug" in data or "key" in data)


def creature(data: Mapping[str, Any], at: str) -> Incoming:
    """Return a creature: of the 5e-database, or of open5e in version 1 (`slug`, texts) or 2 (`key`, tables)."""
    person = _begun(data, at)
    types = data.get("resistances_and_immunities")
    for key, field in TYPES.items():
        add_types(person, field, get(types, key) if isinstance(types, dict) else data.get(key))
    add_speeds(person, data.get("speed"))
    add = _add_database_action if is_database(data) else _add_action
    legendary = [*several(data.get("legendary_actions"))]
    for each in several(data.get("actions")):
        if "legendary" in text_of(each.get("action_type")).casefold():
            legendary.append(each)
        else:
            add(person, each, "actions")
    if legendary:
        add_legendary(person)
    for each in legendary:
        add(person, each, "legendary actions")
    for key, what in TEXTS.items():
        for each in several(data.get(key)):
            name, _uses = _limit(person, each)
            person.keep(what, name, text_of(each.get("desc")))
    person.texts += filter(None, [text_of(data.get("desc"))])
    person.leave(*(what for key, what in ELSEWHERE.items() if data.get(key)))
    return person


def _begun(data: Mapping[str, Any], at: str) -> Incoming:
    person = Incoming(at=at).called(data.get("name"))
    person.health(number(data.get("hit_points")))
    person.hit_dice(text_of(data.get("hit_points_roll")) or text_of(data.get("hit_dice")))
    _add_armour(person, data.get("armor_class"))
    own = data.get("ability_scores") if isinstance(data.get("ability_scores"), dict) else data
    scores = numbers(own, {key: (word,) for key, word in ABILITIES.items()})
    add_abilities(person, scores, _saves(data), number(data.get("initiative_bonus")))
    return person


def _add_armour(person: Incoming, value: Any) -> None:
    """Record armour class: a number, or a list of kinds of armour of which the first counts."""
    armour = number(value, number(get(value, 0, "value"), number(get(value, "value"))))
    if armour is None:
        person.miss("no armour class", "ac=N")
    else:
        person.sheet["ac"] = armour
    if isinstance(value, list) and len(value) > 1:
        others = ", ".join(str(other) for each in value[1:] if (other := number(get(each, "value"))) is not None)
        person.assume(f"the first armour class counts, not {others}", about="ac")


def _limit(person: Incoming, action: Mapping[str, Any]) -> tuple[str, str]:
    """Add the counter of an action with limited uses. Return the action's name, and the counter's (empty: none)."""
    name, limit = text_of(action.get("name")), action.get("usage") or action.get("usage_limits")
    kind = text_of(get(limit, "type")).casefold().replace("_", " ")
    count = number(get(limit, "times"), number(get(limit, "min_value"), number(get(limit, "param"))))
    if not kind:
        return add_uses(person, name)
    if kind == "recharge on roll":
        return name, person.add_counter(name, 1, recharges(count or 6))
    rests = get(limit, "rest_types")
    is_short = "short" in rests if isinstance(rests, list) else "long" not in kind
    on = refills(kind) if "rest" not in kind else "short" if is_short else "long"
    return name, person.add_counter(name, count or 1, on)


def _add_database_action(person: Incoming, action: Mapping[str, Any], what: str) -> None:
    """Add an action by its numbers, or else by its text; actions without either are notes."""
    to_hit, save = number(action.get("attack_bonus")), text_of(get(action, "dc", "dc_type", "index"))
    dc, text = number(get(action, "dc", "dc_value")), text_of(action.get("desc"))
    if to_hit is None and not (save and dc) and not text_of(get(action, "usage", "type")):
        if not add_action(person, text_of(action.get("name")), text):
            person.keep(what, text_of(action.get("name")), text)
        return
    name, uses = _limit(person, action)
    if to_hit is None and not (save and dc):
        person.keep(what, name, text)
        return
    for more, damage in _damages(action):
        if to_hit is not None:
            person.add_attack(f"{name}{more}", to_hit, damage, uses)
        else:
            half = text_of(get(action, "dc", "success_type")) == "half"
            person.add_power(f"{name}{more}", save[:3], dc or 0, damage, half=half, uses=uses)
    if to_hit is not None and save and dc:
        person.keep(f"{what} with a save", name, text)


def _damages(action: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the ways an action does damage: what distinguishes it by name (`, two handed`), and its damage."""
    plain, choices = list[str](), list[tuple[str, str]]()
    for each in several(action.get("damage")):
        options = [*several(get(each, "from", "options"))]
        if not options:
            plain.append(_damage(each))
        for place, option in enumerate(options):
            said = text_of(option.get("notes")).casefold() or f"choice {place + 1}"
            choices.append(("" if place == 0 else f", {said}", _damage(option)))
    rest = [*filter(None, plain)]
    if not choices and number(action.get("damage_bonus")) is not None and len(rest) == 1:
        rest = [with_own_bonus(rest[0], number(action.get("damage_bonus"), 0) or 0)]
    for more, damage in choices or [("", "")]:
        yield more, " + ".join(filter(None, [damage, *rest]))


def with_own_bonus(damage: str, bonus: int) -> str:
    """Return damage with a bonus that its dice do not include yet."""
    dice, space, kind = damage.partition(" ")
    return f"{with_bonus(dice, bonus)}{space}{kind}" if bonus and not {"+", "-"} & {*dice} else damage


def _damage(damage: Mapping[str, Any]) -> str:
    dice = plain_dice(text_of(damage.get("damage_dice")) or text_of(damage.get("dice")))
    kind = text_of(get(damage, "damage_type", "index")) or text_of(get(damage, "damage_type", "name"))
    found = typed(dice, kind)
    return with_own_bonus(found, number(damage.get("damage_bonus"), 0) or 0) if found else ""


def _saves(data: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for key, word in ABILITIES.items():
        for value in (get(data, "saving_throws_all", word), get(data, "saving_throws", word), data.get(f"{word}_save")):
            if (save := number(value)) is not None:
                yield key, save
                break
    for each in several(data.get("proficiencies")):
        index, save = text_of(get(each, "proficiency", "index")), number(each.get("value"))
        if index.startswith(SAVING_THROW) and save is not None:
            yield index.removeprefix(SAVING_THROW)[:3], save


def _add_action(person: Incoming, action: Mapping[str, Any], what: str) -> None:
    """Add an action by its text, or by its numbers if the text has none."""
    attacks, text = [*_attacks(action)], text_of(action.get("desc"))
    plain, uses = _limit(person, action)
    before = {key: {**person.sheet.get(key, {})} for key in ("attacks", "powers")}
    if add_action(person, plain, text):
        new = [(key, each) for key in before for each in person.sheet.get(key, {}) if each not in before[key]]
        for key, each in new:
            _agree(person, each, person.sheet[key][each], attacks, uses)
    elif attacks:
        for to_hit, damage in attacks:
            person.add_attack(plain, to_hit, damage, uses)
    else:
        person.keep(what, plain, text)


def _agree(person: Incoming, name: str, made: dict[str, Any], attacks: list[tuple[int, str]], uses: str) -> None:
    """Fill in what the text of an action leaves out, and keep the numbers beside it if they differ."""
    if uses:
        made["uses"] = uses
    if not made["damage"] and attacks:
        made["damage"] = attacks[0][1]
    elif "to_hit" in made and attacks and (made["to_hit"], _as_known(made["damage"], attacks[0][1])) != attacks[0]:
        person.numbers[name] = attacks[0]


def _as_known(damage: str, numbers: str) -> str:
    """Return damage without its types if the numbers beside it have none."""
    return damage if " " in numbers else " + ".join(part.partition(" ")[0] for part in damage.split(" + "))


def _attacks(action: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    if (to_hit := number(action.get("attack_bonus"))) is not None:
        dice = with_bonus(plain_dice(text_of(action.get("damage_dice"))), number(action.get("damage_bonus"), 0) or 0)
        yield to_hit, dice
    for each in several(action.get("attacks")):
        parts = (_attack_damage(each, ""), _attack_damage(each, "extra_"))
        yield number(each.get("to_hit_mod"), 0) or 0, " + ".join(filter(None, parts))


def _attack_damage(attack: Mapping[str, Any], extra: str) -> str:
    count, die = number(attack.get(f"{extra}damage_die_count")), text_of(attack.get(f"{extra}damage_die_type"))
    dice = plain_dice(f"{count}{die}") if count and die else ""
    kind = attack.get(f"{extra}damage_type")
    bonus = number(attack.get(f"{extra}damage_bonus"), 0) or 0
    return typed(with_bonus(dice, bonus), text_of(get(kind, "name")) or text_of(kind)) if dice else ""

"""Creatures of open5e: version 1 (`slug`, with texts) and version 2 (`key`, with tables)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rbfcli.core.errors import invalid
from rbfcli.session.formats.actions import add_action, add_uses, recharges, refills
from rbfcli.session.formats.five_e_database import ELSEWHERE, TYPES, add_armour, listed_in
from rbfcli.session.formats.incoming import (
    ABILITIES,
    Incoming,
    People,
    add_types,
    get,
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
from rbfcli.session.formats.monsters import add_abilities, add_legendary, add_speeds

TITLE = "open5e"
TEXTS = {"special_abilities": "traits", "traits": "traits", "reactions": "reactions", "bonus_actions": "bonus actions"}


def is_it(data: Any) -> bool:
    """Return whether JSON is a creature of open5e, or an answer with some."""
    listed = listed_in(data)
    if isinstance(get(data, "results"), list) and not listed:
        return "count" in data
    return bool(listed) and all("hit_points" in each and ("slug" in each or "key" in each) for each in listed[:3])


def people(data: Any, name: str, _only: str) -> People:
    """Return the creatures. Raises InvalidFile for an answer without any."""
    listed = listed_in(data)
    if not listed:
        raise invalid(f"{name} is an Open5e answer without results", hint="search for another name")
    found, notes = read_each(listed, name, _creature)
    return People(tuple(found), TITLE, notes=tuple(notes))


def _creature(data: Mapping[str, Any], at: str) -> Incoming:
    """Return a creature of version 1 (`slug`, texts) or 2 (`key`, tables)."""
    person = Incoming(at=at, name=name_of(data.get("name")))
    person.health(number(data.get("hit_points")))
    person.hit_dice(text_of(data.get("hit_dice")))
    add_armour(person, data.get("armor_class"))
    own = data.get("ability_scores") if isinstance(data.get("ability_scores"), dict) else data
    scores = {key: score for key, word in ABILITIES.items() if (score := number(get(own, word))) is not None}
    add_abilities(person, scores, dict(_saves(data)))
    bonus = number(data.get("initiative_bonus"))
    person.sheet["initiative_bonus"] = modifier(scores.get("dex", 10)) if bonus is None else bonus
    types = data.get("resistances_and_immunities")
    for key, field in TYPES.items():
        add_types(person, field, get(types, key) if isinstance(types, dict) else data.get(key))
    add_speeds(person, data.get("speed"))
    legendary = [*several(data.get("legendary_actions"))]
    for each in several(data.get("actions")):
        if "legendary" in text_of(each.get("action_type")).casefold():
            legendary.append(each)
        else:
            _add_action(person, each, "actions")
    if legendary:
        add_legendary(person, None)
    for each in legendary:
        _add_action(person, each, "legendary actions")
    for key, what in TEXTS.items():
        for each in several(data.get(key)):
            name, _uses = add_uses(person, text_of(each.get("name")))
            person.keep(what, name, text_of(each.get("desc")))
    person.texts += filter(None, [text_of(data.get("desc"))])
    person.leave(*(what for key, what in ELSEWHERE.items() if data.get(key)))
    return person


def _saves(data: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    for key, word in ABILITIES.items():
        for value in (get(data, "saving_throws_all", word), get(data, "saving_throws", word), data.get(f"{word}_save")):
            if (save := number(value)) is not None:
                yield key, save
                break


def _add_action(person: Incoming, action: Mapping[str, Any], what: str) -> None:
    """Add an action by its text, which counts where its numbers differ, or by its numbers."""
    name, text, limit = text_of(action.get("name")), text_of(action.get("desc")), action.get("usage_limits")
    attacks, kind = [*_attacks(action)], text_of(get(limit, "type")).casefold()
    plain, uses = (name, "") if kind else add_uses(person, name)
    if "recharge_on_roll" in kind:
        uses = person.add_counter(name, 1, recharges(number(get(limit, "param"), 6) or 6))
    elif kind:
        rest = "short" if "rest" in kind and "long" not in kind else refills(kind)
        uses = person.add_counter(name, number(get(limit, "param"), 1) or 1, rest)
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
    """Fill in what the text of an action leaves out, and note where the numbers beside it differ from it."""
    if uses:
        made["uses"] = uses
    if not made["damage"] and attacks:
        made["damage"] = attacks[0][1]
    elif "to_hit" in made and attacks and (made["to_hit"], _as_known(made["damage"], attacks[0][1])) != attacks[0]:
        to_hit, damage = attacks[0]
        person.assume(
            f"{name}: the text counts ({made['damage']}), not the numbers ({to_hit:+d}, {damage or 'no damage'})"
        )


def _as_known(damage: str, numbers: str) -> str:
    """Return damage without its types if the numbers beside it have none."""
    return damage if " " in numbers else " + ".join(part.partition(" ")[0] for part in damage.split(" + "))


def _attacks(action: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Yield the attack bonus and the damage of each attack of an action, from its numbers."""
    if (to_hit := number(action.get("attack_bonus"))) is not None:
        dice = with_bonus(plain_dice(text_of(action.get("damage_dice"))), number(action.get("damage_bonus"), 0) or 0)
        yield to_hit, dice
    for each in several(action.get("attacks")):
        parts = (_damage(each, ""), _damage(each, "extra_"))
        yield number(each.get("to_hit_mod"), 0) or 0, " + ".join(filter(None, parts))


def _damage(attack: Mapping[str, Any], extra: str) -> str:
    count, die = number(attack.get(f"{extra}damage_die_count")), text_of(attack.get(f"{extra}damage_die_type"))
    dice = plain_dice(f"{count}{die}") if count and die else ""
    kind = attack.get(f"{extra}damage_type")
    bonus = number(attack.get(f"{extra}damage_bonus"), 0) or 0
    return typed(with_bonus(dice, bonus), text_of(get(kind, "name")) or text_of(kind)) if dice else ""

"""Parts that the formats of d20 games share: abilities, speed, and actions described in English."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rbfcli.session.formats.incoming import ABILITIES, Incoming, key_name, modifier, number, plain_dice, typed

FEET = re.compile(r"(\d{1,3})\s*(?:ft|feet)", re.ASCII | re.IGNORECASE)
LEGENDARY, USUAL_LEGENDARY = "legendary actions", 3
PROFICIENCY, LEVELS_A_STEP = 2, 4


def add_abilities(
    person: Incoming, scores: Mapping[str, int], saves: Iterable[tuple[str, int]], initiative: int | None
) -> None:
    """Record ability scores by short name, saves, and the bonus to initiative.

    Saves and initiative that the file lacks are the ability's modifier.
    """
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
        _add_attack(person, plain, int(to_hit[1]), said, uses)
    elif save:
        dc, ability = int(save[1] or save[4]), (save[2] or save[3]).casefold()
        person.assume(
            f"{key_name(plain)} (DC {dc} {ability[:3]})", group="powers read from their texts", about="powers"
        )
        person.add_power(plain, ability[:3], dc, damage_in(said), half=bool(HALF.search(said)), uses=uses)
    return bool(to_hit or save)


def _add_attack(person: Incoming, name: str, to_hit: int, said: str, uses: str) -> None:
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

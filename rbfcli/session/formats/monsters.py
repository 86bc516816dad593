"""Parts that the formats for d20 monsters share: abilities and saves, speed, and legendary actions."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from rbfcli.session.formats.incoming import ABILITIES, Incoming, modifier, number

FEET = re.compile(r"(\d{1,3})\s*(?:ft|feet)", re.ASCII | re.IGNORECASE)
LEGENDARY, USUAL_LEGENDARY = "legendary actions", 3
PROFICIENCY, LEVELS_A_STEP = 2, 4


def add_abilities(person: Incoming, scores: Mapping[str, int], saves: Mapping[str, int]) -> None:
    """Record ability scores by short name, and saves: those of the file, otherwise the ability's modifier."""
    person.scores = {ABILITIES[key]: score for key, score in scores.items() if key in ABILITIES}
    found = {key: modifier(score) for key, score in scores.items() if key in ABILITIES} | dict(saves)
    if found:
        person.sheet["saves"] = found


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


def add_legendary(person: Incoming, most: int | None) -> None:
    """Record legendary actions as a counter that refills each turn."""
    if most is None:
        person.assume(f"{USUAL_LEGENDARY} {LEGENDARY} a turn", f"counters.'{LEGENDARY}'.most=N")
    person.add_counter(LEGENDARY, USUAL_LEGENDARY if most is None else most, "turn")


def proficiency(level: int) -> int:
    """Return the proficiency bonus of a level or a challenge rating."""
    return PROFICIENCY + max(0, level - 1) // LEVELS_A_STEP

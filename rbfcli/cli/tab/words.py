"""The words of a kind: those of the tables, with what stands in the save in the place of `{combatants.WHO.weapons}`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping
    from typing import Any

    Words = Iterable[tuple[str, str]]

PEOPLE = frozenset({"combatant", "combatants", "removable", "targets", "sheet", "settings", "viewer"})
SEVERAL = frozenset({"combatants", "removable", "targets"})
EVERY, WHO, ACTIVE = "*", "WHO", "@active"


def words_of(
    kind: str, known: Mapping[str, str], fight: Mapping[str, Any], who: str, named: Container[str]
) -> Iterator[tuple[str, str]]:
    """The words of a kind with their meanings.

    `known` are those of the tables, `who` is the one who acts, and the people `named` are not named again.
    """
    if kind in PEOPLE:
        people = fight.get("combatants", {}).items()
        yield from _people(kind, {each: one for each, one in people if each not in named})
    if kind == "answer":
        yield from _answers(fight)
    for word, meaning in known.items():
        before, brace, path = word.partition("{")
        if not brace:
            if word != ACTIVE or kind in SEVERAL or not _is_a_team(fight.get("active", ""), fight):
                yield word, meaning
            continue
        path, _, behind = path.partition("}")
        steps = path.split(".")
        for found in _at(steps, fight, who):
            yield f"{before}{found}{behind}", meaning or _row(steps, found, fight)


def _is_a_team(active: str, fight: Mapping[str, Any]) -> bool:
    """Whether it is the turn of several, who are no one combatant."""
    return active != "" and active not in fight.get("combatants", {})


def _people(kind: str, combatants: Mapping[str, Any]) -> Words:
    ending = "=" if kind == "settings" else ""
    for who, one in combatants.items():
        yield who + ending, ", ".join([one["name"], one.get("side", "foes"), *one.get("conditions", ())])


def _answers(fight: Mapping[str, Any]) -> Words:
    asked = fight.get("questions", ())[-fight.get("paused", {}).get("waiting", 1) :]
    return [(answer, each["who"]) for each in asked for answer in each["answers"]]


def _row(path: list[str], name: str, fight: Mapping[str, Any]) -> str:
    """What the save says of a weapon or a place: its words and numbers."""
    table: Any = fight
    for key in path[:2] if path[0] == "board" else path[:1]:
        table = table.get(key, {})
    rows = (found.get(name) for found in (table, fight.get("weapons", {})) if isinstance(found, dict))
    row = next((each for each in rows if isinstance(each, dict)), {})
    if path[0] == "combatants" and name in fight["combatants"]:
        return str(row.get("name", ""))
    plain = [(key, value) for key, value in row.items() if isinstance(value, (int, str)) and value is not False]
    told = (key if value is True else str(value) if key == "name" else f"{key} {value}" for key, value in plain)
    return ", ".join(each.replace("_", " ") for each in told)


def _at(path: list[str], found: Any, who: str) -> Iterable[str]:
    """The texts at a path: keys of a table, items of a list.

    `WHO` is the one who acts, or everyone, and `?found` goes on with those tables whose `found` is true.
    """
    if not path:
        return (found,) if isinstance(found, str) else found
    key, *rest = path
    if key.startswith("?"):
        return _at(rest, {name: one for name, one in found.items() if one.get(key[1:])}, who)
    if key == WHO and who:
        key = who
    if key in (EVERY, WHO):
        each = found.values() if isinstance(found, dict) else found
        return [word for one in each for word in _at(rest, one, who)]
    return _at(rest, found[key], who) if key in found else ()

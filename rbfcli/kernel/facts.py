"""What a table sees of a combatant: facts that find their room on a screen of any width."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import astuple, fields

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.fight import Combatant

# Ranks: from what always stays to what takes only the room that others leave.
ALWAYS, FIRST, USUAL, LEAST = 0, 1, 5, 7
OF_EVERYBODY = ("name", "side", "initiative", "conditions", "notes")


class Fact(Struct, frozen=True):
    """One fact about a combatant: its name and its value; all else is for screens, and may be left out."""

    name: str
    """what it is called: the heading of its column"""
    value: str
    """what it is now, in words; an empty one is not shown"""
    short: str = ""
    """the value where room is scarce"""
    heading: str = ""
    """the name where room is scarce"""
    rank: int = USUAL
    """how long it stays where not all fit: `ALWAYS`, `FIRST`, `USUAL`, `LEAST`; the highest gives way first"""
    cut: bool = False
    """whether its value may lose its end"""
    bare: bool = False
    """whether the value says what it is without its name"""
    gauge: tuple[int, int] | None = None
    """of health: what is left, and how much it is at most"""
    turn: bool = False
    """whether it tells what is left of a turn: it is then also said beside whose turn it is"""
    secret: bool = True
    """whether it is kept from the players of other sides"""
    seen_as: str | None = None
    """what those players see of it in the place of its value, where it is no secret"""
    clock: bool = False
    """whether it counts towards death: it is then the GM's alone"""
    unit: str = ""
    """of a number: what it counts, for `show WHO`"""
    parts: tuple[Modifier, ...] = ()
    """of a number: what adds up to it, for `show WHO`"""
    rule: str = ""
    """the id of the rule that it comes from, for `show WHO`"""


Facts = tuple[Fact, ...]


def health_fact(name: str, health: tuple[int, int], unit: str = "", rule: str = "") -> Fact:
    """What somebody has left, and at most: never left out, and drawn as a bar."""
    now, most = health
    return Fact(name, f"{now}/{most}", rank=ALWAYS, gauge=health, unit=unit, rule=rule)


def number_fact(name: str, parts: Iterable[Modifier], unit: str = "", rule: str = "") -> Fact:
    """A number with the parts that it is the sum of; parts that come to nothing are left out."""
    found = tuple(parts)
    counted = tuple(each for each in found if each.value)
    return Fact(name, str(sum(each.value for each in found)), unit=unit, parts=counted, rule=rule)


def with_name(thing_id: str, name: str) -> str:
    """An id as it is typed, and the name behind it where that is another."""
    return thing_id if thing_id == name else f"{thing_id} ({name})"


def sheet_facts(fight: Any, who: str) -> Facts:
    """The mappings and lists of a sheet, one fact each."""
    found = _written(fight.combatants[who], OF_EVERYBODY)
    return tuple(Fact(name, in_words(value)) for name, value in found if isinstance(value, Mapping | tuple))


def rest_of_sheet(one: Combatant, told: Iterable[str]) -> Facts:
    """The fields of a sheet that are not as they are by default, without those that are `told` otherwise."""
    found = _written(one, (*OF_EVERYBODY, *told))
    return tuple(Fact(name.replace("_", " "), in_words(value)) for name, value in found)


def _written(one: Combatant, told: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """The fields of a sheet, and what is in them, where that is not the default."""
    shown = set(told)
    for field in fields(one):
        default = field.default if field.default_factory is NODEFAULT else field.default_factory()
        value = getattr(one, field.name)
        if field.name not in shown and value != default:
            yield field.name, value


def in_words(value: Any) -> str:
    """A value of a sheet: lists by their entries, of a switch whether it is on."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Mapping():
            return ", ".join(f"{key} {_entry(each)}".rstrip() for key, each in value.items())
        case tuple():
            return ", ".join(map(_entry, value))
        case _:
            return _entry(value)


def _entry(value: Any) -> str:
    """One of a list: a word or a number, or the values of something that has several."""
    several = astuple(value) if isinstance(value, Struct) else value if isinstance(value, tuple) else (value,)
    return " ".join(map(str, several))

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
    """One fact about a combatant: its name and its value; all else is for screens, and may be left out.

    Where not all facts fit beside one another, those of the highest `rank` give way first; before that each is said
    shorter: the value as `short`, the name as `heading`, and a value that may be `cut` loses its end. A `bare` value
    says what it is without its name beside it. Of health, `gauge` is what is left, and how much it is at most. What is
    left of a `turn` is also said beside whose turn it is. A `secret` is kept from the players of other sides; what is
    none they see as it is, or where that says more, as `seen_as`. A `clock` counts towards death: it is the GM's alone.
    `show WHO` says besides the `unit` of a number, the `parts` that add up to it, and the `rule` it comes from.
    """

    name: str
    value: str
    short: str = ""
    heading: str = ""
    rank: int = USUAL
    cut: bool = False
    bare: bool = False
    gauge: tuple[int, int] | None = None
    turn: bool = False
    secret: bool = True
    seen_as: str | None = None
    clock: bool = False
    unit: str = ""
    parts: tuple[Modifier, ...] = ()
    rule: str = ""


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

"""What a table sees of a combatant: facts that find their room on a screen of any width."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from rbfcli.kernel.events import Modifier

# Ranks: from what always stays to what takes only the room that others leave.
ALWAYS, FIRST, USUAL, LEAST = 0, 1, 5, 7


class Fact(Struct, frozen=True):
    """One fact about a combatant: its name and its value; all else is for screens, and may be left out.

    Where not all facts fit beside one another, those of the highest `rank` give way first; before that each is said
    shorter: the value as `short`, the name as `heading`, and a value that may be `cut` loses its end. A `bare` value
    says what it is without its name beside it. Of health, `gauge` is what is left, and how much it is at most. What is
    left of a `turn` is also said beside whose turn it is. A `secret` is kept from the players of other sides. `show
    WHO` says besides the `unit` of a number, the `parts` that add up to it, and the `rule` it comes from.
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


def sheet_facts(fight: Any, who: str) -> Facts:
    """The mappings and lists of a sheet, one fact each."""
    one = fight.combatants[who]
    found = ((name, getattr(one, name)) for name in one.__struct_fields__ if name != "conditions")
    return tuple(Fact(name, _listed(value)) for name, value in found if value and isinstance(value, Mapping | tuple))


def _listed(value: Mapping[str, Any] | tuple[Any, ...]) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_entry(each)}".rstrip() for key, each in value.items())
    return ", ".join(map(_entry, value))


def _entry(value: Any) -> str:
    """One of a list: a word or a number, or the values of something that has several."""
    several = astuple(value) if isinstance(value, Struct) else value if isinstance(value, tuple) else (value,)
    return " ".join(map(str, several))

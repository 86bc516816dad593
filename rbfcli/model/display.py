"""What a screen shows: facts, maps, symbols, and the keys of messages."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import NODEFAULT, Struct
from msgspec.structs import astuple, fields

from rbfcli.model.events import Modifier
from rbfcli.model.fight import Combatant

# Ranks: from what always stays to what takes only the room that others leave.
ALWAYS, FIRST, USUAL, LEAST = 0, 1, 5, 7
OF_EVERYBODY = ("name", "side", "initiative", "conditions", "notes")


class Fact(Struct, frozen=True):
    """A fact about a combatant: a name and a value. The other fields are for screens and optional."""

    name: str
    """its name, the heading of its column"""
    value: str
    """its current value as text; an empty one is not shown"""
    short: str = ""
    """a shorter value for narrow screens"""
    heading: str = ""
    """a shorter name for narrow screens"""
    rank: int = USUAL
    """its priority on narrow screens: `ALWAYS`, `FIRST`, `USUAL` or `LEAST`; the highest number is dropped first"""
    cut: bool = False
    """whether its value may be cut at the end"""
    bare: bool = False
    """whether the value is clear without its name"""
    gauge: tuple[int, int] | None = None
    """for health: current and maximum"""
    turn: bool = False
    """whether it says what is left of a turn; it is then also shown next to whose turn it is"""
    secret: bool = True
    """whether players of other sides cannot see it"""
    seen_as: str | None = None
    """what those players see instead of the value, if it is not secret"""
    clock: bool = False
    """whether it counts down to death; only the GM sees it then"""
    unit: str = ""
    """for a number: its unit, for `show WHO`"""
    parts: tuple[Modifier, ...] = ()
    """for a number: its parts, for `show WHO`"""
    rule: str = ""
    """the id of its rule, for `show WHO`"""


Facts = tuple[Fact, ...]


def hit_points(combatant: Any) -> tuple[int, int]:
    """Return current and maximum hit points, for sheets that have `hp` and `max_hp`."""
    return combatant.hp, combatant.max_hp


def health_fact(name: str, health: tuple[int, int]) -> Fact:
    """Return current and maximum health as a fact that is always shown, with a bar."""
    now, most = health
    return Fact(name, f"{now}/{most}", rank=ALWAYS, gauge=health)


def number_fact(name: str, parts: Iterable[Modifier], unit: str = "", rule: str = "") -> Fact:
    """Return a number as a fact with the parts it is the sum of; parts of 0 are left out."""
    found = tuple(parts)
    counted = tuple(each for each in found if each.value)
    return Fact(name, str(sum(each.value for each in found)), unit=unit, parts=counted, rule=rule)


def with_name(thing_id: str, name: str) -> str:
    """Return an id as typed, followed by the name if it differs."""
    return thing_id if thing_id == name else f"{thing_id} ({name})"


def sheet_facts(fight: Any, actor: str) -> Facts:
    """Return the mappings and lists of a sheet, one fact each."""
    found = written(fight.combatants[actor], OF_EVERYBODY)
    return tuple(Fact(name, in_words(value)) for name, value in found if isinstance(value, Mapping | tuple))


def rest_of_sheet(combatant: Combatant, told: Iterable[str]) -> Facts:
    """Return the sheet fields that differ from their defaults, except those already `told`."""
    found = written(combatant, (*OF_EVERYBODY, *told))
    return tuple(Fact(name.replace("_", " "), in_words(value)) for name, value in found)


def written(thing: Struct, told: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a struct that differ from their defaults, except those `told`, with their values."""
    shown = set(told)
    for field in fields(thing):
        default = field.default if field.default_factory is NODEFAULT else field.default_factory()
        value = getattr(thing, field.name)
        if field.name not in shown and value != default:
            yield field.name, value


def in_words(value: Any) -> str:
    """Return a sheet value as text: the entries of a list, yes or no for a boolean."""
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
    several = astuple(value) if isinstance(value, Struct) else value if isinstance(value, tuple) else (value,)
    return " ".join(map(str, several))


class Strips(Struct, frozen=True, kw_only=True, tag=True):
    """Strips side by side, such as the columns of a map. Strips that do not fit go below, with the labels again."""

    strips: tuple[tuple[str, ...], ...]
    """the strips from left to right, each with its lines from top to bottom"""
    labels: tuple[str, ...] = ()
    """the label at the left of each line"""
    gap: int = 2
    """the cells between two strips"""
    from_strip: int = 0
    """the first strip with a combatant in it; if space is short, the strips before it are left out"""
    to_strip: int | None = None
    """the strip after the last one with a combatant in it; None: to the end"""


Picture = tuple[str | tuple[str, ...] | Strips, ...]


class Obstacle(Struct, frozen=True):
    """Something that gives a target cover, or blocks the line to it."""

    what: str
    """what it is: a wall, an object, a place, or whose own cover"""
    where: str
    """where it is, such as F4 or 6 m; empty if it is where the target is, or not on the map"""
    effect: str
    """what it does, such as `full cover` or `+2 against shots`"""
    rule: str
    """the id of its rule"""


class WeaponRange(Struct, frozen=True, kw_only=True):
    """A weapon, and whether it reaches a target from where both are."""

    weapon: str
    """its id"""
    name: str
    """its name"""
    use: Literal["melee", "ranged", "thrown"]
    """how it is used"""
    reaches: bool
    """whether it reaches the target"""
    range: int | None
    """its range, increment or reach, in the unit of the distance; null: no limit, or not counted in that unit"""
    increment: int | None
    """the range increment that the target is in, from 1; null: range is not counted in increments"""
    reason: str
    """why it does not reach; empty if it does"""
    rule: str
    """the id of the rule behind the reason, or of the rule of its range"""


class Between(Struct, frozen=True, kw_only=True):
    """What is between two combatants, as the first sees it: distance, line of sight, cover, and weapons in range."""

    distance: int | None
    """the distance; null: unknown"""
    unit: str
    """the unit of distances: m, ft or regions"""
    sight: bool | None
    """whether the first has a line of sight to the other; null: the rules have no lines of sight"""
    cover: str
    """the other's cover against shots, in the system's word; `none` without any"""
    obstacles: tuple[Obstacle, ...]
    """what gives that cover or blocks the line"""
    others: tuple[str, ...]
    """the ids of the combatants in between, who give no cover"""
    weapons: tuple[WeaponRange, ...]
    """the weapons that the first carries, and bare hands"""


UNSEEN = ("hidden", "unseen", "invisible")
_UNSEEN = frozenset(UNSEEN)


def is_unseen(combatant: Combatant) -> bool:
    """Return whether a condition hides its bearer, in any system."""
    return bool(combatant.conditions) and not _UNSEEN.isdisjoint(map(str.casefold, combatant.conditions))


def hidden_by_condition(fight: Any, actor: str, _side: str) -> bool:
    """Return whether a combatant is hidden from all other sides."""
    return is_unseen(fight.combatants[actor])


class Visibility(Struct, frozen=True, kw_only=True):
    """What players see of a fight besides names, sides, turns, and who is down."""

    players: Callable[[Any], tuple[str, ...]] = lambda _fight: ()
    """`players(fight)` returns the sides of the players"""
    hides: Callable[[Any, str, str], bool] = hidden_by_condition
    """`hides(fight, who, side)` returns whether a side cannot see a combatant; with an empty side, whether any side
    cannot"""
    ground: Callable[[Any], Picture] = lambda _fight: ()
    """`ground(fight)` returns the map without anything hidden or not `known`"""
    known: Callable[[Any, str], Any] = lambda fight, _side: fight
    """`known(fight, side)` returns the fight without the things on the map a side does not know of; with an empty side,
    without those that no side has found"""
    fields: tuple[str, ...] = ()
    """the sheet fields that the map and public facts are made of; no other field can change what other sides see"""
    questions: tuple[str, ...] = ()
    """the kinds of questions whose text reveals no secrets of others"""


NO_SIGHT = Visibility()


ACTIVE, ASKED, DOWN = "*", "?", "x"
MARKERS = {ACTIVE: "has the current turn", ASKED: "must make a choice before the fight continues", DOWN: "is down"}
SIDES = "+-=~#@%&"
FULL, EMPTY = "█", "░"
FULL_PLAIN, EMPTY_PLAIN = "#", " "
CUT = ".."
SIGN = "sign."


def signs_of_everybody() -> tuple[tuple[str, str], ...]:
    """The symbols before an id, and those for health and conditions."""
    first, second, *others = tuple(SIDES)
    return (
        *MARKERS.items(),
        (first, "belongs to the first side in the file"),
        (second, "belongs to the second side"),
        (" ".join(others), "belongs to the third side and later ones"),
        (f"{FULL * 4}{EMPTY * 2} 9/14", "health: current/maximum"),
        (f"[{FULL_PLAIN * 4}{EMPTY_PLAIN * 2}] 9/14", "health on terminals without block characters"),
        ("prone (2)", "a condition and the rounds it has left"),
        (f"Dockside{CUT} 1", "a shortened name; ids, health and conditions are never cut"),
    )


def signs_in(words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the symbols of a system's map, from its words."""
    return tuple((key.removeprefix(SIGN), text) for key, text in words.items() if key.startswith(SIGN))


OUTCOME, CONCLUSION, SOURCE = "outcome", "conclusion", "source"
ResultPart = Literal["outcome", "conclusion", "source", "roll", "damage", "change", "pending"]


def starred_words(words: Mapping[str, str], path: Sequence[str]) -> tuple[str, int] | None:
    """Return the words for a change inside a mapping, whose key has `*` in place of any name, with that name."""
    for size in range(len(path), 0, -1):
        for place in range(min(size, len(path)) - 1, 0, -1):
            found = words.get(".".join(("field", *path[:place], "*", *path[place + 1 : size])))
            if found is not None:
                return found, place
    return None


PEOPLE = ("who", "target")
COMMON = {
    "roll.*.critical": "{who} critically succeeds on the {label} check",
    "roll.*.success": "{who} succeeds on the {label} check",
    "roll.*.failure": "{who} fails the {label} check",
    "nothing-changes": "nothing changes",
    "lapse": "{who} lets the chance pass",
    "count-given": "{who} acts on initiative count {count} from the next round",
    "split-off": "{who} goes to the group {group}",
    "part.split-off": OUTCOME,
    "full-health": "{who} is already at full health: {now} of {most}",
    "field.begun": "",
    "field.group": "",
    "field.groups": "",
}
CARRYING = {
    "drew": "{who} draws the {thing}",
    "switched": "{who} switches to the {thing}",
    "picked-up": "{who} picks up the {thing}",
    "holstered": "{who} puts the {thing} away",
    "reloaded": "{who} reloads the {thing}",
    **dict.fromkeys(("part.drew", "part.switched", "part.picked-up", "part.holstered", "part.reloaded"), OUTCOME),
    "emptied": "{who's} {thing} is empty",
    "dropped": "{who} drops the {thing}",
    "field.held": "",
    "field.off_hand": "",
    "field.weapons": "",
    "field.ammo": "",
    "field.board.lying": "",
}

"""Adjacency groups: who is next to whom inside a region (RPJ-FIELD-3)."""

from itertools import count

from rbfcli.systems.rpj.battlefield import region_in_words
from rbfcli.systems.rpj.sheet import Character, RpjFight

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def adjacent(one: Character, other: Character) -> bool:
    """Whether two characters are in one adjacency group; those of different regions never are."""
    return bool(one.group) and (one.region, one.group) == (other.region, other.group)


def members(fight: RpjFight, region: str, group: str) -> tuple[str, ...]:
    """Who is in a group of a region."""
    return tuple(who for who, one in fight.combatants.items() if group and (one.region, one.group) == (region, group))


def neighbours(fight: RpjFight, who: str) -> tuple[str, ...]:
    """Who is adjacent to somebody."""
    one = fight.combatants[who]
    return tuple(each for each in members(fight, one.region, one.group) if each != who)


def groups_in(fight: RpjFight, region: str) -> tuple[str, ...]:
    """The groups of a region."""
    found = (one.group for one in fight.combatants.values() if one.region == region and one.group)
    return tuple(dict.fromkeys(found))


def new_group(fight: RpjFight) -> str:
    """A name that no group has: A, B, C and so on."""
    taken = {one.group for one in fight.combatants.values()}
    names = (letter + str(turn or "") for turn in count() for letter in LETTERS)
    return next(name for name in names if name not in taken)


def place_in_words(fight: RpjFight, region: str, group: str) -> str:
    """A place as it is spoken of: the region, and the group if it is one."""
    where = region_in_words(fight.board, region)
    return f"{where}, group {group}" if group else where

"""The ground of RPJ: how far apart regions are, and who is next to whom inside one (RPJ-FIELD)."""

from itertools import count

from rbfcli.kernel.visible import quoted
from rbfcli.systems.rpj.sheet import Battlefield, Character, RpjFight

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def region_ids(board: Battlefield) -> tuple[str, ...]:
    """All regions, in the order of the line, or of the file."""
    if not board.links:
        return tuple(map(str, range(board.length)))
    return tuple(dict.fromkeys([*board.regions, *(end for link in board.links for end in link)]))


def linked(board: Battlefield, region: str) -> tuple[str, ...]:
    """The regions one link away (RPJ-FIELD-1, RPJ-FIELD-2)."""
    known = region_ids(board)
    if region not in known:
        return ()
    if not board.links:
        place = known.index(region)
        return (*known[max(0, place - 1) : place], *known[place + 1 : place + 2])
    ends = [(one, other) for link in board.links for one, other in (link, link[::-1]) if one == region != other]
    return tuple(dict.fromkeys(other for _, other in ends))


def range_between(board: Battlefield, one: str, other: str) -> int | None:
    """How many regions apart two regions are: 0 for the same one, None where no links join them (RPJ-FIELD-5)."""
    if board.links:
        return _ranges_from(board, one).get(other)
    known = region_ids(board)
    return abs(int(one) - int(other)) if one in known and other in known else None


def region_in_words(board: Battlefield, region: str) -> str:
    """A region as it is spoken of: by its name, else by its id."""
    name = board.regions[region].name if region in board.regions else ""
    return name or f"region {region}"


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


def way_to(fight: RpjFight, who: str, other: str) -> str:
    """The move that brings somebody next to another, else a region nearer, as it is typed; empty where none does."""
    here, there = fight.combatants[who].region, fight.combatants[other].region
    if there in (here, *linked(fight.board, here)):
        return f"move {quoted(who)} {quoted(there)} --join {quoted(other)}"
    ranges = _ranges_from(fight.board, there)
    nearer = [each for each in linked(fight.board, here) if each in ranges and ranges[each] < ranges.get(here, 0)]
    return f"move {quoted(who)} {quoted(nearer[0])}" if nearer else ""


def region_names(board: Battlefield) -> dict[str, tuple[str, ...]]:
    """All regions by their ids, each with its name if it has one."""
    return {each: (board.regions[each].name,) if each in board.regions else () for each in region_ids(board)}


def _ranges_from(board: Battlefield, region: str) -> dict[str, int]:
    """The range to every region that can be reached: the fewest links (RPJ-FIELD-2)."""
    ranges = {region: 0}
    waiting = [region]
    for each in waiting:
        for beyond in linked(board, each):
            if beyond not in ranges:
                ranges[beyond] = ranges[each] + 1
                waiting.append(beyond)
    return ranges

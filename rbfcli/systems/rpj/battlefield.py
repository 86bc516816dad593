"""The battlefield of RPJ: regions in a line or a graph of links, and how far apart two of them are (RPJ-FIELD)."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta

from rbfcli.kernel.fight import Board, Name, Plain

Cover = Annotated[str, Meta(pattern=r"^(\+\d{1,2}/(\d{1,2}f|\*))?\Z")]


class Region(Plain, frozen=True, kw_only=True):
    """A stretch about 30 m across: what it is called, and its pieces of cover, such as `+3/1f` or `+2/*`."""

    name: str = ""
    cover: Mapping[str, Cover] = {}


class Battlefield(Board, frozen=True, kw_only=True):
    """A line of regions 0 to length-1 (RPJ-FIELD-1), or, where links are given, a graph of named ones (RPJ-FIELD-2)."""

    length: Annotated[int, Meta(ge=1, le=100, description="regions of the line, where no links are given")] = 5
    links: tuple[tuple[Name, Name], ...] = ()
    regions: Mapping[str, Region] = {}


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

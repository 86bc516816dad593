"""The battlefield of RPJ: regions, their adjacency groups, and cover."""

from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import listed, misuse
from rbfcli.core.matching import match_named
from rbfcli.core.text import natural, quoted
from rbfcli.systems.rpj.checks import RpjScene
from rbfcli.systems.rpj.conditions import CAUTIOUS
from rbfcli.systems.rpj.sheet import Battlefield, Character, Region, RpjFight

LOW_COVER = "+1/0f"
NO_COVER = "none"


class Shelter(Struct, frozen=True):
    """Parsed cover: `+3/1f` is quality 3, flanking distance 1; `+2/*` has no flanking distance (RPJ-COV-1)."""

    quality: int
    flanking: int | None


def read_cover(text: str) -> Shelter | None:
    """Return cover parsed from a text such as `+3/1f` or `+2/*`, or None (RPJ-COV-1)."""
    before, _, behind = text.removeprefix("+").partition("/")
    quality, distance = natural(before), natural(behind.removesuffix("f"))
    if not text.startswith("+") or quality is None:
        return None
    if behind == "*":
        return Shelter(quality, None)
    return Shelter(quality, distance) if behind.endswith("f") and distance is not None else None


def pieces(fight: RpjFight, region: str) -> dict[str, str]:
    """Return the pieces of cover in a region, by name."""
    return dict(fight.board.regions.get(region, Region()).cover)


def notation(fight: RpjFight, actor: str) -> str:
    """Return a combatant's cover as text such as `+3/1f`; a cautious turn gives +1/0f (RPJ-CAU-4)."""
    one: Character = fight.combatants[actor]
    own = pieces(fight, one.region).get(one.cover, one.cover)
    return LOW_COVER if not own and CAUTIOUS in one.conditions and fight.active != actor else own


def shelter(scene: RpjScene, actor: str, cover: str, rule: str) -> None:
    """Use a piece of cover, or none; new cover ends reorientation (RPJ-COV-2, RPJ-COV-9)."""
    one = scene.one(actor)
    if cover == one.cover:
        return
    scene.change(actor, "cover", cover, rule)
    scene.change(actor, "reoriented", after=False, rule=rule)
    if cover:
        named = pieces(scene.fight, one.region).get(cover, "")
        scene.happen("takes-cover", rule, who=actor, cover=f"{cover} {named}".strip())
    else:
        scene.happen("leaves-cover", rule, who=actor)


def settled(fight: RpjFight, combatant: Character, fields: tuple[str, ...]) -> Character:
    """Return a sheet that leaves its group and cover if only its region was set (RPJ-FIELD-3, COV-9)."""
    if "region" not in fields:
        return combatant
    group = combatant.group if "group" in fields else ""
    keeps = "cover" in fields or not fight.options.cover_left_behind
    cover, reoriented = (combatant.cover, combatant.reoriented) if keeps else ("", False)
    return replace(combatant, group=group, cover=cover, reoriented=reoriented)


def can_turn(fight: RpjFight, combatant: Character) -> bool:
    """Return whether a combatant's cover has another side to turn to (RPJ-COV-6)."""
    there = read_cover(pieces(fight, combatant.region).get(combatant.cover, combatant.cover))
    return there is not None and there.flanking is not None


def lost(fight: RpjFight, combatant: Character) -> bool:
    """Return whether a combatant's cover is neither in its region nor written out (RPJ-COV-9)."""
    here = fight.board.regions.get(combatant.region)
    return (here is None or combatant.cover not in here.cover) and read_cover(combatant.cover) is None


def protection(shelter: Shelter, distance: int | None, *, adjacent: bool, reoriented: bool) -> tuple[int, str]:
    """Return the cover bonus against an attacker at this distance, and its rule (RPJ-COV-2 to RPJ-COV-6)."""
    quality, flanking = shelter.quality, shelter.flanking
    if flanking is None:
        return (quality // 2 if adjacent else quality), "RPJ-COV-5"
    if distance == flanking:
        return quality // 2, "RPJ-COV-6" if reoriented else "RPJ-COV-3"
    beyond = distance is None or distance > flanking
    if reoriented:
        return (0 if beyond else quality), "RPJ-COV-6"
    return (quality if beyond else 0), "RPJ-COV-4"


def cover_against(fight: RpjFight, attacker: str, target: str) -> tuple[int, str] | None:
    """Return the bonus of a target's cover against an attacker, and its rule; None without cover (RPJ-COV-2)."""
    shelter = read_cover(notation(fight, target))
    if shelter is None:
        return None
    one, other = fight.combatants[attacker], fight.combatants[target]
    distance = range_between(fight.board, one.region, other.region)
    return protection(shelter, distance, adjacent=adjacent(one, other), reoriented=other.reoriented)


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def region_ids(board: Battlefield) -> tuple[str, ...]:
    """Return all regions, in line or file order."""
    if not board.links:
        return tuple(map(str, range(board.length)))
    return tuple(dict.fromkeys([*board.regions, *(end for link in board.links for end in link)]))


def linked(board: Battlefield, region: str) -> tuple[str, ...]:
    """Return the regions one link away (RPJ-FIELD-1, RPJ-FIELD-2)."""
    known = region_ids(board)
    if region not in known:
        return ()
    if not board.links:
        place = known.index(region)
        return (*known[max(0, place - 1) : place], *known[place + 1 : place + 2])
    ends = [(one, other) for link in board.links for one, other in (link, link[::-1]) if one == region != other]
    return tuple(dict.fromkeys(other for _, other in ends))


def range_between(board: Battlefield, one: str, other: str) -> int | None:
    """Return the range between two regions: 0 for the same one, None if unconnected (RPJ-FIELD-5)."""
    if board.links:
        return _ranges_from(board, one).get(other)
    known = region_ids(board)
    return abs(int(one) - int(other)) if one in known and other in known else None


def region_in_words(board: Battlefield, region: str) -> str:
    """Return a region's name, or its id in words."""
    name = board.regions[region].name if region in board.regions else ""
    return name or f"region {region}"


def adjacent(combatant: Character, other: Character) -> bool:
    """Return whether two characters are in the same adjacency group of the same region."""
    return bool(combatant.group) and (combatant.region, combatant.group) == (other.region, other.group)


def members(fight: RpjFight, region: str, group: str) -> tuple[str, ...]:
    """Return the members of a group in a region."""
    return tuple(who for who, one in fight.combatants.items() if group and (one.region, one.group) == (region, group))


def groups_in(fight: RpjFight, region: str) -> tuple[str, ...]:
    """Return the groups of a region."""
    found = (one.group for one in fight.combatants.values() if one.region == region and one.group)
    return tuple(dict.fromkeys(found))


def new_group(fight: RpjFight) -> str:
    """Return an unused group name: A, B, C and so on."""
    taken = {one.group for one in fight.combatants.values()}
    names = (letter + str(turn or "") for turn in count() for letter in LETTERS)
    return next(name for name in names if name not in taken)


def place_in_words(fight: RpjFight, region: str, group: str) -> str:
    """Return a region in words, with its group if there is one."""
    where = region_in_words(fight.board, region)
    return f"{where}, group {group}" if group else where


def way_to(fight: RpjFight, actor: str, other: str) -> str:
    """Return the move command that joins another combatant, or gets a region nearer; empty if none does."""
    here, there = fight.combatants[actor].region, fight.combatants[other].region
    if there in (here, *linked(fight.board, here)):
        return f"move {quoted(actor)} {quoted(there)} --join {quoted(other)}"
    ranges = _ranges_from(fight.board, there)
    nearer = [each for each in linked(fight.board, here) if each in ranges and ranges[each] < ranges.get(here, 0)]
    return f"move {quoted(actor)} {quoted(nearer[0])}" if nearer else ""


def place_meant(fight: RpjFight, actor: str, words: str) -> str:
    """Return the region of `+1` along the line, or the next `towards` a target; otherwise empty (RPJ-FIELD-1)."""
    board, here = fight.board, fight.combatants[actor].region
    sign, number, known = words[:1], natural(words[1:]), region_ids(board)
    if sign in ("+", "-") and number is not None and not board.links and here in known:
        place = known.index(here) + (number if sign == "+" else -number)
        if 0 <= place < len(known):
            return known[place]
        raise misuse(f"{words} from {here} is off the battlefield", hint=listed("regions", known))
    way, _, to = words.partition(" ")
    if way.casefold() not in ("toward", "towards") or not to:
        return ""
    names = {**region_names(board), **{who: (one.name,) for who, one in fight.combatants.items()}}
    wanted = match_named(to, names, "region or combatant")
    there = wanted if wanted in known else fight.combatants[wanted].region
    ranges = _ranges_from(board, there)
    return min((here, *linked(board, here)), key=lambda each: ranges.get(each, len(known)))


def region_names(board: Battlefield) -> dict[str, tuple[str, ...]]:
    """Return all regions by id, each with its name if it has one."""
    return {each: (board.regions[each].name,) if each in board.regions else () for each in region_ids(board)}


def _ranges_from(board: Battlefield, region: str) -> dict[str, int]:
    """Return the range to every reachable region: the fewest links (RPJ-FIELD-2)."""
    ranges = {region: 0}
    waiting = [region]
    for each in waiting:
        for beyond in linked(board, each):
            if beyond not in ranges:
                ranges[beyond] = ranges[each] + 1
                waiting.append(beyond)
    return ranges

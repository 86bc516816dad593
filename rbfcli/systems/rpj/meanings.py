"""What words of RPJ mean to whoever is about to type them: regions, groups, cover."""

from rbfcli.systems.rpj.ground.cover import NO_COVER, pieces, read_cover
from rbfcli.systems.rpj.ground.ground import range_between, region_ids
from rbfcli.systems.rpj.sheet import Character, RpjFight


def meaning(fight: RpjFight, kind: str, word: str, who: str) -> str:
    """What a word of a kind means to whoever acts; empty where the kernel finds it, or nobody knows."""
    one = fight.combatants.get(who)
    match kind:
        case "place":
            return _region(fight, word, one) if word in region_ids(fight.board) else ""
        case "group":
            people = [each for each in fight.combatants.values() if each.group == word]
            return ", ".join(each.name for each in people)
        case "cover":
            return "out in the open" if word == NO_COVER else _cover(fight, word, one)
        case _:
            return ""


def _region(fight: RpjFight, region: str, one: Character | None) -> str:
    """How far off a region is, what it is called, and its cover."""
    name = fight.board.regions[region].name if region in fight.board.regions else ""
    far = None if one is None else range_between(fight.board, one.region, region)
    away = "here" if far == 0 else "no way there" if far is None else f"{far} move{'s' * (far > 1)} away"
    cover = ", ".join(f"{piece} {notation}" for piece, notation in pieces(fight, region).items())
    return "; ".join(filter(None, (name, away if one is not None else "", f"cover: {cover}" if cover else "")))


def _cover(fight: RpjFight, piece: str, one: Character | None) -> str:
    """What a piece of cover adds, from where it is flanked, and where it is; first the one where somebody is."""
    here = one.region if one is not None else ""
    for region in sorted(region_ids(fight.board), key=lambda each: each != here):
        notation = pieces(fight, region).get(piece, "")
        shelter = read_cover(notation)
        if shelter is not None:
            flank = "never flanked" if shelter.flanking is None else f"flanked {_away(shelter.flanking)}"
            return f"+{shelter.quality} against shots, {flank}{'' if region == here else f', in {region}'}"
    return ""


def _away(regions: int) -> str:
    return "within the region" if not regions else f"from {regions} region{'s' * (regions > 1)} away"

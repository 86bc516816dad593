"""Where a move can lead: a region one link away, a group that is there, a piece of cover (RPJ-ACT-2, RPJ-FIELD-3)."""

from msgspec import Struct

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.actions import RpjScene, character
from rbfcli.systems.rpj.battlefield import linked, region_ids, region_in_words
from rbfcli.systems.rpj.cover import NO_COVER, pieces, read_cover
from rbfcli.systems.rpj.groups import groups_in, new_group
from rbfcli.systems.rpj.sheet import RpjFight


class Goal(Struct, frozen=True):
    """Where a move leads: the region, the group (or none), who is drawn into a new one, and the cover there."""

    region: str
    group: str = ""
    partner: str = ""
    cover: str = ""


def goal_of(scene: RpjScene, command: commands.Move | commands.Cautious) -> Goal:
    """Where the words lead, one link away at most. Raises Refusal for a place or group that is not there."""
    fight, one = scene.fight, character(scene, command.who)
    if not (command.to or command.join or command.group_name):
        raise UsageError(f"say where {one.name} moves", hint="a region, --join WHO or --group NAME")
    nearby = fight.combatants[command.join].region if command.join else one.region
    region = known_region(fight, command.to, "RPJ-ACT-2") if command.to else nearby
    if region != one.region and region not in linked(fight.board, one.region):
        reachable = ", ".join(linked(fight.board, one.region)) or "none"
        here, there = (region_in_words(fight.board, each) for each in (one.region, region))
        scene.refuse(f"no link leads from {here} to {there}", "RPJ-ACT-2", f"linked: {reachable}")
    group, partner = group_of(scene, command, region)
    leaves = region != one.region or group != one.group or bool(partner)
    carried_along = "" if fight.options.cover_left_behind else pieces(fight, one.region).get(one.cover, one.cover)
    keeps = carried_along if leaves else one.cover
    cover = cover_named(fight, region, command.cover) if command.cover else keeps
    if not leaves and cover == one.cover:
        raise impossible(f"{one.name} is there already", "RPJ-ACT-2")
    return Goal(region, group, partner, cover)


def group_of(scene: RpjScene, command: commands.Move | commands.Cautious, region: str) -> tuple[str, str]:
    """The group joined, and who has to be drawn into it because it stood alone (RPJ-FIELD-3)."""
    fight = scene.fight
    if command.group_name and command.join:
        raise UsageError("--group and --join contradict each other")
    if command.group_name:
        if command.group_name not in groups_in(fight, region):
            known = ", ".join(groups_in(fight, region)) or "none; --join WHO makes one"
            place = region_in_words(fight.board, region)
            raise impossible(f"there is no group {command.group_name!r} in {place}", "RPJ-FIELD-3", f"there: {known}")
        return command.group_name, ""
    if not command.join:
        return "", ""
    partner = character(scene, command.join)
    if command.join == command.who:
        raise impossible(f"{partner.name} cannot join itself", "RPJ-FIELD-3")
    if partner.region != region:
        where, there = (region_in_words(fight.board, each) for each in (partner.region, region))
        raise impossible(
            f"{partner.name} is in {where}, not in {there}",
            "RPJ-FIELD-3",
            f"move {command.who} {partner.region} --join {command.join}",
        )
    return (partner.group, "") if partner.group else (new_group(fight), command.join)


def cover_named(fight: RpjFight, region: str, text: str) -> str:
    """The cover a word means there: a piece of the region, cover as in +3/1f, or none. Raises Refusal."""
    if text == NO_COVER:
        return ""
    there = pieces(fight, region)
    if text in there or read_cover(text) is not None:
        return text
    known = ", ".join(f"{name} {cover}" for name, cover in there.items()) or "none"
    place = region_in_words(fight.board, region)
    raise impossible(f"there is no cover {text!r} in {place}", "RPJ-COV-1", f"there: {known}; or as in +3/1f")


def known_region(fight: RpjFight, word: str, rule: str) -> str:
    """The region a word means, by its id or name. Raises Refusal."""
    known = region_ids(fight.board)
    if word in known:
        return word
    named = [each for each in known if region_in_words(fight.board, each).casefold() == word.casefold()]
    if len(named) == 1:
        return named[0]
    raise impossible(f"there is no region {word!r} on this battlefield", rule, f"regions: {', '.join(known)}")

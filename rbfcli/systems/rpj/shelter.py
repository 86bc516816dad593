"""Taking cover, giving it up, and turning round in it (RPJ-COV-2, RPJ-COV-6 to RPJ-COV-9)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.actions import RpjScene, character, free_to_move, may_act, spend
from rbfcli.systems.rpj.cover import NO_COVER, pieces, read_cover
from rbfcli.systems.rpj.offers import on_moving
from rbfcli.systems.rpj.places import cover_named
from rbfcli.systems.rpj.reactions import replies, settle

REORIENT_ACTIONS = 1


def shelter(scene: RpjScene, who: str, cover: str, rule: str) -> None:
    """Use a piece of cover, or none; who changes cover faces the usual way (RPJ-COV-2, RPJ-COV-9)."""
    one = character(scene, who)
    if cover == one.cover:
        return
    scene.change(who, "cover", cover, rule)
    scene.change(who, "reoriented", after=False, rule=rule)
    if cover:
        named = pieces(scene.fight, one.region).get(cover, "")
        scene.happen("takes-cover", rule, who=who, cover=f"{cover} {named}".strip())
    else:
        scene.happen("leaves-cover", rule, who=who)


def take_cover(scene: RpjScene, command: commands.TakeCover) -> None:
    """Use cover where one stands; giving it up costs nothing (RPJ-COV-2)."""
    one = character(scene, command.who)
    cost = scene.fight.options.cover_actions if command.piece != NO_COVER else 0
    may_act(scene, command.who, cost)
    cover = cover_named(scene.fight, one.region, command.piece)
    if cover == one.cover:
        raise impossible(f"{one.name} has {'this' if cover else 'no'} cover already", "RPJ-COV-2")
    offers = on_moving(scene.fight, command.who, one.region) if cost else []
    if cost:
        free_to_move(scene, command.who)
    answers = replies(scene.fight, offers, command.react, no_react=command.no_react)
    spend(scene, command.who, cost, "RPJ-COV-2")
    shelter(scene, command.who, cover, "RPJ-COV-2")
    settle(scene, offers, answers)


def reorient(scene: RpjScene, command: commands.Reorient) -> None:
    """Turn to those within the flanking distance, or back: a Move action that provokes nobody (RPJ-COV-6 to 8)."""
    one = character(scene, command.who)
    rule = "RPJ-COV-8" if one.reoriented else "RPJ-COV-6"
    may_act(scene, command.who, REORIENT_ACTIONS)
    free_to_move(scene, command.who)
    protecting = read_cover(pieces(scene.fight, one.region).get(one.cover, one.cover))
    if protecting is None:
        scene.refuse(f"{one.name} is not in cover", rule, f"cover {command.who} PIECE")
    elif protecting.flanking is None:
        raise impossible("cover with flanking distance * has no other side", rule)
    spend(scene, command.who, REORIENT_ACTIONS, rule)
    scene.change(command.who, "reoriented", after=not one.reoriented, rule=rule)

"""Overwatch: one action on one region, until somebody enters it or one's next turn (RPJ-OVR)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.actions import RpjScene, character, free_to_act, may_act, spend
from rbfcli.systems.rpj.battlefield import range_between, region_in_words
from rbfcli.systems.rpj.places import known_region
from rbfcli.systems.rpj.weapons import ranged_weapon

OVERWATCH_ACTIONS = 1


def overwatch(scene: RpjScene, command: commands.Overwatch) -> None:
    """Watch a region with something that shoots that far (RPJ-OVR-1)."""
    one = character(scene, command.who)
    may_act(scene, command.who, OVERWATCH_ACTIONS)
    free_to_act(scene, command.who)
    region = known_region(scene.fight, command.region, "RPJ-OVR-1")
    place = region_in_words(scene.fight.board, region)
    if one.overwatch == region:
        raise impossible(f"{one.name} watches {place} already", "RPJ-OVR-1")
    if not ranged_weapon(scene.fight, one, range_between(scene.fight.board, one.region, region)):
        scene.refuse(f"{one.name} has nothing that shoots to {place}", "RPJ-OVR-1")
    spend(scene, command.who, OVERWATCH_ACTIONS, "RPJ-OVR-1")
    scene.change(command.who, "overwatch", region, "RPJ-OVR-1")
    scene.happen("watches", "RPJ-OVR-1", who=command.who, place=place)

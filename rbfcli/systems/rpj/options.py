"""The numbers and choices that RPJ's sheet leaves open."""

from typing import Annotated, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Options

Saves = tuple[Annotated[int, Meta(ge=0, le=1000)], ...]


class RpjOptions(Options, frozen=True, kw_only=True):
    """The numbers and choices that RPJ's sheet leaves open."""

    rounding: Annotated[
        Literal["down", "up"], Meta(description="how half an attribute and half a base attack modifier are rounded")
    ] = "down"
    untrained: Annotated[int, Meta(ge=-20, le=20, description="base weapon skill of a skill not on the sheet")] = 0
    base_saves: Annotated[Saves, Meta(description="base layer of a sheet that gives no layers")] = (10, 12, 14)
    melee_base: Annotated[
        int, Meta(ge=0, le=1000, description="and half its Dexterity: the melee defense value of a sheet without one")
    ] = 15
    ranged_base: Annotated[
        int, Meta(ge=0, le=1000, description="and half its Dexterity: the ranged defense value of a sheet without one")
    ] = 16
    unarmed_damage: Annotated[int, Meta(ge=0, le=1000, description="damage of bare hands")] = 1
    initiative_dice: Annotated[int, Meta(ge=0, le=100, description="d6 added to Dexterity for the order of turns")] = 4
    cover_actions: Annotated[int, Meta(ge=0, le=4, description="actions to take cover without changing place")] = 1
    cover_left_behind: Annotated[bool, Meta(description="leaving the region or the group gives cover up")] = True
    overwatch_targets: Annotated[
        Literal["foes", "anyone"], Meta(description="whom overwatch may shoot as it enters the region watched")
    ] = "foes"
    suppression_turns: Annotated[
        int, Meta(ge=1, le=100, description="starts of the shooter's turns until its suppression ends")
    ] = 1
    grapple_actions: Annotated[int, Meta(ge=0, le=4, description="actions to enter a grapple")] = 1
    grapple_damage: Annotated[int, Meta(ge=-100, le=100, description="damage on base saves of a check won")] = -4
    grapple_tie: Annotated[
        Literal["nothing", "acting", "other"], Meta(description="who wins a tied grapple check, if anybody")
    ] = "nothing"
    grapple_other_chooses: Annotated[
        bool, Meta(description="whether who was checked against may leave or hurt too, where it wins a grapple check")
    ] = False
    damage_restarts: Annotated[bool, Meta(description="fresh damage ends a stabilisation; failures count anew")] = True

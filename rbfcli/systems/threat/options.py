"""The numbers and choices that the page leaves open."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Name, Options

Attribute = Literal["eyes", "jaws", "limbs", "nerves"]
Phase = Literal["offense", "defence"]
Wear = Literal["damaged", "broken"]
Score = Annotated[int, Meta(ge=-10, le=10)]
Amount = Annotated[int, Meta(ge=0, le=10_000)] | Annotated[str, Meta(min_length=1, max_length=100)]
ULTRAS_ROLLED = 1
Spaces = Annotated[tuple[Annotated[int, Meta(ge=1, le=12)], ...], Meta(min_length=1, max_length=20)]


class ThreatOptions(Options, frozen=True, kw_only=True):
    """The numbers and choices the page leaves open."""

    crew: Annotated[Name, Meta(description="the players' side: PCs and allied NPCs")] = "crew"
    threat: Annotated[int, Meta(ge=0, le=20, description="the combat threat a fight starts with")] = 3
    first_phase: Annotated[Phase, Meta(description="the phase combat starts on")] = "offense"
    sheet: Annotated[
        Literal["five", "seven"], Meta(description="the spaces below, or the printed sheet of threat 0 to 6")
    ] = "five"
    lowest_threat: Annotated[int, Meta(ge=0, le=10, description="the threat of the first column")] = 1
    offense_spaces: Annotated[Spaces, Meta(description="Offense actions under each threat")] = (3, 3, 3, 2, 1)
    defence_spaces: Annotated[Spaces, Meta(description="Defence actions under each threat")] = (1, 2, 3, 3, 3)
    attribute_limit: Annotated[
        int, Meta(ge=0, le=10, description="an attribute counts at most this, plus or minus")
    ] = 3
    defence_attribute: Annotated[Attribute, Meta(description="what a defence uses if nothing is said")] = "limbs"
    enemy_attributes: Annotated[
        bool, Meta(description="an attacking enemy's attribute with its weapon is taken off the defence")
    ] = False
    edge_dice: Annotated[int, Meta(ge=0, le=10, description="most dice that advantage or disadvantage adds")] = 1
    tag_ultra: Annotated[bool, Meta(description="two 6s of a tag team are an ultra success")] = True
    tag_damage: Annotated[
        Literal["better", "both"], Meta(description="a tag team does the better weapon's damage, or both")
    ] = "better"
    complications: Annotated[
        Literal["roll", "ask"], Meta(description="a complication nobody stated is rolled, or asked for")
    ] = "roll"
    complication_threat: Annotated[
        bool, Meta(description="a complication's roll adds the combat threat; past the table its last line counts")
    ] = False
    ultras: Annotated[
        Literal["ask", "roll"], Meta(description="an ultra result nobody stated is asked for, or rolled")
    ] = "ask"
    ultra_again: Annotated[
        bool, Meta(description="an ultra result that means nothing in this phase is rolled again")
    ] = True
    factor_first: Annotated[bool, Meta(description="damage is halved or doubled before armour is taken off")] = True
    broken_unusable: Annotated[bool, Meta(description="what is broken cannot be used")] = True
    unarmed_damage: Annotated[Amount, Meta(description="damage of bare hands")] = 1
    accessory: Annotated[
        Literal["spend", "ask", "keep"], Meta(description="whether a PC's accessory takes the first damage")
    ] = "spend"
    at_zero: Annotated[
        Literal["ask", "knocked-out", "last-stand"], Meta(description="what a PC at 0 HP does if nothing is said")
    ] = "ask"
    boss_moves: Annotated[int, Meta(ge=0, le=100, description="boss moves of one boss in a mission")] = 1
    boss_again: Annotated[bool, Meta(description="a boss with too few enemies beside it may attack again")] = True


def of_today(number: int, fight: dict[str, Any]) -> dict[str, Any]:
    """A fight of an older save with the options it was played by: format 1 rolled ultra results unless told."""
    if number > ULTRAS_ROLLED:
        return fight
    return {**fight, "options": {"ultras": "roll", **fight.get("options", {})}}

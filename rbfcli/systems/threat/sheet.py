"""What the tracker writes down: characters, weapons, the two rows of spaces, and the numbers the page leaves open."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.fight import Board, Combatant, Count, Fight, Name, Natural, Options, Plain, Text

Attribute = Literal["eyes", "jaws", "limbs", "nerves"]
Phase = Literal["offense", "defence"]
Wear = Literal["damaged", "broken"]
Score = Annotated[int, Meta(ge=-10, le=10)]
Amount = Annotated[int, Meta(ge=0, le=10_000)] | Annotated[str, Meta(min_length=1, max_length=100)]
Spaces = Annotated[tuple[Annotated[int, Meta(ge=1, le=12)], ...], Meta(min_length=1, max_length=20)]

ATTRIBUTES: tuple[Attribute, ...] = ("eyes", "jaws", "limbs", "nerves")
ARMOUR = "armour"
UNARMED = "unarmed"


class Weapon(Plain, frozen=True, kw_only=True):
    """A weapon: its damage, the attribute it is used with, and what it does besides."""

    name: str
    damage: Amount
    attribute: Attribute = "jaws"
    bonus: Score = 0
    piercing: bool = False
    doubles: tuple[str, ...] = ()
    shreds: Natural = 0


class Character(Combatant, frozen=True, kw_only=True):
    """Anybody in the fight: a PC, an ally (an NPC on the crew's side) or an enemy (on any other side)."""

    hp: Count
    max_hp: Natural = 0
    pc: bool = False
    traits: tuple[str, ...] = ()
    eyes: Score = 0
    jaws: Score = 0
    limbs: Score = 0
    nerves: Score = 0
    armour: Natural = 0
    weapons: tuple[str, ...] = ()
    accessories: tuple[str, ...] = ()
    wear: Mapping[str, Wear] = {}
    in_zone: bool = True
    noticed: bool = True
    boss: bool = False
    boss_move: Text = ""
    boss_damage: Amount = 0
    boss_moves_made: Natural = 0


class Tracks(Board, frozen=True, kw_only=True):
    """The tracker: the threat, the phase the rounds begin with, the space it stands on, who has acted and how."""

    threat: Natural = 0
    first: Phase = "offense"
    spaces: Natural = 0
    tracker: Natural = 0
    acted: Mapping[str, Literal["attacked", "tag team"]] = {}


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
    edge_dice: Annotated[int, Meta(ge=0, le=10, description="most dice that advantage or disadvantage adds")] = 1
    tag_ultra: Annotated[bool, Meta(description="two 6s of a tag team are an ultra success")] = True
    tag_damage: Annotated[
        Literal["better", "both"], Meta(description="a tag team does the better weapon's damage, or both")
    ] = "better"
    complications: Annotated[
        Literal["roll", "ask"], Meta(description="a complication nobody stated is rolled, or asked for")
    ] = "roll"
    ultras: Annotated[
        Literal["roll", "ask"], Meta(description="an ultra result nobody stated is rolled, or asked for")
    ] = "roll"
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


class ThreatFight(Fight, frozen=True, kw_only=True):
    """A fight by the threat and action tracker."""

    options: ThreatOptions = ThreatOptions()
    board: Tracks = Tracks()
    combatants: Mapping[str, Character] = {}
    weapons: Mapping[str, Weapon] = {}


def prepare(fight: ThreatFight, one: Character) -> Character:
    """A character as it enters, its full health noted. Raises UsageError for weapons and dice that are none."""
    for weapon in one.weapons:
        if weapon not in fight.weapons:
            known = ", ".join(fight.weapons) or "none is defined"
            raise UsageError(
                f"{one.name}: there is no weapon {weapon!r}", hint=f"known: {known}", suggestions=tuple(fight.weapons)
            )
    for amount in (one.boss_damage, *(fight.weapons[weapon].damage for weapon in one.weapons)):
        highest(str(amount))
    return replace(one, max_hp=one.max_hp or max(one.hp, 0))

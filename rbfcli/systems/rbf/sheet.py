"""What RBF writes down: fighters, weapons, the ground, and the numbers its page leaves open."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from rbfcli.kernel.fight import Board, Combatant, Count, Fight, Natural, Options, Plain

Cover = Literal["none", "light", "medium", "heavy", "full"]
Trait = Literal[
    "blade", "long", "blunt", "thrust", "projectile", "large", "blast", "bow", "axe", "silenced", "club", "break-risk"
]
DamageDice = Annotated[int, Meta(ge=0, le=10_000)] | Annotated[str, Meta(min_length=1, max_length=100)]

COVER_BONUS = {"none": 0, "light": 1, "medium": 2, "heavy": 3, "full": 3}
COMBAT_SKILLS = ("melee", "shoot", "brawl", "heavy")
DEFENSE_SKILLS = ("dodge", "resilience", "meditation")


class Weapon(Plain, frozen=True, kw_only=True):
    """A weapon: its combat skill, flat damage or dice, and what it can do; ammo 0 never runs out."""

    name: str
    skill: Literal["melee", "shoot", "brawl", "heavy"]
    damage: DamageDice = 0
    graze: Natural = 0
    hands: Annotated[int, Meta(ge=1, le=2)] = 1
    range: Natural = 0
    ammo: Natural = 0
    autofire: bool = False
    traits: tuple[Trait, ...] = ()


class Fighter(Combatant, frozen=True, kw_only=True):
    """A player with skills, or an enemy with a target number `tn` and damage of its own."""

    hp: Count
    max_hp: Natural = 0
    tn: Natural | None = None
    damage: DamageDice | None = None
    damage_max: Natural | None = None
    skills: Mapping[str, Annotated[int, Meta(ge=-6, le=20)]] = {}
    talents: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    held: str = ""
    ammo: Mapping[str, Natural] = {}
    armour: Natural = 0
    armour_broken: bool = False
    immune: tuple[str, ...] = ()
    speed: Natural = 10
    actions: Natural = 2
    actions_left: Natural = 0
    aim: Natural = 0
    critical_range: Natural = 0
    place: str = ""
    at: Count | None = None
    height: Count = 0
    cover: Cover = "none"


class Place(Plain, frozen=True, kw_only=True):
    """A named spot: its metre along the ground, its height, and the cover it gives."""

    name: str = ""
    at: Count | None = None
    height: Count = 0
    cover: Cover = "none"
    low: bool = False


class Ground(Board, frozen=True, kw_only=True):
    """Where an RBF fight takes place: named places, as loose or exact as the GM likes."""

    places: Mapping[str, Place] = {}


class RbfOptions(Options, frozen=True, kw_only=True):
    """The numbers RBF leaves open."""

    untrained: Annotated[int, Meta(description="skill of a basic or defence skill never trained")] = -2
    critical_margin: Annotated[int, Meta(ge=1, le=20, description="points over the TN for a critical success")] = 6
    failure_margin: Annotated[int, Meta(ge=1, le=20, description="points under the TN for a failure")] = 6
    melee_reach: Annotated[int, Meta(ge=0, le=100, description="metres a melee or brawl attack reaches")] = 2
    critical: Annotated[
        Literal["ask", "double"], Meta(description="what a critical success brings when nothing is said beforehand")
    ] = "ask"
    condition_rounds: Annotated[int, Meta(ge=1, le=100, description="rounds a technique's condition lasts")] = 1
    enemy_cover: Annotated[bool, Meta(description="enemies in cover raise their TN against shooting")] = True
    mortal_wounds: Annotated[bool, Meta(description="players at 0 HP are dying rather than out")] = True
    dying_rounds: Annotated[str, Meta(description="dice for the rounds a mortally wounded player has")] = "1d4+1"
    stabilize_tn: Annotated[int, Meta(ge=2, le=40, description="TN of the Medicine test to stabilise")] = 8
    stabilize_step: Annotated[int, Meta(ge=0, le=20, description="what each bad condition adds to it")] = 2
    prone_damage: Annotated[str, Meta(description="falling damage of dropping prone as a free action")] = "1d4"
    club_damage: Annotated[str, Meta(description="damage of a two-handed ranged weapon used as a club")] = "1d6"


class RbfFight(Fight, frozen=True, kw_only=True):
    """A fight by the rules of RBF."""

    options: RbfOptions = RbfOptions()
    board: Ground = Ground()
    combatants: Mapping[str, Fighter] = {}
    weapons: Mapping[str, Weapon] = {}


UNARMED = Weapon(name="bare hands", skill="brawl", damage=2, traits=("blunt",))


def is_enemy(fighter: Fighter) -> bool:
    """Whether players roll against it: it has a target number instead of skills."""
    return fighter.tn is not None


def prepare(fight: RbfFight, fighter: Fighter) -> Fighter:
    """A fighter as it enters: full health noted, weapon in hand, magazines full, cover and metre of its place."""
    place = fight.board.places.get(fighter.place, Place())
    loaded = {
        each: fight.weapons[each].ammo for each in fighter.weapons if each in fight.weapons and fight.weapons[each].ammo
    }
    return replace(
        fighter,
        max_hp=fighter.max_hp or max(fighter.hp, 0),
        held=fighter.held or (fighter.weapons[0] if fighter.weapons else ""),
        ammo={**loaded, **fighter.ammo},
        cover=place.cover if fighter.cover == "none" else fighter.cover,
        at=place.at if fighter.at is None else fighter.at,
        height=fighter.height or place.height,
    )

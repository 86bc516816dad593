"""What FuturePath writes down: characters, their turns, teams and skills, weapons, and the fight."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Combatant, Count, Fight, Natural, Plain
from rbfcli.systems.futurepath.options import Die, FuturePathOptions, Level
from rbfcli.systems.futurepath.sheet.board import Cover, Field, Haze

Score = Annotated[int, Meta(ge=0, le=50)]
Few = Annotated[int, Meta(ge=0, le=20)]
Ability = Literal["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"]
ActionType = Literal["standard", "simple", "free", "full-round"]

SKILLS: dict[str, Ability] = {
    "acrobatics": "dexterity",
    "climb": "strength",
    "diplomacy": "charisma",
    "disable-device": "dexterity",
    "intimidation": "charisma",
    "knowledge": "intelligence",
    "perception": "wisdom",
    "stealth": "dexterity",
    "swim": "strength",
    "treat-injury": "wisdom",
}
FREE_SKILLS = ("acrobatics", "perception")
CHARGE, OVERRUN = "charge", "overrun"
TECHNIQUES = ("bull-rush", "grapple", "trip", "disarm", CHARGE, OVERRUN)
FUMBLES = ("none", "drop", "prone")
AKIMBO, NITEN, GUN_FU = "Akimbo Specialist", "Niten Ichi", "Gun-Fu"
FEATS = (AKIMBO, NITEN, GUN_FU)
LIGHT, MEDIUM = 2, 5
KIT, MEDICINE = "field medical kit", "treat-injury"


class Weapon(Plain, frozen=True, kw_only=True):
    """A weapon: its level names its die; range, reach and area in feet; ammo 0 never runs out."""

    name: str
    level: Annotated[int, Meta(ge=0, le=8)] = 0
    damage: Die | None = None
    bonus: Count = 0
    accuracy: Count = 0
    ranged: bool = False
    range: Natural = 0
    reach: Natural = 0
    critical: Annotated[int, Meta(ge=2, le=20)] = 20
    multiplier: Annotated[int, Meta(ge=1, le=5)] = 2
    ammo: Natural = 0
    reload: ActionType = "standard"
    versatile: bool = False
    ap: bool = False
    grenade: bool = False
    area: Natural = 10
    dc: Natural | None = None
    haze: Haze | None = None
    haze_rounds: Natural = 3


class TurnState(Plain, frozen=True, kw_only=True):
    """What a character has done in its turn of this round."""

    standard: bool = False
    simple: bool = False
    free: Few = 0
    full_round: bool = False
    ended: bool = False
    instant: bool = False
    attacked: tuple[str, ...] = ()
    full_attack: bool = False
    opportunities: Few = 0
    words: Natural = 0
    gesture: bool = False
    outcome: Literal["", "done", "failed"] = ""
    deeds: Mapping[str, Literal["done", "failed"]] = {}


class Character(Combatant, frozen=True, kw_only=True):
    """A character or a beast; its team is its side unless it names another."""

    hp: Count
    max_hp: Natural = 0
    level: Level = 1
    ac: Annotated[int, Meta(ge=0, le=60)] = 10
    strength: Score = 10
    dexterity: Score = 10
    constitution: Score = 10
    intelligence: Score = 10
    wisdom: Score = 10
    charisma: Score = 10
    constitution_lost: Score = 0
    team: str = ""
    initiative_misc: Annotated[int, Meta(ge=-50, le=50)] = 0
    advantage_die: Die | None = None
    speed: Annotated[int, Meta(ge=0, le=600)] = 30
    size: Annotated[int, Meta(ge=1, le=10)] = 1
    flies: bool = False
    square: str = ""
    height: Count = 0
    cover: Cover = "none"
    sees_through: tuple[Haze, ...] = ()
    skills: Mapping[str, Annotated[int, Meta(ge=0, le=50)]] = {}
    feats: tuple[str, ...] = ()
    proficiencies: Mapping[str, Few] = {}
    techniques: Mapping[str, Few] = {}
    technique_actions: Mapping[str, ActionType] = {}
    extra_attacks: Few = 0
    extra_damage: Few = 0
    items: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    held: str = ""
    off_hand: str = ""
    ammo: Mapping[str, Natural] = {}
    ready: str = ""
    turn: TurnState = TurnState()


class FuturePathFight(Fight, frozen=True, kw_only=True):
    """A fight by the rules of FuturePath."""

    options: FuturePathOptions = FuturePathOptions()
    board: Field = Field()
    combatants: Mapping[str, Character] = {}
    weapons: Mapping[str, Weapon] = {}


UNARMED_ID = "unarmed"
UNARMED = Weapon(name="bare hands")


def modifier(score: int) -> int:
    """The modifier of an ability score: half of it less 5, rounded down."""
    return score // 2 - 5


def constitution_left(one: Character) -> int:
    """The Constitution score that wounds have left."""
    return max(0, one.constitution - one.constitution_lost)


def ability_modifier(one: Character, ability: Ability) -> int:
    """The modifier of one of a character's abilities as it is now."""
    match ability:
        case "strength":
            return modifier(one.strength)
        case "dexterity":
            return modifier(one.dexterity)
        case "constitution":
            return modifier(constitution_left(one))
        case "intelligence":
            return modifier(one.intelligence)
        case "wisdom":
            return modifier(one.wisdom)
        case "charisma":
            return modifier(one.charisma)


def team_of(one: Character) -> str:
    """The team a character acts with: its side, unless it names another (FP-INI-1)."""
    return one.team or one.side


def teams(fight: FuturePathFight) -> tuple[str, ...]:
    """All teams that have members, in the order of the file."""
    return tuple(dict.fromkeys(team_of(one) for one in fight.combatants.values()))


def members(fight: FuturePathFight, team: str) -> tuple[str, ...]:
    """The members of a team; of what is no team, nobody (FP-INI-1)."""
    return tuple(who for who, one in fight.combatants.items() if team_of(one) == team)


def health(one: Character) -> tuple[int, int]:
    """Health now, and at most."""
    return one.hp, one.max_hp


def enemies(fight: FuturePathFight, one: Character, other: Character) -> bool:
    """Whether two are each other's enemies: of different sides, neither of them neutral (FP-FLD-2)."""
    return one.side != other.side and not {one.side, other.side} & set(fight.options.neutral)


def score_of(one: Character) -> int:
    """A member's score: Dexterity and Wisdom modifiers and what else it has (FP-INI-2)."""
    return ability_modifier(one, "dexterity") + ability_modifier(one, "wisdom") + one.initiative_misc

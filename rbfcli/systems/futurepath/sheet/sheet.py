"""What FuturePath writes down: characters, their turns, teams and skills, weapons, and the fight."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

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
    """what it is called"""
    level: Annotated[int, Meta(ge=0, le=8)] = 0
    """its level, which names its damage die and whether it is light, medium or heavy (FP-ATK-3)"""
    damage: Die | None = None
    """its damage die, where it is not that of its level (FP-ATK-3)"""
    bonus: Count = 0
    """what it adds to damage (FP-ATK-3)"""
    accuracy: Count = 0
    """what it adds to the accuracy check (FP-ATK-1)"""
    ranged: bool = False
    """whether it shoots (FP-ATK-1)"""
    range: Natural = 0
    """feet it shoots without a disadvantage, and for each so many further with one more; 0: no limit (FP-ATK-4)"""
    reach: Natural = 0
    """feet it reaches in melee beyond the usual 5, which its bearer threatens too (FP-FLD-3)"""
    critical: Annotated[int, Meta(ge=2, le=20)] = 20
    """the lowest natural roll that is a critical hit (FP-CRT-1)"""
    multiplier: Annotated[int, Meta(ge=1, le=5)] = 2
    """how often a critical hit rolls its damage die (FP-CRT-1)"""
    ammo: Natural = 0
    """rounds when it is full, or grenades of its kind; 0: nobody counts them (FP-MOV-7)"""
    reload: ActionType = "standard"
    """the action that reloading takes (FP-MOV-7)"""
    versatile: bool = False
    """whether one of level 3 to 5 can be used in the off hand (FP-OFF-2)"""
    ap: bool = False
    """whether it may shoot through full cover (FP-COV-2)"""
    grenade: bool = False
    """whether it is thrown and goes off (FP-GRN-1)"""
    area: Natural = 10
    """feet around it that a grenade reaches (FP-GRN-3)"""
    dc: Natural | None = None
    """what the save against a grenade has to reach; by default the option blast_dc (FP-GRN-3)"""
    haze: Haze | None = None
    """what a grenade leaves behind instead of doing harm (FP-COV-3)"""
    haze_rounds: Natural = 3
    """rounds that its haze lasts (FP-COV-3)"""


class TurnState(Plain, frozen=True, kw_only=True):
    """What a character has done in its turn of this round."""

    standard: bool = False
    """whether the Standard action is used"""
    simple: bool = False
    """whether the Simple action is used"""
    free: Few = 0
    """Free actions used"""
    full_round: bool = False
    """whether the whole round is used"""
    ended: bool = False
    """whether its turn is over"""
    instant: bool = False
    """whether it may act at once, out of turn"""
    attacked: tuple[str, ...] = ()
    """the ids of what it attacked"""
    full_attack: bool = False
    """whether it made a full attack"""
    opportunities: Few = 0
    """Tactical Opportunities taken this round"""
    words: Natural = 0
    """words said this round"""
    gesture: bool = False
    """whether it made its gesture"""
    outcome: Literal["", "done", "failed"] = ""
    """how its last deed came out"""
    deeds: Mapping[str, Literal["done", "failed"]] = {}
    """how its deeds came out, by verb"""


class Character(Combatant, frozen=True, kw_only=True):
    """A character or a beast; its team is its side unless it names another."""

    in_play: ClassVar[frozenset[str]] = frozenset({"initiative", "ready", "turn"})

    hp: Count
    """hit points as the fight begins (FP-DIE-1)"""
    max_hp: Natural = 0
    """hit points when unhurt; 0: as many as it begins with (FP-DIE-1)"""
    level: Level = 1
    """its level, which names its advantage die (FP-ADV-2)"""
    ac: Annotated[int, Meta(ge=0, le=60)] = 10
    """armour class: what attacks on it have to reach (FP-ATK-1)"""
    strength: Score = 10
    """Strength score; its modifier counts in melee, for damage and techniques (FP-ATK-1, FP-ATK-3)"""
    dexterity: Score = 10
    """Dexterity score; its modifier counts at range, for initiative and saves (FP-ATK-1, FP-INI-2)"""
    constitution: Score = 10
    """Constitution score, which a dying character loses (FP-DIE-1)"""
    intelligence: Score = 10
    """Intelligence score; its modifier counts for knowledge (FP-SKL-1)"""
    wisdom: Score = 10
    """Wisdom score; its modifier counts for initiative, Perception and treating injuries (FP-INI-2, FP-SKL-1)"""
    charisma: Score = 10
    """Charisma score; its modifier counts for diplomacy and intimidation (FP-SKL-1)"""
    constitution_lost: Score = 0
    """points of Constitution lost already (FP-DIE-1)"""
    team: str = ""
    """the team it takes turns with; by default its side (FP-INI-1)"""
    initiative_misc: Annotated[int, Meta(ge=-50, le=50)] = 0
    """what else adds to its initiative score (FP-INI-2)"""
    advantage_die: Die | None = None
    """its advantage die, where it is not that of its level (FP-ADV-2)"""
    speed: Annotated[int, Meta(ge=0, le=600)] = 30
    """feet of a Standard move (FP-MOV-1)"""
    size: Annotated[int, Meta(ge=1, le=10)] = 1
    """squares that it takes up in each direction (FP-FLD-1)"""
    flies: bool = False
    """whether it flies, and ground does not hinder it (FP-MOV-4)"""
    square: str = ""
    """the square where it begins, such as B2; of a large one the corner (FP-FLD-1)"""
    height: Count = 0
    """its height in squares of 5 feet; 0: that of the ground (FP-FLD-1)"""
    cover: Cover = "none"
    """the cover it begins in, where it is not that of the ground (FP-COV-1)"""
    sees_through: tuple[Haze, ...] = ()
    """the kinds of haze and glare that do not hinder it (FP-COV-3)"""
    skills: Mapping[str, Annotated[int, Meta(ge=0, le=50)]] = {}
    """ranks in skills by name, added to their checks (FP-SKL-1)"""
    feats: tuple[str, ...] = ()
    """feats whose effect the rules know (FP-OFF-3, FP-OFF-4)"""
    proficiencies: Mapping[str, Few] = {}
    """the weapons it is proficient with, by id, each with the advantages that it brings (FP-OFF-1)"""
    techniques: Mapping[str, Few] = {}
    """levels of Combat Techniques by name, added to what the save against them has to reach (FP-TEC-1)"""
    technique_actions: Mapping[str, ActionType] = {}
    """the action that a technique takes, where it is not a Full Round (FP-TEC-1)"""
    extra_attacks: Few = 0
    """Extra Attacks of a full attack (FP-FUL-1)"""
    extra_damage: Few = 0
    """Extra Damage of a full attack: how often its damage die is rolled once more (FP-XTR-1)"""
    items: tuple[str, ...] = ()
    """items it carries, such as a field medical kit (FP-STB-1)"""
    weapons: tuple[str, ...] = ()
    """the ids of the weapons it carries; the first that is no grenade is in its hand (FP-ATK-2)"""
    held: str = ""
    """the id of the weapon in its hand; by default the first it carries (FP-ATK-2)"""
    off_hand: str = ""
    """the id of the weapon in its other hand (FP-OFF-1)"""
    ammo: Mapping[str, Natural] = {}
    """rounds left by weapon, where it does not begin with full ones (FP-MOV-7)"""
    ready: str = ""
    """the trigger that it waits for, in words"""
    turn: TurnState = TurnState()
    """what it has done in its turn of this round"""


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

"""Data types of FuturePath: characters, weapons, the field, and house options."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rbfcli.model.fight import Board, Combatant, Count, Fight, Natural, Options, PlainValue, Text

Die = Literal["1d2", "1d3", "1d4", "1d6", "1d8", "1d10", "1d12", "2d4", "2d6", "2d8", "2d10", "2d12"]
DAMAGE_DICE: tuple[Die, ...] = ("1d2", "1d4", "1d6", "1d8", "1d10", "1d12", "2d8", "2d10", "2d12")
Level = Annotated[int, Meta(ge=1, le=20)]
LONGEST_SEARCH = 1000


def _number(low: int, high: int, description: str) -> Meta:
    return Meta(ge=low, le=high, description=description)


class FuturePathOptions(Options, frozen=True, kw_only=True):
    """House options of FuturePath."""

    round_seconds: Annotated[int, _number(1, 600, "seconds in a round")] = 3
    initiative: Annotated[
        Literal["average", "roll"], Meta(description="team initiative: the average, or the average plus a d20")
    ] = "average"
    neutral: Annotated[tuple[str, ...], Meta(description="sides without enemies")] = ("neutral",)
    advantage_low: Annotated[Die, Meta(description="advantage die at low levels")] = "1d4"
    advantage_middle: Annotated[Die, Meta(description="advantage die at middle levels")] = "1d6"
    advantage_high: Annotated[Die, Meta(description="advantage die at high levels")] = "1d8"
    middle_level: Annotated[Level, Meta(description="first middle level")] = 8
    high_level: Annotated[Level, Meta(description="first high level")] = 15
    advantage_most: Annotated[int, _number(1, 10, "most advantage dice in one roll")] = 3
    damage_dice: Annotated[
        tuple[Die, ...], Meta(min_length=9, max_length=9, description="damage dice of weapon levels 0 to 8")
    ] = DAMAGE_DICE
    naturals: Annotated[
        Literal["attacks", "all"],
        Meta(description="rolls that a natural 20 or 1 decides: attacks, or all (saves and skills too)"),
    ] = "attacks"
    least_damage: Annotated[int, _number(0, 10, "least damage of a hit")] = 1
    extra_damage: Annotated[
        Literal["every", "first"], Meta(description="hits of a Full Attack that deal Extra Damage")
    ] = "every"
    difficult_factor: Annotated[int, _number(1, 10, "squares of movement per difficult square")] = 2
    uneven_feet: Annotated[int, _number(0, 100, "feet that uneven ground subtracts from a move")] = 10
    sprint_factor: Annotated[int, _number(1, 10, "sprint distance in multiples of speed")] = 3
    withdraw_factor: Annotated[int, _number(1, 10, "withdrawal distance in multiples of speed")] = 2
    opportunities: Annotated[int, _number(0, 20, "Tactical Opportunities per combatant and round")] = 1
    opportunity: Annotated[
        Literal["square", "range"],
        Meta(description="what provokes one: leaving a threatened square, or the whole threat range"),
    ] = "square"
    charge_factor: Annotated[int, _number(1, 10, "charge distance in multiples of speed")] = 2
    charge_least: Annotated[int, _number(0, 100, "shortest charge in feet")] = 10
    charge_straight: Annotated[bool, Meta(description="whether a charge must be a straight line")] = True
    charge_advantage: Annotated[int, _number(0, 3, "advantages on the attack after a charge")] = 1
    technique_base: Annotated[int, _number(0, 40, "base DC of saves against techniques")] = 10
    bull_rush_feet: Annotated[int, _number(5, 100, "feet a bull rush pushes")] = 5
    blast_save: Annotated[Literal["dexterity", "constitution", "none"], Meta(description="save against a blast")] = (
        "dexterity"
    )
    blast_dc: Annotated[int, _number(0, 60, "DC of that save, if the grenade has none")] = 15
    blast_walls: Annotated[bool, Meta(description="whether walls and closed doors stop a blast")] = True
    dying_damage: Annotated[str, Meta(description="Constitution a dying character loses each round")] = "1d4"
    stabilize_dc: Annotated[int, _number(0, 60, "DC of the Treat Injury check to stabilize")] = 20
    stabilize_slip: Annotated[str, Meta(description="Constitution the patient loses on a natural 1")] = "1d4"
    passive_base: Annotated[int, _number(0, 20, "number used instead of a die for passive Perception")] = 10
    trap_notice: Annotated[int, _number(0, 20, "distance in squares at which a trap can be noticed in passing")] = 1
    search: Annotated[
        Literal["full-round", "standard", "simple", "free"], Meta(description="action to search for traps")
    ] = "full-round"
    search_range: Annotated[int, _number(0, LONGEST_SEARCH, "range of a search in feet")] = 30
    helpless_check: Annotated[bool, Meta(description="whether attacks on helpless targets need an accuracy check")] = (
        True
    )
    wall_sight: Annotated[
        Literal["barrier", "all"],
        Meta(description="penalty for full cover that gear for seeing through walls removes: the d10, or all"),
    ] = "barrier"
    speech_words: Annotated[int, _number(1, 1000, "words a character can say per round")] = 12


Cover = Literal["none", "partial", "heavy", "full"]
Haze = Literal["floodlight", "smoke", "fog"]
Mark = Annotated[str, Meta(min_length=1, max_length=1)]
Side = Annotated[int, Meta(ge=1, le=200)]


class Terrain(PlainValue, frozen=True, kw_only=True):
    """The meaning of a map mark: how the square is crossed, the cover it gives, and its height in squares."""

    mark: Mark
    """the letter or sign used on the map (FP-FLD-1)"""
    ground: Literal["open", "difficult", "uneven", "narrow", "wall"] = "open"
    """how it is crossed: difficult costs more, uneven shortens a move, narrow squeezes, a wall blocks (FP-MOV-4,
    FP-FLD-4)"""
    cover: Cover = "none"
    """cover for anyone on the square (FP-COV-1)"""
    height: Count = 0
    """height in squares of 5 feet (FP-FLD-1)"""
    weak: bool = False
    """whether it is a weak barrier, which shots can penetrate (FP-COV-2)"""


class Thing(PlainValue, frozen=True, kw_only=True):
    """An object. Its hardness works as HP; a blocking object stops steps and shots until it is open or broken."""

    name: str
    """the name in messages"""
    square: str = ""
    """its square, such as B4 (FP-FLD-1)"""
    hardness: Count = 10
    """damage it absorbs before it breaks, below zero (FP-OBJ-1)"""
    weight: Literal["light", "medium", "heavy"] = "medium"
    """weight class; anything but light moves at half speed (FP-MOV-11)"""
    blocks: bool = False
    """whether it blocks steps and shots until it is open or broken (FP-OBJ-1)"""
    opens: bool = False
    """whether it can be opened and closed, like a door (FP-MOV-12)"""
    open: bool = False
    """whether it is open at the start of the fight (FP-MOV-12)"""
    weak: bool = False
    """whether it is a weak barrier, which shots can penetrate (FP-COV-2)"""
    moves: bool = False
    """whether it moves, so that hitting it needs a check (FP-OBJ-1)"""
    ac: Natural = 10
    """armour class for attacks against it, if it moves (FP-OBJ-1)"""


class Trap(PlainValue, frozen=True, kw_only=True):
    """A trap: the DCs to find and disable it, and its effect on every combatant within `area` feet."""

    in_play: ClassVar[frozenset[str]] = frozenset({"wait", "found_by"})

    name: str
    """the name in messages"""
    square: str = ""
    """its square, such as C5 (FP-TRP-1)"""
    perception: Natural = 15
    """DC of the Perception check to find it (FP-TRP-1)"""
    disable: Natural = 15
    """DC of the Disable Device check to make it safe (FP-TRP-1)"""
    damage: str = "2d6"
    """damage dice in HP when it goes off (FP-TRP-1)"""
    area: Natural = 0
    """radius in feet of its effect; 0: only the combatant who triggers it (FP-TRP-1)"""
    laid_by: str = ""
    """the side that laid it and knows its location (FP-TRP-1)"""
    found: bool = False
    """whether it has been found: by every side, unless `found_by` lists some (FP-TRP-1)"""
    found_by: tuple[str, ...] = ()
    """the sides that found it (FP-TRP-1)"""
    armed: bool = True
    """whether it can go off (FP-TRP-1)"""
    wait: Natural = 0
    """the round after which another attempt to disable it is possible"""


class Zone(PlainValue, frozen=True, kw_only=True):
    """An area of haze or glare that obscures vision, for a number of rounds or until removed (0)."""

    kind: Haze = "smoke"
    """what obscures vision: glare, smoke or fog (FP-COV-3)"""
    square: str = ""
    """the square at its centre, such as D6"""
    area: Natural = 10
    """radius in feet (FP-COV-3)"""
    rounds: Natural = 0
    """rounds until it clears; 0: until it is removed (FP-COV-3)"""


class Charge(PlainValue, frozen=True, kw_only=True):
    """A thrown grenade that goes off at the start or end of a team's turn."""

    weapon: str
    """the id of the grenade"""
    team: str
    """the team whose turn sets it off"""
    by: str = ""
    """the id of the combatant who threw it"""
    target: str = ""
    """the id of the combatant it was thrown at"""
    square: str = ""
    """the square where it landed"""
    edge: Literal["start", "end"] = "end"
    """the point in that turn when it goes off: start or end"""


class Field(Board, frozen=True, kw_only=True):
    """The field: a map drawn with marks, or an open area of `columns` by `rows` squares."""

    in_play: ClassVar[frozenset[str]] = frozenset({"charges"})

    map: Text = ""
    """the map, one line for each row and one mark for each square of 5 feet: . open, # wall, ~ difficult, a comma
    uneven, / narrow, : and % cover, 1 to 9 height, others as terrain says; `map` changes it (FP-FLD-1)"""
    columns: Side = 20
    """squares from left to right, if there is no map (FP-FLD-1)"""
    rows: Side = 12
    """squares from top to bottom, if there is no map (FP-FLD-1)"""
    gravity: Literal["normal", "low", "zero"] = "normal"
    """gravity on the field; without gravity, combatants cannot drop prone (FP-MOV-8)"""
    terrain: Mapping[str, Terrain] = {}
    """further map marks and their meaning, by names you choose (FP-FLD-1)"""
    objects: Mapping[str, Thing] = {}
    """doors, crates and other objects on the field, by id (FP-OBJ-1)"""
    traps: Mapping[str, Trap] = {}
    """traps on the field, by id (FP-TRP-1)"""
    zones: Mapping[str, Zone] = {}
    """smoke, fog and glare present at the start of the fight, by id (FP-COV-3)"""
    charges: Mapping[str, Charge] = {}
    """thrown grenades that have not gone off yet"""


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


class Weapon(PlainValue, frozen=True, kw_only=True):
    """A weapon. Its level sets the damage die; distances are in feet. With ammo 0, its rounds are not counted."""

    name: str
    """the name in messages"""
    level: Annotated[int, Meta(ge=0, le=8)] = 0
    """level, which determines the damage die and whether the weapon is light, medium or heavy (FP-ATK-3)"""
    damage: Die | None = None
    """damage die, if it differs from the level's die (FP-ATK-3)"""
    bonus: Count = 0
    """bonus to damage (FP-ATK-3)"""
    accuracy: Count = 0
    """bonus to the accuracy check (FP-ATK-1)"""
    ranged: bool = False
    """whether it is a ranged weapon (FP-ATK-1)"""
    range: Natural = 0
    """range increment in feet; each increment beyond the first adds a disadvantage; 0: no limit (FP-ATK-4)"""
    reach: Natural = 0
    """melee reach in feet beyond the usual 5, which also extends the threat range (FP-FLD-3)"""
    critical: Annotated[int, Meta(ge=2, le=20)] = 20
    """lowest natural roll that is a critical hit (FP-CRT-1)"""
    multiplier: Annotated[int, Meta(ge=1, le=5)] = 2
    """multiplier of the damage dice on a critical hit (FP-CRT-1)"""
    ammo: Natural = 0
    """rounds when full, or number of grenades; 0: not counted (FP-MOV-7)"""
    reload: ActionType = "standard"
    """action that reloading takes (FP-MOV-7)"""
    versatile: bool = False
    """whether a weapon of level 3 to 5 can be used in the off hand (FP-OFF-2)"""
    ap: bool = False
    """whether it can shoot through full cover (FP-COV-2)"""
    natural: bool = False
    """whether it is part of the body, such as claws, and can be neither dropped nor put away (FP-MOV-6)"""
    grenade: bool = False
    """whether it is a grenade, which is thrown and goes off (FP-GRN-1)"""
    area: Natural = 10
    """blast radius of a grenade in feet (FP-GRN-3)"""
    dc: Natural | None = None
    """save DC against a grenade; by default the option blast_dc (FP-GRN-3)"""
    haze: Haze | None = None
    """haze that a grenade creates instead of damage (FP-COV-3)"""
    haze_rounds: Natural = 3
    """rounds that its haze lasts (FP-COV-3)"""


class TurnState(PlainValue, frozen=True, kw_only=True):
    """A character's actions in this round's turn."""

    standard: bool = False
    """whether the Standard action is used"""
    simple: bool = False
    """whether the Simple action is used"""
    free: Few = 0
    """Free actions used"""
    full_round: bool = False
    """whether a Full Round action is used"""
    ended: bool = False
    """whether the turn has ended"""
    instant: bool = False
    """whether the character can act immediately, out of turn"""
    yields_to: str = ""
    """the id of the combatant who acts first"""
    attacked: tuple[str, ...] = ()
    """the ids of the targets attacked"""
    attacked_with: tuple[str, ...] = ()
    """the ids of the weapons used to attack"""
    full_attack: bool = False
    """whether the character made a Full Attack"""
    opportunities: Few = 0
    """Tactical Opportunities taken this round"""
    words: Natural = 0
    """words spoken this round"""
    gesture: bool = False
    """whether the gesture of this round is used"""
    outcome: Literal["", "done", "failed"] = ""
    """the result of the last action"""
    deeds: Mapping[str, Literal["done", "failed"]] = {}
    """the result of each action, by verb"""


class Character(Combatant, frozen=True, kw_only=True):
    """A character or a beast. Its team is its side, unless it names another."""

    in_play: ClassVar[frozenset[str]] = frozenset({"initiative", "ready", "turn"})

    hp: Count
    """hit points at the start of the fight (FP-DIE-1)"""
    max_hp: Natural = 0
    """maximum hit points; 0: the same as at the start (FP-DIE-1)"""
    level: Level = 1
    """character level, which determines the advantage die (FP-ADV-2)"""
    ac: Annotated[int, Meta(ge=0, le=60)] = 10
    """armour class, the number that attacks must reach (FP-ATK-1)"""
    strength: Score = 10
    """Strength score; its modifier applies to melee attacks, damage and techniques (FP-ATK-1, FP-ATK-3)"""
    dexterity: Score = 10
    """Dexterity score; its modifier applies to ranged attacks, initiative and saves (FP-ATK-1, FP-INI-2)"""
    constitution: Score = 10
    """Constitution score, which a dying character loses (FP-DIE-1)"""
    intelligence: Score = 10
    """Intelligence score; its modifier applies to knowledge (FP-SKL-1)"""
    wisdom: Score = 10
    """Wisdom score; its modifier applies to initiative, Perception and Treat Injury (FP-INI-2, FP-SKL-1)"""
    charisma: Score = 10
    """Charisma score; its modifier applies to diplomacy and intimidation (FP-SKL-1)"""
    constitution_lost: Score = 0
    """points of Constitution already lost (FP-DIE-1)"""
    team: str = ""
    """the team it takes turns with; by default its side (FP-INI-1)"""
    initiative_misc: Annotated[int, Meta(ge=-50, le=50)] = 0
    """other modifiers to its initiative score (FP-INI-2)"""
    advantage_die: Die | None = None
    """advantage die, if it differs from the level's die (FP-ADV-2)"""
    speed: Annotated[int, Meta(ge=0, le=600)] = 30
    """feet of a Standard move (FP-MOV-1)"""
    size: Annotated[int, Meta(ge=1, le=10)] = 1
    """squares occupied in each direction (FP-FLD-1)"""
    flies: bool = False
    """whether it flies, so that ground does not hinder it (FP-MOV-4)"""
    square: str = ""
    """starting square, such as B2; for a large character, its upper left square (FP-FLD-1)"""
    height: Count = 0
    """height in squares of 5 feet; 0: ground level (FP-FLD-1)"""
    cover: Cover = "none"
    """starting cover, if it differs from the ground's cover (FP-COV-1)"""
    sees_through: tuple[Haze, ...] = ()
    """the kinds of haze and glare that do not hinder it (FP-COV-3)"""
    sees_walls: bool = False
    """whether its gear sees through walls (FP-COV-2, FP-COV-3)"""
    skills: Mapping[str, Annotated[int, Meta(ge=0, le=50)]] = {}
    """skill ranks by name, added to checks (FP-SKL-1)"""
    feats: tuple[str, ...] = ()
    """feats with an effect in the rules (FP-OFF-3, FP-OFF-4)"""
    proficiencies: Mapping[str, Few] = {}
    """weapons it is proficient with, by id, each with the number of advantages (FP-OFF-1)"""
    techniques: Mapping[str, Few] = {}
    """levels of Combat Techniques by name, added to the save DC (FP-TEC-1)"""
    technique_actions: Mapping[str, ActionType] = {}
    """action type of a technique, if it is not a Full Round (FP-TEC-1)"""
    extra_attacks: Few = 0
    """Extra Attacks of a Full Attack (FP-FUL-1)"""
    extra_damage: Few = 0
    """Extra Damage of a Full Attack: how many times the damage die is rolled again (FP-XTR-1)"""
    items: tuple[str, ...] = ()
    """carried items, such as a field medical kit (FP-STB-1)"""
    weapons: tuple[str, ...] = ()
    """the ids of the weapons it carries; the first that is not a grenade starts in its hand (FP-ATK-2)"""
    held: str = ""
    """the id of the weapon in its hand; by default the first it carries (FP-ATK-2)"""
    off_hand: str = ""
    """the id of the weapon in its other hand (FP-OFF-1)"""
    ammo: Mapping[str, Natural] = {}
    """rounds left by weapon, if it does not start full (FP-MOV-7)"""
    ready: str = ""
    """the trigger it waits for, in words"""
    turn: TurnState = TurnState()
    """its actions in this round's turn"""


class FuturePathFight(Fight, frozen=True, kw_only=True):
    """A fight under the rules of FuturePath."""

    options: FuturePathOptions = FuturePathOptions()
    board: Field = Field()
    combatants: Mapping[str, Character] = {}
    weapons: Mapping[str, Weapon] = {}


UNARMED_ID = "unarmed"
UNARMED = Weapon(name="bare hands", natural=True)


def modifier(score: int) -> int:
    """Return the modifier of an ability score: half the score minus 5, rounded down."""
    return score // 2 - 5


def constitution_left(combatant: Character) -> int:
    """Return a character's current Constitution score, after losses."""
    return max(0, combatant.constitution - combatant.constitution_lost)


def ability_modifier(combatant: Character, ability: Ability) -> int:
    """Return a character's current modifier for an ability."""
    score = constitution_left(combatant) if ability == "constitution" else getattr(combatant, ability)
    return modifier(score)


def team_of(combatant: Character) -> str:
    """Return a character's team: its side, unless it names another (FP-INI-1)."""
    return combatant.team or combatant.side


def teams(fight: FuturePathFight) -> tuple[str, ...]:
    """Return all teams that have members, in file order."""
    return tuple(dict.fromkeys(team_of(one) for one in fight.combatants.values()))


def members(fight: FuturePathFight, team: str) -> tuple[str, ...]:
    """Return the members of a team; an unknown team has none (FP-INI-1)."""
    return tuple(who for who, one in fight.combatants.items() if team_of(one) == team)


def enemies(fight: FuturePathFight, combatant: Character, other: Character) -> bool:
    """Return whether two characters are enemies: on different sides, neither of them neutral (FP-FLD-2)."""
    return combatant.side != other.side and not {combatant.side, other.side} & set(fight.options.neutral)


def knows_of(side: str, trap: Trap) -> bool:
    """Return whether a side laid a trap or has found it (FP-TRP-1)."""
    laid_it = bool(side) and side == trap.laid_by
    return laid_it or (trap.found and (not trap.found_by or side in trap.found_by))


def score_of(combatant: Character) -> int:
    """Return a member's initiative score: Dexterity and Wisdom modifiers plus misc (FP-INI-2)."""
    return ability_modifier(combatant, "dexterity") + ability_modifier(combatant, "wisdom") + combatant.initiative_misc

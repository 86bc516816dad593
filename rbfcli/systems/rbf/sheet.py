"""RBF's data: fighters, weapons, spells, items, and house options."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta

from rbfcli.model.fight import Board, Combatant, Count, Fight, Name, Natural, Options, PlainValue, Text

ByOneTn = Annotated[int, Meta(ge=0, le=10_000)]
ByTn = tuple[ByOneTn, ByOneTn, ByOneTn, ByOneTn]


def _number(description: str, low: int = 0, high: int = 1000) -> Meta:
    return Meta(ge=low, le=high, description=description)


def _dice(description: str) -> Meta:
    return Meta(min_length=1, max_length=100, description=description)


def _choice(description: str) -> Meta:
    return Meta(description=description)


DICE = (
    "push_damage",
    "bleeding_damage",
    "fall_damage",
    "prone_damage",
    "club_damage",
    "dying_rounds",
    "treat_heals",
)


class RbfOptions(Options, frozen=True, kw_only=True):
    """The numbers that RBF leaves open, and the choices between readings of a rule."""

    round_seconds: Annotated[int, _number("seconds in a round", 1)] = 6
    untrained: Annotated[int, _number("value of an untrained basic or defense skill", -20, 20)] = -2
    critical_margin: Annotated[int, _number("margin for a critical success", 1, 20)] = 6
    failure_margin: Annotated[int, _number("points below the TN for a failure", 1, 20)] = 6
    critical_range: Annotated[
        Literal["attacks", "all"],
        _choice("rolls that a wider critical range applies to: attacks (with spells at enemies), or all rolls"),
    ] = "attacks"
    critical: Annotated[
        Literal["ask", "double"],
        _choice("effect of a critical success if the command does not name one: ask, or double damage"),
    ] = "ask"
    complication: Annotated[
        Literal["usual", "ask"],
        _choice("complication of a failed attack if the command does not name one: ask, or the usual one"),
    ] = "usual"
    free_acts_end_aim: Annotated[
        bool, _choice("whether free actions, such as dropping prone or raging, also end an aim")
    ] = True
    halves: Annotated[Literal["down", "up"], _choice("how to round halved damage and speed")] = "down"

    climb_cost: Annotated[int, _number("metres of movement per metre climbed or descended; 0: free")] = 1
    melee_reach: Annotated[int, _number("reach of melee and brawl attacks in metres")] = 2
    adjacent: Annotated[int, _number("greatest distance in metres between targets of one sweep, thrust or burst")] = 3
    blast_struggle: Annotated[Literal["none", "half", "full"], _choice("damage of a blast on a struggle")] = "half"
    blast_tn: Annotated[int, _number("TN to defend against a blast from your own side")] = 12
    spell_struggle: Annotated[Literal["none", "half"], _choice("damage of a player's spell on a struggle")] = "none"
    thrown_back: Annotated[int, _number("metres a critical success throws the target back")] = 4
    push_experience: Annotated[int, _number("experience to push a struggle")] = 1
    push_damage: Annotated[str, _dice("HP lost by pushing without experience")] = "1d6"

    condition_rounds: Annotated[int, _number("duration of conditions placed in combat, in rounds", 1)] = 1
    hold_rounds: Annotated[int, _number("duration of a grapple or pin in rounds; 0: until the target breaks free")] = 0
    bleeding_rounds: Annotated[int, _number("duration of bleeding in rounds; 0: until treated")] = 0
    bleeding_damage: Annotated[str, _dice("bleeding damage at the start of each turn")] = "1d6"
    blind_disadvantage: Annotated[int, _number("disadvantage on attacks while blinded", 0, 20)] = 1
    shove_points: Annotated[int, _number("margin per metre of a shove", 1)] = 2
    shove_by_shot: Annotated[int, _number("metres a shot shoves its target")] = 1
    sunder_points: Annotated[int, _number("margin for each extra point that sunder takes off the TN", 1)] = 3
    fall_metres: Annotated[int, _number("metres of a fall per falling die", 1)] = 3
    fall_damage: Annotated[str, _dice("one falling die")] = "1d6"
    throw_damage: Annotated[
        Literal["thrown", "fallen"],
        _choice("distance that sets a throw's falling damage: metres thrown, or only metres fallen"),
    ] = "thrown"
    disarmed_divisor: Annotated[int, _number("divisor for the damage of a disarmed enemy", 1)] = 2

    enemy_cover: Annotated[bool, _choice("whether cover raises an enemy's TN against shots")] = True
    hide_cover: Annotated[int, _number("lowest cover bonus you can hide in", 0, 3)] = 2
    stealth_bonus: Annotated[int, _number("bonus to hit and damage from stealth", 0, 100)] = 1
    position_bonus: Annotated[int, _number("bonus to hit and damage from a prepared position", 0, 100)] = 1
    prone_damage: Annotated[str, _dice("damage from dropping prone as a free action")] = "1d4"
    club_damage: Annotated[str, _dice("damage of a two-handed ranged weapon used as a club")] = "1d6"

    sniper_advantage: Annotated[int, _number("advantage of a Sniper's shot from stealth", 0, 20)] = 1
    sniper_damage: Annotated[int, _number("extra damage of a Sniper's shot from stealth")] = 6
    rage_advantage: Annotated[int, _number("advantage on attacks and disadvantage on defense in a rage", 0, 20)] = 1
    brute_damage: Annotated[int, _number("extra damage of a Brute's melee and brawl attacks")] = 2
    speedy: Annotated[int, _number("bonus of Speedy to initiative and to speed in metres")] = 3
    counterspell_skill: Annotated[str, _choice("skill for counterspells")] = "metaphysics"
    arcane_skills: Annotated[tuple[str, ...], _choice("arcane focus skills")] = (
        "metaphysics",
        "telekinetics",
        "elementalism",
    )

    object_tn: Annotated[int, _number("TN of an object without one")] = 8
    object_hp: Annotated[int, _number("HP of an object without any", 1)] = 10
    player_hp: Annotated[int, _number("HP of a player without any", 1)] = 15
    typical_tn: Annotated[ByTn, _choice("target numbers for the next three options")] = (10, 12, 14, 16)
    typical_hp: Annotated[ByTn, _choice("HP of an enemy without any, by TN")] = (10, 20, 60, 140)
    typical_damage: Annotated[ByTn, _choice("normal damage of an enemy without any, by TN")] = (6, 12, 18, 24)
    typical_damage_max: Annotated[ByTn, _choice("maximum damage of an enemy without any, by TN")] = (10, 20, 30, 40)

    mortal_wounds: Annotated[bool, _choice("whether players at 0 HP are dying instead of out")] = True
    dying_rounds: Annotated[str, _dice("rounds until a dying player dies")] = "1d4+1"
    stabilize_tn: Annotated[int, _number("TN of the Medicine check to stabilize")] = 8
    stabilize_step: Annotated[int, _number("added to that TN for each adverse circumstance")] = 2
    treat_tn: Annotated[int, _number("TN to treat wounds with a medical kit")] = 8
    treat_heals: Annotated[str, _dice("HP restored by treating wounds")] = "1d6"
    repair_tn: Annotated[int, _number("TN to repair armour with a repair kit")] = 10


Trait = Literal["axe", "blade", "blast", "blunt", "bow", "large", "long", "projectile", "silenced", "thrust"]
Amount = Annotated[int, Meta(ge=0, le=10_000)] | Annotated[str, Meta(min_length=1, max_length=100)]


class Weapon(PlainValue, frozen=True, kw_only=True):
    """A weapon: its combat skill, its damage and kind, and its abilities. With ammo 0, its rounds are not counted."""

    name: str
    """the name in messages"""
    skill: Literal["melee", "shoot", "brawl", "heavy"]
    """its combat skill (RBF-ATK-1)"""
    damage: Amount = 0
    """damage of a hit in HP, before the skill is added: a number or dice such as 1d6+1 (RBF-ATK-3)"""
    kind: str = ""
    """its kind of damage, such as fire, for immunities (RBF-IMM-1)"""
    hands: Annotated[int, Meta(ge=1, le=2)] = 1
    """how many hands it takes (RBF-DUAL-1, RBF-RNG-1)"""
    range: Natural = 0
    """its range in metres; 0: unlimited for shots, the usual reach in melee (RBF-ACT-2)"""
    radius: Natural = 0
    """radius of its blast around the target, in metres; 0: no area (RBF-ATK-7)"""
    ammo: Natural = 0
    """rounds when full; 0: not counted (RBF-ACT-3)"""
    autofire: bool = False
    """whether it can fire bursts (RBF-ACT-7)"""
    traits: tuple[Trait, ...] = ()
    """its traits, which decide the techniques it can be used for (RBF-TEC-4)"""


class Spell(PlainValue, frozen=True, kw_only=True):
    """A spell: its arcane focus skill, damage and kind, range, and condition."""

    name: str
    """the name in messages"""
    skill: str = ""
    """its arcane focus skill; empty: the caster's best (RBF-ACT-6)"""
    damage: Amount = 0
    """damage in HP, a number or dice; 0: none, or for an enemy the damage on its sheet (RBF-ACT-6)"""
    kind: str = ""
    """its kind of damage, such as cold, for immunities (RBF-IMM-1)"""
    range: Natural = 0
    """its range in metres; 0: line of sight (RBF-ACT-6)"""
    condition: str = ""
    """the condition it places on targets it hits; empty: none (RBF-ACT-6)"""

    @property
    def does_damage(self) -> bool:
        """Return whether it has damage of its own."""
        return self.damage not in (0, "0")

    @property
    def needs_target(self) -> bool:
        """Return whether it does nothing without a target: it does damage or gives a condition."""
        return self.does_damage or bool(self.condition)


class Item(PlainValue, frozen=True, kw_only=True):
    """An item: the test to use it, the HP it restores, the conditions it ends, and whether it is used up."""

    name: str
    """the name in messages"""
    skill: str = ""
    """the skill to roll when using it; empty: no roll (RBF-ACT-2)"""
    tn: Natural = 0
    """the target number of that roll (RBF-ACT-2)"""
    heals: Amount = 0
    """HP it restores, a number or dice (RBF-ACT-2)"""
    cures: tuple[str, ...] = ()
    """the conditions it ends (RBF-ACT-2)"""
    repairs: bool = False
    """whether it repairs broken armour (RBF-DEF-6)"""
    used_up: bool = False
    """whether using it uses it up (RBF-ACT-2)"""


UNARMED_ID = "unarmed"
UNARMED = Weapon(name="bare hands", skill="brawl", damage=2, traits=("blunt",))
_LISTED = (
    Weapon(name="knife", skill="melee", damage=4, traits=("blade",)),
    Weapon(name="club", skill="melee", damage="1d6", traits=("blunt",)),
    Weapon(name="sword", skill="melee", damage=8, traits=("blade",)),
    Weapon(name="rapier", skill="melee", damage=8, traits=("long", "thrust")),
    Weapon(name="spear", skill="melee", damage=8, hands=2, traits=("long", "thrust")),
    Weapon(name="axe", skill="melee", damage=12, hands=2, traits=("axe", "blade")),
    Weapon(name="claymore", skill="melee", damage=12, hands=2, traits=("blade", "long")),
    Weapon(name="bardiche", skill="melee", damage=12, hands=2, traits=("axe", "blade", "long")),
    Weapon(name="labrys", skill="melee", damage=12, hands=2, traits=("axe", "blade", "long")),
    Weapon(name="wakizashi", skill="melee", damage=8, traits=("blade", "long")),
    Weapon(name="javelin", skill="melee", damage=8, traits=("long", "thrust")),
    Weapon(name="trident", skill="melee", damage=8, hands=2, traits=("long", "thrust")),
    Weapon(name="foil", skill="melee", damage=8, traits=("thrust",)),
    Weapon(name="mace", skill="melee", damage=8, traits=("blunt",)),
    Weapon(name="maul", skill="melee", damage=8, hands=2, traits=("blunt",)),
    Weapon(name="pistol", skill="shoot", damage=6, range=30, ammo=6, traits=("projectile",)),
    Weapon(name="second pistol", skill="shoot", damage=6, range=30, ammo=6, traits=("projectile",)),
    Weapon(name="machine pistol", skill="shoot", damage=7, range=30, ammo=12, autofire=True, traits=("projectile",)),
    Weapon(name="bow", skill="shoot", damage=8, hands=2, range=60, traits=("bow", "projectile", "silenced")),
    Weapon(
        name="crossbow", skill="shoot", damage=8, hands=2, range=60, ammo=1, traits=("large", "projectile", "silenced")
    ),
    Weapon(name="hunting rifle", skill="shoot", damage=10, hands=2, range=200, ammo=4, traits=("projectile",)),
    Weapon(
        name="auto-rifle", skill="shoot", damage=12, hands=2, range=100, ammo=20, autofire=True, traits=("projectile",)
    ),
    Weapon(name="grenade", skill="heavy", damage=15, range=30, radius=2, ammo=1, traits=("blast",)),
    Weapon(name="rocket launcher", skill="heavy", damage=30, hands=2, range=200, radius=4, ammo=1, traits=("blast",)),
)
WEAPONS = {UNARMED_ID: UNARMED, **{weapon.name.replace(" ", "-"): weapon for weapon in _LISTED}}


Cover = Literal["none", "light", "medium", "heavy", "full"]

COVER_BONUS = {"none": 0, "light": 1, "medium": 2, "heavy": 3, "full": 3}
COMBAT_SKILLS = ("melee", "shoot", "brawl", "heavy")
RANGED = ("shoot", "heavy")
BOSS_ACTIONS = 3

# Talents with rules effects (RBF-TAL-1); any other name is only a note.
Talent = Literal[
    "Expert Fighter",
    "Expert Duelist",
    "Expert Telekinetic",
    "Hammer Expert",
    "Axe Expert",
    "Counterspell",
    "Stalker",
    "Sniper",
    "Berserker",
    "Brute",
    "Speedy",
]
TALENTS: tuple[Talent, ...] = get_args(Talent)
DEFENSE_SKILLS = ("dodge", "resilience", "meditation")
RAGE = "rage"
MEDICAL_KIT, REPAIR_KIT = "medical kit", "repair kit"
BONUS_ACTIONS: dict[str, Talent] = {"hide": "Stalker", "cast": "Expert Telekinetic"}
REACTIONS: dict[str, Talent] = {"riposte": "Expert Duelist", "counterspell": "Counterspell"}


class Fighter(Combatant, frozen=True, kw_only=True):
    """A player with skills, or an enemy with a target number `tn` and damage of its own.

    `tn` is the TN of defenses against an enemy and of attacks on it; a sheet can state each separately. An `object`
    such as a fuel tank or a door has a TN and HP, and does nothing.
    """

    in_play: ClassVar[frozenset[str]] = frozenset(
        {
            "actions_left",
            "bonus_left",
            "reactions_left",
            "aim",
            "overwatch",
            "overwatch_with",
            "overwatch_asks",
            "seen_by",
            "intent",
        }
    )

    hp: Count = 0
    """hit points at the start of the fight; 0 without max_hp: typical for its kind (RBF-HP-1, RBF-DEF-7)"""
    max_hp: Natural = 0
    """hit points when unhurt; 0: the same as at the start (RBF-HP-1)"""
    tn: Natural | None = None
    """an enemy's target number, for attacks on it and defenses against it; players have none (RBF-DEF-1)"""
    attack_tn: Natural | None = None
    """TN of defenses against this enemy, if it differs from its tn (RBF-DEF-1)"""
    defense_tn: Natural | None = None
    """TN of attacks on this enemy, if it differs from its tn (RBF-ATK-1)"""
    damage: Amount | None = None
    """an enemy's damage in HP, a number or dice; without it and without a weapon, typical for its TN (RBF-DEF-7)"""
    damage_max: Natural | None = None
    """the maximum damage of an enemy's attack, for a failed defense; by default the most its dice can show
    (RBF-DEF-5)"""
    skills: Mapping[str, Annotated[int, Meta(ge=-6, le=20)]] = {}
    """a player's skills by name, added to its rolls; an enemy with an arcane skill casts spells (RBF-TST-1)"""
    talents: tuple[str, ...] = ()
    """talents by name; unknown talents are notes without effect (RBF-TAL-1)"""
    critical_range: Natural = 0
    """points by which its attacks need less margin for a critical success (RBF-TST-4)"""
    graze: Natural = 0
    """damage in HP of struggles that would otherwise deal none (RBF-ATK-6)"""
    experience: Natural = 0
    """experience to spend on pushing struggles (RBF-ATK-9)"""
    items: tuple[str, ...] = ()
    """the items it carries; repeat an item to carry several (RBF-ACT-2)"""
    weapons: tuple[str, ...] = ()
    """the ids of the weapons it carries; the first is in hand"""
    held: str = ""
    """the id of the weapon in hand; by default the first it carries"""
    off_hand: str = ""
    """the id of the weapon in its other hand (RBF-DUAL-1)"""
    ammo: Mapping[str, Natural] = {}
    """remaining rounds by weapon, for weapons that are not full at the start (RBF-ACT-3)"""
    armour: Natural = 0
    """damage reduction of a player's armour (RBF-DEF-3)"""
    armour_broken: bool = False
    """whether its armour is broken and gives no damage reduction (RBF-DEF-6)"""
    immune: tuple[Name, ...] = ()
    """the kinds of damage it is immune to (RBF-IMM-1)"""
    machine: bool = False
    """whether it is a machine, which leaks instead of bleeding (RBF-TEC-LACERATE)"""
    object: bool = False
    """whether it is an object such as a fuel tank: it has HP and a TN, and does nothing (RBF-ATK-1)"""
    speed: Natural = 10
    """metres per move (RBF-ACT-2)"""
    actions: Natural = 2
    """actions per turn; an enemy with three or more is a boss (RBF-ACT-1)"""
    actions_left: Natural = 0
    """actions left this turn"""
    counts: tuple[Count, ...] = ()
    """the initiative counts between which a boss splits its actions, highest first (RBF-INI-5)"""
    bonus_left: Natural = 0
    """bonus actions left this turn"""
    reactions: Natural = 1
    """reactions per round, if a feature grants any (RBF-REA-1)"""
    reactions_left: Natural = 0
    """reactions left this round"""
    aim: Natural = 0
    """bonus from aiming to the next attack"""
    overwatch: str = ""
    """the technique its overwatch uses"""
    overwatch_with: str = ""
    """the id of the weapon its overwatch uses; empty: the best in hand"""
    overwatch_asks: bool = False
    """whether its overwatch asks before it fires"""
    seen_by: tuple[str, ...] = ()
    """the ids of the combatants who see it while it is hidden"""
    intent: Text = ""
    """its declared intent for this turn of a crisis"""
    place: str = ""
    """the id of the place where it starts, which sets its cover and metre (RBF-COV-1)"""
    at: Count | None = None
    """metre along the ground where it starts, if not at a place"""
    height: Count = 0
    """metres above the ground, if not at a place"""
    cover: Cover = "none"
    """its cover at the start; none: the cover of its place (RBF-COV-1)"""

    @property
    def is_enemy(self) -> bool:
        """Return whether players roll against it: it has a target number instead of skills."""
        return self.tn is not None

    @property
    def is_boss(self) -> bool:
        """Return whether it is an enemy with three or more actions (RBF-INI-5)."""
        return self.is_enemy and self.actions >= BOSS_ACTIONS

    @property
    def tn_of_attack(self) -> int:
        """Return the TN of defenses against this enemy (RBF-DEF-1)."""
        return (self.tn or 0) if self.attack_tn is None else self.attack_tn

    @property
    def tn_of_defense(self) -> int:
        """Return the TN of attacks on this enemy (RBF-ATK-1)."""
        return (self.tn or 0) if self.defense_tn is None else self.defense_tn

    def has(self, talent: Talent) -> bool:
        """Return whether it has a talent, ignoring case."""
        talents = self.talents
        return bool(talents) and (talent in talents or talent.casefold() in map(str.casefold, talents))


class Place(PlainValue, frozen=True, kw_only=True):
    """A named place: its metre along the ground, height, cover, and preparations."""

    name: str = ""
    """the name in messages; by default its id"""
    at: Count | None = None
    """its metre along the ground, from which distances are measured"""
    height: Count = 0
    """its height in metres"""
    cover: Cover = "none"
    """the cover it gives (RBF-COV-1)"""
    low: bool = False
    """whether its barrier is thick and low: heavy cover for the prone (RBF-PRN-5)"""
    prepared: bool = False
    """whether it is a prepared position: a bonus to hit and damage for all shots from it (RBF-FIRE-1)"""
    disguised: bool = False
    """whether combatants who start the fight there are hidden (RBF-FIRE-1)"""


class Struggle(PlainValue, frozen=True, kw_only=True):
    """A player's attack that just struggled: the effect of a hit if it is pushed, and the damage already dealt."""

    who: str
    """the id of the attacker"""
    targets: tuple[str, ...]
    """the ids of the targets"""
    weapon: str
    """the id of the weapon; empty for a spell"""
    spell: Spell | None = None
    """the spell, if it was one"""
    dealt: Natural = 0
    """the damage already dealt"""
    bonus: tuple[tuple[Count, str, str], ...] = ()
    """damage bonuses of a hit: number, reason and rule"""
    drop: Natural = 0
    """the damage of a leap's drop, which the attacker took"""
    technique: str = ""
    """the technique of the attack"""
    to: str = ""
    """the destination of a strafe or throw"""
    metres: Natural = 0
    """metres of a throw"""
    club: bool = False
    """whether the weapon was used as a club"""
    nonlethal: bool = False
    """whether the attack was nonlethal"""


class Ground(Board, frozen=True, kw_only=True):
    """The location of a fight: named places, combat or crisis, and the struggle that can be pushed."""

    in_play: ClassVar[frozenset[str]] = frozenset({"struggle"})

    mode: Literal["combat", "crisis"] = "combat"
    """combat, or a crisis in which players act in order and roll only when the GM asks for a check (RBF-MODE-1)"""
    places: Mapping[str, Place] = {}
    """named places along the ground, by id"""
    struggle: Struggle | None = None
    """the attack that just struggled and can be pushed"""


class RbfFight(Fight, frozen=True, kw_only=True):
    """An RBF fight."""

    options: RbfOptions = RbfOptions()
    board: Ground = Ground()
    combatants: Mapping[str, Fighter] = {}
    weapons: Mapping[str, Weapon] = {}
    spells: Mapping[str, Spell] = {}
    """the spells that sheets and `cast` name, by id (RBF-ACT-6)"""
    items: Mapping[str, Item] = {}
    """items and their effects, by the names that sheets use (RBF-ACT-2)"""

    def weapon_named(self, weapon_id: str) -> Weapon | None:
        """Return the weapon with this id, preferring the encounter's own."""
        return self.weapons.get(weapon_id) or WEAPONS.get(weapon_id)


def is_weaponless(fighter: Fighter, weapon_id: str) -> bool:
    """Return whether an enemy that carries weapons, or was disarmed, attacks bare-handed (RBF-TEC-DISARM)."""
    armed = bool(fighter.weapons) or "disarmed" in fighter.conditions
    return armed and weapon_id == UNARMED_ID


def grants_bonus_action(fighter: Fighter) -> bool:
    """Return whether a talent of the fighter grants a bonus action (RBF-BON-1)."""
    return bool(fighter.talents) and any(fighter.has(talent) for talent in BONUS_ACTIONS.values())

"""What RBF writes down: fighters, the ground they fight on, the fight; talents; beside it `gear`."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rbfcli.kernel.fight import Board, Combatant, Count, Fight, Natural, Plain, Text
from rbfcli.systems.rbf.options import RbfOptions
from rbfcli.systems.rbf.sheet.gear import UNARMED, UNARMED_ID, WEAPONS, Amount, Item, Spell, Weapon

__all__ = ("UNARMED", "UNARMED_ID", "WEAPONS", "Item", "Spell", "Weapon")  # besides all that is defined here

Cover = Literal["none", "light", "medium", "heavy", "full"]

COVER_BONUS = {"none": 0, "light": 1, "medium": 2, "heavy": 3, "full": 3}
COMBAT_SKILLS = ("melee", "shoot", "brawl", "heavy")
RANGED = ("shoot", "heavy")
BOSS_ACTIONS = 3

# The talents whose effect the engine knows (RBF-TAL-1); any other name is a note on the sheet.
EXPERT_FIGHTER = "Expert Fighter"
EXPERT_DUELIST = "Expert Duelist"
EXPERT_TELEKINETIC = "Expert Telekinetic"
HAMMER_EXPERT = "Hammer Expert"
AXE_EXPERT = "Axe Expert"
COUNTERSPELL = "Counterspell"
STALKER = "Stalker"
SNIPER = "Sniper"
BERSERKER = "Berserker"
BRUTE = "Brute"
SPEEDY = "Speedy"

RAGE = "rage"
MEDICAL_KIT, REPAIR_KIT = "medical kit", "repair kit"
BONUS_ACTIONS = {"hide": STALKER, "cast": EXPERT_TELEKINETIC}
REACTIONS = {"riposte": EXPERT_DUELIST, "counterspell": COUNTERSPELL}


class Fighter(Combatant, frozen=True, kw_only=True):
    """A player with skills, or an enemy with a target number `tn` and damage of its own.

    `tn` is what an enemy's attacks demand and what attacks on it have to reach; a sheet may say either apart. An
    `object` has a TN and HP, and does nothing: a fuel tank, a door.
    """

    in_play: ClassVar[frozenset[str]] = frozenset(
        {"actions_left", "bonus_left", "reactions_left", "aim", "overwatch", "overwatch_asks", "seen_by", "intent"}
    )

    hp: Count = 0
    """hit points as the fight begins; 0 without max_hp: what is typical of its kind (RBF-HP-1, RBF-DEF-7)"""
    max_hp: Natural = 0
    """hit points when unhurt; 0: as many as it begins with (RBF-HP-1)"""
    tn: Natural | None = None
    """target number of an enemy: what attacks on it and defenses against it have to reach; players have none
    (RBF-DEF-1)"""
    attack_tn: Natural | None = None
    """what a defense against this enemy has to reach, where it is not its tn (RBF-DEF-1)"""
    defense_tn: Natural | None = None
    """what an attack on this enemy has to reach, where it is not its tn (RBF-ATK-1)"""
    damage: Amount | None = None
    """an enemy's damage in HP, a number or dice; without it and without a weapon, what its TN says (RBF-DEF-7)"""
    damage_max: Natural | None = None
    """the most an enemy's attack does, which a failed defense takes; by default the most of its dice (RBF-DEF-5)"""
    skills: Mapping[str, Annotated[int, Meta(ge=-6, le=20)]] = {}
    """a player's skills by name, added to the rolls made with them; an enemy with an arcane one casts (RBF-TST-1)"""
    talents: tuple[str, ...] = ()
    """talents by name; what the rules know has its effect, any other is a note (RBF-TAL-1)"""
    critical_range: Natural = 0
    """points by which the margin of a critical success shrinks for its attacks (RBF-TST-4)"""
    graze: Natural = 0
    """damage in HP of its struggles that would do none (RBF-ATK-6)"""
    experience: Natural = 0
    """experience to spend on pushing through a struggle (RBF-ATK-9)"""
    items: tuple[str, ...] = ()
    """the items it carries, each as often as it has it (RBF-ACT-2)"""
    weapons: tuple[str, ...] = ()
    """the ids of the weapons it carries; the first is in its hand"""
    held: str = ""
    """the id of the weapon in its hand; by default the first it carries"""
    off_hand: str = ""
    """the id of the weapon in its other hand (RBF-DUAL-1)"""
    ammo: Mapping[str, Natural] = {}
    """rounds left by weapon, where it does not begin with full ones (RBF-ACT-3)"""
    armour: Natural = 0
    """damage reduction of a player's armour (RBF-DEF-3)"""
    armour_broken: bool = False
    """whether its armour is broken and takes nothing off (RBF-DEF-6)"""
    immune: tuple[str, ...] = ()
    """the kinds of damage that do nothing to it (RBF-IMM-1)"""
    machine: bool = False
    """whether it is a machine, which leaks instead of bleeding (RBF-TEC-LACERATE)"""
    object: bool = False
    """whether it is a thing such as a fuel tank: it has HP and a TN, and does nothing (RBF-ATK-1)"""
    speed: Natural = 10
    """metres of a move (RBF-ACT-2)"""
    actions: Natural = 2
    """actions a turn; an enemy with three or more is a boss (RBF-ACT-1)"""
    actions_left: Natural = 0
    """actions left in this turn"""
    counts: tuple[Count, ...] = ()
    """the counts between which a boss splits its actions, highest first (RBF-INI-5)"""
    bonus_left: Natural = 0
    """bonus actions left in this turn"""
    reactions: Natural = 1
    """reactions a round, where a feature grants any (RBF-REA-1)"""
    reactions_left: Natural = 0
    """reactions left in this round"""
    aim: Natural = 0
    """bonus that aiming has added up for the next attack"""
    overwatch: str = ""
    """the technique that its overwatch waits to use"""
    overwatch_asks: bool = False
    """whether its overwatch asks before it fires"""
    seen_by: tuple[str, ...] = ()
    """the ids of those who see it although it hides"""
    intent: Text = ""
    """what it means to do with its turn of a crisis"""
    place: str = ""
    """the id of the place where it begins; it takes cover and metre from there (RBF-COV-1)"""
    at: Count | None = None
    """metre along the ground where it begins, where that is not its place's"""
    height: Count = 0
    """metres above the ground; 0: that of its place"""
    cover: Cover = "none"
    """the cover it begins in; none: that of its place (RBF-COV-1)"""


class Place(Plain, frozen=True, kw_only=True):
    """A named spot: its metre along the ground, its height, its cover, and what somebody prepared there."""

    name: str = ""
    """what it is called; by default its id"""
    at: Count | None = None
    """its metre along the ground, from which distances are reckoned"""
    height: Count = 0
    """its height in metres"""
    cover: Cover = "none"
    """the cover that whoever stands there has (RBF-COV-1)"""
    low: bool = False
    """whether its barrier is thick and low: lying prone behind it is heavy cover (RBF-PRN-5)"""
    prepared: bool = False
    """whether it is a prepared position, with a bonus to hit and damage for all shots from it (RBF-FIRE-1)"""
    disguised: bool = False
    """whether it hides whoever begins the fight there (RBF-FIRE-1)"""


class Struggle(Plain, frozen=True, kw_only=True):
    """A player's attack that just fell short: what a hit would do if it were pushed, and the damage done already."""

    who: str
    """the id of the attacker"""
    targets: tuple[str, ...]
    """the ids of those attacked"""
    weapon: str
    """the id of the weapon"""
    dealt: Natural = 0
    """the damage done already"""
    bonus: tuple[tuple[Count, str, str], ...] = ()
    """what adds to the damage of a hit: number, reason and rule"""
    drop: Natural = 0
    """metres of a leap"""
    technique: str = ""
    """the technique of the attack"""
    to: str = ""
    """where a strafe leads"""
    metres: Natural = 0
    """metres of a strafe"""
    club: bool = False
    """whether the weapon was swung as a club"""
    nonlethal: bool = False
    """whether the blow was meant not to kill"""


class Ground(Board, frozen=True, kw_only=True):
    """Where it takes place: named places, combat or crisis, and the struggle that may be pushed."""

    in_play: ClassVar[frozenset[str]] = frozenset({"struggle"})

    mode: Literal["combat", "crisis"] = "combat"
    """combat, or a crisis in which players act in order and dice fall only where a check is asked for (RBF-MODE-1)"""
    places: Mapping[str, Place] = {}
    """named places along the ground, by id"""
    struggle: Struggle | None = None
    """the attack that just fell short and may be pushed"""


class RbfFight(Fight, frozen=True, kw_only=True):
    """A fight by the rules of RBF."""

    options: RbfOptions = RbfOptions()
    board: Ground = Ground()
    combatants: Mapping[str, Fighter] = {}
    weapons: Mapping[str, Weapon] = {}
    spells: Mapping[str, Spell] = {}
    """the spells that sheets and `cast` name, by id (RBF-ACT-6)"""
    items: Mapping[str, Item] = {}
    """items and what they do, by the names that sheets carry them by (RBF-ACT-2)"""


def is_enemy(fighter: Fighter) -> bool:
    """Whether players roll against it: it has a target number instead of skills."""
    return fighter.tn is not None


def attack_tn_of(fighter: Fighter) -> int:
    """What a defense against an enemy has to reach (RBF-DEF-1)."""
    return (fighter.tn or 0) if fighter.attack_tn is None else fighter.attack_tn


def defense_tn_of(fighter: Fighter) -> int:
    """What an attack on an enemy has to reach (RBF-ATK-1)."""
    return (fighter.tn or 0) if fighter.defense_tn is None else fighter.defense_tn


def talents() -> tuple[str, ...]:
    """The talents whose effect the engine knows (RBF-TAL-1)."""
    weapons = (EXPERT_FIGHTER, EXPERT_DUELIST, EXPERT_TELEKINETIC, HAMMER_EXPERT, AXE_EXPERT)
    return (*weapons, COUNTERSPELL, STALKER, SNIPER, BERSERKER, BRUTE, SPEEDY)


def acts(fighter: Fighter) -> bool:
    """Whether it is somebody rather than something."""
    return not fighter.object


def is_boss(fighter: Fighter) -> bool:
    """Whether it is an enemy with three actions or more (RBF-INI-5)."""
    return is_enemy(fighter) and fighter.actions >= BOSS_ACTIONS


def health(one: Fighter) -> tuple[int, int]:
    """Health now, and at most."""
    return one.hp, one.max_hp


def has(fighter: Fighter, talent: str) -> bool:
    """Whether a fighter has a talent, however it is capitalised."""
    talents = fighter.talents
    return bool(talents) and (talent in talents or talent.casefold() in map(str.casefold, talents))


def grants_bonus_action(fighter: Fighter) -> bool:
    """Whether any feature of a fighter grants a bonus action (RBF-BON-1)."""
    return bool(fighter.talents) and any(has(fighter, talent) for talent in BONUS_ACTIONS.values())


def weapon_named(fight: RbfFight, weapon_id: str) -> Weapon | None:
    """The weapon of an id: the encounter's own, else a common one."""
    return fight.weapons.get(weapon_id) or WEAPONS.get(weapon_id)

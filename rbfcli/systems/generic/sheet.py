"""What any game writes down: hit points, defenses, attacks, powers, saves and counters; and the options of a table."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rbfcli.model.fight import Combatant, Count, Fight, Natural, Options, PlainValue

Word = Annotated[str, Meta(max_length=60)]
Damage = Annotated[str, Meta(max_length=100)]
Returns = Literal[
    "never",
    "turn",
    "round",
    "short",
    "long",
    "recharge 2-6",
    "recharge 3-6",
    "recharge 4-6",
    "recharge 5-6",
    "recharge 6",
]
AC, USUAL_DEFENSE = "ac", 10
NO_ORDER = "none"


class GenericOptions(Options, frozen=True, kw_only=True):
    """The readings that make it one game or another."""

    initiative: Annotated[str, Meta(max_length=40, description="the dice of the initiative")] = "1d20"
    order: Annotated[
        Literal["each", "side", "popcorn", "none"],
        Meta(
            description="who rolls: everybody, each side, or nobody: `turn to WHO` hands the turn on; "
            "with none there are rounds and no turns"
        ),
    ] = "each"
    reroll: Annotated[bool, Meta(description="the order is rolled anew each round")] = False
    dice: Annotated[int, Meta(ge=1, le=10, description="how many dice an attack or a save rolls")] = 1
    sides: Annotated[int, Meta(ge=2, le=100, description="the sides of these dice")] = 20
    critical: Annotated[
        int, Meta(ge=0, le=1000, description="an attack that shows at least this is critical; 0: none is")
    ] = 20
    fumble: Annotated[
        int, Meta(ge=0, le=1000, description="an attack that shows at most this is a fumble; 0: none is")
    ] = 1
    margin: Annotated[
        int,
        Meta(ge=0, le=1000, description="degrees: by this much more or less it is critical or a fumble; 0: never"),
    ] = 0
    critical_damage: Annotated[
        Literal["dice", "double", "maximum", "none"],
        Meta(
            description="a critical hit rolls the dice twice, doubles the damage, adds the most they show, or neither"
        ),
    ] = "dice"
    conditions: Annotated[
        Literal["advantage", "modifier", "notes"],
        Meta(description="conditions give advantage, or a modifier, or are notes without effect on rolls"),
    ] = "advantage"
    condition_modifier: Annotated[
        int, Meta(ge=0, le=100, description="what a condition adds or takes off, where it gives a modifier")
    ] = 2
    death: Annotated[
        Literal["dying", "none", "negative"],
        Meta(description="a PC at 0 HP is dying, or simply down, or down until as far below 0 as its maximum"),
    ] = "dying"
    death_dc: Annotated[int, Meta(ge=0, le=1000, description="what a death save has to reach")] = 10
    concentration_save: Annotated[
        Word, Meta(description="the save that damage asks of who concentrates; empty: only a reminder")
    ] = "con"


class Attack(PlainValue, frozen=True, kw_only=True):
    """One attack: what it adds to the roll, the defense it has to reach, and its damage."""

    to_hit: Count = 0
    """added to the dice of the attack (GEN-ATK-1)"""
    damage: Damage = ""
    """its damage and types, such as `1d8+3 slashing + 1d6 fire`; empty: none (GEN-DMG-1)"""
    versus: Word = AC
    """the defense that it has to reach: ac, or one of `defenses` (GEN-ATK-1)"""
    uses: Word = ""
    """the counter that it takes one of (GEN-CTR-1)"""


class Power(PlainValue, frozen=True, kw_only=True):
    """Something that others save against, such as a breath or a spell."""

    save: Word = ""
    """the save that it asks for; empty: nobody saves (GEN-POW-1)"""
    dc: Count = 10
    """what the save has to reach (GEN-POW-1)"""
    damage: Damage = ""
    """its damage and types, rolled once for all; empty: none (GEN-POW-1)"""
    half: bool = True
    """whether a save halves the damage; otherwise there is none (GEN-POW-1)"""
    condition: Word = ""
    """the condition of whoever fails the save (GEN-POW-2)"""
    rounds: Natural = 0
    """for how many rounds; 0: until it is removed (GEN-POW-2)"""
    save_ends: bool = False
    """whether the same save at the end of a turn ends the condition (GEN-CON-3)"""
    concentration: bool = False
    """whether its user has to concentrate on it (GEN-CNC-1)"""
    uses: Word = ""
    """the counter that it takes one of (GEN-CTR-1)"""


class Counter(PlainValue, frozen=True, kw_only=True):
    """Something that is used up: slots, charges, a breath, torches."""

    most: Natural = 1
    """how many there are when it is full (GEN-CTR-1)"""
    now: Natural | None = None
    """how many are left; unsaid: all (GEN-CTR-1)"""
    on: Returns = "never"
    """when it is full again: each turn or round, after a short or long rest, or by a d6 (recharge 5-6) (GEN-CTR-2)"""


class SaveEnds(PlainValue, frozen=True, kw_only=True):
    """The save at the end of a turn that ends a condition."""

    save: Word
    """which save"""
    dc: Count
    """what it has to reach"""


class Character(Combatant, frozen=True, kw_only=True):
    """Anybody in the fight."""

    in_play: ClassVar[frozenset[str]] = frozenset({"save_ends", "saved", "failed", "acted"})

    hp: Count
    """hit points as the fight begins (GEN-HP-1)"""
    max_hp: Natural = 0
    """hit points when unhurt; 0: as many as it begins with"""
    hp_dice: Annotated[str, Meta(max_length=40)] | None = None
    """the dice of its hit points, which `init --roll-hp` and `add --roll-hp` roll (GEN-HP-3)"""
    temp_hp: Natural = 0
    """temporary hit points, which go first (GEN-HP-2)"""
    pc: bool = False
    """whether it is a player's character, who may be dying at 0 HP (GEN-DIE-1)"""
    group: Word = ""
    """those of one group share one initiative (GEN-INI-1)"""
    ac: Count = USUAL_DEFENSE
    """armour class, which most attacks have to reach (GEN-ATK-1)"""
    defenses: Mapping[str, Count] = {}
    """other defenses by name, for attacks `versus` them; 10 where one is missing (GEN-ATK-1)"""
    initiative_bonus: Count = 0
    """added to the dice of the initiative (GEN-INI-1)"""
    actions: Annotated[int, Meta(ge=0, le=100)] = 1
    """attacks and powers of a turn, after which `next:` names the next turn; nobody is held to it (GEN-INI-2)"""
    attacks: Mapping[str, Attack] = {}
    """its attacks by name; the first is used where none is named (GEN-ATK-1)"""
    powers: Mapping[str, Power] = {}
    """what others save against, by name (GEN-POW-1)"""
    saves: Mapping[str, Count] = {}
    """added to its saves, by name (GEN-SAV-1)"""
    resist: tuple[Word, ...] = ()
    """types of damage that are halved (`fire`), or less by a number (`fire 5`, `all 2`) (GEN-DMG-2)"""
    immune: tuple[Word, ...] = ()
    """types of damage that do nothing to it (GEN-DMG-2)"""
    vulnerable: tuple[Word, ...] = ()
    """types of damage that are doubled (`fire`), or more by a number (`fire 5`) (GEN-DMG-2)"""
    condition_immune: tuple[Word, ...] = ()
    """conditions that no power puts on it (GEN-POW-2)"""
    counters: Mapping[str, Counter] = {}
    """what is used up, by name (GEN-CTR-1)"""
    concentration: Word = ""
    """what it concentrates on (GEN-CNC-1)"""
    known: bool = False
    """whether players of other sides know its AC (`reveal`)"""
    save_ends: Mapping[str, SaveEnds] = {}
    """conditions that a save ends (GEN-CON-3)"""
    saved: Natural = 0
    """death saves made (GEN-DIE-2)"""
    failed: Natural = 0
    """death saves failed (GEN-DIE-2)"""
    acted: Natural = 0
    """attacks and powers of the turn that runs (GEN-INI-2)"""


class GenericFight(Fight, frozen=True, kw_only=True):
    """A fight of nearly any game."""

    options: GenericOptions = GenericOptions()
    combatants: Mapping[str, Character] = {}


def left_of(counter: Counter) -> int:
    """How many of a counter are left (GEN-CTR-1)."""
    return counter.most if counter.now is None else counter.now


def defense_of(combatant: Character, name: str) -> int:
    """The number that an attack has to reach (GEN-ATK-1)."""
    return combatant.ac if name == AC else combatant.defenses.get(name, USUAL_DEFENSE)


def usable(combatant: Character) -> tuple[str, ...]:
    """The powers and counters of somebody (GEN-POW-1, GEN-CTR-1)."""
    return tuple(dict.fromkeys((*combatant.powers, *combatant.counters)))


def costs(combatant: Character) -> Iterator[tuple[tuple[str, str], str]]:
    """Each attack and power that takes one of a counter: where it stands, and which (GEN-CTR-1)."""
    for name, attack in combatant.attacks.items():
        if attack.uses:
            yield ("attacks", name), attack.uses
    for name, power in combatant.powers.items():
        if power.uses:
            yield ("powers", name), power.uses

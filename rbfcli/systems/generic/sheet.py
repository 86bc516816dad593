"""The data of any game: hit points, defenses, attacks, powers, saves and counters, and house options."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from rbfcli.core.matching import own_words
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
    """The options that turn the system into a particular game."""

    initiative: Annotated[str, Meta(max_length=40, description="initiative dice")] = "1d20"
    order: Annotated[
        Literal["each", "side", "popcorn", "none"],
        Meta(
            description="turn order: each combatant or each side rolls, popcorn (`turn to WHO` passes the turn on), or "
            "none (rounds without turns)"
        ),
    ] = "each"
    reroll: Annotated[bool, Meta(description="whether to roll the turn order again each round")] = False
    dice: Annotated[int, Meta(ge=1, le=10, description="number of dice for attacks and saves")] = 1
    sides: Annotated[int, Meta(ge=2, le=100, description="sides of these dice")] = 20
    critical: Annotated[
        int, Meta(ge=0, le=1000, description="lowest natural attack roll that is a critical hit; 0: none")
    ] = 20
    fumble: Annotated[int, Meta(ge=0, le=1000, description="highest natural attack roll that is a fumble; 0: none")] = 1
    margin: Annotated[
        int,
        Meta(ge=0, le=1000, description="margin for a critical success or a fumble; 0: no degrees of success"),
    ] = 0
    critical_damage: Annotated[
        Literal["dice", "double", "maximum", "none"],
        Meta(description="effect of a critical hit: roll the dice twice, double the damage, add maximum dice, or none"),
    ] = "dice"
    conditions: Annotated[
        Literal["advantage", "modifier", "notes"],
        Meta(description="effect of conditions on rolls: advantage and disadvantage, a modifier, or notes only"),
    ] = "advantage"
    condition_modifier: Annotated[int, Meta(ge=0, le=100, description="size of that modifier")] = 2
    death: Annotated[
        Literal["dying", "none", "negative"],
        Meta(description="a PC at 0 HP: dying (death saves), negative (dies at minus maximum HP), or none (just down)"),
    ] = "dying"
    death_dice: Annotated[
        Literal["", "1d6", "1d8", "1d10", "1d12", "1d20", "1d100", "2d6", "2d10", "3d6"],
        Meta(description="dice of death saves; empty: those of attacks and saves"),
    ] = ""
    death_dc: Annotated[int, Meta(ge=0, le=1000, description="DC of death saves")] = 10
    concentration_save: Annotated[
        Word, Meta(description="save to keep concentrating after damage; empty: only a reminder")
    ] = "con"
    round_seconds: Annotated[
        int, Meta(ge=0, le=3600, description="seconds in a round; each minute of fighting is reported; 0: none")
    ] = 6
    hp_seen: Annotated[
        Literal["words", "numbers", "nothing"], Meta(description="how players see the HP of other sides")
    ] = "words"


class Attack(PlainValue, frozen=True, kw_only=True):
    """An attack: its bonus to the roll, the defense it targets, and its damage."""

    to_hit: Count = 0
    """bonus to the attack roll (GEN-ATK-1)"""
    damage: Damage = ""
    """its damage with types, such as `1d8+3 slashing + 1d6 fire`; empty: none (GEN-DMG-1)"""
    versus: Word = AC
    """the defense it targets: ac, or one of `defenses` (GEN-ATK-1)"""
    uses: Word = ""
    """the counter it spends one of (GEN-CTR-1)"""


class Power(PlainValue, frozen=True, kw_only=True):
    """An effect that allows a save, such as a breath weapon or a spell."""

    save: Word = ""
    """the save it asks for; empty: none (GEN-POW-1)"""
    dc: Count = 10
    """the DC of the save (GEN-POW-1)"""
    damage: Damage = ""
    """its damage with types, rolled once for all targets; empty: none (GEN-POW-1)"""
    half: bool = True
    """whether a save halves the damage; otherwise it negates it (GEN-POW-1)"""
    condition: Word = ""
    """the condition on a failed save (GEN-POW-2)"""
    rounds: Natural = 0
    """how many rounds the condition lasts; 0: until it is removed (GEN-POW-2)"""
    save_ends: bool = False
    """whether the same save at the end of a turn ends the condition (GEN-CON-3)"""
    concentration: bool = False
    """whether its user must concentrate on it (GEN-CNC-1)"""
    uses: Word = ""
    """the counter it spends one of (GEN-CTR-1)"""


class Counter(PlainValue, frozen=True, kw_only=True):
    """A limited resource: spell slots, charges, a breath weapon, torches."""

    most: Natural = 1
    """how many there are when full (GEN-CTR-1)"""
    now: Natural | None = None
    """how many are left; by default all (GEN-CTR-1)"""
    on: Returns = "never"
    """when it refills: each turn or round, after a short or long rest, or on a d6 (recharge 5-6) (GEN-CTR-2)"""


class SaveEnds(PlainValue, frozen=True, kw_only=True):
    """A save at the end of a turn that ends a condition."""

    save: Word
    """the name of the save"""
    dc: Count
    """the DC of the save"""


class Character(Combatant, frozen=True, kw_only=True):
    """A combatant."""

    in_play: ClassVar[frozenset[str]] = frozenset({"save_ends", "saved", "failed", "acted"})

    hp: Count
    """hit points at the start of the fight (GEN-HP-1)"""
    max_hp: Natural = 0
    """hit points when unhurt; 0: the same as at the start"""
    hp_dice: Annotated[str, Meta(max_length=40)] | None = None
    """the dice of its hit points, for `init --roll-hp` and `add --roll-hp` (GEN-HP-3)"""
    temp_hp: Natural = 0
    """temporary hit points, which are lost first (GEN-HP-2)"""
    pc: bool = False
    """whether it is a player character, who may be dying at 0 HP (GEN-DIE-1)"""
    group: Word = ""
    """its group; all members share one initiative (GEN-INI-1)"""
    ac: Count = USUAL_DEFENSE
    """armour class, the target of most attacks (GEN-ATK-1)"""
    defenses: Mapping[str, Count] = {}
    """other defenses by name, for attacks `versus` them; a missing one is 10 (GEN-ATK-1)"""
    initiative_bonus: Count = 0
    """bonus to the initiative roll (GEN-INI-1)"""
    actions: Annotated[int, Meta(ge=0, le=100)] = 1
    """attacks and powers per turn, after which `next:` suggests the next turn; not enforced (GEN-INI-2)"""
    attacks: Mapping[str, Attack] = {}
    """its attacks by name; the first is the default (GEN-ATK-1)"""
    powers: Mapping[str, Power] = {}
    """its powers by name; targets roll saves against them (GEN-POW-1)"""
    saves: Mapping[str, Count] = {}
    """its save bonuses by name (GEN-SAV-1)"""
    resist: tuple[Word, ...] = ()
    """damage types that are halved (`fire`) or reduced by a number (`fire 5`, `all 2`) (GEN-DMG-2)"""
    immune: tuple[Word, ...] = ()
    """damage types that have no effect on it (GEN-DMG-2)"""
    vulnerable: tuple[Word, ...] = ()
    """damage types that are doubled (`fire`) or increased by a number (`fire 5`) (GEN-DMG-2)"""
    condition_immune: tuple[Word, ...] = ()
    """conditions that powers cannot give it (GEN-POW-2)"""
    counters: Mapping[str, Counter] = {}
    """its limited resources by name (GEN-CTR-1)"""
    concentration: Word = ""
    """the power it concentrates on (GEN-CNC-1)"""
    known: bool = False
    """whether players of other sides know its AC (`reveal`) (GEN-SEE-1)"""
    save_ends: Mapping[str, SaveEnds] = {}
    """conditions that a save ends (GEN-CON-3)"""
    saved: Natural = 0
    """successful death saves (GEN-DIE-2)"""
    failed: Natural = 0
    """failed death saves (GEN-DIE-2)"""
    acted: Natural = 0
    """attacks and powers used this turn (GEN-INI-2)"""


class GenericFight(Fight, frozen=True, kw_only=True):
    """A fight of almost any game."""

    options: GenericOptions = GenericOptions()
    combatants: Mapping[str, Character] = {}


def left_of(counter: Counter) -> int:
    """Return how many of a counter are left (GEN-CTR-1)."""
    return counter.most if counter.now is None else counter.now


def usable(combatant: Character) -> tuple[str, ...]:
    """Return a combatant's powers and counters (GEN-POW-1, GEN-CTR-1)."""
    return tuple(dict.fromkeys((*combatant.powers, *combatant.counters)))


def laid_by(power: Power) -> str:
    """Return a power's condition by its name on the sheet (GEN-POW-2)."""
    return own_words(power.condition) or power.condition

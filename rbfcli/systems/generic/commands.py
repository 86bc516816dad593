"""The verbs: the shared ones with what many games add, and a few of its own."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.core.limits import COUNT
from rbfcli.model import commands
from rbfcli.model.commands import Arg, DicedCommand, FightCommand, Opt, RollingCommand

Advantage = Annotated[bool, Opt("flag", "a die more, and the highest count", whose="gm")]
Disadvantage = Annotated[bool, Opt("flag", "a die more, and the lowest count", whose="gm")]
Dc = Annotated[int, Opt("number", "what it has to reach", low=-1000, high=1000)]


class Add(commands.Add, frozen=True, kw_only=True, tag="add"):
    """Add a combatant to the fight, new or from a stat block; or add a stat block."""

    examples: ClassVar[tuple[str, ...]] = ("add goblin hp=7 ac=13", "add ogre --from ghoul --count 2 --roll-hp")

    roll_hp: Annotated[bool, Opt("flag", "roll hit points from hp_dice", whose="gm")] = False


class Init(commands.Init, frozen=True, kw_only=True, tag="init"):
    """Roll initiative and begin the first round; in a running fight, roll for some."""

    examples: ClassVar[tuple[str, ...]] = ("init", "init --set mira=18")

    roll_hp: Annotated[bool, Opt("flag", "roll hit points of everyone with hp_dice", whose="gm")] = False


class Attack(commands.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack: dice and a bonus against a defense; a hit does damage."""

    examples: ClassVar[tuple[str, ...]] = ("attack mira ghoul1", "attack mira ghoul1 --with javelin --advantage")

    name: Annotated[str, Opt("attack", "which of its attacks; otherwise the first", name="with")] = ""
    advantage: Advantage = False
    disadvantage: Disadvantage = False


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack from numbers alone, without a fight; `--mod` is what it adds."""

    examples: ClassVar[tuple[str, ...]] = ('attack --system generic --mod 5 --ac 15 --damage "1d8+3"',)

    ac: Annotated[int, Opt("number", "the armour class it has to reach", low=-1000, high=1000)]
    damage: Annotated[str, Opt("text", "its damage, such as 2d6+3")] = ""
    advantage: Advantage = False
    disadvantage: Disadvantage = False


class DamageSave(commands.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Save to keep concentrating after damage: half of it has to be reached, and 10 at least."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save tom --damage 24", "damage-save tom --damage 9 --mod 2")

    damage: Annotated[int, Opt("number", "the damage taken", low=0, high=COUNT)]


class Stabilize(FightCommand, frozen=True, kw_only=True, tag="stabilize"):
    """Stop the death saves of somebody dying, who stays down."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize mira", "stabilize tom --dry-run")

    who: Annotated[str, Arg("combatant", "who is dying")]


class Damage(commands.Damage, frozen=True, kw_only=True, tag="damage"):
    """Take hit points from combatants, as the GM says; dice are rolled once for all."""

    examples: ClassVar[tuple[str, ...]] = ("damage ghoul1 7", "damage ghoul* 3d6 --type fire --half")

    type: Annotated[str, Opt("damage-type", "its type, for resistances")] = ""
    half: Annotated[bool, Opt("flag", "half of it, rounded down")] = False
    each: Annotated[bool, Opt("flag", "roll dice anew for each")] = False


class Heal(commands.Heal, frozen=True, kw_only=True, tag="heal"):
    """Give hit points back to combatants, up to their maximum; or temporary ones."""

    examples: ClassVar[tuple[str, ...]] = ("heal mira 5", "heal mira tom 8 --temp")

    temp: Annotated[bool, Opt("flag", "temporary hit points; of two amounts the higher counts")] = False


class Save(RollingCommand, frozen=True, kw_only=True, tag="save"):
    """Save against a number; a save may end a condition, or halve damage."""

    examples: ClassVar[tuple[str, ...]] = (
        "save mira dex --dc 14",
        "save mira wis --dc 12 --ends frightened",
        'save mira tom dex --dc 14 --half "8d6 fire"',
    )

    who: Annotated[tuple[str, ...], Arg("combatants", "who saves")]
    name: Annotated[str, Arg("save", "which save")]
    dc: Dc
    ends: Annotated[str, Opt("condition", "the condition that it ends")] = ""
    half: Annotated[str, Opt("text", "damage that it halves, rolled once for all, such as 8d6 fire")] = ""
    advantage: Advantage = False
    disadvantage: Disadvantage = False


class Use(DicedCommand, frozen=True, kw_only=True, tag="use"):
    """Use a power on others, who save; or take one off a counter."""

    examples: ClassVar[tuple[str, ...]] = ("use tom wave ghoul1 ghoul2", "use mira luck", "use mira luck --back")

    who: Annotated[str, Arg("combatant", "who uses it")]
    name: Annotated[str, Arg("power or counter", "a power, or a counter")]
    targets: Annotated[tuple[str, ...], Arg("targets", "on whom")] = ()
    back: Annotated[bool, Opt("flag", "give one back to the counter", whose="gm")] = False


class Rest(FightCommand, frozen=True, kw_only=True, tag="rest"):
    """Give back what a short or a long rest gives back."""

    examples: ClassVar[tuple[str, ...]] = ("rest short mira tom", "rest long @friends")

    step: Annotated[str, Arg("choice", "which rest", choices=("short", "long"))]
    who: Annotated[tuple[str, ...], Arg("combatants", "who rests")]


class Reveal(FightCommand, frozen=True, kw_only=True, tag="reveal"):
    """Let the players see somebody's AC, or hide it again."""

    examples: ClassVar[tuple[str, ...]] = ("reveal ghoul*", "reveal toad --hide")

    who: Annotated[tuple[str, ...], Arg("combatants", "whose")]
    hide: Annotated[bool, Opt("flag", "hide it again")] = False


class ChangeCondition(commands.ChangeCondition, frozen=True, kw_only=True, tag="condition"):
    """Put a condition on combatants, or take it off; rounds end with a turn, or a save ends it."""

    examples: ClassVar[tuple[str, ...]] = (
        "condition add ghoul1 prone",
        "condition add mira stunned --rounds 1 --of toad --start",
        "condition add mira frightened --save wis --dc 12",
        "condition remove mira stunned",
    )

    of: Annotated[str, Opt("combatant", "whose turns count the rounds; otherwise its own")] = ""
    start: Annotated[bool, Opt("flag", "rounds end with the start of a turn, not its end")] = False
    save: Annotated[str, Opt("save", "the save at the end of its turns that ends it")] = ""
    dc: Dc = 10

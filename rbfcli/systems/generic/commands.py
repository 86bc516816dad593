"""The verbs: the shared ones with what many games add, and a few of its own."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.core.limits import COUNT
from rbfcli.model import commands
from rbfcli.model.commands import Arg, DicedCommand, FightCommand, Opt, RollingCommand

Advantage = Annotated[bool, Opt("flag", "roll an extra die and keep the highest", whose="gm")]
Disadvantage = Annotated[bool, Opt("flag", "roll an extra die and keep the lowest", whose="gm")]
Dc = Annotated[int, Opt("number", "the number to reach", low=-1000, high=1000)]


class Add(commands.Add, frozen=True, kw_only=True, tag="add"):
    """Add a combatant to the fight, new or from a stat block; or add a stat block."""

    examples: ClassVar[tuple[str, ...]] = ("add goblin hp=7 ac=13", "add ogre --from ghoul --count 2 --roll-hp")

    roll_hp: Annotated[bool, Opt("flag", "roll hit points with hp_dice", whose="gm")] = False


class Init(commands.Init, frozen=True, kw_only=True, tag="init"):
    """Roll initiative and begin the first round; in a running fight, roll for named combatants."""

    examples: ClassVar[tuple[str, ...]] = ("init", "init --set mira=18")

    roll_hp: Annotated[bool, Opt("flag", "roll hit points of everyone with hp_dice", whose="gm")] = False


class Attack(commands.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack: dice and a bonus against a defense; a hit deals damage."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack mira ghoul1",
        "attack mira ghoul1 --with javelin --advantage",
        "attack mira ghoul1 --to-hit 5 --damage 1d8+3",
    )

    name: Annotated[str, Opt("attack", "which attack to use (default: the first)", name="with")] = ""
    to_hit: Annotated[int | None, Opt("number", "attack bonus (default: the sheet's)", low=-1000, high=1000)] = None
    damage: Annotated[str, Opt("text", "damage, such as 1d8+3 fire (default: the sheet's)")] = ""
    advantage: Advantage = False
    disadvantage: Disadvantage = False


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack with numbers alone, without a fight; `--mod` is the attack bonus."""

    examples: ClassVar[tuple[str, ...]] = ('attack --system generic --mod 5 --ac 15 --damage "1d8+3"',)

    ac: Annotated[int, Opt("number", "the target's armour class", low=-1000, high=1000)]
    damage: Annotated[str, Opt("text", "its damage, such as 2d6+3")] = ""
    advantage: Advantage = False
    disadvantage: Disadvantage = False


class DamageSave(commands.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Save to keep concentrating after damage: half of it, at least 10."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save tom --damage 24", "damage-save tom --damage 9 --mod 2")

    damage: Annotated[int, Opt("number", "the damage taken", low=0, high=COUNT)]


class Stabilize(FightCommand, frozen=True, kw_only=True, tag="stabilize"):
    """Stop a dying combatant's death saves; they stay down."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize mira", "stabilize tom --dry-run")

    who: Annotated[str, Arg("combatant", "who is dying")]


class Damage(commands.Damage, frozen=True, kw_only=True, tag="damage"):
    """Deal damage, as the GM decides; dice are rolled once for all targets."""

    examples: ClassVar[tuple[str, ...]] = ("damage ghoul1 7", "damage ghoul* 3d6 --type fire --half")

    type: Annotated[str, Opt("damage-type", "damage type, for resistances")] = ""
    half: Annotated[bool, Opt("flag", "halve it, rounded down")] = False
    each: Annotated[bool, Opt("flag", "roll dice separately for each target")] = False


class Heal(commands.Heal, frozen=True, kw_only=True, tag="heal"):
    """Restore hit points, up to the maximum; or give temporary ones."""

    examples: ClassVar[tuple[str, ...]] = ("heal mira 5", "heal mira tom 8 --temp")

    temp: Annotated[bool, Opt("flag", "temporary hit points; the higher of two amounts counts")] = False


class Save(RollingCommand, frozen=True, kw_only=True, tag="save"):
    """Make a save against a number; a save can end a condition or halve damage."""

    examples: ClassVar[tuple[str, ...]] = (
        "save mira dex --dc 14",
        "save mira wis --dc 12 --ends frightened",
        'save mira tom dex --dc 14 --half "8d6 fire"',
    )

    who: Annotated[tuple[str, ...], Arg("combatants", "who makes the save")]
    name: Annotated[str, Arg("save", "which save; also NAME:DC", after_colon="dc")]
    dc: Dc
    ends: Annotated[str, Opt("condition", "the condition to end")] = ""
    half: Annotated[str, Opt("text", "damage that it halves, rolled once for all, such as 8d6 fire")] = ""
    advantage: Advantage = False
    disadvantage: Disadvantage = False


class Use(DicedCommand, frozen=True, kw_only=True, tag="use"):
    """Use a power on targets, who save; or spend a use of a counter."""

    examples: ClassVar[tuple[str, ...]] = ("use tom wave ghoul1 ghoul2", "use mira luck", "use mira luck --back")

    who: Annotated[str, Arg("combatant", "who uses it")]
    name: Annotated[str, Arg("power or counter", "a power, or a counter")]
    targets: Annotated[tuple[str, ...], Arg("targets", "the targets of a power")] = ()
    back: Annotated[bool, Opt("flag", "return one use to the counter", whose="gm")] = False


class Rest(FightCommand, frozen=True, kw_only=True, tag="rest"):
    """Take a short or long rest."""

    examples: ClassVar[tuple[str, ...]] = ("rest short mira tom", "rest long")

    step: Annotated[str, Arg("choice", "which rest", choices=("short", "long"))]
    who: Annotated[tuple[str, ...], Arg("combatants", "who rests (default: all PCs)")] = ()


class Reveal(FightCommand, frozen=True, kw_only=True, tag="reveal"):
    """Show a combatant's AC to the players, or hide it again."""

    examples: ClassVar[tuple[str, ...]] = ("reveal ghoul*", "reveal toad --hide")

    who: Annotated[tuple[str, ...], Arg("combatants", "whose AC")]
    hide: Annotated[bool, Opt("flag", "hide it again")] = False


class ChangeCondition(commands.ChangeCondition, frozen=True, kw_only=True, tag="condition"):
    """Add a condition to combatants, or remove one; rounds or a save can end it."""

    examples: ClassVar[tuple[str, ...]] = (
        "condition add ghoul1 prone",
        "condition add mira stunned --rounds 1 --of toad --start",
        "condition add mira frightened --save wis:12",
        "condition remove mira stunned",
    )

    of: Annotated[str, Opt("combatant", "whose turns count the rounds (default: the bearer's)")] = ""
    start: Annotated[bool, Opt("flag", "rounds end at the start of a turn instead of its end")] = False
    save: Annotated[str, Opt("save", "save at the end of each turn that ends it; also NAME:DC", after_colon="dc")] = ""
    dc: Dc = 10

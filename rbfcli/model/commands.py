"""Commands, and the verbs that every rule system shares."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from rbfcli.core.limits import COUNT, MODIFIER, ROUNDS

DAMAGE_TYPES = (
    *("acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic"),
    *("piercing", "poison", "psychic", "radiant", "slashing", "thunder"),
)


class Spec(Struct, frozen=True):
    """The description of one argument of a command."""

    kind: str
    """its kind: one that every system has, or one of the system's own; decides how it is read and completed"""
    help: str
    """its purpose, in a few words"""
    choices: tuple[str, ...] = ()
    """for a `choice`, the allowed words"""
    low: int | None = None
    """for a `number`, the minimum"""
    high: int | None = None
    """for a `number`, the maximum"""
    whose: Literal["", "gm", "foes", "players"] = ""
    """who decides it, if not the actor's side. Policies cannot use it; for `players`, the players' policy can"""
    after_colon: str = ""
    """the option that takes the part of the word after a colon: `--save wis:12` is `--save wis --dc 12`"""
    reach: Literal["", "reads", "writes", "users"] = ""
    """for rbf's own verbs: whether it names a file to read or write, or (`users`) is only for lines that a user types,
    not for files and pipes"""


class Arg(Spec, frozen=True):
    """A positional argument. A field with a default is optional."""


class Opt(Spec, frozen=True):
    """An option, `--name VALUE`. A field without a default is required."""

    name: str = ""
    """how it is typed; by default, the field's name with hyphens"""
    short: str = ""
    """a single letter, typed after one hyphen"""


class Command(Struct, frozen=True, kw_only=True, tag_field="verb", omit_defaults=True, gc=False):
    """An instruction to the engine or the program. Its tag is the verb, its docstring the help."""

    group: ClassVar[str] = "table"
    examples: ClassVar[tuple[str, ...]] = ()
    for_users: ClassVar[bool] = False
    """whether only a user can type it, because it starts a process"""

    force: Annotated[bool, Opt("flag", "override the rules (recorded in the journal)", whose="gm")] = False


class FightCommand(Command, frozen=True, kw_only=True):
    """A command in a fight. Questions its rules ask can be answered in advance."""

    answer: Annotated[
        tuple[str, ...], Opt("answers", "KIND=ANSWER: answer a question in advance (may be repeated)", whose="gm")
    ] = ()


class EditCommand(FightCommand, frozen=True, kw_only=True):
    """A system's own edit by the GM. Like `set`, it is accepted after the end and while a question is open."""


class DicedCommand(FightCommand, frozen=True, kw_only=True):
    """A command that may roll dice. You can give the faces rolled at the table."""

    dice: Annotated[
        tuple[int, ...], Opt("faces", "faces rolled at the table, in order: 5,7", whose="gm", short="d")
    ] = ()


class RollingCommand(DicedCommand, frozen=True, kw_only=True):
    """A command that makes a roll of its own, which can have a modifier."""

    mod: Annotated[int, Opt("number", "modifier for this roll", low=-MODIFIER, high=MODIFIER, whose="gm")] = 0


# What a candidate has in place of words that only the user can choose.
OWN_WORDS = "…"


def needs_words(command: Command) -> bool:
    """Return whether a candidate still needs the user's own words, such as a task."""
    return any(type(value) in {str, tuple} and OWN_WORDS in value for value in astuple(command))


def verb_name(command: Command | type[Command]) -> str:
    """Return the verb of a command."""
    return str(command.__struct_config__.tag)


S = TypeVar("S", bound=Struct)


def restate(other: Struct, kind: type[S], **stated: Any) -> S:
    """Return a struct of a kind, mostly a command, with the stated fields and those it shares with another."""
    shared = {name: getattr(other, name) for name in kind.__struct_fields__ if name in other.__struct_fields__}
    return kind(**{**shared, **stated})


# The value of `--initiative` for newcomers who roll.
ROLL = "roll"


class Add(DicedCommand, frozen=True, kw_only=True, tag="add"):
    """Add a combatant to the fight, new or from a stat block; or add a weapon, place or stat block."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = (
        "add thug --from dockside-thug --count 3",
        "add Mira side=crew hp=15",
        "add weapon lance damage=9 skill=melee",
    )

    name: Annotated[str, Arg("addable", "the name, which also gives the id; or a kind of thing, such as weapon")]
    pairs: Annotated[tuple[str, ...], Arg("pairs", "KEY=VALUE for the sheet; for a thing, first its id")] = ()
    block: Annotated[str, Opt("block", "the stat block to build on, or a combatant to copy, healthy", name="from")] = ""
    count: Annotated[str, Opt("amount", "how many: a number, dice, or party+1")] = "1"
    first: Annotated[int, Opt("number", "number of the first (default: next free one)", low=1, high=COUNT)] = 0
    initiative: Annotated[
        str,
        Opt("text", "in a running fight: its initiative count, or roll (default: roll)"),
    ] = ""


class Remove(FightCommand, frozen=True, kw_only=True, tag="remove"):
    """Remove combatants from the fight; or remove an unused weapon, place or stat block."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("remove thug2", "remove weapon lance")

    who: Annotated[tuple[str, ...], Arg("removable", "who leaves; or a kind of thing, such as weapon, and its ids")]


class Split(FightCommand, frozen=True, kw_only=True, tag="split"):
    """Move combatants to a group with rounds and turns of its own; switch plays it, and join brings it back."""

    examples: ClassVar[tuple[str, ...]] = ("split cellar vex thug1", "split cellar thug*")

    name: Annotated[str, Arg("group-name", "the group: a new name, or one that is waiting")]
    who: Annotated[tuple[str, ...], Arg("combatants", "who goes there")]


class Switch(FightCommand, frozen=True, kw_only=True, tag="switch"):
    """Go to the waiting group of this name or, if there is none, to the kept fight of this number or title.

    What you leave waits as it is.
    """

    examples: ClassVar[tuple[str, ...]] = ("switch cellar", "switch", "switch 2")

    name: Annotated[
        str, Arg("other-fight", "a group or a kept fight (default: the next group, or the latest fight)")
    ] = ""


class Join(FightCommand, frozen=True, kw_only=True, tag="join"):
    """Bring all combatants of a waiting group back, at their own initiative counts."""

    examples: ClassVar[tuple[str, ...]] = ("join cellar", "join main")

    name: Annotated[str, Arg("waiting-group", "which group")]


class Set(FightCommand, frozen=True, kw_only=True, tag="set"):
    """Change a value on a sheet, or an option of the fight (`set fight options.KEY=VALUE`)."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("set vex hp=12 cover=medium", "set vex weapons=rifle,knife held=")

    who: Annotated[str, Arg("sheet", "a combatant, or `fight`")]
    pairs: Annotated[tuple[str, ...], Arg("pairs", "KEY=VALUE")]


class Edit(FightCommand, frozen=True, kw_only=True, tag="edit"):
    """Apply a manual edit of the save; only `log` shows such lines. Use `set` instead."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("""edit '[["set",["combatants","vex","hp"],12]]'""",)

    steps: Annotated[
        str, Arg("steps", "a JSON list: set PATH VALUE, gone PATH, splice PATH AT GONE ITEMS, order PATH KEYS")
    ]
    joining: Annotated[bool, Opt("flag", "new combatants join as with add: with initiative, and what add reports")] = (
        False
    )


class Init(RollingCommand, frozen=True, kw_only=True, tag="init"):
    """Roll initiative and begin the first round; in a running fight, roll for named combatants."""

    examples: ClassVar[tuple[str, ...]] = ("init", "init --set thug1=9", "init thug1")

    who: Annotated[tuple[str, ...], Arg("combatants", "in a running fight: who rolls")] = ()
    set: Annotated[tuple[str, ...], Opt("settings", "WHO=N: set an initiative count (may be repeated)")] = ()


class Turn(DicedCommand, frozen=True, kw_only=True, tag="turn"):
    """End the turn, hand it to another, go back, hold it until a later count, or change the turn order."""

    examples: ClassVar[tuple[str, ...]] = (
        "turn next",
        "turn to vex",
        "turn hold --until 7",
        "turn order vex before thug1",
    )

    step: Annotated[
        str,
        Arg("choice", "what to do with the turn", choices=("next", "back", "hold", "delay", "to", "order")),
    ] = "next"
    who: Annotated[str, Arg("slot", "with to: who acts next; with order: who moves")] = ""
    side: Annotated[str, Arg("choice", "with order: before or after", choices=("before", "after"))] = ""
    other: Annotated[str, Arg("slot", "with order: the other combatant")] = ""
    until: Annotated[int | None, Opt("number", "with hold or delay: the initiative count to act on")] = None


class Attack(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack one or more targets."""

    examples: ClassVar[tuple[str, ...]] = ("attack vex thug1",)

    who: Annotated[str, Arg("combatant", "who attacks")]
    targets: Annotated[tuple[str, ...], Arg("targets", "the target: a name, thug*, @foes, @nearest …")]


class DamageSave(RollingCommand, frozen=True, kw_only=True, tag="damage-save"):
    """Roll how much of a given amount of damage is taken."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save vex --damage 12",)

    who: Annotated[str, Arg("combatant", "who takes the damage")]


class Stabilize(RollingCommand, frozen=True, kw_only=True, tag="stabilize"):
    """Keep a dying combatant alive."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize vex",)

    who: Annotated[str, Arg("combatant", "who is dying")]


class Damage(DicedCommand, frozen=True, kw_only=True, tag="damage"):
    """Deal damage, as the GM decides."""

    examples: ClassVar[tuple[str, ...]] = ("damage thug* 4", "damage vex thug1 6 --dry-run")

    who: Annotated[tuple[str, ...], Arg("combatants", "who is hurt")]
    amount: Annotated[int | str, Arg("quantity", "how much", low=0, high=COUNT)]


class Heal(FightCommand, frozen=True, kw_only=True, tag="heal"):
    """Restore health, up to the maximum."""

    examples: ClassVar[tuple[str, ...]] = ("heal vex 5", "heal vex joss 3")

    who: Annotated[tuple[str, ...], Arg("combatants", "who is healed")]
    amount: Annotated[int | str, Arg("quantity", "how much", low=0, high=COUNT)]


class ChangeCondition(FightCommand, frozen=True, kw_only=True, tag="condition"):
    """Add a condition to combatants, or remove one."""

    examples: ClassVar[tuple[str, ...]] = ("condition add thug1 prone", "condition remove vex stunned")

    step: Annotated[str, Arg("choice", "what to do", choices=("add", "remove"))]
    who: Annotated[tuple[str, ...], Arg("combatants", "the combatants")]
    name: Annotated[str, Arg("condition", "which condition")]
    rounds: Annotated[int, Opt("number", "number of rounds (default: until removed)", low=1, high=ROUNDS)] = 0


class Move(RollingCommand, frozen=True, kw_only=True, tag="move"):
    """Move a combatant."""

    who: Annotated[str, Arg("combatant", "who moves")]


class Draw(DicedCommand, frozen=True, kw_only=True, tag="draw"):
    """Draw a weapon, or pick one up."""

    examples: ClassVar[tuple[str, ...]] = ("draw vex knife", "draw vex pistol --off-hand")

    who: Annotated[str, Arg("combatant", "who draws")]
    weapon: Annotated[str, Arg("weapon", "a carried weapon, or one on the ground")]
    off_hand: Annotated[bool, Opt("flag", "use the other hand")] = False


class Holster(DicedCommand, frozen=True, kw_only=True, tag="holster"):
    """Put a weapon away."""

    examples: ClassVar[tuple[str, ...]] = ("holster vex", "holster vex --off-hand")

    who: Annotated[str, Arg("combatant", "who holsters it")]
    off_hand: Annotated[bool, Opt("flag", "the weapon in the other hand")] = False


class Reload(DicedCommand, frozen=True, kw_only=True, tag="reload"):
    """Reload a weapon in hand."""

    examples: ClassVar[tuple[str, ...]] = ("reload vex", "reload vex --with pistol")

    who: Annotated[str, Arg("combatant", "who reloads")]
    weapon: Annotated[str, Opt("weapon", "the weapon (default: the one in hand)", name="with")] = ""


class Note(FightCommand, frozen=True, kw_only=True, tag="note"):
    """Write a note into the fight's log."""

    examples: ClassVar[tuple[str, ...]] = ('note "the crane starts to swing"', "note it rains")

    text: Annotated[tuple[str, ...], Arg("text", "what happened")]


class Choose(DicedCommand, frozen=True, kw_only=True, tag="choose"):
    """Answer the question the fight is waiting for."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("choose double", "choose 2", 'choose say "the crane comes down"')

    words: Annotated[tuple[str, ...], Arg("answer", "an offered answer, its number, or say and your own words")]


class End(FightCommand, frozen=True, kw_only=True, tag="end"):
    """End the fight."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = ("end", "end the crew withdraws")

    reason: Annotated[tuple[str, ...], Arg("text", "why, for the log")] = ()

"""The verbs of BGC: the shared ones with BGC's options, and its own."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from rbfcli.model import commands
from rbfcli.model.commands import Arg, FightCommand, Opt, RollingCommand

Quality = Literal["normal", "good", "amazing"]
Called = Annotated[int, Opt("number", "a called shot: the penalty it is taken at, 30 as a rule", low=0, high=100)]
QualityOpt = Annotated[
    Quality, Opt("choice", "how well the weapon is made", choices=("normal", "good", "amazing"), name="quality")
]
ArmourQuality = Annotated[
    Quality, Opt("choice", "how well the armour is made", choices=("normal", "good", "amazing"), name="armour-quality")
]
ActionSkill = Annotated[str, Opt("skill", "the skill it needs, as an extra action has to")]


class Attack(commands.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack: an action roll, perhaps defended, then penetration against armour."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack rin mako --with handgun",
        "attack rin mako --called 30",
        "attack rin mako --defend --dice 20,80,10,90",
    )

    weapon: Annotated[str, Opt("weapon", "with what; otherwise what it holds", name="with")] = ""
    called: Called = 0
    gap: Annotated[bool, Opt("flag", "strike where a partial suit does not cover")] = False
    risk: Annotated[bool, Opt("flag", "an extra action if no attack is left")] = False
    defend: Annotated[bool, Opt("flag", "the target defends, as an extra action if it has to", whose="foes")] = False
    no_defend: Annotated[bool, Opt("flag", "the target lets it come", whose="foes")] = False
    botch: Annotated[
        str, Opt("choice", "beforehand: what a botch brings", choices=("failure", "explosion", "opening"), whose="gm")
    ] = ""


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack from numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("attack --system bgc --score 60 --called 30",)

    score: Annotated[int, Opt("number", "the attacker's score", low=0, high=1000)]
    called: Called = 0
    defend: Annotated[int | None, Opt("number", "the defender's score", low=0, high=1000)] = None
    damage: Annotated[int, Opt("number", "the weapon's damage in levels", low=0, high=1000)] = 0
    penetration: Annotated[int, Opt("number", "its penetration", low=0, high=1000)] = 0
    armour: Annotated[int, Opt("number", "the target's armour", low=0, high=1000)] = 0
    quality: QualityOpt = "normal"
    armour_quality: ArmourQuality = "normal"


class DamageSave(commands.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a stated penetration against somebody's armour."""

    examples: ClassVar[tuple[str, ...]] = (
        "damage-save mako --penetration 60 --damage 5",
        "damage-save mako --penetration 60 --damage 5 --dice 70,20",
    )

    penetration: Annotated[int, Opt("number", "what comes through in percent", low=0, high=1000)]
    damage: Annotated[int, Opt("number", "its damage in levels", low=0, high=1000)]
    quality: QualityOpt = "normal"
    critical: Annotated[bool, Opt("flag", "it came from a critical success")] = False


class DamageSaveNumbers(RollingCommand, frozen=True, kw_only=True, tag="damage-save"):
    """Penetration against armour from numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save --system bgc --penetration 60 --armour 45 --damage 5",)

    penetration: Annotated[int, Opt("number", "what comes through in percent", low=0, high=1000)]
    armour: Annotated[int, Opt("number", "the target's armour", low=0, high=1000)]
    damage: Annotated[int, Opt("number", "damage in levels", low=0, high=1000)]
    quality: QualityOpt = "normal"
    armour_quality: ArmourQuality = "normal"
    critical: Annotated[bool, Opt("flag", "it came from a critical success")] = False


class Treatment(RollingCommand, frozen=True, kw_only=True):
    """What waking and stabilising share: who treats, and with which skill."""

    by: Annotated[str, Opt("combatant", "who treats; otherwise whose turn it is")] = ""
    skill: Annotated[str, Opt("choice", "the skill used", choices=("first aid", "medicine"))] = "first aid"


class Stabilize(Treatment, frozen=True, kw_only=True, tag="stabilize"):
    """Stop somebody's bleeding by first aid or medicine."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize mako --by rin", "stabilize mako --by rin --dice 30")

    who: Annotated[str, Arg("combatant", "who bleeds")]


class StabilizeNumbers(RollingCommand, frozen=True, kw_only=True, tag="stabilize"):
    """Roll to stop bleeding from numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize --system bgc --score 50",)

    score: Annotated[int, Opt("number", "the score of first aid or medicine", low=0, high=1000)]


class Wake(Treatment, frozen=True, kw_only=True, tag="wake"):
    """Bring somebody back to its senses by first aid or medicine."""

    examples: ClassVar[tuple[str, ...]] = ("wake mako --by rin", "wake mako --by rin --dice 30")

    who: Annotated[str, Arg("combatant", "who is unconscious")]


class Move(commands.Move, frozen=True, kw_only=True, tag="move"):
    """Spend a Movement action: about five seconds of running."""

    examples: ClassVar[tuple[str, ...]] = ("move rin to the stairwell", "move rin behind the counter")

    to: Annotated[tuple[str, ...], Arg("text", "where to, for the log")] = ()
    skill: ActionSkill = ""


class Draw(RollingCommand, frozen=True, kw_only=True, tag="draw"):
    """Spend an Other action to take a weapon in hand."""

    examples: ClassVar[tuple[str, ...]] = ("draw rin shotgun", "draw rin handgun")

    who: Annotated[str, Arg("combatant", "who draws")]
    weapon: Annotated[str, Arg("weapon", "a weapon it carries, or one that lies there")]
    skill: ActionSkill = ""


class Holster(RollingCommand, frozen=True, kw_only=True, tag="holster"):
    """Spend an Other action to put the weapon in hand away."""

    examples: ClassVar[tuple[str, ...]] = ("holster rin", "holster rin --force")

    who: Annotated[str, Arg("combatant", "who puts it away")]
    skill: ActionSkill = ""


class Reload(RollingCommand, frozen=True, kw_only=True, tag="reload"):
    """Spend an Other action to change the clip of the weapon in hand."""

    examples: ClassVar[tuple[str, ...]] = ("reload rin", "reload rin --force")

    who: Annotated[str, Arg("combatant", "who reloads")]
    weapon: Annotated[str, Opt("weapon", "the weapon (default: the one in hand)", name="with")] = ""
    skill: ActionSkill = ""


class Other(RollingCommand, frozen=True, kw_only=True, tag="other"):
    """Spend an Other action: hotwire a lift, clear a weapon that failed, or whatever else."""

    examples: ClassVar[tuple[str, ...]] = (
        "other rin hotwire the lift --skill electronics",
        "other rin --repair handgun --skill weaponsmith",
    )

    who: Annotated[str, Arg("combatant", "who acts")]
    what: Annotated[tuple[str, ...], Arg("text", "what it does, for the log")] = ()
    skill: Annotated[str, Opt("skill", "the skill it needs, if any")] = ""
    reload: Annotated[bool, Opt("flag", "change the clip, as `reload` does")] = False
    draw: Annotated[str, Opt("weapon", "take a weapon in hand, as `draw` does")] = ""
    repair: Annotated[str, Opt("weapon", "clear a weapon that failed; needs --skill")] = ""


class Declare(FightCommand, frozen=True, kw_only=True, tag="declare"):
    """Say what each action of the round will be, before the first; a number repeats the word before it."""

    examples: ClassVar[tuple[str, ...]] = ("declare rin movement attack defend", "declare tove attack 4 defend")

    who: Annotated[str, Arg("combatant", "who declares")]
    categories: Annotated[
        tuple[str, ...],
        Arg("category", "attack, defend, movement or other, each with a number where it is more than one"),
    ]


class Defend(FightCommand, frozen=True, kw_only=True, tag="defend"):
    """Make ready to defend against the next attack, as an extra action where none is declared."""

    examples: ClassVar[tuple[str, ...]] = ("defend mako", "defend mako --force")

    who: Annotated[str, Arg("combatant", "who defends")]


class Risk(FightCommand, frozen=True, kw_only=True, tag="risk"):
    """Take an extra action at a growing penalty."""

    examples: ClassVar[tuple[str, ...]] = ("risk rin attack", "risk rin other")

    who: Annotated[str, Arg("combatant", "who takes the risk")]
    category: Annotated[str, Arg("category", "attack, defend, movement or other")]


class SkipPhase(FightCommand, frozen=True, kw_only=True, tag="skip-phase"):
    """Let somebody miss its next phases, as the GM says."""

    examples: ClassVar[tuple[str, ...]] = ("skip-phase mako --count 2", "skip-phase mako")

    who: Annotated[str, Arg("combatant", "who misses them")]
    count: Annotated[int, Opt("number", "how many", low=1, high=100)] = 1

"""The verbs of BGC: the shared ones with BGC's options, and its own."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from rbfcli.model import commands
from rbfcli.model.commands import Arg, FightCommand, Opt, RollingCommand

Quality = Literal["normal", "good", "amazing"]
Called = Annotated[int, Opt("number", "called shot with this penalty, usually 30", low=0, high=100)]
QualityOpt = Annotated[
    Quality, Opt("choice", "the weapon's quality", choices=("normal", "good", "amazing"), name="quality")
]
ArmourQuality = Annotated[
    Quality, Opt("choice", "the armour's quality", choices=("normal", "good", "amazing"), name="armour-quality")
]
ActionSkill = Annotated[str, Opt("skill", "skill to roll, as extra actions require")]


class Attack(commands.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack: roll to hit, possibly against a Defend, then penetration against armour."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack rin mako --with handgun",
        "attack rin mako --called 30",
        "attack rin mako --defend --dice 20,80,10,90",
    )

    weapon: Annotated[str, Opt("weapon", "weapon to use (default: weapon in hand)", name="with")] = ""
    called: Called = 0
    gap: Annotated[bool, Opt("flag", "strike a gap in partial armour")] = False
    risk: Annotated[bool, Opt("flag", "use an extra action if no attack is left")] = False
    defend: Annotated[bool, Opt("flag", "the target defends, with an extra action if necessary", whose="foes")] = False
    no_defend: Annotated[bool, Opt("flag", "the target does not defend", whose="foes")] = False
    botch: Annotated[
        str,
        Opt(
            "choice", "choose the effect of a botch in advance", choices=("failure", "explosion", "opening"), whose="gm"
        ),
    ] = ""


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack with numbers alone, without a fight."""

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
    """Roll a given penetration against a combatant's armour."""

    examples: ClassVar[tuple[str, ...]] = (
        "damage-save mako --penetration 60 --damage 5",
        "damage-save mako --penetration 60 --damage 5 --dice 70,20",
    )

    penetration: Annotated[int, Opt("number", "percentage that gets through", low=0, high=1000)]
    damage: Annotated[int, Opt("number", "its damage in levels", low=0, high=1000)]
    quality: QualityOpt = "normal"
    critical: Annotated[bool, Opt("flag", "from a critical success")] = False


class DamageSaveNumbers(RollingCommand, frozen=True, kw_only=True, tag="damage-save"):
    """Roll penetration against armour with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save --system bgc --penetration 60 --armour 45 --damage 5",)

    penetration: Annotated[int, Opt("number", "percentage that gets through", low=0, high=1000)]
    armour: Annotated[int, Opt("number", "the target's armour", low=0, high=1000)]
    damage: Annotated[int, Opt("number", "damage in levels", low=0, high=1000)]
    quality: QualityOpt = "normal"
    armour_quality: ArmourQuality = "normal"
    critical: Annotated[bool, Opt("flag", "from a critical success")] = False


class Treatment(RollingCommand, frozen=True, kw_only=True):
    """The shared part of waking and stabilizing: who treats, and with which skill."""

    by: Annotated[str, Opt("combatant", "who treats the patient (default: current turn)")] = ""
    skill: Annotated[str, Opt("choice", "the skill used", choices=("first aid", "medicine"))] = "first aid"


class Stabilize(Treatment, frozen=True, kw_only=True, tag="stabilize"):
    """Stop a combatant's bleeding with first aid or medicine."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize mako --by rin", "stabilize mako --by rin --dice 30")

    who: Annotated[str, Arg("combatant", "who bleeds")]


class StabilizeNumbers(RollingCommand, frozen=True, kw_only=True, tag="stabilize"):
    """Roll to stop bleeding with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize --system bgc --score 50",)

    score: Annotated[int, Opt("number", "the score of first aid or medicine", low=0, high=1000)]


class Wake(Treatment, frozen=True, kw_only=True, tag="wake"):
    """Wake a combatant with first aid or medicine."""

    examples: ClassVar[tuple[str, ...]] = ("wake mako --by rin", "wake mako --by rin --dice 30")

    who: Annotated[str, Arg("combatant", "who is unconscious")]


class Move(commands.Move, frozen=True, kw_only=True, tag="move"):
    """Spend a Movement action: about five seconds of running."""

    examples: ClassVar[tuple[str, ...]] = ("move rin to the stairwell", "move rin behind the counter")

    to: Annotated[tuple[str, ...], Arg("text", "destination, for the log")] = ()
    skill: ActionSkill = ""


class Draw(RollingCommand, frozen=True, kw_only=True, tag="draw"):
    """Spend an Other action to draw a weapon."""

    examples: ClassVar[tuple[str, ...]] = ("draw rin shotgun", "draw rin handgun")

    who: Annotated[str, Arg("combatant", "who draws")]
    weapon: Annotated[str, Arg("weapon", "a carried weapon, or one on the ground")]
    skill: ActionSkill = ""


class Holster(RollingCommand, frozen=True, kw_only=True, tag="holster"):
    """Spend an Other action to holster the weapon in hand."""

    examples: ClassVar[tuple[str, ...]] = ("holster rin", "holster rin --force")

    who: Annotated[str, Arg("combatant", "who holsters it")]
    skill: ActionSkill = ""


class Reload(RollingCommand, frozen=True, kw_only=True, tag="reload"):
    """Spend an Other action to reload the weapon in hand."""

    examples: ClassVar[tuple[str, ...]] = ("reload rin", "reload rin --force")

    who: Annotated[str, Arg("combatant", "who reloads")]
    weapon: Annotated[str, Opt("weapon", "the weapon (default: the one in hand)", name="with")] = ""
    skill: ActionSkill = ""


class Other(RollingCommand, frozen=True, kw_only=True, tag="other"):
    """Spend an Other action: hotwire a lift, clear a failed weapon, or anything else."""

    examples: ClassVar[tuple[str, ...]] = (
        "other rin hotwire the lift --skill electronics",
        "other rin --repair handgun --skill weaponsmith",
    )

    who: Annotated[str, Arg("combatant", "who acts")]
    what: Annotated[tuple[str, ...], Arg("text", "description, for the log")] = ()
    skill: Annotated[str, Opt("skill", "skill to roll, if any")] = ""
    reload: Annotated[bool, Opt("flag", "reload, like `reload`")] = False
    draw: Annotated[str, Opt("weapon", "draw a weapon, like `draw`")] = ""
    repair: Annotated[str, Opt("weapon", "clear a failed weapon; needs --skill")] = ""


class Declare(FightCommand, frozen=True, kw_only=True, tag="declare"):
    """Declare the actions of your round, before the first; a number repeats the word before it."""

    examples: ClassVar[tuple[str, ...]] = ("declare rin movement attack defend", "declare tove attack 4 defend")

    who: Annotated[str, Arg("combatant", "who declares")]
    categories: Annotated[
        tuple[str, ...],
        Arg("category", "attack, defend, movement or other, each with an optional number"),
    ]


class Defend(FightCommand, frozen=True, kw_only=True, tag="defend"):
    """Prepare to defend against the next attack, with an extra action if none is declared."""

    examples: ClassVar[tuple[str, ...]] = ("defend mako", "defend mako --force")

    who: Annotated[str, Arg("combatant", "who defends")]


class Risk(FightCommand, frozen=True, kw_only=True, tag="risk"):
    """Take an extra action at a growing penalty."""

    examples: ClassVar[tuple[str, ...]] = ("risk rin attack", "risk rin other")

    who: Annotated[str, Arg("combatant", "who takes the risk")]
    category: Annotated[str, Arg("category", "attack, defend, movement or other")]


class SkipPhase(FightCommand, frozen=True, kw_only=True, tag="skip-phase"):
    """Make a combatant miss the next phases, as the GM decides."""

    examples: ClassVar[tuple[str, ...]] = ("skip-phase mako --count 2", "skip-phase mako")

    who: Annotated[str, Arg("combatant", "who misses phases")]
    count: Annotated[int, Opt("number", "how many", low=1, high=100)] = 1

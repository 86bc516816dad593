"""The verbs of FuturePath: the shared ones with its options, its own, and one-liners."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.model import commands
from rbfcli.model.commands import Arg, Command, EditCommand, Opt, RollingCommand

Who = Annotated[str, Arg("combatant", "who acts")]
After = Annotated[str, Opt("combatant", "act only if this teammate succeeded; otherwise the turn is lost")]
DEEDS = (
    "attack",
    "full-attack",
    "off-hand",
    "throw",
    "technique",
    "object",
    "coup-de-grace",
    "stabilize",
    "move",
    "sprint",
    "withdraw",
    "step",
    "drag",
    "open",
    "trap",
    "use",
)
AfterDeed = Annotated[
    str, Opt("choice", "with --after: which of their actions (default: the last one with a roll)", choices=DEEDS)
]
Misc = Annotated[int, Opt("number", "GM's modifier to the DC", low=-50, high=50, whose="gm")]
Opportunities = Annotated[
    str,
    Opt(
        "choice",
        "choose in advance whether threatening enemies attack, with their most harmful weapon",
        choices=("strike", "pass"),
        name="opportunities",
        whose="foes",
    ),
]
Weapon = Annotated[str, Opt("weapon", "weapon to use (default: weapon in hand)", name="with")]
Target = Annotated[str, Arg("combatant", "the target")]
Advantage = Annotated[int, Opt("number", "advantages; each adds an advantage die", low=0, high=20)]
Disadvantage = Annotated[int, Opt("number", "disadvantages; each removes an advantage die", low=0, high=20)]
Covered = Annotated[
    str, Opt("choice", "the target's cover as the GM sees it", choices=("none", "partial", "heavy", "full"), whose="gm")
]
Weak = Annotated[bool, Opt("flag", "the barrier in front of the target can be shot through", whose="gm")]
Fumble = Annotated[str, Opt("fumble", "choose the effect of a critical failure in advance")]
Level = Annotated[int, Opt("number", "level, which decides the advantage die", low=1, high=20)]


class Action(Command, frozen=True, kw_only=True):
    """The shared part of an action without a roll: it can depend on a teammate's."""

    who: Who
    after: After = ""
    after_deed: AfterDeed = ""


class RollingAction(RollingCommand, frozen=True, kw_only=True):
    """The shared part of an action with a roll: it can depend on a teammate's."""

    who: Who
    after: After = ""
    after_deed: AfterDeed = ""


class Attack(commands.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack one target with the weapon in hand (Standard)."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack hale thug1",
        "attack yara thug1 --with sidearm --advantage 1 --dice 15,3,6",
    )

    weapon: Weapon = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    cover: Covered = ""
    weak: Weak = False
    fumble: Fumble = ""
    after: After = ""
    after_deed: AfterDeed = ""


class AimedAction(RollingCommand, frozen=True, kw_only=True):
    """The shared part of attacks: the weapon, the GM's view of the target, and what is chosen in advance."""

    who: Who
    weapon: Weapon = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    cover: Covered = ""
    weak: Weak = False
    fumble: Fumble = ""
    after: After = ""
    after_deed: AfterDeed = ""


class FullAttack(AimedAction, frozen=True, kw_only=True, tag="full-attack"):
    """Attack with all Extra Attacks and Extra Damage (Full Round)."""

    examples: ClassVar[tuple[str, ...]] = ("full-attack gort thug1", "full-attack gort thug1 thug2")

    targets: Annotated[tuple[str, ...], Arg("targets", "targets, one per attack; the last one takes the rest")]


class OffHand(AimedAction, frozen=True, kw_only=True, tag="off-hand"):
    """Make the Bonus Attack with the off-hand weapon, after an attack (Simple)."""

    examples: ClassVar[tuple[str, ...]] = ("off-hand yara thug1", "off-hand yara thug1 --advantage 1")

    target: Target


class Throw(RollingAction, frozen=True, kw_only=True, tag="throw"):
    """Throw a grenade or a small object at a target or a square (Full Round)."""

    examples: ClassVar[tuple[str, ...]] = ("throw hale frag thug1", "throw hale frag thug1 --at F6 --cook")

    thing: Annotated[str, Arg("thing", "a carried grenade or light weapon, or an adjacent light object")]
    target: Annotated[str, Arg("combatant", "the target; a grenade explodes on its turn")] = ""
    at: Annotated[str, Opt("place", "the square to aim at, if not the target's")] = ""
    cook: Annotated[bool, Opt("flag", "cook it with a Wisdom check, so that it explodes at the start of that turn")] = (
        False
    )
    misc: Misc = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Technique(RollingAction, frozen=True, kw_only=True, tag="technique"):
    """Try a Combat Technique: bull-rush, grapple, trip, disarm, charge, overrun (Full Round)."""

    examples: ClassVar[tuple[str, ...]] = ("technique hale trip thug1", "technique gort charge thug1")

    technique: Annotated[str, Arg("technique", "which one")]
    target: Target
    to: Annotated[str, Opt("place", "for overrun: the square to end on")] = ""
    weapon: Weapon = ""
    misc: Misc = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    fumble: Fumble = ""
    opportunities: Opportunities = ""


class AttackObject(RollingAction, frozen=True, kw_only=True, tag="object"):
    """Attack an object (Standard); one that cannot move is hit automatically."""

    examples: ClassVar[tuple[str, ...]] = ("object hale hatch", "object hale crate --with knife")

    thing: Annotated[str, Arg("object", "the object")]
    weapon: Weapon = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class CoupDeGrace(RollingAction, frozen=True, kw_only=True, tag="coup-de-grace"):
    """Finish off a helpless target: an automatic critical hit, then its save or death (Full Round)."""

    examples: ClassVar[tuple[str, ...]] = ("coup-de-grace hale thug1", "coup-de-grace hale thug1 --with knife")

    target: Target
    weapon: Weapon = ""


class DamageSave(commands.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a save against given damage: a blast is halved, a coup de grace survived."""

    examples: ClassVar[tuple[str, ...]] = (
        "damage-save hale --damage 3d6 --dc 15",
        "damage-save hale --damage 14 --kind coup-de-grace",
    )

    damage: Annotated[str, Opt("amount", "the damage: a number or dice")]
    dc: Annotated[int | None, Opt("number", "the DC (default: the damage dealt)", low=0, high=1000)] = None
    kind: Annotated[str, Opt("choice", "what the save is for", choices=("blast", "coup-de-grace"))] = "blast"
    save: Annotated[str, Opt("choice", "the ability", choices=("strength", "dexterity", "constitution", "wisdom"))] = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Stabilize(commands.Stabilize, frozen=True, kw_only=True, tag="stabilize"):
    """Treat a dying character with a field medical kit (Full Round)."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize hale --by yara", "stabilize hale --by yara --dice 15")

    by: Annotated[str, Opt("combatant", "who treats the patient (default: the only team member who can)")] = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    after: After = ""
    after_deed: AfterDeed = ""


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack --system futurepath --mod 5 --advantage 2 --level 9 --tn 16 --damage 1d8+3",
    )

    tn: Annotated[int, Opt("number", "the target's AC", low=0, high=1000)]
    damage: Annotated[str, Opt("amount", "damage of a hit: dice plus a bonus added once")] = "0"
    level: Level = 1
    critical: Annotated[int, Opt("number", "the lowest natural roll that is critical", low=2, high=20)] = 20
    multiplier: Annotated[int, Opt("number", "critical multiplier of the damage dice", low=1, high=5)] = 2
    extra: Annotated[int, Opt("number", "Extra Damage of a full attack", low=0, high=20)] = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class DamageSaveNumbers(RollingCommand, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a save with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save --system futurepath --mod 2 --damage 3d6 --dc 15",)

    damage: Annotated[str, Opt("amount", "the damage: a number or dice")]
    dc: Annotated[int | None, Opt("number", "the DC (default: the damage dealt)", low=0, high=1000)] = None
    kind: Annotated[str, Opt("choice", "what the save is for", choices=("blast", "coup-de-grace"))] = "blast"
    level: Level = 1
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class StabilizeNumbers(RollingCommand, frozen=True, kw_only=True, tag="stabilize"):
    """Roll to stabilize with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize --system futurepath --mod 6",)

    level: Level = 1
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


Via = Annotated[tuple[str, ...], Opt("place", "a square to pass through (may be repeated)")]
Square = Annotated[str, Arg("place", "a square such as C4, or a combatant to move next to")]
FullRound = Annotated[bool, Opt("flag", "take a Full Round action and go twice as far")]


class Move(commands.Move, frozen=True, kw_only=True, tag="move"):
    """Move to a square (Standard): run, walk, climb, crawl or swim."""

    examples: ClassVar[tuple[str, ...]] = (
        "move hale C4",
        "move hale thug1 --opportunities pass",
        "move hale D2 --how climb",
    )

    to: Square
    how: Annotated[str, Opt("choice", "how to move", choices=("run", "walk", "climb", "crawl", "swim"))] = "run"
    full_round: FullRound = False
    stealthy: Annotated[bool, Opt("flag", "move quietly; not with --full-round")] = False
    height: Annotated[int | None, Opt("number", "for fliers: height in squares", low=0, high=1000)] = None
    cover: Annotated[
        str, Opt("choice", "the cover there", choices=("none", "partial", "heavy", "full"), whose="gm")
    ] = ""
    via: Via = ()
    opportunities: Opportunities = ""
    after: After = ""
    after_deed: AfterDeed = ""


class Sprint(RollingAction, frozen=True, kw_only=True, tag="sprint"):
    """Run up to three times your speed (Full Round)."""

    examples: ClassVar[tuple[str, ...]] = ("sprint hale M4", "sprint hale M4 --via H4")

    to: Square
    via: Via = ()
    misc: Misc = 0
    opportunities: Opportunities = ""


class Withdraw(RollingAction, frozen=True, kw_only=True, tag="withdraw"):
    """Move away without giving Tactical Opportunities (Full Round)."""

    examples: ClassVar[tuple[str, ...]] = ("withdraw hale A4", "withdraw hale A4 --via B4")

    to: Square
    via: Via = ()
    misc: Misc = 0


class Step(RollingAction, frozen=True, kw_only=True, tag="step"):
    """Take a 5-foot step (Simple); it ends the turn."""

    examples: ClassVar[tuple[str, ...]] = ("step hale C5", "step hale C5 --dry-run")

    to: Square
    opportunities: Opportunities = ""


class Reload(commands.Reload, frozen=True, kw_only=True, tag="reload"):
    """Reload a weapon in hand (Standard, or as the weapon says)."""

    examples: ClassVar[tuple[str, ...]] = ("reload yara", "reload yara --with pistol")

    after: After = ""
    after_deed: AfterDeed = ""


class Draw(commands.Draw, frozen=True, kw_only=True, tag="draw"):
    """Draw a weapon (Simple), or swap weapons or pick one up (Standard)."""

    examples: ClassVar[tuple[str, ...]] = ("draw hale knife", "draw yara pistol --off-hand")

    after: After = ""
    after_deed: AfterDeed = ""


class Holster(commands.Holster, frozen=True, kw_only=True, tag="holster"):
    """Holster the weapon in hand (Simple)."""

    examples: ClassVar[tuple[str, ...]] = ("holster yara", "holster yara --force")

    after: After = ""
    after_deed: AfterDeed = ""


class Stand(Action, frozen=True, kw_only=True, tag="stand"):
    """Stand up from prone, sitting or kneeling (Simple)."""

    examples: ClassVar[tuple[str, ...]] = ("stand hale", "stand hale --dry-run")


class Prone(Action, frozen=True, kw_only=True, tag="prone"):
    """Drop prone, sitting or kneeling (Free)."""

    examples: ClassVar[tuple[str, ...]] = ("prone hale", "prone hale --to kneeling")

    to: Annotated[str, Opt("choice", "posture", choices=("prone", "sitting", "kneeling"))] = "prone"
    during: Annotated[bool, Opt("flag", "during a Full Round action")] = False


class Drag(RollingAction, frozen=True, kw_only=True, tag="drag"):
    """Move an object to a square, at half speed if it is not light (Standard)."""

    examples: ClassVar[tuple[str, ...]] = ("drag hale crate D4", "drag hale crate D4 --dice 12")

    thing: Annotated[str, Arg("object", "the object to move")]
    to: Annotated[str, Arg("place", "a square such as C4")]
    full_round: FullRound = False
    opportunities: Opportunities = ""


class Open(Action, frozen=True, kw_only=True, tag="open"):
    """Open or close something slowly (Standard)."""

    examples: ClassVar[tuple[str, ...]] = ("open hale hatch", "open hale hatch --close")

    thing: Annotated[str, Arg("object", "a door, a hatch, a chest")]
    close: Annotated[bool, Opt("flag", "close it instead")] = False
    full_round: Annotated[bool, Opt("flag", "as a Full Round action")] = False


class Ready(RollingAction, frozen=True, kw_only=True, tag="ready"):
    """Give up the turn and wait for a trigger; when it comes, act immediately with --now."""

    examples: ClassVar[tuple[str, ...]] = (
        'ready yara "a thug comes round the corner"',
        "ready yara --now --against thug1",
    )

    trigger: Annotated[tuple[str, ...], Arg("text", "the trigger")] = ()
    now: Annotated[bool, Opt("flag", "the trigger has come: act immediately")] = False
    against: Annotated[str, Opt("combatant", "with --now: whose roll it interrupts; both roll initiative")] = ""


class TrapWork(RollingAction, frozen=True, kw_only=True, tag="trap"):
    """Search for traps, or disarm one."""

    examples: ClassVar[tuple[str, ...]] = ("trap yara search", "trap yara disable mine")

    step: Annotated[str, Arg("choice", "what to do", choices=("search", "disable"))]
    trap: Annotated[str, Arg("trap", "which trap (not needed to search)")] = ""
    take_20: Annotated[bool, Opt("flag", "outside combat: take 20 instead of rolling")] = False
    misc: Misc = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Free(Action, frozen=True, kw_only=True, tag="free"):
    """Do something small (Free), such as dropping what you hold."""

    examples: ClassVar[tuple[str, ...]] = ('free hale "kicks the lamp over"', "free hale --drop both")

    what: Annotated[tuple[str, ...], Arg("text", "the small thing, in your own words")] = ()
    drop: Annotated[str, Opt("choice", "drop what is in hand", choices=("held", "off-hand", "both"))] = ""
    release: Annotated[str, Opt("combatant", "release a grappled combatant")] = ""
    during: Annotated[bool, Opt("flag", "during a Full Round action")] = False


class Speak(Command, frozen=True, kw_only=True, tag="speak"):
    """Say a few words, in or out of turn; about three seconds per round."""

    examples: ClassVar[tuple[str, ...]] = ('speak hale "behind the crates"', "speak hale --gesture attack there")

    who: Who
    words: Annotated[tuple[str, ...], Arg("text", "the words")]
    gesture: Annotated[bool, Opt("flag", "use a hand gesture, once per round, instead of words")] = False


class Use(RollingAction, frozen=True, kw_only=True, tag="use"):
    """Use a skill, a feat or a talent (Full Round, or Free if the skill is)."""

    examples: ClassVar[tuple[str, ...]] = ("use hale acrobatics --dc 15", 'use hale "say Battle Cry" --as standard')

    what: Annotated[str, Arg("skill", "a skill or feat, or `say` and your own words")]
    dc: Annotated[int | None, Opt("number", "the DC", low=0, high=1000, whose="gm")] = None
    action: Annotated[
        str, Opt("choice", "the action it takes", choices=("free", "simple", "standard", "full-round"), name="as")
    ] = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Map(EditCommand, frozen=True, kw_only=True, tag="map"):
    """Draw on the map: walls, ground, cover, height, doors and barrels, or a whole row of marks."""

    examples: ClassVar[tuple[str, ...]] = (
        "map wall G4..G6",
        "map open G5",
        'map row 3 "..##.."',
        "map difficult B2..C4 F7",
        "map door G5",
    )

    what: Annotated[
        str,
        Arg(
            "ground",
            "wall, open, difficult, uneven, narrow, partial or heavy (cover), 1 to 9 (height), a terrain of the"
            " encounter, door, barrel; or row",
        ),
    ]
    where: Annotated[
        tuple[str, ...], Arg("text", "squares such as G5, and ranges such as G4..G6; for row, its number and marks")
    ]

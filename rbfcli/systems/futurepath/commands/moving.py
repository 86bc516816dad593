"""The verbs of moving and handling, and what else fills a turn: triggers, traps, speech, skills and talents."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.kernel import verbs
from rbfcli.kernel.command import Arg, Command, Opt, RollingCommand
from rbfcli.systems.futurepath.commands.fighting import (
    Advantage,
    After,
    AfterDeed,
    Disadvantage,
    Misc,
    Opportunities,
    Who,
)

Via = Annotated[tuple[str, ...], Opt("place", "a square to pass through; may stand often")]
Square = Annotated[str, Arg("place", "a square such as C4, or somebody to stand next to")]
FullRound = Annotated[bool, Opt("flag", "as a Full Round action: twice as far")]


class Move(verbs.Move, frozen=True, kw_only=True, tag="move"):
    """Move to a square (Standard): run, walk, climb, crawl or swim."""

    examples: ClassVar[tuple[str, ...]] = (
        "move hale C4",
        "move hale thug1 --opportunities pass",
        "move hale D2 --how climb",
    )

    to: Square
    how: Annotated[str, Opt("choice", "how", choices=("run", "walk", "climb", "crawl", "swim"))] = "run"
    full_round: FullRound = False
    stealthy: Annotated[bool, Opt("flag", "quietly; not with --full-round")] = False
    height: Annotated[int | None, Opt("number", "for a flier: squares above the floor", low=0, high=1000)] = None
    cover: Annotated[
        str, Opt("choice", "the cover there", choices=("none", "partial", "heavy", "full"), whose="gm")
    ] = ""
    via: Via = ()
    opportunities: Opportunities = ""
    after: After = ""
    after_deed: AfterDeed = ""


class Sprint(RollingCommand, frozen=True, kw_only=True, tag="sprint"):
    """Run up to three times one's speed (Full Round)."""

    examples: ClassVar[tuple[str, ...]] = ("sprint hale M4", "sprint hale M4 --via H4")

    who: Who
    to: Square
    via: Via = ()
    misc: Misc = 0
    opportunities: Opportunities = ""
    after: After = ""
    after_deed: AfterDeed = ""


class Withdraw(RollingCommand, frozen=True, kw_only=True, tag="withdraw"):
    """Move away without giving Tactical Opportunities (Full Round)."""

    examples: ClassVar[tuple[str, ...]] = ("withdraw hale A4", "withdraw hale A4 --via B4")

    who: Who
    to: Square
    via: Via = ()
    misc: Misc = 0
    after: After = ""
    after_deed: AfterDeed = ""


class Step(RollingCommand, frozen=True, kw_only=True, tag="step"):
    """Take a 5-foot step (Simple); it ends the turn."""

    examples: ClassVar[tuple[str, ...]] = ("step hale C5", "step hale C5 --dry-run")

    who: Who
    to: Square
    opportunities: Opportunities = ""
    after: After = ""
    after_deed: AfterDeed = ""


class Reload(verbs.Reload, frozen=True, kw_only=True, tag="reload"):
    """Fill the magazine of a weapon in hand (Standard, or as the weapon says)."""

    examples: ClassVar[tuple[str, ...]] = ("reload yara", "reload yara --with pistol")

    after: After = ""
    after_deed: AfterDeed = ""


class Draw(verbs.Draw, frozen=True, kw_only=True, tag="draw"):
    """Take a weapon in hand (Simple), change it for the one held, or pick it up (Standard)."""

    examples: ClassVar[tuple[str, ...]] = ("draw hale knife", "draw yara pistol --off-hand")

    after: After = ""
    after_deed: AfterDeed = ""


class Holster(verbs.Holster, frozen=True, kw_only=True, tag="holster"):
    """Put the weapon in hand away (Simple)."""

    examples: ClassVar[tuple[str, ...]] = ("holster yara", "holster yara --force")

    after: After = ""
    after_deed: AfterDeed = ""


class Stand(Command, frozen=True, kw_only=True, tag="stand"):
    """Stand up from lying, sitting or kneeling (Simple)."""

    examples: ClassVar[tuple[str, ...]] = ("stand hale", "stand hale --dry-run")

    who: Who
    after: After = ""
    after_deed: AfterDeed = ""


class Prone(Command, frozen=True, kw_only=True, tag="prone"):
    """Drop prone, sitting or kneeling (Free)."""

    examples: ClassVar[tuple[str, ...]] = ("prone hale", "prone hale --to kneeling")

    who: Who
    to: Annotated[str, Opt("choice", "which posture", choices=("prone", "sitting", "kneeling"))] = "prone"
    during: Annotated[bool, Opt("flag", "while a Full Round action goes on")] = False
    after: After = ""
    after_deed: AfterDeed = ""


class Drag(RollingCommand, frozen=True, kw_only=True, tag="drag"):
    """Move an object to a square, at half speed where it is not light (Standard)."""

    examples: ClassVar[tuple[str, ...]] = ("drag hale crate D4", "drag hale crate D4 --dice 12")

    who: Who
    thing: Annotated[str, Arg("object", "what it moves")]
    to: Annotated[str, Arg("place", "a square such as C4")]
    full_round: FullRound = False
    opportunities: Opportunities = ""
    after: After = ""
    after_deed: AfterDeed = ""


class Open(Command, frozen=True, kw_only=True, tag="open"):
    """Open something slowly, or close it (Standard)."""

    examples: ClassVar[tuple[str, ...]] = ("open hale hatch", "open hale hatch --close")

    who: Who
    thing: Annotated[str, Arg("object", "a door, a hatch, a chest")]
    close: Annotated[bool, Opt("flag", "close it instead")] = False
    full_round: Annotated[bool, Opt("flag", "as a Full Round action")] = False
    after: After = ""
    after_deed: AfterDeed = ""


class Ready(RollingCommand, frozen=True, kw_only=True, tag="ready"):
    """Give up the turn for a trigger; when it comes, act at once with --now."""

    examples: ClassVar[tuple[str, ...]] = (
        'ready yara "a thug comes round the corner"',
        "ready yara --now --against thug1",
    )

    who: Who
    trigger: Annotated[tuple[str, ...], Arg("text", "what it waits for")] = ()
    now: Annotated[bool, Opt("flag", "the trigger has come: one action at once")] = False
    against: Annotated[str, Opt("combatant", "with --now: whose rolled action it would affect; both roll")] = ""
    after: After = ""
    after_deed: AfterDeed = ""


class TrapWork(RollingCommand, frozen=True, kw_only=True, tag="trap"):
    """Look for traps, or disable one."""

    examples: ClassVar[tuple[str, ...]] = ("trap yara search", "trap yara disable mine")

    who: Who
    step: Annotated[str, Arg("choice", "what to do", choices=("search", "disable"))]
    trap: Annotated[str, Arg("trap", "which; none needed to search")] = ""
    misc: Misc = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    after: After = ""
    after_deed: AfterDeed = ""


class Free(Command, frozen=True, kw_only=True, tag="free"):
    """Do something small (Free), such as letting go of what one holds."""

    examples: ClassVar[tuple[str, ...]] = ('free hale "kicks the lamp over"', "free hale --drop both")

    who: Who
    what: Annotated[tuple[str, ...], Arg("text", "what")] = ()
    drop: Annotated[str, Opt("choice", "let go of what is in hand", choices=("held", "off-hand", "both"))] = ""
    release: Annotated[str, Opt("combatant", "let go of somebody it holds fast")] = ""
    during: Annotated[bool, Opt("flag", "while a Full Round action goes on")] = False
    after: After = ""
    after_deed: AfterDeed = ""


class Speak(Command, frozen=True, kw_only=True, tag="speak"):
    """Say a few words, in or out of turn; about three seconds a round."""

    examples: ClassVar[tuple[str, ...]] = ('speak hale "behind the crates"', "speak hale --gesture attack there")

    who: Who
    words: Annotated[tuple[str, ...], Arg("text", "what is said")]
    gesture: Annotated[bool, Opt("flag", "by a sign of one hand: once a round, no words")] = False


class Use(RollingCommand, frozen=True, kw_only=True, tag="use"):
    """Use a skill, a feat or a talent (Full Round, or Free where the skill is)."""

    examples: ClassVar[tuple[str, ...]] = ("use hale acrobatics --dc 15", 'use hale "say Battle Cry" --as standard')

    who: Who
    what: Annotated[str, Arg("skill", "a skill or feat of its own, or `say` and your own words")]
    dc: Annotated[int | None, Opt("number", "the number to reach", low=0, high=1000, whose="gm")] = None
    action: Annotated[
        str, Opt("choice", "what it takes", choices=("free", "simple", "standard", "full-round"), name="as")
    ] = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    after: After = ""
    after_deed: AfterDeed = ""

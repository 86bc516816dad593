"""The verbs that fill a turn otherwise: waiting for a trigger, traps, small things, speech, skills and talents."""

from typing import Annotated, ClassVar

from rbfcli.kernel.command import Arg, Command, Opt, RollingCommand
from rbfcli.systems.futurepath.commands import Advantage, Disadvantage
from rbfcli.systems.futurepath.commands_field import After, Misc, Who


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


class Free(Command, frozen=True, kw_only=True, tag="free"):
    """Do something small (Free), such as letting go of what one holds."""

    examples: ClassVar[tuple[str, ...]] = ('free hale "kicks the lamp over"', "free hale --drop both")

    who: Who
    what: Annotated[tuple[str, ...], Arg("text", "what")] = ()
    drop: Annotated[str, Opt("choice", "let go of what is in hand", choices=("held", "off-hand", "both"))] = ""
    during: Annotated[bool, Opt("flag", "while a Full Round action goes on")] = False
    after: After = ""


class Speak(Command, frozen=True, kw_only=True, tag="speak"):
    """Say a few words, in or out of turn; about three seconds a round."""

    examples: ClassVar[tuple[str, ...]] = ('speak hale "behind the crates"', "speak hale --gesture attack there")

    who: Who
    words: Annotated[tuple[str, ...], Arg("text", "what is said")]
    gesture: Annotated[bool, Opt("flag", "by a sign of one hand: once a round, no words")] = False


class Use(RollingCommand, frozen=True, kw_only=True, tag="use"):
    """Use a skill, a feat or a talent (Full Round, or Free where the skill is)."""

    examples: ClassVar[tuple[str, ...]] = ("use hale acrobatics --dc 15", 'use hale "Battle Cry" --as standard')

    who: Who
    what: Annotated[str, Arg("skill", "a skill, a feat, a talent")]
    dc: Annotated[int | None, Opt("number", "the number to reach", low=0, high=1000)] = None
    action: Annotated[
        str, Opt("choice", "what it takes", choices=("free", "simple", "standard", "full-round"), name="as")
    ] = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    after: After = ""

"""RBF's other verbs: moving, hiding, casting, speaking, using things, checks and turns."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.kernel import verbs
from rbfcli.kernel.command import Arg, DicedCommand, FightCommand, Opt, RollingCommand
from rbfcli.systems.rbf.commands.fighting import Advantage, Disadvantage

Tn = Annotated[int | None, Opt("number", "the target number, where a test is asked for", low=0, high=1000, whose="gm")]


class Add(verbs.Add, frozen=True, kw_only=True, tag="add"):
    """Bring a combatant into the fight, new or from a stat block; or a thing that can be shot at."""

    examples: ClassVar[tuple[str, ...]] = (*verbs.Add.examples, "add tank --object tn=8 hp=10")

    object: Annotated[bool, Opt("flag", "a thing: a TN and HP, no turns and no side")] = False


class Move(verbs.Move, frozen=True, kw_only=True, tag="move"):
    """Move to a place of the ground, or to a metre along it."""

    examples: ClassVar[tuple[str, ...]] = ("move ada crates", "move ada 12 --cover light")

    to: Annotated[str, Arg("place", "a named place, or a metre")]
    cover: Annotated[
        str, Opt("choice", "the cover there", choices=("none", "light", "medium", "heavy", "full"), whose="gm")
    ] = ""


class Spot(DicedCommand, frozen=True, kw_only=True, tag="spot"):
    """Point out a hidden target that one sees oneself, so that allies can target it."""

    examples: ClassVar[tuple[str, ...]] = ("spot pell thug1", "spot pell gunner2")

    who: Annotated[str, Arg("combatant", "who points it out")]
    target: Annotated[str, Arg("combatant", "the hidden target")]


class Hide(DicedCommand, frozen=True, kw_only=True, tag="hide"):
    """Hide in medium or better cover: the next attack comes from stealth."""

    examples: ClassVar[tuple[str, ...]] = ("hide joss", "hide joss --bonus")

    who: Annotated[str, Arg("combatant", "who hides")]
    bonus: Annotated[bool, Opt("flag", "as a bonus action (Stalker)")] = False


class Cast(RollingCommand, frozen=True, kw_only=True, tag="cast"):
    """Cast a spell of the encounter's list, or one improvised with the GM."""

    examples: ClassVar[tuple[str, ...]] = (
        "cast yara spark thug1",
        'cast yara "say hold the door" --skill telekinetics --tn 12',
    )

    who: Annotated[str, Arg("combatant", "who casts")]
    spell: Annotated[str, Arg("spell", 'a spell of the list, or one improvised: "say …"')]
    targets: Annotated[tuple[str, ...], Arg("targets", "at whom, if at anybody")] = ()
    skill: Annotated[str, Opt("skill", "the arcane focus skill; otherwise the spell's, or the best")] = ""
    damage: Annotated[str, Opt("amount", "its damage: a number or dice", whose="gm")] = ""
    condition: Annotated[str, Opt("affliction", "the condition it lays", whose="gm")] = ""
    tn: Tn = None
    bonus: Annotated[bool, Opt("flag", "as a bonus action (Expert Telekinetic)")] = False
    countered_by: Annotated[str, Opt("combatant", "beforehand: who counters it as a reaction", whose="foes")] = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Speak(RollingCommand, frozen=True, kw_only=True, tag="speak"):
    """Say something: an action towards enemies, free towards allies unless it is leadership."""

    examples: ClassVar[tuple[str, ...]] = (
        'speak pell "put the rifles down" --skill leadership --tn 12',
        'speak pell "behind you" --allies',
    )

    who: Annotated[str, Arg("combatant", "who speaks")]
    text: Annotated[tuple[str, ...], Arg("text", "what it says")]
    allies: Annotated[bool, Opt("flag", "to allies: free")] = False
    lead: Annotated[bool, Opt("flag", "leadership: an action even towards allies")] = False
    skill: Annotated[str, Opt("skill", 'the skill of the test, or "say …"')] = "leadership"
    tn: Tn = None
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Use(RollingCommand, frozen=True, kw_only=True, tag="use"):
    """Use an item, on oneself or somebody else; or a talent such as rage."""

    examples: ClassVar[tuple[str, ...]] = ('use pell "medical kit" joss', "use tamsin rage")

    who: Annotated[str, Arg("combatant", "who uses it")]
    thing: Annotated[str, Arg("thing", 'an item it carries, or rage, or "say …"')]
    target: Annotated[str, Arg("combatant", "on whom; otherwise on themself")] = ""
    tn: Tn = None
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Hold(FightCommand, frozen=True, kw_only=True, tag="hold"):
    """Hold a turn until a later count of the round; a boss may do so between two of its actions."""

    examples: ClassVar[tuple[str, ...]] = ("hold ada --until 7", "hold ada")

    who: Annotated[str, Arg("combatant", "whose turn it is")]
    until: Annotated[int | None, Opt("number", "the count to act on; otherwise last")] = None


class Stand(DicedCommand, frozen=True, kw_only=True, tag="stand"):
    """Stand up from prone."""

    examples: ClassVar[tuple[str, ...]] = ("stand ada", "stand ada --force")

    who: Annotated[str, Arg("combatant", "who stands up")]


class Prone(RollingCommand, frozen=True, kw_only=True, tag="prone"):
    """Go prone as a move, or drop for free at the price of a bruise."""

    examples: ClassVar[tuple[str, ...]] = ("prone ada", "prone ada --drop")

    who: Annotated[str, Arg("combatant", "who goes down")]
    drop: Annotated[bool, Opt("flag", "free, but it hurts")] = False


class Free(DicedCommand, frozen=True, kw_only=True, tag="free"):
    """Free oneself from what pins one to the spot, or strike at the one who grapples one."""

    examples: ClassVar[tuple[str, ...]] = ("free thug1", "free thug1 --dice 5,7")

    who: Annotated[str, Arg("combatant", "who frees themself")]


class Fall(RollingCommand, frozen=True, kw_only=True, tag="fall"):
    """Let somebody fall: a die of damage for each three metres."""

    examples: ClassVar[tuple[str, ...]] = ("fall thug1 6", "fall ada 12 --dice 5,7")

    who: Annotated[str, Arg("combatant", "who falls")]
    metres: Annotated[int, Arg("number", "how deep")]


class ShakeOff(FightCommand, frozen=True, kw_only=True, tag="shake-off"):
    """A boss ends a condition that lies on it, for 5 HP."""

    examples: ClassVar[tuple[str, ...]] = ("shake-off drone stunned", "shake-off drone blinded")

    who: Annotated[str, Arg("combatant", "the boss")]
    name: Annotated[str, Arg("condition", "which condition")]


class Check(RollingCommand, frozen=True, kw_only=True, tag="check"):
    """Roll a skill against a target number: an action, or free where the GM calls for it."""

    examples: ClassVar[tuple[str, ...]] = ("check ada athletics --tn 12", "check joss perception --tn 14 --free")

    who: Annotated[str, Arg("combatant", "who rolls")]
    skill: Annotated[str, Arg("skill", 'with which skill, or "say …"')]
    tn: Annotated[int, Opt("number", "the target number", low=0, high=1000)]
    free: Annotated[bool, Opt("flag", "no action, whoever's turn it is", whose="gm")] = False
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Intent(FightCommand, frozen=True, kw_only=True, tag="intent"):
    """Declare what one means to do with the turn, in a crisis."""

    examples: ClassVar[tuple[str, ...]] = (
        'intent pell "I drag the welder to the bulkhead"',
        "intent ada hold the door",
    )

    who: Annotated[str, Arg("combatant", "who means to")]
    text: Annotated[tuple[str, ...], Arg("text", "what it means to do")]

"""The verbs of RBF."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.model import commands
from rbfcli.model.commands import Arg, DicedCommand, FightCommand, Opt, RollingCommand

Advantage = Annotated[int, Opt("number", "more d8, the highest two count", low=0, high=20)]
Disadvantage = Annotated[int, Opt("number", "more d8, the lowest two count", low=0, high=20)]
Kind = Annotated[
    str,
    Opt(
        "choice",
        "the defence skill rolled",
        choices=("dodge", "resilience", "meditation"),
        name="kind",
        whose="players",
    ),
]


class Init(commands.Init, frozen=True, kw_only=True, tag="init"):
    """Settle the order of turns and begin the first round."""

    examples: ClassVar[tuple[str, ...]] = (
        "init",
        "init --set thug1=9",
        "init --surprised @dockers",
        "init --sneaking thug1",
    )

    surprised: Annotated[tuple[str, ...], Opt("targets", "who did not see it coming (may be repeated)")] = ()
    sneaking: Annotated[str, Opt("combatant", "the enemy that sneaks up: the best Perception rolls against it")] = ""


class Attack(commands.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack: a player rolls to hit; an enemy makes its target roll a defense."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack vex thug1 --with rifle",
        "attack ada thug1 --technique trip --dice 5,7",
        "attack thug1 vex --condition prone",
    )

    weapon: Annotated[str, Opt("weapon", "with what; otherwise what it holds", name="with")] = ""
    technique: Annotated[str, Opt("technique", "a technique applied on a hit")] = ""
    to: Annotated[str, Opt("place", "strafe: where the metre leads; throw: where the target lands")] = ""
    metres: Annotated[int, Opt("number", "throw: how far; otherwise as far as it goes", low=0, high=1000)] = 0
    autofire: Annotated[bool, Opt("flag", "a burst: +2 damage, or two targets; then reload")] = False
    only: Annotated[bool, Opt("flag", "a blast: it hits nobody but those named")] = False
    dual: Annotated[bool, Opt("flag", "with both one-handed weapons: -2 to hit, +2 damage")] = False
    club: Annotated[bool, Opt("flag", "swing a two-handed ranged weapon as a club")] = False
    nonlethal: Annotated[bool, Opt("flag", "knock out instead of killing")] = False
    reaction: Annotated[bool, Opt("flag", "as a reaction, where a feature grants it")] = False
    critical: Annotated[str, Opt("critical", 'beforehand: what a critical success brings, or "say …"')] = ""
    complication: Annotated[str, Opt("complication", 'beforehand: what a failure brings, or "say …"')] = ""
    condition: Annotated[str, Opt("affliction", 'beforehand: the condition an enemy places, or "say …"')] = ""
    kind: Kind = "dodge"
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack from numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("attack --system rbf --mod 4 --tn 14 --damage 9",)

    tn: Annotated[int, Opt("number", "the target number", low=0, high=1000)]
    damage: Annotated[str, Opt("amount", "damage of a hit: a number or dice")] = "0"
    skill: Annotated[str, Opt("choice", "what a struggle does", choices=("melee", "brawl", "shoot", "heavy"))] = "melee"
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Damage(commands.Damage, frozen=True, kw_only=True, tag="damage"):
    """Take health from combatants, as the GM says."""

    examples: ClassVar[tuple[str, ...]] = ("damage thug* 4", "damage vex thug1 2d6 --type fire")

    type: Annotated[str, Opt("damage-type", "its kind, for those immune to it")] = ""


class DamageSave(commands.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a defense against a stated danger."""

    examples: ClassVar[tuple[str, ...]] = (
        "damage-save ada --tn 12 --damage 12 --max 20",
        "damage-save ada --tn 12 --damage 1d6 --kind resilience --of poison",
    )

    tn: Annotated[int, Opt("number", "the danger's target number", low=0, high=1000)]
    damage: Annotated[str, Opt("amount", "its normal damage: a number or dice")]
    most: Annotated[int | None, Opt("number", "its maximum damage", name="max", low=0, high=100000)] = None
    kind: Kind = "dodge"
    of: Annotated[str, Opt("text", "what kind of damage, for those immune to it")] = ""
    condition: Annotated[str, Opt("affliction", 'beforehand: the condition a failure brings, or "say …"')] = ""
    ranged: Annotated[bool, Opt("flag", "a projectile: cover helps")] = False
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class DamageSaveNumbers(RollingCommand, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a defense from numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save --system rbf --mod 3 --tn 12 --damage 12 --armour 3",)

    tn: Annotated[int, Opt("number", "the danger's target number", low=0, high=1000)]
    damage: Annotated[str, Opt("amount", "its normal damage: a number or dice")]
    most: Annotated[int | None, Opt("number", "its maximum damage", name="max", low=0, high=100000)] = None
    armour: Annotated[int, Opt("number", "damage reduction", low=0, high=1000)] = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Stabilize(commands.Stabilize, frozen=True, kw_only=True, tag="stabilize"):
    """Treat a mortally wounded player with a medical kit."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize joss --by pell", "stabilize joss --by pell --dice 5,7")

    by: Annotated[str, Opt("combatant", "who treats; otherwise whose turn it is")] = ""
    bad: Annotated[int, Opt("number", "bad conditions the GM names, +2 TN each", low=0, high=10, whose="gm")] = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class StabilizeNumbers(RollingCommand, frozen=True, kw_only=True, tag="stabilize"):
    """Roll to stabilise from numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize --system rbf --mod 2",)

    bad: Annotated[int, Opt("number", "bad conditions the GM names, +2 TN each", low=0, high=10, whose="gm")] = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Reload(commands.Reload, frozen=True, kw_only=True, tag="reload"):
    """Fill the magazine of a weapon in hand."""

    examples: ClassVar[tuple[str, ...]] = ("reload joss", "reload joss --with pistol")

    which: Annotated[str, Arg("weapon", "the same as --with")] = ""


class Push(RollingCommand, frozen=True, kw_only=True, tag="push"):
    """Push oneself: the attack that just fell short hits, at a cost."""

    examples: ClassVar[tuple[str, ...]] = ("push ada", 'push ada "her sword arm is numb until the fight ends"')

    who: Annotated[str, Arg("combatant", "who pushes themself")]
    cost: Annotated[
        tuple[str, ...], Arg("text", "the cost the GM states; otherwise experience, or health", whose="gm")
    ] = ()


class Aim(DicedCommand, frozen=True, kw_only=True, tag="aim"):
    """Aim: +1 on the next attack, as often as one likes."""

    examples: ClassVar[tuple[str, ...]] = ("aim joss", "aim joss --dry-run")

    who: Annotated[str, Arg("combatant", "who aims")]


class Overwatch(DicedCommand, frozen=True, kw_only=True, tag="overwatch"):
    """Prepare an attack on the first enemy that moves or acts in range, made just before it does."""

    examples: ClassVar[tuple[str, ...]] = (
        "overwatch joss",
        "overwatch ada --technique trip",
        "overwatch tamsin --with unarmed --technique grapple",
    )

    who: Annotated[str, Arg("combatant", "who watches")]
    weapon: Annotated[str, Opt("weapon", "the weapon (default: the best in hand)", name="with")] = ""
    technique: Annotated[str, Opt("technique", "the technique prepared; otherwise a plain attack")] = ""
    ask: Annotated[bool, Opt("flag", "ask before firing, rather than fire at the first enemy")] = False


Tn = Annotated[int | None, Opt("number", "the target number, where a test is asked for", low=0, high=1000, whose="gm")]


class Add(commands.Add, frozen=True, kw_only=True, tag="add"):
    """Bring a combatant into the fight, new or from a stat block; or a thing that can be shot at."""

    examples: ClassVar[tuple[str, ...]] = (*commands.Add.examples, "add tank --object tn=8 hp=10")

    object: Annotated[bool, Opt("flag", "a thing: a TN and HP, no turns and no side")] = False


class Move(commands.Move, frozen=True, kw_only=True, tag="move"):
    """Move to a place of the ground, or to a metre along it."""

    examples: ClassVar[tuple[str, ...]] = (
        "move ada crates",
        "move ada 12 --cover light",
        "move ada 8 --height 6",
    )

    to: Annotated[str, Arg("place", "a named place, or a metre")]
    height: Annotated[int, Opt("number", "with a metre: how far up, on the way to a height", low=0, high=1000)] = 0
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
    critical: Annotated[str, Opt("critical", 'beforehand: what a critical success brings, or "say …"')] = ""
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
    """Roll a skill against a target number: an action, or free where the GM calls for it; or look for the hidden."""

    examples: ClassVar[tuple[str, ...]] = (
        "check ada athletics --tn 12",
        "check joss perception --tn 14 --free",
        "check joss perception --see gunner2",
    )

    who: Annotated[str, Arg("combatant", "who rolls")]
    skill: Annotated[str, Arg("skill", 'with which skill, or "say …"')]
    tn: Annotated[int | None, Opt("number", "the target number (with --see: the enemy's)", low=0, high=1000)] = None
    see: Annotated[str, Opt("combatant", "perception: the hidden enemy to look for")] = ""
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

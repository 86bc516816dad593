"""The verbs of RBF."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.model import commands
from rbfcli.model.commands import Arg, DicedCommand, FightCommand, Opt, RollingCommand

Advantage = Annotated[int, Opt("number", "roll extra d8s and keep the highest two", low=0, high=20)]
Disadvantage = Annotated[int, Opt("number", "roll extra d8s and keep the lowest two", low=0, high=20)]
Kind = Annotated[
    str,
    Opt(
        "choice",
        "the defense skill to roll",
        choices=("dodge", "resilience", "meditation"),
        name="kind",
        whose="players",
    ),
]


class Init(commands.Init, frozen=True, kw_only=True, tag="init"):
    """Roll initiative and begin the first round."""

    examples: ClassVar[tuple[str, ...]] = (
        "init",
        "init --set thug1=9",
        "init --surprised @dockers",
        "init --sneaking thug1",
    )

    surprised: Annotated[tuple[str, ...], Opt("targets", "the surprised combatants (may be repeated)")] = ()
    sneaking: Annotated[str, Opt("combatant", "the sneaking enemy; the best Perception rolls against it")] = ""


class Attack(commands.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack: a player rolls to hit; against an enemy's attack, the target rolls a defense."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack vex thug1 --with rifle",
        "attack ada thug1 --technique trip --dice 5,7",
        "attack thug1 vex --condition prone",
    )

    weapon: Annotated[str, Opt("weapon", "weapon to use (default: weapon in hand)", name="with")] = ""
    technique: Annotated[str, Opt("technique", "technique to apply on a hit")] = ""
    to: Annotated[str, Opt("place", "strafe: direction to move; throw: where the target lands")] = ""
    metres: Annotated[int, Opt("number", "throw: distance (default: as far as possible)", low=0, high=1000)] = 0
    autofire: Annotated[bool, Opt("flag", "fire a burst: +2 damage or two targets; then reload")] = False
    only: Annotated[bool, Opt("flag", "limit a blast to the named targets")] = False
    dual: Annotated[bool, Opt("flag", "use both one-handed weapons: -2 to hit, +2 damage")] = False
    club: Annotated[bool, Opt("flag", "swing a two-handed ranged weapon as a club")] = False
    nonlethal: Annotated[bool, Opt("flag", "knock out instead of killing")] = False
    reaction: Annotated[bool, Opt("flag", "use a reaction, if a feature grants one")] = False
    critical: Annotated[str, Opt("critical", 'choose the effect of a critical success in advance, or "say …"')] = ""
    complication: Annotated[str, Opt("complication", 'choose the complication of a failure in advance, or "say …"')] = (
        ""
    )
    condition: Annotated[str, Opt("affliction", 'choose the condition an enemy applies in advance, or "say …"')] = ""
    kind: Kind = "dodge"
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("attack --system rbf --mod 4 --tn 14 --damage 9",)

    tn: Annotated[int, Opt("number", "the target number", low=0, high=1000)]
    damage: Annotated[str, Opt("amount", "damage of a hit: a number or dice")] = "0"
    skill: Annotated[str, Opt("choice", "result of a struggle", choices=("melee", "brawl", "shoot", "heavy"))] = "melee"
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Damage(commands.Damage, frozen=True, kw_only=True, tag="damage"):
    """Deal damage, as the GM decides."""

    examples: ClassVar[tuple[str, ...]] = ("damage thug* 4", "damage vex thug1 2d6 --type fire")

    type: Annotated[str, Opt("damage-type", "damage type, for immunities")] = ""


class DamageSave(commands.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a defense against a given danger."""

    examples: ClassVar[tuple[str, ...]] = (
        "damage-save ada --tn 12 --damage 12 --max 20",
        "damage-save ada --tn 12 --damage 1d6 --kind resilience --of poison",
    )

    tn: Annotated[int, Opt("number", "the danger's target number", low=0, high=1000)]
    damage: Annotated[str, Opt("amount", "its normal damage: a number or dice")]
    most: Annotated[int | None, Opt("number", "its maximum damage", name="max", low=0, high=100000)] = None
    kind: Kind = "dodge"
    of: Annotated[str, Opt("text", "damage type, for immunities")] = ""
    condition: Annotated[str, Opt("affliction", 'choose the condition of a failure in advance, or "say …"')] = ""
    ranged: Annotated[bool, Opt("flag", "it is a projectile, so cover helps")] = False
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class DamageSaveNumbers(RollingCommand, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a defense with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save --system rbf --mod 3 --tn 12 --damage 12 --armour 3",)

    tn: Annotated[int, Opt("number", "the danger's target number", low=0, high=1000)]
    damage: Annotated[str, Opt("amount", "its normal damage: a number or dice")]
    most: Annotated[int | None, Opt("number", "its maximum damage", name="max", low=0, high=100000)] = None
    armour: Annotated[int, Opt("number", "damage reduction", low=0, high=1000)] = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Stabilize(commands.Stabilize, frozen=True, kw_only=True, tag="stabilize"):
    """Stabilize a dying player with a medical kit."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize joss --by pell", "stabilize joss --by pell --dice 5,7")

    by: Annotated[str, Opt("combatant", "who treats the patient (default: current turn)")] = ""
    bad: Annotated[int, Opt("number", "number of adverse circumstances, TN +2 each", low=0, high=10, whose="gm")] = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class StabilizeNumbers(RollingCommand, frozen=True, kw_only=True, tag="stabilize"):
    """Roll to stabilize with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize --system rbf --mod 2",)

    bad: Annotated[int, Opt("number", "number of adverse circumstances, TN +2 each", low=0, high=10, whose="gm")] = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Reload(commands.Reload, frozen=True, kw_only=True, tag="reload"):
    """Reload a weapon in hand."""

    examples: ClassVar[tuple[str, ...]] = ("reload joss", "reload joss --with pistol")

    which: Annotated[str, Arg("weapon", "the same as --with")] = ""


class Push(RollingCommand, frozen=True, kw_only=True, tag="push"):
    """Push: turn the struggle just rolled into a success, at a cost."""

    examples: ClassVar[tuple[str, ...]] = ("push ada", 'push ada "her sword arm is numb until the fight ends"')

    who: Annotated[str, Arg("combatant", "who pushes")]
    cost: Annotated[tuple[str, ...], Arg("text", "the cost (default: experience, or health)", whose="gm")] = ()


class Aim(DicedCommand, frozen=True, kw_only=True, tag="aim"):
    """Aim: +1 to the next attack. Stacks."""

    examples: ClassVar[tuple[str, ...]] = ("aim joss", "aim joss --dry-run")

    who: Annotated[str, Arg("combatant", "who aims")]


class Overwatch(DicedCommand, frozen=True, kw_only=True, tag="overwatch"):
    """Prepare an attack on the first enemy in range that moves or acts; it comes just before."""

    examples: ClassVar[tuple[str, ...]] = (
        "overwatch joss",
        "overwatch ada --technique trip",
        "overwatch tamsin --with unarmed --technique grapple",
    )

    who: Annotated[str, Arg("combatant", "who watches")]
    weapon: Annotated[str, Opt("weapon", "the weapon (default: the best in hand)", name="with")] = ""
    technique: Annotated[str, Opt("technique", "technique to prepare (default: a plain attack)")] = ""
    ask: Annotated[bool, Opt("flag", "ask before firing instead of firing at the first enemy")] = False


Tn = Annotated[int | None, Opt("number", "the target number", low=0, high=1000, whose="gm")]


class Add(commands.Add, frozen=True, kw_only=True, tag="add"):
    """Add a combatant to the fight, new or from a stat block; or an object that can be attacked."""

    examples: ClassVar[tuple[str, ...]] = (*commands.Add.examples, "add tank --object tn=8 hp=10")

    object: Annotated[bool, Opt("flag", "an object: a TN and HP, no turns and no side")] = False


class Move(commands.Move, frozen=True, kw_only=True, tag="move"):
    """Move to a named place, or to a metre."""

    examples: ClassVar[tuple[str, ...]] = (
        "move ada crates",
        "move ada 12 --cover light",
        "move ada 8 --height 6",
    )

    to: Annotated[str, Arg("place", "a named place, or a metre")]
    height: Annotated[int, Opt("number", "with a metre: height to reach", low=0, high=1000)] = 0
    cover: Annotated[
        str, Opt("choice", "the cover there", choices=("none", "light", "medium", "heavy", "full"), whose="gm")
    ] = ""


class Spot(DicedCommand, frozen=True, kw_only=True, tag="spot"):
    """Point out a hidden target you can see, so that allies can target it."""

    examples: ClassVar[tuple[str, ...]] = ("spot pell thug1", "spot pell gunner2")

    who: Annotated[str, Arg("combatant", "who points it out")]
    target: Annotated[str, Arg("combatant", "the hidden target")]


class Hide(DicedCommand, frozen=True, kw_only=True, tag="hide"):
    """Hide in medium or better cover; the next attack comes from stealth."""

    examples: ClassVar[tuple[str, ...]] = ("hide joss", "hide joss --bonus")

    who: Annotated[str, Arg("combatant", "who hides")]
    bonus: Annotated[bool, Opt("flag", "use the bonus action (Stalker)")] = False


class Cast(RollingCommand, frozen=True, kw_only=True, tag="cast"):
    """Cast a listed spell, or improvise one with the GM."""

    examples: ClassVar[tuple[str, ...]] = (
        "cast yara spark thug1",
        'cast yara "say hold the door" --skill telekinetics --tn 12',
    )

    who: Annotated[str, Arg("combatant", "who casts")]
    spell: Annotated[str, Arg("spell", 'a listed spell, or an improvised one: "say …"')]
    targets: Annotated[tuple[str, ...], Arg("targets", "the target, if there is one")] = ()
    skill: Annotated[str, Opt("skill", "arcane focus skill (default: the spell's, or the best)")] = ""
    damage: Annotated[str, Opt("amount", "its damage: a number or dice", whose="gm")] = ""
    condition: Annotated[str, Opt("affliction", "the condition it causes", whose="gm")] = ""
    tn: Tn = None
    bonus: Annotated[bool, Opt("flag", "use the bonus action (Expert Telekinetic)")] = False
    critical: Annotated[str, Opt("critical", 'choose the effect of a critical success in advance, or "say …"')] = ""
    countered_by: Annotated[str, Opt("combatant", "choose in advance who counters it", whose="foes")] = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Speak(RollingCommand, frozen=True, kw_only=True, tag="speak"):
    """Say something: to enemies as an action, to allies for free unless you lead them."""

    examples: ClassVar[tuple[str, ...]] = (
        'speak pell "put the rifles down" --skill leadership --tn 12',
        'speak pell "behind you" --allies',
    )

    who: Annotated[str, Arg("combatant", "who speaks")]
    text: Annotated[tuple[str, ...], Arg("text", "the words")]
    allies: Annotated[bool, Opt("flag", "talk to allies (free)")] = False
    lead: Annotated[bool, Opt("flag", "lead allies (costs an action)")] = False
    skill: Annotated[str, Opt("skill", 'skill to roll, or "say …"')] = "leadership"
    tn: Tn = None
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Use(RollingCommand, frozen=True, kw_only=True, tag="use"):
    """Use an item on yourself or another combatant; or a talent such as rage."""

    examples: ClassVar[tuple[str, ...]] = ('use pell "medical kit" joss', "use tamsin rage")

    who: Annotated[str, Arg("combatant", "who uses it")]
    thing: Annotated[str, Arg("thing", 'a carried item, rage, or "say …"')]
    target: Annotated[str, Arg("combatant", "the target (default: the user)")] = ""
    tn: Tn = None
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Hold(FightCommand, frozen=True, kw_only=True, tag="hold"):
    """Hold a turn until a later count in the round; a boss can do so between two of its actions."""

    examples: ClassVar[tuple[str, ...]] = ("hold ada --until 7", "hold ada")

    who: Annotated[str, Arg("combatant", "who holds")]
    until: Annotated[int | None, Opt("number", "the initiative count to act on (default: last)")] = None


class Stand(DicedCommand, frozen=True, kw_only=True, tag="stand"):
    """Stand up from prone."""

    examples: ClassVar[tuple[str, ...]] = ("stand ada", "stand ada --force")

    who: Annotated[str, Arg("combatant", "who stands up")]


class Prone(RollingCommand, frozen=True, kw_only=True, tag="prone"):
    """Go prone as a move, or drop for free and take a little damage."""

    examples: ClassVar[tuple[str, ...]] = ("prone ada", "prone ada --drop")

    who: Annotated[str, Arg("combatant", "who goes down")]
    drop: Annotated[bool, Opt("flag", "free, but costs health")] = False


class Free(DicedCommand, frozen=True, kw_only=True, tag="free"):
    """Break free from a pin, or attack the grappler."""

    examples: ClassVar[tuple[str, ...]] = ("free thug1", "free thug1 --dice 5,7")

    who: Annotated[str, Arg("combatant", "who breaks free")]


class Fall(RollingCommand, frozen=True, kw_only=True, tag="fall"):
    """Make a combatant fall: one die of damage per three metres."""

    examples: ClassVar[tuple[str, ...]] = ("fall thug1 6", "fall ada 12 --dice 5,7")

    who: Annotated[str, Arg("combatant", "who falls")]
    metres: Annotated[int, Arg("number", "metres of the fall")]


class ShakeOff(FightCommand, frozen=True, kw_only=True, tag="shake-off"):
    """A boss ends one of its conditions, for 5 HP."""

    examples: ClassVar[tuple[str, ...]] = ("shake-off drone stunned", "shake-off drone blinded")

    who: Annotated[str, Arg("combatant", "the boss")]
    name: Annotated[str, Arg("condition", "which condition")]


class Check(RollingCommand, frozen=True, kw_only=True, tag="check"):
    """Roll a skill against a target number: an action, or free if the GM asks for it; or look for a hidden enemy."""

    examples: ClassVar[tuple[str, ...]] = (
        "check ada athletics --tn 12",
        "check joss perception --tn 14 --free",
        "check joss perception --see gunner2",
    )

    who: Annotated[str, Arg("combatant", "who rolls")]
    skill: Annotated[str, Arg("skill", 'the skill, or "say …"')]
    tn: Annotated[int | None, Opt("number", "the target number (with --see: the enemy's)", low=0, high=1000)] = None
    see: Annotated[str, Opt("combatant", "perception: the hidden enemy to look for")] = ""
    free: Annotated[bool, Opt("flag", "free, on anyone's turn", whose="gm")] = False
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Intent(FightCommand, frozen=True, kw_only=True, tag="intent"):
    """Declare your intent for the turn (crisis mode)."""

    examples: ClassVar[tuple[str, ...]] = (
        'intent pell "I drag the welder to the bulkhead"',
        "intent ada hold the door",
    )

    who: Annotated[str, Arg("combatant", "who declares")]
    text: Annotated[tuple[str, ...], Arg("text", "the intent")]

"""The verbs of the tracker: the shared ones with its options, and its own."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.model import commands
from rbfcli.model.commands import Arg, FightCommand, Opt, RollingCommand

ATTRIBUTES = ("eyes", "jaws", "limbs", "nerves")

Advantage = Annotated[int, Opt("number", "roll an extra die and keep the highest two", low=0, high=20)]
Disadvantage = Annotated[int, Opt("number", "roll an extra die and keep the lowest two", low=0, high=20)]
Attribute = Annotated[str, Opt("choice", "the attribute of the action", choices=ATTRIBUTES, whose="players")]
PartnerAttribute = Annotated[str, Opt("choice", "the partner's attribute", choices=ATTRIBUTES, whose="players")]
Complication = Annotated[
    str,
    Opt(
        "complication",
        'choose a complication in advance, or "say …"',
        whose="players",
    ),
]
Ultra = Annotated[
    str,
    Opt("ultra", 'choose an ultra result in advance, or "say …"', whose="players"),
]
Worn = Annotated[str, Opt("item", "what loses durability: a weapon, or armour", whose="players")]
Accessory = Annotated[
    str,
    Opt(
        "choice",
        "choose in advance whether an accessory absorbs the damage",
        choices=("spend", "keep"),
        whose="players",
    ),
]
LastStand = Annotated[bool, Opt("flag", "at 0 HP, act once more and then die (decided in advance)", whose="players")]
KnockedOut = Annotated[bool, Opt("flag", "at 0 HP, be knocked out (decided in advance)", whose="players")]
Stated = Annotated[str, Opt("amount", "the damage: a number or dice", whose="gm")]
Armour = Annotated[int, Opt("number", "the armour's reduction", low=0, high=1000)]


class Init(FightCommand, frozen=True, kw_only=True, tag="init"):
    """Set the combat threat and begin the first phase."""

    examples: ClassVar[tuple[str, ...]] = ("init", "init --threat 4", "init --threat 5 --phase defence")

    threat: Annotated[int | None, Opt("number", "how the fight is going: 1 for the crew, 3 even, 5 against it")] = None
    phase: Annotated[str, Opt("choice", "the first phase", choices=("offense", "defence"))] = ""


class Turn(FightCommand, frozen=True, kw_only=True, tag="turn"):
    """Begin the other phase, once no one is left who can attack in this one."""

    examples: ClassVar[tuple[str, ...]] = ("turn", "turn next --force")

    step: Annotated[str, Arg("choice", "what to do", choices=("next",))] = "next"
    who: Annotated[str, Arg("combatant", "always refused, with who can act: in a phase, no one has a turn")] = ""


class Threat(FightCommand, frozen=True, kw_only=True, tag="threat"):
    """Set the combat threat, or raise or lower it, from the next phase on."""

    examples: ClassVar[tuple[str, ...]] = ("threat 2", "threat -1", "threat +1")

    to: Annotated[str, Arg("amount", "a threat, or +N or -N")]


class Attack(commands.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack: in Offense a PC or ally rolls; in Defence an enemy attacks and its target rolls the defence."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack rill guard1 --with rifle",
        "attack rill guard1 --dice 4,5,3",
        "attack guard1 rill --attribute nerves --complication trade",
    )

    weapon: Annotated[str, Opt("weapon", "weapon to use (default: the first usable one)", name="with")] = ""
    attribute: Attribute = ""
    complication: Complication = ""
    ultra: Ultra = ""
    worn: Worn = ""
    accessory: Accessory = ""
    last_stand: LastStand = False
    knocked_out: KnockedOut = False
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("attack --system threat --mod 1 --damage 1d6+1 --armour 1",)

    damage: Stated = "0"
    armour: Armour = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class DamageSave(commands.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a defence against an enemy's attack, or against a danger with given damage."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save rill --damage 1d6+1", "damage-save rill --by guard1")

    by: Annotated[str, Opt("combatant", "the attacking enemy, with its first usable weapon")] = ""
    damage: Stated = ""
    attribute: Attribute = ""
    complication: Complication = ""
    ultra: Ultra = ""
    worn: Worn = ""
    accessory: Accessory = ""
    last_stand: LastStand = False
    knocked_out: KnockedOut = False
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class DamageSaveNumbers(RollingCommand, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a defence with numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save --system threat --damage 1d6+1 --armour 1",)

    damage: Stated = "0"
    armour: Armour = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Tag(RollingCommand, frozen=True, kw_only=True, tag="tag"):
    """Act as a tag team: two attack a foe in Offense, or defend one of them in Defence."""

    examples: ClassVar[tuple[str, ...]] = ("tag rill bram guard1", "tag rill bram worm --dice 5,4")

    who: Annotated[str, Arg("combatant", "who leads")]
    partner: Annotated[str, Arg("combatant", "who helps")]
    foe: Annotated[str, Arg("combatant", "the target")]
    weapon: Annotated[str, Opt("weapon", "the leader's weapon (default: the first usable one)", name="with")] = ""
    attribute: Attribute = ""
    partner_attribute: PartnerAttribute = ""
    complication: Complication = ""
    ultra: Ultra = ""
    worn: Worn = ""
    accessory: Accessory = ""
    last_stand: LastStand = False
    knocked_out: KnockedOut = False
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Act(RollingCommand, frozen=True, kw_only=True, tag="act"):
    """Do something other than attack in Offense; it moves the tracker like any action."""

    examples: ClassVar[tuple[str, ...]] = ('act rill "cut the power" --attribute eyes', "act bram reload --no-roll")

    who: Annotated[str, Arg("combatant", "who acts")]
    task: Annotated[tuple[str, ...], Arg("text", "the task")]
    partner: Annotated[str, Opt("combatant", "a partner, for a tag team")] = ""
    no_roll: Annotated[bool, Opt("flag", "no roll is needed")] = False
    attribute: Attribute = ""
    partner_attribute: PartnerAttribute = ""
    complication: Complication = ""
    ultra: Ultra = ""
    worn: Worn = ""
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class Boss(RollingCommand, frozen=True, kw_only=True, tag="boss"):
    """Make a boss's move: at any time, once per mission, without moving the tracker."""

    examples: ClassVar[tuple[str, ...]] = ("boss worm @foes", "boss worm rill bram --damage 1d6")

    who: Annotated[str, Arg("combatant", "the boss")]
    targets: Annotated[tuple[str, ...], Arg("targets", "who is hurt, if anyone")] = ()
    damage: Annotated[str, Opt("amount", "its damage (default: the boss's own)", whose="gm")] = ""
    last_stand: LastStand = False
    knocked_out: KnockedOut = False


class Damage(commands.Damage, frozen=True, kw_only=True, tag="damage"):
    """Deal damage, as the GM decides; armour and accessories do not count."""

    examples: ClassVar[tuple[str, ...]] = ("damage guard* 2", "damage rill 8 --last-stand")

    last_stand: LastStand = False
    knocked_out: KnockedOut = False


class End(commands.End, frozen=True, kw_only=True, tag="end"):
    """End the fight: the enemy is beaten, or the crew retreats or escapes."""

    examples: ClassVar[tuple[str, ...]] = ("end --escaped", 'end "the guards lay down their arms"')

    escaped: Annotated[bool, Opt("flag", "the crew retreats or escapes")] = False

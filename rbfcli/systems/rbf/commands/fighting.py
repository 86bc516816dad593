"""Verbs of a fight: attack, defend, prepare, reload, treat; and those that work from numbers alone."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.kernel import verbs
from rbfcli.kernel.command import Arg, DicedCommand, Opt, RollingCommand

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


class Init(verbs.Init, frozen=True, kw_only=True, tag="init"):
    """Settle the order of turns and begin the first round."""

    examples: ClassVar[tuple[str, ...]] = (
        "init",
        "init --set thug1=9",
        "init --surprised @dockers",
        "init --sneaking thug1",
    )

    surprised: Annotated[tuple[str, ...], Opt("targets", "who did not see it coming; may stand often")] = ()
    sneaking: Annotated[str, Opt("combatant", "the enemy that sneaks up: the best Perception rolls against it")] = ""


class Attack(verbs.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack: a player rolls to hit; an enemy makes its target roll a defense."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack vex thug1 --with rifle",
        "attack ada thug1 --technique trip --dice 5,7",
        "attack thug1 vex --condition prone",
    )

    weapon: Annotated[str, Opt("weapon", "with what; otherwise what it holds", name="with")] = ""
    technique: Annotated[str, Opt("technique", "a technique applied on a hit")] = ""
    to: Annotated[str, Opt("place", "strafe: where the metre leads")] = ""
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


class DamageSave(verbs.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
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


class Stabilize(verbs.Stabilize, frozen=True, kw_only=True, tag="stabilize"):
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


class Reload(verbs.Reload, frozen=True, kw_only=True, tag="reload"):
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

    examples: ClassVar[tuple[str, ...]] = ("overwatch joss", "overwatch ada --technique trip")

    who: Annotated[str, Arg("combatant", "who watches")]
    technique: Annotated[str, Opt("technique", "the technique prepared; otherwise a plain attack")] = ""
    ask: Annotated[bool, Opt("flag", "ask before firing, rather than fire at the first enemy")] = False

"""The verbs of Harrow."""

from typing import Annotated, ClassVar

from rbfcli.model import commands as verbs
from rbfcli.model.commands import Arg, FightCommand, Opt, RollingCommand


class Attack(verbs.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack one enemy: blade against parry, the higher success wins."""

    examples: ClassVar[tuple[str, ...]] = ("attack ysolt robber1", "attack ysolt robber1 --at head --press")

    at: Annotated[str, Opt("location", "location to aim at, at -4 (default: roll)")] = ""
    press: Annotated[bool, Opt("flag", "+3 to the attack for 2 more fatigue")] = False


class Rest(FightCommand, frozen=True, kw_only=True, tag="rest"):
    """Rest: recover from fatigue."""

    examples: ClassVar[tuple[str, ...]] = ("rest ysolt",)

    who: Annotated[str, Arg("combatant", "who rests")]


class Ward(FightCommand, frozen=True, kw_only=True, tag="ward"):
    """Ward: +3 to parries until your next turn."""

    examples: ClassVar[tuple[str, ...]] = ("ward ysolt",)

    who: Annotated[str, Arg("combatant", "who wards")]


class DamageSave(verbs.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Take a given amount of damage: a die decides where, and armour there reduces it."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save ysolt --damage 4", "damage-save ysolt --damage 4 --at arm")

    damage: Annotated[int, Opt("number", "how much", low=1, high=100)]
    at: Annotated[str, Opt("location", "its location (default: roll)")] = ""


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Roll a blade against a parry, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("attack --system harrow --blade 13 --parry 9",)

    blade: Annotated[int, Opt("number", "the attacker's skill", low=1, high=19)]
    parry: Annotated[int, Opt("number", "the target's skill", low=1, high=19)]

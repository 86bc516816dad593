"""The verbs of Harrow."""

from typing import Annotated, ClassVar

from rbfcli.model import commands as verbs
from rbfcli.model.commands import Arg, FightCommand, Opt, RollingCommand


class Attack(verbs.Attack, frozen=True, kw_only=True, tag="attack"):
    """Strike at one foe: blade against parry, the higher success wins."""

    examples: ClassVar[tuple[str, ...]] = ("attack ysolt robber1", "attack ysolt robber1 --at head --press")

    at: Annotated[str, Opt("location", "the place aimed at, at -4 (default: where the die says)")] = ""
    press: Annotated[bool, Opt("flag", "+3 for 2 fatigue more")] = False


class Rest(FightCommand, frozen=True, kw_only=True, tag="rest"):
    """Get one's breath back: fatigue goes."""

    examples: ClassVar[tuple[str, ...]] = ("rest ysolt",)

    who: Annotated[str, Arg("combatant", "who rests")]


class Ward(FightCommand, frozen=True, kw_only=True, tag="ward"):
    """Keep to parries: they are at +3 until one's next turn."""

    examples: ClassVar[tuple[str, ...]] = ("ward ysolt",)

    who: Annotated[str, Arg("combatant", "who wards")]


class DamageSave(verbs.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Let stated damage land: the die says where, and armour there takes its number off."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save ysolt --damage 4", "damage-save ysolt --damage 4 --at arm")

    damage: Annotated[int, Opt("number", "how much", low=1, high=100)]
    at: Annotated[str, Opt("location", "where it lands (default: where the die says)")] = ""


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Strike with a blade against a parry, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("attack --system harrow --blade 13 --parry 9",)

    blade: Annotated[int, Opt("number", "the skill of the attacker", low=1, high=19)]
    parry: Annotated[int, Opt("number", "the skill of the target", low=1, high=19)]

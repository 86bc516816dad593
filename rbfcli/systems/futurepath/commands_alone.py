"""The verbs that work from numbers alone, without a fight."""

from typing import Annotated, ClassVar

from rbfcli.kernel.command import Opt, RollingCommand
from rbfcli.systems.futurepath.commands import Advantage, Disadvantage

Level = Annotated[int, Opt("number", "the level, which names the advantage die", low=1, high=20)]


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack from numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = (
        "attack --system futurepath --mod 5 --advantage 2 --level 9 --tn 16 --damage 1d8+3",
    )

    tn: Annotated[int, Opt("number", "the target's AC", low=0, high=1000)]
    damage: Annotated[str, Opt("amount", "damage of a hit: dice and what is added once")] = "0"
    level: Level = 1
    critical: Annotated[int, Opt("number", "the lowest natural roll that is critical", low=2, high=20)] = 20
    multiplier: Annotated[int, Opt("number", "how often a critical rolls the dice", low=1, high=5)] = 2
    extra: Annotated[int, Opt("number", "Extra Damage of a full attack", low=0, high=20)] = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class DamageSaveNumbers(RollingCommand, frozen=True, kw_only=True, tag="damage-save"):
    """Roll a save from numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save --system futurepath --mod 2 --damage 3d6 --dc 15",)

    damage: Annotated[str, Opt("amount", "the damage: a number or dice")]
    dc: Annotated[int | None, Opt("number", "the number to reach; otherwise the damage dealt", low=0, high=1000)] = None
    kind: Annotated[str, Opt("choice", "what the save is for", choices=("blast", "coup-de-grace"))] = "blast"
    level: Level = 1
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0


class StabilizeNumbers(RollingCommand, frozen=True, kw_only=True, tag="stabilize"):
    """Roll to stabilise from numbers alone, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("stabilize --system futurepath --mod 6",)

    level: Level = 1
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0

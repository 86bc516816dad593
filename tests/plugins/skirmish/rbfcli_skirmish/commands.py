"""The verbs of skirmish: the shared ones with its options, and one of its own."""

from typing import Annotated, ClassVar

from rbfcli.model import commands as verbs
from rbfcli.model.commands import Arg, Opt, RollingCommand


class Attack(verbs.Attack, frozen=True, kw_only=True, tag="attack"):
    """Strike one foe: as many dice as might, the highest counts."""

    examples: ClassVar[tuple[str, ...]] = ("attack ines bully1", "attack ines bully1 --dice 2,5,3")


class Taunt(RollingCommand, frozen=True, kw_only=True, tag="taunt"):
    """Rattle a foe: it strikes with one die fewer until its next turn is over."""

    examples: ClassVar[tuple[str, ...]] = ("taunt olaf bully1",)

    who: Annotated[str, Arg("combatant", "who taunts")]
    target: Annotated[str, Arg("combatant", "whom")]


class DamageSave(verbs.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Shrug off stated damage: a hit takes one off it, a clean hit all."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save ines --damage 2",)

    damage: Annotated[int, Opt("number", "how much", low=1, high=100)]


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Strike with a number of dice, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("attack --system skirmish --might 3",)

    might: Annotated[int, Opt("number", "how many dice", low=1, high=6)]

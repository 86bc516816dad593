"""The verbs: a shared one with its help, and one that only this game has."""

from typing import Annotated, ClassVar

from rbfcli.model import commands as verbs
from rbfcli.model.commands import Arg, FightCommand


class Attack(verbs.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack one enemy: two dice and the skill against a number."""

    examples: ClassVar[tuple[str, ...]] = ("attack ada wolf1", "attack ada wolf1 --dice 5,4")


class Guard(FightCommand, frozen=True, kw_only=True, tag="guard"):
    """Guard yourself until your next turn: foes attack you at -2."""

    examples: ClassVar[tuple[str, ...]] = ("guard ada",)

    who: Annotated[str, Arg("combatant", "who guards")]

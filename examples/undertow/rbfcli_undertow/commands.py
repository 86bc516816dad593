"""The verbs of Undertow."""

from typing import Annotated, ClassVar

from rbfcli.model import commands as verbs
from rbfcli.model.commands import Arg, FightCommand, Opt, RollingCommand


class Attack(verbs.Attack, frozen=True, kw_only=True, tag="attack"):
    """Attack one enemy: successes against its guard; --push buys dice with stress."""

    examples: ClassVar[tuple[str, ...]] = ("attack sil warden1", "attack sil warden1 --push 2")

    push: Annotated[int, Opt("number", "extra dice, 1 stress each", low=0, high=3)] = 0


class Work(RollingCommand, frozen=True, kw_only=True, tag="work"):
    """Work on a clock: each success fills a segment; --push buys dice with stress."""

    examples: ClassVar[tuple[str, ...]] = ("work ono vault", "work ono vault --push 1")

    who: Annotated[str, Arg("combatant", "who works")]
    clock: Annotated[str, Arg("clock", "the clock")]
    push: Annotated[int, Opt("number", "extra dice, 1 stress each", low=0, high=3)] = 0


class Go(FightCommand, frozen=True, kw_only=True, tag="go"):
    """Swim into an adjacent zone."""

    examples: ClassVar[tuple[str, ...]] = ("go sil gallery",)

    who: Annotated[str, Arg("combatant", "who swims")]
    zone: Annotated[str, Arg("zone", "the zone")]


class Breathe(FightCommand, frozen=True, kw_only=True, tag="breathe"):
    """Catch your breath: remove stress."""

    examples: ClassVar[tuple[str, ...]] = ("breathe sil",)

    who: Annotated[str, Arg("combatant", "who draws breath")]


class DamageSave(verbs.DamageSave, frozen=True, kw_only=True, tag="damage-save"):
    """Resist a given amount of damage: roll nerve, each success removes 1."""

    examples: ClassVar[tuple[str, ...]] = ("damage-save sil --damage 3",)

    damage: Annotated[int, Opt("number", "how much", low=1, high=100)]


class AttackNumbers(RollingCommand, frozen=True, kw_only=True, tag="attack"):
    """Attack with a number of dice, without a fight."""

    examples: ClassVar[tuple[str, ...]] = ("attack --system undertow --pool 4 --guard 2",)

    pool: Annotated[int, Opt("number", "number of dice", low=1, high=5)]
    guard: Annotated[int, Opt("number", "successes needed", low=1, high=4)] = 1

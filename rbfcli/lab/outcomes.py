"""Every fight that one command leads to: over all its dice, equal fights as one."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from msgspec.json import encode
from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.branching import walked
from rbfcli.kernel.dice.source import Dice
from rbfcli.kernel.errors import LimitReached, RbfError, Refusal
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.lab.endings import steps_of
from rbfcli.language.writer import line_for

TOO_LARGE = "this fight is too large to solve"
STEPS = "too much work"
SMALLER = "fewer combatants, less health or fewer --rounds; without --exact it is played many times"

Outcomes = list[tuple[Fraction, Any]]


class Unsolvable(Refusal):
    """A fight that is played in a way that cannot be counted over all dice."""


def outcomes(rules: Rules, fight: Any, command: Command, budget: Budget) -> Outcomes:
    """The fights that a command may lead to, each with its chance, which sum to 1; none where the rules refuse it.

    They are told without what no rule reads: the seed, and how many of its dice are drawn, unless a command waits
    for an answer. Raises Unsolvable where the dice decide whether it is refused, and LimitReached past the budget.
    """

    def after(dice: Dice) -> Any:
        try:
            played = play(rules, fight, command, dice)
        except RbfError:
            return None
        budget.spend(steps_of(played), STEPS)
        return bare(played.fight)

    found: dict[bytes, tuple[Fraction, Any]] = {}
    refused = Fraction(0)
    for chance, fight_after in _walked(after, budget):
        if fight_after is None:
            refused += chance
            continue
        key = state_of(fight_after)
        found[key] = (found[key][0] + chance if key in found else chance), fight_after
    if refused and found:
        raise depends_on_dice(command)
    return list(found.values())


def _walked(after: Callable[[Dice], Any], budget: Budget) -> Iterator[tuple[Fraction, Any]]:
    """All dice of a command. Raises LimitReached past the budget."""
    try:
        yield from walked(after, budget)
    except LimitReached as limit:
        raise too_large(limit.message) from limit


def depends_on_dice(command: Command) -> Unsolvable:
    """The error for a command that is refused by some dice alone."""
    return Unsolvable(f"it depends on the dice whether the rules refuse `{line_for(command)}`")


def too_large(why: str) -> LimitReached:
    """The error for a fight that is too large to solve."""
    return LimitReached(f"{TOO_LARGE}: {why}", hint=SMALLER)


def bare(fight: Any) -> Any:
    """A fight without its seed, and without the number of dice drawn unless a command has to be played again."""
    return replace(fight, seed="", drawn=fight.drawn if fight.paused else 0)


def state_of(fight: Any) -> bytes:
    """What there is to know of a fight; of one that waits the dice too, which a rule may hold across its question."""
    return encode(fight)


def added(weights: Mapping[int, int]) -> Fraction:
    """Weights, each out of so many, as one chance."""
    if len(weights) == 1:
        ((out_of, weight),) = weights.items()
        return Fraction(weight, out_of)
    most = lcm(*weights)
    return Fraction(sum([weight * (most // out_of) for out_of, weight in weights.items()]), most)

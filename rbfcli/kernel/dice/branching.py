"""Every outcome of whatever rolls dice, with its exact weight: the same function is played once for each path."""

from __future__ import annotations

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.dice.forks import FEWER, THROW, TOO_MANY, Fork, Labelled, Path
from rbfcli.kernel.dice.probes import MANY_PATHS, foresee

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from fractions import Fraction
    from typing import TypeVar

    from rbfcli.kernel.dice.source import Dice

    Outcome = TypeVar("Outcome")


def walk(play: Callable[[Dice], Outcome], budget: Budget | None = None) -> list[tuple[Fraction, Outcome]]:
    """All that `walked` comes to."""
    return list(walked(play, budget or Budget()))


def walked(play: Callable[[Dice], Outcome], budget: Budget) -> Iterator[tuple[Fraction, Outcome]]:
    """Play once for every outcome of the dice; the weights sum to exactly 1.

    `play` gets a fresh source each time and must depend on nothing but its faces. A pool branches over sorted
    multisets, a row over ordered faces, a pile over its totals, where it is summed up. Raises LimitReached past the
    budget, or 200 throws on one path; and once there are many paths, where it is as good as certain that the rest
    would come to that. Nothing is kept of a path but what is left to walk.
    """
    path: list[Fork] = []
    labelled = Labelled(budget)
    before, throws, paths = budget.steps, 0, 0
    while True:
        dice = Path(path, labelled)
        outcome = play(dice)
        dice.sum_up()
        yield dice.weight(), outcome
        throws, paths = throws + 1 + len(path), paths + 1
        budget.spend(THROW * (1 + len(path)), TOO_MANY, FEWER)
        if not _advance(path):
            return
        if paths == MANY_PATHS:
            foresee(play, labelled, (before - budget.steps) / throws)


def _advance(path: list[Fork]) -> bool:
    """Turn the last throw that has outcomes left to its next one; False when all paths are walked."""
    while path:
        fork = path[-1]
        try:
            fork.faces, fork.weight = next(fork.rest)
        except StopIteration:
            path.pop()
        else:
            return True
    return False

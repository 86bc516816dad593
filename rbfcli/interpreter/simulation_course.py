"""How far a simulation is: the fights of all that is played, and about how many a precision takes."""

from collections.abc import Callable
from math import ceil

from rbfcli.lab.report import Tally
from rbfcli.lab.simulate import Plan

# So many fights are played, out of so many; or out of `about` so many, where nobody knows.
Tell = Callable[[int, int, str], object]
ABOUT = "about"


class Course:
    """Tells of one plan after the other, each of so many `fights`, or of fewer if a `precision` is reached before."""

    def __init__(self, tell: Tell, plans: int, fights: int, precision: float) -> None:
        self._tell = tell
        self._left = plans
        self._fights = fights
        self._precision = precision
        self._over = 0

    def tell(self, plan: Plan, tally: Tally) -> None:
        """So many fights of a plan are played; those to come are taken to need as many."""
        of = expected(tally, tuple(plan.policies), self._precision, self._fights)
        played, of_all = self._over + tally.fights, self._over + of * self._left
        self._tell(played * plan.of_a_number, of_all * plan.of_a_number, ABOUT if self._precision else "")

    def end(self, tally: Tally) -> None:
        """A plan is played."""
        self._over += tally.fights
        self._left -= 1


def expected(tally: Tally, sides: tuple[str, ...], precision: float, most: int) -> int:
    """How many fights it takes to know every chance so well, at most: four times as many for half the width."""
    if not precision:
        return most
    wide = tally.half_width(sides)
    return min(most, max(tally.fights, ceil(tally.fights * (wide / precision) ** 2)))

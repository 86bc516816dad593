"""How far a simulation is: the fights of all that is played, and about how many a precision or a time takes."""

from collections.abc import Callable
from math import ceil
from time import monotonic

from msgspec import Struct

from rbfcli.kernel.limits import SECONDS_OF_FIGHTS
from rbfcli.lab.report import Tally
from rbfcli.lab.simulate import Plan

# So many fights are played, out of so many; or out of `about` so many, where nobody knows.
Tell = Callable[[int, int, str], object]
ABOUT = "about"
# So many fights are played at least, however long they take.
FEWEST = 100


class Goal(Struct, frozen=True):
    """When there are enough fights of a plan: at a number, at a precision before it, or after a time (`timed`)."""

    fights: int
    precision: float = 0.0
    timed: bool = False


class Course:
    """Tells of one plan after the other, each of as many fights as a goal takes."""

    def __init__(self, tell: Tell, plans: int, goal: Goal) -> None:
        self._tell = tell
        self._goal = goal
        self._plans = self._left = plans
        self._over = self._played = self._of = 0

    def begin(self, plan: Plan) -> None:
        """Begin with a plan."""
        self._plan, self._sides = plan, tuple(plan.policies)
        self._start = monotonic()
        self.tell(Tally())

    def tell(self, tally: Tally) -> None:
        """Tell how many fights of the plan are played; those to come are taken to need as many."""
        times, of = self._plan.of_a_number, self._expected(tally)
        self._played, self._of = (self._over + tally.fights) * times, (self._over + of * self._left) * times
        self.tick()

    def tick(self) -> None:
        """Tell the same again, while nothing new has come of what is played."""
        self._tell(self._played, self._of, ABOUT if self._goal.precision or self._goal.timed else "")

    def end(self, tally: Tally) -> None:
        """End a plan."""
        self._over += tally.fights
        self._left -= 1

    def is_enough(self, tally: Tally) -> bool:
        """Return whether so many fights of the plan are enough, of those that are played at most."""
        if self._goal.timed:
            return tally.fights >= FEWEST and monotonic() - self._start >= self._seconds
        return bool(self._goal.precision) and tally.half_width(self._sides) <= self._goal.precision

    @property
    def _seconds(self) -> float:
        return SECONDS_OF_FIGHTS / self._plans

    def _expected(self, tally: Tally) -> int:
        """Return about how many fights of the plan it takes: for half the width of an interval four times as many."""
        most, precision = self._goal.fights, self._goal.precision
        if self._goal.timed:
            in_time = int(tally.fights * self._seconds / max(monotonic() - self._start, 0.001))
            return max(FEWEST, tally.fights, in_time)
        if not precision or not tally.fights:
            return most
        return min(most, max(tally.fights, ceil(tally.fights * (tally.half_width(self._sides) / precision) ** 2)))

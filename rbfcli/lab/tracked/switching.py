"""When a run plays by what was kept: where it is long enough to pay, and as long as it does."""

from math import log, log2
from time import process_time
from typing import Any

from rbfcli.kernel.rules import Rules
from rbfcli.lab.playing import Fought, Playing
from rbfcli.lab.tracked.gear import Gear

# A run of so many fights in one process is worth a try, which may cost a part of the time that it takes plainly: some
# are timed first, and every so many fights it is seen whether what was kept makes them faster by now.
WORTH, PART, TIMED, WINDOW = 2_000, 8, 50, 10
# Behind so many, and whenever twice as many are played, it is reckoned when they will be as fast as usual, by how they
# grew faster while they doubled so often, for they do so by leaps: that has to be before this part of the run is over.
RECKONED, DOUBLED, SOON = 128, 2, 2


class Switch:
    """Plays the fights of one run in one process, in the gear that is faster; how they end is the same in both."""

    def __init__(self, rules: Rules, fights: int, gear: Gear | None = None) -> None:
        self.rules = rules
        self.gear = gear if gear is not None else Gear(rules) if fights >= WORTH else None
        self._fights = fights
        self._plain = self._tracked = 0
        self._spent = self._spent_plainly = self._window = 0.0
        self._then, self._spent_then = 0, 0.0
        self._lately: list[float] = []

    def play(self, fight: Any, policies: Any, seed: str, rounds: int) -> Fought:
        """One fight to its end."""
        if self.gear is None:
            return Playing(self.rules, fight, policies, seed, told=False).to_the_end(rounds)
        from rbfcli.lab.tracked.playing import TrackedPlaying

        start = process_time()
        if self._plain < TIMED:
            fought = Playing(self.rules, fight, policies, seed, told=False).to_the_end(rounds)
            self._plain += 1
            self._spent_plainly += process_time() - start
            return fought
        fought = TrackedPlaying(self.rules, fight, policies, seed, told=False, gear=self.gear).to_the_end(rounds)
        self._count(process_time() - start)
        return fought

    def _count(self, seconds: float) -> None:
        self._tracked += 1
        self._spent += seconds
        self._window += seconds
        if self.gear is not None and self.gear.is_hopeless:
            self.gear = None
            return
        if self._tracked % WINDOW == 0:
            self._judge()
        if self._tracked == max(RECKONED, 2 * self._then):
            self._reckon()

    def _judge(self) -> None:
        """Go back to plain play where this window was slower and too much is lost by now."""
        usual = self._spent_plainly / max(1, self._plain)
        lost = self._spent - usual * self._tracked
        if self._window > usual * WINDOW and lost * PART > usual * self._fights:
            self.gear = None
        self._window = 0.0

    def _reckon(self) -> None:
        """Go back to plain play where, growing faster as they did of late, fights would not be fast soon enough."""
        usual, now = self._spent_plainly / max(1, self._plain), self._spent - self._spent_then
        self._lately.append(now / (self._tracked - self._then))
        if len(self._lately) > DOUBLED:
            before, now = self._lately[-1 - DOUBLED], self._lately[-1]
            if not soon_enough(usual, before, now, self._fights / SOON / self._tracked):
                self.gear = None
        self._then, self._spent_then = self._tracked, self._spent


def soon_enough(usual: float, before: float, now: float, times: float) -> bool:
    """Whether fights take no longer than usual before so many times as many are played.

    They took `now` seconds each since half of them, `before` when they had doubled `DOUBLED` times less, and go on like
    this.
    """
    if now <= usual:
        return True
    return now < before and DOUBLED * log(now / usual) / log(before / now) <= log2(max(times, 1))

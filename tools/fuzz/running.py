"""Running targets, by number or with coverage."""

import time
from collections.abc import Iterator
from itertools import count, islice
from zlib import crc32

from msgspec import Struct

from tools.fuzz.files import ENCOUNTERS_TARGET, IMPORTS_TARGET, SAVES_TARGET, mutated
from tools.fuzz.lines import DICE_TARGET, LINES_TARGET, PIPE_TARGET, SCRIPTS_TARGET
from tools.fuzz.oracle import BUDGET_SECONDS, Target, Verdict, shrunk, verdict

ALL = (DICE_TARGET, LINES_TARGET, SCRIPTS_TARGET, ENCOUNTERS_TARGET, SAVES_TARGET, PIPE_TARGET, IMPORTS_TARGET)
TARGETS = {each.name: each for each in ALL}
# They play as many fights as they are asked to, and are stopped like the rest.
AS_LONG_AS_ASKED = (b"simulate",)


class Failure(Struct, frozen=True):
    """An input that fails, shrunk, and how."""

    target: str
    data: bytes
    how: str
    told: str

    def as_test(self) -> str:
        """It as a test that fails until the bug is gone."""
        name = f"{self.target}_{crc32(self.how.encode()) % 10_000}"
        told = self.told.partition("\n")[0][:200]
        return (
            f"def test_what_was_found_in_{name}():\n    # {self.how}: {told!a}\n"
            f"    assert not verdict(TARGETS[{self.target!r}], {self.data!r}).how\n"
        )


class Figures(Struct):
    """What came of a run: inputs, failures by their kind, those over the budget, and the worst."""

    target: str
    inputs: int = 0
    failures: dict[str, Failure] = {}
    failed: int = 0
    over_budget: int = 0
    worst: float = 0.0
    worst_input: bytes = b""
    seconds: float = 0.0

    def line(self) -> str:
        """The figures in a line."""
        return (
            f"{self.target}: {self.inputs:,} inputs in {self.seconds:,.0f} s, {self.failed} failed in "
            f"{len(self.failures)} ways, {self.over_budget} over {BUDGET_SECONDS:g} s, worst {self.worst:.2f} s"
        )


def run(target: Target, seed: str, *, inputs: int = 0, seconds: float = 0.0) -> Figures:
    """Try so many inputs, or for so long; some of the corpus itself comes first."""
    found, begun = Figures(target.name, failures={}), time.monotonic()
    for data in _drawn(target, seed):
        if (inputs and found.inputs >= inputs) or (seconds and time.monotonic() - begun >= seconds):
            break
        _note(found, target, data, verdict(target, data))
    found.seconds = time.monotonic() - begun
    return found


def first_failure(target: Target, seed: str, inputs: int) -> Verdict | None:
    """What came of the first of so many inputs that fails."""
    verdicts = (verdict(target, data) for data in islice(_drawn(target, seed), inputs))
    return next((each for each in verdicts if each.how), None)


def _drawn(target: Target, seed: str) -> Iterator[bytes]:
    corpus, tokens = target.corpus(), target.tokens()
    yield from corpus[:: max(1, len(corpus) // 20)]
    for number in count():
        yield mutated(corpus, tokens, f"{target.name} {seed} {number}")


def _note(found: Figures, target: Target, data: bytes, came: Verdict) -> None:
    found.inputs += 1
    as_asked = any(each in data for each in AS_LONG_AS_ASKED)
    found.over_budget += came.seconds > BUDGET_SECONDS and not as_asked
    if came.seconds > found.worst and not as_asked:
        found.worst, found.worst_input = came.seconds, data
    if came.how:
        found.failed += 1
        if came.how not in found.failures:
            small = shrunk(data, lambda each: verdict(target, each).how == came.how)
            found.failures[came.how] = Failure(target.name, small, came.how, verdict(target, small).told)

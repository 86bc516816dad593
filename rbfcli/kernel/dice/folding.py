"""Every outcome of whatever rolls dice, folded: throws that look alike to whoever plays are walked once.

Whoever plays says what there is to see of a throw (`Level.show`) and what it looks at (`Level.looks`). Faces that show
the same in all that was looked at, on any path behind them, lead to the same: they count with those that were walked.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, islice

from rbfcli.kernel.dice.forks import FEWER, THROW, TOO_MANY, Fork, Labelled, Path
from rbfcli.kernel.dice.probes import MANY_PATHS, MOST_ALIKE, Probe, foresee

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from rbfcli.kernel.budget import Budget
    from rbfcli.kernel.dice.forks import Label, Throw

    Key = TypeVar("Key", bound=Hashable)

# What it takes to find that a throw looks like one that was walked, in steps.
COMPARED = 2
CERTAIN = Fraction(1)


def folded(play: Callable[[FoldedPath | Probe], Key], budget: Budget) -> dict[Key, Fraction]:
    """What `play` comes to, each with its chance; they sum to exactly 1.

    As `walked`, but that throws which look alike are walked once. Raises what `walked` raises.
    """
    path: list[Level] = []
    labelled = Labelled(budget)
    before, throws, paths = budget.steps, 0, 0
    while True:
        dice = FoldedPath(path, labelled)
        try:
            found: dict[Any, Fraction] = {play(dice): CERTAIN}
            dice.sum_up()
        except PartDone as done:
            found = {done: CERTAIN}
        throws, paths = throws + 1 + len(path), paths + 1
        budget.spend(THROW * (1 + len(path)), TOO_MANY, FEWER)
        part = path[-1] if path else None
        if isinstance(part, Part) and part.inner is not None:
            part.note(found, dice.thrown)
            _close(part.inner, found, budget, part.settle)
        else:
            all_of_it: list[dict[Any, Fraction]] = []
            _close(path, found, budget, all_of_it.append)
            if all_of_it:
                return all_of_it[0]
        if paths == MANY_PATHS:
            foresee(play, labelled, (before - budget.steps) / throws)


def _close(
    path: list[Level], found: dict[Any, Fraction], budget: Budget, whole: Callable[[dict[Any, Fraction]], None]
) -> None:
    """Keep what a path came to, and turn to the next; where all are walked, hand on the `whole`."""
    while path and not path[-1].goes_on_from(found):
        level = path.pop()
        budget.spend(COMPARED * level.compared, TOO_MANY, FEWER)
        found = level.chances_of_all()
    if not path:
        whole(found)


class Level(Fork):
    """A throw on a path, with what follows from the faces that were walked; `looks` is what was looked at of these."""

    __slots__ = ("_alike", "_below", "_shown", "_weights", "compared", "looks")

    def __init__(self, throws: Iterator[Throw], chances: int, *, of_pile: bool = False) -> None:
        super().__init__(throws, chances, of_pile=of_pile)
        self.looks: set[str] = set()
        self.compared = 0
        self._shown: dict[tuple[int, ...], Mapping[str, object]] | None = None
        self._below: list[dict[Any, Fraction]] = []
        self._weights: list[int] = []
        self._alike: dict[tuple[str, ...], dict[tuple[object, ...], int]] = {}

    def show(self, seen: Callable[[Sequence[int]], Mapping[str, object]]) -> None:
        """Note what is seen of all faces, once, by what is looked at; of too many faces all differ."""
        if self._shown is None:
            rest = list(islice(self.rest, MOST_ALIKE))
            few = len(rest) < MOST_ALIKE
            self.rest = iter(rest) if few else chain(rest, self.rest)
            self._shown = {tuple(faces): seen(faces) for faces, _ in ((self.faces, 1), *rest)} if few else {}
            self.compared += len(self._shown)

    def goes_on_from(self, found: dict[Any, Fraction]) -> bool:
        """Keep what follows from the present faces, and turn to the next unlike any before, if there are any."""
        if self._shown:
            looks = tuple(sorted(self.looks))
            self._alike.setdefault(looks, {})[self._seen(looks)] = len(self._below)
        self._below.append(found)
        self._weights.append(self.weight)
        for faces, weight in self.rest:
            self.faces, self.weight = faces, weight
            place = self._place()
            if place < 0:
                self.looks = set()
                return True
            self._weights[place] += self.weight
        return False

    def chances_of_all(self) -> dict[Any, Fraction]:
        """What follows from the throw, whatever falls."""
        if len(self._below) == 1:
            return self._below[0]
        counts: dict[Any, Fraction | int] = {}
        for weight, below in zip(self._weights, self._below, strict=True):
            for key, chance in below.items():
                more = weight if chance is CERTAIN else weight * chance
                counts[key] = counts[key] + more if key in counts else more
        return {key: Fraction(count, self.chances) for key, count in counts.items()}

    def _place(self) -> int:
        """Which of the faces walked before the present ones look like, or -1."""
        if not self._shown:
            return -1
        self.compared += 1
        for looks, known in self._alike.items():
            place = known.get(self._seen(looks), -1)
            if place >= 0:
                return place
        return -1

    def _seen(self, looks: tuple[str, ...]) -> tuple[object, ...]:
        seen = self._shown[tuple(self.faces)] if self._shown else {}
        return tuple([seen[each] for each in looks])


class PartDone(BaseException):
    """A part of what is played is over, after so many `steps`, while it is found out what it can come to."""

    def __init__(self, key: Hashable, steps: int) -> None:
        self.key = key
        self.steps = steps

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PartDone) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)


class Part(Level):
    """A part of what is played, as one throw: what it can come to is walked first, and each of that once goes on.

    `inner` is the path within it as long as that is found out; `script` the throws that come to the present outcome.
    """

    __slots__ = ("_chance", "_left", "_outcomes", "_scripts", "inner", "script")

    def __init__(self) -> None:
        super().__init__(iter([([], 1)]), 1)
        self.inner: list[Level] | None = []
        self.script: list[list[int]] = []
        self._scripts: dict[Hashable, list[list[int]]] = {}
        self._outcomes: list[tuple[Fraction, dict[Any, Fraction]]] = []
        self._left: Iterator[tuple[Hashable, Fraction]] = iter(())
        self._chance = CERTAIN

    def note(self, found: dict[Any, Fraction], thrown: list[list[int]]) -> None:
        """Remember throws that come to an outcome."""
        for key in found:
            self._scripts.setdefault(key, thrown)

    def settle(self, outcomes: dict[Any, Fraction]) -> None:
        """All outcomes are found: go on from the first."""
        self.inner = None
        self._left = iter(outcomes.items())
        self._next()

    def goes_on_from(self, found: dict[Any, Fraction]) -> bool:
        """Keep what follows from the present outcome, and turn to the next, if there is one."""
        self._outcomes.append((self._chance, found))
        return self._next()

    def chances_of_all(self) -> dict[Any, Fraction]:
        """What follows from the part, whatever it comes to."""
        whole: dict[Any, Fraction] = {}
        for chance, found in self._outcomes:
            for key, each in found.items():
                whole[key] = whole.get(key, 0) + chance * each
        return whole

    def _next(self) -> bool:
        for key, chance in self._left:
            self.script, self._chance = self._scripts[key], chance
            return True
        return False


class FoldedPath(Path):
    """A path of levels and of parts; `thrown` are the throws within the part that is being walked."""

    __slots__ = ("_outer", "_part", "_script", "thrown")

    def __init__(self, path: list[Level], labelled: Labelled) -> None:
        super().__init__(path, labelled, Level)
        self._part: Part | None = None
        self._outer: tuple[list[Any], int] = (path, 0)
        self._script: Iterator[list[int]] | None = None
        self.thrown: list[list[int]] = []

    def begin_part(self) -> bool:
        """Of what is thrown now nothing matters but the outcome of a part; False where it is within another."""
        if self._part is not None or self._pile:
            return False
        if self.passed == len(self._forks):
            self._forks.append(Part())
        self._part = self._forks[self.passed]
        if self._part.inner is None:
            self._shown = self.passed
            self._script = iter(self._part.script)
        else:
            self._outer = self._forks, self.passed
            self._forks, self.passed, self._shown = self._part.inner, 0, 0
        return True

    def end_part(self, key: Hashable, steps: int) -> None:
        """The part has come to an outcome. Raises PartDone while its outcomes are found out."""
        self.sum_up()
        part, self._part = self._part, None
        if part is not None and part.inner is None:
            self._script = None
            self.passed += 1
            self._shown = self.passed
        elif self._forks:
            raise PartDone(key, steps)
        else:
            self._forks, self.passed = self._outer
            self._forks[self.passed].inner = None
            self.passed += 1
            self._shown = self.passed

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Ordered faces."""
        return self._noted(super().row(sides, count, low)) if self._script is None else list(next(self._script))

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Sorted faces."""
        return self._noted(super().pool(sides, count, low)) if self._script is None else list(next(self._script))

    def alike(self, sides: int, count: int, label: Label) -> list[int]:
        """The first row of a label."""
        return self._noted(super().alike(sides, count, label)) if self._script is None else list(next(self._script))

    def pile(self, sides: int, count: int) -> list[int]:
        """Faces of the pile's throw."""
        return self._noted(super().pile(sides, count)) if self._script is None else list(next(self._script))

    def _noted(self, faces: list[int]) -> list[int]:
        if self._part is not None:
            self.thrown.append(list(faces))
        return faces

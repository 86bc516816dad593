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
    from rbfcli.kernel.dice.forks import Throw

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
        found = {play(dice): CERTAIN}
        dice.sum_up()
        throws, paths = throws + 1 + len(path), paths + 1
        budget.spend(THROW * (1 + len(path)), TOO_MANY, FEWER)
        while path and not path[-1].goes_on_from(found):
            level = path.pop()
            budget.spend(COMPARED * level.compared, TOO_MANY, FEWER)
            found = level.chances_of_all()
        if not path:
            return found
        if paths == MANY_PATHS:
            foresee(play, labelled, (before - budget.steps) / throws)


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


class FoldedPath(Path):
    """A path of levels."""

    __slots__ = ()

    def __init__(self, path: list[Level], labelled: Labelled) -> None:
        super().__init__(path, labelled, Level)

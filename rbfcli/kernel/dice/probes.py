"""How large a walk over every outcome is at least, found by paths that fall by chance."""

from __future__ import annotations

from math import comb, prod

from rbfcli.kernel.budget import too_much
from rbfcli.kernel.dice.forks import FEWER, THROW, TOO_MANY, Labelled, orders, pools
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.dice.totals import throws_by_total
from rbfcli.kernel.limits import THROWS_ON_A_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rbfcli.kernel.dice.forks import Label, Throw

MANY_PATHS, PROBES, SEVERAL, SURELY = 300, 31, 4, 2
# Of a throw that falls in more ways it is not found which of them look alike.
MOST_ALIKE = 1_000


def foresee(play: Callable[[Probe], object], labelled: Labelled, steps_a_throw: float) -> None:
    """Raise LimitReached where the budget is as good as certainly too small for the rest of a walk."""
    budget = labelled.budget
    if throws_for_certain(play, labelled) * steps_a_throw > SURELY * budget.steps:
        budget.check(budget.steps + 1, TOO_MANY, FEWER)


def throws_for_certain(play: Callable[[Probe], object], labelled: Labelled) -> int:
    """How many throws a walk has, as good as certainly, by paths found by chance; a path counts as one more.

    The ways into which all would divide, if every path were like the one found, come to the number of paths on average.
    So that number is at least the part of the paths found that have some ways or more, times those ways.
    """
    chance = Seeded("probes")
    probes = [Probe(chance, labelled) for _ in range(PROBES)]
    for probe in probes:
        play(probe)
        probe.sum_up()
    most_first = sorted((probe.ways * (1 + len(probe.thrown)) for probe in probes), reverse=True)
    return max(throws * rank // PROBES for rank, throws in enumerate(most_first, 1) if rank >= SEVERAL)


class Probed:
    """One throw that fell by chance: how many of all `chances` are like it, and its `looks` (`folding`)."""

    __slots__ = ("_alike", "_rows", "_shown", "chances", "faces", "looks")

    def __init__(self, faces: list[int], chances: int, alike: int, rows: Callable[[], Iterable[Throw]] | None) -> None:
        self.faces = faces
        self.chances = chances
        self.looks: set[str] = set()
        self._alike = alike
        self._rows = rows
        self._shown: list[tuple[int, Mapping[str, object]]] = []

    def show(self, seen: Callable[[Sequence[int]], Mapping[str, object]]) -> None:
        """Note what is seen of all faces, those that fell first."""
        if self._rows is not None:
            self._shown = [(0, seen(self.faces)), *((weight, seen(faces)) for faces, weight in self._rows())]

    @property
    def alike(self) -> int:
        """How many throws look like this one."""
        if not self._shown:
            return self._alike
        (_, fell), *rows = self._shown
        return sum(weight for weight, seen in rows if all(seen[look] == fell[look] for look in self.looks))


class Probe:
    """Dice that fall by chance: what was `thrown`, and into how many `ways` like this one all would divide."""

    __slots__ = ("_dice", "_in_part", "_labelled", "_pile", "_piled", "_shown", "thrown")

    given_left = 0

    def __init__(self, dice: Seeded, labelled: Labelled) -> None:
        self._dice = dice
        self._labelled = labelled
        self._pile: tuple[int, ...] = ()
        self._piled = 0
        self._shown = 0
        self._in_part = False
        self.thrown: list[Probed] = []

    @property
    def ways(self) -> int:
        """How many paths there would be, if every one were like this."""
        ways = 1
        for each in self.thrown:
            ways = ways * each.chances // each.alike
        return ways

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Ordered faces."""
        return self._throw(self._dice.row(sides, count, low), sides**count, 1, f"{count}d{sides}")

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces in whatever order."""
        faces = sorted(self._dice.row(sides, count, low))
        few = comb(sides + count - 1, count) <= MOST_ALIKE
        rows = (lambda: pools(range(low, low + sides), count)) if few else None
        return self._throw(faces, sides**count, orders(faces), f"{count}d{sides}", rows)

    def alike(self, sides: int, count: int, label: Label) -> list[int]:
        """A row, as probable as all of its label."""
        rows = self._labelled.rows(sides, count, label)
        same = label(self._dice.row(sides, count))
        faces, weight = next((row, weight) for row, weight in rows if label(row) == same)
        return self._throw(
            faces, sides**count, weight, f"{count}d{sides}", (lambda: rows) if len(rows) <= MOST_ALIKE else None
        )

    def pile(self, sides: int, count: int) -> list[int]:
        """Faces of the pile."""
        faces = self._dice.row(sides, count)
        self._pile += (sides,) * count
        self._shown = len(self.thrown)
        self._piled += sum(faces)
        return faces

    def sum_up(self) -> None:
        """The pile is a throw of its total."""
        pile, self._pile = self._pile, ()
        above, self._piled = self._piled - len(pile), 0
        if pile:
            dice, totals = f"{len(pile)} dice", sum(pile) - len(pile) + 1
            self._labelled.budget.check(2 * THROW * totals, f"{TOO_MANY} at {dice}", FEWER)
            self._throw([], prod(pile), throws_by_total(pile)[above][1], dice)

    def latest(self, count: int) -> list[Probed]:
        """The latest throws, if there are so many that were not asked for before."""
        first = max(self._shown, len(self.thrown) - count)
        self._shown = len(self.thrown)
        return self.thrown[first:] if len(self.thrown) - first == count else []

    def begin_part(self) -> bool:
        """How many outcomes a part has is not known: it counts as one; False where it is within another."""
        begins, self._in_part = not self._in_part, True
        return begins

    def end_part(self, _key: object, _steps: int) -> None:
        """The part is over."""
        self.sum_up()
        self._in_part = False

    def _throw(
        self, faces: list[int], chances: int, alike: int, dice: str, rows: Callable[[], Iterable[Throw]] | None = None
    ) -> list[int]:
        if len(self.thrown) >= THROWS_ON_A_WAY:
            raise too_much(f"{TOO_MANY} at {dice}", f"{THROWS_ON_A_WAY} throws", FEWER)
        self.thrown.append(Probed(faces, 1, 1, None) if self._in_part else Probed(faces, chances, alike, rows))
        return list(faces)

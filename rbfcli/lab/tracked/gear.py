"""What one run of a simulation keeps: for each shape of its fights, what came of each step by what it read."""

from collections.abc import Callable, Iterable
from typing import Any

from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.lab.tracked.form import Form
from rbfcli.lab.tracked.kept import Kept
from rbfcli.lab.tracked.layout import Layout, shape_of
from rbfcli.lab.tracked.parts import Misfit, Path
from rbfcli.lab.tracked.states import Start, States

# So many fights are played plainly at first, to see what of them changes, and of so many steps of theirs what the gist
# changes. So many entries take 2 MB or so.
SCOUTS, GISTED = 100, 200
ENTRIES = 7_000
# What never changed before becomes a cell where it changes in more than one of so many steps, and that several times;
# until then such a fight is played plainly from there on.
SURPRISES, RARELY = 2, 10_000
# A run whose steps cannot be followed, in one of so many, is played plainly.
LEAST_STEPS, ONE_IN = 200, 5


class Gear(Kept):
    """The cache of one run: fights of one beginning, by one set of rules and policies."""

    def __init__(self, rules: Rules, *, scouts: int = SCOUTS, most: int = ENTRIES) -> None:
        super().__init__(rules, most)
        self.followed = self.given_up = 0
        self._scouts = scouts
        self._bases: dict[Any, Layout] = {}
        self._varying: dict[Any, set[Path]] = {}
        self._lately: dict[Any, Fight] = {}
        self._to_gist = GISTED
        self._surprises = 0
        self._laid_out = 0
        self._forms: dict[Any, Form] = {}
        self._starts: dict[Any, Start] = {}
        self.start: Start | None = None
        self.gisted: set[Path] = set()
        self._states: dict[Form, States] = {}

    @property
    def is_ready(self) -> bool:
        """Whether enough fights were seen, and steps can be followed."""
        return self._scouts <= 0 and not self.is_hopeless

    @property
    def is_hopeless(self) -> bool:
        """Whether too many steps cannot be followed: policies draw, or the guard of a plug-in tells a view."""
        return too_many(self.given_up, self.followed)

    def scout(self, whole: Fight, gist: Callable[[Any], Any]) -> None:
        """See what of a fight is not as it was when such a one was seen last, and, of some, what its gist changes."""
        shape = shape_of(whole)
        if shape not in self._bases:
            self._bases[shape] = Layout(gist(whole), frozenset())
            self._varying[shape] = set()
        layout, before = self._bases[shape], self._lately.get(shape)
        self._lately[shape] = whole
        try:
            if before is not None:
                self._varying[shape] |= layout.differences(before, whole)
            if self._to_gist > 0:
                self._to_gist -= 1
                changed = layout.differences(whole, gist(whole))
                self.gisted |= changed
                self._varying[shape] |= changed
        except Misfit:
            return

    def scouted(self) -> None:
        """One more fight was seen."""
        self._scouts -= 1

    def surprise(self, shape: Any, paths: set[Path]) -> None:
        """Something changed that never did before: where that comes often, all is laid out anew."""
        if shape in self._varying:
            self._varying[shape] |= {path for path in paths if path}
        self._surprises += 1
        often = self._surprises * RARELY > self.followed - self._laid_out
        if self._surprises >= SURPRISES and often and not self.is_full:
            self._surprises, self._laid_out = 0, self.followed
            self._forms.clear()
            self._states.clear()
            self._starts.clear()
            self.room.taken = self.room.of_states = 0
            self.start = None

    def vary(self, form: Form, paths: Iterable[Path]) -> bool:
        """Let some paths be cells from now on, in a new form of that shape; False where they cannot be."""
        shape = form.layout.shape
        varying = self._varying.setdefault(shape, set()) | set(paths)
        if Layout(form.layout.base, frozenset(varying)).paths == form.layout.paths:
            return False
        self._varying[shape] = varying
        self._forms.pop(shape, None)
        return True

    def form_of(self, fight: Fight) -> Form | None:
        """What is kept of fights of this shape; None where nothing is to be."""
        shape = shape_of(fight)
        if shape not in self._forms:
            if self.is_full:
                return None
            if shape not in self._bases:
                self.scout(fight, lambda same: same)
            layout = Layout(self._bases[shape].base, frozenset(self._varying[shape]))
            self._forms[shape] = Form(self, layout)
        return self._forms[shape]

    def start_of(self, form: Form, cells: list[int]) -> Start:
        """The one beginning with such cells."""
        key = id(form), tuple(cells[: form.first])
        if key not in self._starts:
            self._starts[key] = Start(None, form, cells)
        return self._starts[key]

    def states_of(self, form: Form) -> States:
        """The states of fights of one form that came again."""
        if form not in self._states:
            self._states[form] = States(form)
        return self._states[form]


def too_many(given_up: int, followed: int) -> bool:
    """Whether so many steps were given up, beside those that were followed, that it does not pay to follow more."""
    steps = given_up + followed
    return steps >= LEAST_STEPS and given_up * ONE_IN >= steps

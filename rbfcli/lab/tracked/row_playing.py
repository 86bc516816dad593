"""A fight that is a row of cells while it is followed, and takes one command after another by its tree."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.fight import Question
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played
from rbfcli.lab.playing import OVER, Fought, Playing
from rbfcli.lab.policies import Policy, nearest, weakest
from rbfcli.lab.tracked.asking import Answering
from rbfcli.lab.tracked.came import Came, came_of, found_in, losses_of, rounds_passed
from rbfcli.lab.tracked.form import Form
from rbfcli.lab.tracked.gear import Gear
from rbfcli.lab.tracked.layout import shape_of
from rbfcli.lab.tracked.nodes import Leaf
from rbfcli.lab.tracked.now import Now
from rbfcli.lab.tracked.parts import Misfit, Moved
from rbfcli.lab.tracked.reading import Reader, Untracked
from rbfcli.lab.tracked.rolls import Thrown
from rbfcli.lab.tracked.states import Start, State
from rbfcli.lab.tracked.tree import Tree, lost_at
from rbfcli.lab.tracked.views import plain, raw
from rbfcli.lab.tracked.wishes import wishes
from rbfcli.language.writer import line_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.lab.state_of_play import Loss

# Policies that read no number that the gist of a fight leaves out.
BY_GIST = [weakest, nearest]


class RowPlaying(Playing):
    """A fight under way whose state is a row of cells, those of its gist, from where it is laid out until it is left.

    Where a step cannot be followed, it is a fight again, and played plainly. What comes of a command is looked up by
    what that reads and rolls, and played where it is new.
    """

    def __init__(
        self, rules: Rules, fight: Any, policies: Mapping[str, Policy], seed: str, *, told: bool, gear: Gear
    ) -> None:
        super().__init__(rules, fight, policies, seed, told=told)
        self._seed = seed
        self._first = fight
        self._gear = gear
        by_gist = not [policy for policy in policies.values() if policy not in BY_GIST]
        self._gist: Callable[[Any], Any] = rules.gist if by_gist else lambda same: same
        self._scouts = not gear.is_ready and not gear.is_hopeless
        self._is_lost = self._has_left = False
        self._is_first = True
        self._form: Form | None = None
        self._left: dict[Form, tuple[list[int], Any]] = {}
        self._cells: list[int] = []
        self._dice = Seeded(seed, fight.drawn)
        self._round = fight.round
        self._state: State | None = None
        self._latest: tuple[Tree, Leaf] | None = None
        self._is_chancy = self._is_passed = False
        self._lost: tuple[Loss, ...] = ()
        if self._scouts:
            gear.scout(self.fight, self._gist)
            gear.scouted()

    def _plainly(self, last: int) -> str:
        """The next step as it is played plainly.

        All of the fight is, from its beginning, where somebody comes into the gist of a fight.
        """
        self._is_first = False
        before = self.fight.combatants
        ended = super().go_on(last)
        if self._has_left and any(who not in before for who in self.fight.combatants):
            super().__init__(self.rules, self._first, self._policies, self._seed, told=self._told)
            self._is_lost, self._has_left = True, False
            return ""
        return ended

    def _enter(self) -> bool:
        """Lay the fight out as cells; False where it has to be played plainly."""
        if self._scouts or self._is_lost or self.fight.questions or self.fight.paused or not self._gear.is_ready:
            return False
        start, is_first = self._gear.start, self._is_first
        if not is_first or start is None or start.fight is not self._first:
            fight = self._gist(self.fight)
            form = self._gear.form_of(fight)
            if form is None:
                return False
            try:
                left = self._left.get(form)
                cells = form.cells_since(*left, fight) if left else form.cells_of(fight)
                start = Start(self._first, form, cells)
            except Misfit as wrong:
                self._is_lost = True
                self._gear.surprise(form.layout.shape, wrong.args[0])
                return False
            except Untracked:
                return False
            if is_first:
                self._gear.start = start
        self._is_first = False
        self._round = self.fight.round
        if self._dice.drawn != self.fight.drawn:
            self._dice = Seeded(self._seed, self.fight.drawn)
        self._begin_at(start)
        return True

    def _begin_at(self, start: Start) -> None:
        if start.state is None:
            start.state = self._gear.states_of(start.form).at(start.cells())
        self._go_to(start.form, start.cells(), start.state)

    def _go_to(self, form: Form, cells: list[int], state: State | None) -> None:
        """Go on from a row of cells."""
        self._cells, self._state = cells, state
        if form is not self._form:
            self._take_up(form)

    def _take_up(self, form: Form) -> None:
        """Go on in another form."""
        self._form = form
        self.fight = Now(partial(self.field, form))

    def _leave(self) -> None:
        """Make a fight of the cells again."""
        if self._form is not None:
            form, self._form, self._state, self._has_left = self._form, None, None, True
            fight = form.fight(self._cells, self._seed, self._dice.drawn)
            self._left = {form: (self._cells, fight)}
            self.fight = replace(fight, round=self._round)

    def as_it_stands(self) -> Any:
        """The fight, or its gist."""
        self._leave()
        return self.fight

    def field(self, form: Form, name: str) -> Any:
        """A field of the fight itself."""
        return self._round if name == "round" else form.field(self._cells, name)

    def _is_over(self) -> bool:
        form = self._form
        return bool(form.value(self._cells, form.over_at)) if form else super()._is_over()

    def _turn_is_over(self) -> bool:
        form = self._form
        return bool(form.value(self._cells, form.turn_over_at)) if form else super()._turn_is_over()

    def _actors(self) -> dict[str, str]:
        form = self._form
        found: dict[str, str] = form.value(self._cells, form.actors_at) if form else super()._actors()
        return found

    def _wishes(self, side: str, people: tuple[str, ...], question: Question | None) -> Iterator[Any]:
        form = self._form
        if form is None:
            return super()._wishes(side, people, question)
        return wishes(self, form, self._cells, side, people)

    def _followed(self) -> Form:
        if self._form is None:
            raise Untracked
        return self._form

    def _accepts(self, command: Command) -> bool:
        form = self._form
        if form is None:
            return super()._accepts(command)
        tree = form.commands.get(command)
        if tree is None:
            tree = form.commands[command] = form.tree()
        start = self._dice.drawn
        try:
            leaf = tree.find(self._cells, self._dice, form.fresh) or self._anew(form, command, tree, start)
            if leaf.value is None:
                self._is_chancy = self._is_chancy or self._dice.drawn != start
                self._back_to(start)
                return False
            self._take(form, leaf)
        except Untracked:
            self._back_to(start)
            raise
        self._latest = tree, leaf
        return True

    def _take(self, form: Form, leaf: Leaf) -> None:
        """Let what came of a command be what the fight is now. Raises Untracked, and changes nothing."""
        came: Came = leaf.value
        self._lost = found_in(came.lost, self._cells, self._gear.values) if came.holds else came.lost
        if came.become is not None:
            self._begin_at(came.become)
        else:
            form.after(self._cells, leaf)
            self._state = self._gear.states_of(form).at(self._cells)
        self._have_come(came)

    def _have_come(self, came: Came) -> None:
        self._round += came.passed
        self._answered = 0
        if self._lost:
            self._count(self._lost)
        if self._told:
            self.lines += came.lines

    def _back_to(self, drawn: int) -> None:
        if self._dice.drawn != drawn and not self._dice.go_back(drawn):
            self._dice = Seeded(self._seed, drawn)

    def _anew(self, form: Form, command: Command, tree: Tree, start: int) -> Leaf:
        """Play a command on a view of the fight, and keep what comes of it. Raises Untracked."""
        self._back_to(start)
        if self._gear.is_full or (self._gear.is_choosy and self._is_new(tree, start)):
            self._is_passed = True
            raise Untracked
        reader = form.reader_of(self._cells)
        reader.compares, reader.amounts = True, form.amounts
        try:
            leaf: Leaf = form.read(reader, lambda view: self._leaf(form, command, view, reader))
        except Misfit as wrong:
            self._is_lost = True
            self._gear.surprise(form.layout.shape, wrong.args[0])
            raise Untracked from None
        form.keep(tree, reader, leaf)
        return leaf

    def _is_new(self, tree: Tree, start: int) -> bool:
        step = lost_at(tree.root, self._cells, self._dice)
        self._back_to(start)
        return self._gear.is_new(step)

    def _leaf(self, form: Form, command: Command, view: Any, reader: Reader) -> Leaf:
        dice = Thrown(self._dice, reader)
        said = Answering(self, form, reader, view)
        played = said.play(command, view, dice)
        if played is None:
            return Leaf(None)
        if int.__add__(raw(played.fight, "drawn"), 0) != dice.drawn:
            raise Untracked
        said.turns = (*said.turns, (played.fight, len(played.events)))
        lost = tuple(losses_of(form.rules, self._actor, said, played, reader))
        lines = tuple([line_for(each) for each in (played.command or command, *said.spelt)]) if self._told else ()
        after = played.fight
        passed = rounds_passed(view, after)
        if shape_of(after) != form.layout.shape:
            return Leaf(came_of(lost, lines, self._become(view, after), passed))
        written = form.layout.writes(after, reader)
        if not self._gear.gisted.isdisjoint([form.layout.paths[cell] for cell in written]):
            written = form.layout.writes(self._gist(after), reader)
        moves = {cell: value.by for cell, value in written.items() if type(value) is Moved}
        ids = {cell: self._gear.id_of(value) for cell, value in written.items() if cell not in moves}
        kept = {cell: found for cell, found in ids.items() if cell not in reader.seen or reader.cells[cell] != found}
        one = self._gear.one
        came = one(came_of(lost, lines, None, passed))
        return Leaf(came, one(tuple(map(one, kept.items()))), one(tuple(moves.items())))

    def _become(self, view: Any, after: Any) -> Start:
        """The form and the cells of a fight whose people or order are others now. Raises Untracked.

        Who comes into a fight of which only the gist is there is played plainly.
        """
        if any(who not in raw(view, "combatants") for who in raw(after, "combatants")):
            raise Untracked
        fight = self._gist(after)
        kind = type(self._followed().layout.base)
        apart = {"seed": "", "drawn": 0}
        whole = kind(**{name: plain(getattr(fight, name)) for name in kind.__struct_fields__ if name not in apart})
        form = self._gear.form_of(whole)
        if form is None or whole.questions or whole.paused:
            raise Untracked
        return self._gear.start_of(form, form.cells_of(whole))

    def _keep(self, command: Command, played: Played) -> None:
        super()._keep(command, played)
        if self._scouts and not self.fight.questions:
            self._gear.scout(self.fight, self._gist)

    def _fought(self, ended: str, first: int) -> Fought:
        if self._form is None:
            return super()._fought(ended, first)
        self.fight = None  # or both would be there until somebody looks for circles
        ending = self._form.people.ending(self._cells) if self._state is None else self._state.ending(self._cells)
        return Fought(
            winner="".join(ending.sides) if len(ending.sides) == 1 and ended == OVER else "",
            ended=ended,
            rounds=self._round - first,
            left=ending.left.copy(),
            down=ending.down,
            dealt=self.dealt,
            taken=self.taken,
            lines=tuple(self.lines),
        )

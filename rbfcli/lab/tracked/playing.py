"""A fight played by what was kept: each step is looked up by what it reads and rolls, and played where it is new."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from msgspec import Struct

from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.fight import Question
from rbfcli.kernel.limits import DEEDS_OF_A_TURN, IDLE_ROUNDS
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played, begin
from rbfcli.lab.playing import OVER, Loss, Playing, actor_of, actors, is_over, losses, turn_is_over
from rbfcli.lab.policies import Policy
from rbfcli.lab.tracked.asking import Answering, TrackedView
from rbfcli.lab.tracked.form import Form, Start
from rbfcli.lab.tracked.gear import Gear
from rbfcli.lab.tracked.layout import Misfit, shape_of
from rbfcli.lab.tracked.reading import Reader, Untracked
from rbfcli.lab.tracked.rolls import Thrown
from rbfcli.lab.tracked.tree import Leaf, Tree
from rbfcli.lab.tracked.views import plain, raw
from rbfcli.language.writer import line_for


class Deed(Struct, frozen=True, kw_only=True):
    """What comes next in a fight: its end, the next turn, or what somebody would do first; a command where one is."""

    ends: bool = False
    turns: bool = False
    command: Any = None
    actor: str = ""


class TrackedPlaying(Playing):
    """A fight under way that comes out as `Playing` plays it, whatever was kept before.

    While it is followed, its state is a row of cells; where a step cannot be, it is a fight again, and played plainly.
    """

    def __init__(
        self, rules: Rules, fight: Any, policies: Mapping[str, Policy], seed: str, *, told: bool, gear: Gear
    ) -> None:
        super().__init__(rules, fight, policies, seed, told=told)
        self._seed = seed
        self._start: Any = fight
        self._gear = gear
        self._scouts = not gear.is_ready and not gear.is_hopeless
        self._is_lost = False
        self._form: Form | None = None
        self._cells: list[int] = []
        self._dice = Seeded(seed, fight.drawn)
        if self._scouts:
            gear.scout(self.fight)
            gear.scouted()

    def go_on(self, last: int) -> str:
        """As `Playing`: kept, where that can be."""
        if self._form is None and not self._enter():
            return super().go_on(last)
        memory = self._moment, self._deeds, self._done.copy(), self._idle, self._actor
        try:
            ended = self._quickly(last)
            if ended is None:
                ended = super().go_on(last)
        except Untracked:
            self._gear.given_up += 1
            self._moment, self._deeds, self._done, self._idle, self._actor = memory
            self._leave()
            return super().go_on(last)
        self._gear.followed += 1
        if ended:
            self._leave()
        return ended

    def _quickly(self, last: int) -> str | None:
        """The next step, where the first thing that comes to mind is taken; else None, and nothing is done."""
        form = self._followed()
        deed: Deed = form.value_at_once(self._cells, self._deed)
        number = form.field(self._cells, "round")
        if deed.ends:
            return OVER
        if number > last or deed.command is None:
            return None
        if deed.turns:
            self._actor = ""
            return "" if number <= self._idle + IDLE_ROUNDS and self._accepts(deed.command) else None
        moment = form.moment(self._cells)
        if moment == self._moment:
            if self._done or self._deeds >= DEEDS_OF_A_TURN:
                return None
            done = self._deeds + 1
        else:
            done = 1
        self._actor = deed.actor
        if not self._accepts(deed.command):
            return None
        if moment != self._moment:
            self._moment, self._done = moment, set()
        self._deeds, self._idle = done, number
        return ""

    def _first_deed(self, form: Form, reader: Reader, over: int, through: int, acting: int) -> Deed:
        """What is done next, by everything that is asked about a fight. Raises Untracked."""
        if reader.read(over):
            return Deed(ends=True)
        if not reader.read_field(form, "round") and not reader.read_field(form, "phase"):
            return Deed()
        if reader.read(through):
            return Deed(turns=True, command=self._turn())
        for who, side in reader.read(acting).items():
            wish = reader.read(self._place_of_wish(form, side, (who,), 0))
            actor = actor_of(wish) if wish is not None else ""
            return Deed(command=wish if actor == who else None, actor=actor)
        return Deed()

    def _place_of_wish(self, form: Form, side: str, people: tuple[str, ...], number: int) -> int:
        key = ("wish", side, people, number)
        return form.place(key, lambda: lambda view, _: self._wish(form, view, side, people, number))

    def _enter(self) -> bool:
        """Lay the fight out as cells; False where it has to be played plainly."""
        if self._scouts or self._is_lost or self.fight.questions or self.fight.paused or not self._gear.is_ready:
            return False
        start = self._gear.start
        if start is not None and start.fight is self._start:
            self._cells = start.cells()
            self._follow(start.form)
            return True
        form = self._gear.form_of(self.fight)
        if form is None:
            return False
        try:
            self._cells = form.cells_of(self.fight)
        except Misfit as wrong:
            self._is_lost = True
            self._gear.surprise(form.layout.shape, wrong.args[0])
            return False
        except Untracked:
            return False
        if self._start is not None:
            self._gear.start = Start(self._start, form, self._cells)
        self._dice = Seeded(self._seed, self.fight.drawn)
        self._follow(form)
        return True

    def _follow(self, form: Form) -> None:
        self._start = None
        self._form = form
        self.fight = Now(self, form)
        self._over = form.place("over", lambda: lambda view, _: is_over(form.rules, view))
        self._through = form.place("through", lambda: lambda view, _: turn_is_over(form.rules, view))
        over, through = self._over, self._through
        self._acting = acting = form.place("actors", lambda: lambda view, _: actors(form.rules, view))
        self._deed = form.place("deed", lambda: lambda _, reader: self._first_deed(form, reader, over, through, acting))

    def _leave(self) -> None:
        """Make a fight of the cells again."""
        if self._form is not None:
            form, self._form = self._form, None
            self.fight = form.fight(self._cells, self._seed, self._dice.drawn)

    def _is_over(self) -> bool:
        return bool(self._form.value(self._cells, self._over)) if self._form else super()._is_over()

    def _turn_is_over(self) -> bool:
        return bool(self._form.value(self._cells, self._through)) if self._form else super()._turn_is_over()

    def _actors(self) -> dict[str, str]:
        found: dict[str, str] = self._form.value(self._cells, self._acting) if self._form else super()._actors()
        return found

    def _wishes(self, side: str, people: tuple[str, ...], question: Question | None) -> Iterator[Any]:
        form = self._form
        if form is None:
            yield from super()._wishes(side, people, question)
            return
        number = 0
        while True:
            wish = form.value(self._cells, self._place_of_wish(form, side, people, number))
            if wish is None:
                return
            yield wish
            number += 1

    def _wish(self, form: Form, fight: Any, side: str, people: tuple[str, ...], number: int) -> Command | None:
        """What the policy would do, after so many wishes that were refused. Raises Untracked."""
        view = TrackedView(form, fight, side, people=people, question=None)
        try:
            wish = next(islice(self._wishes_of(side, view), number, None), None)
        except Exception as wrong:
            raise Untracked from wrong
        if wish is not None and not isinstance(wish, Command):
            raise Untracked
        return wish

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
            tree = form.commands[command] = Tree(form.first)
        start = self._dice.drawn
        try:
            leaf = tree.find(self._cells, self._dice, form.fresh) or self._anew(form, command, tree, start)
            if leaf.value is None:
                self._back_to(start)
                return False
            lost, lines, become = leaf.value
            cells = become.cells() if become else form.after(self._cells, leaf)
            if become:
                self._follow(become.form)
        except Untracked:
            self._back_to(start)
            raise
        self._cells = cells
        self._answered = 0
        if lost:
            self._count(lost)
        if self._told:
            self.lines += lines
        return True

    def _back_to(self, drawn: int) -> None:
        if self._dice.drawn != drawn:
            self._dice = Seeded(self._seed, drawn)

    def _keep(self, command: Command, played: Played) -> None:
        super()._keep(command, played)
        if self._scouts and not self.fight.questions:
            self._gear.scout(self.fight)

    def _anew(self, form: Form, command: Command, tree: Tree, start: int) -> Leaf:
        """Play a command on a view of the fight, and keep what comes of it. Raises Untracked."""
        self._back_to(start)
        if self._gear.is_full:
            raise Untracked
        reader = form.reader_of(self._cells)
        try:
            leaf: Leaf = form.read(reader, lambda view: self._leaf(form, command, view, reader))
        except Misfit as wrong:
            self._is_lost = True
            self._gear.surprise(form.layout.shape, wrong.args[0])
            raise Untracked from None
        form.keep(tree, reader, leaf)
        return leaf

    def _leaf(self, form: Form, command: Command, view: Any, reader: Reader) -> Leaf:
        dice = Thrown(self._dice, reader)
        said = Answering(self, form, reader, view)
        try:
            played = begin(form.rules, view, command, dice, recording=said)
        except RbfError:
            if said.told:
                raise Untracked from None
            return Leaf(None)
        except Exception as wrong:
            raise Untracked from wrong
        if int.__add__(raw(played.fight, "drawn"), 0) != dice.drawn:
            raise Untracked
        said.turn(played.fight, len(played.events))
        lost = tuple(self._losses(form, said, played))
        lines = tuple([line_for(each) for each in (played.command or command, *said.spelt)]) if self._told else ()
        if shape_of(played.fight) != form.layout.shape:
            return Leaf((lost, lines, self._become(played.fight)))
        written = form.layout.writes(played.fight, reader)
        ids = {cell: self._gear.id_of(value) for cell, value in written.items()}
        kept = {cell: found for cell, found in ids.items() if cell not in reader.seen or reader.cells[cell] != found}
        return Leaf((lost, lines, None), tuple(kept.items()))

    def _losses(self, form: Form, said: Answering, played: Played) -> Iterator[Loss]:
        """The damage of a command, counted from each answer to the next."""
        for (before, told), (after, then) in zip(said.turns, said.turns[1:], strict=False):
            if raw(before, "combatants") is not raw(after, "combatants"):
                yield from losses(form.rules, self._actor, before, after, played.events[told:then])

    def _become(self, fight: Any) -> Start:
        """The form and the cells of a fight whose people or order are others now. Raises Untracked."""
        kind = type(self._followed().layout.base)
        apart = {"seed": "", "drawn": 0}
        whole = kind(**{name: plain(getattr(fight, name)) for name in kind.__struct_fields__ if name not in apart})
        form = self._gear.form_of(whole)
        if form is None or whole.questions or whole.paused:
            raise Untracked
        return Start(None, form, form.cells_of(whole))


class Now:
    """What a fight under way reads of its fight while that is a row of cells."""

    __slots__ = ("_form", "_playing")

    questions = ()

    def __init__(self, playing: TrackedPlaying, form: Form) -> None:
        self._playing = playing
        self._form = form

    def __getattr__(self, name: str) -> Any:
        return self._form.field(self._playing._cells, name)  # noqa: SLF001 - the one state, held in one place

"""A fight played by what was kept: each step is looked up by what it reads and rolls, and played where it is new."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.fight import Question
from rbfcli.kernel.limits import DEEDS_OF_A_TURN, IDLE_ROUNDS
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played, begin
from rbfcli.lab.playing import OVER, Fought, Loss, Playing, actor_of, actors, is_over, losses, turn_is_over
from rbfcli.lab.policies import Policy, nearest, weakest
from rbfcli.lab.tracked.asking import Answering, TrackedView
from rbfcli.lab.tracked.form import Form
from rbfcli.lab.tracked.gear import Gear
from rbfcli.lab.tracked.layout import Misfit, shape_of
from rbfcli.lab.tracked.reading import Reader, Untracked
from rbfcli.lab.tracked.rolls import Thrown
from rbfcli.lab.tracked.states import Edge, Start, State
from rbfcli.lab.tracked.tree import Conflict, Leaf, Tree, leaf_behind
from rbfcli.lab.tracked.views import plain, raw
from rbfcli.language.writer import line_for

# Policies that read no number that the gist of a fight leaves out.
BY_GIST = [weakest, nearest]
NOBODY: frozenset[str] = frozenset()


class Came(NamedTuple):
    """What came of a command: losses, lines, another form where people have left, and how many rounds passed."""

    lost: tuple[Loss, ...]
    lines: tuple[str, ...]
    become: Start | None
    passed: int


class Deed(Struct, frozen=True, kw_only=True):
    """What comes next in a fight: its end, the next turn, or what somebody would do first; a command where one is."""

    ends: bool = False
    turns: bool = False
    command: Any = None
    actor: str = ""


class TrackedPlaying(Playing):
    """A fight under way that comes out as `Playing` plays it, whatever was kept before.

    While it is followed, its state is a row of cells, those of its gist; where a step cannot be, it is a fight again,
    and played plainly. What comes behind a whole state that was there before is known by the dice alone.
    """

    def __init__(
        self, rules: Rules, fight: Any, policies: Mapping[str, Policy], seed: str, *, told: bool, gear: Gear
    ) -> None:
        super().__init__(rules, fight, policies, seed, told=told)
        self._seed = seed
        self._first = fight
        self._gear = gear
        by_gist = all(policy in BY_GIST for policy in policies.values())
        self._gist: Callable[[Any], Any] = rules.gist if by_gist else lambda same: same
        self._scouts = not gear.is_ready and not gear.is_hopeless
        self._is_lost = self._has_left = False
        self._is_first = True
        self._form: Form | None = None
        self._cells: list[int] = []
        self._dice = Seeded(seed, fight.drawn)
        self._round = fight.round
        self._state: State | None = None
        self._latest: tuple[Tree, Leaf] | None = None
        self._counts = self._acts = self._is_chancy = False
        if self._scouts:
            gear.scout(self.fight, self._gist)
            gear.scouted()

    def go_on(self, last: int) -> str:
        """As `Playing`: kept, where that can be, and as far as it is known what comes next."""
        if self._form is None and not self._enter():
            return self._plainly(last)
        ended = self._by_states(last)
        if ended is None:
            ended = self._step_by_step(last)
        return ended

    def _by_states(self, last: int) -> str | None:
        """All that comes next as it came before; how the fight ended, None where it goes on otherwise."""
        state = begun = self._state
        ended, dice = None, self._dice
        while state is not None and state.then is not None:
            drawn = dice.drawn
            edge: Edge | None = leaf_behind(state.then.root, [], dice, state.form.fresh)
            if edge is not None and edge.state is None:
                ended = OVER
                break
            if edge is None or self._round > last or not self._does(edge, state.moment):
                self._back_to(drawn)
                break
            state = edge.state
            self._gear.followed += 1
        if state is not None and state is not begun:
            self._answered = 0
            self._go_to(state.form, list(state.key) if ended else state.cells(), state)
        return ended

    def _does(self, edge: Edge, moment: tuple[str, int, str]) -> bool:
        """Go on by an edge; False where that does not lead on, and nothing is done."""
        number = self._round
        if not edge.acts and number > self._idle + IDLE_ROUNDS:
            return False
        if edge.counts:
            now = (number, *moment)
            deeds = self._deeds + 1 if now == self._moment else 1
            if deeds > DEEDS_OF_A_TURN or (deeds > 1 and self._done):
                return False
            self._moment, self._deeds = now, deeds
            if edge.done or self._done:
                self._done = set(edge.done)
        if edge.acts:
            self._idle = number
        self._actor = edge.actor
        came: Came = edge.came
        if came.passed:
            self._round = number + came.passed
        if came.lost:
            self._count(came.lost)
        if self._told:
            self.lines += came.lines
        return True

    def _step_by_step(self, last: int) -> str:
        """The next step, by what it reads; it is kept by its state, too, where that came before."""
        memory = self._moment, self._deeds, self._done.copy(), self._idle, self._actor
        state, number, drawn = self._state, self._round, self._dice.drawn
        self._counts = self._acts = self._is_chancy = False
        self._latest = None
        try:
            ended = self._quickly(last)
            if ended is None:
                ended = super().go_on(last)
        except Untracked:
            self._gear.given_up += 1
            self._moment, self._deeds, self._done, self._idle, self._actor = memory
            self._leave()
            return self._plainly(last)
        self._gear.followed += 1
        if self._acts:
            self._idle = number
        done_before = self._counts and self._moment == memory[0] and memory[2]
        if state is not None and self._deeds <= DEEDS_OF_A_TURN and not done_before and not self._is_chancy:
            self._keep_edge(state, drawn, ended)
        return ended

    def _keep_edge(self, state: State, drawn: int, ended: str) -> None:
        """Remember a step behind the state in which it was done."""
        if self._gear.is_full or ended not in ("", OVER):
            return
        fell: list[tuple[Any, Any]] = []
        came, after = None, None
        if not ended:
            if self._latest is None or self._form is None:
                return
            tree, leaf = self._latest
            found = leaf_behind(tree.root, state.cells(), Seeded(self._seed, drawn), state.form.fresh, fell)
            after = self._gear.states_of(self._form).at(self._cells, surely=True)
            if found is not leaf or after is None:
                return
            came = leaf.value
        done = frozenset(self._done) if self._counts and self._done else NOBODY
        edge = Edge(counts=self._counts, acts=self._acts, done=done, actor=self._actor, came=came, state=after)
        try:
            state.keep(fell, edge)
        except Conflict:
            return
        self._state = after

    def _quickly(self, last: int) -> str | None:
        """The next step, where the first thing that comes to mind is taken; else None, and nothing is done."""
        form = self._followed()
        deed: Deed = form.value_at_once(self._cells, self._deed)
        number = self._round
        if deed.ends:
            return OVER
        if number > last or deed.command is None:
            return None
        if deed.turns:
            self._actor = ""
            return "" if number <= self._idle + IDLE_ROUNDS and self._accepts(deed.command) else None
        moment = form.moment(number, self._cells)
        done = self._deeds + 1 if moment == self._moment else 1
        if done > DEEDS_OF_A_TURN or (done > 1 and self._done):
            return None
        self._actor = deed.actor
        if not self._accepts(deed.command):
            return None
        if moment != self._moment:
            self._moment, self._done = moment, set()
        self._deeds, self._idle = done, number
        self._counts = self._acts = True
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

    def _somebody_acts(self) -> bool:
        self._counts = True
        self._acts = super()._somebody_acts()
        return self._acts

    def _place_of_wish(self, form: Form, side: str, people: tuple[str, ...], number: int) -> int:
        key = ("wish", side, people, number)
        return form.place(key, lambda: lambda view, _: self._wish(form, view, side, people, number))

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
                start = Start(self._first, form, form.cells_of(fight))
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
        if form is self._form:
            return
        self._form = form
        self.fight = Now(self, form)
        self._over = over = form.place("over", lambda: lambda view, _: is_over(form.rules, view))
        self._through = through = form.place("through", lambda: lambda view, _: turn_is_over(form.rules, view))
        self._acting = acting = form.place("actors", lambda: lambda view, _: actors(form.rules, view))
        self._deed = form.place("deed", lambda: lambda _, reader: self._first_deed(form, reader, over, through, acting))

    def as_it_stands(self) -> Any:
        """The fight, or its gist."""
        self._leave()
        return self.fight

    def _fought(self, ended: str, first: int) -> Fought:
        if self._form is None:
            return super()._fought(ended, first)
        self.fight = None  # or both would be there until somebody looks for circles
        left = self._form.left(self._cells)
        sides = {each.side for each in left.values() if each.is_up}
        return Fought(
            winner=sides.pop() if len(sides) == 1 and ended == OVER else "",
            ended=ended,
            rounds=self._round - first,
            left={who: each.health for who, each in left.items()},
            down=tuple([who for who, each in left.items() if not each.is_up]),
            dealt=self.dealt,
            taken=self.taken,
            lines=tuple(self.lines),
        )

    def _leave(self) -> None:
        """Make a fight of the cells again."""
        if self._form is not None:
            form, self._form, self._state, self._has_left = self._form, None, None, True
            self.fight = replace(form.fight(self._cells, self._seed, self._dice.drawn), round=self._round)

    def field(self, form: Form, name: str) -> Any:
        """A field of the fight itself."""
        return self._round if name == "round" else form.field(self._cells, name)

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
        if came.become is not None:
            self._begin_at(came.become)
        else:
            form.after(self._cells, leaf)
            self._state = self._gear.states_of(form).at(self._cells)
        self._have_come(came)

    def _have_come(self, came: Came) -> None:
        self._round += came.passed
        self._answered = 0
        if came.lost:
            self._count(came.lost)
        if self._told:
            self.lines += came.lines

    def _back_to(self, drawn: int) -> None:
        if self._dice.drawn != drawn:
            self._dice = Seeded(self._seed, drawn)

    def _keep(self, command: Command, played: Played) -> None:
        super()._keep(command, played)
        if self._scouts and not self.fight.questions:
            self._gear.scout(self.fight, self._gist)

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
        after = played.fight
        passed = self._passed(view, after)
        if shape_of(after) != form.layout.shape:
            return Leaf(Came(lost, lines, self._become(view, after), passed))
        written = form.layout.writes(after, reader)
        if not self._gear.gisted.isdisjoint([form.layout.paths[cell] for cell in written]):
            written = form.layout.writes(self._gist(after), reader)
        ids = {cell: self._gear.id_of(value) for cell, value in written.items()}
        kept = {cell: found for cell, found in ids.items() if cell not in reader.seen or reader.cells[cell] != found}
        one = self._gear.one
        return Leaf(one(Came(lost, lines, None, passed)), one(tuple(map(one, kept.items()))))

    def _passed(self, view: Any, after: Any) -> int:
        """How many rounds passed."""
        unchanged = raw(after, "round") is raw(view, "round")
        return 0 if unchanged else int(after.round) - int(view.round)

    def _losses(self, form: Form, said: Answering, played: Played) -> Iterator[Loss]:
        """The damage of a command, counted from each answer to the next."""
        for (before, told), (after, then) in zip(said.turns, said.turns[1:], strict=False):
            if raw(before, "combatants") is not raw(after, "combatants"):
                yield from losses(form.rules, self._actor, before, after, played.events[told:then])

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


class Now:
    """What a fight under way reads of its fight while that is a row of cells."""

    __slots__ = ("_form", "_playing")

    questions = ()

    def __init__(self, playing: TrackedPlaying, form: Form) -> None:
        self._playing = playing
        self._form = form

    def __getattr__(self, name: str) -> Any:
        return self._playing.field(self._form, name)

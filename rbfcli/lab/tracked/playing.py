"""A fight played by what was kept: by whole states that came before, by first deeds, and by the steps of its row."""

from typing import Any

from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.limits import DEEDS_OF_A_TURN, IDLE_ROUNDS
from rbfcli.lab.playing import OVER
from rbfcli.lab.state_of_play import Loss, actor_of
from rbfcli.lab.tracked.form import Form
from rbfcli.lab.tracked.reading import Untracked
from rbfcli.lab.tracked.row_playing import RowPlaying
from rbfcli.lab.tracked.states import Edge, State
from rbfcli.lab.tracked.tree import Conflict, edge_behind, leaf_behind
from rbfcli.lab.tracked.wishes import place_of_wish

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.lab.tracked.nodes import Leaf

NOBODY: frozenset[str] = frozenset()
# Behind so many edges what follows from the cells of a state is found anew.
FEW = 6
# A step in which more falls, or is looked at, is not kept by its state a second time.
FALLS = 20


class TrackedPlaying(RowPlaying):
    """A fight under way that comes out as `Playing` plays it, whatever was kept before.

    What comes behind a whole state that was there before is known by the dice alone; else what comes next is looked up
    by all that it follows from, and else it is found step by step.
    """

    def go_on(self, last: int) -> str:
        """As `Playing`: kept, where that can be, and as far as it is known what comes next."""
        if self._form is None and not self._enter():
            return self._plainly(last)
        ended = self._by_states(self._state, last) if self._state is not None else None
        if ended is None:
            ended = self._step_by_step(last)
        return ended

    def _by_states(self, begun: State, last: int) -> str | None:  # noqa: PLR0915 - as `leaf_behind`
        """All that comes next as it came before; how the fight ended, None where it goes on otherwise."""
        state, dice, gone, ended = begun, self._dice, list[Edge](), None
        drawn = dice.drawn
        number, idle, now, deeds, done = self._round, self._idle, self._moment, self._deeds, self._done
        while (then := state.then) is not None:
            edge: Any = then.root
            again = False
            if type(edge) is not Edge:  # else nothing falls
                edge = edge_behind(edge, dice)
            if edge is not None and edge.ends:
                ended = OVER
                break
            leads_on = edge is not None and number <= last and (edge.acts or number <= idle + IDLE_ROUNDS)
            if leads_on and edge.counts:
                moment = (number, *state.moment)
                again = moment == now
                leads_on = not again or (deeds < DEEDS_OF_A_TURN and not done)
            if not leads_on:
                self._back_to(drawn)
                break
            if edge.counts:
                now, deeds, done = moment, deeds + 1 if again else 1, edge.done
            if edge.acts:
                idle = number
            number += edge.passed
            drawn += edge.drawn
            state = edge.state
            gone.append(edge)
        if gone:
            self._round, self._idle, self._moment, self._deeds, self._done = number, idle, now, deeds, set(done)
            self._have_gone(gone, state, ended)
        return ended

    def _have_gone(self, gone: list[Edge], state: State, ended: str | None) -> None:
        """Stand in the state that some edges lead to, with all that was lost on the way."""
        self._gear.followed += len(gone)
        self._answered, self._actor = 0, gone[-1].actor
        self._count([loss for edge in gone for loss in edge.lost])
        if self._told:
            self.lines += [line for edge in gone for line in edge.came.lines]
        self._go_to(state.form, state.ids() if ended else self._cells_behind(gone, state), state)

    def _cells_behind(self, gone: list[Edge], state: State) -> list[int]:
        """The cells of the state that some edges lead to: step by step where that is a short way."""
        cells, first = self._cells, 0
        for number, edge in enumerate(gone, 1):
            if edge.came.become is not None:
                first = number
        if len(gone) - first > FEW:
            return state.cells()
        if first:
            cells = gone[first - 1].came.become.cells()
        try:
            for edge in gone[first:]:
                state.form.after(cells, edge.leaf)
        except Untracked:
            return state.cells()
        return cells

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
            self._gear.given_up += not self._is_passed
            self._is_passed = False
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
        leaf: Leaf | None = None
        after: State | None = None
        lost: tuple[Loss, ...] = ()
        if not ended:
            after = self._state
            if self._latest is None or after is None:
                return
            tree, leaf = self._latest
            found = leaf_behind(tree.root, state.cells(), Seeded(self._seed, drawn), state.form.fresh, fell)
            if found is not leaf or len(fell) > FALLS:
                return
            lost = self._lost
        done = frozenset(self._done) if self._counts and self._done else NOBODY
        acts, counts = self._acts, self._counts
        edge = Edge(counts=counts, acts=acts, done=done, actor=self._actor, leaf=leaf, lost=lost, state=after)
        edge.drawn = self._dice.drawn - drawn
        try:
            state.keep(fell, edge)
        except Conflict:
            return
        self._state = after

    def _quickly(self, last: int) -> str | None:
        """The next step, where the first thing that comes to mind is taken; else None, and nothing is done."""
        form, cells, number = self._followed(), self._cells, self._round
        if form.value(cells, form.over_at):
            return OVER
        if number > last or not (number or form.field(cells, "phase")):
            return None
        if form.value(cells, form.turn_over_at):
            self._actor = ""
            return "" if number <= self._idle + IDLE_ROUNDS and self._accepts(form.next_turn) else None
        who, wish = self._first_wish(form, cells)
        moment = form.moment(number, cells)
        deeds = self._deeds + 1 if moment == self._moment else 1
        if wish is None or actor_of(wish) != who or deeds > DEEDS_OF_A_TURN or (deeds > 1 and self._done):
            return None
        self._actor = who
        if not self._accepts(wish):
            return None
        if moment != self._moment:
            self._moment, self._done = moment, set()
        self._deeds, self._idle = deeds, number
        self._counts = self._acts = True
        return ""

    def _first_wish(self, form: Form, cells: list[int]) -> tuple[str, Any]:
        """What whoever may act first would do first. Raises Untracked."""
        for each in form.value(cells, form.actors_at).items():
            place = form.wish_at.get(each)
            if place is None:
                who, side = each
                place = form.wish_at[each] = place_of_wish(self, form, side, (who,), 0)
            return each[0], form.value(cells, place)
        return "", None

    def _somebody_acts(self) -> bool:
        self._counts = True
        self._acts = super()._somebody_acts()
        return self._acts

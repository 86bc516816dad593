"""Numbers that are compared and not read: what a step sees of totals, of health, and of what conditions count."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from rbfcli.kernel.conditions import asked_of
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.events import Die, Rolled
from rbfcli.kernel.evolve import with_field
from rbfcli.kernel.fight import Condition
from rbfcli.kernel.gist import by_rank, is_ranked
from rbfcli.kernel.notation.plan import is_one_pool
from rbfcli.kernel.scene import Scene
from rbfcli.lab.tracked.amounts import Amount
from rbfcli.lab.tracked.gear import Gear
from rbfcli.lab.tracked.nodes import Contest, Fall, Leaf, Throw
from rbfcli.lab.tracked.parts import Moved
from rbfcli.lab.tracked.reading import Look, Ranking, Reader, Seen, Versus
from rbfcli.lab.tracked.rolls import Thrown
from rbfcli.lab.tracked.rolls import viewed as viewed_roll
from rbfcli.lab.tracked.totals import Roll, Total
from rbfcli.lab.tracked.tree import Room, Tree, edge_behind, leaf_behind, lost_at
from rbfcli.systems.catalogue import load
from tests.lab.fights import begun

DICE = Seen({(face,): face + 3 for face in range(1, 7)})


def totals(*faces):
    """A reader, and the total of a die and 3 for each face."""
    reader, known = Reader([], [], lambda _cells, index: index, lambda *_: 0), {}
    for number, face in enumerate(faces):
        reader.rolls[number] = DICE, (face,)
    return reader, [Total(Roll(reader, number, lambda: DICE, (face,), known)) for number, face in enumerate(faces)]


def looked_at(reader):
    return [what.name if isinstance(what, Look) else type(what).__name__ for what, _ in reader.trace]


@pytest.mark.parametrize("faces", [(1, 4, 6), (2, 3, 5)])
def test_totals_that_are_sorted_show_their_ranks_and_nothing_more(faces):
    reader, found = totals(*faces)
    assert sorted(found, reverse=True) == [found[2], found[1], found[0]]
    assert [(type(what), seen) for what, seen in reader.trace] == [(Ranking, (0, 1, 2))]


def test_equal_totals_have_one_rank():
    reader, (one, other) = totals(4, 4)
    assert one == other
    assert not one < other
    assert one <= other
    assert [seen for _, seen in reader.trace] == [(0, 0)]


def test_a_total_and_a_number_besides_is_another_thing_to_see():
    reader, (one, other) = totals(4, 5)
    assert one + 1 == other
    assert one + 2 > other
    assert [(type(what), what.plus, seen) for what, seen in reader.trace] == [(Versus, 1, 0), (Versus, 2, 1)]


def test_of_a_total_and_a_number_nothing_is_seen_that_all_faces_say():
    reader, (one,) = totals(4)
    assert one
    assert one > 3
    assert one != 20
    assert looked_at(reader) == []
    assert one > 5
    assert one != 6
    assert looked_at(reader) == ["total over 5", "total is 6"]


def test_more_less_and_their_opposites_are_one_thing_to_see_of_a_total():
    reader, (one,) = totals(4)
    assert (one > 6, one >= 7, one < 7, one <= 6) == (True, True, False, False)
    assert (-one < -6, -one <= -7, -one > -7, -one >= -6) == (True, True, False, False)
    assert looked_at(reader) == ["total over 6"]


@pytest.mark.parametrize(("against", "under", "margin"), [(9, False, -2), (9, True, 2), (None, False, None)])
def test_a_margin_is_compared_as_its_total_is(against, under, margin):
    reader, _ = totals()
    reader.compares = True
    reader.trace.append((Throw(6, 1, 1, pool=True), (4,)))
    rolled = Rolled(rule="", who="", label="", dice=(Die(sides=6, face=4),), total=7, against=against, under=under)
    shown = viewed_roll(reader, rolled, None, 1, {}).margin
    if margin is None:
        assert shown is None
        return
    assert shown > margin - 1
    assert shown <= margin
    assert looked_at(reader)[1:] == (["total over 7", "total over 6"] if under else ["total over 6", "total over 7"])
    assert int(shown) == margin
    assert looked_at(reader)[3:] == ["total"]


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("d4", True), ("2d6+1", True), ("1+2d6", True), ("d6+d4", False), ("10-d4", False), ("4d6kh3", False)],
)
def test_of_dice_notation_the_sum_of_one_pool_is_seen_as_a_total(viewed, text, is_one):
    _, form, reader, view = viewed
    form.reader = reader
    assert is_one_pool(text) is is_one
    found = Scene(view, Thrown(Seeded("x"), reader), form.rules).roll_expression("ada", "falls", "X-1", text)
    assert isinstance(found, Total) is is_one
    if is_one:
        more = Scene(begun("dock-ambush").fight, Seeded("x"), load("rbf"))
        number = more.roll_expression("ada", "falls", "X-1", text)
        assert looked_at(reader) == ["Throw"]
        assert found <= number
        assert not found < number
        assert int(found) == number


def test_what_else_is_done_with_a_total_reads_it():
    for use in (int, hash, str, repr, abs, float, lambda one: 2 * one, lambda one: one // 2, lambda one: 20 % one):
        reader, (one,) = totals(4)
        assert use(one) == use(7)
        assert looked_at(reader) == ["total"]


def test_arithmetic_of_a_total_is_that_of_its_number():
    _, (one, other) = totals(4, 6)
    found = (one + 2, 2 + one, one - 2, 20 - one, -one, one - other, other + one)
    assert [int(each) for each in found] == [9, 9, 5, 13, -7, -2, 16]


@pytest.fixture
def viewed():
    """A fight whose hp and conditions may change, laid out for a step that compares."""
    fight = begun("dock-ambush").fight
    fight = with_field(fight, ("combatants", "ada", "conditions"), {"dying": Condition(amount=3)})
    gear = Gear(load("rbf"), scouts=0)
    gear.scout(with_field(with_field(fight, ("round",), 7), ("combatants", "ada", "hp"), 1), lambda same: same)
    form = gear.form_of(with_field(fight, ("combatants", "ada", "conditions"), {}))
    gear.vary(form, {("combatants", "ada", "conditions"), ("combatants", "ada", "hp"), ("round",)})
    form = gear.form_of(fight)
    reader = form.reader_of(form.cells_of(fight))
    reader.compares, reader.amounts = True, form.amounts
    return fight, form, reader, form.layout.view(reader)


def test_health_is_compared_without_being_read(viewed):
    fight, form, reader, view = viewed
    hp, cell = fight.combatants["ada"].hp, form.layout.paths.index(("combatants", "ada", "hp"))
    left = max(0, view.combatants["ada"].hp - 1)
    assert isinstance(left, Amount)
    assert view.combatants["ada"].hp - left == 1
    assert cell not in reader.seen
    hurt = replace(view.combatants["ada"], hp=left)
    after = replace(view, combatants={**view.combatants, "ada": hurt})
    assert form.layout.writes(after, reader) == {cell: Moved(-1)}
    found = form.after(reader.cells.copy(), Leaf(None, (), ((cell, -1),)))
    assert form.fight(found, "", 0).combatants["ada"].hp == hp - 1


def test_more_less_and_their_opposites_are_one_cell_of_health(viewed):
    fight, form, reader, view = viewed
    hp, shown = fight.combatants["ada"].hp, view.combatants["ada"].hp
    assert shown > hp - 1
    assert not shown - hp < 0
    assert shown >= hp
    assert not shown <= hp - 1
    assert len(reader.trace) == 1
    assert shown == hp
    assert shown
    assert [reader.values[found] for _, found in reader.trace] == [True, True]
    assert form.layout.paths.index(("combatants", "ada", "hp")) not in reader.seen


def test_what_follows_from_what_was_seen_of_health_is_not_looked_at(viewed):
    fight, _, reader, view = viewed
    hp, shown = fight.combatants["ada"].hp, view.combatants["ada"].hp
    assert shown > hp - 3
    assert shown < hp + 2
    seen = len(reader.trace)
    assert shown
    assert shown - 1 > hp - 4
    assert not shown - hp >= 2
    assert shown != hp - 3
    assert shown != hp + 2
    assert len(reader.trace) == seen
    with reader.aside():
        assert shown > hp - 1
    assert shown >= hp
    assert len(reader.trace) == seen + 1
    assert shown == hp
    assert shown != hp + 1
    assert shown < hp + 1
    assert len(reader.trace) == seen + 2


def test_what_a_condition_counts_goes_down_whatever_it_is(viewed):
    fight, form, reader, view = viewed
    cell = form.layout.paths.index(("combatants", "ada", "conditions"))
    left = view.combatants["ada"].conditions["dying"].amount - 1
    assert left > 0
    after = with_field(view, ("combatants",), dict(view.combatants))
    one = with_field(view.combatants["ada"], ("conditions", "dying", "amount"), left)
    after = replace(after, combatants={**after.combatants, "ada": one})
    moves = (("dying", "amount", -1),)
    assert form.layout.writes(after, reader) == {cell: Moved(moves)}
    assert cell not in reader.seen
    found = form.after(reader.cells.copy(), Leaf(None, (), ((cell, moves),)))
    assert form.fight(found, "", 0).combatants["ada"].conditions == {"dying": Condition(amount=2)}
    assert fight.combatants["ada"].conditions == {"dying": Condition(amount=3)}


def test_a_question_is_one_cell_as_long_as_what_it_reads_is_as_at_first(viewed):
    _, form, reader, view = viewed

    def is_late(fight):
        return fight.round > 2

    form.reader, reader.ask = reader, form.asked
    assert asked_of(view, is_late, "round") is False
    place = form.place(("asked", is_late), lambda: pytest.fail("it has no cell of its own"))
    assert [cell for cell, _ in reader.trace] == [place]
    assert asked_of(replace(view, round=9), is_late, "round") is True
    assert [cell for cell, _ in reader.trace] == [place]


def test_a_question_that_reads_more_than_it_says_is_asked_in_the_step(viewed):
    _, form, reader, view = viewed

    def is_hurt(fight):
        return fight.combatants["ada"].hp > 10**6

    form.reader, reader.ask = reader, form.asked
    assert asked_of(view, is_hurt, "round") is False
    assert len(reader.trace) == 2


def test_a_tree_leads_by_ranks():
    tree, of = Tree(0, Room(100)), Ranking((0, 1), (DICE, DICE))
    throw = Throw(6, 1, 1, pool=True, viewed=True)
    less, more = Leaf("less"), Leaf("more")
    tree.add([(throw, (1,)), (throw, (4,)), (of, (0, 1))], less)
    tree.add([(throw, (4,)), (throw, (1,)), (of, (1, 0))], more)

    class Faces:
        def __init__(self, *faces):
            self.left = list(faces)

        def row(self, *_):
            return [self.left.pop(0)]

    assert isinstance(tree.root, Fall)
    assert isinstance(tree.root.then.then, Contest)
    found = [leaf_behind(tree.root, [], Faces(*faces), lambda *_: False) for faces in ((2, 6), (5, 3), (2, 2))]
    assert found == [less, more, None]
    assert [edge_behind(tree.root, Faces(*faces)) for faces in ((2, 6), (5, 3), (2, 2))] == found
    assert lost_at(tree.root, [], Faces(2, 2)) == lost_at(tree.root, [], Faces(3, 3))
    assert lost_at(tree.root, [], Faces(2, 2)) != lost_at(tree.root, [], Faces(2, 3))


def test_steps_are_new_until_they_come_again():
    gear = Gear(load("rbf"), scouts=0)
    assert [gear.is_new(step) for step in (1, 2, 1)] == [True, True, False]


@pytest.mark.parametrize("counts", [*permutations((3, 3, 8))])
def test_ranks_are_the_same_however_far_apart_counts_are(counts):
    fight = begun("dock-ambush").fight
    people = dict(zip(fight.combatants, (*counts, *[1] * 9), strict=False))
    for who, count in people.items():
        fight = with_field(fight, ("combatants", who, "initiative"), count)
    ranked = by_rank(replace(fight, order=()))
    order = sorted(set(people.values()))
    assert {who: one.initiative for who, one in ranked.combatants.items()} == {
        who: order.index(count) for who, count in people.items()
    }
    assert is_ranked(ranked)
    assert by_rank(ranked) is ranked

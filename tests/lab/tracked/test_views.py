"""Views of a fight: they are what they show, note what is read, and cannot be read past."""

from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import astuple

from rbfcli.kernel.conditions import asked_of, count_rounds
from rbfcli.kernel.fight import Condition, Fight
from rbfcli.lab.tracked.gear import Gear
from rbfcli.lab.tracked.layout import Layout, shape_of
from rbfcli.lab.tracked.nodes import Leaf, Throw
from rbfcli.lab.tracked.parts import Misfit
from rbfcli.lab.tracked.reading import Untracked
from rbfcli.lab.tracked.tree import Conflict, Room, Tree
from rbfcli.lab.tracked.views import plain
from rbfcli.systems.catalogue import load
from tests.lab.fights import begun

VARYING = frozenset(
    {("round",), ("combatants", "ada", "hp"), ("combatants", "ada", "conditions"), ("combatants", "thug1", "hp")}
)


@pytest.fixture
def viewed():
    fight = begun("dock-ambush").fight
    gear = Gear(load("rbf"), scouts=0)
    gear.scout(fight, lambda same: same)
    gear.surprise(shape_of(fight), set(VARYING))
    form = gear.form_of(fight)
    reader = form.reader_of(form.cells_of(fight))
    return fight, form, reader, form.layout.view(reader)


def read_of(form, reader):
    return [form.layout.paths[cell] for cell, _ in reader.trace if isinstance(cell, int) and cell < form.first]


def test_what_is_read_is_noted_once(viewed):
    fight, form, reader, view = viewed
    ada = view.combatants["ada"]
    assert (ada.hp, ada.hp, ada.name) == (fight.combatants["ada"].hp,) * 2 + (fight.combatants["ada"].name,)
    assert read_of(form, reader) == [("combatants", "ada", "hp")]
    assert isinstance(view, Fight)


def test_a_question_about_conditions_as_a_whole_is_one_thing_that_is_read(viewed):
    _fight, _form, reader, view = viewed
    assert [asked_of(view.combatants["ada"].conditions, count_rounds) for _ in range(2)] == [False, False]
    assert [reader.values[found] for _cell, found in reader.trace] == [False]


def test_a_copy_with_another_field_reads_nothing(viewed):
    _fight, form, reader, view = viewed
    hurt = msgspec.structs.replace(view.combatants["ada"], hp=1)
    after = msgspec.structs.replace(view, combatants={**view.combatants, "ada": hurt})
    assert form.layout.writes(after, reader) == {form.layout.paths.index(("combatants", "ada", "hp")): 1}
    assert not reader.trace


def test_what_is_written_without_being_read_is_written_where_it_is_so_already(viewed):
    fight, form, reader, view = viewed
    same = msgspec.structs.replace(view, round=fight.round)
    assert form.layout.writes(same, reader) == {form.layout.paths.index(("round",)): fight.round}


def test_what_never_changed_may_not(viewed):
    _fight, form, reader, view = viewed
    with pytest.raises(Misfit):
        form.layout.writes(msgspec.structs.replace(view, title="another"), reader)


def test_a_key_is_asked_for_alone(viewed):
    _fight, form, reader, view = viewed
    conditions = view.combatants["ada"].conditions
    assert "prone" not in conditions
    assert conditions.get("prone") is None
    assert not conditions
    assert len(conditions) == 0
    assert {**conditions, "prone": Condition()} == {"prone": Condition()}
    assert all(cell >= form.first for cell, _ in reader.trace)


def test_a_view_equals_what_it_shows_until_its_step_is_over(viewed):
    fight, _form, reader, view = viewed
    one, shown = view.combatants["ada"], fight.combatants["ada"]
    assert one == shown
    assert shown == one
    assert plain(one) == shown
    assert hash(view.combatants["thug1"].initiative) == hash(fight.combatants["thug1"].initiative)
    reader.closed = True
    assert one != shown
    assert shown != one


@pytest.mark.parametrize(
    "past",
    [
        lambda view: astuple(view.combatants["ada"]) == astuple(begun("dock-ambush").fight.combatants["ada"]),
        lambda view: [str(each) for each in astuple(view.combatants["ada"])],
        lambda view: view.seed,
        lambda view: bool(view.drawn),
        lambda view: 0 + view.drawn,
        lambda view: view.drawn % 2,
    ],
    ids=["equal", "written", "seed", "any dice", "added to", "odd"],
)
def test_what_goes_past_a_view_is_noticed(viewed, past):
    with pytest.raises(Untracked):
        past(viewed[3])


def test_a_view_is_not_written_as_json(viewed):
    with pytest.raises(TypeError):
        msgspec.json.encode(viewed[3])


def test_another_shape_does_not_fit():
    fight = begun("dock-ambush").fight
    layout = Layout(fight, VARYING)
    fewer = {who: one for who, one in fight.combatants.items() if who != "ada"}
    with pytest.raises(Misfit):
        layout.values(msgspec.structs.replace(fight, combatants=fewer))


def fixed(*faces):
    """Dice that fall as they are told."""
    left = iter(faces)
    return SimpleNamespace(row=lambda _sides, count, _low=1: [next(left) for _ in range(count)])


def never(_cells, _node):
    return False


def test_a_tree_tells_apart_what_was_read_and_rolled():
    tree, die = Tree(10, Room(100)), Throw(6, 1, 1, pool=True)
    tree.add([(0, 7), (1, 8), (die, (3,))], Leaf("a"))
    tree.add([(0, 7), (1, 9), (2, 1)], Leaf("b"))
    tree.add([(0, 5), (3, 1)], Leaf("c"))
    found = [
        tree.find([7, 8, 0, 0], fixed(3), never),
        tree.find([7, 9, 1, 4], fixed(), never),
        tree.find([5, 0, 0, 1], fixed(), never),
        tree.find([7, 8, 0, 0], fixed(4), never),
        tree.find([6, 8, 0, 0], fixed(), never),
    ]
    assert [each.value if each else None for each in found] == ["a", "b", "c", None, None]
    assert tree.room.taken


def test_the_order_of_a_pool_does_not_matter_and_that_of_a_row_does():
    tree = Tree(10, Room(100))
    tree.add([(Throw(6, 2, 1, pool=True), (5, 2)), (Throw(6, 2, 1, pool=False), (5, 2))], Leaf("a"))
    assert tree.find([], fixed(2, 5, 5, 2), never).value == "a"
    assert tree.find([], fixed(2, 5, 2, 5), never) is None


def test_another_way_from_the_same_beginning_is_not_kept():
    tree = Tree(10, Room(100))
    tree.add([(0, 7), (1, 8)], Leaf("a"))
    with pytest.raises(Conflict):
        tree.add([(0, 7), (1, 8), (2, 1)], Leaf("b"))
    with pytest.raises(Conflict):
        tree.add([(2, 7)], Leaf("c"))
    assert tree.find([7, 8, 1], fixed(), never).value == "a"

"""Columns that share a width; and that nothing a table needs is cut, whoever is in the fight."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rbfcli.conformance.screens import fits_every_screen
from rbfcli.kernel.facts import ALWAYS, FIRST, LEAST, USUAL
from rbfcli.kernel.fight import Condition
from rbfcli.render.columns import Column, fitting, form
from rbfcli.render.people import people
from rbfcli.render.roster import roster
from rbfcli.render.screen import fight_lines
from rbfcli.render.style import Style
from tests.render.fights import FIGHTS, begun
from tests.render.names import HOSTILE

SESSIONS = {system: begun(system) for system in FIGHTS}
NAMES = st.sampled_from(HOSTILE) | st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=64
)
LASTING = st.dictionaries(
    NAMES | st.sampled_from(("prone", "bleeding", "suppressed by someone")),
    st.builds(Condition, rounds=st.integers(0, 1_000_000)),
    max_size=5,
)


def column(name, rank, *widths):
    """A column of one row, with forms of some widths."""
    return Column(name, rank, tuple(form(name[:width], (("x" * width,),)) for width in widths))


@pytest.mark.parametrize(
    ("room", "chosen"),
    [
        (60, {"id": 10, "weapon": 20, "armour": 8, "place": 10}),
        (47, {"id": 10, "weapon": 20, "armour": 8}),
        (41, {"id": 10, "weapon": 20, "armour": 4}),
        (28, {"id": 10, "weapon": 8, "armour": 4}),
        (20, {"id": 10, "weapon": 8}),
        (16, {"id": 10, "armour": 4}),
        (10, {"id": 10}),
    ],
)
def test_columns_are_said_shorter_before_they_give_way_and_by_rank(room, chosen):
    columns = [
        column("id", ALWAYS, 10),
        column("weapon", FIRST, 8, 20),
        column("armour", USUAL, 4, 8),
        column("place", LEAST, 10),
    ]
    assert {each.name: taken.width for each, taken in fitting(columns, room)} == chosen


def test_where_not_even_what_always_stays_has_room_there_are_no_columns():
    assert fitting([column("id", ALWAYS, 10)], 9) is None


def renamed(fight, kind, names):
    """The fight with other ids, wherever they stand."""
    text = msgspec.json.encode(fight).decode()
    for old, new in names.items():
        text = text.replace(f'"{old}"', msgspec.json.encode(new).decode())
    return msgspec.json.decode(text, type=kind)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(FIGHTS)), st.data())
def test_no_id_no_health_and_no_counted_condition_is_ever_cut(system, data):
    """Whatever they are called, whatever they bear, on screens of any width."""
    session = SESSIONS[system]
    old = list(session.fight.combatants)
    new = data.draw(st.lists(NAMES, min_size=len(old), max_size=len(old), unique=True))
    fight = renamed(session.fight, session.rules.fight, dict(zip(old, new, strict=True)))
    hurt = data.draw(st.integers(-1_000_000, 1_000_000))
    people = {
        who: replace(
            one, name=data.draw(NAMES), conditions=data.draw(LASTING), **({"hp": hurt} if hasattr(one, "hp") else {})
        )
        for who, one in fight.combatants.items()
    }
    widths = data.draw(st.lists(st.integers(40, 200), min_size=1, max_size=3))
    fits_every_screen(replace(fight, combatants=people, title=data.draw(NAMES)), session.rules, tuple(widths))


def with_conditions(system, **conditions):
    """A fight in which everybody has some conditions."""
    session = SESSIONS[system]
    people = {who: replace(one, conditions=conditions) for who, one in session.fight.combatants.items()}
    return replace(session.fight, combatants=people), session.rules


def test_a_condition_that_has_no_room_beside_stands_below():
    fight, rules = with_conditions("bgc", **{"z" * 60: Condition(rounds=3), "dazed": Condition()})
    lines = roster(people(fight, rules), Style(tables=True, width=80))
    assert "conditions" not in lines[1]
    assert lines[3] == "    " + "z" * 60 + " (3), dazed"


@pytest.mark.parametrize("columns", [40, 59])
def test_on_a_narrow_screen_each_takes_a_line_or_two(columns):
    for system in FIGHTS:
        session = SESSIONS[system]
        plain = replace(
            session.fight,
            combatants={who: replace(one, conditions={}) for who, one in session.fight.combatants.items()},
        )
        lines = roster(people(plain, session.rules), Style(tables=True, width=columns))
        assert len(lines) <= 1 + 2 * len(plain.combatants)


def test_an_empty_fight_has_no_roster():
    session = SESSIONS["bgc"]
    empty = replace(session.fight, combatants={}, order=(), active="")
    assert fight_lines(empty, session.rules, Style(tables=True)) == [
        "Street arrest (bgc), round 1",
        "minute 1, phase 1: about 0 min 00 s have passed",
    ]


def test_what_is_read_out_is_a_line_of_words_for_each():
    """C-05: nothing is drawn, and nobody needs a column to know what a number means."""
    session = SESSIONS["rbf"]
    lines = fight_lines(session.fight, session.rules, Style(spoken=True))
    assert (
        "thug1: Dockside thug 1, dockers, acts now, HP 20/20, TN 12, actions 2/2, weapon cargo hook, place quay, prone"
        in lines
    )
    assert "thug3: Dockside thug 3, dockers, down, HP 0/20, TN 12, weapon cargo hook, place quay, out" in lines
    assert all(line.isascii() for line in lines)


def test_who_has_to_choose_acts_or_is_down_has_a_sign_of_its_own():
    session = SESSIONS["rbf"]
    marks = {one.who: one.marker for one in people(session.fight, session.rules) if one.marker}
    assert marks == {"thug1": "*", "thug3": "x", "joss": "?"}

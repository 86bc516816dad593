"""How many cells a text takes, and texts made to fit."""

import re
from collections.abc import Mapping

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.text import safe
from rbfcli.model.display import ALWAYS, FIRST, LEAST, USUAL, Fact, number_fact, sheet_facts
from rbfcli.model.events import Modifier
from rbfcli.model.fight import Combatant, Condition, Fight
from rbfcli.render.layout import Column, cut, fitted, fitting, form, padded, table, wrap_cells, wrap_items, wrapped
from rbfcli.render.layout import width as cells_width
from rbfcli.render.layout import width as wrapping_width
from rbfcli.render.roster import people, roster
from rbfcli.render.screen import fight_lines, sheet_lines
from rbfcli.render.sentences import Style
from rbfcli.systems.registry import load
from rbfcli.testing.output import fits_every_screen
from tests.render.fights import FIGHTS, begun

# Names that a screen has to bear: wide, combining, long, and meant to be obeyed.
HOSTILE = (
    "竜王の使い",
    "한국어 이름",
    "Zoe\u0308 A\u030angstro\u0308m",
    "🐉",
    "❤\ufe0f‍🔥 fire",
    "👩‍👩‍👧 family",
    "🇩🇪 flag",
    "a" * 64,
    "竜" * 64,
    "e" + "\u0301" * 63,
    "-" * 3 + "x",
    "two words",
    "[red]x[/red]",
    "*+ 20/20",
    "Model 1000000",
)

TEXTS = st.one_of(st.text(max_size=80), st.sampled_from(HOSTILE), st.lists(st.sampled_from(HOSTILE)).map(" ".join))


@pytest.mark.parametrize(
    ("text", "cells"), [("Ada", 3), ("Jürgen", 6), ("竜", 2), ("e\u0301a", 2), ("한국", 4), ("█░", 2)]
)
def test_a_text_takes_the_cells_that_a_terminal_gives_it(text, cells):
    assert cells_width(text) == cells


@pytest.mark.parametrize(
    ("text", "cells", "said"),
    [
        ("Ada", 3, "Ada"),
        ("Dockside thug", 10, "Dockside.."),
        ("Dockside thug 12", 12, "Docksid.. 12"),
        ("Model 1000000", 10, "Model 10.."),
        ("竜竜竜竜竜", 7, "竜竜.."),
    ],
)
def test_what_is_cut_keeps_the_number_it_ends_with(text, cells, said):
    assert cut(text, cells) == said


def test_a_long_line_breaks_at_spaces_and_keeps_those_it_does_not_break_at():
    assert wrapped("  8 m  crates (medium cover): ada, tamsin", 32, "    ") == [
        "  8 m  crates (medium cover):",
        "    ada, tamsin",
    ]


def test_a_word_that_is_longer_than_a_line_is_folded():
    assert wrapped("x" * 25, 10, "  ") == ["x" * 10, "  " + "x" * 8, "  " + "x" * 7]
    assert wrap_items(["one", "y" * 12], 8, ", ", "  ", "  ") == ["  one,", "  yyyyyy", "  yyyyyy"]


def test_colours_take_no_cells_in_a_list_and_are_never_split():
    ada, long = Style(colour=True).paint("ada", "name"), Style(colour=True).paint("y" * 12, "name")
    assert wrap_items([ada, ada, long], 9, ", ") == [f"{ada}, {ada},", long]


@given(TEXTS, st.integers(8, 60))
def test_nothing_is_wider_than_its_cells_and_no_letter_is_lost(text, cells):
    told = safe(text)
    assert all(cells_width(line) <= cells for line in wrap_cells(told, cells))
    assert "".join(wrap_cells(told, cells)) == told
    assert cells_width(cut(told, cells)) <= cells
    for lines in (wrapped(told, cells, "  "), wrap_items(told.split(), cells, ", ", "  ", "  ")):
        assert all(cells_width(line) <= cells for line in lines)
        assert "".join("".join(lines).split()).replace(",", "") == "".join(told.split()).replace(",", "")


@given(TEXTS)
def test_a_padded_text_is_as_wide_as_asked(text):
    told = safe(text)
    assert cells_width(padded(told, cells_width(told) + 3)) == cells_width(told) + 3


# Columns share a width, and no table cuts what it needs, for any combatants.


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
    """Return the fight with other ids, in the same places."""
    text = msgspec.json.encode(fight).decode()
    for old, new in names.items():
        text = text.replace(f'"{old}"', msgspec.json.encode(new).decode())
    return msgspec.json.decode(text, type=kind)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(list(FIGHTS)), st.data())
def test_no_id_no_health_and_no_counted_condition_is_ever_cut(system, data):
    """Any names and conditions, on screens of any width."""
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
    """Return a fight in which all combatants have conditions."""
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
    """C-05: nothing is drawn, and every number makes sense without its column."""
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


# Tables of words, aligned in a pipe and fitted to a terminal; and sheets, a fact a line.


class Layered(Combatant, frozen=True, kw_only=True):
    """A combatant with lists of numbers by name."""

    layers: Mapping[str, tuple[int, ...]] = {}


class Mount(Struct, frozen=True):
    """Something on a sheet that has several values."""

    name: str
    legs: int


class Rider(Combatant, frozen=True, kw_only=True):
    """A combatant with a list of such things."""

    mounts: tuple[Mount, ...] = ()
    tags: tuple[str, ...] = ()


RULES = replace(
    load("rbf"), status=lambda _fight, _who: (), details=sheet_facts, picture=lambda _fight: (), health=lambda _: (1, 1)
)
FIGHT = Fight(system="x", combatants={"ada": Layered(name="Ada", layers={"vest": (9, 10), "base": (12,)})})
PIPE, NARROW = Style(), Style(tables=True, width=40)


def with_facts(status, details=()):
    """Return rules with some facts about every combatant."""
    return replace(RULES, status=lambda _fight, _who: status, details=lambda _fight, _who: details)


def test_lists_under_names_are_plain_words():
    assert "layers       vest 9 10, base 12" in sheet_lines(FIGHT, RULES, "ada", PIPE)


def test_lists_of_things_are_plain_words():
    rider = Rider(name="Ada", mounts=(Mount("mare", 4), Mount("crane", 2)), tags=("swift", "small"))
    lines = sheet_lines(Fight(system="x", combatants={"ada": rider}), RULES, "ada", PIPE)
    assert lines[-2:] == ["mounts       mare 4, crane 2", "tags         swift, small"]


def test_a_condition_says_how_long_it_lasts_what_it_does_and_by_which_rule():
    lying = {"grappled": Condition(by="thug"), "blinded": Condition(rounds=2, whose="ada"), "cursed": Condition()}
    fight = replace(load("rbf").fight(system="rbf"), combatants={"ada": Combatant(name="Ada", conditions=lying)})
    worse = "disadvantage 1 on melee, brawl, shot, spell"
    assert sheet_lines(fight, RULES, "ada", PIPE)[-3:] == [
        f"condition    grappled: by thug; cannot move; {worse}, defense, test (RBF-TEC-GRAPPLE)",
        f"condition    blinded: 2 more rounds, to the end of ada's turn; {worse} (RBF-TEC-BLIND)",
        "condition    cursed: note only",
    ]
    [during] = [each for each in sheet_lines(replace(fight, active="ada"), RULES, "ada", PIPE) if "blinded" in each]
    assert "blinded: 2 more rounds with this one, to the end of ada's turn" in during


def test_a_number_says_its_unit_and_what_it_is_the_sum_of():
    parts = (Modifier(15, "base"), Modifier(2, "armour"), Modifier(0, "nothing"), Modifier(-1, "prone"))
    facts = (number_fact("defense", parts, unit="m", rule="X-1"),)
    lines = sheet_lines(FIGHT, with_facts((), facts), "ada", PIPE)
    assert lines[-1] == "defense      16 m = 15 base + 2 armour - 1 prone (X-1)"


def test_of_two_facts_with_one_name_a_sheet_tells_the_more_exact_one_in_its_place():
    rules = with_facts((Fact("HP", "5/9"), Fact("TN", "12")), (Fact("HP", "5/9", rule="X-1"), Fact("speed", "10")))
    assert sheet_lines(FIGHT, rules, "ada", PIPE)[3:] == [
        "HP           5/9 (X-1)",
        "TN           12",
        "speed        10",
    ]


def test_what_has_no_value_is_not_told():
    assert len(sheet_lines(FIGHT, with_facts((Fact("aim", ""),)), "ada", PIPE)) == 3


def test_a_long_fact_goes_on_below_on_a_terminal_and_is_one_line_in_a_pipe():
    rules = with_facts((), (Fact("skills", "melee 3, dodge 3, athletics 2, resilience 2"),))
    assert sheet_lines(FIGHT, rules, "ada", NARROW)[3:] == [
        "skills       melee 3, dodge 3, athletics",
        "             2, resilience 2",
    ]
    assert len(sheet_lines(FIGHT, rules, "ada", PIPE)) == 4


WIDE = [{"": "*", "id": "ada", "name": "Ada Quill", "saves": "vest 9 10, base 12"}, {"id": "bo", "name": "竜"}]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (
            37,
            [
                "   id   name       saves",
                "*  ada  Ada Quill  vest 9 10, base 12",
                "   bo   竜",
            ],
        ),
        (
            36,
            [
                "   id   name",
                "*  ada  Ada Quill",
                "      saves: vest 9 10, base 12",
                "   bo   竜",
            ],
        ),
        (
            16,
            [
                "   id",
                "*  ada",
                "      name: Ada",
                "      Quill;",
                "      saves:",
                "      vest 9 10,",
                "      base 12",
                "   bo",
                "      name: 竜",
            ],
        ),
    ],
)
def test_what_has_no_room_stands_below_its_row(width, lines):
    assert table(("", "id", "name", "saves"), WIDE, Style(tables=True, width=width)) == lines


def test_what_names_a_row_is_folded_rather_than_cut():
    drawn = table(("id",), [{"id": "a" * 30}], Style(tables=True, width=20))
    assert drawn == ["id", "a" * 20, "a" * 10]


def test_in_a_pipe_columns_are_aligned_and_nothing_is_left_out():
    drawn = table(("", "id", "name", "saves"), WIDE, PIPE)
    assert drawn == ["   id   name       saves", "*  ada  Ada Quill  vest 9 10, base 12", "   bo   竜"]


# Sentences on a terminal: broken between words, never within one, and without losing any.


COLOUR = re.compile(r"\x1b\[[0-9;]*m")
WORDS = st.lists(
    st.sampled_from(["ada", "hits", "\U0001f409", "岸のならず者", "\x1b[1mOld Mags\x1b[0m", "-", "x" * 9]), min_size=1
)


@pytest.mark.parametrize(
    ("line", "cells", "told"),
    [
        ("it fits", 7, ["it fits"]),
        ("rbf: the rifle is empty; reload joss", 24, ["rbf: the rifle is empty;", "    reload joss"]),
        ("  the winch gunner takes four", 20, ["  the winch gunner", "      takes four"]),
        ("1  strike  attack before the deed", 26, ["1  strike  attack before", "           the deed"]),
        ("Ada hits the thug critically  [8 8] +3", 32, ["Ada hits the thug critically", "    [8 8] +3"]),
        ("\x1b[1mAda Quill\x1b[0m hits", 14, ["\x1b[1mAda Quill\x1b[0m hits"]),
        ("a very-long-path/of/a/file here", 12, ["a", "    very-long-path/of/a/file", "    here"]),
        ("one\ntwo three", 5, ["one", "two", "    three"]),
        ("", 40, [""]),
    ],
)
def test_a_line_breaks_between_words_and_goes_on_below_its_text(line, cells, told):
    assert fitted([line], cells) == told


@given(WORDS, st.integers(30, 60))
def test_no_word_is_lost_and_no_line_too_long(words, cells):
    lines = fitted([" ".join(words)], cells)

    assert " ".join(" ".join(lines).split()) == " ".join(words)
    assert all(wrapping_width(COLOUR.sub("", line)) <= cells for line in lines)

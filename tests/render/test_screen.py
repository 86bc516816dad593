"""The screen of a fight of each system at five widths, with and without colour; REWRITE=1 writes them anew."""

import os
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from rbfcli.core.text import safe
from rbfcli.language.forms import all_verbs
from rbfcli.language.manual import page
from rbfcli.language.parser import read_line
from rbfcli.model import display
from rbfcli.model.display import ACTIVE, Fact, Strips
from rbfcli.model.fight import Condition, DroppedItem
from rbfcli.render.layout import width as picture_width
from rbfcli.render.layout import width as screens_width
from rbfcli.render.roster import people as screens_people
from rbfcli.render.roster import people as signs_people
from rbfcli.render.roster import roster
from rbfcli.render.screen import drawn, fight_lines, sheet_lines
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.bgc.sheet import Armour, Extra
from rbfcli.systems.futurepath.sheet import TurnState
from rbfcli.systems.generic.sheet import Attack, Counter, Power, SaveEnds
from rbfcli.systems.registry import SHIPPED, load
from rbfcli.testing.output import every_sign_is_explained
from rbfcli.testing.support import LawViolation
from tests.render.fights import FIGHTS, begun

SCREENS = Path(__file__).with_name("screens")
REWRITE = os.environ.get("REWRITE") == "1"
WIDTHS = (40, 60, 80, 100, 120)
LOOKS = {
    "plain": {"blocks": False, "colour": False},
    "colour": {"blocks": True, "colour": True},
}
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
LINES, COLUMNS = 24, 80


def screen(system, columns, **look):
    """The lines of the screen of a fight."""
    session = begun(system)
    return fight_lines(session.fight, session.rules, Style(tables=True, width=columns, **look))


@pytest.mark.parametrize("system", FIGHTS)
def test_the_screen_of_a_fight(system):
    """In both looks and every width, byte for byte; escapes are written out."""
    told = []
    for name, look in LOOKS.items():
        told.append(f"#### {name}\n")
        for columns in WIDTHS:
            told += [f"{'=' * columns}\n", *(f"{safe(line)}\n" for line in screen(system, columns, **look))]
    golden, now = SCREENS / f"{system}.txt", "".join(told)
    if REWRITE:
        golden.write_text(now, encoding="utf-8")
    assert now == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("system", FIGHTS)
@pytest.mark.parametrize("columns", [*WIDTHS, 41, 59, 61, 200])
def test_colour_says_nothing_alone_and_no_line_is_too_wide(system, columns):
    """C-03: without its escapes a coloured screen is the other one."""
    plain = screen(system, columns, blocks=True)
    assert [ESCAPE.sub("", line) for line in screen(system, columns, blocks=True, colour=True)] == plain
    assert all(screens_width(line) <= columns for line in plain)
    assert not any(line.endswith(" ") for line in plain)


@pytest.mark.parametrize("system", [each for each in FIGHTS if begun(each).fight.weapons])
@pytest.mark.parametrize("columns", WIDTHS)
def test_weapons_on_the_ground_are_shown_with_their_place(system, columns):
    """Anyone there can pick them up, so everyone sees them."""
    session = begun(system)
    first, *others = session.fight.weapons
    lying = (DroppedItem(weapon=first, where="somewhere"), *(DroppedItem(weapon=each) for each in others[:2]))
    fight = replace(session.fight, board=replace(session.fight.board, lying=lying))
    found = fight_lines(fight, session.rules, Style(tables=True, width=columns))
    place = next(at for at, line in enumerate(found) if line.startswith("on the ground: "))
    assert f"{safe(fight.weapons[first].name)} somewhere" in " ".join(found[place : place + 2])
    assert not any(line.startswith("on the ground") for line in fight_lines(session.fight, session.rules, Style()))


@pytest.mark.parametrize("system", FIGHTS)
def test_a_fight_fits_the_smallest_screen(system):
    """With the prompt and its toolbar below."""
    assert len(screen(system, COLUMNS, blocks=True)) <= LINES - 2


def test_the_screens_are_those_of_all_shipped_systems():
    assert set(FIGHTS) == set(SHIPPED)


@pytest.mark.parametrize("system", FIGHTS)
def test_nobody_acts_in_a_fight_that_is_over(system):
    session = begun(system)
    session.perform(read_line("end --force", session.rules, session.fight))
    assert not [one.who for one in screens_people(session.fight, session.rules) if one.marker == ACTIVE]


# The ground in the width of a screen: lines that wrap, lists that break between their words, strips in bands.


GRID = Strips(strips=tuple((f"{name} ", "..", "##") for name in "ABCDEFGH"), labels=("", "1", "2"), gap=0)


def test_a_line_goes_on_below_behind_an_indent():
    assert drawn(("  8 m  crates: ada, tamsin",), 20) == ["  8 m  crates: ada,", "      tamsin"]


def test_a_list_breaks_between_its_words():
    assert drawn((("~ difficult", "# wall", "+ hatch P6"),), 22) == ["~ difficult; # wall;", "+ hatch P6"]


def test_strips_stand_side_by_side_behind_their_labels():
    assert drawn((GRID,), 20) == ["  A B C D E F G H", "1 ................", "2 ################"]


def test_strips_that_do_not_fit_stand_below_with_the_labels_again():
    assert drawn((GRID,), 12) == [
        "  A B C D E",
        "1 ..........",
        "2 ##########",
        "  F G H",
        "1 ......",
        "2 ######",
    ]


@pytest.mark.parametrize(("room", "first"), [(40, "  A B C D E F G H"), (12, "  C D E F")])
def test_where_not_all_strips_fit_those_with_somebody_in_them_are_enough(room, first):
    around = Strips(strips=GRID.strips, labels=GRID.labels, gap=0, from_strip=2, to_strip=6)
    assert drawn((around,), room)[0] == first
    assert [line for line in drawn((around,), room) if ".." in line or "##" in line] == drawn((around,), room)[1:3]


def test_a_long_name_in_a_strip_wraps_in_it():
    lines = drawn((Strips(strips=(("[0]", "a place with a rather long name of its own"), ("[1]",))),), 60)
    assert lines == ["[0]                         [1]", "a place with a rather long", "  name of its own"]


def test_what_comes_from_users_is_made_safe():
    assert drawn(("\x1b[31mred", ("\u202e",), Strips(strips=(("\x07",),), labels=("\x1b",))), 40) == [
        "\\x1b[31mred",
        "\\u202e",
        "\\x1b \\x07",
    ]


@pytest.mark.parametrize("room", [40, 80])
def test_wide_letters_take_two_cells(room):
    lines = drawn((Strips(strips=(("竜" * 30, "x"), ("y", "y"))), "  16 m  " + "竜" * 40), room)
    assert all(picture_width(line) <= room for line in lines)
    assert "".join(lines).count("竜") == 70


def test_the_strips_that_are_left_out_are_named():
    narrow = Strips(strips=GRID.strips, labels=GRID.labels, gap=0, from_strip=2, to_strip=7)
    assert drawn((narrow,), 40)[0] == "  A B C D E F G H"
    assert drawn((narrow,), 12)[:4] == ["  C D E F G", "1 ..........", "2 ##########", "no one near,"]
    assert " ".join(each.strip() for each in drawn((narrow,), 12)[3:]) == "no one near, not drawn: A to B, H"


# The signs of the screen: every one that is drawn is explained by `help screen`.


def told(*systems):
    """What `help screen` says of some systems."""
    rules = [load(each) for each in systems]
    return "\n".join(page("screen", all_verbs(rules), systems=rules))


def test_every_marker_side_and_bar_is_explained():
    page_text = told("rbf")

    for sign in (*display.MARKERS, *display.SIDES, display.FULL, display.EMPTY, display.FULL_PLAIN, display.CUT):
        assert sign in page_text
    assert all(meaning in page_text for meaning in display.MARKERS.values())


@pytest.mark.parametrize("blocks", [True, False])
@pytest.mark.parametrize("system", FIGHTS)
def test_what_stands_before_an_id_and_in_its_bar_is_of_the_tables(system, blocks):
    session = begun(system)
    everyone = signs_people(session.fight, session.rules)
    lines = roster(everyone, Style(tables=True, blocks=blocks, width=120))
    rows = [line for line in lines if any(line[2:].strip().startswith(one.who) for one in everyone)]

    assert len(rows) >= len(everyone)
    assert {row[0] for row in rows} - {" "} <= {*display.MARKERS}
    assert {row[1] for row in rows} <= {*display.SIDES}
    bars = {display.FULL, display.EMPTY} if blocks else {display.FULL_PLAIN, "[", "]"}
    assert any(bars & {*row} for row in rows)


@pytest.mark.parametrize("system", SHIPPED)
def test_a_systems_picture_has_no_sign_without_an_explanation(system):
    session = begun(system)

    every_sign_is_explained(session.fight, session.rules)
    for sign, meaning in display.signs_in(session.rules.words):
        assert sign in told(system)
        assert meaning


def test_a_sign_that_is_not_explained_breaks_the_law():
    session = begun("rpj")
    words = {key: text for key, text in session.rules.words.items() if not key.startswith(display.SIGN)}

    class Unexplained:
        """The rules without their signs."""

        name, picture = "rpj", session.rules.picture

    Unexplained.words = words
    with pytest.raises(LawViolation, match="does not explain"):
        every_sign_is_explained(session.fight, Unexplained)


# A sheet shows every fact that a rule uses, and where each number comes from.


ENCOUNTERS = {
    "rbf": ("dock-ambush", "ada", "thug1"),
    "threat": ("mine-raid", "rill", "guard1"),
    "rpj": ("relay-road", "sela", "lookout"),
    "futurepath": ("depot-raid", "hale", "boss"),
    "bgc": ("street-arrest", "tove", "mako"),
    "generic": ("weir-at-dusk", "tom", "toad"),
}
PEOPLE = [(system, who) for system, (_, *people) in ENCOUNTERS.items() for who in people]
# Values that mean something, where another word or number would not; None where a case of its own tries the field.
OTHERS = {
    ("rbf", "counts"): (5, 3),
    ("rpj", "bonuses"): {"dexterity": 7},
    ("rpj", "crossed"): {"base": (10,)},
    ("rpj", "layers"): {"base": (10, 11)},
    ("rpj", "cover"): "+4/2f",
    ("futurepath", "turn"): TurnState(standard=True),
    ("rbf", "cover"): "heavy",
    ("futurepath", "cover"): "heavy",
    ("futurepath", "skills"): {"climb": 3},
    ("futurepath", "techniques"): {"trip": 2},
    ("bgc", "armour"): Armour(value=20),
    ("bgc", "at_risk"): (Extra(category="attack", penalty=10),),
    ("bgc", "declared"): ("defend",),
    ("threat", "wear"): {"armour": "damaged"},
    ("generic", "attacks"): {"fist": Attack(to_hit=3)},
    ("generic", "powers"): {"shout": Power(dc=15)},
    ("generic", "counters"): {"luck": Counter(most=2)},
    ("generic", "save_ends"): {"prone": SaveEnds(save="dex", dc=12)},
}


def fight_of(system):
    """A fight that has begun, and its rules."""
    name = ENCOUNTERS[system][0]
    session = from_encounter(find_encounter(name), "sheets", source=name)
    session.perform(read_line("init", session.rules, session.fight))
    return session.fight, session.rules


def armed(fight, one):
    """A sheet with armour and two weapons, one of them in hand, in the middle of things."""
    also = {"rbf": {"armour": 2, "conditions": {"watching": Condition()}}}.get(fight.system, {})
    if not fight.weapons:
        return one
    first, second = weapons_of(fight)
    return replace(one, weapons=(first, second), **({"held": first} if hasattr(one, "held") else {}), **also)


def weapons_of(fight):
    """Two weapons of a fight, best those that count rounds."""
    found = sorted(fight.weapons, key=lambda each: not getattr(fight.weapons[each], "ammo", 0))
    first, second, *_ = (*found, "", "")
    return first, second


def other_value(system, fight, name, value):
    """A value that the field of a sheet might have instead."""
    first, second = weapons_of(fight)
    weapons = fight.weapons and {
        "weapons": (first,),
        "held": second,
        "off_hand": second,
        "ammo": {first: 1, second: 1},
        "failed": (first,),
        "proficiencies": {first: 2},
    }
    if name in weapons or (system, name) in OTHERS:
        return weapons[name] if name in weapons else OTHERS[system, name]
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return "elsewhere"
        case tuple():
            return (*value, "something")
        case dict():
            return {**value, "something": 1}
        case _:
            return 7


@pytest.mark.parametrize(("system", "who"), PEOPLE)
def test_whatever_stands_on_a_sheet_is_told(system, who):
    """Changing any field changes what `show WHO` says."""
    fight, rules = fight_of(system)
    one = armed(fight, fight.combatants[who])

    def told(sheet):
        return sheet_lines(replace(fight, combatants={**fight.combatants, who: sheet}), rules, who, Style())

    others = {name: other_value(system, fight, name, getattr(one, name)) for name in one.__struct_fields__}
    of_enemies = ("attack_tn", "defense_tn", "damage", "damage_max") if getattr(one, "tn", 1) is None else ()
    for name in ("conditions", *of_enemies):
        del others[name]
    assert [name for name, other in others.items() if told(replace(one, **{name: other})) == told(one)] == []


@pytest.mark.parametrize(("system", "who"), PEOPLE)
def test_a_number_is_the_sum_of_its_parts_and_its_rule_is_in_the_ledger(system, who):
    fight, rules = fight_of(system)
    known = {each.id for each in rules.ledger()}
    facts = [*rules.status(fight, who), *rules.details(fight, who)]
    assert {each.rule for each in facts} <= {*known, ""}
    assert any(each.rule for each in facts)
    for each in facts:
        if each.parts and each.value.lstrip("-").isdecimal():
            assert int(each.value) == sum(part.value for part in each.parts)


@pytest.mark.parametrize("system", ENCOUNTERS)
def test_every_system_says_what_is_secret_and_what_may_be_cut(system):
    """Health is never left out, what is left of a turn and conditions never cut."""
    fight, rules = fight_of(system)
    for who in fight.combatants:
        facts = rules.status(fight, who)
        assert [each.rank for each in facts if each.gauge] == [0]
        assert all(each.secret and not each.cut for each in facts if each.gauge)
        assert not any(each.cut for each in facts if each.turn)
        assert all(isinstance(each, Fact) for each in facts)


def test_where_numbers_come_from():
    """Return the sums and weapon lines of one fighter as printed."""
    fight, rules = fight_of("rbf")
    lines = sheet_lines(fight, rules, "ada", Style())
    assert "dodge        3, skill (RBF-DEF-1)" in lines
    assert "meditation   -2, untrained (RBF-DEF-1)" in lines
    fight, rules = fight_of("bgc")
    assert (
        "armour       45 % (normal, partial: leaves gaps) = 30 natural, by Tough 60 + 15 worn (BGC-ARM-1)"
        in sheet_lines(fight, rules, "mako", Style())
    )


@pytest.mark.parametrize("system", ENCOUNTERS)
def test_a_sheet_is_as_wide_as_the_terminal(system):
    fight, rules = fight_of(system)
    for width in (40, 60, 80):
        for who in fight.combatants:
            assert all(len(line) <= width for line in sheet_lines(fight, rules, who, Style(tables=True, width=width)))


def test_the_shipped_systems_are_all_tried():
    from rbfcli.systems.registry import SHIPPED

    assert set(ENCOUNTERS) == set(SHIPPED)
    assert all(load(each).details for each in ENCOUNTERS)

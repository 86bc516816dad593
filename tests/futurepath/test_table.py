"""What the table asks: the picture, the columns, words to complete, refusals that leave no trace."""

import pytest

from rbfcli.language.names import NameContext
from rbfcli.language.suggest import KnownNames, suggest
from rbfcli.render.narration import narrate
from rbfcli.render.picture import drawn
from rbfcli.render.screen import fight_lines
from rbfcli.render.sheet import sheet_lines
from rbfcli.render.style import Style
from rbfcli.systems.futurepath.picture import seen_by_all
from tests.showing import facts


def picture(table):
    """The map as it is drawn."""
    return drawn(table.session.rules.picture(table.session.fight), 80)


def test_show_draws_the_map_with_everybody_on_it(table):
    """FP-FLD-1: columns of letters, rows of numbers, two letters for each."""
    lines = picture(table)
    assert lines[0] == "    A B C D E F G H I J K L M N O P"
    assert lines[1] == "  1 . HA. . . . . TO. . . . . . . ."
    assert lines[3] == "  3 . YA. . # # . BU. . . . . . . ."
    assert lines[6] == "  6 . . . , , , . . . . . . . . . +"
    assert lines[11].startswith("~ difficult; , uneven; / narrow; # wall; + hatch P6; - crate B9")
    assert all(line.isascii() and len(line) <= 80 for line in lines)


def test_a_mark_that_the_encounter_uses_for_its_own_ground_is_explained_as_that(table):
    """FP-FLD-1: the page's meaning of the mark is not told besides."""
    table.do("set fight board.terrain.low-wall.mark=~ board.terrain.low-wall.cover=partial")
    assert picture(table)[11].startswith(", uneven; / narrow; # wall; ~ low-wall; + hatch P6")


def test_the_fallen_are_small_and_hidden_traps_are_drawn_for_the_gm_alone(table):
    """FP-TRP-1."""
    table.do("damage tough 30")
    assert ". to. " in picture(table)[1]
    assert picture(table)[10].endswith("^ .")
    assert "^ mine O10, not found" in " ".join(picture(table))
    assert "^" not in "".join(drawn(seen_by_all(table.session.fight), 80))
    table.do("set fight board.traps.mine.found=true")
    assert "^ mine O10" in " ".join(drawn(seen_by_all(table.session.fight), 80))
    assert picture(table)[10].endswith("^ .")
    assert "^ mine O10" in " ".join(picture(table))


def test_haze_grenades_and_broken_things_show(table):
    """FP-COV-3, FP-GRN-3, FP-OBJ-1."""
    table.do("set fight board.zones.s.kind=smoke board.zones.s.square=J9 board.zones.s.area=5")
    table.put(hale="A9").do("throw hale smoke --at F9", 5, 5)
    lines = picture(table)
    assert lines[9].startswith("  9 HA- . . . * . . .'.'.'. ")
    assert "' smoke" in " ".join(lines)
    assert "* smoke F9" in " ".join(lines)
    table.do("set fight board.objects.crate.hardness=-1")
    assert "crate" not in " ".join(picture(table))


def test_a_wide_map_is_drawn_around_the_fight(table):
    """FP-FLD-1: no line is longer than 80 columns."""
    table.do("set fight board.map= board.columns=60 board.rows=4")
    for who, square in {"hale": "AT1", "yara": "AU1", "gort": "AV2", "tough": "BA1", "bully": "BA2"}.items():
        table.put(**{who: square})
    table.set("porter", "square=")
    lines = picture(table)
    assert max(map(len, lines)) <= 80
    assert "HA" in lines[1]
    assert lines[0] == "    AQ  AS  AU  AW  AY  BA  BC"


def test_nobody_on_a_square_no_map(table):
    """FP-FLD-1: the imagined fight."""
    for who in table.combatants:
        table.set(who, "square=")
    assert not picture(table)


def test_the_columns_of_the_table(table):
    """FP-ECO-4: what is left stands beside those whose team acts."""
    table.do("draw hale knife --off-hand")
    status = facts(table.session.rules, table.session.fight, "hale")
    assert status["weapon"] == "broad sword, knife"
    assert status["actions"] == "standard, free"
    assert (status["map"], status["square"], status["HP"], status["AC"]) == ("HA", "B1", "20/20", "14")
    assert facts(table.session.rules, table.session.fight, "tough")["actions"] == ""
    table.do("sprint gort C6")
    assert facts(table.session.rules, table.session.fight, "gort")["actions"] == "none"
    lines = fight_lines(table.session.fight, table.session.rules, Style())
    assert sum(line.startswith("*") for line in lines) == 3
    assert any("Hale" in line for line in sheet_lines(table.session.fight, table.session.rules, "hale", Style()))


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("technique hale bu", "bull-rush"),
        ("init --set cr", "crew="),
        ("open hale d", "door"),
        ("attack hale tough --fumble d", "drop"),
        ("use hale acr", "acrobatics"),
        ("draw hale kn", "knife"),
    ],
)
def test_words_are_completed(table, line, word):
    """FP-ECO-4: from the sheet, the board and the order."""
    around = NameContext(table.session.rules, table.session.fight)
    assert word in [each.word for each in suggest(line, len(line), around, KnownNames())]


def test_what_happened_reads_like_a_sentence(table):
    """FP-ATK-1."""
    before = table.session.fight
    table.put(hale="G1").do("attack hale tough", 9, 5)
    lines = narrate(table.last.events, before, table.session.fight, table.session.rules, Style())
    assert lines == [
        "Hale hits Tough: 12 against 12  [9] +3",
        "  8 damage  [5] +3",
        "  Tough: HP 30 -> 22",
    ]


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("move hale Q1", 1),
        ("move hale P1", 1),
        ("attack hale tough", 1),
        ("technique hale somersault tough", 2),
        ("set hale strength=99", 2),
        ("init --set ghosts=3", 2),
        ("off-hand hale tough", 1),
        ("throw hale sword tough", 1),
        ("object hale moon", 2),
        ("trap hale disable mine", 1),
        ("use hale", 2),
        ("ready hale --now", 1),
        ("move hale C1 --how hop", 2),
        ("attack hale tough --advantage 21", 2),
        ("damage-save hale --damage 1x6", 2),
        ("stabilize hale", 1),
        ("set fight board.map=?", 2),
        ("set fight options.damage_dice=1d4", 2),
    ],
)
def test_bad_input_is_refused_without_a_trace(table, line, status):
    """FP-ECO-3: the same fight, no die drawn."""
    assert table.refused(line).status == status

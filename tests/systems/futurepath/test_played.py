"""Every kind of action and refusal, word for word and with its rules; REWRITE=1 rewrites the file.

Each `== name` in `played.txt` starts again in the yard, in round 1 (`== name, before the fight`: before it).
Lines after `- ` are played silently, lines after `> ` with all their output below. `@ who` lists what a
combatant can do (`@ all`: the state of all, `@ next`: the next steps), and `$ ` plays a line without a fight.
"""

import os
import re
from pathlib import Path

import pytest
from msgspec import convert, to_builtins

from rbfcli.core.errors import RbfError
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import execute, offers
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.grammar import line_for
from rbfcli.language.names import NameContext
from rbfcli.language.parser import one_liner_verbs, parse_line, read
from rbfcli.model.events import CustomEvent, FieldChanged
from rbfcli.render.narration import narrate
from rbfcli.render.screen import drawn, fight_lines, sheet_lines
from rbfcli.render.sentences import Style
from rbfcli.session.saves import to_bytes
from rbfcli.systems.futurepath import RULES
from rbfcli.systems.futurepath.picture import picture as drawn_picture
from rbfcli.systems.futurepath.picture import without_hidden_traps
from rbfcli.systems.futurepath.sheet import Character
from rbfcli.testing.fights import every_example_gives_its_result
from tests.showing import facts, picture
from tests.systems.futurepath.spelling import spelled

PLAYED, LOG = Path(__file__).with_name("played.txt"), Path(__file__).with_name("log.txt")
REMEMBERED = ("turn.deeds", "turn.outcome")
REWRITE = os.environ.get("REWRITE") == "1"
IDS = {"GM", *(entry.id for entry in RULES.ledger())}


def sections():
    """Return the parts of the file, by their names."""
    parts = PLAYED.read_text().split("== ")[1:]
    return {part.partition("\n")[0]: part for part in parts}


def said(table, line):
    """Return everything a line prints: results, changes without output, or why it is refused."""
    before, saved = table.session.fight, to_bytes(table.session)
    try:
        table.do(line)
    except RbfError as error:
        assert to_bytes(table.session) == saved
        return [f"refused: {error.message} ({error.rule})", *([f"  hint: {error.hint}"] if error.hint else [])]
    assert {event.rule for event in table.last.events if event.rule} <= IDS
    told = narrate(table.last.events, before, table.session.fight, RULES, Style(explain=True))
    return [*told, *quiet(table.last.events), *([f"= {table.last.outcome}"] if table.last.outcome else [])]


def quiet(events):
    """What has no words of its own, but for how a deed came out: changes, and whom a happening is about."""
    for event in events:
        if isinstance(event, FieldChanged) and not event.field.startswith(REMEMBERED):
            if not RULES.words.get(f"field.{event.field.partition('.')[0]}"):
                yield f"~ {event.who or 'the field'}: {event.field} {event.before} -> {event.after} ({event.rule})"
        elif isinstance(event, CustomEvent) and event.who and "{who}" not in RULES.words.get(event.what, "{who}"):
            yield f"~ {event.what}: {event.who}"


def listed(table, who):
    """Return what a combatant can do; `next` lists the next steps, `all` everyone's state."""
    fight = table.session.fight
    if who == "next":
        yield from RULES.next_steps(fight)
    elif who == "all":
        for each in fight.combatants:
            stands = facts(RULES, fight, each)
            yield f"{each}: {', '.join(f'{name} {word}' for name, word in stands.items() if word)}"
        yield from picture(RULES, fight)
    else:
        yield from offered(table, who)


def offered(table, who):
    """Return what a combatant can do, with its cost and rule."""
    for offer in offers(RULES, table.session.fight, who):
        yield f"{line_for(offer.command)} | {offer.cost} ({offer.rule})"


def alone(line):
    """Return the output of a line without a fight, and of its stand-in fight."""
    command = read(parse_line(line.split()), one_liner_verbs(RULES)).command
    fight, real = RULES.one_liners[type(command)](command)
    done = execute(RULES, fight, real, SeededDice("alone"))
    assert convert(to_builtins(fight.combatants), dict[str, Character]) == fight.combatants
    yield f"{fight.system}: {line_for(real)}"
    yield from narrate(done.events, fight, done.fight, RULES, Style(explain=True))
    yield f"= {done.outcome}"


def played(table, section):
    """Return a section played again: the same lines with their current output."""
    for line in section.split("\n"):
        if line.startswith("- "):
            table.do(line[2:])
            yield line
        elif line.startswith("> "):
            yield line
            yield from said(table, line[2:])
        elif line.startswith("@ "):
            yield line
            yield from listed(table, line[2:])
        elif line.startswith("$ "):
            yield line
            yield from alone(line[2:])
        elif not line or line == section.partition("\n")[0]:
            yield line


@pytest.mark.parametrize("name", sections())
def test_what_is_said(name, yard):
    """Every rule that the file names."""
    if not name.endswith(", before the fight"):
        yard.do("init --set crew=9 --set toughs=5 --set neutral=1")
    section = sections()[name]
    now = "\n".join(played(yard, section))
    if REWRITE:
        PLAYED.write_text(PLAYED.read_text().replace(f"== {section}", f"== {now}"))
    assert now == section


# What the log keeps of a deed, event by event: `log.txt`; REWRITE=1 writes it anew.
#
# A block of it says what it shows and by which rules, then the lines that come before (indented), the line itself,
# and all that it did. The fight is the yard in round 1; after `yard` alone it has not begun.


BLOCKS = LOG.read_text().strip().split("\n\n")


def parts(block):
    """The heading of a block, the lines before, its line, and what it did."""
    heading, *rest = block.splitlines()
    before = [line.strip() for line in rest if line.startswith("  ")]
    line = next(line.removeprefix("> ") for line in rest if line.startswith("> "))
    return heading, before, line, [line for line in rest if not line.startswith(("  ", "> "))]


@pytest.mark.parametrize("block", BLOCKS, ids=[parts(block)[0] for block in BLOCKS])
def test_a_deed_is_logged_as_it_was_judged(request, block):
    """FP-ATK-1 and all the others: each block names its own."""
    heading, before, line, logged = parts(block)
    table = request.getfixturevalue("yard" if "yard" in before else "table")
    for each in before:
        if each != "yard":
            table.do(each)
    table.do(line)
    found = spelled(table.last.events)
    if REWRITE:
        written = "\n".join([heading, *(f"  {each}" for each in before), f"> {line}", *found])
        LOG.write_text(LOG.read_text().replace(block, written))
    assert re.match(r"# FP-[A-Z]+-\d+", heading)
    assert found == logged


# The ledger says where each rule comes from and shows it on both sides.


BESIDE, OURS = "the system's public pages, beside the one of combat actions", "; in part our reading"


def test_every_example_comes_out_as_told():
    """FP-ATK-1: the law, on the raid on the depot."""
    every_example_gives_its_result("futurepath")


@pytest.mark.parametrize("entry", RULES.ledger(), ids=lambda each: each.id)
def test_every_rule_shows_itself(entry):
    """FP-ATK-1: for the winner and for the loser."""
    assert len({(each.line, each.before, each.on) for each in entry.examples}) == len(entry.examples) >= 2


@pytest.mark.parametrize("entry", RULES.ledger(), ids=lambda each: each.id)
def test_where_the_rules_come_from(entry):
    """FP-INI-2, FP-ADV-1, FP-DIE-1: rules from another page of the system say so."""
    assert (entry.origin == "sibling") == entry.source.removesuffix(OURS).startswith(BESIDE)


def test_every_rule_is_done():
    assert {entry.state for entry in RULES.ledger()} == {"done"}


# What the table asks: the picture, the columns, words to complete, refusals that leave no trace.


def table_picture(table):
    """Return the map as drawn."""
    return drawn(table.session.rules.picture(table.session.fight), 80)


def test_show_draws_the_map_with_everybody_on_it(table):
    """FP-FLD-1: columns of letters, rows of numbers, two letters for each."""
    lines = table_picture(table)
    assert lines[0] == "    A B C D E F G H I J K L M N O P"
    assert lines[1] == "  1 . HA. . . . . TO. . . . . . . ."
    assert lines[3] == "  3 . YA. . # # . BU. . . . . . . ."
    assert lines[6] == "  6 . . . , , , . . . . . . . . . +"
    assert lines[11].startswith("~ difficult; , uneven; / narrow; # wall; + hatch P6; _ crate B9")
    assert all(line.isascii() and len(line) <= 80 for line in lines)


def test_a_mark_that_the_encounter_uses_for_its_own_ground_is_explained_as_that(table):
    """FP-FLD-1: the legend does not repeat the page's meaning of a mark."""
    table.do("set fight board.terrain.low-wall.mark=~ board.terrain.low-wall.cover=partial")
    assert table_picture(table)[11].startswith(", uneven; / narrow; # wall; ~ low-wall; + hatch P6")


def seen_by_players(table):
    """Return the map without undiscovered things."""
    return drawn(drawn_picture(without_hidden_traps(table.session.fight, "")), 80)


def test_the_fallen_are_small_and_hidden_traps_are_drawn_for_the_gm_alone(table):
    """FP-TRP-1."""
    table.do("damage tough 30")
    assert ". to. " in table_picture(table)[1]
    assert table_picture(table)[10].endswith("^ .")
    assert "^ mine O10, not found" in " ".join(table_picture(table))
    assert "^" not in "".join(seen_by_players(table))
    table.do("set fight board.traps.mine.found=true")
    assert "^ mine O10" in " ".join(seen_by_players(table))
    assert table_picture(table)[10].endswith("^ .")
    assert "^ mine O10" in " ".join(table_picture(table))


def test_haze_grenades_and_broken_things_show(table):
    """FP-COV-3, FP-GRN-3, FP-OBJ-1."""
    table.do("set fight board.zones.s.kind=smoke board.zones.s.square=J9 board.zones.s.area=5")
    table.put(hale="A9").do("throw hale smoke --at F9", 5, 5)
    lines = table_picture(table)
    assert lines[9].startswith("  9 HA_ . . . * . . .'.'.'. ")
    assert "' smoke" in " ".join(lines)
    assert "* smoke F9" in " ".join(lines)
    table.do("set fight board.objects.crate.hardness=-1")
    assert "crate" not in " ".join(table_picture(table))


def test_a_wide_map_is_drawn_around_the_fight(table):
    """FP-FLD-1: no line is longer than 80 columns."""
    table.do("set fight board.map= board.columns=60 board.rows=4")
    for who, square in {"hale": "AT1", "yara": "AU1", "gort": "AV2", "tough": "BA1", "bully": "BA2"}.items():
        table.put(**{who: square})
    table.set("porter", "square=")
    lines = table_picture(table)
    assert max(map(len, lines)) <= 80
    assert "HA" in lines[1]
    assert lines[0] == "    AQ  AS  AU  AW  AY  BA  BC"


def test_nobody_on_a_square_no_map(table):
    """FP-FLD-1: the imagined fight."""
    for who in table.combatants:
        table.set(who, "square=")
    assert not table_picture(table)


def test_the_columns_of_the_table(table):
    """FP-ECO-4: remaining actions are shown for the acting team."""
    table.do("draw hale knife --off-hand")
    status = facts(table.session.rules, table.session.fight, "hale")
    assert status["weapon"] == "broad sword, knife"
    assert status["actions"] == "Standard, Free"
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
        "Hale hits Tough: 12 vs AC 12 (+0)  [9] +3",
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


def test_a_door_and_a_crate_have_marks_of_their_own(table):
    """FP-MOV-12, FP-OBJ-1: closed and open doors, and what blocks or does not."""
    table.do("set fight board.objects.crate.blocks=true")
    lines = table_picture(table)
    assert (lines[6][-1], lines[9][6]) == ("+", "=")
    table.do("set fight board.objects.crate.blocks=false board.objects.door.open=true")
    lines = table_picture(table)
    assert (lines[6][-1], lines[9][6]) == ("-", "_")
    table.do("set fight board.objects.door.hardness=-1")
    assert table_picture(table)[6][-1] == "."

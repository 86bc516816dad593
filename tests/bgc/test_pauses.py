"""A strike back in the middle of an attack: nested, answered beforehand, edited by the GM, taken back and saved."""

from pathlib import Path

import msgspec
import pytest

from rbfcli.kernel.events import without_pauses
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter

ALLEY = str(Path(__file__).with_name("alley.toml"))
ROLLS = "set fight options.strike-back-rolls=true"
OPENING = "attack rin mako --botch opening --dice 96"


def asked(table):
    return [(each.kind, each.who, each.facts["target"]) for each in table.fight.questions]


def test_a_botched_strike_back_opens_to_the_first(table):
    """BGC-BOT-1: rin opens herself, mako botches his strike back, and rin may strike in turn."""
    table.type(ROLLS, OPENING)
    assert asked(table) == [("opening", "mako", "rin")]
    table.type("choose strike --dice 96,2")
    assert asked(table) == [("opening", "rin", "mako")]
    table.type("choose strike --dice 30,35,30")
    assert (table.fight.questions, table.one("mako").levels, table.played.outcome) == ((), 17, "botch")


def test_the_outcome_of_an_attack_is_its_own(table):
    """BGC-ATK-1: what is struck back has none."""
    table.type(ROLLS, OPENING, "choose strike --dice 5,35,30")
    assert (table.played.outcome, table.one("rin").levels) == ("botch", 9)


def test_answers_in_advance_come_to_the_same_fight(table):
    """BGC-BOT-1: one line with `--answer`, or three."""
    at_once = type(table)()
    at_once.type(
        ROLLS, "attack rin mako --botch opening --answer opening=strike --answer opening=strike --dice 96,97,2,30,35,30"
    )
    table.type(ROLLS, OPENING, "choose strike --dice 97,2", "choose strike --dice 30,35,30")
    assert at_once.fight == table.fight
    assert at_once.played.outcome == "botch"


@pytest.mark.parametrize(
    "line", ["choose flee", "choose 3", "choose say 'I flee'", "choose rin strike", "choose strike --mod 5"]
)
def test_what_is_no_answer_is_refused(table, line):
    """BGC-BOT-1: the opening stays as it was."""
    table.type(OPENING)
    table.refused(line)
    assert asked(table) == [("opening", "mako", "rin")]


@pytest.mark.parametrize(
    "line",
    ["damage mako 22", "condition add mako unconscious", "condition add rin dead", "set mako held=", "remove mako",
     "set mako ammo.rifle=0", "set mako failed=rifle"],
)  # fmt: skip
def test_an_opening_that_nobody_can_take_any_more_is_gone(table, line):
    """BGC-BOT-1: whatever the GM does to the opponent, its weapon, or the one who opened itself to it."""
    table.type(ROLLS, OPENING, line)
    assert table.fight.questions == ()


def test_the_gm_edits_while_an_opening_waits(table):
    """BGC-BOT-1: the strike is made as things are by then."""
    table.type(ROLLS, OPENING, "set mako skills.rifles=20", "damage rin 5", "heal rin 1")
    assert asked(table) == [("opening", "mako", "rin")]
    table.type("choose strike --dice 20,35,30")
    assert table.rolls()[0] == ("strike back", 20, "pass")
    assert table.one("rin").levels == 19 - 5 + 1 - 5


def test_a_pause_is_undone_redone_saved_and_read_again():
    """BGC-BOT-1: in the middle of an opening, and behind it."""
    session = from_encounter(ALLEY, "alley", source=ALLEY)
    fights = [session.fight]
    for line in (ROLLS, OPENING, "note rin stumbles", "choose strike --dice 96,2", "choose strike --dice 30,35,30"):
        session.perform(read_line(line, session.rules, session.fight))
        session.fight = msgspec.json.decode(msgspec.json.encode(session.fight), type=session.rules.fight)
        fights.append(session.fight)
    for fight in fights[-2::-1]:
        session.undo(1)
        assert session.fight == fight
    for fight in fights[1:]:
        session.redo(1)
        assert session.fight == fight
    assert [each.before for each in session.replay()] == fights[:-1]


def test_the_events_of_a_pause_are_those_of_one_command(table):
    """BGC-BOT-1: nothing is told twice, nothing is left out."""
    at_once = type(table)()
    at_once.type("attack rin mako --botch opening --answer opening=strike --dice 96,35,30")
    first = table.type(OPENING).events
    then = table.type("choose strike --dice 35,30").events
    assert [*without_pauses(first), *without_pauses(then)] == list(without_pauses(at_once.played.events))

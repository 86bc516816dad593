"""A line that is typed again is taken as it was read, in every fight in which its words stand for themselves."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import RbfError
from rbfcli.language import parser
from rbfcli.language.names import NameContext
from rbfcli.language.parser import bind, fight_verbs, parse_line, read

LINES = (
    "attack ada thug1",
    "attack ada thug1 --critical double --force",
    "attack joss thug2 --with rifle --mod -2",
    "attack jo thug2 --with rif",
    "attack thug1 @foes",
    "attack thug1",
    "attack ada thug*",
    "attack ada thug1 --dice 5,7",
    "damage thug1 thug2 4",
    "damage Thug* 4",
    "condition add ada joss blinded --rounds 2",
    "condition remove ada prone",
    "move ada crate",
    "move ada 5",
    "set thug1 hp=3 cover=light",
    "set fight options.untrained=-1",
    "init --set ada=9",
    "note the crane swings",
    "turn hold --until 7",
    "reload joss",
    "remove thug1",
)


def answered(how, *given):
    """A line as it is read, or the message of its refusal."""
    try:
        return how(*given).command
    except RbfError as wrong:
        return wrong.message


@pytest.fixture(autouse=True)
def _nothing_read() -> Iterator[None]:
    parser.KEPT.clear()
    yield
    parser.KEPT.clear()


def others_of(fight):
    """Fights in which some of the words are somebody else's, or nobody's."""
    people = dict(fight.combatants)
    yield fight
    for gone in ("ada", "joss", "thug1"):
        yield replace(fight, combatants={who: one for who, one in people.items() if who != gone})
    renamed = {("thug1b" if who == "thug1" else who): one for who, one in people.items()}
    yield replace(fight, combatants=renamed)
    yield replace(fight, active="joss")
    yield replace(fight, weapons={}, combatants={who: replace(one, weapons=()) for who, one in people.items()})


@pytest.mark.parametrize("line", LINES)
def test_a_line_reads_alike_whatever_was_read_before(context, line):
    words = parse_line(line.split())
    for first in others_of(context.fight):
        answered(bind, words, context.rules, first)
        for fight in others_of(context.fight):
            anew = answered(read, words, fight_verbs(context.rules), NameContext(context.rules, fight))
            assert answered(bind, words, context.rules, fight) == anew


def test_a_line_of_whole_names_is_read_once(context, monkeypatch):
    words = ["attack", "ada", "thug1", "--critical", "double"]
    line = bind(parse_line(words), context.rules, context.fight)
    monkeypatch.setattr(parser, "read", None)
    assert bind(parse_line(words), context.rules, replace(context.fight, round=7)) is line


@pytest.mark.parametrize("line", ["attack jo thug1", "attack thug1", "attack ada @foes", "condition remove ada prone"])
def test_a_line_that_means_another_in_another_fight_is_not_kept(context, line):
    answered(bind, parse_line(line.split()), context.rules, context.fight)
    assert not parser.KEPT


def test_no_more_lines_are_kept_than_a_few(context):
    for number in range(1, 3 * parser.MOST_KEPT):
        bind(parse_line(["damage", "thug1", str(number)]), context.rules, context.fight)
    assert 0 < len(parser.KEPT) <= parser.MOST_KEPT

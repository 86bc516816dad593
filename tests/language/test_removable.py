"""`remove` takes combatants, or the word for a kind of thing and ids; what is in use stays."""

import pytest

from rbfcli.kernel.errors import RbfError
from rbfcli.language.fights import read_line
from rbfcli.language.names import NameContext
from rbfcli.language.suggest import KnownNames, suggest
from rbfcli.session.begin import empty

YARD = {
    "rbf": (
        "add weapon lance damage=9 skill=melee",
        "add weapon club damage=2 skill=melee",
        "add place quay at=16",
        "add place pier at=3",
        "add block guard tn=12 weapons=lance",
        "add Vex side=crew place=quay",
        "add Lara side=crew",
    ),
    "rpj": ("add link quay pier", "add link pier mole"),
}


def played(system, *lines):
    """A session of a system in which lines were said."""
    session = empty(system, "", "seed")
    for line in (*YARD[system], *lines):
        session.perform(read_line(line, session.rules, session.fight))
    return session


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("remove weapon club", ("lance",)),
        ("remove weapon clu", ("lance",)),
        ("remove la", ("lance", "club")),
    ],
)
def test_what_nobody_uses_is_gone(line, left):
    session = played("rbf", line)
    assert tuple(session.fight.weapons) == left


@pytest.mark.parametrize("line", ["remove place pier", "remove block guard"])
def test_places_and_blocks_too_and_undo_brings_them_back(line):
    before, session = played("rbf").fight, played("rbf", line)
    assert (session.fight.board, session.fight.blocks) != (before.board, before.blocks)
    session.undo(1)
    assert session.fight == before


def test_the_journal_has_the_whole_id():
    assert played("rbf", "remove weapon clu").journal[-1] == "remove weapon club"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("remove weapon lance", "weapon lance is in use: guard (weapons)"),
        ("remove weapon club lance", "weapon club, lance is in use: guard (weapons)"),
        ("remove place quay", "place quay is in use: vex (place)"),
        ("remove weapon lanse", "there is no weapon 'lanse'"),
        ("remove weapon", "which weapon?"),
        ("remove club", "there is no combatant 'club'"),
        ("remove weapon lance --force", "weapon lance is in use: guard (weapons)"),
    ],
)
def test_what_is_in_use_or_not_there_is_refused(line, what):
    session = played("rbf")
    with pytest.raises(RbfError) as no:
        session.perform(read_line(line, session.rules, session.fight))
    assert no.value.message.startswith(what)
    assert session.fight == played("rbf").fight


def test_an_id_without_its_kind_is_asked_back():
    session = played("rbf")
    with pytest.raises(RbfError) as no:
        read_line("remove club", session.rules, session.fight)
    assert no.value.hint == "did you mean `remove weapon club`?"


def test_somebody_of_that_name_is_meant_before_a_kind_of_thing():
    session = played("rbf", "add weapon name=weapon")
    assert "weapon" in session.fight.combatants
    session.perform(read_line("remove weapon lara", session.rules, session.fight))
    assert list(session.fight.combatants) == ["vex"]


def test_a_pair_is_taken_away_by_both_its_names():
    session = played("rpj", "remove link pier quay")
    assert session.fight.board.links == (("pier", "mole"),)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("remove ", ("vex", "lara", "weapon", "place", "block")),
        ("remove weapon ", ("lance", "club")),
        ("remove weapon lance ", ("club",)),
        ("remove place p", ("pier",)),
    ],
)
def test_tab_knows_what_there_is(typed, offered):
    session = played("rbf")
    found = suggest(typed, len(typed), NameContext(session.rules, session.fight), KnownNames())
    words = tuple(each.word for each in found)
    assert {*offered} <= {*words}
    assert typed == "remove " or words[: len(offered)] == offered

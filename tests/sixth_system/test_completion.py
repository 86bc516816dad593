"""What the prompt offers in a fight of a system from outside, and what it says of it without a word of the author's."""

from pathlib import Path

from rbfcli.language.fights import read_line
from rbfcli.language.names import NameContext
from rbfcli.language.suggest import suggest
from rbfcli.language.suggest_values import KnownNames
from rbfcli.session.begin import from_encounter

YARD = str(Path(__file__).with_name("skirmish") / "yard.toml")


def offered(line, *before):
    session = from_encounter(YARD, "yard", source=YARD)
    for each in before:
        session.perform(read_line(each, session.rules, session.fight))
    found = suggest(line, len(line), NameContext(session.rules, session.fight), KnownNames())
    return {each.word: each.what for each in found}


def test_conditions_tell_what_they_do():
    assert offered("condition add ines ratt")["rattled"] == "attack -1"


def test_answers_tell_what_follows():
    found = offered("choose ", "attack ines bully1 --dice 1,4,2")
    assert list(found)[:2] == ["step", "stay"]
    assert all(found.values())


def test_a_meaning_that_fails_is_left_out(evil):
    """What only a reader sees costs nobody a word."""
    session = evil("pass", fields="dict(meaning=lambda fight, kind, word, who: 1 / 0)")
    found = suggest("turn ", 5, NameContext(session.rules, session.fight), KnownNames())
    assert found[0].word == "next"
    assert found[0].what == "end this turn and begin the next"

"""Lines that leave out who acts: it is whoever's turn it is, or the line says what to type."""

import pytest

from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.language.fights import means_the_fight, read_line
from rbfcli.language.line_errors import MissingNumber
from rbfcli.language.writer import line_for
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter

UP = {
    "dock-ambush": ("init --set joss=60", "turn"),
    "hangar-seven": ("init --set sela=99",),
    "hangar-breach": ("init --set nadia=99",),
    "bear-ridge": ("init --set travellers=99",),
    "mine-raid": ("init",),
}


def a_fight(encounter, *lines):
    session = from_encounter(find_encounter(encounter), "actors", source=encounter)
    for line in (*UP[encounter], *lines):
        session.perform(read_line(line, session.rules, session.fight))
    return session


@pytest.fixture(scope="module")
def fights():
    return {encounter: a_fight(encounter) for encounter in UP}


def read(session, line):
    return read_line(line, session.rules, session.fight)


@pytest.mark.parametrize(
    ("encounter", "short", "whole"),
    [
        ("dock-ambush", "attack gunner1", "attack joss gunner1"),
        ("dock-ambush", "attack gun* --with rif", "attack joss gunner1 gunner2 --with rifle"),
        ("dock-ambush", "attack @foes", "attack joss thug1 thug2 thug3 thug4 gunner1 gunner2"),
        ("dock-ambush", "attack --dice 5,7 gunner1 --force", "attack joss gunner1 --force --dice 5,7"),
        ("dock-ambush", "reload", "reload joss"),
        ("dock-ambush", "reload --with rifle", "reload joss --with rifle"),
        ("dock-ambush", "aim", "aim joss"),
        ("dock-ambush", "move crates", "move joss crates"),
        ("dock-ambush", "spot gunner2", "spot joss gunner2"),
        ("dock-ambush", "check athletics --tn 12", "check joss athletics --tn 12"),
        ("dock-ambush", 'speak "get down"', 'speak joss "get down"'),
        ("dock-ambush", "fall 6", "fall joss 6"),
        ("dock-ambush", "damage-save --tn 12 --damage 9", "damage-save joss --tn 12 --damage 9"),
        ("dock-ambush", "attack ada joss", "attack ada joss"),
        ("dock-ambush", "reload pell", "reload pell"),
        ("hangar-seven", "reorient", "reorient sela"),
        ("hangar-seven", "overwatch bay", "overwatch sela bay"),
        ("hangar-seven", "attack hunter", "attack sela hunter"),
        ("hangar-breach", "attack combat --called 30", "attack nadia combat --called 30"),
        ("hangar-breach", "declare attack", "declare nadia attack"),
        ("hangar-breach", "declare attack 2 defend", "declare nadia attack 2 defend"),
        ("hangar-breach", "declare att def", "declare nadia att def"),
        ("hangar-breach", "defend", "defend nadia"),
    ],
)
def test_whoever_is_up_acts(fights, encounter, short, whole):
    assert line_for(read(fights[encounter], short)) == line_for(read(fights[encounter], whole))
    assert line_for(read(fights[encounter], short)) == whole


def test_the_only_one_on_its_feet_is_up_for_its_team():
    session = a_fight("bear-ridge", "damage neve 200")
    assert line_for(read(session, "attack bear")) == "attack hale bear"


@pytest.mark.parametrize(
    ("encounter", "line", "message", "hint"),
    [
        ("dock-ambush", "attack joss", "attack needs TARGETS", "attack vex"),
        ("dock-ambush", "attack jos", "attack needs TARGETS", "attack vex"),
        ("dock-ambush", 'attack "Joss Marlow"', "attack needs TARGETS", "attack vex"),
        ("dock-ambush", "draw ada", "draw needs WEAPON", "draw vex knife"),
        ("dock-ambush", "fall joss", "how deep?", "`fall joss N`"),
        ("dock-ambush", "attack", "who attacks?", "attack vex"),
        ("dock-ambush", "use rope joss", "there is no combatant 'rope'", "`use joss rope joss`"),
        ("dock-ambush", "attack jsos thug1", "there is no combatant 'jsos'", "did you mean joss"),
        ("hangar-breach", "declare nadai attack 2", "there is no combatant 'nadai'", "did you mean nadia?"),
        ("hangar-breach", "declare 5 attack", "there is no combatant '5'", "`declare nadia 5 attack`"),
        ("hangar-seven", "move 2", "no combatant '2', and there is no place '2'", "known: lock, bay"),
        ("bear-ridge", "attack bear", "hale or neve can", "`attack hale bear`"),
        ("bear-ridge", "attack hale", "attack needs TARGETS", "attack"),
        ("bear-ridge", "reload", "hale or neve can", "`reload hale`"),
        ("mine-raid", "attack guard1", "nobody's turn alone", "`attack WHO guard1`"),
        ("mine-raid", 'act "cut the power"', "who acts?", '`act WHO "cut the power"`'),
    ],
)  # fmt: skip
def test_where_it_is_not_clear_the_line_says_what_to_type(fights, encounter, line, message, hint):
    with pytest.raises(RbfError) as wrong:
        read(fights[encounter], line)
    assert message in wrong.value.message
    assert hint in wrong.value.hint


def test_a_number_that_is_missing_is_told_from_other_words(fights):
    with pytest.raises(MissingNumber):
        read(fights["dock-ambush"], "damage thug1")
    with pytest.raises(UsageError) as wrong:
        read(fights["dock-ambush"], "damage 4")
    assert not isinstance(wrong.value, MissingNumber)


def test_a_verb_that_the_program_has_too_is_the_fights_where_the_line_reads_so(fights):
    session = fights["dock-ambush"]
    for words, of_the_fight in ((["check", "athletics"], True), (["check", "fight.toml"], False)):
        assert means_the_fight(words, 0, session.rules, session.fight) is of_the_fight


@pytest.mark.parametrize(
    ("line", "whole"),
    [("declare move attack", "declare nadia move attack"), ("declare a a d", "declare nadia a a d")],
)
def test_what_is_declared_is_not_taken_for_a_misspelt_name(fights, line, whole):
    assert line_for(read(fights["hangar-breach"], line)) == whole


def test_a_misspelt_name_before_what_is_declared_gets_its_own_hint(fights):
    with pytest.raises(RbfError) as wrong:
        read(fights["hangar-breach"], "declare nadya attack")
    assert "nadia" in wrong.value.suggestions

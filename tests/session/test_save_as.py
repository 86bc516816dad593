"""A fight as it stands is written as an encounter that starts with the same sheets, and says what it cannot say."""

import pytest

from rbfcli.conformance.player import Player
from rbfcli.kernel.fight import Combatant
from rbfcli.language.fights import read_line
from rbfcli.session.begin import empty, from_encounter
from rbfcli.session.save_as import as_encounter
from rbfcli.session.storage import MemoryStorage
from rbfcli.store.paths import find_encounter, list_encounters

# What prepares a sheet as it enters fills in: an encounter has no words for an empty hand.
FILLED_IN = {"held"}


def again(session, tmp_path):
    """The fight that its encounter starts with, and what that names as not kept."""
    made = as_encounter(session, "next.toml")
    path = tmp_path / "next.toml"
    path.write_text(made.text, encoding="utf-8", newline="")
    return from_encounter(str(path), "seed", "next").fight, made


def unlike(fight, other):
    """The fields of sheets and of the fight that differ."""
    names = {name for name in fight.__struct_fields__ if getattr(fight, name) != getattr(other, name)}
    found = names - {"seed", "drawn", "combatants", "board", "paused"}
    found |= {
        f"board.{name}"
        for name in fight.board.__struct_fields__
        if getattr(fight.board, name) != getattr(other.board, name)
    }
    for who, one in fight.combatants.items():
        found |= {name for name in one.__struct_fields__ if getattr(one, name) != getattr(other.combatants[who], name)}
    return found


@pytest.mark.parametrize("name", list_encounters())
def test_what_is_saved_starts_again_with_equal_sheets(name, tmp_path):
    """Whatever was typed before: only what a play fills in is not there, and all of that is named."""
    for seed in range(2):
        player = Player(name, f"save-as {seed}")
        player.play(12)
        fight = player.session.fight
        other, made = again(player.session, tmp_path)
        assert list(other.combatants) == list(fight.combatants)
        lost = unlike(player.session.rules.authored(fight), other)
        assert lost == {each.field for each in made.not_kept}
        sheet, board = player.session.rules.sheet, type(fight.board)
        in_play = sheet.in_play | type(fight).in_play | {f"board.{each}" for each in board.in_play}
        assert lost <= in_play | FILLED_IN
        for each in made.not_kept:
            assert f"# - {each.field}" in made.text


@pytest.mark.parametrize("name", list_encounters())
def test_an_encounter_that_has_just_begun_is_kept_whole(name, tmp_path):
    session = from_encounter(find_encounter(name), "seed", name)
    other, made = again(session, tmp_path)
    lost = {each.field for each in made.not_kept}
    assert lost <= session.rules.sheet.in_play | FILLED_IN
    assert other.combatants.keys() == session.fight.combatants.keys()
    assert (other.title, other.options, other.board, other.weapons) == (
        session.fight.title,
        session.fight.options,
        session.fight.board,
        session.fight.weapons,
    )


def test_names_and_notes_with_quotes_marks_and_own_words_come_back(tmp_path):
    session = empty("rbf", 'Say "no" \\ [red]x[/red]', "seed")
    for line in (
        'add "Orc # 1" tn=12 --count 2',
        r'add weapon "claw: \"x\"" damage=4 skill=melee',
        'set orc-11 "notes=a # b"',
        'condition add orc-11 "say afraid of fire"',
        "condition add orc-11 prone",
        'note "the door is shut"',
    ):
        session.perform(read_line(line, session.rules, session.fight))
    other, made = again(session, tmp_path)
    assert (other.combatants, other.weapons) == (session.fight.combatants, session.fight.weapons)
    assert (other.title, other.notes) == (session.fight.title, ("the door is shut",))
    assert not made.not_kept


def test_the_threat_of_now_is_the_threat_that_the_encounter_begins_with(tmp_path):
    """THR-START-1: an encounter says it by an option."""
    session = from_encounter(find_encounter("mine-raid"), "seed", "mine-raid")
    for line in ("init", "threat 5"):
        session.perform(read_line(line, session.rules, session.fight))
    other, made = again(session, tmp_path)
    assert other.options.threat == 5
    assert "board.threat" not in {each.field for each in made.not_kept}


def test_people_that_lose_something_are_named_and_of_many_the_first(tmp_path):
    session = empty("rbf", "", "seed")
    for line in ("add Rat tn=9 --count 12", "init", "turn"):
        session.perform(read_line(line, session.rules, session.fight))
    for who in list(session.fight.combatants):
        session.perform(read_line(f"set {who} actions-left=1", session.rules, session.fight))
    made = again(session, tmp_path)[1]
    line = next(each.line for each in made.not_kept if each.field == "actions_left")
    assert line.startswith("actions_left (actions left in this turn): rat1, rat2")
    assert line.endswith(", 4 more")
    assert isinstance(session.fight.combatants["rat1"], Combatant)


def test_it_is_read_by_the_storage_of_a_prompt_as_well():
    storage = MemoryStorage()
    session = from_encounter(find_encounter("duel"), "seed", "duel")
    storage.begin(session, replace=True)
    assert as_encounter(storage.load(), "x.toml").text.startswith("# The fight 'Duel on the pier' as it stood before")

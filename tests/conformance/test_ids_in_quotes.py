"""Ids with spaces and apostrophes, as people write them into files: what is proposed can be typed all the same."""

import tomllib
from pathlib import Path

import pytest
import tomli_w

from rbfcli.conformance.lines import lines_to_try
from rbfcli.conformance.offers import LAWS_OF_OFFERS, fights
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.play import play
from rbfcli.language.fights import fight_verbs, read_line
from rbfcli.language.words import split_words
from rbfcli.store.paths import find_encounter

BEGINNING = "Big-"
ENCOUNTERS = ("street-arrest", "bear-ridge", "depot-raid", "duel", "losing-air", "hangar-seven", "worm-hunt")


def renamed(name):
    return f"{BEGINNING}{name} o'the hill"


def ids_of(table):
    """The ids of what an encounter names: people, weapons, spells, and whatever its board has of tables with names."""
    of_board = (each for each in table["board"].values() if isinstance(each, dict)) if "board" in table else ()
    tables = [table[key] for key in ("combatants", "weapons", "spells") if key in table]
    return {key for each in (*tables, *of_board) for key, one in each.items() if isinstance(one, dict)}


def with_other_ids(value, ids):
    if isinstance(value, dict):
        return {renamed(key) if key in ids else key: with_other_ids(each, ids) for key, each in value.items()}
    if isinstance(value, list):
        return [with_other_ids(each, ids) for each in value]
    return renamed(value) if isinstance(value, str) and value in ids else value


@pytest.fixture(params=ENCOUNTERS)
def encounter(request, tmp_path):
    """A shipped encounter in which no id is a single bare word."""
    table = tomllib.loads(Path(find_encounter(request.param)).read_text(encoding="utf-8"))
    if request.param == "worm-hunt":
        table["combatants"]["raider"]["in_zone"] = False  # so that a hint names somebody
    path = tmp_path / "encounter.toml"
    path.write_bytes(tomli_w.dumps(with_other_ids(table, ids_of(table))).encode())
    return str(path)


@pytest.mark.parametrize("law", LAWS_OF_OFFERS)
def test_what_is_proposed_can_be_typed(law, encounter):
    """Hints and next steps said `move Old Tom 10`, in which Tom is no combatant."""
    law(encounter)


def test_no_line_in_a_hint_or_a_step_breaks_an_id_apart(encounter):
    """Lines with places to fill in as well: `attack "Old Tom" …`."""
    lines = []
    for session in fights(encounter):
        lines += session.rules.next_steps(session.fight)
        lines += (hint for line in lines_to_try(session) if is_line(session, hint := hint_of(session, line)))
    assert [line for line in lines if BEGINNING in line]
    for line in lines:
        assert all(" " in word for word in split_words(line) if word.startswith(BEGINNING)), line


def hint_of(session, line):
    try:
        play(session.rules, session.fight, read_line(line, session.rules, session.fight))
    except RbfError as refused:
        return refused.hint
    return ""


def is_line(session, hint):
    return hint.partition(" ")[0] in fight_verbs(session.rules)

"""Defects put back: the fuzzer, or the random player, finds each within as many inputs as the gate tries."""

import re

import pytest
from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace

from rbfcli.core.errors import RbfError
from rbfcli.dice import parser
from rbfcli.engine.scene import Scene
from rbfcli.model.commands import verb_name
from rbfcli.render import json
from rbfcli.session import edits, encounter, saves
from rbfcli.session import session as journal
from rbfcli.session.session import Session
from rbfcli.testing.fights import play_fights
from rbfcli.testing.support import LawViolation
from tests.fuzz.test_found import obeyed
from tools.fuzz.oracle import Wrong
from tools.fuzz.running import TARGETS, first_failure

ENOUGH = 600


def found_by(target):
    """How the first input of a target fails that does."""
    came = first_failure(TARGETS[target], "mutant", ENOUGH)
    return came.told if came else ""


def test_a_number_past_its_bound_in_a_save_written_without_a_look(monkeypatch):
    right = Scene.change

    def counts_too_far(self, who, field, after, rule):
        right(self, who, field, after + 10**7 if type(after) is int else after, rule)

    monkeypatch.setattr(Scene, "change", counts_too_far)
    monkeypatch.setattr(saves, "fight_tables", to_builtins)
    assert "a save cannot be read" in found_by("lines")


def test_a_line_of_the_journal_that_does_not_read_back(monkeypatch):
    monkeypatch.setattr(journal, "line_for", lambda command: f"{verb_name(command)} nobody")
    assert "OverwriteRefused" in found_by("lines")


def test_an_undo_that_forgets_the_order_of_combatants(monkeypatch):
    right = journal.earlier

    def sorts(*given):
        fight = right(*given)
        return fight and replace(fight, combatants=dict(sorted(fight.combatants.items(), reverse=True)))

    monkeypatch.setattr(journal, "earlier", sorts)
    with pytest.raises(LawViolation, match="undone, the fight is not as it was"):
        play_fights("duel", [0])


def test_a_validator_that_lets_through_what_nobody_knows(monkeypatch):
    monkeypatch.setattr(encounter, "mistakes_in", lambda *_, **__: ())
    assert "a fight is unsound" in found_by("encounters")


def test_an_error_that_prints_what_was_typed_as_it_is(monkeypatch):
    monkeypatch.setattr("rbfcli.render.terminal.safe", str)
    monkeypatch.setattr("rbfcli.core.errors.shown", str)
    assert "a terminal would obey the output" in found_by("lines")


def test_an_exception_of_another_kind_in_dice(monkeypatch):
    right = parser.read_line

    def raises(text, dialect, end=None):
        if "kh0" in text or "9999999999" in text:
            raise ValueError(text)
        return right(text, dialect, end)

    monkeypatch.setattr(parser, "read_line", raises)
    assert found_by("dice").startswith("ValueError")


def test_a_refusal_that_leaves_a_trace(monkeypatch):
    right = Session.perform

    def writes_first(self, *given):
        try:
            return right(self, *given)
        except RbfError:
            self.revision += 1
            raise

    monkeypatch.setattr(Session, "perform", writes_first)
    assert "a refusal left a trace" in found_by("lines")


def in_itself(escape):
    """The letter that an escape of JSON stands for."""
    return chr(int(escape[1], 16))


def test_json_that_holds_what_a_terminal_obeys(monkeypatch):
    right = json.to_json
    monkeypatch.setattr(json, "to_json", lambda value: re.sub(r"\\u([0-9a-f]{4})", in_itself, right(value)))
    assert "JSON" in found_by("pipe")


def test_a_repair_that_makes_a_save_which_holds_nonsense(monkeypatch):
    def unchecked(tables, _number, rules, _name):
        try:
            return convert(tables, rules.fight)
        except ValidationError:
            return None

    monkeypatch.setattr(edits, "_fight_in", unchecked)
    assert "a fight is unsound" in found_by("saves")


@pytest.mark.fuzz
def test_a_save_edited_by_hand_into_nonsense(monkeypatch):
    monkeypatch.setattr(edits, "sound", lambda _rules, fight, *_: fight)
    assert "unsound" in found_by("saves")


def test_an_id_that_is_printed_as_it_is(monkeypatch, tmp_path):
    monkeypatch.setattr("rbfcli.commands.fights.safe", str)
    with pytest.raises(Wrong, match="a terminal would obey"):
        obeyed("dock-ambush", tmp_path)

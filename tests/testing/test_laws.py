"""Each law finds the system that breaks it."""

import tomllib
from collections import Counter
from itertools import count
from pathlib import Path

import msgspec
import pytest
import tomli_w
from msgspec.structs import replace

from rbfcli.core.errors import RbfError
from rbfcli.engine.play import execute
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import fight_verbs, read_line
from rbfcli.model import commands
from rbfcli.model.commands import Command
from rbfcli.model.display import COMMON
from rbfcli.model.events import FieldChanged, Rolled
from rbfcli.model.evolve import evolve
from rbfcli.model.rules import RuleEntry
from rbfcli.render.rolls import headline_words
from rbfcli.render.sentences import Style
from rbfcli.script.context import RunOptions
from rbfcli.script.run import run_script
from rbfcli.session import saves
from rbfcli.session.encounter import from_encounter
from rbfcli.session.session import Session
from rbfcli.storage.paths import find_encounter, list_scripts
from rbfcli.systems import registry
from rbfcli.testing import fights, laws, odds, source
from rbfcli.testing.offers import LAWS_OF_OFFERS
from rbfcli.testing.offers import fights as ids_in_quotes_fights
from rbfcli.testing.state import conditions_that_count_turns_end
from rbfcli.testing.support import LawViolation, SeededDraw, line, lines_to_try
from tests.conftest import LONG, each_encounter
from tests.laws.moments import attacks
from tests.laws.results import spares_the_immune
from tests.session import edits_by_hand
from tests.session.edits_by_hand import EditingPlayer
from tests.testing.test_systems import ENCOUNTERS

ENCOUNTER = str(Path(__file__).parents[2] / "encounters" / "duel.toml")
NOTE = "note x"
NUMBERS = count()


class Bare(Command, frozen=True, kw_only=True, tag="bare"):
    """A verb without an example."""


def with_note(function):
    """A session whose verb `note` does something else."""
    session = from_encounter(ENCOUNTER, "laws", source=ENCOUNTER)
    session.rules = msgspec.structs.replace(session.rules, verbs={**session.rules.verbs, commands.Note: function})
    return session


def changes_without_an_event(scene, _command):
    scene.fight = evolve(scene.fight, FieldChanged(who="ada", field="hp", path=("hp",), before=15, after=1))


def says_what_has_no_words(scene, _command):
    scene.happen("unheard-of", "RBF-ATK-1")


def asks_what_nothing_answers(scene, _command):
    scene.ask("unheard-of", "ada", ("yes", "no"), "RBF-ATK-1")


def asks_in_spite_of_itself(scene, _command):
    scene.ask("riposte", "ada", ("strike", "no"), "RBF-ATK-1")


def names_no_rule_of_the_ledger(scene, _command):
    scene.change("ada", "hp", 1, "RBF-NOWHERE-1")


def refuses_by_no_rule_of_the_ledger(scene, _command):
    scene.refuse("no", "RBF-NOWHERE-1")


def remembers(scene, _command, so_far=[]):  # noqa: B006
    """Changes what it does from call to call."""
    so_far.append(scene)
    scene.change("ada", "hp", len(so_far), "RBF-ATK-1")


def takes_an_action_without_a_word(scene, _command):
    scene.change("ada", "reactions_left", 0, "RBF-REA-1")


def takes_an_action_of_somebody_else(scene, _command):
    scene.happen("says", "RBF-ACT-9", who="joss", text="now!")
    scene.change("ada", "reactions_left", 0, "RBF-REA-1")


def harms_the_immune(scene, _command):
    scene.happen("immune", "RBF-IMM-1", who="ada", kind="poison")
    scene.change("ada", "hp", 0, "RBF-ATK-2")


def trips_the_immune(scene, _command):
    scene.happen("immune", "RBF-IMM-1", who="ada", kind="poison")
    scene.afflict("ada", "prone", "RBF-TEC-TRIP")


@pytest.mark.parametrize(
    ("function", "law"),
    [
        (takes_an_action_without_a_word, "says nothing"),
        (takes_an_action_of_somebody_else, "reactions_left of ada changes, and no line names them"),
        (changes_without_an_event, "without an event"),
        (says_what_has_no_words, "no words for 'unheard-of'"),
        (asks_what_nothing_answers, "no words for question.unheard-of"),
        (asks_in_spite_of_itself, "note asks what"),
        (names_no_rule_of_the_ledger, "no rule RBF-NOWHERE-1"),
        (refuses_by_no_rule_of_the_ledger, "no rule RBF-NOWHERE-1"),
        (remembers, "gives a different result"),
    ],
)
def test_a_line_that_breaks_a_law_is_found(function, law):
    with pytest.raises(LawViolation, match=law):
        laws.perform(with_note(function), NOTE)


@pytest.mark.parametrize("function", [harms_the_immune, trips_the_immune])
def test_harm_to_the_immune_is_found(function):
    session = with_note(function)
    played = execute(session.rules, session.fight, read_line(NOTE, session.rules, session.fight))
    with pytest.raises(LawViolation, match="ada is immune"):
        spares_the_immune(session.fight, played, NOTE)


def test_an_offer_that_lapses_without_a_word_is_found():
    def offers(scene, _command):
        scene.ask("bonus", "ada", ("hide", "no"), "RBF-BON-1", lapses=True)

    session = with_note(offers)
    session.rules = replace(session.rules, words={**session.rules.words, "lapse.bonus": ""}, asks={})
    laws.perform(session, NOTE)
    with pytest.raises(LawViolation, match="the offer bonus lapses, and no line says so"):
        laws.perform(session, "init")


def broken(monkeypatch, **fields):
    """Put a broken RBF in the place of the right one, under a name of its own, by which its verbs are remembered."""
    rules = msgspec.structs.replace(registry.load("rbf"), name=f"broken {next(NUMBERS)}", **fields)
    monkeypatch.setattr(source, "load", lambda _name: rules)
    return rules


@pytest.mark.parametrize("asks", [{"sing": ()}, {"note": ("unheard-of",)}])
def test_what_verbs_ask_has_to_be_known(monkeypatch, asks):
    broken(monkeypatch, asks=asks)
    with pytest.raises(LawViolation, match=next(iter(asks))):
        source.questions_of_verbs_are_known("rbf")


def without(rules, verb):
    return {kind: function for kind, function in rules.verbs.items() if kind.__struct_config__.tag != verb}


def test_a_shared_verb_has_to_be_there_or_have_its_reason(monkeypatch):
    rules = registry.load("rbf")
    broken(monkeypatch, verbs=without(rules, "stabilize"))
    with pytest.raises(LawViolation, match="stabilize"):
        source.shared_verbs_are_there("rbf")
    broken(monkeypatch, verbs=without(rules, "stabilize"), no_verbs={"stabilize": "nobody dies here"})
    source.shared_verbs_are_there("rbf")
    broken(monkeypatch, no_verbs={"stabilize": "and yet it is there"})
    with pytest.raises(LawViolation, match="stabilize"):
        source.shared_verbs_are_there("rbf")


def test_a_verb_has_to_have_an_example(monkeypatch):
    broken(monkeypatch, verbs={**registry.load("rbf").verbs, Bare: says_what_has_no_words})
    with pytest.raises(LawViolation, match="bare has no example"):
        source.every_verb_has_help_and_an_example("rbf")


@pytest.mark.parametrize(
    ("entry", "law"),
    [
        (RuleEntry("X-1", "", "a page", "done"), "no summary"),
        (RuleEntry("X-1", "a rule", "a page", "half"), "neither done nor gm"),
        (RuleEntry("X-1", "a rule", "a page", "done", "unheard_of"), "unknown option 'unheard_of'"),
    ],
)
def test_a_ledger_has_to_be_whole(monkeypatch, entry, law):
    broken(monkeypatch, ledger=lambda: (entry,))
    with pytest.raises(LawViolation, match=law):
        source.the_ledger_is_complete("rbf")


def test_a_ledger_has_to_be_there_and_its_ids_different(monkeypatch):
    broken(monkeypatch, ledger=lambda: ())
    with pytest.raises(LawViolation, match="empty"):
        source.the_ledger_is_complete("rbf")
    broken(monkeypatch, ledger=lambda: (RuleEntry("X-1", "a rule", "a page", "done"),) * 2)
    with pytest.raises(LawViolation, match="one id"):
        source.the_ledger_is_complete("rbf")


def test_outcomes_have_to_be_those_of_the_rules():
    session = from_encounter(ENCOUNTER, "laws", source=ENCOUNTER)
    session.perform(read_line("init", session.rules, session.fight))
    command = read_line(attacks(session)[0], session.rules, session.fight)
    odds.weigh(session.rules, session.fight, command, found=Counter())
    with pytest.raises(LawViolation, match="not among those"):
        odds.weigh(replace(session.rules, outcomes={}), session.fight, command, found=Counter())


# How a judged roll came out has words of its own in every shipped system: in the script of each encounter.


@pytest.mark.parametrize("name", list_scripts())
def test_how_a_roll_came_out_is_said_in_words(name, monkeypatch):
    without = set()
    perform = Session.perform

    def watched(session, *given):
        played = perform(session, *given)
        words = {**COMMON, **session.rules.words}
        judged = (each for each in played.events if isinstance(each, Rolled) and each.outcome)
        without.update((each.label, each.outcome) for each in judged if not headline_words(each, words))
        return played

    monkeypatch.setattr(Session, "perform", watched)
    assert run_script(name, RunOptions(), [].append, [].append, style=Style()) == 0
    assert without <= {("grapple resistance", "tie")}, "only what is opposed may do without"


# Ids with spaces and apostrophes, as people write them into files: what is proposed can be typed all the same.


BEGINNING = "Big-"
ENCOUNTERS_OF_IDS_IN_QUOTES = (
    "street-arrest",
    "bear-ridge",
    pytest.param("depot-raid", marks=pytest.mark.slow),
    pytest.param("duel", marks=pytest.mark.slow),
    "losing-air",
    "hangar-seven",
    "worm-hunt",
)


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


@pytest.fixture(params=ENCOUNTERS_OF_IDS_IN_QUOTES)
def encounter(request, tmp_path):
    """A shipped encounter in which no id is a single bare word."""
    table = tomllib.loads(Path(find_encounter(request.param)).read_text(encoding="utf-8"))
    if request.param == "worm-hunt":
        table["combatants"]["raider"]["in_zone"] = False  # so that a hint names somebody
    path = tmp_path / "encounter.toml"
    path.write_bytes(tomli_w.dumps(with_other_ids(table, ids_of(table))).encode())
    return str(path)


@pytest.mark.parametrize("law", [*LAWS_OF_OFFERS, conditions_that_count_turns_end])
def test_what_is_proposed_can_be_typed(law, encounter):
    """Hints and next steps said `move Old Tom 10`, in which Tom is no combatant."""
    law(encounter)


def test_lines_drawn_at_random_name_people_whose_ids_are_in_quotes(encounter):
    """The laws' own lines said `damage Old Tom 3`, and what they meant to try was never tried."""
    session, draw = from_encounter(encounter, "ids", source=encounter), SeededDraw("ids")
    named = [each for _ in range(300) for each in split_words(line(session, draw)) if each.startswith(BEGINNING)]
    assert named
    assert all(" " in word for word in named), named


def test_no_line_in_a_hint_or_a_step_breaks_an_id_apart(encounter):
    """Lines with places to fill in as well: `attack "Old Tom" …`."""
    lines = []
    for session in ids_in_quotes_fights(encounter):
        lines += session.rules.next_steps(session.fight)
        hinted = (each for tried in lines_to_try(session) for each in lines_hinted(session, tried))
        lines += (each for each in hinted if is_line(session, each))
    assert [each for each in lines if BEGINNING in each]
    for each in lines:
        assert all(" " in word for word in split_words(each) if word.startswith(BEGINNING)), each


def lines_hinted(session, line):
    try:
        execute(session.rules, session.fight, read_line(line, session.rules, session.fight))
    except RbfError as refused:
        return [each for hint in refused.hints for each in hint.lines]
    return []


def is_line(session, hint):
    return hint.partition(" ")[0] in fight_verbs(session.rules)


# Whole fights at random, under every law of a line: a few in the gate, 1,000 in `make fuzz`.


ALL_FIGHTS, IN_THE_GATE = 1_000, 1
OF_EACH = -(-ALL_FIGHTS // len(ENCOUNTERS)) if LONG else IN_THE_GATE


@pytest.mark.parametrize("number", range(OF_EACH))
@pytest.mark.parametrize("name", each_encounter())
def test_a_random_fight_keeps_every_law(name, number):
    fight = EditingPlayer(name, f"fight {number}")
    fight.play()
    assert fight.accepted + fight.refused > 0


def test_a_fight_is_drawn_the_same_every_time():
    first, again = (fights.Player("duel", "the same") for _ in range(2))
    first.play(12)
    again.play(12)
    assert first.script() == again.script()


def test_what_was_played_is_played_again():
    fight = fights.Player("duel", "again")
    fight.play(80)
    assert any(line.startswith("undo") for line in fight.written)
    again = fights.play_again(fight.script())
    assert (again.session.fight, again.script()) == (fight.session.fight, fight.script())


def test_a_broken_law_prints_a_fight_that_breaks_it_again(monkeypatch):
    def forgets_the_event(scene, command):
        verbs_before(scene, command)
        hurt = replace(scene.fight.combatants["ada"], hp=1)
        scene.fight = replace(scene.fight, combatants={**scene.fight.combatants, "ada": hurt})

    fight = fights.Player("duel", "broken")
    rules = fight.session.rules
    damage = rules.verb_types["damage"]
    verbs_before = rules.verbs[damage]
    broken = replace(rules, verbs={**rules.verbs, damage: forgets_the_event})
    start = fights.from_encounter

    def doctored(path, seed, source):
        session = start(path, seed, source)
        session.rules = broken
        return session

    monkeypatch.setattr(fights, "from_encounter", doctored)
    fight = fights.Player("duel", "broken")
    with pytest.raises(LawViolation, match="something changed without an event") as wrong:
        fight.play(200)
    script = str(wrong.value).partition("\n")[2]
    assert script.splitlines()[0] == "start duel --seed broken"
    with pytest.raises(LawViolation, match="something changed without an event"):
        fights.play_again(script)


def test_a_hand_edit_that_comes_to_something_else_than_a_typed_one_is_found(monkeypatch):
    monkeypatch.setattr(edits_by_hand, "write_toml", lambda _: saves.to_bytes(fight.session))
    fight = EditingPlayer("duel", "hand")
    with pytest.raises(LawViolation, match="the save edited by hand is another fight"):
        fight.take('edit "[[\\"set\\",[\\"combatants\\",\\"ada\\",\\"hp\\"],3]]"')


def test_a_hand_edit_while_something_waits_may_be_remembered_in_other_steps():
    fight = EditingPlayer("siege-drone", "waits")
    for each in ("condition add ilse prone", "cast drone arc ilse --force"):
        fight.take(each)
    assert fight.session.fight.questions
    fight.take('edit "[[\\"gone\\",[\\"combatants\\",\\"ilse\\",\\"conditions\\"]]]"')
    assert not fight.session.fight.combatants["ilse"].conditions


def test_a_save_that_does_not_lead_to_its_fight_is_found(monkeypatch):
    fight = fights.Player("duel", "saved")
    fight.take("init")
    monkeypatch.setattr("rbfcli.session.session.chained", lambda *_: "0" * 12)
    monkeypatch.setattr("rbfcli.session.saves.journal_text", lambda _: "init  # 111111111111 -\n")
    with pytest.raises(LawViolation, match="line 1 of the journal was altered"):
        fight.take(fights.SAVED)


def test_a_number_past_its_bound_is_refused_as_a_save_refuses_it():
    fight = fights.Player("duel", "bound")
    fight.take("init")
    fight.take("set ada hp_max=1000000")
    before = fight.session.fight
    fight.take("set ada hp=1000001")
    assert fight.session.fight == before

"""Every system keeps the laws of the engine, under commands and dice drawn at random."""

import sys
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))
import laws

from rbfcli.kernel.errors import RbfError
from rbfcli.lab.odds import command_odds
from rbfcli.language.fights import fight_verbs, read_line
from rbfcli.language.grammar import grammar_of
from rbfcli.session.begin import empty, from_encounter
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.session.session import Session
from rbfcli.store.places import find_encounter, list_encounters
from rbfcli.systems.catalogue import SHIPPED, load

SYSTEM_OF = {name: tomllib.loads(Path(find_encounter(name)).read_text())["system"] for name in list_encounters()}
ENCOUNTERS = [name for name, system in SYSTEM_OF.items() if system in SHIPPED]


def test_every_shipped_encounter_is_of_a_shipped_system() -> None:
    assert set(SYSTEM_OF.values()) <= set(SHIPPED)


@pytest.mark.parametrize("system", SHIPPED)
def test_every_system_ships_two_encounters_or_more(system: str) -> None:
    assert list(SYSTEM_OF.values()).count(system) >= 2


@pytest.mark.parametrize("name", ENCOUNTERS)
@settings(suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_laws_hold_for_random_commands(name: str, data: st.DataObject) -> None:
    session = from_encounter(find_encounter(name), data.draw(st.text("abc", min_size=1, max_size=4)), source=name)
    laws.perform(session, "init")
    for _ in range(data.draw(st.integers(1, 12))):
        laws.perform(session, data.draw(st.sampled_from(lines_to_try(session))))


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_undoing_everything_gives_the_start_again(name: str) -> None:
    session = from_encounter(find_encounter(name), "undo", source=name)
    start = laws.plain(session.fight)
    played = 0
    for line in ("init", *lines_to_try(session)[:20], "turn next", "turn next"):
        try:
            session.perform(read_line(line, session.rules, session.fight))
        except RbfError:
            continue
        played += 1
    after = to_bytes(session)
    session.undo(played)
    assert laws.plain(session.fight) == start
    session.redo(played)
    assert laws.plain(session.fight) == laws.plain(session_of(after).fight)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_odds_sum_to_exactly_one(name: str) -> None:
    session = from_encounter(find_encounter(name), "odds", source=name)
    session.perform(read_line("init", session.rules, session.fight))
    seen = 0
    for line in attacks(session)[:4]:
        try:
            odds = command_odds(session.rules, session.fight, read_line(line, session.rules, session.fight))
        except RbfError:
            continue
        seen += 1
        assert sum(odds.outcomes.values()) == Fraction(1)
        assert all(sum(losses.values()) == 1 for losses in odds.losses.values())
    assert seen, "no attack could be weighed"


@pytest.mark.parametrize("system", SHIPPED)
def test_every_verb_has_help_and_an_example_that_reads(system: str) -> None:
    rules = load(system)
    for verb, kind in fight_verbs(rules).items():
        assert kind.__doc__, verb
        assert kind.examples, verb
        assert all(example.split()[0] == verb for example in kind.examples)
        assert all(slot.spec.help for slot in (*grammar_of(kind).positionals, *grammar_of(kind).options.values()))


@pytest.mark.parametrize("system", SHIPPED)
def test_an_empty_fight_refuses_without_a_trace(system: str) -> None:
    session = empty(system, "", "seed")
    for verb in fight_verbs(session.rules):
        laws.perform(session, verb)


def session_of(raw: bytes) -> Session:
    """The session in a save."""
    return from_bytes(raw, "save")[0]


def attacks(session: Session) -> list[str]:
    """Attacks of everybody on everybody else, forced so that no turn order is in the way."""
    people = list(session.fight.combatants)
    return [f"attack {one} {other} --force" for one in people for other in reversed(people) if one != other]


def lines_to_try(session: Session) -> list[str]:
    """Lines a table might type now: what the system offers, answers, the GM's hand, and some that make no sense."""
    fight, rules = session.fight, session.rules
    offered = [each.line for who in fight.combatants for each in rules.actions(fight, who)]
    answers = [f"choose {each}" for question in fight.questions for each in question.answers]
    first, *_, last = [*fight.combatants, "nobody"]
    general = [
        "turn next",
        "turn back",
        "init",
        f"damage {last} 3",
        f"heal {first} 2",
        f"condition add {first} prone --rounds 2",
        f"condition remove {first} prone",
        f"attack {first} {last}",
        f"attack {last} {first} --force",
        f"attack {first} @random --force",
        f"damage-save {first}",
        f"stabilize {last}",
        'note "a word"',
        f"set {first} notes=watchful",
        f"remove {last}",
        "attack nobody nothing",
        "choose nothing",
        "move",
    ]
    return [*offered, *answers, *answers, *general]

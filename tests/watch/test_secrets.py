"""No secret reaches any output for players: whatever is changed in secret, every form of it stays the same bytes."""

import pytest
from msgspec.structs import fields, replace

from rbfcli.conformance import LawBroken, sight
from rbfcli.conformance.player import SAVED, Player
from rbfcli.conformance.sight import altered, players_see_no_secret, secrets_are_kept
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.facts import Fact
from rbfcli.kernel.fight import Condition
from rbfcli.kernel.sight import Sight
from rbfcli.language.fights import read_line
from rbfcli.store.paths import find_encounter, list_encounters
from rbfcli.systems.catalogue import SHIPPED, load
from tests.conftest import LONG
from tests.render.fights import FIGHTS, begun
from tests.watch.looking import in_every_form

LINES, EVERY = 24, 6
FIGHTS_OF_EACH = 20 if LONG else 1


def random_fights(name, number):
    """The states of a random fight of an encounter, somebody of each side in hiding in every other of them."""
    player = Player(name, f"secrets {number}")
    session = player.session
    for count in range(LINES):
        line = "init" if not count else player.next_line()
        if line == SAVED or line.startswith(("undo", "redo", "edit")):
            continue
        try:
            session.perform(read_line(line, session.rules, session.fight))
        except RbfError:
            continue
        if count % EVERY == 0:
            yield session.fight, session.rules
            yield in_hiding(session.fight), session.rules


def in_hiding(fight):
    """The fight with the last of each side in hiding."""
    last = {one.side: who for who, one in fight.combatants.items()}
    hidden = {
        who: replace(fight.combatants[who], conditions={**fight.combatants[who].conditions, "hidden": Condition()})
        for who in last.values()
    }
    return replace(fight, combatants={**fight.combatants, **hidden})


@pytest.mark.parametrize("number", range(FIGHTS_OF_EACH))
@pytest.mark.parametrize("name", list_encounters())
def test_no_form_tells_a_secret_of_a_random_fight(name, number):
    looked_at = changed = 0
    for fight, rules in random_fights(name, number):
        for side in dict.fromkeys(one.side for one in fight.combatants.values()):
            other = altered(fight, rules, side)
            changed += sum(fight.combatants[who] != one for who, one in other.combatants.items())
            assert in_every_form(other, rules, side) == in_every_form(fight, rules, side)
            looked_at += 1
    assert looked_at >= 4
    assert changed > looked_at


def test_a_weapon_without_a_name_shows_no_wear():
    """What a fact is seen as may be nothing at all."""
    session = begun("threat")
    fight = session.fight
    who, one = next((who, one) for who, one in fight.combatants.items() if one.weapons)
    thing = one.weapons[0]
    unnamed = {**fight.weapons, thing: replace(fight.weapons[thing], name="")}
    worn = {**fight.combatants, who: replace(one, wear={thing: "damaged"})}
    players_see_no_secret(replace(fight, weapons=unnamed, combatants=worn), session.rules)


@pytest.mark.parametrize("system", FIGHTS)
def test_the_secrets_that_are_changed_are_those_that_matter(system):
    """Of everybody but one's own side: health, notes and most of what stands on a sheet."""
    session = begun(system)
    fight, rules = session.fight, session.rules
    side = next(iter(fight.combatants.values())).side
    other = altered(fight, rules, side)
    assert (other.seed, other.drawn, other.notes) != (fight.seed, fight.drawn, fight.notes)
    touched = {
        field.name
        for who, one in fight.combatants.items()
        for field in fields(one)
        if getattr(one, field.name) != getattr(other.combatants[who], field.name)
    }
    assert "notes" in touched
    assert any(rules.health(one) != rules.health(other.combatants[who]) for who, one in fight.combatants.items())
    assert len(touched) > len(fields(rules.sheet)) // 3


@pytest.mark.parametrize("system", FIGHTS)
def test_the_gm_sees_what_is_changed_in_secret(system):
    """The comparison can fail: with the facts of the GM in place of those of players it does."""
    session = begun(system)
    fight, rules = session.fight, session.rules
    status = rules.status
    leaky = replace(rules, status=lambda fight, who: tuple(replace(each, secret=False) for each in status(fight, who)))
    side = next(iter(fight.combatants.values())).side
    other = altered(fight, rules, side)
    told, changed = in_every_form(fight, leaky, side), in_every_form(other, leaky, side)
    assert {name for name in told if told[name] == changed[name]} <= {"quiet", "terminal 40"}
    with pytest.raises(LawBroken, match=r"players see the \w+ of \w+"):
        players_see_no_secret(fight, leaky)


def doctored(monkeypatch, **declared):
    """Let every fight that the law begins have RBF with another sight."""
    begin = sight.from_encounter

    def another(path, seed, source):
        session = begin(path, seed, source=source)
        own = session.rules.sight()
        session.rules = replace(session.rules, sight=lambda: replace(own, **declared))
        return session

    monkeypatch.setattr(sight, "from_encounter", another)
    return find_encounter("dock-ambush")


def test_a_leak_in_the_ground_is_found(monkeypatch):
    path = doctored(monkeypatch, ground=lambda fight: tuple(f"{who} {one.hp}" for who, one in fight.combatants.items()))
    with pytest.raises(LawBroken, match="players see the hp of"):
        secrets_are_kept(path)


def test_a_field_that_an_open_fact_is_made_of_has_to_be_declared(monkeypatch):
    path = doctored(monkeypatch, fields=("at", "height", "place", "cover"))
    with pytest.raises(LawBroken, match="see the held of"):
        secrets_are_kept(path)


def test_a_name_in_the_ground_of_somebody_in_hiding_is_found(monkeypatch):
    path = doctored(monkeypatch, ground=lambda _fight: ("somewhere: thug1 and pell",))
    with pytest.raises(LawBroken, match=r"read of (thug1|pell), who is hidden"):
        secrets_are_kept(path)


def test_seed_and_notes_in_the_ground_are_found(monkeypatch):
    path = doctored(monkeypatch, ground=lambda fight: (fight.seed,))
    with pytest.raises(LawBroken, match="players see seed, dice or notes"):
        secrets_are_kept(path)


def test_a_count_towards_death_on_ones_own_sheet_is_found():
    session = begun("rbf")
    dying = Condition(amount=3)
    pell = replace(session.fight.combatants["pell"], conditions={"dying": dying})
    fight = replace(session.fight, combatants={**session.fight.combatants, "pell": pell})
    players_see_no_secret(fight, session.rules)
    told = Fact("left", "")
    leaky = replace(
        session.rules,
        status=lambda fight, who: (
            *session.rules.status(fight, who),
            replace(told, value=str(fight.combatants[who].conditions.get("dying", dying).amount)),
        ),
    )
    with pytest.raises(LawBroken, match="players of crew see the conditions of pell"):
        players_see_no_secret(fight, leaky)


@pytest.mark.parametrize("system", SHIPPED)
def test_what_a_sight_names_is_there(system):
    rules = load(system)
    declared = rules.sight()
    assert set(declared.fields) <= {field.name for field in fields(rules.sheet)}
    assert set(declared.questions) <= set(rules.question_kinds)
    assert isinstance(declared, Sight)

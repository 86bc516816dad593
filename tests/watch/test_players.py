"""What players see: their own numbers, others in words, no hidden combatants, no countdown to death."""

import json
import re

import pytest
from msgspec.structs import fields, replace

from rbfcli.core.errors import RbfError
from rbfcli.engine.player_view import (
    BADLY_HURT,
    BLOODIED,
    DOWN,
    HURT,
    UNHURT,
    hidden_from,
    players_side,
    seen,
    state_of,
)
from rbfcli.language.parser import read_line
from rbfcli.model.display import Fact, Visibility
from rbfcli.model.events import CustomEvent, FieldChanged, FightEnded, Modifier, Noted, RefusalOverridden, Rolled
from rbfcli.model.fight import Condition
from rbfcli.render.roster import people
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import SHIPPED, load
from rbfcli.testing import state
from rbfcli.testing.fights import SAVED, Player
from rbfcli.testing.state import UNKNOWN, altered, players_see_no_secret, secrets_are_kept
from rbfcli.testing.support import LawViolation
from tests.conftest import LONG, each_encounter
from tests.engine import asker
from tests.render.fights import FIGHTS, begun
from tests.watch.looking import in_every_form, seen_by, stream


def after(encounter, *lines):
    """The fight of an encounter after some lines, and its rules."""
    session = from_encounter(find_encounter(encounter), "players", source=encounter)
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))
    return session.fight, session.rules


def as_json(fight, rules, side=""):
    return json.loads(seen_by(fight, rules, side, json=True))


@pytest.mark.parametrize(
    ("health", "is_up", "word"),
    [
        ((20, 20), True, UNHURT),
        ((21, 20), True, UNHURT),
        ((19, 20), True, HURT),
        ((11, 20), True, HURT),
        ((10, 20), True, BLOODIED),
        ((6, 20), True, BLOODIED),
        ((5, 20), True, BADLY_HURT),
        ((-3, 20), True, BADLY_HURT),
        ((0, 0), True, UNHURT),
        ((20, 20), False, DOWN),
    ],
)
def test_health_in_a_word(health, is_up, word):
    assert state_of(health, is_up=is_up) == word


def test_the_players_side_has_numbers_and_the_others_have_words():
    told = as_json(*after("dock-ambush", "damage thug1 11", "damage joss 4"))
    assert told["side"] == "crew"
    joss, thug = told["combatants"]["joss"], told["combatants"]["thug1"]
    assert (joss["facts"]["HP"], joss["facts"]["ammo"]) == ("9/13", "4/4")
    assert thug["facts"] == {"HP": "bloodied", "weapon": "cargo hook", "place": "quay"}
    assert (thug["state"], thug["initiative"]) == ("bloodied", None)


def test_the_screen_has_the_counts_of_the_players_own_side_alone():
    """Once rolled, in the order as well."""
    fight, rules = after("dock-ambush", "init --set ada=17 --set thug1=19")
    view, shown = seen(fight, rules, "crew")
    counts = {each.who: each.initiative for each in people(view, shown)}
    assert (counts["ada"], counts["thug1"]) == ("17", "")
    assert {slot.who: slot.count for slot in view.order if slot.who in ("ada", "thug1")} == {"ada": 17, "thug1": 0}


@pytest.mark.parametrize(
    ("encounter", "side"),
    [
        ("dock-ambush", "crew"),
        ("mine-raid", "crew"),
        ("street-arrest", "police"),
        ("relay-road", ""),
        ("depot-raid", ""),
    ],
)
def test_whose_numbers_are_known_without_a_name(encounter, side):
    assert players_side(*after(encounter)) == side


def test_where_players_are_on_two_sides_nobodys_numbers_are_shown():
    fight, rules = after("dock-ambush", "set pell side=rivals")
    told = as_json(fight, rules)
    assert told["side"] == ""
    assert {one["facts"]["HP"] for one in told["combatants"].values()} == {"unhurt"}
    assert as_json(fight, rules, "rivals")["combatants"]["pell"]["facts"]["HP"] == "15/15"
    assert as_json(fight, rules, "pell")["combatants"]["joss"]["facts"]["HP"] == "unhurt"


def test_a_name_takes_the_place_of_the_players_side():
    told = as_json(*after("dock-ambush"), "thug1")
    assert told["side"] == "dockers"
    assert told["combatants"]["thug2"]["facts"]["HP"] == "20/20"
    assert told["combatants"]["joss"]["facts"]["HP"] == "unhurt"


def test_whoever_hides_is_nowhere_until_pointed_out():
    """RBF-ACT-4: not in the list, the order, the ground, nor counted; where one of a side sees it, it is there."""
    fight, rules = after("dock-ambush", "init", "condition add gunner2 hidden")
    for name, told in in_every_form(fight, rules).items():
        assert "gunner2" not in told, name
        assert "Winch gunner 2" not in told, name
    assert "- dockers 5/5" in in_every_form(fight, rules)["terminal 120"]
    assert "gunner2" in as_json(fight, rules, "dockers")["combatants"]
    spotted, _ = after("dock-ambush", "init", "condition add gunner2 hidden", "condition add gunner2 spotted")
    assert "gunner2" in as_json(spotted, rules)["combatants"]
    noticed, _ = after("dock-ambush", "init", "condition add gunner2 hidden", "set gunner2 seen-by=ada")
    assert "gunner2" in as_json(noticed, rules)["combatants"]


@pytest.mark.parametrize("name", [name for name, *_ in FIGHTS.values()])
def test_in_every_system_a_condition_hides(name):
    fight, rules = after(name, "init")
    who = list(fight.combatants)[-1]
    hiding = replace(fight.combatants[who], conditions={"Hidden": Condition()})
    fight = replace(fight, combatants={**fight.combatants, who: hiding})
    other = next(one.side for one in fight.combatants.values() if one.side != hiding.side)
    assert who not in as_json(fight, rules, other)["combatants"]
    assert who in as_json(fight, rules, who)["combatants"]


def test_whoever_is_not_noticed_or_not_there_yet_is_hidden_by_the_tracker():
    """THR-START-1."""
    fight, rules = after("mine-raid", "set guard1 in-zone=false", "set guard2 noticed=false")
    assert {"guard1", "guard2"}.isdisjoint(as_json(fight, rules)["combatants"])


def test_a_turn_of_somebody_in_hiding_is_nobodys():
    fight, rules = after("dock-ambush", "init --set gunner1=99", "condition add gunner1 hidden")
    assert fight.active == "gunner1"
    told = as_json(fight, rules)
    assert (told["turn"], "gunner1" in told["order"]) == ("", False)
    assert not any(one["acts"] for one in told["combatants"].values())


def test_the_order_goes_on_behind_somebody_in_hiding():
    lines = ["init", "condition add thug2 hidden"]
    for _ in range(10):
        lines.append("turn")
        fight, rules = after("dock-ambush", *lines)
        projected, _ = seen(fight, rules, "crew")
        assert projected.active == ("" if fight.active == "thug2" else fight.active)
        assert not projected.active or projected.order[projected.turn].who == projected.active


def test_a_team_acts_as_those_of_it_who_are_seen():
    fight, rules = after("depot-raid", "init")
    rest = [who for who, one in fight.combatants.items() if one.side == "toughs"]
    hiding = {who: replace(fight.combatants[who], conditions={"hidden": Condition()}) for who in rest[1:]}
    fight = replace(fight, combatants={**fight.combatants, **hiding})
    projected, shown = seen(fight, rules, "crew")
    assert shown.members(projected, "toughs") == (rest[0],)
    nobody = replace(fight.combatants[rest[0]], conditions={"hidden": Condition()})
    gone, _ = seen(replace(fight, combatants={**fight.combatants, rest[0]: nobody}), rules, "crew")
    assert [slot.who for slot in gone.order] == ["crew"]


def test_what_refers_to_somebody_in_hiding_is_gone_too():
    """RPJ-GRP: grappled by an unseen combatant."""
    fight, rules = after("relay-road", "init")
    sela = replace(fight.combatants["sela"], grapple="raider1")
    unseen = replace(fight.combatants["raider1"], conditions={"hidden": Condition()})
    fight = replace(fight, combatants={**fight.combatants, "sela": sela, "raider1": unseen})
    assert "raider1" not in seen_by(fight, rules, "sela", json=True)


@pytest.mark.parametrize(
    ("encounter", "lines", "who", "gms", "side"),
    [
        (
            "dock-ambush",
            ("condition add pell dying", "set pell conditions.dying.amount=4"),
            "pell",
            "dying (4)",
            "crew",
        ),
        ("street-arrest", ("damage rin 15", "damage rin 8"), "rin", "bleeding (5)", "police"),
    ],
)
def test_only_the_gm_sees_how_long_somebody_has_to_live(encounter, lines, who, gms, side):
    fight, rules = after(encounter, *lines)
    assert gms in next(one for one in people(fight, rules) if one.who == who).conditions
    told = in_every_form(fight, rules, side)
    name = gms.partition(" ")[0]
    assert as_json(fight, rules, side)["combatants"][who]["conditions"][name] == 0
    assert not any(gms in text for text in told.values())


def test_failed_rolls_for_ones_life_are_the_gms():
    """RPJ-STB-2."""
    fight, rules = after("relay-road", "init", "set sela failures=3")
    assert "failures" in {each.name for each in rules.status(fight, "sela") if each.value}
    assert "failures" not in as_json(fight, rules, "sela")["combatants"]["sela"]["facts"]


def test_conditions_of_others_are_those_that_everybody_sees_without_their_rounds():
    lines = (
        "condition add {} blinded --rounds 2",
        "condition add {} 'say sworn to the harbour'",
        "condition add {} watching",
    )
    fight, rules = after("dock-ambush", *(line.format(who) for who in ("thug1", "ada") for line in lines))
    told = as_json(fight, rules)["combatants"]
    assert told["thug1"]["conditions"] == {"blinded": 0}
    assert told["ada"]["conditions"] == {"blinded": 2, "sworn to the harbour": 0, "watching": 0}


def test_notes_and_seed_are_the_gms():
    fight, rules = after("dock-ambush", 'note "the gangway is mined"', 'set ada notes="a spy"')
    for told in in_every_form(fight, rules).values():
        assert not any(secret in told for secret in ("mined", "a spy", "players\n", '"seed"', '"notes"'))


def test_what_was_prepared_and_who_is_disguised_does_not_show_on_the_ground():
    fight, rules = after("dock-ambush", "init", "set fight board.places.winch.prepared=true")
    places = fight.board.places
    nook = replace(places["winch"], disguised=True, name="a crate with holes")
    fight = replace(fight, board=replace(fight.board, places={**places, "nook": nook}))
    told = "\n".join(as_json(fight, rules)["ground"])
    assert "winch" in told
    assert "prepared" not in told
    assert "nook" not in told


def test_a_question_is_shown_to_whoever_has_to_answer_it():
    session = begun("rbf")
    asked = as_json(session.fight, session.rules)["questions"]
    assert [(each["who"], each["kind"], each["answers"][0]) for each in asked] == [("joss", "critical", "double")]
    assert asked[0]["text"].startswith("? Joss Marlow scored a critical success")
    assert as_json(session.fight, session.rules, "dockers")["questions"] == []
    assert not any(one["chooses"] for one in as_json(session.fight, session.rules, "dockers")["combatants"].values())


def test_a_question_about_somebody_in_hiding_is_not_shown():
    session = begun("rbf")
    question = session.fight.questions[0]
    asked = replace(question, facts={**question.facts, "target": "gunner2"})
    unseen = replace(session.fight.combatants["gunner2"], conditions={"hidden": Condition()})
    fight = replace(session.fight, questions=(asked,), combatants={**session.fight.combatants, "gunner2": unseen})
    assert as_json(fight, session.rules)["questions"] == []


def test_a_threat_weapon_is_seen_without_its_wear():
    """THR-CMP-2: how worn it is, only its bearer's side knows."""
    fight, rules = after("mine-raid")
    guard = fight.combatants["guard1"]
    worn = replace(guard, wear={guard.weapons[0]: "damaged"})
    fight = replace(fight, combatants={**fight.combatants, "guard1": worn})
    assert "damaged" not in as_json(fight, rules)["combatants"]["guard1"]["facts"]["weapon"]
    assert "damaged" in as_json(fight, rules, "guard1")["combatants"]["guard1"]["facts"]["weapon"]


def test_a_system_that_says_nothing_gives_nothing_away():
    """Names, sides, who is up and in what state; no ground, no fact, no condition, no question."""
    fight, rules = after("dock-ambush", "init", "condition add thug1 prone", "attack joss thug1 --dice 8,8 --force")
    rows = {name: replace(row, seen=False) for name, row in rules.conditions.items()}
    status = rules.status
    silent = replace(
        rules,
        sight=None,
        conditions=rows,
        status=lambda fight, who: tuple(replace(each, secret=True, gauge=None) for each in status(fight, who)),
    )
    assert asker.RULES.sight is None
    told = as_json(fight, silent)
    assert (told["side"], told["ground"], told["questions"]) == ("", [], [])
    for one in told["combatants"].values():
        assert set(one["facts"]) == {"health"}
        assert one["conditions"] == {}


def test_the_json_of_players_has_the_same_keys_always():
    keys = {
        (frozenset(told), frozenset(key for one in told["combatants"].values() for key in one))
        for session in map(begun, FIGHTS)
        for told in [as_json(session.fight, session.rules)]
    }
    assert len(keys) == 1
    assert {"fight", "revision", "events"}.isdisjoint(next(iter(keys))[0])


# No secret reaches players: after any secret change, every form of output is the same, byte for byte.


LINES, EVERY = 24, 6
FIGHTS_OF_EACH = 20 if LONG else 1


def random_fights(name, number):
    """The states of a random fight, with a hidden combatant of each side in every second one."""
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
@pytest.mark.parametrize("name", each_encounter())
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


def retold(event):
    """The event with every number and fact of it changed, but not who rolled against whom and the outcome."""
    match event:
        case Rolled():
            dice = tuple(replace(die, face=die.face % die.sides + 1) for die in event.dice)
            return replace(
                event, dice=dice, total=event.total + 7, against=-99, margin=99, modifiers=(Modifier(9, UNKNOWN),)
            )
        case FieldChanged():
            return replace(event, before=event.after, after=UNKNOWN)
        case CustomEvent():
            return replace(event, facts=dict.fromkeys(event.facts, UNKNOWN))
        case Noted() | RefusalOverridden() | FightEnded():
            return Noted(text=UNKNOWN)
    return event


@pytest.mark.parametrize("name", each_encounter("depot-raid", "dock-ambush"))
def test_no_stream_tells_a_secret_of_a_random_fight(name):
    """Neither what the fight holds, nor numbers in events, nor what is rolled by or against those in hiding."""
    player = Player(name, "stream")
    session, states = player.session, []
    lines = ["init", *(player.next_line() for _ in range(LINES))]
    for line in lines:
        if line == SAVED or line.startswith(("undo", "redo", "edit", "split")):  # others would hide in each group
            continue
        try:
            played = session.perform(read_line(line, session.rules, session.fight))
        except RbfError:
            continue
        states.append((session.fight, session.rules, played.events))
    for side in dict.fromkeys(one.side for one in session.fight.combatants.values()):
        for hides in (lambda fight: fight, in_hiding):
            there = [each for each in states if side in {one.side for one in each[0].combatants.values()}]
            told = [(hides(fight), rules, events) for fight, rules, events in there]
            other = [(altered(fight, rules, side), rules, [*map(retold, events)]) for fight, rules, events in told]
            texts = [*stream(told, side)]
            assert texts == [*stream(other, side)]
            for (fight, rules, _), text in zip(told, texts, strict=True):
                assert not any(fight.combatants[who].name in text for who in hidden_from(fight, rules, side))


def test_an_attack_in_sight_is_news_without_its_numbers():
    session = from_encounter(find_encounter("dock-ambush"), "players", source="dock-ambush")
    states = [(session.fight, session.rules, ())]
    for line in ("attack joss thug1 --dice 5,6 --force", "attack ada gunner2 --dice 1,2 --force", "damage joss 4"):
        played = session.perform(read_line(line, session.rules, session.fight))
        states.append((played.fight, session.rules, played.events))
    _, hit, miss, hurt = (re.findall(r"<li>([^<]*)</li>", text) for text in stream(states, "crew"))
    assert hit[0] == "Joss Marlow hits Dockside thug 1"
    assert "Dockside thug 1: HP unhurt → bloodied" in hit
    assert miss[0] == "Ada Quill misses Winch gunner 2"
    assert hurt[:2] == ["Joss Marlow: HP 13/13 → 9/13", "Ada Quill misses Winch gunner 2"]
    hidden = [(in_hiding(fight), rules, events) for fight, rules, events in states]
    assert not any("gunner 2" in text for text in stream(hidden, "crew"))
    loud = {**session.rules.words, "roll.attack.success": "{who} hits {target} with {total}"}
    assert not any("hits" in text for text in stream([(f, replace(r, words=loud), e) for f, r, e in states], "crew"))


def test_another_group_in_play_is_one_piece_of_news():
    """Not one for each combatant of either group; those who wait are nowhere on the page."""
    session = from_encounter(find_encounter("dock-ambush"), "players", source="dock-ambush")
    states = [(session.fight, session.rules, ())]
    for line in ("split cellar joss thug1", "switch"):
        played = session.perform(read_line(line, session.rules, session.fight))
        states.append((played.fight, session.rules, played.events))
    _, split, switched = stream(states, "crew")
    assert re.findall(r"<li>([^<]*)</li>", split)[:2] == [
        "Joss Marlow goes to another group",
        "Dockside thug 1 goes to another group",
    ]
    assert re.findall(r"<li>([^<]*)</li>", switched)[0] == "Another group is in play"
    assert "Ada Quill" not in switched


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
    """Of other sides' combatants: health, notes and most of the sheet."""
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
    """The comparison can fail: it does if players get the GM's facts."""
    session = begun(system)
    fight, rules = session.fight, session.rules
    status = rules.status
    leaky = replace(rules, status=lambda fight, who: tuple(replace(each, secret=False) for each in status(fight, who)))
    side = next(iter(fight.combatants.values())).side
    other = altered(fight, rules, side)
    told, changed = in_every_form(fight, leaky, side), in_every_form(other, leaky, side)
    assert {name for name in told if told[name] == changed[name]} <= {"quiet", "terminal 40"}
    with pytest.raises(LawViolation, match=r"players see the \w+ of \w+"):
        players_see_no_secret(fight, leaky)


def doctored(monkeypatch, **declared):
    """Let every fight that the law begins have RBF with another sight."""
    begin = state.from_encounter

    def another(path, seed, source):
        session = begin(path, seed, source=source)
        own = session.rules.sight()
        session.rules = replace(session.rules, sight=lambda: replace(own, **declared))
        return session

    monkeypatch.setattr(state, "from_encounter", another)
    return find_encounter("dock-ambush")


def test_a_leak_in_the_ground_is_found(monkeypatch):
    path = doctored(monkeypatch, ground=lambda fight: tuple(f"{who} {one.hp}" for who, one in fight.combatants.items()))
    with pytest.raises(LawViolation, match="players see the hp of"):
        secrets_are_kept(path)


def test_a_field_that_an_open_fact_is_made_of_has_to_be_declared(monkeypatch):
    path = doctored(monkeypatch, fields=("at", "height", "place", "cover"))
    with pytest.raises(LawViolation, match="see the held of"):
        secrets_are_kept(path)


def test_a_name_in_the_ground_of_somebody_in_hiding_is_found(monkeypatch):
    path = doctored(monkeypatch, ground=lambda _fight: ("somewhere: thug1 and pell",))
    with pytest.raises(LawViolation, match=r"read of (thug1|pell), who is hidden"):
        secrets_are_kept(path)


def test_seed_and_notes_in_the_ground_are_found(monkeypatch):
    path = doctored(monkeypatch, ground=lambda fight: (fight.seed,))
    with pytest.raises(LawViolation, match="players see seed, dice or notes"):
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
    with pytest.raises(LawViolation, match="players of crew see the conditions of pell"):
        players_see_no_secret(fight, leaky)


@pytest.mark.parametrize("system", SHIPPED)
def test_what_a_sight_names_is_there(system):
    rules = load(system)
    declared = rules.sight()
    assert set(declared.fields) <= {field.name for field in fields(rules.sheet)}
    assert set(declared.questions) <= set(rules.question_kinds)
    assert isinstance(declared, Visibility)

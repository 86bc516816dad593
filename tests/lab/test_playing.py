"""Simulated fights: by the rules, the same with any workers, and won as often as the odds say."""

from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor
from fractions import Fraction

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from rbfcli.core.errors import LimitReached
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import execute
from rbfcli.engine.turns import sides_standing
from rbfcli.lab import play as playing
from rbfcli.lab import simulate as simulating
from rbfcli.lab.odds import interval
from rbfcli.lab.play import MARGINS, FightTally, Fought, Playing, actors
from rbfcli.lab.policies import SHIPPED, policy_named, watched
from rbfcli.lab.simulate import Players, added_up, played_once, policies_of, simulated
from rbfcli.lab.view import View
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Attack, verb_name
from rbfcli.model.fight import Condition
from rbfcli.storage.paths import list_encounters
from rbfcli.systems.registry import load
from rbfcli.testing.odds import every_way
from tests.conftest import LONG, each_encounter
from tests.lab.fights import FEW_ROUNDS, begun, plan_of

# A crisis is no fight.
FIGHTS = [name for name in list_encounters() if name != "losing-air"]


@pytest.mark.parametrize("policy", ["random", "weakest", "nearest"])
@pytest.mark.parametrize("name", each_encounter())
def test_every_shipped_fight_ends_or_is_capped(name, policy):
    plan = plan_of(name, policy)
    fought = played_once(plan, 1)
    assert fought.ended in (playing.OVER, playing.ROUNDS, playing.STUCK)
    assert fought.rounds <= FEW_ROUNDS
    assert set(fought.left) >= set(plan.fight.combatants)
    if fought.winner:
        rules, people = load(plan.system), plan.fight.combatants.items()
        others = {who for who, one in people if one.side != fought.winner and not rules.is_thing(one)}
        assert others <= set(fought.down)


@pytest.mark.parametrize("name", FIGHTS if LONG else ("duel", "flooded-crypt"))
def test_the_best_by_odds_plays_to_an_end(name):
    assert played_once(plan_of(name, "best", rounds=FEW_ROUNDS), 1).taken


def test_what_a_policy_does_for_a_friend_is_its_own():
    """The generic `stabilize tom` names no actor, and is offered to each of his friends."""
    session = begun("weir-at-dusk")
    for line in ("init", "damage tom 30"):
        session.perform(read_line(line, session.rules, session.fight))
    sides = dict.fromkeys(("party", "foes"), watched("kind", "kind", stabilizes))
    fought = Playing(session.rules, session.fight, sides, "seed", told=True).to_the_end(1)
    assert "stabilize tom" in fought.lines


def stabilizes(view):
    """A policy of those who only help the dying."""
    return [each for each in view.actions if verb_name(each) == "stabilize"]


def test_processes_change_nothing():
    """Chunks are added up in order, regardless of who plays them."""
    plan, fights = plan_of("duel", rounds=20), 80
    alone = added_up(simulated(plan, fights))
    with ProcessPoolExecutor(2) as pool:
        together = added_up(simulated(plan, fights, Players(pool, 2)))
    assert alone == together
    assert alone.tally.fights == fights


class OneChunkOnly:
    """An executor that plays the first chunk it is handed, and of which nothing more is ever heard."""

    def __init__(self):
        self.handed = 0

    def submit(self, play, *what):
        """A future that is done, or will never be."""
        self.handed += 1
        future = Future()
        if self.handed == 1:
            future.set_result(play(*what))
        return future


def test_whoever_is_gone_without_a_word_is_missed(monkeypatch):
    """A cluster that dies with results on their way neither gives them nor raises: it was waited for for ever."""
    monkeypatch.setattr(simulating, "SECONDS_BETWEEN_LOOKS", 0.01)
    looks = iter([True, True, False])
    cluster = Players(OneChunkOnly(), name="the cluster", is_there=lambda: next(looks))
    total = added_up(simulated(plan_of("duel"), 500, cluster))
    assert (total.stopped, str(total.lost)) == (True, "the cluster is gone")
    assert 0 < total.tally.fights < 500
    assert next(looks, None) is None


def test_an_interrupt_keeps_what_is_known():
    def interrupted():
        yield from simulated(plan_of("duel"), 50)
        raise KeyboardInterrupt

    total = added_up(interrupted())
    assert (total.stopped, total.tally.fights) == (True, 50)


def short_duel():
    """A duel after `init`, decided by one or two attacks."""
    session = begun("duel")
    session.perform(read_line("init", session.rules, session.fight))
    people = {who: replace(one, hp=6, at=0) for who, one in session.fight.combatants.items()}
    return replace(session.fight, combatants=people, seed="", drawn=0)


def exact_chances(plan, monkeypatch):
    """Who wins how often, by all dice of every command in turn; fights that are the same are gone on with once."""
    rules, policies = begun("duel").rules, {side: SHIPPED[name] for side, name in plan.policies.items()}
    found, states = Counter(), {b"": (Fraction(1), plan.fight)}

    def step(fight, dice):
        monkeypatch.setattr(playing, "execute", lambda rules, fight, command, **_: execute(rules, fight, command, dice))
        game = Playing(rules, fight, policies, "", told=False)
        game.go_on(plan.fight.round + plan.rounds)
        return game.fight if game.fight.paused else replace(game.fight, drawn=0)

    while states:
        behind = {}
        for chance, fight in states.values():
            standing = sides_standing(fight, rules)
            if len(standing) < 2 or fight.round > plan.fight.round + plan.rounds:
                found[standing.pop() if len(standing) == 1 else ""] += chance
                continue
            for weight, after in every_way(lambda dice, fight=fight: step(fight, dice)):
                key = encode(after)
                behind[key] = behind.get(key, (0, after))[0] + chance * weight, after
        states = behind
    monkeypatch.setattr(playing, "execute", execute)
    return found


def test_as_many_are_won_as_by_the_exact_odds(monkeypatch):
    """The chances of a short duel, counted over all dice, lie in the intervals of its simulation."""
    plan = plan_of("duel", fight=short_duel(), rounds=0)
    exact = exact_chances(plan, monkeypatch)
    assert sum(exact.values()) == 1
    assert set(exact) == {"crew", "dockers", ""}
    tally = added_up(simulated(plan, 1_000)).tally
    for winner, chance in exact.items():
        low, high = interval(Fraction(tally.wins[winner], tally.fights), tally.fights)
        assert low <= chance <= high


def test_a_stronger_side_wins_more():
    fight = begun("duel").fight
    ada = replace(fight.combatants["ada"], hp=100)
    strong = replace(fight, combatants={**fight.combatants, "ada": ada})
    few, many = (
        added_up(simulated(plan_of("duel", fight=each, rounds=50), 100)).tally.wins["crew"] for each in (fight, strong)
    )
    assert few < 80 < many


def test_a_policy_that_does_nothing_lets_turns_pass():
    session = begun("duel")
    sides = dict.fromkeys(("crew", "dockers"), lambda _view: ())
    fought = Playing(session.rules, session.fight, sides, "seed", told=False).to_the_end(500)
    assert (fought.ended, fought.winner) == (playing.STUCK, "")


def test_what_the_rules_refuse_is_no_deed():
    session = begun("duel")
    sides = dict.fromkeys(("crew", "dockers"), lambda view: [view.attack(who, who) for who in view.people])
    fought = Playing(session.rules, session.fight, sides, "seed", told=True).to_the_end(500)
    assert (fought.ended, fought.taken) == (playing.STUCK, {})


def test_whoever_has_to_stand_up_first_does():
    """FuturePath: prone combatants do not walk, and none on the ground reaches another."""
    fight = begun("pump-station").fight
    lying = {who: replace(one, conditions={"prone": Condition()}) for who, one in fight.combatants.items()}
    down = replace(fight, combatants={who: lying[who] for who in ("gort", "boss")})
    fought = played_once(plan_of("pump-station", fight=down, rounds=60), 1)
    assert (fought.ended, len(fought.down)) == (playing.OVER, 1)


def test_a_policy_sees_what_its_side_sees():
    """The health of others is a word, and hidden combatants are absent."""
    session, seen = begun("duel"), []

    def looks(view):
        seen.append((view.side, view.fight.combatants["bosun"].facts, view.foes))
        return SHIPPED["weakest"](view)

    sides = {"crew": looks, "dockers": SHIPPED["weakest"]}
    Playing(session.rules, session.fight, sides, "seed", told=False).to_the_end(1)
    assert all("/" not in facts[0].value for side, facts, _ in seen if side == "crew")
    assert seen[0][2] == {"bosun": 4}


def test_tallies_of_parts_are_those_of_all():
    fights = [
        Fought(winner=winner, ended="over", rounds=number % 3, left={"a": number}, down=(), dealt={}, taken={"a": 1})
        for number, winner in enumerate(["x", "y", "", "x"] * 5)
    ]
    whole, first, second = FightTally(), FightTally(), FightTally()
    for number, each in enumerate(fights, 1):
        whole.add(number, each, number % 7 - 3)
        (first if number <= 9 else second).add(number, each, number % 7 - 3)
    first.join(second)
    assert first == whole
    assert (whole.worst, whole.draws, whole.chance("x")) == (7, 5, 0.5)
    assert whole.median in range(1, 21)


def test_what_is_kept_does_not_grow_with_the_fights():
    """Margins are counted in that many steps, and the rest by side, round or combatant."""
    tally = FightTally()
    one = Fought(winner="x", ended="over", rounds=1, left={"a": 1}, down=(), dealt={}, taken={})
    for number in range(10_000):
        tally.add(number, one, number % (2 * MARGINS + 1) - MARGINS)
    assert len(tally.margins) == 2 * MARGINS + 1
    assert len(tally.rounds) == len(tally.left) == 1


def asks_without_end(scene, command):
    while True:
        scene.ask("critical", command.who, ("double", "none"), "RBF-ATK-2")


def explodes_without_end(scene, command):
    while True:
        scene.roll(command.who, "luck", "RBF-ATK-2", sides=1, count=1)


@pytest.mark.parametrize("policy", ["weakest", "best", "random"])
@pytest.mark.parametrize("attack", [asks_without_end, explodes_without_end])
def test_a_rule_without_an_end_ends_the_simulation_in_an_error(attack, policy, monkeypatch):
    """Status 5, not a fight without actions; the fight is unchanged."""
    monkeypatch.setattr("rbfcli.engine.questions.QUESTIONS", 50)  # each is played anew from the start of its command
    session = begun("duel")
    verbs = {
        kind: attack if kind is session.rules.verb_types["attack"] else function
        for kind, function in session.rules.verbs.items()
    }
    rules, fight = replace(session.rules, verbs=verbs), session.fight
    policies = dict.fromkeys(("crew", "dockers"), policy_named(policy))
    with pytest.raises(LimitReached) as refused:
        Playing(rules, fight, policies, "s", told=False).to_the_end(5)
    assert refused.value.status == 5
    assert session.fight == begun("duel").fight


STEPS = 400 if LONG else 40


@pytest.mark.parametrize("name", each_encounter())
def test_policies_try_every_plain_attack_that_the_rules_accept(name):
    """The rules refuse in every state of a fight what a view leaves out, such as a target out of reach."""
    plan = plan_of(name)
    rules = load(plan.system)
    game = Playing(rules, plan.fight, policies_of(plan), "every attack", told=False)
    for _ in range(STEPS):
        if game.go_on(FEW_ROUNDS):
            return
        for who, side in actors(rules, game.fight).items() if game.fight.paused is None else ():
            view = View(rules, game.fight, side, SeededDice("view"), people=(who,), question=None)
            tried = [*(each for foe in view.foes for each in view.strikes(who, foe)), *view.with_other_weapons(who)]
            able = [each for each in view.actions_of(who) if is_plain_attack(each) and view.is_accepted(each)]
            assert [each for each in able if each.targets[0] in view.foes and each not in tried] == []


def is_plain_attack(command):
    """Return whether a command is an attack without options, with the usual weapon or another."""
    weapon = {"weapon": command.weapon} if getattr(command, "weapon", "") else {}
    return isinstance(command, Attack) and command == type(command)(who=command.who, targets=command.targets, **weapon)

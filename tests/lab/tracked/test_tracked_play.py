"""Fights played by what their steps read come out as they are played plainly, whatever is kept."""

import gc
from contextlib import suppress
from weakref import ref

import pytest
from msgspec.structs import replace

from rbfcli.conformance import LawBroken
from rbfcli.conformance.tracked import compare
from rbfcli.kernel.events import Joined
from rbfcli.lab.playing import Playing
from rbfcli.lab.policies import policy_named
from rbfcli.lab.simulating import chunk_of
from rbfcli.lab.tracked import row_playing, states, switching
from rbfcli.lab.tracked.gear import Gear
from rbfcli.lab.tracked.parts import Misfit
from rbfcli.lab.tracked.playing import TrackedPlaying
from rbfcli.lab.tracked.switching import WORTH, Switch, soon_enough
from rbfcli.systems.catalogue import load
from tests.conftest import LONG
from tests.lab.fights import begun, plan_of

FIGHTS = 60 if LONG else 6
# One of each system; the law of the second gear plays all that are shipped.
SEVERAL = ("dock-ambush", "hangar-breach", "hangar-seven", "mine-raid", "worm-hunt")


@pytest.mark.parametrize("name", SEVERAL)
def test_many_fights_come_out_as_played(name):
    """Lines, damage and the last state of all, as it is kept and from what was kept."""
    session = begun(name)
    gear = compare(session.rules, session.fight, name, fights=FIGHTS, rounds=4)
    assert gear.followed > 10 * gear.given_up
    assert gear.followed > FIGHTS


def test_a_fight_that_is_kept_is_not_played_again():
    session = begun("duel")
    gear = compare(session.rules, session.fight, "duel", fights=8, rounds=20)
    missed = gear.missed
    _play(gear, "duel", "tracked 3")
    assert gear.missed == missed


@pytest.mark.parametrize("most", [1, 60])
def test_what_is_kept_is_bounded(most):
    """Past the bound nothing more is kept, and the fights are the same."""
    session = begun("dock-ambush")
    gear = compare(session.rules, session.fight, "dock-ambush", fights=3, rounds=3, most=most)
    assert gear.is_full
    assert gear.size <= most + len(gear.values)
    before = gear.size
    for number in range(4):
        _play(gear, "dock-ambush", f"others {number}")
    assert gear.size == before


@pytest.mark.parametrize("name", SEVERAL)
def test_cells_behind_a_plain_step_are_those_of_the_whole_fight(name):
    """By what the step has changed of a fight that was made of cells; what follows of those is not taken as known."""
    session = begun(name)
    gear = compare(session.rules, session.fight, name, fights=12, rounds=4)
    policies = {side: policy_named(policy) for side, policy in plan_of(name).policies.items()}
    game, compared = Playing(session.rules, session.fight, policies, "since", told=False), 0
    for _ in range(80):
        game.fight = before = session.rules.gist(game.fight)
        form, cells = gear.form_of(before), None
        places = (form.over_at, form.turn_over_at, form.actors_at)
        with suppress(Misfit):
            cells = form.cells_of(before)
            for place in places:
                form.value(cells, place)
            game.fight = before = form.fight(cells, before.seed, before.drawn)
        if game.go_on(before.round + 1):
            break
        if cells is None or game.fight.questions or gear.form_of(game.fight) is not form:
            continue
        with suppress(Misfit):
            after = session.rules.gist(game.fight)
            whole, since = form.cells_of(after), form.cells_since(cells, before, after)
            assert since[: form.first] == whole[: form.first]
            assert [form.value(since, place) for place in places] == [form.value(whole, place) for place in places]
            compared += 1
    assert compared >= 8


def test_policies_with_a_stream_of_their_own_and_by_odds_are_played_plainly():
    for policy in ("random", "best"):
        plan = plan_of("duel", policy)
        rules, gear = load(plan.system), Gear(load(plan.system), scouts=0)
        policies = dict.fromkeys(plan.policies, policy_named(policy))
        plainly = Playing(rules, plan.fight, policies, "x", told=True).to_the_end(4)
        assert TrackedPlaying(rules, plan.fight, policies, "x", told=True, gear=gear).to_the_end(4) == plainly
        assert gear.given_up


def test_a_rule_that_remembers_besides_the_fight_breaks_the_law():
    """A state of one's own is neither read nor written through the scene."""
    session = begun("duel")
    attack = next(kind for kind in session.rules.verbs if kind.__name__ == "Attack")
    calls = []

    def remembers(scene, command):
        calls.append(command)
        session.rules.verbs[attack](scene, command)
        scene.change(command.who, "notes", str(len(calls)), "GM")

    rules = replace(session.rules, verbs={**session.rules.verbs, attack: remembers})
    with pytest.raises(LawBroken, match="kept by what was read"):
        compare(rules, session.fight, "duel", fights=6, rounds=20)


@pytest.mark.parametrize(
    "secret",
    [lambda fight: fight.seed, lambda fight: fight.drawn > 3, lambda fight: f"{fight.drawn}"],
    ids=["seed", "compared", "written"],
)
def test_a_step_that_reads_the_seed_or_the_count_of_dice_is_not_kept(secret):
    session = begun("duel")
    attack = next(kind for kind in session.rules.verbs if kind.__name__ == "Attack")

    def reads(scene, command):
        scene.change(command.who, "notes", str(secret(scene.fight)), "GM")
        session.rules.verbs[attack](scene, command)

    rules = replace(session.rules, verbs={**session.rules.verbs, attack: reads})
    gear = compare(rules, session.fight, "duel", fights=6, rounds=20)
    assert gear.given_up


def test_a_long_run_comes_to_what_a_short_one_does(monkeypatch):
    """Chunks of a run that is worth keeping are those of one that is not."""
    monkeypatch.setattr(switching, "TIMED", 5)
    monkeypatch.setattr(switching, "Gear", lambda rules: Gear(rules, scouts=10))
    plan = replace(plan_of("duel", rounds=20), rows=True)
    for first in (1, 26, 51):
        assert chunk_of(plan, first, 25, WORTH) == chunk_of(plan, first, 25)


def test_a_short_run_keeps_nothing():
    rules = load("rbf")
    assert Switch(rules, WORTH - 1).gear is None
    assert Switch(rules, WORTH).gear is not None


def test_what_does_not_pay_is_dropped(monkeypatch):
    """Where windows are slower and more than a part of the run is lost, the rest is played plainly."""
    ticks = iter(range(10_000_000))
    monkeypatch.setattr(switching, "process_time", lambda: next(ticks))
    session = begun("duel")
    policies = dict.fromkeys(("crew", "dockers"), policy_named("weakest"))
    switch = Switch(session.rules, 20, Gear(session.rules, scouts=3))
    monkeypatch.setattr(switching, "WINDOW", 5)
    monkeypatch.setattr(switching, "TIMED", 3)
    for number in range(12):
        switch.play(session.fight, policies, f"x {number}", 20)
    assert switch.gear is not None
    monkeypatch.setattr(switching, "process_time", lambda: next(ticks) ** 2)
    for number in range(12, 24):
        switch.play(session.fight, policies, f"x {number}", 20)
    assert switch.gear is None


@pytest.mark.parametrize(
    ("usual", "before", "now", "times", "soon"),
    [
        (1, 9, 1, 1, True),  # as fast as usual already
        (1, 9, 0.5, 0.1, True),
        (1, 27, 3, 2, True),  # three times as fast each time: once more is enough
        (1, 27, 3, 1.9, False),
        (1, 32, 8, 8, True),  # twice as fast each time: three times more
        (1, 32, 8, 7.9, False),
        (1, 8, 8, 10**9, False),  # it grows no faster any more, or slower
        (1, 8, 9, 10**9, False),
        (1, 1.001, 1.0009, 2**19, True),
        (1, 1.001, 1.0009, 2**17, False),
    ],
)
def test_how_soon_kept_fights_are_as_fast_as_usual_is_reckoned(usual, before, now, times, soon):
    assert soon_enough(usual, before, now, times) is soon


@pytest.mark.parametrize(
    ("then", "later", "dropped"),
    [(30, 28, 16), (40, 1, 0), (10, 11, 0)],
)
def test_what_will_not_pay_soon_enough_is_dropped(monkeypatch, then, later, dropped):
    """Of 1,000 fights that take a second each the first four take 40 when they are kept, then four and eight less.

    That they take no less once, as while they wait for what comes the third time, is not enough to give them up.
    """
    seconds = [1] * 3 + [40] * 4 + [then] * 4 + [later] * 8
    ticks = iter([tick for each in seconds for tick in (0, each)])
    monkeypatch.setattr(switching, "process_time", lambda: next(ticks))
    monkeypatch.setattr(switching, "TIMED", 3)
    monkeypatch.setattr(switching, "RECKONED", 4)
    monkeypatch.setattr(switching, "WINDOW", 1_000)
    session = begun("duel")
    policies = dict.fromkeys(("crew", "dockers"), policy_named("weakest"))
    switch, kept = Switch(session.rules, 1_000, Gear(session.rules, scouts=3)), 0
    for number in range(len(seconds)):
        if switch.gear is not None:
            switch.play(session.fight, policies, f"x {number}", 20)
            kept += number >= switching.TIMED
    assert (kept, switch.gear is None) == (dropped or 16, dropped > 0)


def test_what_cannot_be_followed_is_dropped_at_once(monkeypatch):
    monkeypatch.setattr(switching, "TIMED", 1)
    monkeypatch.setattr("rbfcli.lab.tracked.gear.LEAST_STEPS", 5)
    session = begun("duel")
    policies = dict.fromkeys(("crew", "dockers"), policy_named("random"))
    switch = Switch(session.rules, 20, Gear(session.rules, scouts=8))
    for number in range(24):
        switch.play(session.fight, policies, f"x {number}", 4)
    assert switch.gear is None


def _play(gear, name, seed):
    plan = plan_of(name)
    policies = dict.fromkeys(plan.policies, policy_named("weakest"))
    fight = begun(name).fight
    return TrackedPlaying(gear.rules, fight, policies, seed, told=True, gear=gear).to_the_end(20)


def test_whoever_joins_a_fight_that_is_kept_by_its_gist_comes_in_where_it_belongs():
    """Its count of initiative is a number, and those of the gist are ranks: such a fight is played again, plainly."""
    session = begun("duel")
    turn = next(kind for kind in session.rules.verbs if kind.__name__ == "Turn")

    def joins(scene, command):
        if scene.fight.round == 2 and "late" not in scene.fight.combatants:
            late = replace(next(iter(scene.fight.combatants.values())), name="late", initiative=9)
            scene.emit(Joined(who="late", combatant=late))
        session.rules.verbs[turn](scene, command)

    rules = replace(session.rules, verbs={**session.rules.verbs, turn: joins})
    gear = compare(rules, session.fight, "duel", fights=6, rounds=8)
    assert gear.given_up


def test_a_policy_that_reads_the_round_is_told_the_true_one():
    plan, rules = plan_of("dock-ambush", rounds=9), load("rbf")
    weakest = policy_named("weakest")
    policies = dict.fromkeys(plan.policies, lambda view: weakest(view) if view._fight.round % 3 else ())  # noqa: SLF001
    gear = Gear(rules, scouts=4)
    for number in (*range(8), *range(8)):
        plainly = Playing(rules, plan.fight, policies, f"x {number}", told=True).to_the_end(9)
        assert TrackedPlaying(rules, plan.fight, policies, f"x {number}", told=True, gear=gear).to_the_end(9) == plainly


def test_whole_states_that_came_before_need_no_look_at_the_fight(monkeypatch):
    plan, rules = plan_of("duel", rounds=20), load("rbf")
    policies = dict.fromkeys(plan.policies, policy_named("weakest"))
    gear = Gear(rules, scouts=4)

    def play(number):
        return TrackedPlaying(rules, plan.fight, policies, f"x {number}", told=True, gear=gear).to_the_end(20)

    for _ in range(4):
        known = [play(number) for number in range(8)]
    monkeypatch.setattr(TrackedPlaying, "_step_by_step", lambda _self, _last: pytest.fail("a step was looked up"))
    assert [play(number) for number in range(8)] == known


@pytest.mark.parametrize(("comes_again", "is_kept"), [(4, True), (1, False)])
def test_states_that_hardly_come_again_are_not_asked_for_where_there_is_no_room(monkeypatch, comes_again, is_kept):
    monkeypatch.setattr(states, "JUDGED", 9)
    fight = begun("dock-ambush").fight
    gear = Gear(load("rbf"), scouts=0, most=1_000)
    gear.scout(replace(fight, round=fight.round + 1), lambda same: same)
    gear.scout(fight, lambda same: same)
    form = gear.form_of(fight)
    every, known = gear.states_of(form), [number for number in range(9) if number < comes_again]
    rows = [form.cells_of(replace(fight, round=number)) for number in range(9)]
    for number in [*known, *known, *[0] * (9 - 2 * len(known))]:
        every.at(rows[number])
    gear.room.of_states = gear.room.most
    for _ in range(3):
        for cells in rows:
            every.at(cells)
    assert (every.at(rows[0]) is not None) is is_kept


def test_a_fight_in_which_nobody_does_anything_is_stuck_as_soon(monkeypatch):
    """Its rounds are one state of the gist, over and over; how long it was idle is not a part of that."""
    plan, rules = plan_of("duel", rounds=400), load("rbf")

    def idle(_view):
        return ()

    monkeypatch.setattr(row_playing, "BY_GIST", [idle])
    policies, gear = dict.fromkeys(plan.policies, idle), Gear(rules, scouts=2)
    plainly = Playing(rules, plan.fight, policies, "x", told=True).to_the_end(400)
    assert plainly.ended == "stuck"
    for _ in range(4):
        assert TrackedPlaying(rules, plan.fight, policies, "x", told=True, gear=gear).to_the_end(400) == plainly


def test_a_fight_that_is_over_leaves_nothing_for_others_to_find():
    """The program seldom looks for circles: what is in one would stay for thousands of fights."""
    plan, rules = plan_of("duel", rounds=20), load("rbf")
    policies, gear = dict.fromkeys(plan.policies, policy_named("weakest")), Gear(rules, scouts=2)
    left = []
    gc.disable()
    try:
        for number in [*range(6)] * 4:
            playing = TrackedPlaying(rules, plan.fight, policies, f"x {number}", told=False, gear=gear)
            playing.to_the_end(20)
            left.append(ref(playing))
            del playing
        assert not [each for each in left[18:] if each() is not None]
    finally:
        gc.enable()

"""A policy sees neither hidden combatants nor the numbers of its enemies."""

from itertools import islice

import pytest
from msgspec.structs import replace

from rbfcli.dice.sources import MaxDice, SeededDice
from rbfcli.engine.play import execute
from rbfcli.engine.player_view import hidden_from, without
from rbfcli.lab.policies import SHIPPED
from rbfcli.lab.view import View
from rbfcli.language.parser import read_line
from rbfcli.model.fight import Condition
from rbfcli.systems.futurepath.sheet import Trap
from tests.conftest import each_encounter
from tests.lab.fights import begun

PEEKS = ("_", "rules")  # what is no part of a view, or knows no fight


def opened(name):
    """A shipped fight in its first turn."""
    session = begun(name)
    session.perform(read_line("init", session.rules, session.fight))
    while session.fight.questions:
        question = session.fight.questions[0]
        session.perform(read_line(f"choose {question.answers[0]}", session.rules, session.fight))
    if not session.fight.active and not session.fight.phase:
        session.perform(read_line("turn next", session.rules, session.fight))
    return session.rules, session.fight


def turn_of(who, rules, fight):
    """Return the fight during a combatant's turn."""
    while who not in rules.members(fight, fight.active):
        fight = execute(rules, fight, read_line("turn next --force", rules, fight)).fight
    return fight


def view_of(rules, fight, who):
    side = fight.combatants[who].side
    return View(rules, fight, side, SeededDice("view"), people=(who,), question=None)


def told(view, people, *besides):
    """All that a view answers, also where it is asked about people by their ids."""
    who = view.people[0]
    actions = view.actions
    attacks = [*(view.attack(who, other) for other in people), *besides]
    return {
        "fight": view.fight,
        "foes": view.foes,
        "actions": actions,
        "up": [view.is_up(each) for each in people],
        "far": [view.distance(one, other) for one in people for other in people],
        "opens": [view.opens_an_attack(each, action) for each in people for action in (*actions, *attacks)],
        "nearer": [view.brings_nearer(each, action) for each in people for action in (*actions, *attacks)],
        "rids": [view.rids(each, action) for each in people for action in (*actions, *attacks)],
        "arming": [each for who in people for each in view.arming(who, [*actions, *attacks])],
        "weakest": list(islice(SHIPPED["weakest"](view), 50)),
        "nearest": list(islice(SHIPPED["nearest"](view), 50)),
    }


def foes_of(fight, who):
    return [each for each, one in fight.combatants.items() if one.side != fight.combatants[who].side]


def first_with_foes(fight):
    return next(who for who, one in fight.combatants.items() if foes_of(fight, who) and one.conditions == {})


def hiding(fight, who):
    """The same fight in every system, with a condition that hides a combatant from other sides."""
    one = fight.combatants[who]
    there = replace(one, conditions={**one.conditions, "hidden": Condition()})
    return replace(fight, combatants={**fight.combatants, who: there})


@pytest.mark.parametrize("name", each_encounter())
def test_whoever_is_hidden_is_not_there(name):
    """A view with a hidden combatant equals a view without that combatant."""
    rules, fight = opened(name)
    who = first_with_foes(fight)
    foe = foes_of(fight, who)[0]
    hidden = hiding(fight, foe)
    gone = hidden_from(hidden, rules, fight.combatants[who].side)
    assert foe in gone
    people = (who, foes_of(fight, who)[0])
    assert told(view_of(rules, hidden, who), people) == told(view_of(rules, without(hidden, rules, gone), who), people)


@pytest.mark.parametrize("name", ["duel", "bgc/duel", "futurepath/duel", "rpj/duel", "threat/duel"])
def test_a_hidden_foe_is_refused_by_its_id(name):
    rules, fight = opened(name)
    who = first_with_foes(fight)
    foe = foes_of(fight, who)[0]
    seen, view = view_of(rules, fight, who), view_of(rules, hiding(fight, foe), who)
    assert seen.is_up(foe)
    assert not view.is_up(foe)
    assert (view.distance(who, foe), view.foes) == (None, {})
    assert not view.opens_an_attack(who, view.attack(who, foe))
    assert not view.rids(foe, view.attack(who, foe))


def test_nothing_tells_how_hard_a_foe_is_to_hit_or_to_drop():
    """Fights that look the same give the same view, whether an attack drops a foe or hits none."""
    rules, fight = opened("duel")
    fight = turn_of("ada", rules, fight)
    ada, bosun = (replace(fight.combatants[who], at=0) for who in ("ada", "bosun"))
    blow = read_line("attack ada bosun --critical double", rules, fight)
    weak, tough = (
        replace(fight, combatants={"ada": replace(ada, actions_left=3), "bosun": replace(bosun, **numbers)})
        for numbers in ({"hp": 1, "max_hp": 1, "tn": 1}, {"hp": 900, "max_hp": 900, "tn": 60, "damage": 90})
    )
    assert not rules.standing(execute(rules, weak, blow, MaxDice()).fight.combatants["bosun"])
    assert rules.standing(execute(rules, tough, blow, MaxDice()).fight.combatants["bosun"])
    people = ("ada", "bosun")
    assert told(view_of(rules, weak, "ada"), people, blow) == told(view_of(rules, tough, "ada"), people, blow)


def test_a_trap_that_nobody_found_is_in_no_rehearsal(monkeypatch):
    """FuturePath: what is rehearsed is a fight without it (FP-TRP-1)."""
    rules, fight = opened("futurepath/duel")
    traps = {"mine": Trap(name="mine", square="D3"), "pit": Trap(name="pit", square="E3", found=True)}
    fight = turn_of("corwin", rules, replace(fight, board=replace(fight.board, traps=traps)))
    rehearsed = []

    def noted(rules, fight, *rest):
        rehearsed.append(fight)
        return execute(rules, fight, *rest)

    monkeypatch.setattr("rbfcli.lab.view.execute", noted)
    assert view_of(rules, fight, "corwin").brings_nearer("corwin", read_line("move corwin D3", rules, fight))
    assert [[*each.board.traps] for each in rehearsed] == [["pit"]]


WATCHING = {"conditions": {"watching": Condition()}}
WHERE = {"rbf": ("at", "place"), "rpj": ("region", "group")}
REACTING = {
    "an overwatch": ("dock-ambush", "tamsin", "thug1", {}, WATCHING),
    "an overwatch by players": ("duel", "bosun", "ada", {}, WATCHING),
    "a counterspell": ("drowned-chapel", "hexer", "nadir", {"reactions_left": 0}, {"reactions_left": 1}),
    "a free attack": ("hangar-seven", "sela", "warframe", {"free_attack_spent": True}, {"free_attack_spent": False}),
    "another one": ("relay-road", "raider1", "corin", {"free_attack_spent": True}, {"free_attack_spent": False}),
}


@pytest.mark.parametrize(("name", "who", "foe", "spent", "left"), REACTING.values(), ids=REACTING)
def test_nothing_tells_whether_a_foe_may_still_react(name, who, foe, spent, left):
    """With the highest dice the attack would drop anyone; in a rehearsal there are no reactions."""
    rules, fight = opened(name)
    fight = turn_of(who, rules, fight)
    beside = {key: getattr(fight.combatants[who], key) for key in WHERE[rules.name]}
    views = []
    for fields in (spent, left):
        one = replace(fight.combatants[foe], **beside, **fields)
        views.append(view_of(rules, replace(fight, combatants={**fight.combatants, foe: one}), who))
    first, second = (told(each, (who, foe)) for each in views)
    assert first == second
    assert any(first["opens"])


def test_a_view_has_no_way_to_the_fight_as_it_is():
    rules, fight = opened("duel")
    view = view_of(rules, fight, "ada")
    for name in (each for each in dir(view) if not each.startswith(PEEKS)):
        assert getattr(view, name) is not fight
    assert not {"as_it_is", "after", "ranked", "answers_by_odds"} & set(dir(view))

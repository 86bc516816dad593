"""Whole fights at random, under every law of a line: a few in the gate, 1,000 in `make fuzz`."""

import pytest
from msgspec.structs import replace

from rbfcli.conformance import LawBroken, player
from rbfcli.kernel import verbs
from tests.conformance.test_systems import ENCOUNTERS
from tests.conftest import LONG

ALL_FIGHTS, IN_THE_GATE = 1_000, 1
OF_EACH = -(-ALL_FIGHTS // len(ENCOUNTERS)) if LONG else IN_THE_GATE


@pytest.mark.parametrize("number", range(OF_EACH))
@pytest.mark.parametrize("name", ENCOUNTERS)
def test_a_random_fight_keeps_every_law(name, number):
    accepted, refused = player.play_fights(name, [number])
    assert accepted + refused > 0


def test_a_fight_is_drawn_the_same_every_time():
    first, again = (player.Player("duel", "the same") for _ in range(2))
    first.play(12)
    again.play(12)
    assert first.script() == again.script()


def test_what_was_played_is_played_again():
    fight = player.Player("duel", "again")
    fight.play(80)
    assert any(line.startswith("undo") for line in fight.written)
    again = player.play_again(fight.script())
    assert (again.session.fight, again.script()) == (fight.session.fight, fight.script())


def test_a_broken_law_prints_a_fight_that_breaks_it_again(monkeypatch):
    def forgets_the_event(scene, command):
        verbs_before(scene, command)
        hurt = replace(scene.fight.combatants["ada"], hp=1)
        scene.fight = replace(scene.fight, combatants={**scene.fight.combatants, "ada": hurt})

    fight = player.Player("duel", "broken")
    rules = fight.session.rules
    verbs_before = rules.verbs[verbs.Damage]
    broken = replace(rules, verbs={**rules.verbs, verbs.Damage: forgets_the_event})
    start = player.from_encounter

    def doctored(path, seed, source):
        session = start(path, seed, source)
        session.rules = broken
        return session

    monkeypatch.setattr(player, "from_encounter", doctored)
    fight = player.Player("duel", "broken")
    with pytest.raises(LawBroken, match="something changed without an event") as wrong:
        fight.play(200)
    script = str(wrong.value).partition("\n")[2]
    assert script.splitlines()[0] == "start duel --seed broken"
    with pytest.raises(LawBroken, match="something changed without an event"):
        player.play_again(script)

"""Whole fights at random, under every law of a line: a few in the gate, 1,000 in `make fuzz`."""

import pytest
from msgspec.structs import replace

from rbfcli.conformance import LawBroken, hand_edits, player
from rbfcli.kernel import verbs
from rbfcli.session import saves
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
    opening, only = player.shrunk(script).splitlines()
    assert opening == script.splitlines()[0]
    assert only.startswith(("damage ", "expect refused { damage "))


def test_a_fight_that_breaks_no_law_is_not_shrunk():
    script = 'start duel --seed sound\ninit\nnote "a word"'
    assert player.shrunk(script) == script


def test_a_hand_edit_that_comes_to_something_else_than_a_typed_one_is_found(monkeypatch):
    monkeypatch.setattr(hand_edits, "write_toml", lambda _: saves.to_bytes(fight.session))
    fight = player.Player("duel", "hand")
    with pytest.raises(LawBroken, match="the save edited by hand is another fight"):
        fight.take('edit "[[\\"set\\",[\\"combatants\\",\\"ada\\",\\"hp\\"],3]]"')


def test_a_hand_edit_while_something_waits_may_be_remembered_in_other_steps():
    fight = player.Player("siege-drone", "waits")
    for line in ("condition add ilse prone", "cast drone arc ilse --force"):
        fight.take(line)
    assert fight.session.fight.questions
    fight.take('edit "[[\\"gone\\",[\\"combatants\\",\\"ilse\\",\\"conditions\\"]]]"')
    assert not fight.session.fight.combatants["ilse"].conditions


def test_a_save_that_does_not_lead_to_its_fight_is_found(monkeypatch):
    fight = player.Player("duel", "saved")
    fight.take("init")
    monkeypatch.setattr("rbfcli.session.history.chained", lambda *_: "0" * 12)
    monkeypatch.setattr("rbfcli.session.saves.journal_text", lambda _: "init  # 111111111111 -\n")
    with pytest.raises(LawBroken, match="line 1 of the journal was altered"):
        fight.take(player.SAVED)


def test_a_number_past_its_bound_is_refused_as_a_save_refuses_it():
    fight = player.Player("duel", "bound")
    fight.take("init")
    fight.take("set ada hp_max=1000000")
    before = fight.session.fight
    fight.take("set ada hp=1000001")
    assert fight.session.fight == before

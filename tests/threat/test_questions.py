"""Questions in the middle of an action: nested, of several at once, edited by the GM, saved, undone and refused."""

from fractions import Fraction

import pytest

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.events import without_pauses
from rbfcli.kernel.play import play
from rbfcli.lab.odds import mean
from rbfcli.language.fights import read_line
from rbfcli.session.saves import from_bytes, to_bytes

ASKING = ("complications=ask", "accessory=ask")
NESTED = "attack bram guard1 --dice 4,3"
ANSWERS = ("choose trade --dice 6,5", "choose keep", "choose last-stand")


def asked(table):
    """The kinds of the open questions, and whose they are."""
    return [(each.kind, each.who) for each in table.questions]


@pytest.fixture
def nested(start):
    """Bram with a helmet and 3 HP: a trade may cost both."""
    table = start(*ASKING)
    table.do("set bram hp=3 accessories=helmet")
    return table


def test_a_trade_asks_for_the_accessory_and_then_for_the_end(nested):
    """THR-CMP-1, THR-DMG-2, THR-DMG-3: each where the rule needs it; the tracker moves when all is settled."""
    nested.do(NESTED)
    assert asked(nested) == [("complication", "bram")]
    nested.do("choose trade", 6, 5)
    assert (nested.guard1.hp, nested.bram.hp, asked(nested)) == (2, 3, [("accessory", "bram")])
    nested.do("choose keep")
    assert (nested.bram.hp, nested.board.tracker, asked(nested)) == (0, 3, [("down", "bram")])
    nested.do("choose last-stand")
    assert (nested.board.tracker, asked(nested)) == (2, [])
    assert (nested.bram.accessories, list(nested.bram.conditions)) == (("helmet",), ["last-stand"])


@pytest.mark.parametrize("answer", ["--last-stand", "--answer down=last-stand"])
def test_a_last_stand_outlives_the_action_it_began_in(start, answer):
    """THR-DMG-3: one action more, then death: the one that brought it to 0 HP is not that action."""
    table = start()
    table.do("set bram hp=3")
    table.do(f"attack bram guard1 --complication trade {answer}", 4, 3, 1, 6)
    assert list(table.bram.conditions) == ["last-stand"]
    table.do("act bram hold the door --no-roll")
    assert list(table.bram.conditions) == ["dead"]


def test_answers_in_advance_come_to_the_same_fight(nested, start):
    """THR-CMP-1: the events of the pauses, joined, are those of one run."""
    nested.do(NESTED)
    told = list(nested.last.events)
    for line in ANSWERS:
        nested.do(line)
        told += nested.last.events
    at_once = start(*ASKING)
    at_once.do("set bram hp=3 accessories=helmet")
    advance = "--answer complication=trade --answer accessory=keep --answer down=last-stand"
    at_once.do(f"attack bram guard1 {advance}", 4, 3, 6, 5)
    assert at_once.session.fight == nested.session.fight
    assert without_pauses(told) == at_once.last.events


def test_a_pause_is_saved_undone_and_redone(nested):
    """THR-DMG-3: undo takes back one answer, a save keeps the pause, and both go on as if nothing had been."""
    seen = []
    for line in (NESTED, *ANSWERS):
        nested.do(line)
        seen.append(nested.session.fight)
        loaded = from_bytes(to_bytes(nested.session), "save")
        assert (loaded.session.fight, loaded.edited) == (nested.session.fight, False)
        nested.session.undo(1)
        nested.session.redo(1)
        assert nested.session.fight == seen[-1]
    nested.session.undo(2)
    assert asked(nested) == [("accessory", "bram")]
    nested.session = from_bytes(to_bytes(nested.session), "save").session
    nested.do("choose keep")
    nested.do("choose last-stand")
    assert nested.session.fight == seen[-1]
    assert [each.played.fight for each in nested.session.replay()][-1] == seen[-1]


@pytest.mark.parametrize(
    ("to", "line"),
    [
        (0, "choose fireworks"),
        (0, "choose 8"),
        (0, "choose trade --dice 6,5,4"),
        (0, "attack rill guard1"),
        (1, 'choose say "the straps"'),
        (1, "choose spend --dice 1"),
        (2, "choose stand"),
        (2, "choose 0"),
    ],
)
def test_a_refused_answer_leaves_the_pause(nested, to, line):
    """THR-CMP-1, THR-DMG-2, THR-DMG-3: only what is offered; own words where the page leaves it to the table."""
    nested.do(NESTED)
    for each in ANSWERS[:to]:
        nested.do(each)
    nested.refused(line)
    for each in ANSWERS[to:]:
        nested.do(each)
    assert asked(nested) == []


def test_what_the_gm_changes_meanwhile_counts(nested):
    """THR-CMP-2, THR-DMG-1: armour, health and threat are read when the damage is dealt, not when it was asked."""
    nested.do(NESTED)
    nested.do("set guard1 armour=5 hp=4")
    nested.do("set fight board.threat=5")
    nested.do("condition add bram disadvantage")
    nested.do("choose trade", 6, 5)
    assert (nested.guard1.hp, asked(nested)) == (3, [("accessory", "bram")])
    nested.do("set bram accessories=")
    assert (nested.bram.hp, asked(nested)) == (0, [("down", "bram")])
    nested.do("choose knocked-out")
    assert (nested.board.threat, nested.board.tracker) == (5, 2)
    assert set(nested.bram.conditions) == {"disadvantage", "knocked-out"}


def test_a_foe_the_gm_kills_meanwhile_is_no_worse_off(start):
    """THR-DMG-1, THR-TRACK-4, THR-END-1: the action goes on, and what it means is told when it is through."""
    table = start("complications=ask")
    table.do("remove guard2 guard3")
    table.do("attack bram guard1", 4, 3)
    table.do("damage guard1 worm 20")
    table.do("choose threat", 6)
    assert (list(table.guard1.conditions), table.board.threat) == (["dead"], 4)
    assert table.over == "all enemies are defeated"


def test_health_given_back_meanwhile_settles_the_choice(start):
    """THR-DMG-3: who is above 0 HP has nothing to choose, and the action goes on by itself."""
    table = start(init="init --phase defence")
    table.do("set bram hp=1")
    table.do("attack guard1 bram", 1, 1, 6)
    assert (asked(table), table.board.tracker) == ([("down", "bram")], 3)
    table.do("heal bram 2")
    assert (asked(table), table.bram.hp, table.board.tracker) == ([], 2, 2)
    assert table.session.fight.paused is None


def test_another_brought_down_meanwhile_chooses_first(start):
    """THR-DMG-3: the GM's damage has a question of its own; then the first goes on."""
    table = start(init="init --phase defence")
    table.do("set bram hp=1")
    table.do("attack guard1 bram", 1, 1, 6)
    table.do("damage rill 9")
    assert [each.who for each in open_now(table.session.fight)] == ["rill"]
    table.do("choose last-stand")
    table.do("choose knocked-out")
    assert (list(table.rill.conditions), list(table.bram.conditions)) == (["last-stand"], ["knocked-out"])
    assert table.board.tracker == 2


@pytest.mark.parametrize("order", [("bram", "rill"), ("rill", "bram")])
def test_all_whom_a_boss_hurts_are_asked_at_once(start, order):
    """THR-BOSS-1, THR-DMG-2, THR-DMG-3: each for itself, whoever answers first; dice fall before any question."""
    table = start("accessory=ask")
    table.do("set rill hp=2 armour=0 accessories=helmet")
    table.do("set bram hp=2 accessories=hat")
    table.do("boss worm rill odile bram", 5, 1, 4)
    assert (table.odile.hp, asked(table)) == (3, [("accessory", "rill"), ("accessory", "bram")])
    for who in order:
        table.do(f"choose {who} keep")
    assert sorted(asked(table)) == [("down", "bram"), ("down", "rill")]
    for who in order:
        table.do(f"choose {who} last-stand")
    assert all(list(table.session.fight.combatants[who].conditions) == ["last-stand"] for who in order)
    assert (table.session.fight.paused, table.worm.boss_moves_made) == (None, 1)


def test_all_whom_the_gm_hurts_are_asked_at_once_and_nobody_twice(offense):
    """THR-DMG-3: one question a PC, in any order."""
    offense.do("damage rill bram odile 9")
    offense.do("damage bram 1")
    assert asked(offense) == [("down", "rill"), ("down", "bram")]
    offense.do("choose bram knocked-out")
    offense.do("choose last-stand")
    assert [list(each.conditions) for each in (offense.rill, offense.bram, offense.odile)] == [
        ["last-stand"],
        ["knocked-out"],
        ["dead"],
    ]


def test_the_same_dice_fall_whatever_is_asked(start):
    """THR-DMG-2, THR-DMG-3: by the seed, with answers in advance or after a pause."""
    fights = []
    for lines in (
        ("boss worm rill bram --answer accessory=keep",),
        ("boss worm rill bram", "choose bram keep", "choose keep"),
    ):
        table = start("accessory=ask")
        for who in ("rill", "bram"):
            table.do(f"set {who} hp=20 armour=0 accessories=hat")
        for line in lines:
            table.do(line)
        fights.append(table.session.fight)
    assert fights[0] == fights[1]
    assert fights[0].drawn == 2


def test_breaking_off_leaves_what_was_done(nested):
    """THR-CMP-1: `--force` gives the waiting action up: its attack is spent, its damage never falls."""
    nested.do(NESTED)
    nested.do("attack rill guard1 --force --complication threat", 3, 3, 6)
    assert (nested.board.acted, nested.guard1.hp) == ({"bram": "attacked", "rill": "attacked"}, 1)
    assert asked(nested) == []


def test_a_pause_plays_the_same_from_its_line(nested):
    """THR-CMP-1: the answer as it is written down reads back as the same command."""
    nested.do(NESTED)
    fight = nested.session.fight
    nested.do("choose tra", 6, 5)
    written = nested.session.journal[-1]
    assert written == "choose trade --dice 6,5"
    assert (
        play(nested.session.rules, fight, read_line(written, nested.session.rules, fight)).fight == nested.session.fight
    )


def test_odds_answer_as_is_best_for_whoever_chooses(start):
    """THR-DMG-2: a spent accessory costs no health; fixed by the line, each answer has its own chances."""
    table = start("accessory=ask", "at_zero=knocked-out", init="init --phase defence")
    table.do("set bram accessories=helmet")
    line = "attack guard1 bram --complication 'say mud' --ultra 'say sky'"
    odds = {answer: table.odds(f"{line} {answer}") for answer in ("", "--accessory spend", "--answer accessory=keep")}
    assert odds[""].losses["bram"] == odds["--accessory spend"].losses["bram"] == {0: 1}
    assert odds["--answer accessory=keep"].mean_loss("bram") == Fraction(15, 36) * Fraction(9, 2)
    assert [(each.answer, each.asked, each.best) for each in odds[""].answers] == [
        ("spend", Fraction(15, 36), True),
        ("keep", Fraction(15, 36), False),
    ]
    assert mean(odds[""].answers[1].losses["bram"]) == Fraction(9, 2)


def test_what_is_stated_of_the_end_is_for_the_one_who_acts(offense):
    """THR-DMG-3: an enemy that somebody plays is asked at 0 HP, whatever its attacker said of itself."""
    offense.do("set guard1 pc=true hp=1")
    offense.do("attack rill guard1 --last-stand", 5, 5, 6)
    assert [(each.who, each.kind) for each in offense.questions] == [("guard1", "down")]
    offense.do("choose knocked-out")
    assert set(offense.guard1.conditions) == {"knocked-out"}
    assert offense.rill.conditions == {}

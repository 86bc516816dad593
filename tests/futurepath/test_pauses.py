"""Commands that wait for an answer: edited, undone, saved, answered beforehand (FP-MOV-10, FP-CRT-2, FP-FUL-1)."""

import pytest

from rbfcli.kernel.errors import RbfError
from rbfcli.session.saves import to_bytes
from rbfcli.systems.futurepath.attack.blow import fumble_meant


@pytest.fixture
def close(table):
    """Hale next to tough and bully, gort next to tough, too."""
    return table.put(hale="G2", tough="H1", bully="H3", yara="A1", gort="G1", porter="A7")


@pytest.fixture
def many(close):
    """Gort with two Extra Attacks and no Extra Damage."""
    return close.set("gort", "extra_damage=0", "extra_attacks=2")


def test_a_fumble_interrupts_a_full_attack(many):
    """FP-CRT-2, FP-FUL-1: what it brings comes before the next attack, which has its own dice."""
    many.do("full-attack gort tough", 1)
    assert [(each.kind, each.who) for each in many.questions] == [("fumble", "gort")]
    assert len(many.rolls("attack")) == 1
    assert many.do("choose none", 15, 4, 15, 4) == "success"
    assert len(many.rolls("attack")) == 2
    assert many.tough.hp == 30 - 6 - 6


def test_attacks_with_a_weapon_that_was_dropped_come_to_nothing(many):
    """FP-CRT-2, FP-ATK-2: nobody goes on with bare hands."""
    many.do("full-attack gort tough", 1)
    assert many.do("choose drop") == "failure"
    assert many.told("attack-disarmed") == {"thing": "broad sword"}
    assert not many.rolls("attack")
    assert (many.gort.held, many.tough.hp) == ("", 30)


def test_a_weapon_that_runs_empty_ends_a_full_attack(many):
    """FP-MOV-7, FP-FUL-1."""
    many.set("gort", "weapons=pistol", "held=pistol", "ammo.pistol=1")
    assert many.do("full-attack gort tough", 15, 4) == "success"
    assert many.told("attack-foiled") == {"reason": "the pistol of Gort is empty"}


def test_every_target_is_looked_at_before_the_first_die(many):
    """FP-FUL-1, FP-ATK-2."""
    many.put(bully="P1")
    assert many.refused("full-attack gort tough bully").rule == "FP-ATK-2"


def test_an_offer_nobody_takes_up_ends_with_the_next_command(many):
    """FP-CRT-2: the rest of the full attack is rolled first."""
    many.do("full-attack gort tough", 1)
    many.do("move yara B2")
    assert len(many.rolls("attack")) == 2
    assert (many.yara.square, many.questions, many.paused) == ("B2", (), None)


def test_nobody_who_is_down_fumbles(many):
    """FP-CRT-2: the offer is gone once the attacker is."""
    many.do("full-attack gort tough", 1)
    many.do("damage gort 45")
    assert not many.questions
    assert many.told("attack-foiled") is None


@pytest.mark.parametrize("line", ["choose", "choose sing", "choose 4", "choose say"])
def test_a_refused_answer_leaves_the_pause(close, line):
    """FP-CRT-2."""
    close.do("attack hale tough", 1)
    assert close.refused(line).status in (1, 2)
    close.do("choose 2")
    assert close.hale.held == ""


def test_a_fumble_in_own_words(close):
    """FP-CRT-2: the page leaves it to the GM."""
    close.do("attack hale tough", 1)
    close.do('choose say "the blade snaps"')
    assert close.told("fumbled") == {"effect": "the blade snaps"}


def test_opportunities_are_answered_in_the_listed_words_alone(close):
    """FP-MOV-10."""
    close.do("move hale C2")
    assert close.refused('choose say "he trips"').status == 2


def test_undo_and_redo_in_a_pause(close):
    """FP-MOV-10: an answer is taken back, and then the move."""
    before = close.session.fight
    close.do("move hale C2")
    asked = close.session.fight
    close.do("choose tough strike", 15, 3)
    struck = close.session.fight
    close.session.undo(1)
    assert close.session.fight == asked
    close.session.redo(1)
    assert close.session.fight == struck
    close.session.undo(2)
    assert close.session.fight == before


def test_a_pause_is_saved_and_read_again(close):
    """FP-MOV-10, FP-CRT-2: after every line, edits included."""
    lines = [
        "move hale C2",
        "damage hale 1",
        "choose tough strike --dice 1",
        "set hale ac=20",
        "choose drop",
        "choose pass",
    ]
    for line in lines:
        close.do(line)
        raw = to_bytes(close.session)
        assert to_bytes(close.reload().session) == raw
    assert (close.hale.hp, close.hale.square, close.tough.held, close.paused) == (19, "C2", "", None)
    assert [each.played.fight for each in close.session.replay()][-1] == close.session.fight


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("move hale C2", {"tough": "strike", "bully": "pass"}),
        ("sprint hale A2", {"tough": "pass", "bully": "strike"}),
        ("technique hale charge yara --force", {"tough": "pass", "bully": "pass"}),
    ],
)
def test_answers_given_beforehand_come_to_the_same_fight(close, line, answers):
    """FP-MOV-10: the same dice of the seed."""
    close.do(line)
    for who, answer in answers.items():
        close.do(f"choose {who} {answer}")
    asked = close.session.fight
    close.session.undo(1 + len(answers))
    close.do(" ".join([line, *(f"--answer opportunity={each}" for each in answers.values())]))
    assert close.session.fight == asked


def test_what_is_said_beforehand_is_a_known_effect_or_own_words(close):
    """FP-CRT-2: a beginning is enough; what is no effect is refused before any die."""
    close.do("attack hale tough --fumble d", 1)
    assert close.hale.held == ""
    assert close.refused("attack gort tough --fumble sings").status == 2
    assert close.refused("full-attack gort tough --fumble sings").status == 2
    assert close.refused("technique yara charge tough --fumble sings").status == 2


@pytest.mark.parametrize(("said", "meant"), [("", ""), ("d", "drop"), ("say it sparks", "it sparks")])
def test_a_fumble_is_meant_in_short_or_in_own_words(said, meant):
    """FP-CRT-2: by whoever orders the attack, typed or not."""
    assert fumble_meant(said) == meant


def test_a_fumble_nobody_knows_is_refused():
    """FP-CRT-2: in the words of the table."""
    with pytest.raises(RbfError) as caught:
        fumble_meant("sings")
    assert (caught.value.message, caught.value.hint) == ("there is no fumble 'sings'", "known: none, drop, prone")


def test_a_charge_is_refused_before_it_sets_out(close):
    """FP-TEC-1, FP-ATK-2: no die is rolled for an attack that cannot be made where the way ends."""
    assert close.refused("technique yara charge tough --with knife").rule == "FP-ATK-2"
    close.set("tough", "cover=full")
    assert close.refused("technique yara charge tough").rule == "FP-COV-2"


def test_a_charge_at_somebody_who_was_moved_away_comes_to_nothing(close):
    """FP-TEC-1: the runner gets there all the same."""
    close.put(tough="N7", hale="C7", bully="B6", gort="A5")
    close.do("technique hale charge tough")
    close.do("set tough square=P10")
    assert close.do("choose pass") == "failure"
    assert close.told("attack-foiled")["reason"].startswith("Tough is ")
    assert close.hale.square == "M7"


def test_an_overrun_over_the_dead_needs_no_save(close):
    """FP-TEC-1, FP-FLD-2: the enemy in the way dies while others choose."""
    close.put(hale="C6", tough="J6", bully="B6", gort="A5")
    close.do("technique hale overrun tough --to K6")
    close.do("damage tough 60")
    close.do("choose pass")
    assert not close.rolls("save")
    assert close.hale.square == "K6"


def test_an_object_goes_as_far_as_it_is_pushed(close):
    """FP-MOV-11: whoever pushes it is struck down on the way."""
    close.put(hale="A9", bully="D10").set("hale", "hp=1", "speed=60")
    close.do("set fight board.traps.mine.armed=false")
    close.do("drag hale crate G9")
    assert [each.who for each in close.questions] == ["bully"]
    assert close.board.objects["crate"].square == "D9"
    close.do("choose strike", 19, 3)
    assert (close.hale.square, close.board.objects["crate"].square) == ("C9", "D9")

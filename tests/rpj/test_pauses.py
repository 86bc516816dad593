"""Commands that wait for an answer: reactions inside reactions, edits in between, undo, saves, answers ahead."""

import pytest

from rbfcli.kernel.evolve import evolve
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.systems.rpj.sheet import saves_left

HIT, MISS = (6, 6, 6, 6), (1, 1, 1, 1)


@pytest.fixture
def crossfire(begin):
    """Ann has entered region 1, which Rook (beside Bob) and Pike watch; both are asked."""
    field = begin("set rook overwatch=1", "set pike overwatch=1")
    field.do("move ann 1")
    assert field.offers() == [("rook", "entering"), ("pike", "entering")]
    return field


def test_a_reaction_to_a_reaction_is_asked_first(crossfire):
    """RPJ-OVR-2, RPJ-ACT-6: Bob answers Rook's shot before Pike need decide; then Pike's offer stands still."""
    crossfire.do("choose rook attack", *MISS)
    assert crossfire.offers() == [("pike", "entering"), ("bob", "shooting")]
    crossfire.do("choose bob attack", *HIT, *MISS)
    assert "incapacitated" in crossfire.rook.conditions
    assert crossfire.offers() == [("pike", "entering")]
    crossfire.do("choose attack", *MISS)
    assert (crossfire.offers(), crossfire.pike.overwatch) == ([], "")
    assert crossfire.fight.paused is None


def test_the_last_to_be_asked_may_be_passed_over(crossfire):
    """RPJ-ACT-6: Pike answers first; Bob's offer was the later one and lapses."""
    crossfire.do("choose rook attack", *MISS)
    crossfire.do("choose pike attack", *MISS)
    assert crossfire.offers() == []
    assert not crossfire.bob.free_attack_spent


def test_who_falls_to_the_first_shot_is_not_shot_again(crossfire):
    """RPJ-OVR-2: Pike keeps the watch."""
    crossfire.do("damage ann 4")
    crossfire.do("choose rook attack", *HIT, *MISS)
    assert "incapacitated" in crossfire.ann.conditions
    assert crossfire.offers() == [("bob", "shooting")]
    assert crossfire.pike.overwatch == "1"


@pytest.mark.parametrize(
    ("edit", "left"),
    [
        ("damage ann 5", []),
        ("damage rook 3", [("pike", "entering")]),
        ("set pike overwatch=3", [("rook", "entering")]),
        ("set ann region=0", []),
        ("set rook side=crew", [("pike", "entering")]),
        ("condition add pike dead", [("rook", "entering")]),
        ("condition add ann suppressed", [("rook", "entering"), ("pike", "entering")]),
        ("note thunder", [("rook", "entering"), ("pike", "entering")]),
    ],
)
def test_an_edit_withdraws_what_it_makes_impossible(crossfire, edit, left):
    """RPJ-OVR-2: who is down, looks elsewhere or is no foe is asked no longer; the rest waits on."""
    crossfire.do(edit)
    assert crossfire.offers() == left
    assert (crossfire.fight.paused is not None) == bool(left)


def test_what_the_gm_does_in_between_stays_done(crossfire):
    """RPJ-DMG-1: damage, healing and a changed defense value count when the shot falls."""
    crossfire.do("damage ann 2")
    crossfire.do("heal ann 1")
    crossfire.do("set ann ranged_defense=30")
    assert saves_left(crossfire.ann, "vest") == (9,)
    crossfire.do("choose rook attack --force", *HIT)
    assert crossfire.rolls("overwatch")[0].against == 30
    assert saves_left(crossfire.ann, "vest") == (9,)


def test_undo_and_redo_inside_a_pause(crossfire):
    """RPJ-OVR-2: each answer is taken back by itself, and comes out the same again."""
    asked = crossfire.fight
    crossfire.do("choose rook attack", *MISS)
    nested = crossfire.fight
    crossfire.do("choose bob attack", *MISS)
    crossfire.do("choose pike attack", *MISS)
    ended = crossfire.fight
    crossfire.session.undo(3)
    assert crossfire.fight == asked
    crossfire.session.redo(1)
    assert crossfire.fight == nested
    crossfire.session.redo(2)
    assert crossfire.fight == ended


def test_a_save_with_an_open_question_goes_on(crossfire):
    """RPJ-OVR-2: written, read back and answered, the fight comes to the same."""
    crossfire.do("choose rook attack")
    loaded = from_bytes(to_bytes(crossfire.session), "save")
    again = loaded.session
    assert not loaded.edited
    assert again.fight == crossfire.fight
    crossfire.do("choose bob attack")
    there, crossfire.session = crossfire.session, again
    crossfire.do("choose bob attack")
    assert crossfire.fight == there.fight
    assert [each.played for each in crossfire.session.replay()][-1].fight == there.fight


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("move ann 1 --answer entering=attack --answer shooting=attack", ("rook attack", "bob attack", "pike attack")),
        ("move ann 1 --answer entering=pass", ("rook pass", "pike pass")),
        ("move ann 1 --react rook --react pike", ("rook attack", "bob pass", "pike attack")),
        ("move ann 1 --no-react", ("rook pass", "pike pass")),
    ],
)
def test_answers_given_in_advance_come_to_the_same(begin, line, answers):
    """RPJ-ACT-5, RPJ-OVR-2: by --answer, --react or --no-react, with the same dice of the seed."""
    asked, told = (begin("set rook overwatch=1", "set pike overwatch=1") for _ in range(2))
    asked.do("move ann 1")
    for answer in answers:
        asked.do(f"choose {answer}")
    told.do(line)
    assert told.fight == asked.fight


def test_the_events_of_a_pause_joined_are_those_of_one_run(crossfire):
    """RPJ-OVR-2: what is told before and after an answer makes the whole fight."""
    fight = crossfire.fight
    for answer in ("rook attack", "bob pass", "pike attack"):
        crossfire.do(f"choose {answer}")
        for event in crossfire.last.events:
            fight = evolve(fight, event)
        assert fight == crossfire.fight


@pytest.mark.parametrize("line", ["choose bob attack", "choose rook parry", "choose 3", "choose rook attack --dice 9"])
def test_a_refused_answer_leaves_the_pause(crossfire, line):
    """RPJ-OVR-2: nobody who was not asked, no other answer, no impossible die; the save stays byte for byte."""
    assert crossfire.refused(line).status == 2
    assert crossfire.offers() == [("rook", "entering"), ("pike", "entering")]


def test_the_next_command_lets_all_offers_go(crossfire):
    """RPJ-ACT-5: unspent offers lapse when the mover goes on."""
    crossfire.do("attack ann rook", *MISS)
    assert crossfire.offers() == []
    assert (crossfire.rook.overwatch, crossfire.pike.overwatch) == ("1", "1")


def test_removing_who_is_asked_lets_the_offers_go(crossfire):
    """RPJ-OVR-2: the move is through, and Rook is gone."""
    crossfire.do("remove rook")
    assert crossfire.offers() == []
    assert "rook" not in crossfire.fight.combatants


def test_the_winner_of_a_grapple_may_be_told_in_advance(field):
    """RPJ-GRP-5: --answer does as the answer does."""
    field.turn_of("bob")
    field.do("grapple bob rook", *HIT)
    field.turn_of("rook")
    field.do("grapple rook --answer grapple-won=hurt", *HIT, *MISS, 1, 1, 2, 2)
    assert saves_left(field.bob, "base") == (12, 14)
    assert field.offers() == []

"""Dice by hand and seeds: queued for the rolls that follow, and written into the journal as they fell."""

import json

from rbfcli.script.faces_needed import faces_needed
from rbfcli.script.script_dice import ScriptDice
from rbfcli.session.storage import MemoryStorage


def test_faces_wait_until_something_rolls(fight):
    ran = fight("dice 5,7", "note nothing", "attack vex thug1", "expect thug1.hp == 9", "expect last.total == 15")
    assert ran.status == 0


def test_faces_left_over_wait_for_the_next_command(fight):
    lines = [
        "dice 5,7,2,2",
        "attack vex thug1",
        "expect last.total == 15",
        "attack vex thug1",
        "expect last.total == 7",
    ]
    assert fight(*lines).status == 0


def test_a_command_takes_a_face_that_waits_and_rolls_the_rest(fight):
    ran = fight("dice 5", "attack vex thug1", json=True)
    faces = json.loads(ran.out.splitlines()[-1])["events"][1]["dice"]
    assert [(die["face"] if die["given"] else "rolled") for die in faces] == [5, "rolled"]


def test_dice_on_the_command_come_before_those_that_wait(fight):
    lines = ["dice 1,1", "attack vex thug1 --dice 5,7", "expect last.total == 15", "attack vex thug1"]
    assert fight(*lines, "expect last.outcome == failure").status == 0


def test_faces_that_nothing_rolled_are_a_mistake(fight):
    ran = fight("dice 5,7,3", "attack vex thug1")
    assert ran.status == 1
    assert ran.error.startswith("rbf: test.rbf:3:1: faces given by `dice` were never rolled: 3")


def test_a_face_that_the_die_does_not_have_is_refused_where_it_would_be_rolled(fight):
    ran = fight("dice 9", "attack vex thug1")
    assert ran.status == 2
    assert "test.rbf:4:1: the face 9 given for die 1 is impossible: a d8 shows 1 to 8" in ran.error


def test_what_is_no_face_is_refused_at_once(fight):
    ran = fight("dice 5,x")
    assert ran.status == 2
    assert "test.rbf:3:1: 'x' is not the face of a die" in ran.error


def test_a_thousand_faces_can_wait(fight):
    assert "at most 1000 faces can be given ahead of their rolls" in fight("dice " + "1," * 1000, "dice 1").error


def test_a_refused_command_takes_no_faces(fight):
    ran = fight("dice 5,7", "attack thug1 vex", "attack vex thug1", "print ${last.total}", keep_going=True)
    assert (ran.status, ran.out) == (1, "15\n")


def test_faces_serve_expressions_and_one_liners_too(run):
    ran = run('dice 6,8,5,7\nprint ${roll("2d8+1")}\nattack --system rbf --mod 4 --tn 14 --damage 9\n', quiet=True)
    assert (ran.status, ran.out) == (0, "15\n")


def test_the_journal_holds_exactly_the_faces_used(run):
    ran = run("start pit.toml --seed s\ninit\ndice 5,7,3,3\nattack vex thug1\nattack vex thug1\nlog --script\n")
    assert ran.out.endswith("attack vex thug1 --dice 5,7\nattack vex thug1 --dice 3,3\n")


def test_seed_before_the_fight_is_the_seed_of_the_fight(run):
    seeded = run("seed tuesday\nstart pit.toml\ninit\nattack vex thug1\nattack vex thug1\nshow\n")
    named = run("start pit.toml --seed tuesday\ninit\nattack vex thug1\nattack vex thug1\nshow\n")
    assert seeded.out.splitlines()[-4:] == named.out.splitlines()[-4:]


def test_seed_in_the_fight_begins_its_dice_anew_and_is_in_the_journal(fight):
    ran = fight("seed dawn", "attack vex thug1", "let first = last.total", "undo", "seed dawn",
                "attack vex thug1", "expect last.total == first", "log --script", quiet=False)  # fmt: skip
    assert ran.status == 0
    assert ran.out.count("set fight seed=dawn\n") == 2


def test_rolls_outside_a_fight_grow_from_the_seed(run):
    text = 'seed dawn\nprint ${roll("1d1000")} ${roll("1d1000")}\n'
    first, again = run(text, quiet=True).out, run(text, quiet=True).out
    assert first == again
    assert len(set(first.split())) == 2


def test_a_fight_without_a_seed_says_which_one_it_got(run):
    words = run("start pit.toml\n").out.splitlines()[0].split()
    assert words[:4] == [">", "start", "pit.toml", "--seed"]
    assert len(words[4]) == 16


def test_a_roll_takes_as_many_faces_as_it_draws():
    dice = ScriptDice()
    dice.add_faces("6,6,2,1,1,1,1,3,4,4")
    assert faces_needed(["roll", "2d6!", "1d4", "-n", "2"], 0, dice, MemoryStorage()) == (6, 6, 2, 1, 1, 1, 1, 3)
    assert faces_needed(["roll", "3d6!>5", "--dialect", "roll20"], 0, dice, MemoryStorage()) == (6, 6, 2, 1, 1)
    assert faces_needed(["roll", "3d6", "--dice", "1,1,1"], 0, dice, MemoryStorage()) == ()
    assert faces_needed(["show"], 0, dice, MemoryStorage()) == ()

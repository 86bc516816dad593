"""Plain commands, comments, and what a run prints in each of its forms."""

import json
from time import process_time

import pytest

from rbfcli.language.parser import fight_verbs, parse_line
from rbfcli.language.verbs import VERBS
from rbfcli.script.commands import faces_needed
from rbfcli.script.context import ScriptState
from rbfcli.session.file_store import MemoryStorage
from rbfcli.systems.registry import load


def test_help_on_a_verb_is_shown_and_nothing_is_played(fight):
    """`init --help` in a script or a pipe began the fight."""
    verbs = [*fight_verbs(load("rbf")), *VERBS]
    asked = [f"{verb} vex {option}" for verb in verbs for option in ("--help", "-h")]
    told = [json.loads(line) for line in fight(*asked, "show", json=True, keep_going=True).out.splitlines()]
    first, *answers, last = told[1:]
    assert [each["command"] for each in answers] == [f"help {verb}" for verb in verbs for _ in range(2)]
    assert last["revision"] == first["revision"]


def test_commands_are_played_in_memory_and_leave_nothing_behind(run, folder):
    before = sorted(path.name for path in folder.iterdir())
    ran = run("start pit.toml --seed s\ninit\nattack vex thug1 --dice 5,7\nexpect thug1.hp == 9\n", quiet=True)
    assert (ran.status, ran.out, ran.error) == (0, "", "")
    assert sorted(path.name for path in folder.iterdir()) == sorted([*before, "test.rbf"])


def test_output_is_a_transcript(run):
    ran = run("start pit.toml --seed s\ninit\n\n# Vex strikes\nattack vex thug1 --dice 5,7  # by hand\n")
    assert ran.status == 0
    assert "> attack vex thug1 --dice 5,7\nVex hits Thug 1: 15 vs TN 12 (+3)  [5 7] +3" in ran.out
    assert "# Vex" not in ran.out


def test_output_without_the_commands(run):
    ran = run("start pit.toml --seed s\ninit\nprint > hello\nnote a\n", echo=False)
    assert ran.out.endswith("> hello\nnote: a\n")
    assert "> note" not in ran.out


def test_a_hash_inside_a_word_and_an_apostrophe_are_letters(fight):
    ran = fight("print Orc#1 isn't here # but this is a comment", "print 'in # quotes'")
    assert ran.out == "Orc#1 isn't here\nin # quotes\n"


def test_a_backslash_goes_on_in_the_next_line(fight):
    assert fight("print one \\", "  two").out == "one two\n"


def test_a_comment_does_not_go_on(fight):
    assert fight("# no more \\", "print here").out == "here\n"


def test_bom_and_carriage_returns_are_taken_off(run, folder):
    (folder / "windows.rbf").write_bytes(b"\xef\xbb\xbfprint a\r\nprint b\r\n")
    assert run("windows.rbf", quiet=True).out == "a\nb\n"


def test_json_is_one_object_a_statement(fight):
    ran = fight("attack vex thug1 --dice 5,7", "expect thug1.hp == 9", "print hello", "let n = 3/4", json=True)
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert [each["ok"] for each in told] == [True] * 6
    assert told[2]["command"] == "attack vex thug1 --dice 5,7"
    assert told[2]["outcome"] == "success"
    assert told[4] == {"format": "rbf/1", "ok": True, "command": "print hello", "text": "hello"}
    assert told[5]["value"] == "3/4"


def test_nothing_is_expanded_as_a_shell_would(fight, folder):
    ran = fight("attack vex $(touch P) `touch P`")
    assert ran.status == 1
    assert "unknown combatant '$(touch'" in ran.error
    assert not (folder / "P").exists()


@pytest.mark.parametrize("option", ["-e", "--encounter", "--enc"])
def test_a_line_cannot_work_on_another_save(fight, option):
    ran = fight(f"damage vex 1 {option} other.toml")
    assert ran.status == 2
    assert "a command in a script cannot name another save" in ran.error


def test_a_line_cannot_wait_in_its_own_way(fight):
    ran = fight("damage vex 1 --lock-timeout 5")
    assert ran.status == 2
    assert (
        "a command in a script cannot wait for the save in its own way; in a shell: rbf run SCRIPT --lock-timeout N"
        in ran.error
    )


def test_control_characters_are_shown_not_obeyed(fight):
    assert fight("print a\x1b[31mb").out == "a\\x1b[31mb\n"
    assert "\x1b" not in fight("no\x1bverb").error


def test_a_relative_encounter_is_looked_for_beside_the_script(run, folder, monkeypatch):
    ran = run("start pit.toml --seed s\n")
    (folder / "deeper").mkdir()
    monkeypatch.chdir(folder / "deeper")
    assert run("../test.rbf").out == ran.out


def test_a_script_means_the_same_files_wherever_it_is_run(run, folder, monkeypatch):
    run("start pit.toml --seed s\nprint $title\n")
    (folder / "deeper").mkdir()
    (folder / "deeper" / "pit.toml").write_text((folder / "pit.toml").read_text().replace("The pit", "Deeper"))
    monkeypatch.chdir(folder / "deeper")
    assert run("../test.rbf", quiet=True).out == "The pit\n"


def test_shipped_scripts_run_by_name_from_any_folder(run):
    ran = run("duel", quiet=True)
    assert (ran.status, ran.out, ran.error) == (0, "", "")


def test_a_script_that_is_not_there_names_itself(run):
    ran = run("nowhere.rbf")
    assert (ran.status, ran.error) == (3, "no such script: nowhere.rbf")


def test_a_script_too_big_is_refused_before_it_is_read(run, folder):
    (folder / "big.rbf").write_text("# much\n" * 200_000)
    assert run("big.rbf").status == 3


def test_what_is_no_text_is_refused_with_its_place(run, folder):
    (folder / "binary.rbf").write_bytes(b"print a\nprint \xff\n")
    ran = run("binary.rbf")
    assert (ran.status, ran.error) == (3, "binary.rbf:2:7: not UTF-8 text")


@pytest.mark.parametrize("line", ["roll 1d6 --seed a", "odds 1d6"])
def test_json_of_dice_names_the_line_as_it_stands_in_the_script(run, line):
    assert json.loads(run(f"{line}\n", json=True).out)["command"] == line


# Dice by hand and seeds: queued for the rolls that follow, and written into the journal as they fell.


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
    assert ran.error.startswith("rbf: test.rbf:3:1: faces given by `dice` were not rolled: 3")


def test_a_face_that_the_die_does_not_have_is_refused_where_it_would_be_rolled(fight):
    ran = fight("dice 9", "attack vex thug1")
    assert ran.status == 2
    assert "test.rbf:4:1: face 1 must be from 1 to 8 on a d8, not 9" in ran.error


def test_what_is_no_face_is_refused_at_once(fight):
    ran = fight("dice 5,x")
    assert ran.status == 2
    assert "test.rbf:3:1: each face must be a whole number, not 'x'" in ran.error


def test_a_thousand_faces_can_wait(fight):
    assert "at most 1000 faces can be given in advance" in fight("dice " + "1," * 1000, "dice 1").error


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
    dice = ScriptState()
    dice.add_faces("6,6,2,1,1,1,1,3,4,4")
    assert faces_needed(parse_line(["roll", "2d6!", "1d4", "-n", "2"]), dice, MemoryStorage()) == (
        6,
        6,
        2,
        1,
        1,
        1,
        1,
        3,
    )
    assert faces_needed(parse_line(["roll", "3d6!>5", "--dialect", "roll20"]), dice, MemoryStorage()) == (6, 6, 2, 1, 1)
    assert faces_needed(parse_line(["roll", "3d6", "--dice", "1,1,1"]), dice, MemoryStorage()) == ()
    assert faces_needed(parse_line(["show"]), dice, MemoryStorage()) == ()


# Fights that are played on from a script: shares of many, by the side that wins.


@pytest.mark.parametrize(
    ("lines", "out"),
    [
        (["print ${simulate(40).crew + simulate(40).dockers + simulate(40).draws}"], "1\n"),
        (["let a = simulate(40).crew", "let b = simulate(40).crew", "print ${a == b}"], "true\n"),
        (["damage thug* 100", "damage old-tom 4", "print ${simulate(40).crew > 0.6}"], "true\n"),
    ],
)
def test_shares(fight, lines, out):
    ran = fight(*lines)
    assert (ran.status, ran.out, ran.error) == (0, out, "")


@pytest.mark.parametrize("name", ["draws", "sides"])
def test_a_side_with_a_name_of_the_result_is_found_among_the_sides(fight, name):
    """`.draws` is the share without a winner; a side of that name is `.sides.draws`."""
    ran = fight(
        f"set thug1 side={name}", f"set old-tom side={name}",
        f"let won = simulate(40).sides.{name}", "let crew = simulate(40).crew",
        "print ${won + crew + simulate(40).draws}", "print ${won > 0} ${simulate(40).draws < won}",
    )  # fmt: skip
    assert (ran.status, ran.out, ran.error) == (0, "1\ntrue true\n", "")


def test_the_fight_is_as_it_was(fight):
    before, after = (fight(*lines, "show", quiet=False).out for lines in ([], ["let n = simulate(10).crew"]))
    assert before[before.index("> show") :] == after[after.index("> show") :]


def test_another_seed_is_another_sample_and_the_same_one_the_same(fight):
    shares = [fight(f"seed {word}", "print ${simulate(60).crew}").out for word in ("a", "a", "b", "c", "d")]
    assert shares[0] == shares[1]
    assert len(set(shares)) > 1


def test_an_expectation_that_fails_says_what_was_found(fight):
    ran = fight("expect simulate(25).crew > 1")
    assert ran.status == 1
    assert "expected simulate(25).crew > 1, but simulate(25).crew is " in ran.error


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("simulate(0).crew", 2, "the number of fights must be from 1 to 100,000, not 0"),
        ("simulate(100001).crew", 2, "the number of fights must be from 1 to 100,000, not 100001"),
        ("simulate(1 / 2).crew", 2, "1/2 is not a whole number"),
        ("simulate(5).crow", 2, "unknown side 'crow'; did you mean crew"),
        ("simulate(5)", 2, "simulate(5) has several values: draws, sides, crew, dockers; use simulate(5).dockers"),
        ("simulate(5).sides", 2, "simulate(5).sides has several values: crew, dockers"),
        ("simulate(5).sides.draws", 2, "unknown side 'draws'"),
        ("simulate(5) > 0.6", 2, "simulate(5) has several values"),
        ("odds(attack vex thug1) > 1/2", 2, "odds(attack vex thug1) has several values"),
        ("last > 1", 2, "last has several values: outcome, total, margin"),
        ("simulate.crew", 2, "simulate needs parentheses"),
    ],
)
def test_what_it_does_not_take(fight, line, status, message):
    ran = fight(f"print ${{{line}}}")
    assert ran.status == status
    assert message in ran.error


def test_a_fight_with_one_side_is_none(fight):
    assert fight("remove thug1 old-tom", "print ${simulate(5).crew}").status == 1


CROWD = "add crate --count 90 object=true side=crew"


@pytest.fixture
def slow(monkeypatch):
    """Make a second count as 50 minutes for everything paid by the clock."""
    monkeypatch.setattr("rbfcli.script.context.STEPS_A_SECOND", 300_000_000)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("more", [(), ("let b = 1",)])
def test_a_loop_that_simulates_on_and_on_ends(fight, more):
    """Fights pay of a budget of their own, which `try` does not give back (status 5, STEPS_OF_FIGHTS)."""
    ran = fight(CROWD, "while 1 == 1 {", "try {", "let a = simulate(100000).crew", *more, "}", "}")
    assert ran.status == 5
    assert "the script simulates too much (more than 30,000,000 steps)" in ran.error


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("encounter", ["pump-station", "duel", "rpj/duel"])
@pytest.mark.parametrize("line", ["let x = simulate(10000).draws", "simulate -n 10000"])
def test_a_script_of_three_lines_pays_what_its_fights_cost(run, encounter, line):
    """For any fight: five minutes of processor time for all of it, and not one step less."""
    before = process_time()
    ran = run(f"start {encounter} --seed s\nrepeat 1000 {{ {line} }}\n", quiet=True)
    assert ran.status == 5
    assert "the script simulates too much (more than 30,000,000 steps)" in ran.error
    assert process_time() - before > 0.1  # in units of the limit, which is a tenth of a second here


@pytest.mark.usefixtures("slow")
def test_fights_that_are_over_within_the_round_are_paid_for_as_well(fight):
    """A round that runs is none, and one in which nothing else happens costs all the same."""
    lines = ("set thug1 hp=1", "set old-tom hp=1")
    ran = fight(CROWD, *lines, "repeat 100000 {", "let a = simulate(100000).crew", "}")
    assert (ran.status, "simulates too much" in ran.error) == (5, True)


def test_many_small_ones_leave_the_script_its_steps(fight):
    """What is simulated is not taken from what the commands of a script may do."""
    ran = fight("let a = simulate(300).crew", *["roll 2d8"] * 40, "print done")
    assert (ran.status, ran.error) == (0, "")


@pytest.mark.parametrize("line", ["simulate -n 2", "simulate duel -n 2"])
def test_a_loop_of_lines_that_play_fights_ends(fight, monkeypatch, line):
    """They pay for the time that they take where a loop has no end, or a very late one; here a second is ten hours."""
    with monkeypatch.context() as slower:
        slower.setattr("rbfcli.script.context.STEPS_A_SECOND", 3_600_000_000)
        for loop in ("while 1 == 1 {", "repeat 100000 {"):
            for tried in (("try {", line, "}"), (f"expect refused {{ {line} }}",)):
                ran = fight(loop, *tried, "}")
                assert (ran.status, "too much" in ran.error) == (5, True)
    assert fight("repeat 3 {", "simulate -n 2", "}").status == 0


@pytest.mark.parametrize(
    "line",
    [
        "simulate -n 100000",
        "simulate duel -n 10000 --sweep ada.hp=1..9",
    ],
)
def test_one_line_that_plays_too_long_is_left_off(run, monkeypatch, line):
    """Five minutes for all such lines of a script; here a second is ten hours (status 5)."""
    monkeypatch.setattr("rbfcli.script.context.STEPS_A_SECOND", 3_600_000_000)
    ran = run(f"start dock-ambush --seed docks\ninit\nturn next\nnote a\n{line}\nnote b\n", quiet=True)
    assert ran.status == 5
    assert "test.rbf:5:1: the script simulates too much (more than 30,000,000 steps)" in ran.error


@pytest.mark.parametrize("line", ["simulate -n 10000000", "simulate duel -n 100001 --json"])
def test_a_line_of_more_fights_than_a_script_may_play_is_not_begun(fight, line):
    ran = fight(line)
    assert ran.status == 2
    assert "a line of a script can simulate at most 100,000 fights, not 10" in ran.error
    assert "in a shell" in ran.error


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("attack vex thug 1", "did you mean `attack vex thug1`?"),
        ("attack thug1 5,7", "did you mean `attack thug1 --dice 5,7`?"),
    ],
)
def test_a_hint_is_the_same_in_json(fight, line, hint):
    assert json.loads(fight(line, json=True).out.splitlines()[-1])["error"]["hint"].startswith(hint)
    assert hint in fight(line).error

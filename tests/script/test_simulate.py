"""Fights that are played on from a script: shares of many, by the side that wins."""

from time import process_time

import pytest


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
    """`.draws` is what nobody wins, whatever sides are called; a side of that name is `.sides.draws`."""
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
        ("simulate(0).crew", 2, "simulate plays 1 to 100,000 fights, not 0"),
        ("simulate(100001).crew", 2, "simulate plays 1 to 100,000 fights, not 100,001"),
        ("simulate(1 / 2).crew", 2, "1/2 is not a whole number"),
        ("simulate(5).crow", 2, "there is no side 'crow'; did you mean crew"),
        ("simulate(5)", 2, "simulate(5) has several values: draws, sides, crew, dockers; simulate(5).dockers"),
        ("simulate(5).sides", 2, "simulate(5).sides has several values: crew, dockers"),
        ("simulate(5).sides.draws", 2, "there is no side 'draws'"),
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
    """Let a second be a minute for whatever pays by the clock."""
    monkeypatch.setattr("rbfcli.script.context.STEPS_A_SECOND", 60_000_000)


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("more", [(), ("let b = 1",)])
def test_a_loop_that_simulates_on_and_on_ends(fight, more):
    """Fights pay of a budget of their own, which `try` does not give back (status 5)."""
    ran = fight(CROWD, "while 1 == 1 {", "try {", "let a = simulate(100000).crew", *more, "}", "}")
    assert ran.status == 5
    assert "the script simulates too much (more than 30,000,000 steps)" in ran.error


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("encounter", ["pump-station", "duel", "rpj/duel"])
@pytest.mark.parametrize("line", ["let x = simulate(10000).draws", "simulate -n 10000"])
def test_a_script_of_three_lines_pays_what_its_fights_cost(run, encounter, line):
    """Whatever the fight: half a minute of a processor for all of it, and not one step less."""
    before = process_time()
    ran = run(f"start {encounter} --seed s\nrepeat 1000 {{ {line} }}\n", quiet=True)
    assert ran.status == 5
    assert "the script simulates too much (more than 30,000,000 steps)" in ran.error
    assert process_time() - before > 0.5  # in units of the limit, which is half a second here


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
    """They pay for the time that they take where a loop has no end, or a very late one; here a second is an hour."""
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
        "simulate --until-ci 0.0001",
        "simulate duel -n 10000 --sweep ada.hp=1..9",
    ],
)
def test_one_line_that_plays_too_long_is_left_off(run, monkeypatch, line):
    """Five minutes for all such lines of a script; here a second is an hour (status 5)."""
    monkeypatch.setattr("rbfcli.script.context.STEPS_A_SECOND", 3_600_000_000)
    ran = run(f"start dock-ambush --seed docks\ninit\nturn next\nnote a\n{line}\nnote b\n", quiet=True)
    assert ran.status == 5
    assert "test.rbf:5:1: the script simulates too much (more than 30,000,000 steps)" in ran.error


@pytest.mark.parametrize("line", ["simulate -n 10000000", "simulate duel -n 100001 --json"])
def test_a_line_of_more_fights_than_a_script_may_play_is_not_begun(fight, line):
    ran = fight(line)
    assert ran.status == 2
    assert "a line of a script plays 100,000 fights at most, not 10" in ran.error
    assert "from the shell" in ran.error

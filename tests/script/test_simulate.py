"""Fights that are played on from a script: shares of many, by the side that wins."""

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
        ("simulate(5)", 2, "simulate(5) has several values: draws, crew, dockers; simulate(5).dockers"),
        ("simulate(5) > 0.6", 2, "simulate(5) has several values"),
        ("odds(attack vex thug1) > 1/2", 2, "odds(attack vex thug1) has several values"),
        ("last > 1", 2, "last has several values: outcome, total, margin"),
        ("simulate.crew", 2, "simulate needs parentheses"),
        ("simulate(100000).crew", 5, "the script does too much"),
    ],
)
def test_what_it_does_not_take(fight, line, status, message):
    ran = fight(f"print ${{{line}}}")
    assert ran.status == status
    assert message in ran.error


def test_a_fight_with_one_side_is_none(fight):
    assert fight("remove thug1 old-tom", "print ${simulate(5).crew}").status == 1

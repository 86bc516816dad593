"""Where a run stops, what it says, and the exit status it ends with."""

import json

import pytest


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("attack thug1 vex", 1, "it is not Thug 1's turn"),
        ("atack vex thug1", 2, "there is no verb 'atack'; did you mean attack?"),
        ("attack vex thug1 --with swrd", 2, "there is no weapon 'swrd'; did you mean sword?"),
        ("attack vex nobody", 1, "there is no combatant 'nobody'"),
        ("attack vex thug1 --dice 9", 2, "the face 9 given for die 1 is impossible"),
        ("start nowhere.toml", 3, "nowhere.toml"),
        ("check pit.toml nowhere.toml", 3, "nowhere.toml"),
    ],
)
def test_a_mistake_ends_the_run_with_its_status(fight, line, status, message):
    ran = fight("note before", "", "", "", line, "print after")
    assert (ran.status, ran.out) == (status, "")
    assert ran.error.startswith("rbf: test.rbf:7:1: ")
    assert message in ran.error
    assert f"\n  {line}\n  ^" in ran.error


def test_a_mistake_in_the_script_is_found_before_anything_is_played(fight):
    ran = fight("print before", "let = 5")
    assert (ran.status, ran.out) == (2, "")


def test_keep_going_goes_on_and_ends_with_the_first_status(fight):
    ran = fight("attack thug1 vex", "atack vex thug1", "print after", keep_going=True)
    assert (ran.status, ran.out) == (1, "after\n")
    assert ran.error.count("rbf: test.rbf:") == 2


def test_an_answer_of_no_ends_the_run(run, folder):
    save = folder / "save.toml"
    run("start pit.toml --seed s\ninit\n", save="save.toml")
    save.write_text(save.read_text().replace("hp = 15", "hp = 14", 1))
    ran = run("check save.toml\nprint after\n")
    assert ran.status == 1
    assert "after" not in ran.out


def test_expectations_are_counted_and_told_at_the_end(fight):
    ran = fight("expect vex.hp == 15", "expect vex.hp == 14", "expect vex.hp > 20 else 'too weak'", "print after")
    assert (ran.status, ran.out) == (1, "after\n")
    assert ran.error.split("\n") == [
        "rbf: test.rbf:4:1: expected vex.hp == 14, but vex.hp is 15",
        "rbf: test.rbf:5:1: too weak (expected vex.hp > 20, but vex.hp is 15)",
        "3 expectations, 2 failed",
    ]


def test_met_expectations_are_counted_too_unless_quiet(fight):
    assert fight("expect 1 == 1", quiet=False).error == "1 expectation, 0 failed"
    assert not fight("expect 1 == 1").error


def test_fail_fast_stops_at_the_first(fight):
    ran = fight("expect 1 == 2", "print after", fail_fast=True)
    assert (ran.status, ran.out) == (1, "")
    assert ran.error.endswith("1 expectation, 1 failed")


def test_a_refusal_is_expected_and_leaves_no_trace(fight):
    ran = fight("expect refused { attack thug1 vex }", "expect refused { stabilize vex }", "log", quiet=False)
    assert ran.status == 0
    assert "attack" not in ran.out


def test_what_can_be_done_is_not_done_by_expecting_a_refusal(fight):
    ran = fight("expect refused { attack vex thug1 --dice 5,7 } else 'no!'", "expect thug1.hp == 20")
    assert ran.status == 1
    assert "no! (expected a refusal of attack vex thug1 --dice 5,7, but it was not refused)" in ran.error
    assert ran.error.endswith("2 expectations, 1 failed")


def test_no_command_is_done_by_expecting_its_refusal(fight):
    ran = fight("note a", "expect refused { undo }", "expect refused { new rbf }", "log --script", quiet=False)
    assert ran.status == 1
    assert ran.out.endswith("init\nnote a\n")


def test_a_misspelt_command_is_no_refusal(fight):
    ran = fight("expect refused { atack thug1 vex }")
    assert ran.status == 1
    assert "there is no verb 'atack'" in ran.error


def test_json_tells_mistakes_in_documents_alone(fight):
    ran = fight("expect 1 == 2", "attack thug1 vex", json=True)
    expectation_failed, refused = (json.loads(line) for line in ran.out.splitlines()[2:])
    nothing = {"rule": "", "hint": "", "suggestions": []}
    assert expectation_failed["error"] == {"kind": "expectation", "message": "expected 1 == 2", **nothing}
    assert (expectation_failed["ok"], expectation_failed["command"]) == (False, "expect 1 == 2")
    assert (refused["ok"], refused["command"], refused["error"]["kind"]) == (False, "attack thug1 vex", "refused")
    assert ran.error == "1 expectation, 1 failed"


@pytest.mark.parametrize(
    "lines",
    [
        ["while true { }"],
        ["repeat 1000000000 { }"],
        ["for n in 1..1000000000 { }"],
        ["repeat 1000 { repeat 1000 { let n = 1 } }"],
        ["while true { attack thug1 vex }"],
    ],
)
def test_steps_are_bounded(fight, lines):
    ran = fight(*lines, max_steps=500, keep_going=True)
    assert ran.status in {1, 5}
    assert "a script may run at most 500 statements" in ran.error


@pytest.mark.parametrize(
    "lines",
    [
        ["let t = 'ab'", "repeat 100 { let t = t + t }"],
        ["let l = [1]", "repeat 100 { let l = l + l }"],
        ["let l = ['" + "a" * 9000 + "']", "repeat 100 { let l = l + l }"],
        ["let n = 2", "repeat 100 { let n = n * n }"],
        ["print ${1..1000000000}"],
    ],
)
def test_values_are_bounded(fight, lines):
    ran = fight(*lines)
    assert ran.status == 5
    assert "test.rbf:" in ran.error

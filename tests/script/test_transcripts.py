"""Transcripts: what a run prints can be played again, and every difference is found."""

import json

import pytest

PLAYED = """\
start pit.toml
init --set vex=20
dice 5,7,8,8
attack vex thug1
let n = 2
for who in @foes { note "$who stands $n" }
print > a line that begins as a command does
attack vex old-tom --critical double
seed dusk
if not over {
  turn next
}
attack thug1 vex
show
"""


@pytest.fixture
def transcript(run):
    """The transcript of a fight, checked to be one."""
    return run(PLAYED).out


def test_what_a_run_prints_is_checked_and_found_the_same(run, transcript):
    ran = run(transcript, name="t.transcript", check=True)
    assert (ran.status, ran.error) == (0, "")
    assert ran.out == f"t.transcript: {transcript.count(chr(10) + '> ') + 1} lines replayed with the same output\n"


def test_running_a_transcript_prints_the_transcript(run, transcript):
    assert run(transcript, name="t.transcript").out == transcript


def test_check_says_nothing_if_quiet(run, transcript):
    assert run(transcript, name="t.transcript", check=True, quiet=True).out == ""


def test_every_line_of_output_is_compared(run, transcript):
    lines = transcript.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("> ") or not line.strip():
            continue
        changed = [*lines[:number], f"{line}!", *lines[number + 1 :]]
        ran = run("\n".join(changed) + "\n", name="t.transcript", check=True)
        assert ran.status == 1
        assert ran.error == (
            f"rbf: t.transcript:{number + 1}: the output differs\n  expected: {line}!\n  got:      {line}"
        )


def test_a_missing_line_and_a_line_too_many_are_differences(run):
    text = "> print a\na\n> print b\nb\n"
    missing = run(text.replace("\na\n", "\n"), name="t.transcript", check=True)
    assert missing.error == "rbf: t.transcript:2: the output differs\n  expected: (nothing)\n  got:      a"
    many = run(text + "c\n", name="t.transcript", check=True)
    assert many.error == "rbf: t.transcript:5: the output differs\n  expected: c\n  got:      (nothing)"


def test_empty_lines_between_do_not_count(run):
    assert run("A fight\n\n> print a\na\n\n> print b\nb\n", name="t.transcript", check=True).status == 0


def test_a_mistake_is_output_of_a_transcript(run):
    text = run("start pit.toml --seed s\ninit\n").out + "> attack thug1 vex\n{}\n> print on\non\n"
    told = "rbf: it is not Thug 1's turn (RBF-INI-3); turn next, or --force"
    right = run(text.format(told), name="t.transcript", check=True)
    assert (right.status, right.error) == (0, "")
    wrong = run(text.format("rbf: no"), name="t.transcript", check=True)
    assert f": the output differs\n  expected: rbf: no\n  got:      {told}" in wrong.error


def test_a_line_that_is_no_statement_is_a_mistake_too(run):
    ran = run("> let = 5\nrbf: expected the name of a variable; use letters, digits and _\n", check=True)
    assert (ran.status, ran.error) == (0, "")


def test_a_block_that_does_not_read_ends_the_check(run):
    ran = run("> repeat 2 {\n> let = 5\n> }\n", check=True)
    assert (ran.status, ran.out) == (2, "")
    assert "expected the name of a variable" in ran.error


def test_a_transcript_that_never_ends_is_bounded(run):
    ran = run("> print\n" + "\n" * 100_000, check=True)
    assert (ran.status, ran.error) == (5, "a transcript has at most 100000 lines")


def test_a_block_in_a_transcript_is_compared_as_a_whole(run):
    assert run("> repeat 2 {\n> print a\n> }\na\na\n> print b\nb\n", check=True).status == 0


def test_expectations_in_a_transcript_count(run):
    ran = run("> print a\na\n> expect 1 == 2\n", check=True)
    assert ran.status == 1
    assert ran.error == "rbf: test.rbf:3:3: expected 1 == 2\n1 expectation, 1 failed"


def test_a_script_without_output_cannot_be_checked(run):
    ran = run("print a\n", check=True)
    assert (ran.status, ran.error) == (3, "test.rbf is not a transcript: no line begins with `> `")


def test_differences_are_told_in_json_too(run):
    ran = run("> print a\nb\n", check=True, json=True)
    told = json.loads(ran.out)
    assert (told["ok"], told["error"]["kind"], told["played"]) == (False, "difference", 0)
    assert told["difference"] == {"line": 2, "expected": "b", "got": "a"}
    assert json.loads(run("> print a\na\n", check=True, json=True).out)["ok"] is True


def test_a_check_changes_no_save(run, folder):
    run("start pit.toml --seed s\ninit\n", save="save.toml")
    before = (folder / "save.toml").read_bytes()
    ran = run("> note a\nnote: a\n", save="save.toml", check=True)
    assert ran.status == 0
    assert (folder / "save.toml").read_bytes() == before


@pytest.mark.parametrize("name", ["duel", "dock-ambush"])
def test_shipped_scripts_print_transcripts(run, name):
    assert run(run(name).out, name="t.transcript", check=True).status == 0

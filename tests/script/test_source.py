"""Included scripts: found beside the script, kept below its folder, and bounded."""

import json
import os
import random
import select

import pytest

from rbfcli.session.saves import from_bytes


def test_an_included_script_is_carried_out_in_its_place(run, folder):
    (folder / "parts").mkdir()
    (folder / "parts" / "one.rbf").write_text("print one\ninclude two.rbf\nlet n = 5\n")
    (folder / "parts" / "two.rbf").write_text("print two\n")
    ran = run("include parts/one.rbf\nprint $n\n", quiet=True)
    assert (ran.status, ran.out) == (0, "one\ntwo\n5\n")


def test_a_bundled_script_is_included_by_its_name_unless_the_folder_has_one(run, folder):
    ran = run("include dock-ambush\nprint after\n")
    assert (ran.status, ran.out.splitlines()[-1]) == (0, "after")
    assert "Ambush at the docks" in ran.out
    (folder / "dock-ambush").write_text("print mine\n")
    assert run("include dock-ambush\n").out == "> print mine\nmine\n"


def test_an_included_script_is_flat_in_the_transcript(run, folder):
    (folder / "one.rbf").write_text("print one\n")
    assert run("include one.rbf\n").out == "> print one\none\n"


def test_an_included_script_is_named_as_it_would_be_opened(run, folder):
    (folder / "deep" / "parts").mkdir(parents=True)
    (folder / "deep" / "parts" / "one.rbf").write_text("include two.rbf\n")
    (folder / "deep" / "parts" / "two.rbf").write_text("print ${\n")
    assert run("include parts/one.rbf\n", name="deep/test.rbf").error.startswith("rbf: deep/parts/two.rbf:1:9: ")


def test_a_mistake_in_an_included_script_names_that_script(run, folder):
    (folder / "one.rbf").write_text("print one\nlet = 5\n")
    assert run("include one.rbf\n").error.startswith("rbf: one.rbf:2:5: ")
    (folder / "one.rbf").write_text("print one\natack\n")
    assert run("include one.rbf\n").error.startswith("rbf: one.rbf:2:1: ")


@pytest.mark.parametrize("file", ["../outside.rbf", "deep/../../outside.rbf", "link.rbf", "link/outside.rbf", "."])
def test_nothing_outside_the_folder_of_the_script_is_read(run, folder, file):
    (folder / "outside.rbf").write_text("print outside\n")
    inner = folder / "inner"
    (inner / "deep").mkdir(parents=True)
    (inner / "link.rbf").symlink_to("../outside.rbf")
    (inner / "link").symlink_to("..")
    ran = run(f"include {file}\n", name="inner/test.rbf")
    assert (ran.status, ran.out) == (3, "")


def test_an_absolute_path_is_outside(run, folder):
    (folder / "one.rbf").write_text("print one\n")
    ran = run(f"include {folder}/one.rbf\n")
    assert ran.status == 3
    assert "is outside the folder" in ran.error


def test_a_circle_is_named(run, folder):
    (folder / "a.rbf").write_text("include b.rbf\n")
    (folder / "b.rbf").write_text("include a.rbf\n")
    ran = run("include a.rbf\n")
    assert ran.status == 3
    assert "b.rbf:1:1: circular include: a.rbf -> b.rbf -> a.rbf" in ran.error


def test_a_missing_script_is_named(run):
    ran = run("include nowhere.rbf\n")
    assert ran.status == 3
    assert "no such file: nowhere.rbf" in ran.error


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: path.symlink_to(path)])
def test_what_is_there_and_no_file_is_not_said_to_be_missing(run, folder, make):
    make(folder / "odd.rbf")
    ran = run("include odd.rbf\n")
    assert ran.status == 3
    assert "odd.rbf is not a file" in ran.error


def test_includes_are_at_most_sixteen_deep(run, folder):
    for depth in range(20):
        (folder / f"d{depth}.rbf").write_text(f"print {depth}\ninclude d{depth + 1}.rbf\n")
    ran = run("include d0.rbf\n", quiet=True)
    assert (ran.status, ran.out.split()[-1]) == (5, "15")


@pytest.mark.parametrize("width", [pytest.param(10, marks=pytest.mark.slow), 1000])
def test_a_bomb_of_includes_is_bounded(run, folder, width):
    for depth in range(10):
        (folder / f"d{depth}.rbf").write_text(f"include d{depth + 1}.rbf\n" * width)
    (folder / "d10.rbf").write_text("let n = 1\n")
    ran = run("include d0.rbf\n", quiet=True)
    assert ran.status == 5


def test_a_script_from_a_pipe_includes_from_the_current_folder(driven, folder):
    (folder / "one.rbf").write_text("print one\n")
    assert driven().communicate("include one.rbf\n")[0] == "> print one\none\n"


# A program holds the pipe open and drives a fight: each line is answered before the next is asked for.


NOISE = random.Random(5).randbytes(1_000_000)  # noqa: S311 - noise, not a secret
BEGIN = "start pit.toml --seed s\ninit --set vex=20\n"


def answer(process, line):
    """Send one line and wait for the one line that answers it."""
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    ready, _, _ = select.select([process.stdout], [], [], 300)
    assert ready, f"no answer to {line}"
    return json.loads(process.stdout.readline())


def test_each_line_is_answered_as_it_arrives(driven):
    process = driven('{"json": true}')
    assert answer(process, "start pit.toml --seed s")["ok"]
    assert answer(process, "init --set vex=20")["round"] == 1
    assert answer(process, "dice 5,7")["command"] == "dice 5,7"
    assert answer(process, "attack vex thug1")["outcome"] == "success"
    assert answer(process, "let n = 2 + 3")["value"] == 5
    assert answer(process, "expect thug1.hp == 9")["ok"]
    assert answer(process, "print on and on")["text"] == "on and on"
    assert answer(process, "seed dusk")["ok"]
    out, error = process.communicate()
    assert (process.returncode, out, error) == (0, "", "1 expectation, 0 failed\n")


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        (
            '{"command": "turn next"}',
            "a line begins with a command, and this is JSON",
            "`help` lists all commands",
        ),
        (
            "--version",
            "a line begins with a command, and '--version' is an option",
            "`help VERB` lists options; rbf --version works only in a shell",
        ),
        ("rbf", "no command given", "`help` lists all commands"),
        ('""', "no command given", "`help` lists all commands"),
        ("quit", "unknown command 'quit'", "quit, exit and Ctrl-D leave the prompt of rbf repl"),
        ("frobnicate", "unknown command 'frobnicate'", "`help` lists all commands"),
    ],
)
@pytest.mark.parametrize("begun", [False, True])
def test_what_is_no_line_is_answered_with_what_one_is(driven, begun, line, message, hint):
    process = driven('{"json": true}')
    if begun:
        assert answer(process, "start pit.toml --seed s")["ok"]
    error = answer(process, line)["error"]

    assert error["message"] == message
    assert error["hint"].startswith(hint)


@pytest.mark.parametrize("line", ["quit", "exit now", "--version", "rbf"])
def test_what_is_no_line_is_no_answer_in_own_words_either(driven, line):
    process = driven('{"json": true}')
    for each in ("start duel", "init --set ada=12 --set bosun=9", "move bollards", "attack bosun --dice 8,8"):
        assert answer(process, each)["ok"]

    assert "own words" not in str(answer(process, line)["error"])


@pytest.mark.parametrize(("line", "times"), [("note " + "x " * 4_000, 3), ("nosuch", 9_000)])
def test_the_line_that_reaches_the_limit_of_a_session_has_one_answer(fight, line, times):
    """The limit was answered a second time, as an answer to a line that nobody had typed."""
    told = [json.loads(each) for each in fight(*[line] * times, json=True, keep_going=True).out.splitlines()]
    kinds = [each["error"]["kind"] for each in told if not each["ok"]]
    assert kinds.count("limit") == 1
    assert kinds.index("limit") == len(kinds) - 1
    assert len(told) < times + 2


def test_a_session_outlives_its_mistakes(driven):
    process = driven('{"json": true}')
    assert answer(process, "note " + "x " * 4_000)["error"]["kind"] == "limit"
    answer(process, "start pit.toml --seed s")
    answer(process, "init --set vex=20")
    kinds = [
        answer(process, line)["error"]["kind"] for line in ("attack thug1 vex", "atack", "let = 5", "expect 1 == 2")
    ]
    assert kinds == ["refused", "usage", "usage", "expectation"]
    assert answer(process, "attack vex thug1 --dice 5,7")["outcome"] == "success"
    process.communicate()
    assert process.returncode == 5  # that of the first line that failed


def test_a_block_is_carried_out_when_it_is_whole(driven):
    process = driven('{"json": true}')
    process.stdin.write("repeat 2 {\nprint a\n")
    process.stdin.flush()
    assert not select.select([process.stdout], [], [], 0.3)[0]
    assert answer(process, "}")["text"] == "a"
    rest = [json.loads(process.stdout.readline())["command"] for _ in range(2)]
    assert rest == ["print a", "repeat 2"]
    assert process.communicate()[0] == ""


def test_a_mistake_inside_a_block_ends_the_session_as_its_end_is_unknown(driven):
    process = driven('{"json": true}')
    out, _ = process.communicate("repeat 2 {\nlet = 5\n}\nprint after\n")
    assert process.returncode == 2
    assert [json.loads(line)["ok"] for line in out.splitlines()] == [False]


def test_each_saves_before_it_answers(driven, folder, run):
    run(BEGIN, save="save.toml")
    process = driven('{"json": true, "each": true}', save="save.toml")
    for number in range(5):
        assert answer(process, f"note line{number}")["revision"] == number + 2
        assert f"note line{number}" in (folder / "save.toml").read_text()
    assert answer(process, "attack thug1 vex")["error"]["kind"] == "refused"
    run("note elsewhere\n", save="save.toml")
    assert answer(process, "note last")["revision"] == 8
    process.kill()
    process.wait()
    saved = from_bytes((folder / "save.toml").read_bytes(), "save").session
    assert saved.journal[-2:] == ["note elsewhere", "note last"]


def test_without_json_the_first_mistake_ends_the_run(driven):
    process = driven()
    out, error = process.communicate("print a\nlet = 5\nprint b\n")
    assert (process.returncode, out) == (2, "> print a\na\n")
    assert error.startswith("rbf: <stdin>:2:5: ")


def test_a_held_pipe_is_not_bounded_as_a_whole(driven):
    out, _ = driven('{"max_steps": 10, "quiet": true}').communicate("print a\n" * 50 + "repeat 20 { }\n")
    assert out == "a\n" * 50


def test_the_last_line_needs_no_end(driven):
    assert driven().communicate("print a")[0] == "> print a\na\n"


def test_a_transcript_can_come_through_a_pipe(driven):
    assert driven().communicate("# before\n\n> print a\nwhat it said\n> print b\n")[0] == "> print a\na\n> print b\nb\n"


@pytest.mark.parametrize(
    ("given", "status", "said"),
    [
        (b"", 0, ""),
        (b"\n\n# nothing\n", 0, ""),
        (bytes(range(128, 256)), 3, "not UTF-8 text"),
        (NOISE, 3, "not UTF-8 text"),
        (b"a" * 3_000_000, 5, "a line can have at most 65536 bytes"),
        (b"print \0${\n", 2, "expected an expression"),
    ],
)
def test_whatever_comes_is_bounded_and_clean(driven, folder, given, status, said):
    (folder / "given").write_bytes(given)
    with (folder / "given").open("rb") as stdin:
        process = driven(stdin=stdin)
        out, error = process.communicate(timeout=300)
    assert (process.returncode, out) == (status, "")
    assert said in error
    assert "Traceback" not in error
    assert len(error) < 1000


def test_a_standard_input_that_cannot_be_read_is_refused(run):
    kept, folder = os.dup(0), os.open(".", os.O_RDONLY)
    try:
        os.dup2(folder, 0)
        ran = run("-")
    finally:
        os.dup2(kept, 0)
        os.close(kept)
        os.close(folder)
    assert (ran.status, ran.error) == (3, "cannot read standard input: it is a folder")


def test_a_reader_that_goes_away_ends_the_run_quietly(driven):
    process = driven('{"quiet": true}')
    process.stdout.close()
    process.stdin.write("repeat 100000 { print a }\n")
    process.stdin.close()
    assert process.wait(300) == 141
    assert process.stderr.read() == ""
    process.stdout = process.stdin = None

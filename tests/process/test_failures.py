"""Every failure is one sentence and an exit status; a traceback only for those who ask."""

import json

import pytest

MISTAKES = {
    "Refusal('Vex has no action left', hint='turn next, or --force', rule='RBF-ACT-1')": (
        1,
        "rbf: Vex has no action left (RBF-ACT-1); turn next, or --force\n",
    ),
    "UsageError('there is no verb atack')": (2, "rbf: there is no verb atack\n"),
    "InvalidFile('a.toml:1: one', hint='write two')": (3, "rbf: a.toml:1: one; write two\n"),
    "StorageFailed('the disk is full')": (4, "rbf: the disk is full\n"),
    "LimitReached('too long')": (5, "rbf: too long\n"),
    "NotationError('this is no die', text='1d6 + 7x', column=7, rewrite='1d6+7')": (
        2,
        "rbf: this is no die; write 1d6+7\n  1d6 + 7x\n         ^\n",
    ),
    "Refusal('Vex \\x1b[31m\\u202e')": (1, "rbf: Vex \\x1b[31m\\u202e\n"),
    "RbfError('a law was broken')": (70, "rbf: a law was broken\n"),
}


@pytest.mark.parametrize(("mistake", "told"), MISTAKES.items())
def test_a_mistake_is_told_in_one_line_with_its_status(finished, mistake, told):
    status, line = told
    assert finished(f"raise {mistake}") == (status, "", line)


BUGS = {
    "raise ValueError('one\\ntwo \\x1b')": "ValueError: one",
    "def down(): down()\ndown()": "RecursionError: maximum recursion depth exceeded",
    "raise OSError(2, 'far away')": "FileNotFoundError: [Errno 2] far away",
    "raise AssertionError": "AssertionError",
}


@pytest.mark.parametrize(("bug", "what"), BUGS.items())
def test_a_bug_is_told_in_one_line(finished, bug, what):
    hint = "this is a bug; please report it with the command and what RBF_DEBUG=1 shows"
    assert finished(bug) == (70, "", f"rbf: internal error: {what}; {hint}\n")


def test_that_there_is_no_memory_is_no_bug(finished):
    hint = "the fight is as it was saved last; a smaller one, or more memory, may do"
    assert finished("raise MemoryError") == (70, "", f"rbf: out of memory; {hint}\n")


@pytest.mark.parametrize("error", ["EIO", "EMFILE", "ENFILE", "EAGAIN", "ENOMEM", "ENOSPC", "EDQUOT", "EFBIG", "EROFS"])
def test_what_the_machine_refuses_is_no_bug(finished, error):
    """As where the disk fails while the program reads a module of its own, or there is no room for another process."""
    status, out, told = finished(f"import errno, os\nraise OSError(errno.{error}, os.strerror(errno.{error}))")
    assert (status, out) == (4, "")
    assert told.startswith("rbf: the machine refuses what rbf needs: ")
    assert told.endswith(" `rbf doctor` tells what works here, and `rbf check` whether a save is whole\n")


def test_a_bug_can_be_forced(finished):
    status, out, error = finished("output.write('7')", environ={"RBF_TEST_RAISE": "1"})
    assert (status, out) == (70, "")
    assert error.startswith("rbf: internal error: RuntimeError: RBF_TEST_RAISE is set;")


def test_only_those_who_ask_see_a_traceback_and_nobody_sees_values(finished):
    bug = "secret = 'hunter' + '2'\nraise ValueError('\\x1b[31m')"
    for asked in ({"environ": {"RBF_DEBUG": "1"}}, {"argv": ["--debug"]}):
        status, _, error = finished(bug, *asked.pop("argv", ()), **asked)
        assert status == 70
        assert error.startswith("Traceback (most recent call last):\n")
        assert error.endswith("what RBF_DEBUG=1 shows\n")
        assert "hunter2" not in error
        assert "\x1b" not in error
    assert "Traceback" not in finished(bug, environ={"RBF_DEBUG": "0"})[2]


def test_with_json_the_error_is_an_object_instead(finished):
    mistake = "raise Refusal('Vex has no action left\\x1b\\x7f\\u2028', hint='turn next, or --force', rule='RBF-ACT-1')"
    status, out, error = finished(mistake, "attack", "vex", "--json")
    assert status == 1
    assert error == ""
    assert out.isprintable() is False
    assert out.removesuffix("\n").isprintable()
    assert out.isascii()
    said = json.loads(out)
    assert (said["format"], said["ok"], said["command"]) == ("rbf/1", False, "attack vex --json")
    assert said["error"]["message"] == "Vex has no action left\x1b\x7f\u2028"
    assert (said["error"]["kind"], said["error"]["rule"]) == ("refused", "RBF-ACT-1")


def test_the_command_in_the_object_is_the_one_that_was_understood(finished):
    _, out, _ = finished("output.command, output.json = 'attack vex', True\nraise UsageError('x', suggestions=('a',))")
    said = json.loads(out)
    assert (said["command"], said["error"]["kind"], said["error"]["suggestions"]) == ("attack vex", "usage", ["a"])


def test_a_bug_is_an_object_too(finished):
    said = json.loads(finished("raise ValueError('x')", "--json")[1])
    assert (said["ok"], said["error"]["kind"], said["error"]["message"]) == (
        False,
        "bug",
        "internal error: ValueError: x",
    )


def test_a_mistake_that_cannot_be_told_is_told_as_a_bug(finished):
    body = "from rbfcli.render import json_lines\njson_lines.error_line = lambda *_: 1 / 0\nraise Refusal('no')"
    status, out, error = finished(body, "--json")
    assert (status, out) == (70, "")
    assert error.startswith("rbf: no\nrbf: internal error: ZeroDivisionError: division by zero; ")

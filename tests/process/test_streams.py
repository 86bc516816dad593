"""Output arrives to its last byte, or the exit status says why not; what was saved stays saved."""

from __future__ import annotations

import fcntl
import itertools
import json
import os
import signal
import sys
import unicodedata

import pexpect
import pytest
from hypothesis import given
from hypothesis import strategies as some

from rbfcli.core.errors import UsageError
from rbfcli.core.text import safe, valid_name
from rbfcli.render.sentences import CODES
from rbfcli.render.terminal import line_width, wants_colour

SAVE_AND_PRINT = "save(output)\noutput.write('done\\n')"
MUCH = 3_000_000


def test_a_result_goes_to_standard_output_alone(finished):
    assert finished("output.write('7\\n')") == (0, "7\n", "")


def test_what_libraries_print_is_not_lost(finished):
    assert finished("print('7', end='')") == (0, "7", "")


def test_the_exit_status_is_the_one_that_was_returned_or_asked_for(finished):
    assert finished("return 1")[0] == 1
    assert finished("sys.exit(2)")[0] == 2
    assert finished("sys.exit()")[0] == 0
    assert finished("sys.exit('no')")[0] == 1


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("how", ["output.write('x\\n')", "print('x', flush=True)", "print('x')"])
def test_a_reader_that_went_away_is_met_quietly(finished, how, unbuffered):
    body = f"save(output)\nfor _ in range(100_000):\n    {how}"
    status, _, error = finished(
        body, bash='"$@" | true; exit ${PIPESTATUS[0]}', environ={"PYTHONUNBUFFERED": unbuffered}
    )
    assert (status, error) == (141, "")


def test_what_was_saved_stays_saved_when_the_reader_goes_away(finished, tmp_path):
    finished(SAVE_AND_PRINT, bash='"$@" | true')
    assert (tmp_path / "save").read_text() == "1"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")  # noqa: PTH110 - at import
@pytest.mark.parametrize("how", ["output.write('7\\n')", "print('7')"])
def test_a_full_disk_under_the_output_is_said_in_one_line(finished, monkeypatch, how):
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        assert finished(how, stdout=full) == (4, "", "rbf: could not print: the disk is full\n")
        assert finished(f"save(output)\n{how}", stdout=full)[2] == "rbf: saved, but could not print: the disk is full\n"
        assert finished("output.error('x')\nreturn 3", stderr=full)[0] == 3
        assert finished("raise Refusal('no')", "--json", stdout=full) == (
            4,
            "",
            "rbf: no\nrbf: could not print: the disk is full\n",
        )


CLOSED = [closed for count in range(4) for closed in itertools.combinations((0, 1, 2), count)]


@pytest.mark.parametrize("closed", CLOSED, ids=str)
def test_closed_streams_never_become_files(finished, tmp_path, closed):
    body = """
save(output)
low = os.open("other", os.O_RDWR | os.O_CREAT)
print("lost", flush=True)
output.error("a word")
empty = not os.read(0, 1)
output.write(f"{low > 2} {empty}")
"""
    status, out, error = finished(body, bash='"$@"' + "".join(f" {number}>&-" for number in closed))
    assert (tmp_path / "save").read_text() == "1"
    assert (tmp_path / "other").read_bytes() == b""
    assert status == (4 if 1 in closed else 0)
    assert out == ("" if 1 in closed else "lost\nTrue True")
    reason = "rbf: saved, but could not print: bad file descriptor\n" if 1 in closed else ""
    assert error == ("" if 2 in closed else "a word\n" + reason)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_large_output_arrives_whole_whatever_signals_come(framed, unbuffered):
    body = f"import signal\nsignal.signal(signal.SIGWINCH, lambda *_: None)\noutput.write('x' * {MUCH})"
    process = framed(body, environ={"PYTHONUNBUFFERED": unbuffered})
    arrived = len(process.stdout.read(1))
    numbers = itertools.cycle((signal.SIGWINCH, signal.SIGCONT))
    while part := process.stdout.read1(10_000):
        arrived += len(part)
        process.send_signal(next(numbers))
    assert (process.wait(), arrived) == (0, MUCH)


def test_a_pipe_that_does_not_block_is_waited_for(framed):
    body = f"""
import select
wait = select.select
def said(*streams):
    select.select = wait
    os.write(2, b"the pipe is full")
    return wait(*streams)
select.select = said
output.write('x' * {MUCH})
"""
    reader, writer = os.pipe()
    fcntl.fcntl(writer, fcntl.F_SETFL, os.O_NONBLOCK)
    process = framed(body, stdout=writer)
    os.close(writer)
    assert process.stderr.read(16) == b"the pipe is full"
    with open(reader, "rb") as pipe:  # noqa: PTH123
        assert len(pipe.read()) == MUCH
    assert process.wait() == 0


def test_what_an_encoding_cannot_show_is_escaped(finished):
    body = "output.write('Zoë \\u738b \\udc80')\noutput.error('Zoë \\x1b')"
    assert finished(body, environ={"PYTHONIOENCODING": "ascii"}) == (0, r"Zo\xeb \u738b \udc80", "Zo\\xeb \\x1b\n")
    assert finished(body, environ={"PYTHONIOENCODING": "utf-8"}) == (0, r"Zoë 王 \udc80", "Zoë \\x1b\n")


def test_streams_know_whether_they_are_terminals(framed):
    master, terminal = os.openpty()
    process = framed("output.error(f'{output.is_terminal} {output.error_is_terminal}')", stdout=terminal)
    assert process.communicate()[1] == b"True False\n"
    os.close(master)
    os.close(terminal)


# Nothing from a user is obeyed by a terminal, and no name can hide.


PAYLOADS = {
    "\x1b[31mred": r"\x1b[31mred",
    "\x1b]0;title\x07": r"\x1b]0;title\x07",
    "\x1b]8;;file:///etc/passwd\x1b\\": r"\x1b]8;;file:///etc/passwd\x1b" + "\\",
    "\x1b]52;c;cm0=\x07": r"\x1b]52;c;cm0=\x07",
    "\x1bP$q\x1b\\": r"\x1bP$q\x1b" + "\\",
    "\x1bc": r"\x1bc",
    "\x9b31m": r"\x9b31m",
    "\x9d0;t\x9c": r"\x9d0;t\x9c",
    "\x90q": r"\x90q",
    "\x85": r"\x85",
    "\x80": r"\x80",
    "\x9f": r"\x9f",
    "a\rb": r"a\x0db",
    "a\nb": r"a\x0ab",
    "a\tb": r"a\x09b",
    "a\bb": r"a\x08b",
    "\x7f": r"\x7f",
    "\x00": r"\x00",
    "\x07": r"\x07",
    "\x0b\x0c": r"\x0b\x0c",
    "\x0e\x0f": r"\x0e\x0f",
    "\u202eevil": r"\u202eevil",
    "\u202a\u202b\u202c\u202d": r"\u202a\u202b\u202c\u202d",
    "\u2066\u2067\u2068\u2069": r"\u2066\u2067\u2068\u2069",
    "\u200e\u200f": r"\u200e\u200f",
    "\u061c": r"\u061c",
    "\u200b": r"\u200b",
    "\u200c\u200d": r"\u200c\u200d",
    "\u2060\u2061": r"\u2060\u2061",
    "\ufeff": r"\ufeff",
    "\u2028\u2029": r"\u2028\u2029",
    "\u00ad": r"\xad",
    "\u034f": r"\u034f",
    "\u3164\uffa0": r"\u3164\uffa0",
    "\u115f\u1160": r"\u115f\u1160",
    "\ufff9\ufffb": r"\ufff9\ufffb",
    "\ufffe": r"\ufffe",
    "\ue000": r"\ue000",
    "\U000e0001\U000e0041\U000e007f": r"\U000e0001\U000e0041\U000e007f",
    "\U000e0100": r"\U000e0100",
    "\U0010ffff": r"\U0010ffff",
    "\udc80a\ud800": r"\udc80a\ud800",
}
HONEST = (
    "Vex",
    "Zoë",
    "Łukasz",
    "王五",
    "Иван",
    "O'Brien \\ [red] :smile:",
    "e\u0301",
    "a\xa0b",
    "\u3000",
    "👩",
    "½",
    "",
)


@pytest.mark.parametrize(("payload", "shown"), PAYLOADS.items(), ids=ascii)
def test_a_payload_is_shown_and_not_obeyed(payload, shown):
    assert safe(payload) == shown
    assert safe(f"Vex {payload} é") == f"Vex {shown} é"


@pytest.mark.parametrize("text", HONEST)
def test_honest_text_stays_as_it_is(text):
    assert safe(text) == text


@given(some.text(some.characters()))
def test_what_is_safe_has_no_control_character_and_can_be_encoded(text):
    shown = safe(text)
    shown.encode()
    assert not {unicodedata.category(letter) for letter in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert safe(shown) == shown


@pytest.mark.parametrize(
    ("text", "name"),
    [("Vex", "Vex"), (" Sir Bo\t", "Sir Bo"), ("e\u0301", "é"), ("王五", "王五"), ("x" * 64, "x" * 64)],
)
def test_a_name_is_kept_trimmed_and_composed(text, name):
    assert valid_name(text) == name


@pytest.mark.parametrize("text", ["", "  ", "x" * 65, *(f"a{payload}b" for payload in PAYLOADS)], ids=ascii)
def test_a_name_that_cannot_be_seen_or_is_too_long_is_refused(text):
    with pytest.raises(UsageError, match=r"^a name") as refused:
        valid_name(text)
    assert safe(refused.value.message) == refused.value.message


# Colour is decided by one table, a stream at a time; a width is never absurd.


XTERM = {"TERM": "xterm-256color"}
TABLE = [
    # flag, environment, on a terminal, colour
    (None, XTERM, True, True),
    (None, XTERM, False, False),
    (None, {}, True, False),
    (None, {"TERM": ""}, True, False),
    (None, {"TERM": "dumb"}, True, False),
    (None, {**XTERM, "NO_COLOR": "1"}, True, False),
    (None, {**XTERM, "NO_COLOR": ""}, True, True),
    (None, {**XTERM, "NO_COLOR": "0"}, True, False),
    (None, {**XTERM, "FORCE_COLOR": "1"}, False, True),
    (None, {**XTERM, "FORCE_COLOR": "3"}, True, True),
    (None, {**XTERM, "FORCE_COLOR": "0"}, False, False),
    (None, {**XTERM, "FORCE_COLOR": "0"}, True, True),
    (None, {**XTERM, "FORCE_COLOR": ""}, False, False),
    (None, {**XTERM, "CLICOLOR_FORCE": "1"}, False, True),
    (None, {**XTERM, "CLICOLOR_FORCE": "0"}, False, False),
    (None, {"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
    (None, {"TERM": "dumb", "FORCE_COLOR": "0"}, True, False),
    (None, {**XTERM, "NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
    (None, {**XTERM, "NO_COLOR": "", "FORCE_COLOR": "1"}, False, True),
    (None, {"RBF_COLOR": "always"}, False, True),
    (None, {**XTERM, "RBF_COLOR": "never"}, True, False),
    (None, {**XTERM, "RBF_COLOR": "always", "NO_COLOR": "1"}, False, True),
    (None, {**XTERM, "RBF_COLOR": "never", "FORCE_COLOR": "1"}, True, False),
    (None, {**XTERM, "RBF_COLOR": "auto", "NO_COLOR": "1"}, True, False),
    (None, {**XTERM, "RBF_COLOR": "purple"}, True, True),
    ("always", {"NO_COLOR": "1", "TERM": "dumb"}, False, True),
    ("always", {"RBF_COLOR": "never"}, False, True),
    ("never", {**XTERM, "FORCE_COLOR": "1"}, True, False),
    ("never", {**XTERM, "RBF_COLOR": "always"}, True, False),
    ("auto", {**XTERM, "RBF_COLOR": "never"}, True, True),
    ("auto", {**XTERM, "NO_COLOR": "1"}, True, False),
    ("auto", XTERM, False, False),
]


@pytest.mark.parametrize(("flag", "environ", "is_tty", "colour"), TABLE)
def test_colour_is_decided_by_the_table(flag, environ, is_tty, colour):
    assert wants_colour(flag, environ, is_tty=is_tty) is colour


def test_all_colours_are_of_the_sixteen_that_a_theme_decides():
    """C-04; and what is good or bad has a word besides (C-03, tests/render/test_screen.py)."""
    codes = {int(part) for code in CODES.values() for part in code.split(";")}
    assert codes <= {1, 2, 4, *range(30, 38), *range(90, 98)}


@pytest.mark.parametrize(
    ("columns", "width"),
    [("0", 40), ("1", 40), ("10", 40), ("39", 40), ("40", 40), ("80", 80), ("500", 200), ("100000", 200), ("-1", 40)],
)
def test_a_width_asked_for_is_kept_within_reason(columns, width):
    assert line_width({"COLUMNS": columns}, measured=100) == width


@pytest.mark.parametrize("columns", ["abc", "", "9" * 5000, "8e1", "\udc80"])
def test_a_width_that_is_no_number_is_not_asked_for(columns):
    assert line_width({"COLUMNS": columns}, measured=100) == 100
    assert line_width({"COLUMNS": columns}) == 80


@pytest.mark.parametrize(("measured", "width"), [(None, 80), (0, 80), (20, 40), (120, 120), (1000, 200)])
def test_the_width_of_the_terminal_counts_where_none_is_asked_for(measured, width):
    assert line_width({}, measured) == width


# In the shell an answer longer than the terminal goes to a pager, and to none where none is wanted.


PAGER = "sed s/^/p:/"
USUAL = {"TERM": "xterm", "RBF_PAGER": PAGER}
SAVE = "encounter.toml"


@pytest.fixture
def pager_shown(tmp_path):
    """What a command shows on a terminal of so many rows, and its exit status."""

    def show(*words, rows=10, **environ):
        variables = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **USUAL, **environ}
        variables = {name: value for name, value in variables.items() if value is not None}
        command = [sys.executable, "-m", "rbfcli", *words]
        terminal = {"dimensions": (rows, 80), "timeout": 40, "encoding": "utf-8"}
        child = pexpect.spawn(command[0], command[1:], cwd=str(tmp_path), env=variables, **terminal)
        text = child.read()
        child.close()
        return text.replace("\r\n", "\n"), child.exitstatus

    return show


@pytest.mark.parametrize(
    "words", [("help", "attack"), ("attack", "-h"), ("rules", "rbf", "RBF-ATK-1"), ("odds", "3d6"), ("help",)]
)
def test_what_is_longer_than_the_terminal_is_paged(pager_shown, words):
    text, status = pager_shown(*words, rows=3)
    assert status == 0
    assert text.startswith("p:")


def test_a_fight_and_its_log_are_paged(pager_shown):
    pager_shown("start", "dock-ambush", rows=100)
    pager_shown("init", rows=100)
    for verb in ("show", "log", "actions joss"):
        text, status = pager_shown(*verb.split(), rows=1)
        assert (verb, text[:2], status) == (verb, "p:", 0)


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        (("help", "attack", "--plain"), {}),
        (("help", "attack"), {"TERM": "dumb"}),
        (("help", "attack"), {"RBF_PLAIN": "1"}),
        (("help", "attack"), {"RBF_PAGER": "off"}),
        (("help", "attack"), {"RBF_PAGER": None, "PAGER": "cat"}),
        (("help", "attack"), {"rows": 400}),
        (("odds", "3d6", "--plain"), {}),
        (("odds", "3d6", "--json"), {"rows": 1}),
        (("systems", "--json"), {"rows": 1}),
    ],
)
def test_none_where_none_is_wanted(pager_shown, words, settings):
    text, status = pager_shown(*words, **settings)
    assert status == 0
    assert "p:" not in text


def test_the_configuration_file_switches_it_off(pager_shown, tmp_path):
    (tmp_path / "config.toml").write_text('pager = "off"\n')
    text, _ = pager_shown("help", "attack", RBF_CONFIG=str(tmp_path / "config.toml"), RBF_PAGER=None)
    assert "p:" not in text
    assert "attack" in text


def test_a_pager_that_is_missing_or_ends_early_is_no_error(pager_shown):
    assert pager_shown("help", "attack", RBF_PAGER="/nowhere/pager")[1] == 0
    assert pager_shown("help", "attack", RBF_PAGER="true") == ("", 0)


def test_what_was_paged_is_saved_before(pager_shown):
    pager_shown("start", "dock-ambush", rows=100)
    assert pager_shown("init", rows=1, RBF_PAGER="false")[1] == 0
    assert "round 1" in pager_shown("show", rows=300)[0]


# Every failure is one sentence and an exit status; a traceback only for those who ask.


MISTAKES = {
    "Refusal('Vex has no action left', hint='try: turn next, or --force', rule='RBF-ACT-1')": (
        1,
        "rbf: Vex has no action left (RBF-ACT-1); try: turn next, or --force\n",
    ),
    "UsageError('unknown command atack')": (2, "rbf: unknown command atack\n"),
    "InvalidFile('a.toml:1: one', hint='write two')": (3, "rbf: a.toml:1: one; write two\n"),
    "StorageFailed('the disk is full')": (4, "rbf: the disk is full\n"),
    "LimitReached('too long')": (5, "rbf: too long\n"),
    "NotationError('this is no die', text='1d6 + 7x', column=7, rewrites=('1d6+7',))": (
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
    hint = "the fight is as last saved; use a smaller fight or a machine with more memory"
    assert finished("raise MemoryError") == (70, "", f"rbf: out of memory; {hint}\n")


@pytest.mark.parametrize("error", ["EIO", "EMFILE", "ENFILE", "EAGAIN", "ENOMEM", "ENOSPC", "EDQUOT", "EFBIG", "EROFS"])
def test_what_the_machine_refuses_is_no_bug(finished, error):
    """As where the disk fails while the program reads a module of its own, or there is no room for another process."""
    status, out, told = finished(f"import errno, os\nraise OSError(errno.{error}, os.strerror(errno.{error}))")
    assert (status, out) == (4, "")
    assert told.startswith("rbf: the operating system refused a request: ")
    assert told.endswith(" `rbf doctor` shows what works here; `rbf check` checks the save\n")


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
    mistake = (
        "raise Refusal('Vex has no action left\\x1b\\x7f\\u2028', hint='try: turn next, or --force', rule='RBF-ACT-1')"
    )
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
    _, out, _ = finished(
        "output.command, output.json = 'attack vex', True\nraise UsageError('x', hint=Hint('y', near=('a',)))"
    )
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
    body = "from rbfcli.render import json as json_lines\njson_lines.error_line = lambda *_: 1 / 0\nraise Refusal('no')"
    status, out, error = finished(body, "--json")
    assert (status, out) == (70, "")
    assert error.startswith("rbf: no\nrbf: internal error: ZeroDivisionError: division by zero; ")

"""What a user meets of plug-ins that fail: one line that names them, and everything else goes on."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from rbfcli.core.errors import PluginBug
from rbfcli.language.names import NameContext
from rbfcli.language.parser import read_line
from rbfcli.render.sentences import Style
from rbfcli.repl import highlighting as completer
from rbfcli.repl.conversation import Conversation, Interrupts
from rbfcli.repl.highlighting import FightCompleter
from rbfcli.session.file_store import SaveView
from rbfcli.storage.save_file import LockedFile
from rbfcli.systems import registry
from rbfcli.testing.fights import play_fights
from tests.program import run_rbf

YARD = (Path(__file__).parent / "skirmish" / "yard.toml").read_text()
LINE = "attack ines bully1"
GIVES_UP = 300


@pytest.fixture
def on_terminal(tmp_path):
    """Start `rbf` with words on a terminal; one that is still stuck when the test ends is killed."""
    started = []

    def start(*words, term="xterm"):
        environ = {**os.environ, "TERM": term}
        command = ["-m", "rbfcli", *words]
        started.append(pexpect.spawn(sys.executable, command, cwd=str(tmp_path), env=environ, timeout=GIVES_UP))
        return started[-1]

    yield start
    for child in started:
        if not child.closed:
            child.kill(signal.SIGKILL)
            child.close()


@contextmanager
def playing(folder):
    """Play the line in a process, which is killed if it is still stuck in the end."""
    command = [sys.executable, "-m", "rbfcli", *LINE.split()]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE) as running:
        try:
            while not (folder / "reached").exists() and running.poll() is None:
                os.sched_yield()
            yield running
        finally:
            running.kill()


def rbf(folder, *words):
    """Run `rbf` in a folder, with every plug-in imported anew, as a process would."""
    registry.forget()
    for name in ("evil_rules", "evil_sheet"):
        sys.modules.pop(name, None)
    return run_rbf(*words, cwd=folder)


@pytest.fixture
def begun(evil, tmp_path):
    """A save of a fight of the evil system, begun before it was evil; its bytes."""

    def begin(*lines, fields=""):
        evil(fields="dict()")
        started = rbf(tmp_path, "start", "yard.toml")
        assert started.returncode == 0, started.stderr
        evil(*lines, fields=fields, read=False)
        return (tmp_path / "encounter.toml").read_bytes()

    return begin


def test_a_fault_ends_with_70_and_one_line_and_the_save_stays(begun, tmp_path):
    before = begun("raise SystemExit(0)")
    done = rbf(tmp_path, *LINE.split())
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr == (
        "rbf: evil (evil_rules.py:7): SystemExit: 0; nothing has changed; report this to the author of evil 1.0\n"
    )
    assert (tmp_path / "encounter.toml").read_bytes() == before
    assert '"kind":"plugin"' in rbf(tmp_path, *LINE.split(), "--json").stdout
    assert "Traceback" in rbf(tmp_path, *LINE.split(), "--debug").stderr


def test_a_fault_is_no_refusal_for_a_script(begun, tmp_path):
    begun("1 // 0")
    (tmp_path / "a.rbf").write_text(f"start yard.toml\nexpect refused {{ {LINE} }}\n{LINE}\nprint x\n")
    done = rbf(tmp_path, "run", "a.rbf", "--keep-going")
    assert done.returncode == 70
    assert done.stderr.count("evil (evil_rules.py:7): ZeroDivisionError") == 2
    assert "a.rbf:3" in done.stderr
    assert "1 expectation, 1 failed" in done.stderr
    assert done.stdout.endswith("x\n")


def test_actions_say_which_rules_cannot_be_tried(begun, tmp_path):
    begun("1 // 0")
    done = rbf(tmp_path, "actions", "ines")
    assert done.returncode == 0
    assert "taunt ines bully1" in done.stdout
    assert "attack ines" not in done.stdout
    assert done.stderr.count("\n") == done.stderr.count("evil (evil_rules.py:7): ZeroDivisionError") == 1


def test_conformance_does_not_take_a_fault_for_a_refusal(evil, tmp_path):
    evil("1 // 0")
    with pytest.raises(Exception, match=r"evil \(evil_rules\.py:7\): ZeroDivisionError"):
        play_fights(str(tmp_path / "yard.toml"), range(3))


def test_views_that_fail_leave_the_rest_and_say_so_on_standard_error(begun, tmp_path):
    begun(fields="dict(status=lambda *_: 1 // 0, picture=lambda _: 7, members=lambda *_: 1 // 0)")
    shown = rbf(tmp_path, "show")
    assert shown.returncode == 0
    assert "Ines" in shown.stdout
    assert len(shown.stderr.splitlines()) == 2
    assert all(line.startswith("rbf: evil (evil_rules.py:") for line in shown.stderr.splitlines())


@pytest.mark.parametrize("view", ["members", "standing", "takes_turns"])
def test_a_fight_is_shown_though_nobody_can_say_who_is_up_or_next(begun, tmp_path, view):
    begun(fields=f"dict({view}=lambda *_: 1 // 0)")
    shown = rbf(tmp_path, "show")
    assert (shown.returncode, "Ines" in shown.stdout) == (0, True)
    assert all(line.startswith("rbf: evil (evil_rules.py:") for line in shown.stderr.splitlines())


def test_a_plug_in_that_no_longer_loads_is_in_nobodys_way(begun, tmp_path):
    before = begun("(")
    for words, status in [(("show",), 70), (LINE.split(), 70), (("taunt", "ines", "bully1"), 70)]:
        done = rbf(tmp_path, *words)
        assert (done.returncode, done.stdout) == (status, "")
        assert "evil (evil_rules.py:7): SyntaxError: '(' was never closed;" in done.stderr
        assert done.stderr.count("\n") == 1
    for words in [("help",), ("-h",), ("attack", "-h"), ("systems",), ("rules", "SKI-ATK-1"), ("roll", "1d1")]:
        done = rbf(tmp_path, *words)
        assert done.returncode == 0, done.stderr
        assert done.stdout
        assert done.stderr.count("\n") <= 1
    assert "SyntaxError" in rbf(tmp_path, "help").stderr
    assert "SyntaxError" in rbf(tmp_path, "-h").stderr
    assert "show\t" in rbf(tmp_path, "__complete", ":").stdout
    assert (tmp_path / "encounter.toml").read_bytes() == before


@pytest.mark.slow
def test_a_real_interrupt_ends_the_process_by_its_signal(begun, tmp_path):
    begun("import time", "open('reached', 'w').close()", "time.sleep(60)")
    with playing(tmp_path) as running:
        running.send_signal(signal.SIGINT)
        assert (running.wait(GIVES_UP), running.stderr.read()) == (-signal.SIGINT, b"")


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
@pytest.mark.parametrize("busy", ["sum(range(10**12))", "for _ in iter(int, 1): pass"], ids=["C", "Python"])
def test_a_signal_ends_a_plug_in_that_is_stuck_and_releases_the_save(begun, tmp_path, number, busy):
    """In C code as well: while a command plays, the signals keep their default action."""
    before = begun("open('reached', 'w').close()", busy)
    with playing(tmp_path) as running:
        assert rbf(tmp_path, "note", "x", "--lock-timeout", "0").returncode == 4
        running.send_signal(number)
        assert running.wait(GIVES_UP) == -number
        running.stderr.read()
    assert (tmp_path / "encounter.toml").read_bytes() == before
    assert rbf(tmp_path, "note", "x", "--lock-timeout", "0").returncode == 0


STUCK = "sum(range(10**12))"
HOLDING = [
    (["run", "fight.rbf", "-e", "encounter.toml"], signal.SIGINT),
    (["run", "fight.rbf", "-e", "encounter.toml"], signal.SIGTERM),
    (["run", "-", "--each", "--json", "-e", "encounter.toml"], signal.SIGINT),
    (["run", "-", "--each", "--json", "-e", "encounter.toml"], signal.SIGTERM),
    (["repl"], signal.SIGTERM),
    (["repl"], signal.SIGQUIT),
]


@pytest.mark.slow
@pytest.mark.parametrize(("words", "number"), HOLDING)
def test_a_signal_releases_the_save_of_a_script_and_of_a_prompt(begun, on_terminal, tmp_path, words, number):
    """A plug-in that is stuck in C code never gets to a handler written in Python."""
    before = begun("open('reached', 'w').close()", STUCK)
    (tmp_path / "fight.rbf").write_text(f"{LINE}\n")
    child = on_terminal(*words, term="dumb")  # where nothing is completed or coloured, so that nothing is rehearsed
    child.sendline("" if "fight.rbf" in words else LINE)
    while not (tmp_path / "reached").exists() and child.isalive():
        time.sleep(0.05)
    assert rbf(tmp_path, "note", "x", "--lock-timeout", "0").returncode == 4
    child.kill(number)
    child.expect(pexpect.EOF)
    child.close()
    assert child.signalstatus == number
    assert (tmp_path / "encounter.toml").read_bytes() == before
    assert rbf(tmp_path, "note", "x", "--lock-timeout", "0").returncode == 0


@pytest.mark.slow
def test_a_simulation_holds_no_lock_while_a_plug_in_is_stuck(begun, on_terminal, tmp_path):
    """SIGQUIT ends it at once; SIGINT and SIGTERM wait until the C code returns."""
    begun("open('reached', 'w').close()", STUCK)
    child = on_terminal("simulate", "encounter.toml", "-n", "2", "--jobs", "1")
    while not (tmp_path / "reached").exists() and child.isalive():
        time.sleep(0.05)
    with LockedFile(str(tmp_path / "encounter.toml"), 0):
        child.kill(signal.SIGQUIT)
        child.expect(pexpect.EOF)
    child.close()
    assert child.signalstatus == signal.SIGQUIT


IN_PYTHON = "next(each for each in iter(int, 1) if each)"


@pytest.mark.slow
def test_a_plug_in_that_is_stuck_while_a_line_is_typed_ends_with_sigterm_and_holds_no_lock(
    begun, on_terminal, tmp_path
):
    """The terminal hands keys to the prompt as they are, Ctrl-C too, and the prompt does not get to them."""
    before = begun("open('reached', 'w').close()", IN_PYTHON)
    child = on_terminal("repl")
    child.expect_exact(">")
    child.send(LINE)
    while not (tmp_path / "reached").exists() and child.isalive():
        time.sleep(0.05)
    assert rbf(tmp_path, "note", "x", "-n", "--lock-timeout", "0").returncode == 0
    child.kill(signal.SIGTERM)
    child.expect(pexpect.EOF)
    child.close()
    assert child.signalstatus == signal.SIGTERM
    assert (tmp_path / "encounter.toml").read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_a_signal_ends_watch_while_a_plug_in_is_stuck(begun, on_terminal, tmp_path, number):
    begun(fields=f"dict(status=lambda *_: (open('reached', 'w').close(), {IN_PYTHON}))")
    child = on_terminal("watch")
    while not (tmp_path / "reached").exists() and child.isalive():
        time.sleep(0.05)
    with LockedFile(str(tmp_path / "encounter.toml"), 0):
        child.kill(number)
        child.expect(pexpect.EOF)
    child.close()
    assert child.signalstatus == number


def test_while_a_line_of_the_prompt_plays_sigterm_has_its_own_action():
    """What gives the terminal back is written in Python: a plug-in that is stuck in C code would never let it run."""
    before = signal.signal(signal.SIGTERM, lambda *_: None)
    handler = signal.getsignal(signal.SIGTERM)
    try:
        with Interrupts().allowed():
            assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, before)


SHEET = """from collections.abc import Mapping
from msgspec.structs import replace
from rbfcli_skirmish import RULES as SKIRMISH
from rbfcli_skirmish.sheet import Fighter, SkirmishFight
class Bad(Fighter, frozen=True, kw_only=True):
    def __post_init__(self):
        raise {}
class BadFight(SkirmishFight, frozen=True, kw_only=True):
    combatants: Mapping[str, Bad] = {{}}
RULES = replace(SKIRMISH, name="evil", sheet=Bad, fight=BadFight)
"""


@pytest.mark.parametrize("raised", ["SystemExit(0)", "RuntimeError", "AssertionError('no')"])
def test_a_sheet_that_fails_while_it_is_read_is_named(another, tmp_path, raised):
    another("evil", "evil_sheet:RULES", SHEET.format(raised))
    (tmp_path / "yard.toml").write_text(YARD.replace('"skirmish"', '"evil"'))
    done = rbf(tmp_path, "start", "yard.toml")
    assert (done.returncode, done.stdout) == (70, "")
    name = raised.partition("(")[0]
    assert done.stderr.startswith(f"rbf: evil (evil_sheet.py:7): {name}")


def test_a_verb_of_a_system_that_is_not_there_is_not_called_unknown(begun, tmp_path):
    begun()
    save = tmp_path / "encounter.toml"
    save.write_text(save.read_text().replace('"evil"', '"gone"'))
    for words in (("show",), ("taunt", "ines", "bully1")):
        done = rbf(tmp_path, *words)
        assert done.returncode == 3
        assert "this save needs the system 'gone', which is not installed; install the package evil" in done.stderr
    assert "did you mean show" in rbf(tmp_path, "shwo", "-e", "nowhere.toml").stderr


@pytest.fixture
def prompt(tmp_path):
    """Open a prompt at the save of the folder; it, and what it prints and complains of."""

    def begin():
        printed, complained = [], []
        path = str(tmp_path / "encounter.toml")
        return Conversation(path, Style(), printed.append, complained.append, os.environ), printed, complained

    return begin


def test_the_prompt_goes_on_after_a_fault(begun, prompt, monkeypatch):
    before = begun("1 // 0")
    conversation, printed, complained = prompt()
    conversation.enter(LINE)
    assert conversation.status == 70
    assert complained[0].startswith("rbf: evil (evil_rules.py:7): Zero")
    assert Path(conversation.path).read_bytes() == before
    monkeypatch.setenv("RBF_DEBUG", "1")
    conversation.enter(LINE)
    assert "Traceback" in complained[1]
    conversation.enter("show")
    assert conversation.status == 0
    assert "Ines" in "".join(printed)
    assert len(complained) == 3


@pytest.mark.parametrize(("line", "offered"), [("attack in", ["ines"]), ("show in", ["ines"]), ("sho", ["show"])])
@pytest.mark.parametrize("view", ["standing", "health", "candidates"])
def test_completion_goes_on_without_what_fails(evil, view, line, offered):
    session = evil()
    session.perform(read_line("init", session.rules, session.fight))
    rules = evil(fields=f"dict({view}=lambda *_: 1 // 0)").rules
    completion = FightCompleter(lambda: SaveView(NameContext(rules, session.fight)))
    assert [each.text for each in completion.get_completions(Document(line), CompleteEvent())] == offered


def test_completion_that_fails_is_told_with_the_next_command(begun, prompt, monkeypatch):
    begun()
    conversation, _, complained = prompt()
    fault = PluginBug("the plug-in evil failed")
    monkeypatch.setattr(completer, "suggest", lambda *_: (_ for _ in ()).throw(fault))
    for _ in range(2):
        assert not [*FightCompleter(conversation.watch.view).get_completions(Document("x"), CompleteEvent())]
    conversation.enter("where")
    assert complained == ["rbf: the plug-in evil failed"]


def test_the_prompt_opens_on_a_save_whose_plug_in_no_longer_loads(begun, prompt):
    begun("(")
    conversation, _, complained = prompt()
    assert conversation.watch.view().problem.startswith("evil (evil_rules.py:7)")
    conversation.enter("roll 1d1")
    assert (conversation.status, complained) == (0, [])

"""Whoever is killed while saving leaves the old save or the new one, and the new one if it said so."""

import os
import random
import re
import signal
import time

import pytest

from tests.crashes import mutants
from tests.crashes.fights import KINDS, Found, said_by_process, strace

LONG = os.environ.get("RBF_FUZZ") == "1"
HITS = 300 if LONG else 6
AT_EVERY_CALL = tuple(KINDS) if LONG else ("note",)
CHANGES = {"openat", "write", "fchmod", "fsync", "close", "renameat"}
MARKS = {"lock": ".lock", "import": ".py"}
KILLED = -9


class Every:
    """All system calls, but not the one that is the end."""

    def __contains__(self, name):
        return name != "exit_group"


EVERY = Every()
CALL = re.compile(r"^(\w+)\(")
needs_strace = pytest.mark.skipif(not strace(), reason="strace is not installed")


def kill_at_random(folder, hits, chance, mutant=""):
    """Kill commands somewhere in their work until so many have been hit; what was wrong after it."""
    began = time.monotonic()
    folder.start(mutant).communicate()
    longest = (time.monotonic() - began) * 1.1
    folder.reset()
    while folder.found.hit < hits:
        process = folder.start(mutant)
        time.sleep(chance.random() * longest)  # any moment will do: nothing is waited for
        process.kill()
        out, error = process.communicate()
        folder.judge(out, error, hit=process.returncode == KILLED, ended=process.returncode == 0)
    return folder.found


def saving_calls(folder, mutant="", *, since="import", chosen=CHANGES):
    """The system calls since the lock or since the last import, each with its number among those of its name."""
    trace = folder.path.parent / "trace"
    said_by_process(folder.command(mutant, [strace(), "-o", trace]), folder.path)
    folder.reset()
    lines = [line for line in trace.read_text().splitlines() if CALL.match(line)]
    marked = [at for at, line in enumerate(lines) if MARKS[since] in line]
    first = marked[0] if since == "lock" else marked[-1] + 1
    names = [CALL.match(line)[1] for line in lines]
    return [(name, names[: at + 1].count(name)) for at, name in enumerate(names) if at >= first and name in chosen]


def killed_at(folder, mutant, name, number, by="KILL"):
    """A command that gets a signal at one of its system calls: what it told, and its process."""
    inject = ["-e", f"trace={name}", "-e", f"inject={name}:signal={by}:when={number}"]
    with folder.start(mutant, [strace(), "-o", folder.path.parent / "trace", *inject]) as process:
        return (*process.communicate(), process)


def kill_at_every_call(folder, mutant="", **which):
    """Kill the command at each of its system calls in turn; what was wrong after it."""
    for name, number in saving_calls(folder, mutant, **which):
        out, error, process = killed_at(folder, mutant, name, number)
        folder.judge(out, error, hit=process.returncode == KILLED, ended=process.returncode == 0)
    return folder.found


def test_a_kill_at_any_moment_tears_nothing_and_loses_nothing(folder, figure):
    chance = random.Random(9)  # noqa: S311 - moments to kill at
    total = Found()
    kinds = tuple(KINDS) if LONG else tuple(KINDS)[:3]
    for kind in kinds:
        found = kill_at_random(folder(kind), -(-HITS // len(kinds)), chance)
        assert (found.torn, found.lost) == (0, 0), kind
        total.tried += found.tried
        total.hit += found.hit
    assert total.hit >= HITS
    figure(total.line(f"kill -9 at random moments of {len(kinds)} kinds of commands"))


@needs_strace
@pytest.mark.parametrize("kind", AT_EVERY_CALL)
def test_a_kill_at_every_system_call_of_a_save_tears_nothing_and_loses_nothing(folder, kind, figure):
    since = "lock" if kind == "start" else "import"  # `start` imports more between its saves
    found = kill_at_every_call(folder(kind), since=since, chosen=EVERY if LONG else CHANGES)
    assert (found.torn, found.lost) == (0, 0)
    assert found.hit >= found.tried - 2
    figure(found.line(f"kill -9 at every system call of saving {kind}"))


@needs_strace
@pytest.mark.fuzz
def test_a_kill_at_every_system_call_since_the_lock_tears_nothing_and_loses_nothing(folder, figure):
    found = kill_at_every_call(folder("note"), since="lock", chosen=EVERY)
    assert (found.torn, found.lost) == (0, 0)
    assert found.hit > 100
    figure(found.line("kill -9 at every system call of a note, from the lock on"))


@needs_strace
def test_an_interrupt_at_every_system_call_of_a_save_leaves_no_half_file(folder, figure):
    folder = folder("note")
    for name, number in saving_calls(folder):
        out, error, process = killed_at(folder, "", name, number, by="INT")
        assert (process.returncode, error) == (-signal.SIGINT, "")
        assert folder.names() <= folder.after
        folder.judge(out, error, hit=True, ended=False)
    assert (folder.found.torn, folder.found.lost) == (0, 0)
    figure(folder.found.line("SIGINT at every system call of saving note"))


@needs_strace
@pytest.mark.parametrize(
    ("mutant", "wrong"),
    [
        ("IN_PLACE", "torn"),
        pytest.param("RENAMED_FIRST", "torn", marks=pytest.mark.fuzz),
        pytest.param("TOLD_FIRST", "lost", marks=pytest.mark.fuzz),
    ],
)
def test_the_kills_find_a_save_that_is_made_wrongly(folder, mutant, wrong, figure):
    found = kill_at_every_call(folder("note"), vars(mutants)[mutant], chosen={"write", "fsync", "close"})
    assert getattr(found, wrong) > 0
    figure(found.line(f"the same kills with the mistake {mutant}"))

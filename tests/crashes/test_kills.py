"""A process killed while saving leaves the old save or the new one, and the new one if it said so."""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import threading
import time

import pytest

from tests.crashes import mutants
from tests.crashes.fights import KINDS, SAVE, Folder, Found, durable, said, said_by_process, strace, times_told

pytestmark = pytest.mark.slow

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
    """Kill commands at random points until that many were hit, and return what was wrong afterwards."""
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
    """Return the system calls since the lock or the last import, each with its number among those of its name."""
    trace = folder.path.parent / "trace"
    said_by_process(folder.command(mutant, [strace(), "-o", trace]), folder.path)
    folder.reset()
    lines = [line for line in trace.read_text().splitlines() if CALL.match(line)]
    marked = [at for at, line in enumerate(lines) if MARKS[since] in line]
    first = marked[0] if since == "lock" else marked[-1] + 1
    names = [CALL.match(line)[1] for line in lines]
    return [(name, names[: at + 1].count(name)) for at, name in enumerate(names) if at >= first and name in chosen]


def killed_at(folder, mutant, name, number, by="KILL"):
    """Send a command a signal at one of its system calls; return its output and its process."""
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


# Commands of many processes on one save: each lands once, however they race.


WRITERS, TIMES = (16, 200) if LONG else (4, 3)
LIMIT = "600"


class Writer(threading.Thread):
    """Writes notes one after the other: each by a command of its own, or all through one pipe."""

    def __init__(self, folder, name, times, mutant, words=()):
        super().__init__()
        self.notes = [f"{name}-{number}" for number in range(times)]
        self.folder, self.mutant, self.words = folder, mutant, words
        self.told, self.failed = [], []

    def run(self):
        """Write them all."""
        if self.words:
            self._say(self.words, self.notes, "".join(f"note {note}\n" for note in self.notes))
            return
        for note in self.notes:
            self._say(("note", note), [note])

    def _say(self, words, notes, stdin=""):
        command = self.folder.command(self.mutant, words=(*words, "--lock-timeout", LIMIT))
        done = subprocess.run(
            command, cwd=self.folder.path, env=durable(), input=stdin, text=True, capture_output=True, check=False
        )
        if (done.returncode, done.stderr) == (0, ""):
            self.told += notes
        else:
            self.failed.append((words, done.returncode, done.stderr))


def race(folder, writers, times, mutant="", pipes=()):
    """Let writers race: which notes they said to be saved, those in the journal, and which commands failed."""
    racing = [Writer(folder, f"w{number}", times, mutant) for number in range(writers)]
    racing += [Writer(folder, f"p{number}", times, mutant, words) for number, words in enumerate(pipes)]
    for writer in racing:
        writer.start()
    for writer in racing:
        writer.join()
    journal = said("log", "--script", "-e", str(folder.save)).splitlines()
    told = [note for writer in racing for note in writer.told]
    return told, [note for note in told if journal.count(f"note {note}") == 1], [writer.failed for writer in racing]


def revision(folder):
    return json.loads(said("show", "--json", "-e", str(folder.save)))["revision"]


def test_every_command_of_every_process_lands_once(folder, figure):
    folder = folder("note")
    before = revision(folder)
    pipes = (("repl",), ("run", "-", "--each", "-e", "encounter.toml"))
    told, landed, failed = race(folder, WRITERS, TIMES, pipes=pipes)
    wanted = (WRITERS + len(pipes)) * TIMES
    assert not any(failed)
    assert (len(told), len(landed), revision(folder)) == (wanted, wanted, before + wanted)
    assert folder.names() <= folder.after
    figure(f"{WRITERS} x {TIMES} commands, a prompt and a script on one save: {len(landed)} of {wanted} landed, lost 0")


def test_the_race_shows_a_lock_that_goes_too_early(folder, figure):
    told, landed, _ = race(folder("note"), 4, 2, mutants.UNLOCKED_FIRST)
    assert len(landed) < len(told)
    figure(f"4 x 2 commands with the mistake UNLOCKED_FIRST: {len(told)} told, {len(told) - len(landed)} of them lost")


# Power cuts on a real file system: what has reached its disk is copied, mounted as a disk of its own, and judged.


CUTS = 500 if LONG else 4
MEGABYTES = 8


def system(program, *arguments):
    return (
        subprocess.run([shutil.which(program) or program, *arguments], check=False, capture_output=True).returncode == 0
    )


@contextlib.contextmanager
def mounted(image, place):
    """A disk that writes nothing by itself for a while, and does not make up for programs that forget to sync."""
    place.mkdir(exist_ok=True)
    if not system("mount", "-o", "loop,commit=300,noauto_da_alloc", image, place):
        pytest.skip("this system lets nobody mount a disk")
    try:
        yield place
    finally:
        assert system("umount", place)


@pytest.fixture
def image(tmp_path):
    """An empty disk."""
    if os.geteuid() != 0 or not (shutil.which("mount") and shutil.which("mkfs.ext4")):
        pytest.skip("only root can mount a disk, and mkfs.ext4 has to be there")
    path = tmp_path / "disk"
    path.write_bytes(bytes(MEGABYTES * 2**20))
    assert system("mkfs.ext4", "-q", "-F", path)
    return path


def cut(image, old, cuts, chance, mutant=""):
    """Cut the power in or after a command that many times, and return what was wrong afterwards."""
    found, copy = Found(), image.with_name("copy")
    with mounted(image, image.with_name("before")) as place:
        (place / "fight").mkdir()
        folder = Folder(place / "fight", old, "note")
        for at in range(cuts):
            folder.reset()
            assert system("sync", "-f", folder.save)
            with folder.start(mutant) as process:
                if at % 2:
                    time.sleep(chance.random() * 0.15)  # any moment will do: nothing is waited for
                    process.kill()
                out, error = process.communicate()
            assert "Traceback" not in error
            shutil.copyfile(image, copy)
            with mounted(copy, image.with_name("after")) as left:
                version = folder.version_of(left / "fight" / SAVE)
            found.tried += 1
            found.hit += process.returncode != 0
            found.torn += version is None
            found.lost += version is not None and version < folder.acknowledged(
                times_told(out), ended=not process.returncode
            )
    return found


def test_a_power_cut_tears_nothing_and_loses_nothing_that_was_told(image, old, figure):
    found = cut(image, old, CUTS, random.Random(6))  # noqa: S311 - moments to cut at
    figure(found.line("power cuts on ext4"))
    assert (found.tried, found.torn, found.lost) == (CUTS, 0, 0)


def test_power_cuts_show_a_save_that_is_not_synced(image, old, figure):
    found = cut(image, old, 4, random.Random(6), mutants.NO_FILE_SYNC + mutants.NO_FOLDER_SYNC)  # noqa: S311 - as above
    figure(found.line("power cuts on ext4 without fsync"))
    assert found.torn + found.lost > 0

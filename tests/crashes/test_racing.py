"""Commands of many processes on one save: each lands once, however they race."""

import json
import os
import subprocess
import threading

from tests.crashes import mutants
from tests.crashes.fights import durable, said

LONG = os.environ.get("RBF_FUZZ") == "1"
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

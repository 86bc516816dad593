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
        self.statuses = []

    def run(self):
        """Write them all."""
        lines = [(self.words, "".join(f"note {note}\n" for note in self.notes))]
        for words, stdin in lines if self.words else [(("note", note), "") for note in self.notes]:
            command = self.folder.command(self.mutant, words=(*words, "--lock-timeout", LIMIT))
            done = subprocess.run(
                command, cwd=self.folder.path, env=durable(), input=stdin, text=True, capture_output=True, check=False
            )
            self.statuses.append((done.returncode, done.stderr))


def race(folder, writers, times, mutant="", pipes=()):
    """Let writers race; how many of their notes are in the journal, and how many there should be."""
    racing = [Writer(folder, f"w{number}", times, mutant) for number in range(writers)]
    racing += [Writer(folder, f"p{number}", times, mutant, words) for number, words in enumerate(pipes)]
    for writer in racing:
        writer.start()
    for writer in racing:
        writer.join()
    assert {status for writer in racing for status in writer.statuses} == {(0, "")}
    journal = said("log", "--script", "-e", str(folder.save)).splitlines()
    notes = [note for writer in racing for note in writer.notes]
    return sum(journal.count(f"note {note}") == 1 for note in notes), len(notes)


def revision(folder):
    return json.loads(said("show", "--json", "-e", str(folder.save)))["revision"]


def test_every_command_of_every_process_lands_once(folder, figure):
    folder = folder("note")
    before = revision(folder)
    pipes = (("repl",), ("run", "-", "--each", "-e", "encounter.toml"))
    landed, wanted = race(folder, WRITERS, TIMES, pipes=pipes)
    assert (landed, revision(folder)) == (wanted, before + wanted)
    assert {each.name for each in folder.path.iterdir()} <= folder.after
    figure(f"{WRITERS} x {TIMES} commands, a prompt and a script on one save: {landed} of {wanted} landed, lost 0")


def test_the_race_shows_a_lock_that_goes_too_early(folder, figure):
    landed, wanted = race(folder("note"), 4, 3, mutants.UNLOCKED_FIRST)
    assert landed < wanted
    figure(f"4 x 3 commands with the mistake UNLOCKED_FIRST: {wanted - landed} lost")

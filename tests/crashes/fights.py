"""A fight in a folder, commands on it in processes, and what is left of it after their death."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from msgspec import Struct

from tests.program import run_rbf

SAVE = "encounter.toml"
PROGRAM = "from rbfcli.cli.main import main\nmain()"
BEGIN = (
    ("start", "dock-ambush", "--seed", "s"),
    ("init", "--set", "ada=40"),
    ("turn",),
    ("note", "a word"),
    ("note", "another word"),
)
SCRIPT = ("note one", "damage ada 1", "note three")
KINDS = {
    "note": ("note", "a third word"),
    "start": ("start", "dock-ambush", "--force", "--seed", "t"),
    "attack": ("attack", "joss", "thug1", "--force"),
    "damage": ("damage", "ada", "2"),
    "set": ("set", "ada", "hp=9"),
    "turn": ("turn",),
    "init": ("init", "--force"),
    "undo": ("undo",),
    "redo": ("redo",),
    "add": ("add", "Bo", "--from", "docker"),
    "remove": ("remove", "thug4"),
    "end": ("end",),
    "script": ("run", "three.rbf", "-e", SAVE),
    "each": ("run", "three.rbf", "--each", "-e", SAVE),
}


def said(*words):
    """What a command that has to succeed prints; run in this process, in the current folder."""
    done = run_rbf(*words, cwd=".")
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def meaning(path):
    """What a save means to the program: its fight and its journal; the reason where it means nothing."""
    try:
        said("check", str(path))
        return said("show", "--json", "-e", str(path)), said("log", "--script", "-e", str(path))
    except AssertionError as wrong:
        return str(wrong)


def is_sound(path):
    return not isinstance(meaning(path), str)


class Found(Struct):
    """How often something was tried, how often it hit, and what was wrong after it."""

    tried: int = 0
    hit: int = 0
    torn: int = 0
    lost: int = 0

    def line(self, what):
        """The figures of something in words."""
        return f"{what}: tried {self.tried}, hit {self.hit}, torn {self.torn}, lost {self.lost}"


class Folder:
    """A folder with a fight, put back before every try; `versions` are what a command may leave of the save."""

    def __init__(self, path, old, kind):
        self.path, self.old, self.kind, self.words = path, old, kind, KINDS[kind]
        self.found = Found()
        if kind == "redo":
            self.reset()
            said("undo", "-e", str(self.save))
            self.old = old = self.save.read_bytes()
        steps = [line.split() for line in SCRIPT] if "--each" in self.words else [self.words]
        self.reset()
        self.versions = [old]
        for step in steps:
            said_by_process(self.command(words=step), path)
            self.versions.append(self.save.read_bytes())
            assert is_sound(self.save)
        self.meanings = [self._meaning_of(version) for version in self.versions]
        assert len(set(self.meanings)) == len(self.versions)
        self.after = self.names()
        self.reset()

    @property
    def save(self):
        """The path of the save."""
        return self.path / SAVE

    def reset(self):
        """Put the folder back as it was."""
        for each in self.path.iterdir():
            each.unlink()
        (self.path / "three.rbf").write_text("\n".join(SCRIPT))
        self.save.write_bytes(self.old)

    def command(self, mutant="", before=(), words=None):
        """The line of a process that runs the command."""
        return [*before, sys.executable, "-c", f"{mutant}\n{PROGRAM}", *(words or self.words)]

    def start(self, mutant="", before=()):
        """Start the command in a process."""
        streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(self.command(mutant, before), cwd=self.path, env=durable(), **streams)

    def names(self):
        """Return the names of the files, except kept saves."""
        return {each.name for each in self.path.iterdir() if ".kept-" not in each.name}

    def judge(self, out, error, *, hit, ended):
        """Record what a process left, even if it was killed, and restore the folder."""
        assert "Traceback" not in error
        assert "internal error" not in error
        self.found.tried += 1
        self.found.hit += hit
        at = self.version_of(self.save)
        if at is None:
            self.found.torn += 1
        else:
            self.found.lost += at < self.acknowledged(times_told(out), ended=ended)
            said("note", "goes on", "-e", str(self.save))
            assert self.names() <= self.after
        self.reset()

    def acknowledged(self, told, *, ended):
        """Return how many changes the command reported as saved, by its results and whether it has ended.

        A script that is saved as a whole reports that by its end.
        """
        if self.kind == "script":
            return int(ended)
        return told if "--each" in self.words else int(told > 0)

    def version_of(self, path):
        """Which version of the save a file is; None if it is none of them."""
        content = path.read_bytes() if path.exists() else b""
        if content in self.versions:
            return self.versions.index(content)
        what = meaning(path)
        return self.meanings.index(what) if what in self.meanings else None

    def _meaning_of(self, version):
        path = self.path / "version.toml"
        path.write_bytes(version)
        found = meaning(path)
        path.unlink()
        return found


def times_told(out):
    """Return how many results a process has printed; a script shows its lines after `> `."""
    return sum(line.startswith("> ") for line in out.splitlines()) or int(bool(out))


def durable():
    """The environment of processes, which wait for the disk; what runs in this process does not."""
    return {name: value for name, value in os.environ.items() if name != "RBF_SYNC"}


def said_by_process(command, folder):
    """Run a process that has to succeed."""
    subprocess.run(command, cwd=folder, env=durable(), check=True, capture_output=True)


def begun(folder: Path):
    """The bytes of a save in which a fight goes on."""
    for words in BEGIN:
        said(*words, "-e", str(folder / SAVE))
    return (folder / SAVE).read_bytes()


def strace():
    """The path of strace."""
    return shutil.which("strace") or ""

"""A save that is no file, or where nothing can be written: a sentence, a status, and nothing else touched."""

import os
import shutil
import signal
import socket
import subprocess

import pytest

from tests.crashes.fights import SAVE
from tests.program import run_rbf

LONGEST = 300  # seconds: nothing waits so long, however busy the machine
READERS = (("show",), ("log",), ("actions",))
ODDS = ("odds", "attack", "joss", "thug1", "--force")
WRITERS = (("note", "x"), ("undo",), ("start", "dock-ambush", "--force"), ("run", "one.rbf"))


@pytest.fixture(autouse=True)
def _limit():
    """Let nothing hang."""
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail(f"longer than {LONGEST} s"))
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def place(tmp_path, monkeypatch, old):
    """A folder to be in, with precious things in it."""
    (tmp_path / "victim.toml").write_bytes(old)
    (tmp_path / "one.rbf").write_text("note x\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def status_of(*words):
    """The exit status of a command that may not wait for ever."""
    signal.alarm(LONGEST)
    try:
        return run_rbf(*words, cwd=".").returncode
    finally:
        signal.alarm(0)


def tree(place):
    """All there is in a folder, and what is in it."""
    return {
        str(path): path.read_bytes() if path.is_file() and not path.is_symlink() else path.lstat().st_mode
        for path in place.rglob("*")
        if not path.name.endswith(".lock")
    }


def make(kind):
    """Make something that is no save under the name of one."""
    match kind:
        case "folder":
            os.mkdir(SAVE)  # noqa: PTH102 - as the rest
        case "link":
            os.symlink("victim.toml", SAVE)  # noqa: PTH211 - as the rest
        case "dangling link":
            os.symlink("nowhere.toml", SAVE)  # noqa: PTH211 - as the rest
        case "pipe":
            os.mkfifo(SAVE)
        case "socket":
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(SAVE)
        case "empty":
            os.mknod(SAVE)
        case "hard link":
            os.link("victim.toml", SAVE)


@pytest.mark.parametrize("kind", ["folder", "link", "dangling link", "pipe", "socket", "empty"])
@pytest.mark.parametrize("words", [*READERS, *WRITERS], ids=" ".join)
def test_what_is_no_save_is_neither_read_nor_written(place, kind, words):
    make(kind)
    before = tree(place)
    status = status_of(*words, "-e", SAVE)
    if kind == "empty" and words[0] == "start":
        assert status == 0
    else:
        assert (status in {3, 4}, tree(place)) == (True, before)


@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_a_save_with_a_second_name_is_not_torn_from_it(place, words):
    make("hard link")
    before = tree(place)
    assert (status_of(*words, "-e", SAVE), tree(place)) == (4, before)


ELSEWHERE = (
    "/dev/zero",
    "/dev/null",
    "/dev/stdin",
    "/proc/self/mem",
    "/",
    "x" * 256,
    "x/" * 2100,
    "no/where.toml",
    "a\0b",
)


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: repr(path[:20]))
@pytest.mark.parametrize("words", [READERS[0], *WRITERS], ids=" ".join)
def test_a_place_that_cannot_hold_a_save_is_refused(place, path, words):
    before = tree(place)
    assert status_of(*words, "-e", path) in {2, 3, 4}
    assert tree(place) == before


@pytest.mark.parametrize("name", ["-dash.toml", "a\nb.toml", " ", "\u202e.toml", "x" * 200])
def test_a_strange_name_is_a_name(place, name):
    assert status_of("start", "dock-ambush", f"--encounter={name}") == 0
    assert status_of("note", "x", f"--encounter={name}") == 0
    assert status_of("show", f"--encounter={name}") == 0
    assert (place / name).is_file()


@pytest.fixture
def sealed(place, old):
    """A disk on which there is a save, and nothing can be written."""
    if os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root can mount a disk")
    disk = place / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "none", disk], check=False, capture_output=True).returncode:  # noqa: S607
        pytest.skip("this system lets nobody mount")
    (disk / SAVE).write_bytes(old)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True, capture_output=True)  # noqa: S607
    yield disk / SAVE
    subprocess.run(["umount", disk], check=True, capture_output=True)  # noqa: S607


def test_on_a_sealed_disk_all_that_reads_works_and_all_that_writes_says_why(sealed, old):
    for words in (*READERS, ("odds", "2d6"), ODDS):
        assert status_of(*words, "-e", str(sealed)) == 0, words
    assert status_of("check", str(sealed)) == 0
    assert status_of("__complete", ":", "-e", str(sealed), "attack") == 0
    for words in WRITERS:
        assert status_of(*words, "-e", str(sealed)) == 4, words
    assert sealed.read_bytes() == old

"""A save is read whole, replaced whole, and nothing else is touched (the save protocol)."""

import os
import random
import re
import shutil
import signal
import socket
import stat
import subprocess
import time

import pytest

from rbfcli.core.errors import InvalidFile, LimitReached, StorageFailed
from rbfcli.core.limits import FILE_BYTES
from rbfcli.storage.files import file_stamp, read_file
from rbfcli.storage.save_file import LockedFile


@pytest.fixture
def save(tmp_path):
    path = tmp_path / "fight.toml"
    path.write_bytes(b"old")
    return path


def rewrite(path, content=b"new", **more):
    with LockedFile(str(path), 0.05, **more) as file:
        file.replace(content)


def names(folder):
    return {path.name for path in folder.iterdir()}


def tree(folder):
    return {
        path.name: path.read_bytes() if path.is_file() else None
        for path in folder.iterdir()
        if ".lock" not in path.name
    }


def test_a_save_is_read_changed_and_replaced(save):
    with LockedFile(str(save)) as file:
        assert file.exists()
        file.replace(file.read() + b" and new")
    assert read_file(str(save)) == b"old and new"
    assert names(save.parent) == {".fight.toml.lock", "fight.toml"}


def test_a_save_in_the_current_folder_needs_no_folder_in_its_name(save, monkeypatch):
    monkeypatch.chdir(save.parent)
    rewrite("fight.toml")
    assert read_file("fight.toml") == b"new"


def test_a_missing_save_says_what_to_do_and_leaves_nothing_behind(tmp_path):
    path = str(tmp_path / "fight.toml")
    for attempt in (lambda: read_file(path), lambda: rewrite(path), lambda: rewrite(tmp_path / "no" / "fight.toml")):
        with pytest.raises(InvalidFile, match=r"no such file: .*fight\.toml") as missing:
            attempt()
        assert "rbf start" in missing.value.hint
    assert not list(tmp_path.iterdir())


def test_a_new_save_has_the_mode_of_the_umask(tmp_path):
    for umask, mode in ((0o022, 0o644), (0o077, 0o600), (0, 0o666)):
        path = tmp_path / f"fight{umask}.toml"
        old = os.umask(umask)
        try:
            rewrite(path, create=True)
            assert os.umask(umask) == umask
        finally:
            os.umask(old)
        assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o400])
def test_the_mode_of_a_save_stays(save, mode):
    save.chmod(mode)
    rewrite(save)
    assert stat.S_IMODE(save.stat().st_mode) == mode


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
def test_the_owner_of_a_save_stays(save):
    os.chown(save, 1234, 2345)
    rewrite(save)
    assert (save.stat().st_uid, save.stat().st_gid) == (1234, 2345)


def test_the_lock_and_the_temporary_file_are_private(save, monkeypatch):
    modes = []
    real = os.fsync
    monkeypatch.setattr(os, "fsync", lambda descriptor: modes.append(os.fstat(descriptor).st_mode) or real(descriptor))
    save.chmod(0o600)
    rewrite(save)
    assert stat.S_IMODE((save.parent / ".fight.toml.lock").stat().st_mode) == 0o600
    assert [stat.S_ISDIR(mode) for mode in modes] == [False, True]
    assert stat.S_IMODE(modes[0]) == 0o600


def test_sync_can_be_switched_off(save, monkeypatch):
    monkeypatch.setenv("RBF_SYNC", "off")
    monkeypatch.setattr(os, "fsync", lambda _: pytest.fail("synced"))
    rewrite(save)
    assert save.read_bytes() == b"new"


def test_leftovers_of_killed_writers_go_and_nothing_else(save):
    leftover = ".fight.toml.0123456789abcdef.tmp"
    others = (".fight.toml.tmp", ".fight.toml.2.0123456789abcdef.tmp", ".other.0123456789abcdef.tmp", "fight.tmp")
    for name in (leftover, *others):
        (save.parent / name).touch()
    rewrite(save)
    assert names(save.parent) == {"fight.toml", ".fight.toml.lock", *others}


def make_irregular(kind, path):
    match kind:
        case "folder":
            path.mkdir()
        case "symbolic link":
            (path.parent / "victim").write_bytes(b"precious")
            path.symlink_to("victim")
        case "pipe":
            os.mkfifo(path)
        case "socket":
            socket.socket(socket.AF_UNIX).bind(str(path))
        case "several names":
            (path.parent / "victim").write_bytes(b"precious")
            path.hardlink_to(path.parent / "victim")


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("kind", ["folder", "symbolic link", "pipe", "socket", "several names"])
def test_only_a_regular_file_with_one_name_is_replaced(tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "fight.toml"
    make_irregular(kind, path.relative_to(tmp_path) if kind == "socket" else path)
    before = tree(tmp_path)
    with pytest.raises(StorageFailed, match=kind):
        rewrite(path)
    with pytest.raises(StorageFailed, match=kind):
        rewrite(path, create=True)
    assert tree(tmp_path) == before


@pytest.mark.parametrize("kind", ["folder", "symbolic link", "pipe", "socket"])
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_only_a_regular_file_is_read(tmp_path, monkeypatch, kind):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "fight.toml"
    make_irregular(kind, path.relative_to(tmp_path) if kind == "socket" else path)
    with pytest.raises(InvalidFile, match=kind):
        read_file(str(path))


def test_an_authored_file_may_be_a_symbolic_link(tmp_path):
    make_irregular("symbolic link", tmp_path / "fight.toml")
    assert read_file(str(tmp_path / "fight.toml"), follow=True) == b"precious"


@pytest.mark.parametrize(
    "path", ["/dev/zero", "/dev/null", "/proc/self/mem", "/", "a\0b", "x" * 256, "x" * 5000, "/etc/passwd/x"]
)
def test_hostile_paths_are_refused(path):
    with pytest.raises(InvalidFile):
        read_file(path)
    with pytest.raises((InvalidFile, StorageFailed)):
        rewrite(path)


def test_another_users_file_in_a_sticky_folder_is_refused(save, monkeypatch):
    save.parent.chmod(0o1777)
    rewrite(save, b"mine")
    monkeypatch.setattr(os, "geteuid", lambda: save.stat().st_uid + 1)
    with pytest.raises(StorageFailed, match="another user's"):
        rewrite(save)
    assert save.read_bytes() == b"mine"


@pytest.mark.parametrize("kind", ["folder", "symbolic link", "pipe", "several names"])
def test_a_lock_that_is_not_a_file_of_its_own_is_refused(save, kind):
    make_irregular(kind, save.parent / ".fight.toml.lock")
    with pytest.raises(StorageFailed, match=r"cannot lock fight\.toml with \.fight\.toml\.lock: "):
        rewrite(save)
    assert save.read_bytes() == b"old"
    if kind in ("symbolic link", "several names"):
        assert (save.parent / "victim").read_bytes() == b"precious"


def test_a_held_lock_names_its_holder_and_leaves_the_save_alone(save):
    rewrite(save, b"first")
    with LockedFile(str(save)), pytest.raises(StorageFailed, match=rf"in use by process {os.getpid()}\b"):
        rewrite(save)
    assert save.read_bytes() == b"first"
    rewrite(save, b"second")


def test_a_big_file_is_neither_read_nor_written(save):
    save.write_bytes(b"x" * FILE_BYTES)
    assert len(read_file(str(save))) == FILE_BYTES
    with pytest.raises(LimitReached):
        rewrite(save, b"x" * (FILE_BYTES + 1))
    assert len(read_file(str(save))) == FILE_BYTES
    save.write_bytes(b"x" * (FILE_BYTES + 1))
    with pytest.raises(InvalidFile, match="is too large"):
        read_file(str(save))


def test_the_stamp_of_a_save_changes_with_every_replacement(save):
    first = file_stamp(str(save))
    rewrite(save, b"old")
    assert file_stamp(str(save)) not in (None, first)
    assert file_stamp(str(save)) == file_stamp(str(save))
    save.unlink()
    assert file_stamp(str(save)) is None


def test_temporary_names_are_random(save, monkeypatch):
    names = []
    real = os.rename
    monkeypatch.setattr(os, "rename", lambda old, new, **more: names.append(old) or real(old, new, **more))
    rewrite(save)
    rewrite(save)
    assert len(set(names)) == 2
    assert all(re.fullmatch(r"\.fight\.toml\.[0-9a-f]{16}\.tmp", name) for name in names)


# Many processes, killed ones among them, never lose what was said to be saved and never leave a torn save.


LONG = os.environ.get("RBF_FUZZ") == "1"
WRITERS, TIMES = (16, 200) if LONG else (4, 30)
KILLS = 300 if LONG else 8
STOPPED = 0.5 if LONG else 0.05
DEADLY = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM)


def test_many_writers_lose_nothing_and_a_reader_never_sees_half(counted, figure):
    writers = [counted.start(times=TIMES, seconds=60) for _ in range(WRITERS)]
    seen = []
    while any(writer.poll() is None for writer in writers):
        seen.append(counted.count())
    printed = []
    for writer in writers:
        out, error = writer.communicate()
        assert (writer.returncode, error) == (0, "")
        printed += map(int, out.split())
    assert counted.count() == WRITERS * TIMES
    assert sorted(printed) == list(range(1, WRITERS * TIMES + 1))
    assert seen == sorted(seen)
    assert counted.leftovers() == set()
    figure(f"{WRITERS} writers x {TIMES} changes of one save: count {counted.count()}, read {len(seen)} times, torn 0")


def killed(counted, number, chance):
    """Kill a writer somewhere in its work; the last count it printed."""
    with counted.start(times=1000) as process:
        out = process.stdout.readline()
        time.sleep(chance.random() * 0.05)  # any moment will do: nothing is waited for
        process.send_signal(number)
        out += process.stdout.read()  # not `communicate`, which forgets what was read ahead with the line
        error = process.stderr.read()
    assert process.returncode == -number
    assert error == ""
    return int(out.split()[-1])


@pytest.mark.parametrize("number", [signal.SIGKILL, *(DEADLY if LONG else ())], ids=lambda number: number.name)
def test_a_killed_writer_loses_nothing_it_said_was_saved(counted, number, figure):
    chance = random.Random(number)  # noqa: S311 - moments to kill at
    for _ in range(KILLS):
        said = killed(counted, number, chance)
        assert said <= counted.count() <= said + 1
    assert counted.run()[0] == 0
    assert counted.leftovers() == set()
    figure(f"{number.name} in the middle of writing: hit {KILLS}, torn 0, lost 0")


def test_a_writer_that_is_stopped_for_a_while_neither_loses_nor_holds_up_for_ever(counted, figure):
    writers = [counted.start(times=TIMES, seconds=60) for _ in range(5)]
    stops = 0
    while all(writer.poll() is None for writer in writers[1:]):
        writers[0].send_signal(signal.SIGSTOP)
        time.sleep(STOPPED)  # nothing is waited for: the others write, or wait for it
        writers[0].send_signal(signal.SIGCONT)
        time.sleep(STOPPED)
        stops += 1
    printed = []
    for writer in writers:
        out, error = writer.communicate()
        assert (writer.returncode, error) == (0, "")
        printed += map(int, out.split())
    assert sorted(printed) == list(range(1, 5 * TIMES + 1))
    figure(f"a writer stopped {stops} times while 4 others write: count {counted.count()}, lost 0")


def test_a_stopped_holder_is_named_to_those_who_wait_no_longer(counted):
    holder = counted.start(times=100_000)
    holder.stdout.readline()
    try:
        while True:
            holder.send_signal(signal.SIGSTOP)
            os.waitpid(holder.pid, os.WUNTRACED)
            before = counted.count()
            status, out, error = counted.run(seconds=0.2)
            if status:
                break
            holder.send_signal(signal.SIGCONT)
            holder.stdout.readline()
        assert (status, out) == (4, "")
        assert error == f"rbf: fight.toml is in use by process {holder.pid}; try again when it is done\n"
        assert counted.count() == before
    finally:
        holder.kill()
        holder.communicate()
    assert counted.run()[0] == 0


def test_a_file_size_limit_is_a_full_disk(counted):
    before = counted.path.read_bytes()
    status, out, error = counted.run(before=["/bin/sh", "-c", 'ulimit -f 0; exec "$@"', "sh"])
    assert (status, out) == (4, "")
    assert error.startswith("rbf: cannot save ")
    assert error.endswith("fight.toml: the file would exceed the allowed size; nothing has changed\n")
    assert counted.path.read_bytes() == before
    assert counted.leftovers() == set()


@pytest.fixture
def small_disk(counted):
    if os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("only root can mount a small disk")
    content = counted.path.read_bytes()
    if not system("mount", "-t", "tmpfs", "-o", "size=32k", "none", counted.folder):
        pytest.skip("this system lets nobody mount")
    counted.path.write_bytes(content)
    yield counted
    assert system("umount", counted.folder)


def system(program, *arguments):
    return subprocess.run([shutil.which(program), *arguments], check=False, capture_output=True).returncode == 0


def test_a_full_disk_keeps_the_old_save_and_works_again_with_room(small_disk):
    assert small_disk.run()[0] == 0
    filler = small_disk.folder / "filler"
    with pytest.raises(OSError, match="No space"):
        filler.write_bytes(b"x" * 100_000)
    status, _, error = small_disk.run()
    assert status == 4
    assert error.startswith("rbf: cannot save ")
    assert error.endswith("fight.toml: the disk is full; nothing has changed\n")
    assert small_disk.count() == 1
    filler.unlink()
    assert small_disk.run()[:2] == (0, "2\n")
    assert small_disk.leftovers() == set()


def test_a_read_only_disk_is_read_and_not_written(small_disk):
    small_disk.run()
    assert system("mount", "-o", "remount,ro", small_disk.folder)
    status, _, error = small_disk.run()
    assert status == 4
    assert "the file system is read-only" in error
    assert small_disk.count() == 1

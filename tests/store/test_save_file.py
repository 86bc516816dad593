"""A save is read whole, replaced whole, and nothing else is touched (the save protocol)."""

import os
import re
import socket
import stat

import pytest

from rbfcli.kernel.errors import InvalidFile, LimitReached, StorageFailed
from rbfcli.kernel.limits import FILE_BYTES
from rbfcli.store.reading import file_stamp, read_file
from rbfcli.store.save_file import LockedFile


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
        with pytest.raises(InvalidFile, match=r"there is no file .*fight\.toml") as missing:
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
    with pytest.raises(StorageFailed, match="cannot be locked"):
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
    with pytest.raises(InvalidFile, match="larger than"):
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

"""Whatever the system refuses, the save is the old one or the new one, and a sentence says which."""

import errno
import os

import pytest

from rbfcli.core.errors import InvalidFile, StorageFailed
from rbfcli.storage import paths
from rbfcli.storage.files import os_error_text, read_file
from rbfcli.storage.save_file import LockedFile

CALLS = {
    "open": ("EIO", "ENOSPC", "EACCES", "EROFS", "EMFILE", "ENFILE"),
    "stat": ("EIO", "EACCES"),
    "fstat": ("EIO",),
    "read": ("EIO",),
    "write": ("EIO", "ENOSPC", "EDQUOT", "EFBIG"),
    "fsync": ("EIO", "ENOSPC", "EDQUOT"),
    "fchmod": ("EPERM", "EIO"),
    "rename": ("EIO", "ENOSPC", "EACCES", "EXDEV", "EROFS"),
    "listdir": ("EIO",),
    "close": ("EIO", "ENOSPC"),
    "urandom": ("ENOSYS",),
    "unlink": ("EIO", "EACCES"),
}


@pytest.fixture
def save(tmp_path):
    path = tmp_path / "fight.toml"
    path.write_bytes(b"old")
    (tmp_path / ".fight.toml.0123456789abcdef.tmp").touch()
    return path


def rewrite(save):
    with LockedFile(str(save), 0.05) as file:
        file.replace(file.read() + b" new")


def failing(monkeypatch, name, number, code):
    """Let call `number` of an `os` function fail as the kernel would; a failed close closes none the less."""
    calls = []
    real = getattr(os, name)

    def call(*arguments, **more):
        calls.append(arguments)
        if len(calls) == number:
            if name == "close":
                real(*arguments)
            raise OSError(getattr(errno, code), os.strerror(getattr(errno, code)))
        return real(*arguments, **more)

    monkeypatch.setattr(os, name, call)
    return calls


def open_descriptors():
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - counts itself the same each time


CASES = [(name, number, code) for name, codes in CALLS.items() for code in codes for number in range(1, 9)]


@pytest.mark.parametrize(("name", "number", "code"), CASES)
def test_a_fault_leaves_the_old_save_or_the_new_one(save, monkeypatch, name, number, code):
    descriptors = open_descriptors()
    told = ""
    with monkeypatch.context() as patch:
        calls = failing(patch, name, number, code)
        try:
            rewrite(save)
        except StorageFailed as failed:
            told = failed.message
    if len(calls) < number:
        assert not told
    if told and "is saved" not in told:
        assert save.read_bytes() == b"old"
    else:
        assert save.read_bytes() == b"old new"
    assert open_descriptors() == descriptors
    before = save.read_bytes()
    rewrite(save)
    assert save.read_bytes() == before + b" new"
    assert {path.name for path in save.parent.iterdir()} == {"fight.toml", ".fight.toml.lock"}


def test_the_cases_reach_every_call_of_the_protocol(save, monkeypatch):
    made = {}
    for name in CALLS:
        made[name] = failing(monkeypatch, name, 0, "EIO")
    rewrite(save)
    assert all(made.values())
    assert max(len(calls) for calls in made.values()) <= 8


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (("write", 2, "ENOSPC"), r"cannot save .*fight\.toml: the disk is full"),
        (("fsync", 1, "EIO"), r"cannot save .*fight\.toml: the disk reports an error"),
        (("fsync", 2, "EIO"), "is saved, but might not survive a power cut: the disk reports an error"),
        (("rename", 1, "EROFS"), r"cannot save .*fight\.toml: the file system is read-only"),
        (("open", 2, "EACCES"), r"cannot lock fight\.toml with \.fight\.toml\.lock: permission is denied"),
        (("open", 1, "EMFILE"), r"cannot open .*fight\.toml: too many files are open"),
    ],
)
def test_a_fault_is_told_in_plain_words(save, monkeypatch, fault, message):
    failing(monkeypatch, *fault)
    with pytest.raises(StorageFailed, match=message):
        rewrite(save)


def test_a_fault_nobody_foresaw_is_told_in_the_words_of_the_system():
    assert os_error_text(OSError(errno.EDOM, "x")) == os.strerror(errno.EDOM).lower()
    assert os_error_text(OSError("x")) == os.strerror(0).lower()


def test_a_failed_sync_is_not_tried_again(save, monkeypatch):
    calls = failing(monkeypatch, "fsync", 1, "EIO")
    with pytest.raises(StorageFailed):
        rewrite(save)
    assert len(calls) == 1


@pytest.mark.parametrize(("name", "code"), [("open", "EACCES"), ("fstat", "EIO"), ("read", "EIO"), ("close", "EIO")])
def test_a_fault_while_reading_is_told(save, monkeypatch, name, code):
    failing(monkeypatch, name, 1, code)
    with pytest.raises(InvalidFile, match=r"cannot read .*fight\.toml: "):
        read_file(str(save))


def test_short_writes_are_continued(save, monkeypatch):
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, content: real(descriptor, content[:1]))
    rewrite(save)
    assert save.read_bytes() == b"old new"


def test_a_disk_that_takes_nothing_is_a_fault(save, monkeypatch):
    monkeypatch.setattr(os, "write", lambda *_: 0)
    with pytest.raises(StorageFailed, match=r"cannot save .*fight\.toml: "):
        rewrite(save)


def test_the_new_save_is_on_disk_before_it_takes_its_place(save, monkeypatch):
    order = []
    for name in ("write", "fsync", "close", "rename"):
        real = getattr(os, name)
        monkeypatch.setattr(
            os,
            name,
            lambda *arguments, _name=name, _real=real, **more: order.append(_name) or _real(*arguments, **more),
        )
    with LockedFile(str(save)) as file:
        order.clear()
        file.replace(b"new")
        assert order == ["write", "fsync", "close", "rename", "fsync"]


@pytest.mark.parametrize("wrong", [KeyboardInterrupt, MemoryError])
@pytest.mark.parametrize("name", ["write", "fsync", "rename"])
def test_an_interrupt_leaves_the_old_save_and_no_rest(save, monkeypatch, name, wrong):
    def interrupt(*_, **__):
        raise wrong

    with LockedFile(str(save)) as file:
        monkeypatch.setattr(os, name, interrupt)
        with pytest.raises(wrong):
            file.replace(b"new")
    assert save.read_bytes() == b"old"
    assert {path.name for path in save.parent.iterdir()} == {"fight.toml", ".fight.toml.lock"}


# Files are where the documentation says, and nowhere else.


def test_the_save_is_the_one_asked_for_then_the_one_of_the_environment_then_the_one_here():
    assert paths.save_path("a.toml", {"RBF_ENCOUNTER": "b.toml"}) == "a.toml"
    assert paths.save_path(None, {"RBF_ENCOUNTER": "b.toml"}) == "b.toml"
    assert paths.save_path(None, {"RBF_ENCOUNTER": ""}) == "encounter.toml"
    assert paths.save_path(None, {}) == "encounter.toml"


def folder_of_settings(environ):
    return paths.users_config(environ).removesuffix("/config.toml") or None


@pytest.mark.parametrize(
    ("folder", "variable", "usual"),
    [
        (folder_of_settings, "XDG_CONFIG_HOME", "/home/ann/.config/rbfcli"),
        (paths.state_folder, "XDG_STATE_HOME", "/home/ann/.local/state/rbfcli"),
    ],
)
def test_own_folders_follow_xdg_and_only_absolute_ones_count(monkeypatch, folder, variable, usual):
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setattr("sys.platform", "linux")
    assert folder({variable: "/x"}) == "/x/rbfcli"
    assert folder({variable: "x"}) == folder({variable: ""}) == folder({}) == usual
    monkeypatch.setenv("HOME", "nowhere")
    assert folder({}) is None
    monkeypatch.setattr("sys.platform", "freebsd14")
    assert folder({variable: "/x"}) == "/x/rbfcli"


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A checkout with a package and what it ships beside it."""
    (tmp_path / "rbfcli").mkdir()
    for folder, name in (
        ("encounters", "dock-ambush.toml"),
        ("encounters", "Not_A_Name.toml"),
        ("scripts", "duel.rbf"),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).touch()
    (tmp_path / "encounters" / "README.md").touch()
    monkeypatch.setattr(paths, "_PACKAGE", str(tmp_path / "rbfcli"))
    return tmp_path


def test_what_is_shipped_is_listed_and_found_by_name_in_a_checkout(shipped):
    assert paths.list_encounters() == ("dock-ambush",)
    assert paths.list_scripts() == ("duel",)
    assert paths.find_encounter("dock-ambush") == str(shipped / "encounters" / "dock-ambush.toml")
    assert paths.find_script("duel") == str(shipped / "scripts" / "duel.rbf")


def test_a_wheel_brings_its_own(shipped):
    packed = shipped / "rbfcli" / "_data" / "encounters"
    packed.mkdir(parents=True)
    (packed / "duel.toml").touch()
    assert paths.list_encounters() == ("duel",)
    assert paths.find_encounter("duel") == str(packed / "duel.toml")


def test_a_shipped_text_is_read_and_a_missing_one_is_said(shipped):
    (shipped / "completions").mkdir()
    (shipped / "completions" / "rbf").write_text("complete é\n", encoding="utf-8")
    assert paths.shipped_text("completions", "rbf") == "complete é\n"
    with pytest.raises(InvalidFile, match=r"this installation lacks completions/rbf\.fish"):
        paths.shipped_text("completions", "rbf.fish")


def test_where_nothing_is_shipped_the_list_is_empty(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "_PACKAGE", str(tmp_path / "rbfcli"))
    assert paths.list_encounters() == ()


@pytest.mark.parametrize("path", ["./dock-ambush", "fights/x.toml", "../dock-ambush", "x" * 65, "Dock", "", "a\0b"])
@pytest.mark.usefixtures("shipped")
def test_a_path_is_taken_as_it_is(path):
    assert paths.find_encounter(path) == path


def test_a_file_here_may_have_the_form_of_a_name(shipped, monkeypatch):
    monkeypatch.chdir(shipped)
    (shipped / "mine").touch()
    (shipped / "dock-ambush").touch()
    assert paths.find_encounter("mine") == "mine"
    assert paths.find_encounter("dock-ambush").endswith("dock-ambush.toml")


@pytest.mark.usefixtures("shipped")
def test_an_unknown_name_is_answered_with_the_nearest_or_with_all():
    with pytest.raises(InvalidFile, match="dock-ambsh is neither a file nor one of the bundled encounters") as unknown:
        paths.find_encounter("dock-ambsh")
    assert unknown.value.suggestions == ("dock-ambush",)
    with pytest.raises(InvalidFile) as unknown:
        paths.find_script("zzz")
    assert unknown.value.hint == "bundled scripts: duel; or use the path of a file"

"""A disk that has lost its power: which states a crash may leave, by what a traced process did to one folder.

What was synced is there. Of data that was not, there is none, zeros in its place, half, or all; of names that were not,
any choice of the changes, in their order.
"""

import itertools
import re
from collections.abc import Iterator

from msgspec import Struct, field

CALL = re.compile(r"^(\w+)\((.*)\)\s+= (-?\d+|\?)")
BYTES = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
TRACED = (
    "openat,write,pwrite64,ftruncate,renameat,renameat2,rename,unlinkat,unlink,linkat,fsync,fdatasync,close,exit_group"
)


class File(Struct, eq=False):
    """An inode: what processes see, and what the disk has for sure."""

    content: bytes = b""
    synced: bytes = b""

    def kept(self):
        """What a crash may leave of it."""
        if self.content == self.synced:
            return {self.content}
        more = self.content[len(self.synced) :] if self.content.startswith(self.synced) else None
        if more is None:
            half = self.content[: len(self.content) // 2]
            return {b"", self.synced, half, half + self.synced[len(half) :], b"\0" * len(self.content), self.content}
        start = self.synced
        return {start, start + b"\0" * len(more), start + more[: len(more) // 2], self.content}


class Disk(Struct):
    """One folder: names for sure, changes of names that are not synced, and files."""

    names: dict[str, File]
    pending: list[tuple[str, File | None, str]] = field(default_factory=list)
    said: int = 0
    ended: bool = False

    def now(self):
        """The names as processes see them."""
        return applied(self.names, self.pending)

    def states(self) -> Iterator[dict[str, bytes]]:
        """Every state of the folder that a crash may leave."""
        for chosen in itertools.product((False, True), repeat=len(self.pending)):
            names = applied(self.names, itertools.compress(self.pending, chosen))
            for contents in itertools.product(*(sorted(file.kept()) for file in names.values())):
                yield dict(zip(names, contents, strict=True))


def applied(names, changes):
    """Names after changes of them: what gets a file, and the old name that goes."""
    names = dict(names)
    for new, file, old in changes:
        if file is not None:
            names[new] = file
        names.pop(old, None)
    return names


def crashes(trace: str, files: dict[str, bytes]) -> Iterator[Disk]:
    """The disk before and after every call of a trace that changed it; `files` were in the folder, for sure."""
    process = Process(Disk({name: File(content, content) for name, content in files.items()}))
    yield process.disk
    for line in trace.splitlines():
        found = CALL.match(line)
        if found and not found[3].startswith("-") and process.calls(found[1], found[2], int(found[3].strip("?") or 0)):
            yield process.disk


class Process:
    """A traced process: the disk it works on, its open files (or "folder"), and where it stands in them."""

    def __init__(self, disk):
        self.disk = disk
        self.opened = {}
        self.at = {}

    def calls(self, call, arguments, result):
        """Carry out one call; whether it changed the disk, or told something."""
        names = [bytes.fromhex(text.replace("\\x", "")) for text in BYTES.findall(arguments)]
        number = int(arguments.split(",")[0]) if arguments.split(",")[0].isdigit() else -1
        match call:
            case "openat":
                return self._opens(arguments, names[0].decode(), result)
            case "write" | "pwrite64" if number == 1:
                self.disk.said += 1
            case "write" | "ftruncate" | "fsync" | "fdatasync" if isinstance(file := self.opened.get(number), File):
                self._changes(call, file, number, names[0][:result] if names else _last_number(arguments))
            case "fsync" if self.opened.get(number) == "folder":
                self.disk.names, self.disk.pending = self.disk.now(), []
            case "renameat" | "renameat2" | "rename" | "linkat" | "unlinkat" | "unlink":
                self._renames(call, *(name.decode() for name in names))
            case "exit_group":
                self.disk.ended = arguments == "0"
            case "close":
                self.opened.pop(number, None)
                return False
            case _:
                return False
        return True

    def _opens(self, arguments, name, result):
        """Open something; whether that made or emptied a file."""
        self.at[result] = 0
        if "O_DIRECTORY" in arguments:
            self.opened[result] = "folder" if name == "." else None
            return False
        if "/" in name:
            return False
        file = self.disk.now().get(name)
        changed = file is None or "O_TRUNC" in arguments
        if file is None:
            file = File()
            self.disk.pending.append((name, file, ""))
        if "O_TRUNC" in arguments:
            file.content = b""
        self.opened[result] = file
        return changed

    def _changes(self, call, file, number, what):
        if call == "write":
            at = self.at[number]
            file.content = file.content[:at] + what + file.content[at + len(what) :]
            self.at[number] = at + len(what)
        elif call == "ftruncate":
            file.content = file.content[:what]
        else:
            file.synced = file.content

    def _renames(self, call, old, new=""):
        found = self.disk.now()[old]
        if call.startswith("unlink"):
            self.disk.pending.append(("", None, old))
        else:
            self.disk.pending.append((new, found, "" if call == "linkat" else old))


def _last_number(arguments):
    return int(arguments.rpartition(",")[2])

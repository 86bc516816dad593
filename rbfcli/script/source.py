"""Where the text of a script comes from: a file, a shipped name, or standard input as it arrives."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH110, PTH119, PTH120

import os
from collections.abc import Iterator

from msgspec import Struct

from rbfcli.kernel.errors import InvalidFile
from rbfcli.kernel.limits import SCRIPT_BYTES
from rbfcli.session.origin import TYPED, Origin, of_file, of_pipe
from rbfcli.store.os_errors import os_error_text
from rbfcli.store.paths import find_script
from rbfcli.store.reading import read_file

STDIN = "-"


class Source(Struct, frozen=True):
    """A script's name in messages, its real path, its folder, its lines as bytes; `arrives` if they come by a pipe.

    Its `origin` decides what its lines can reach. Of a file also how many lines and bytes there are.
    """

    name: str
    path: str
    folder: str
    content: Iterator[bytes]
    origin: Origin
    arrives: bool = False
    lines: int = 0
    size: int = 0


def open_source(word: str) -> Source:
    """A script by its path or shipped name, or standard input. Raises InvalidFile."""
    if word == STDIN:
        return Source("<stdin>", "", os.path.realpath(os.curdir), _arriving(), of_pipe(), arrives=True)
    path = find_script(word)
    if not os.path.exists(path):
        from rbfcli.store.nearest_file import did_you_mean

        raise InvalidFile(f"there is no script {word}", hint=did_you_mean(word) or "rbf systems lists the shipped ones")
    if path.endswith(".toml"):
        raise InvalidFile(f"{word} is not a script", hint=f"rbf start {word}, or if it is a save, rbf show -e {word}")
    return open_file(path, path if path == word else os.path.basename(path))


def typed_source(name: str, text: str, origin: Origin = TYPED) -> Source:
    """What was typed, or an alias, as a script called `name` in messages; it includes files below this folder."""
    return Source(name, "", os.path.realpath(os.curdir), iter(text.encode(errors="replace").split(b"\n")), origin)


def open_file(path: str, name: str) -> Source:
    """A script by its path, called `name` in messages. Raises InvalidFile."""
    content = read_file(path, follow=True)
    if len(content) > SCRIPT_BYTES:
        raise InvalidFile(f"{name} is larger than {SCRIPT_BYTES} bytes, the limit for scripts")
    real = os.path.realpath(path)
    lines = content.split(b"\n")
    return Source(name, real, os.path.dirname(real), iter(lines), of_file(real), lines=len(lines), size=len(content))


def _arriving() -> Iterator[bytes]:
    """The lines of standard input, each as soon as it arrives; only the beginning of one without end."""
    try:
        with open(0, "rb", closefd=False) as stream:
            while line := stream.readline(SCRIPT_BYTES + 2):
                yield line
    except OSError as error:
        raise InvalidFile(f"standard input cannot be read: {os_error_text(error)}") from None

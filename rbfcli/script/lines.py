"""The text of a script as lines, without the prompts of a transcript, continued lines joined."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rbfcli.kernel.errors import InvalidFile, LimitReached
from rbfcli.kernel.limits import LINE_BYTES, SCRIPT_BYTES
from rbfcli.kernel.visible import SPACE

PROMPT, BARE_PROMPT = "> ", ">"
# What a hand or an import changed in a fight is one line, as long as it has to be.
EDIT = ("edit ", f"{PROMPT}edit ")


class RawLine(Struct, frozen=True, gc=False):
    """One line of a file, without its line ending."""

    number: int
    text: str


class ScriptLine(Struct, frozen=True, gc=False):
    """A line to be read; `starts` has the offset, number and prompt width of each line of the file in it."""

    file: str
    text: str
    starts: tuple[tuple[int, int, int], ...]

    @property
    def last(self) -> int:
        """The number of its last line in the file."""
        return self.starts[-1][1]

    def place(self, at: int) -> tuple[int, int]:
        """The line and column in the file of an offset in the text."""
        offset, number, prompt = max(start for start in self.starts if start[0] <= max(at, 0))
        return number, at - offset + prompt + 1

    def where(self, at: int) -> str:
        """An offset as `FILE:LINE:COLUMN`."""
        number, column = self.place(at)
        return f"{self.file}:{number}:{column}"


def raw_lines(content: Iterable[bytes], file: str) -> Iterator[RawLine]:
    """Decoded lines, numbered from 1. Raises InvalidFile if they are not text, LimitReached if one is too long."""
    for number, line in enumerate(content, 1):
        if len(line) > LINE_BYTES and len(line) > _longest(line[:LINE_BYTES].decode(errors="replace")):
            raise LimitReached(f"{file}:{number}: a line has at most {LINE_BYTES} bytes")
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise InvalidFile(f"{file}:{number}:{error.start + 1}: not UTF-8 text") from None
        yield RawLine(number, (text.removeprefix("\ufeff") if number == 1 else text).rstrip("\r\n"))


def is_transcript(file_lines: Iterable[RawLine]) -> bool:
    """Whether some line begins with a prompt; all others are then output."""
    return any(map(_has_prompt, file_lines))


def script_lines(file_lines: Iterable[RawLine], file: str, *, transcript: bool | None) -> Iterator[ScriptLine]:
    """The lines to run; if `transcript` is None, the first line that is not empty or a comment decides."""
    starts: tuple[tuple[int, int, int], ...] = ()
    text = ""
    for raw in file_lines:
        if transcript is None and raw.text.strip(SPACE) and not _is_comment(raw.text):
            transcript = _has_prompt(raw)
        if transcript and not _has_prompt(raw):
            continue
        content = raw.text.removeprefix(PROMPT).removeprefix(BARE_PROMPT) if transcript else raw.text
        starts += ((len(text), raw.number, len(raw.text) - len(content)),)
        text += content
        if len(text) > LINE_BYTES and len(text) > _longest(text):
            raise LimitReached(
                f"{file}:{raw.number}: a line with those that continue it has at most {LINE_BYTES} bytes"
            )
        if content[-1:] == "\\" and goes_on(content) and not (len(starts) == 1 and _is_comment(content)):
            text = text[:-1]
            continue
        yield ScriptLine(file, text, starts)
        starts, text = (), ""
    if starts:
        yield ScriptLine(file, text, starts)


def outputs(file_lines: Iterable[RawLine]) -> dict[int, list[RawLine]]:
    """The output lines of a transcript, by the number of the input line before them."""
    found: dict[int, list[RawLine]] = {}
    number = 0
    for raw in file_lines:
        if _has_prompt(raw):
            number = raw.number
        else:
            found.setdefault(number, []).append(raw)
    return found


def _longest(line: str) -> int:
    """How many bytes a line that begins so may have."""
    return SCRIPT_BYTES if line.startswith(EDIT) else LINE_BYTES


def _has_prompt(raw: RawLine) -> bool:
    return raw.text.startswith(PROMPT) or raw.text == BARE_PROMPT


def _is_comment(text: str) -> bool:
    return text.lstrip(SPACE).startswith("#")


def goes_on(text: str) -> bool:
    """Whether a line ends in a backslash, and goes on with the next."""
    return text.endswith("\\") and (len(text) - len(text.rstrip("\\"))) % 2 == 1

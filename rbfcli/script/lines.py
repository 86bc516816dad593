"""The text of a script as lines: prompts of a transcript taken off, continued lines joined."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rbfcli.kernel.errors import InvalidFile, LimitReached
from rbfcli.language.words import SPACE
from rbfcli.script.limits import LINE_BYTES

PROMPT = "> "


class Raw(Struct, frozen=True):
    """One line of a file as it stands there, without its end."""

    number: int
    text: str


class Line(Struct, frozen=True):
    """One line as it is read; `starts` holds offset, number and width of prompt of each line of the file in it."""

    file: str
    text: str
    starts: tuple[tuple[int, int, int], ...]

    @property
    def last(self) -> int:
        """The number of the last line of the file that it is made of."""
        return self.starts[-1][1]

    def place(self, at: int) -> tuple[int, int]:
        """The line and the column in the file of an offset in the text."""
        offset, number, prompt = max(start for start in self.starts if start[0] <= max(at, 0))
        return number, at - offset + prompt + 1

    def where(self, at: int) -> str:
        """An offset as `FILE:LINE:COLUMN`."""
        number, column = self.place(at)
        return f"{self.file}:{number}:{column}"


def raw_lines(content: Iterable[bytes], file: str) -> Iterator[Raw]:
    """Decoded lines, numbered from 1. Raises InvalidFile for what is no text, LimitReached for an endless line."""
    for number, line in enumerate(content, 1):
        if len(line) > LINE_BYTES:
            raise LimitReached(f"{file}:{number}: a line has at most {LINE_BYTES} bytes")
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise InvalidFile(f"{file}:{number}:{error.start + 1}: this is not UTF-8 text") from None
        yield Raw(number, (text.removeprefix("\ufeff") if number == 1 else text).rstrip("\r\n"))


def is_transcript(raws: Iterable[Raw]) -> bool:
    """Whether some line begins with a prompt: then all others are output."""
    return any(_has_prompt(raw) for raw in raws)


def script_lines(raws: Iterable[Raw], file: str, *, transcript: bool | None) -> Iterator[Line]:
    """The lines to carry out; where `transcript` is None, the first line that says something decides."""
    starts: list[tuple[int, int, int]] = []
    text = ""
    for raw in raws:
        if transcript is None and raw.text.strip(SPACE) and not _is_comment(raw.text):
            transcript = _has_prompt(raw)
        if transcript and not _has_prompt(raw):
            continue
        said = raw.text.removeprefix(PROMPT).removeprefix(PROMPT.rstrip()) if transcript else raw.text
        starts.append((len(text), raw.number, len(raw.text) - len(said)))
        text += said
        if _goes_on(said) and not (len(starts) == 1 and _is_comment(said)):
            text = text[:-1]
            continue
        yield Line(file, text, tuple(starts))
        starts, text = [], ""
    if starts:
        yield Line(file, text, tuple(starts))


def outputs(raws: Iterable[Raw]) -> dict[int, list[Raw]]:
    """The lines of output of a transcript by the number of the line of input before them."""
    found: dict[int, list[Raw]] = {}
    number = 0
    for raw in raws:
        if _has_prompt(raw):
            number = raw.number
        else:
            found.setdefault(number, []).append(raw)
    return found


def _has_prompt(raw: Raw) -> bool:
    return raw.text.startswith(PROMPT) or raw.text == PROMPT.rstrip()


def _is_comment(text: str) -> bool:
    return text.lstrip(SPACE).startswith("#")


def _goes_on(text: str) -> bool:
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1

"""`rbf roll -`: expressions from standard input, answered line by line."""

from __future__ import annotations

import os

from rbfcli.kernel.errors import InvalidFile, LimitReached, RbfError
from rbfcli.kernel.limits import DICE_LETTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from rbfcli.kernel.notation.tree import RollLine
    from rbfcli.rolls.output import RollOutput
    from rbfcli.rolls.roller import Roller

_PIECE = 65_536
_MOST_BYTES = 4 * DICE_LETTERS
_MOST_KNOWN = 512


def roll_each_line(roller: Roller, output: RollOutput) -> int:
    """Roll each line that is not blank or a comment; an error is reported and the next line read.

    What has arrived together is answered together. The status is that of the first error, or 0.
    """
    status = number = 0
    known: dict[str, list[RollLine]] = {}
    answers = _Answers(output)
    for lines in _pieces():
        for line in lines:
            text = line.strip()
            number += 1
            if text and not text.startswith("#"):
                try:
                    read = known.get(text) or _remembered(text, roller, known)
                    answers.add(roller.answer(read, f"roll {text}"))
                except RbfError as error:
                    answers.write()
                    status = status or error.status
                    _report(error, number, text, output)
        answers.write()
    roller.finish()
    return status


class _Answers:
    """Answers that are printed together, as long as they are short."""

    def __init__(self, output: RollOutput) -> None:
        self._output = output
        self._held: list[str] = []
        self._size = 0

    def add(self, answer: str) -> None:
        """Hold an answer back, or print what is held."""
        self._held.append(answer)
        self._size += len(answer)
        if self._size > _PIECE:
            self.write()

    def write(self) -> None:
        """Print what is held."""
        held = "".join(self._held)
        self._held.clear()
        self._size = 0
        if held:
            self._output.write(held)


def _remembered(text: str, roller: Roller, known: dict[str, list[RollLine]]) -> list[RollLine]:
    """What a line means; lines of a pipe are often the same."""
    found = roller.read([_whole(text)])
    if len(known) < _MOST_KNOWN:
        known[text] = found
    return found


def _report(error: RbfError, number: int, text: str, output: RollOutput) -> None:
    if output.json:
        from rbfcli.render.json_lines import error_line

        output.write(error_line(f"roll {text[:DICE_LETTERS]}", error))
        return
    from rbfcli.render.errors import error_text

    output.error(error_text(error, f"line {number}"))


def _whole(text: str) -> str:
    if len(text) >= _MOST_BYTES:
        raise LimitReached(f"a dice expression has at most {DICE_LETTERS} characters")
    return text


def _pieces() -> Iterator[list[str]]:
    """The lines of standard input as they arrive; only the beginning of one that is too long."""
    rest = b""
    too_long = False
    while piece := _read():
        *whole, rest = (rest + piece).split(b"\n")
        lines = [*map(_text, whole[too_long:])]
        too_long = too_long and not whole
        if len(rest) > _MOST_BYTES and not too_long:
            lines.append(_text(rest))
            too_long = True
        rest = b"" if too_long else rest
        yield lines
    if rest:
        yield [_text(rest)]


def _read() -> bytes:
    try:
        return os.read(0, _PIECE)
    except OSError as reason:
        raise InvalidFile(f"standard input cannot be read: {reason.strerror}") from None


def _text(line: bytes) -> str:
    return line[:_MOST_BYTES].decode("utf-8", "surrogateescape")

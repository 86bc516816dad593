"""What a run of a script says, in one of five forms.

A transcript shows commands and what they did, `answers` what they did alone, `json` a line for each statement (that of
a block behind those of its body), `quiet` what the script itself prints; `compared` is what a transcript holds between
its commands.
"""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.errors import NotationError, RbfError
from rbfcli.render.errors import error_text
from rbfcli.render.json_lines import error_line, json_line
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.script.lines import Line

Write = Callable[[str], None]
Form = Literal["transcript", "answers", "json", "quiet", "compared"]
MANNERS: dict[Form, tuple[str, ...]] = {
    "transcript": (),
    "answers": (),
    "json": ("--json",),
    "quiet": ("--quiet",),
    "compared": (),
}
SHOWN = 60


class Streams(Struct, frozen=True):
    """Where a run sends results and all else, and how results look."""

    write: Write
    error: Write
    style: Style


class Voice:
    """Results go to `write` as soon as they are there, all else to `error`."""

    def __init__(self, form: Form, write: Write, error: Write) -> None:
        self.form = form
        self.write = write
        self.error = error

    def done(self, said: str, reply: Reply) -> None:
        """A command was carried out."""
        match self.form:
            case "transcript":
                self.write(f"> {safe(said)}\n{beside_prompts(reply.text)}")
            case "compared":
                self.write(beside_prompts(reply.text))
            case "json" | "answers":
                self.write(reply.text)
            case "quiet":
                pass
        if reply.notice:
            self.error(reply.notice)

    def stated(self, said: str, **facts: Any) -> None:
        """A statement of the script itself was carried out; a transcript shows those that change what follows."""
        if self.form == "json":
            self.write(json_line({"ok": True, "command": said, **facts}) + "\n")

    def echoed(self, said: str) -> None:
        """A statement was carried out that a transcript needs to play again."""
        if self.form == "transcript":
            self.write(f"> {safe(said)}\n")
        self.stated(said)

    def printed(self, said: str, text: str) -> None:
        """The script itself says something."""
        match self.form:
            case "transcript":
                self.write(f"> {safe(said)}\n{beside_prompts(safe(text))}\n")
            case "json":
                self.stated(said, text=text)
            case "compared":
                self.write(f"{beside_prompts(safe(text))}\n")
            case "quiet" | "answers":
                self.write(f"{safe(text)}\n")

    def unmet(self, said: str, message: str, line: Line, at: int) -> None:
        """An expectation failed."""
        if self.form == "json":
            self.write(json_line({"ok": False, "command": said, "error": _expectation(message)}) + "\n")
        self.error(f"rbf: {line.where(at)}: {message}")

    def mistaken(self, said: str, error: RbfError, line: Line, at: int) -> None:
        """A statement failed."""
        if self.form == "compared":
            self.write(error_text(error) + "\n")
            return
        if self.form == "json":
            self.write(error_line(said, error) + "\n")
        pointed = isinstance(error, NotationError) and error.text
        self.error(error_text(error, line.where(at)) + ("" if pointed else _shown(line, at)))


def beside_prompts(text: str) -> str:
    """Output as a transcript holds it: no line of it begins as a command does."""
    if not text.startswith(">") and "\n>" not in text:
        return text
    return "\n".join(f" {line}" if line.startswith(">") else line for line in text.split("\n"))


def _expectation(message: str) -> dict[str, str]:
    return {"kind": "expectation", "message": message}


def _shown(line: Line, at: int) -> str:
    """The part of a line around a place, with a caret under it."""
    before = safe(line.text[max(0, at - SHOWN) : at])
    after = safe(line.text[at : at + SHOWN])
    return f"\n  {before}{after}\n  {' ' * len(before)}^"

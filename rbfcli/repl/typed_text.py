"""What was entered at once, as the lines and statements that it consists of; a paste may be a transcript."""

import re
from collections.abc import Sequence

from msgspec import Struct

from rbfcli.kernel.errors import LimitReached, RbfError, UsageError
from rbfcli.kernel.limits import TYPED_BYTES
from rbfcli.language.statements import BLOCKS, STATEMENTS
from rbfcli.repl.prompt_text import CONTINUATION, STATUSES
from rbfcli.script.lines import PROMPT, RawLine, goes_on, is_transcript, script_lines
from rbfcli.script.reader import Reader
from rbfcli.script.script_errors import ScriptError, Unfinished
from rbfcli.script.statements import Command

# The prompts of this program, as they are copied from a screen.
PROMPTS = re.compile(
    rf"(?:(?:{'|'.join(map(re.escape, STATUSES.values()))}|status \d+), )?"
    r"(?:rbf|over|not begun|round \d+, [^>]{1,60})> "
)


class TypedItem(Struct, frozen=True):
    """A line, or a statement of several, and the number of its first line."""

    number: int
    text: str


def checked(text: str) -> str:
    """A text that may be entered. Raises LimitReached for too much of it, UsageError where it is no text."""
    size = len(text.encode(errors="replace"))
    if size > TYPED_BYTES:
        hint = "nothing was carried out; write it to a file, and run FILE"
        raise LimitReached(f"that is {size:,} bytes, and at most {TYPED_BYTES:,} can be entered at once", hint=hint)
    if "\n" in text and (odd := next((each for each in text if _is_odd(each)), "")):
        raise UsageError(f"that is not text: it has the character U+{ord(odd):04X}", hint="nothing was carried out")
    return text


def _is_odd(letter: str) -> bool:
    return (letter < " " and letter not in "\t\n\r") or letter in "\x7f\ufffd" or "\ud800" <= letter <= "\udfff"


def is_open(text: str) -> bool:
    """Whether a block is open at the end of a text, or its last line goes on."""
    if goes_on(text) and not text.rpartition("\n")[2].lstrip().startswith("#"):
        return True
    if "{" not in text:
        return False
    try:
        _items(text)
    except Unfinished:
        return True
    except (ScriptError, RbfError):
        return False
    return False


def typed_items(text: str) -> list[TypedItem]:
    """The lines and statements of a text, in order. Raises UsageError with the line that cannot be read."""
    if "\n" not in text:
        found = without_prompts([text])[0].removeprefix(PROMPT)
        return [TypedItem(1, found)]
    try:
        return _items(text)
    except ScriptError as wrong:
        raise wrong.error from None


def _items(text: str) -> list[TypedItem]:
    lines = without_prompts(text.split("\n"))
    raw = [RawLine(number, line.rstrip("\r")) for number, line in enumerate(lines, 1)]
    transcript = is_transcript(raw)
    reader = Reader(script_lines(raw, "", transcript=transcript))
    found: list[TypedItem] = []
    while True:
        try:
            statement = reader.next()
        except ScriptError as wrong:
            raise _placed(wrong, reader) from None
        if statement is None:
            return found
        first, last = statement.line.starts[0][1], reader.line.last
        if isinstance(statement, Command):
            found.append(TypedItem(first, statement.line.text.strip()))
            continue
        own = [line for line in lines[first - 1 : last] if not transcript or line.startswith(PROMPT)]
        found.append(TypedItem(first, "\n".join(line.removeprefix(PROMPT) for line in own)))


def _placed(wrong: ScriptError, reader: Reader) -> ScriptError:
    """A mistake behind the number of its line."""
    number, column = reader.line.place(wrong.at)
    error = UsageError(f"line {number}, column {column}: {wrong.error.message}", hint=wrong.error.hint)
    return type(wrong)(error, wrong.at)


def without_prompts(lines: Sequence[str]) -> list[str]:
    """Lines as a transcript has them: the prompts of this program become those of a transcript."""
    if not any(PROMPTS.match(line) for line in lines):
        return list(lines)
    return [PROMPTS.sub(PROMPT, line, count=1) if PROMPTS.match(line) else _continued(line) for line in lines]


def _continued(line: str) -> str:
    return PROMPT + line.removeprefix(CONTINUATION) if line.startswith(CONTINUATION) else line


def is_statement(text: str) -> bool:
    """Whether a text begins with a word of scripts."""
    return text.split(None, 1)[0] in STATEMENTS if text.strip() else False


def is_block(text: str) -> bool:
    """Whether a text is a statement with a block, whose output shows the commands in it."""
    return is_statement(text) and text.split(None, 1)[0] in BLOCKS


def stopped(number: int, done: int, count: int) -> str:
    """Where a text stopped, and how much of it was carried out."""
    rest = count - done
    return f"rbf: stopped at line {number}: {done} of {count} carried out, {rest} not"

"""Input at the prompt: short forms, questions and pastes."""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from msgspec import Struct

from rbfcli.core.errors import RbfError, at_most, misuse
from rbfcli.core.limits import TYPED_BYTES
from rbfcli.core.text import is_digits
from rbfcli.language.forms import BLOCKS, statements
from rbfcli.language.grammar import Word, scan, split_words
from rbfcli.language.names import NameContext
from rbfcli.script.parser import CommandStatement, Reader
from rbfcli.script.source import (
    IncompleteScript,
    RawLine,
    ScriptError,
    goes_on,
    has_prompt,
    is_transcript,
    script_lines,
    without_prompt,
)

MARK = "?"
FREE_TEXT = frozenset({"note", "say", "print", "expect"})


def asks_at_end(text: str, context: NameContext | None) -> bool:
    """Return whether a line ends in a question, such as `attack ?` or `attack?`, and not in a pattern or free text."""
    words = scan(text)
    if not words or words[-1].open_quote or not text.rstrip().endswith(MARK) or words[0].text.startswith(MARK):
        return False
    last = words[-1]
    is_bare = text[last.start : last.end] == last.text
    if not is_bare or last.end != len(text.rstrip()) or any(each.text in FREE_TEXT for each in words[:-1]):
        return False
    return last.text == MARK or not _is_a_pattern(last, context)


def words_asked(line: str) -> list[str]:
    """Return the words of a line; a leading `?` stands for help."""
    asked = line.strip()
    return ["help", *split_words(asked.removeprefix(MARK))] if asked.startswith(MARK) else split_words(line)


def without_marks(text: str) -> str:
    """Return a line with spaces instead of the question marks at its start and end."""
    begins = len(text) - len(text.lstrip())
    if text[begins : begins + 1] == MARK:
        text = f"{text[:begins]} {text[begins + 1 :]}"
    ends = len(text.rstrip())
    return f"{text[: ends - 1]} {text[ends:]}" if text[:ends].endswith(MARK) else text


def _is_a_pattern(word: Word, context: NameContext | None) -> bool:
    """Return whether a word with a `?` matches a combatant's id: `thug?`."""
    people = context.fight.combatants if context else ()
    return any(fnmatchcase(who, word.text.casefold()) for who in people)


FACES, SHORT_FACES = "--dice", "-d"


class UnfinishedLine(Struct, frozen=True):
    """A line that waits for a number, or for the faces of its dice after those that are given."""

    words: Sequence[str]
    wants_faces: bool = False
    given: Sequence[str] = ()

    def finished(self, typed: Sequence[str] = ()) -> list[str]:
        """Return the words of the line with what was typed for it."""
        if not self.wants_faces:
            return [*self.words, *typed]
        faces = ",".join((*self.given, *typed))
        return [*self.words, *((FACES, faces) if faces else ())]

    def is_answer(self, typed: Sequence[str]) -> bool:
        """Return whether typed words are the number or the faces that the line waits for."""
        if not self.wants_faces:
            return len(typed) == 1 and is_digits(typed[0])
        return bool(typed) and all(is_digits(each.replace(",", "")) for each in typed)


def before_faces(words: Sequence[str]) -> UnfinishedLine:
    """Return a line that waits for the faces of its next dice, apart from the faces given so far."""
    for place, word in enumerate(words):
        name, _, value = word.partition("=")
        if name in (FACES, SHORT_FACES):
            given = value or next(iter(words[place + 1 :]), "")
            rest = words[place + (1 if value else 2) :]
            return UnfinishedLine([*words[:place], *rest], wants_faces=True, given=[given])
    return UnfinishedLine(words, wants_faces=True)


def checked(text: str) -> str:
    """Return a text if it can be entered. Raises LimitReached if it is too long, UsageError if it is not text."""
    size = len(text.encode(errors="replace"))
    if size > TYPED_BYTES:
        hint = "nothing was run; save it as a file and use run FILE"
        raise at_most("one input", f"{TYPED_BYTES:,} bytes", f"{size:,}", hint=hint)
    if "\n" in text and (odd := next((each for each in text if _is_odd(each)), "")):
        raise misuse(f"this is not text: it contains the character U+{ord(odd):04X}", hint="nothing was run")
    return text


def _is_odd(letter: str) -> bool:
    return (letter < " " and letter not in "\t\n\r") or letter in "\x7f\ufffd" or "\ud800" <= letter <= "\udfff"


def is_open(text: str) -> bool:
    """Return whether a block is open at the end of a text, or its last line continues."""
    if goes_on(text) and not text.rpartition("\n")[2].lstrip().startswith("#"):
        return True
    if "{" not in text:
        return False
    try:
        _items(text)
    except IncompleteScript:
        return True
    except (ScriptError, RbfError):
        return False
    return False


def typed_items(text: str) -> list[tuple[int, str]]:
    """Return the lines and statements of a text, each after its line number. Raises UsageError with the line."""
    if "\n" not in text:
        return [(1, without_prompt(text))]
    try:
        return _items(text)
    except ScriptError as wrong:
        raise wrong.error from None


def _items(text: str) -> list[tuple[int, str]]:
    lines = text.split("\n")
    raw = [RawLine(number, line.rstrip("\r")) for number, line in enumerate(lines, 1)]
    transcript = is_transcript(raw)
    reader = Reader(script_lines(raw, "", transcript=transcript))
    found: list[tuple[int, str]] = []
    while True:
        try:
            statement = reader.next()
        except ScriptError as wrong:
            raise _placed(wrong, reader) from None
        if statement is None:
            return found
        first, last = statement.line.starts[0][1], reader.line.last
        if isinstance(statement, CommandStatement):
            found.append((first, statement.line.text.strip()))
            continue
        own = [line for line in lines[first - 1 : last] if not transcript or has_prompt(line)]
        found.append((first, "\n".join(map(without_prompt, own))))


def _placed(wrong: ScriptError, reader: Reader) -> ScriptError:
    number, column = reader.line.place(wrong.at)
    error = misuse(f"line {number}, column {column}: {wrong.error.message}", hint=wrong.error.hints)
    return type(wrong)(error, wrong.at)


def is_statement(text: str) -> bool:
    """Return whether a text starts with a script keyword."""
    return text.split(None, 1)[0] in statements() if text.strip() else False


def is_block(text: str) -> bool:
    """Return whether a text is a statement with a block, whose output shows the commands in it."""
    return is_statement(text) and text.split(None, 1)[0] in BLOCKS

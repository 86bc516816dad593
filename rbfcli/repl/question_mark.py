"""A `?` at the prompt: alone or in front it asks for help, at the end of a line it asks about the word before it."""

from fnmatch import fnmatchcase

from rbfcli.language.names import NameContext
from rbfcli.language.words import Word, scan, split_words

MARK = "?"
FREE_TEXT = frozenset({"note", "say", "print", "expect"})


def asks_at_end(text: str, context: NameContext | None) -> bool:
    """Whether a line ends in a question about the word before: `attack ?`, `attack?`, but no text, quote or pattern."""
    words = scan(text)
    if not words or words[-1].open_quote or not text.rstrip().endswith(MARK) or words[0].text.startswith(MARK):
        return False
    last = words[-1]
    is_bare = text[last.start : last.end] == last.text
    if not is_bare or last.end != len(text.rstrip()) or any(each.text in FREE_TEXT for each in words[:-1]):
        return False
    return last.text == MARK or not _is_a_pattern(last, context)


def words_asked(line: str) -> list[str]:
    """The words of a line; `?` in front is another way to ask for help."""
    asked = line.strip()
    return ["help", *split_words(asked.removeprefix(MARK))] if asked.startswith(MARK) else split_words(line)


def without_question(text: str) -> str:
    """A line without the `?` that it ends in, and what to go on typing with."""
    return text.rstrip().removesuffix(MARK)


def without_marks(text: str) -> str:
    """A line with spaces in place of the question marks in front and at the end of it."""
    begins = len(text) - len(text.lstrip())
    if text[begins : begins + 1] == MARK:
        text = f"{text[:begins]} {text[begins + 1 :]}"
    ends = len(text.rstrip())
    return f"{text[: ends - 1]} {text[ends:]}" if text[:ends].endswith(MARK) else text


def _is_a_pattern(word: Word, context: NameContext | None) -> bool:
    """Whether somebody's id matches a word with a `?` in it: `thug?`."""
    people = context.fight.combatants if context else ()
    return any(fnmatchcase(who, word.text.casefold()) for who in people)

"""The statements of a script and their parser."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from msgspec import Struct

from rbfcli.core.errors import misuse
from rbfcli.core.limits import BLOCKS_NESTED
from rbfcli.core.text import SPACE, quoted
from rbfcli.language.grammar import Word, pieces_of, scan, split_words, texts_of, words_from
from rbfcli.script.context import FACTS, LAST
from rbfcli.script.evaluate import LISTS, bounded_text, items, text_of
from rbfcli.script.expressions import (
    WORDS,
    Expression,
    Name,
    Value,
    is_letter,
    name_end,
    read_expression,
)
from rbfcli.script.source import IncompleteScript, Placed, ScriptLine, syntax_error

Part: TypeAlias = str | Expression


class WordTemplate(Struct, frozen=True):
    """Words as typed. `parts` are strings and expressions; `fixed` are the words if there are no expressions."""

    text: str
    fixed: tuple[str, ...]
    parts: tuple[Part, ...] = ()

    def with_filled(self, words: Sequence[str]) -> str:
        """Return the words as typed in the script, or with their values if expressions were filled in."""
        return self.text if words is self.fixed else " ".join(map(quoted, words))


class CommandStatement(Placed, frozen=True, gc=False):
    """A command line, in the language shared by all front ends."""

    words: WordTemplate


class Let(Placed, frozen=True):
    """A statement `let NAME = EXPR`."""

    name: str
    value: Expression


class If(Placed, frozen=True):
    """A statement `if EXPR { … } else { … }`."""

    condition: Expression
    then: "Block"
    otherwise: "Block"


class Loop(Placed, frozen=True):
    """A statement `repeat N { … }`, `while EXPR { … }` or `for NAME in LIST { … }`; only the last has a name."""

    verb: str
    name: str
    value: Expression
    body: "Block"


class Try(Placed, frozen=True):
    """A statement `try { … } else { … }`. A refusal ends the first block and runs the other one."""

    body: "Block"
    otherwise: "Block"


class Expect(Placed, frozen=True):
    """A statement `expect EXPR [else "message"]`, or of a command `expect refused { COMMAND } [else "message"]`."""

    expected: Expression | CommandStatement
    wanted: str
    message: WordTemplate


class WordsStatement(Placed, frozen=True):
    """A statement `include FILE`, `dice 5,7`, `seed TEXT` or `print TEXT`: its `verb` and the words after it."""

    verb: str
    words: WordTemplate


Statement: TypeAlias = CommandStatement | Let | If | Loop | Try | Expect | WordsStatement
Block: TypeAlias = tuple[Statement, ...]


# An assignment in another language: `x = 3`.
_ASSIGNMENT = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)")
NO_WORDS = WordTemplate("", ())
# Any character except a letter or a digit.
_MARK = re.compile(r"[\W_]")


def read_word_template(line: str, words: Sequence[Word]) -> WordTemplate:
    """Return the words of a line, or their parts if they contain values. Raises UsageError or ScriptError."""
    if not words:
        return NO_WORDS
    start, end = words[0].start, words[-1].end
    text = line[start:end]
    if "$" in text:
        parts = _parts(line, start, end)
        if any(not isinstance(part, str) for part in parts):
            return WordTemplate(text, (), parts)
    return WordTemplate(text, tuple(texts_of(words)))


def fill_words(words: WordTemplate, value_of: Callable[[Expression], Value]) -> tuple[str, ...]:
    """Return the words with values filled in. A list becomes several words; a string always stays one word."""
    if not words.parts:
        return words.fixed
    pieces = [part if isinstance(part, str) else _escaped(value_of(part)) for part in words.parts]
    return tuple(split_words(bounded_text("".join(pieces))))


def _escaped(value: Value) -> str:
    """Return a value as typed input that is read as the same value, inside quotes or outside."""
    if isinstance(value, LISTS):
        return " ".join(map(_escaped, items(value)))
    return _MARK.sub(r"\\\g<0>", text_of(value)) or '""'


def _parts(line: str, start: int, end: int) -> tuple[Part, ...]:
    """Return strings and the expressions between them, without empty strings."""
    parts: list[Part] = []
    rest = pieces_of(line[:end], start)
    since, open_quote = start, ""
    while (found := next(rest, None)) is not None:
        at, piece, quote = found
        open_quote = quote if not piece else open_quote
        if piece == "$" and quote in ("", '"') and (line[at + 1 : at + 2] == "{" or is_letter(line[at + 1 : at + 2])):
            expression, after = _value(line, at)
            parts += [line[since:at], expression]
            since, rest = after, pieces_of(line[:end], after, open_quote, begins=False)
    return tuple(part for part in (*parts, line[since:end]) if part != "")


def _value(line: str, at: int) -> tuple[Expression, int]:
    """Return the expression after a dollar sign, and its end."""
    if line[at + 1] == "{":
        expression, end = read_expression(line, at + 2)
        if line[end : end + 1] != "}":
            raise syntax_error("missing } after ${", at, "end it with }")
        return expression, end + 1
    end = name_end(line, at + 1, hyphens=False)
    return Name(line[at + 1 : end], at), end


# The required words after a verb, with an example.
NEEDED = {
    "include": ("a file", "include opening.rbf"),
    "dice": ("faces", "dice 5,7"),
    "seed": ("text", "seed tuesday"),
}


class Reader:
    """A position in a script; `line` is the last line read, `depth` the number of open blocks."""

    def __init__(self, lines: Iterable[ScriptLine]) -> None:
        self._lines = iter(lines)
        self.line = ScriptLine("", "", ((0, 0, 0),))
        self.at = 0
        self.depth = 0

    def next(self) -> Statement | None:
        """Return the next statement, or None at the end. Raises ScriptError; outside blocks, reading can continue."""
        for line in self._lines:
            self.line, self.at, self.depth = line, 0, 0
            if not self._is_done():
                statement = self._statement()
                if not self._is_done():
                    raise syntax_error(f"unexpected {self._peek().text!r}", self.at)
                return statement
        return None

    def _statement(self) -> Statement:
        line, at = self.line, self.at
        found = scan(line.text, at)
        read = READERS.get(found[0].text) if found and _is_bare(found[0], line.text) else None
        if read is None:
            return self._command(found)
        self.at = found[0].end
        return read(self, line, at)

    def _command(self, found: Sequence[Word]) -> CommandStatement:
        line, at = self.line, self.at
        if found and found[0].text in {"{", "}", "else"}:
            raise syntax_error(f"unexpected {found[0].text}", at)
        if assigned := _ASSIGNMENT.match(line.text, at):
            raise syntax_error(f"unknown command {assigned[1]!r}", at, f"let {line.text[at:].strip()}")
        words = self._taken(found)
        return CommandStatement(line, at, words.text, words)

    def let(self, line: ScriptLine, at: int) -> Statement:
        """Parse `NAME = EXPR`."""
        name = self._variable()
        if self._is_done() or not self.line.text.startswith("=", self.at):
            raise syntax_error("expected =", self.at, "let NAME = 5")
        self.at += 1
        value = self._expression()
        return Let(line, at, self._since(at), name, value)

    def if_(self, line: ScriptLine, at: int) -> Statement:
        """Parse `EXPR { … }`, with an optional `else { … }` or `else if …` after the brace."""
        condition = self._expression()
        text, then = self._since(at), self._block()
        otherwise: Block = ()
        if self._accept("else"):
            start = self.at
            otherwise = (self.if_(self.line, start),) if self._accept("if") else self._block()
        return If(line, at, text, condition, then, otherwise)

    def loop(self, line: ScriptLine, at: int) -> Statement:
        """Parse `N { … }`, `EXPR { … }` or `NAME in LIST { … }`."""
        verb, name = self._since(at), ""
        if verb == "for":
            name = self._variable()
            self._literally("in", "for NAME in LIST { … }")
        elif verb == "repeat" and self._peek().text == "{":
            raise syntax_error("expected a number of times", self.at, "repeat 3 {")
        value = self._expression()
        if name:
            self._require_no_bare_list(name)
        return Loop(line, at, self._since(at), verb, name, value, self._block())

    def _require_no_bare_list(self, name: str) -> None:
        """Raise ScriptError for a list without brackets: `for c in ada bosun {`."""
        behind = self.line.text[self.at :].partition("{")
        if behind[1] and behind[0].strip():
            start = self.line.text.index(" in ") + len(" in ")
            items = self.line.text[start : self.at + len(behind[0])].replace(",", " ").split()
            raise syntax_error("a list needs brackets", self.at, f"for {name} in [{', '.join(items)}] {{")

    def try_(self, line: ScriptLine, at: int) -> Statement:
        """Parse `{ … }`, with an optional `else { … }` after the brace."""
        body = self._block()
        return Try(line, at, "try", body, self._block() if self._accept("else") else ())

    def expect(self, line: ScriptLine, at: int) -> Statement:
        """Parse `EXPR` or `refused { COMMAND }`, with an optional failure message."""
        expected: Expression | CommandStatement
        if self._peek().text == "refused":
            expected = self._refused()
            wanted = f"a refusal of {expected.text}"
        else:
            start, expected = self.at, self._expression()
            wanted = self._since(start)
        message = self._message()
        return Expect(line, at, self._since(at), expected, wanted, message)

    def _refused(self) -> CommandStatement:
        self.at = self._peek().end
        self._literally("{", "expect refused { COMMAND }")
        self.depth += 1
        if self._is_done() or self._peek().text in {"}", *READERS}:
            raise syntax_error("expected a command", self.at, "expect refused { COMMAND }")
        command = self._command(scan(self.line.text, self.at))
        self._literally("}", "expect refused { COMMAND }")
        self.depth -= 1
        return command

    def with_words(self, line: ScriptLine, at: int) -> Statement:
        """Parse the words after one of the script's own verbs."""
        verb = line.text[at : self.at].strip()
        words = self._needed(*NEEDED[verb]) if verb in NEEDED else self._rest()
        return WordsStatement(line, at, self._since(at), verb, words)

    def _block(self) -> Block:
        """Parse statements in braces, one per line. A statement can share the line of a brace."""
        if self._is_done():
            self._go_on_to_brace()
        opened_line, opened = self.line, self._peek().start
        self._literally("{", "{ … }")
        if self.depth >= BLOCKS_NESTED:
            raise syntax_error(f"blocks are nested more than {BLOCKS_NESTED} deep", opened)
        self.depth += 1
        body: list[Statement] = []
        while not self._accept("}"):
            if self._is_done():
                self._next_line(opened_line, opened)
                continue
            body.append(self._statement())
            if not self._is_done() and self._peek().text != "}":
                raise syntax_error("each statement needs a separate line", self.at)
        self.depth -= 1
        return tuple(body)

    def _go_on_to_brace(self) -> None:
        """Continue on the next line if it starts with `{`. Raises ScriptError if it does not."""
        below = next(self._lines, None)
        if below is None or not below.text.lstrip(SPACE).startswith("{"):
            self._lines = chain([below] if below else [], self._lines)
            raise syntax_error("expected {", self.at, "put { at the end of this line")
        self.line, self.at = below, 0

    def _next_line(self, opened_line: ScriptLine, opened: int) -> None:
        line = next(self._lines, None)
        if line is None:
            number, column = opened_line.place(opened)
            message = f"the {{ on line {number}, column {column} is never closed"
            raise IncompleteScript(misuse(message), len(self.line.text))
        self.line, self.at = line, 0

    def _since(self, at: int) -> str:
        return self.line.text[at : self.at].strip()

    def _expression(self) -> Expression:
        expression, self.at = read_expression(self.line.text, self.at)
        return expression

    def _message(self) -> WordTemplate:
        return self._needed("a message", 'else "message"') if self._accept("else") else NO_WORDS

    def _needed(self, what: str, example: str) -> WordTemplate:
        words = self._rest()
        if not words.text:
            raise syntax_error(f"expected {what}", self.at, example)
        return words

    def _rest(self) -> WordTemplate:
        return self._taken(scan(self.line.text, self.at))

    def _taken(self, found: Sequence[Word]) -> WordTemplate:
        """Take the words before the end of the line, or before the brace that closes the block."""
        text = self.line.text
        if self.depth:
            closing = next((i for i, word in enumerate(found) if text[word.start : word.end] == "}"), len(found))
            found = found[:closing]
        if not found:
            return NO_WORDS
        if found[-1].open_quote:
            raise syntax_error("missing closing quote", found[-1].start, f"end it with {found[-1].open_quote}")
        self.at = found[-1].end
        return read_word_template(text, found)

    def _variable(self) -> str:
        text = self.line.text
        if self._is_done() or not is_letter(text[self.at]):
            raise syntax_error("expected the name of a variable", self.at, "use letters, digits and _")
        start = self.at
        self.at = name_end(text, start, hyphens=False)
        name = text[start : self.at]
        if name in WORDS or name in FACTS or name == LAST:
            raise syntax_error(f"{name!r} is a reserved word", start, "use another name")
        return name

    def _peek(self) -> Word:
        """Return the next word of the line; empty at its end."""
        self._is_done()
        return next(words_from(self.line.text, self.at), Word("", self.at, self.at))

    def _accept(self, word: str) -> bool:
        found = self._peek()
        if found.text != word or not _is_bare(found, self.line.text):
            return False
        self.at = found.end
        return True

    def _literally(self, word: str, example: str) -> None:
        if not self._accept(word):
            raise syntax_error(f"expected {word} as a separate word", self.at, example)

    def _is_done(self) -> bool:
        """Return whether only space or a comment is left of the line."""
        text = self.line.text
        while self.at < len(text) and text[self.at] in SPACE:
            self.at += 1
        return self.at >= len(text) or (text[self.at] == "#" and (self.at == 0 or text[self.at - 1] in SPACE))


READERS: dict[str, Callable[[Reader, ScriptLine, int], Statement]] = {
    "let": Reader.let,
    "if": Reader.if_,
    "repeat": Reader.loop,
    "for": Reader.loop,
    "while": Reader.loop,
    "try": Reader.try_,
    "include": Reader.with_words,
    "expect": Reader.expect,
    "dice": Reader.with_words,
    "seed": Reader.with_words,
    "print": Reader.with_words,
}


def _is_bare(word: Word, line: str) -> bool:
    return line[word.start : word.end] == word.text

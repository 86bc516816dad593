"""Parsing statements: those of the script itself, and commands of the shared language."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.limits import BLOCKS_NESTED
from rbfcli.kernel.visible import SPACE
from rbfcli.language.words import Word, scan
from rbfcli.script import statements
from rbfcli.script.context import FACTS, LAST
from rbfcli.script.expressions.reader import WORDS, read_expression
from rbfcli.script.expressions.tokens import is_letter, variable_end
from rbfcli.script.expressions.tree import Expression
from rbfcli.script.interpolation import read_word_template
from rbfcli.script.lines import ScriptLine
from rbfcli.script.script_errors import Unfinished, syntax_error
from rbfcli.script.statements import Block, Statement, WordTemplate

MARKS = frozenset("\"'#\\${}")
NO_WORDS = WordTemplate("", ())


class Reader:
    """A position in a script; `line` is the last line read, `depth` how many blocks are open."""

    def __init__(self, lines: Iterable[ScriptLine]) -> None:
        self._lines = iter(lines)
        self.line = ScriptLine("", "", ((0, 0, 0),))
        self.at = 0
        self.depth = 0

    def next(self) -> Statement | None:
        """The next statement, as soon as its last line has arrived; None at the end.

        Raises ScriptError; then the next line can be read, unless a block is open.
        """
        for line in self._lines:
            self.line, self.at, self.depth = line, 0, 0
            words = _plain_words(line.text)
            if words is not None:
                return statements.Command(line, 0, words)
            if not self._is_done():
                statement = self._statement()
                self._end_of_line()
                return statement
        return None

    def _statement(self) -> Statement:
        line, at = self.line, self.at
        word = self._peek()
        read = _READERS.get(word.text) if line.text[word.start : word.end] == word.text else None
        if read is None:
            return self._command()
        self.at = word.end
        return read(self, line, at)

    def _command(self) -> statements.Command:
        line, at = self.line, self.at
        if self._peek().text in {"{", "}", "else"}:
            raise syntax_error(f"unexpected {self._peek().text}", at)
        return statements.Command(line, at, self._rest())

    def let(self, line: ScriptLine, at: int) -> Statement:
        """`NAME = EXPR`."""
        name = self._variable()
        if self._is_done() or not self.line.text.startswith("=", self.at):
            raise syntax_error("expected =", self.at, "let NAME = 5")
        self.at += 1
        return statements.Let(line, at, name, self._expression())

    def if_(self, line: ScriptLine, at: int) -> Statement:
        """`EXPR { … }`, and perhaps `else { … }` or `else if …` after the brace."""
        condition, then = self._expression(), self._block()
        otherwise: Block = ()
        if self._accept("else"):
            start = self.at
            otherwise = (self.if_(self.line, start),) if self._accept("if") else self._block()
        return statements.If(line, at, condition, then, otherwise)

    def repeat(self, line: ScriptLine, at: int) -> Statement:
        """`N { … }`."""
        return statements.Repeat(line, at, self._expression(), self._block())

    def for_(self, line: ScriptLine, at: int) -> Statement:
        """`NAME in LIST { … }`."""
        name = self._variable()
        self._literally("in", "for NAME in LIST { … }")
        return statements.For(line, at, name, self._expression(), self._block())

    def while_(self, line: ScriptLine, at: int) -> Statement:
        """`EXPR { … }`."""
        return statements.While(line, at, self._expression(), self._block())

    def try_(self, line: ScriptLine, at: int) -> Statement:
        """`{ … }`, and perhaps `else { … }` after the brace."""
        body = self._block()
        return statements.Try(line, at, body, self._block() if self._accept("else") else ())

    def include(self, line: ScriptLine, at: int) -> Statement:
        """`FILE`."""
        return statements.Include(line, at, self._needed("a file", "include opening.rbf"))

    def expect(self, line: ScriptLine, at: int) -> Statement:
        """`EXPR` or `refused { COMMAND }`, and perhaps the message if it fails."""
        if self._peek().text != "refused":
            condition = self._expression()
            return statements.Expect(line, at, condition, self._message())
        self.at = self._peek().end
        self._literally("{", "expect refused { COMMAND }")
        self.depth += 1
        if self._is_done() or self._peek().text in {"}", *_READERS}:
            raise syntax_error("expected a command", self.at, "expect refused { COMMAND }")
        command = self._command()
        self._literally("}", "expect refused { COMMAND }")
        self.depth -= 1
        return statements.ExpectRefused(line, at, command, self._message())

    def dice(self, line: ScriptLine, at: int) -> Statement:
        """`FACES`."""
        return statements.GivenDice(line, at, self._needed("faces", "dice 5,7"))

    def seed(self, line: ScriptLine, at: int) -> Statement:
        """`TEXT`."""
        return statements.Seed(line, at, self._needed("text", "seed tuesday"))

    def print_(self, line: ScriptLine, at: int) -> Statement:
        """`TEXT`."""
        return statements.Print(line, at, self._rest())

    def _block(self) -> Block:
        """Statements in braces, a line each; one may be on the line of a brace."""
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
                raise syntax_error("each statement needs a line of its own", self.at)
        self.depth -= 1
        return tuple(body)

    def _next_line(self, opened_line: ScriptLine, opened: int) -> None:
        line = next(self._lines, None)
        if line is None:
            number, column = opened_line.place(opened)
            message = f"the {{ on line {number}, column {column} is never closed"
            raise Unfinished(UsageError(message), len(self.line.text))
        self.line, self.at = line, 0

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
        """The words up to the end of the statement: the end of the line, or the brace that closes the block."""
        text = self.line.text
        found = [_moved(word, self.at) for word in scan(text[self.at :])]
        if self.depth:
            closing = next((i for i, word in enumerate(found) if text[word.start : word.end] == "}"), len(found))
            found = found[:closing]
        if not found:
            return NO_WORDS
        if found[-1].open_quote:
            raise syntax_error("the quote is not closed", found[-1].start, f"end it with {found[-1].open_quote}")
        self.at = found[-1].end
        return read_word_template(text, found[0].start, found[-1].end)

    def _variable(self) -> str:
        text = self.line.text
        if self._is_done() or not is_letter(text[self.at]):
            raise syntax_error("expected the name of a variable", self.at, "use letters, digits and _")
        start = self.at
        self.at = variable_end(text, start)
        name = text[start : self.at]
        if name in WORDS or name in FACTS or name == LAST:
            raise syntax_error(f"{name!r} is a reserved word", start, "choose another name")
        return name

    def _peek(self) -> Word:
        """The next word of the line; empty at its end."""
        self._is_done()
        found = scan(self.line.text[self.at :])
        return _moved(found[0], self.at) if found else Word("", self.at, self.at)

    def _accept(self, word: str) -> bool:
        found = self._peek()
        if found.text != word or self.line.text[found.start : found.end] != word:
            return False
        self.at = found.end
        return True

    def _literally(self, word: str, example: str) -> None:
        if not self._accept(word):
            raise syntax_error(f"expected {word} as a separate word", self.at, example)

    def _is_done(self) -> bool:
        """Whether only space or a comment is left of the line."""
        text = self.line.text
        while self.at < len(text) and text[self.at] in SPACE:
            self.at += 1
        return self.at >= len(text) or (text[self.at] == "#" and (self.at == 0 or text[self.at - 1] in SPACE))

    def _end_of_line(self) -> None:
        if not self._is_done():
            raise syntax_error(f"unexpected {self._peek().text!r}", self.at)


_READERS: dict[str, Callable[[Reader, ScriptLine, int], Statement]] = {
    "let": Reader.let,
    "if": Reader.if_,
    "repeat": Reader.repeat,
    "for": Reader.for_,
    "while": Reader.while_,
    "try": Reader.try_,
    "include": Reader.include,
    "expect": Reader.expect,
    "dice": Reader.dice,
    "seed": Reader.seed,
    "print": Reader.print_,
}


OWN_WORDS = frozenset({"", "else", *_READERS})


@lru_cache(maxsize=64)
def _plain_words(text: str) -> WordTemplate | None:
    """The words of a command that is just words between spaces, as nearly all are; the same line is read once."""
    words = text.split() if text.isascii() and text.isprintable() and MARKS.isdisjoint(text) else []
    return WordTemplate(text.strip(), tuple(words)) if words and words[0] not in OWN_WORDS else None


def _moved(word: Word, by: int) -> Word:
    return Word(word.text, word.start + by, word.end + by, word.open_quote)

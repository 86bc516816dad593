"""Highlighting while a line is typed: each word by what the reader takes it for, and mistakes underlined."""

from collections.abc import Callable, Hashable, Sequence

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.lexers import Lexer

from rbfcli.kernel.errors import PluginFault, UsageError
from rbfcli.kernel.limits import COLOURED_LETTERS
from rbfcli.language.names import NameContext
from rbfcli.language.parts import LinePart, LineReader
from rbfcli.language.suggest_values import KnownNames
from rbfcli.language.verdict import Verdict
from rbfcli.language.words import split_words
from rbfcli.repl.question_mark import without_marks
from rbfcli.repl.shorthand import CHOOSE, spelt_out
from rbfcli.session.save_watch import SaveView
from rbfcli.systems import catalogue

NO_COMMAND = ("}", ">")  # the end of a block, and what stands before the lines of a transcript
STYLES = {
    "verb": "ansigreen",
    "option": "ansicyan",
    "name": "bold",
    "number": "ansimagenta",
    "dice": "ansimagenta",
    "string": "ansiyellow",
    "comment": "ansibrightblack",
    "mistake": "ansired underline",
}


class LineLexer(Lexer):
    """Paints the lines of the input; `cursor` is where it is in the text: a word being typed is no mistake yet."""

    def __init__(
        self, view: Callable[[], SaveView], names: Callable[[], KnownNames], cursor: Callable[[], int]
    ) -> None:
        self._view, self._names, self._cursor = view, names, cursor
        self._reader: LineReader | None = None
        self._seen: SaveView | None = None
        self._serial = 0

    def invalidation_hash(self) -> Hashable:
        """What the colours depend on besides the text: the fight, and where the cursor is."""
        if self._view() is not self._seen:
            self._seen, self._serial = self._view(), self._serial + 1
        return self._serial, self._cursor()

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """The fragments of each line, when they are asked for."""
        row, column = document.cursor_position_row, document.cursor_position_col

        def line_at(number: int) -> StyleAndTextTuples:
            return self._painted(document.lines[number], column if number == row else -1)

        return line_at

    def _painted(self, text: str, cursor: int) -> StyleAndTextTuples:
        if not text or len(text) > COLOURED_LETTERS or text.lstrip().startswith(NO_COMMAND):
            return [("", text)]
        try:
            parts = self._parts(without_marks(text), self._view().context)
        except PluginFault as fault:
            catalogue.complain(fault)
            return [("", text)]
        return _fragments(text, parts, cursor)

    def _parts(self, text: str, context: NameContext | None) -> list[LinePart]:
        if self._reader is None:
            self._reader = LineReader(self._names())
        parts = self._reader.parts(text, context)
        answers = bool(parts) and parts[0].verdict is not Verdict.RIGHT and self._is_an_answer(text, context)
        return [] if answers else parts

    def _is_an_answer(self, text: str, context: NameContext | None) -> bool:
        try:
            words = split_words(text)
        except UsageError:
            return False
        return spelt_out(words, context, [*self._names().verbs])[:1] == [CHOOSE]


def _fragments(text: str, parts: Sequence[LinePart], cursor: int) -> StyleAndTextTuples:
    found: StyleAndTextTuples = []
    end = 0
    for each in parts:
        found += [("", text[end : each.start]), (_style(each, cursor), text[each.start : each.end])]
        end = each.end
    return [fragment for fragment in [*found, ("", text[end:])] if fragment[1]]


def _style(part: LinePart, cursor: int) -> str:
    being_typed = part.start <= cursor <= part.end
    mistaken = part.verdict is Verdict.WRONG or (part.verdict is Verdict.BEGUN and not being_typed)
    return "class:mistake" if mistaken else "" if part.kind == "word" else f"class:{part.kind}"

"""The line while it is typed: completed, and highlighted with invisible characters shown as escapes."""

import os
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, islice

from msgspec.structs import replace
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.formatted_text.utils import fragment_list_to_text
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput
from prompt_toolkit.layout.utils import explode_text_fragments
from prompt_toolkit.lexers import Lexer

from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.core.limits import COLOURED_LETTERS, COMPLETED_LETTERS, FILES_OFFERED
from rbfcli.core.text import safe
from rbfcli.language.aliases import Aliases, line_completed
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.forms import command_start, statement_words
from rbfcli.language.parser import one_liner_verbs
from rbfcli.language.topics import summaries
from rbfcli.language.word_check import LinePart, LineReader
from rbfcli.model.commands import Command
from rbfcli.repl.conversation import OWN_VERBS
from rbfcli.repl.input import without_marks
from rbfcli.script.source import has_prompt
from rbfcli.session.file_store import SaveView
from rbfcli.storage.includes import encounter_summary
from rbfcli.storage.paths import list_encounters, list_scripts
from rbfcli.systems import registry

UNSUPPORTED = frozenset({"--encounter", "--color", "--plain", "--debug"})


class FightCompleter(Completer):
    """A completer for the cursor position in the current fight."""

    def __init__(
        self,
        view: Callable[[], SaveView],
        aliases: Aliases | None = None,
        kept: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        self._view = view
        self._kept = kept
        self._aliases = {} if aliases is None else aliases

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield the suggestions for the current line, or none if it is too long to be a command."""
        del complete_event
        start = command_start(document.current_line_before_cursor)
        line, column = document.current_line[start:], document.cursor_position_col - start
        if len(line) > COMPLETED_LETTERS:
            return
        if (meant := line_completed(line[:column], self._aliases)) != line[:column]:
            line, column = meant, len(meant)
        try:
            known = replace(prompt_names(self._aliases), kept=self._kept)
            found = list(suggest(line, column, self._view().context, known))
        except PluginBug as fault:
            registry.complain(fault)
            return
        for each in found:
            yield Completion(each.word, each.start - column, display=safe(each.word), display_meta=safe(each.what))


@cache
def known_names() -> KnownNames:
    """Return the names that come from outside a fight: encounters, scripts, systems and files."""
    return KnownNames(
        encounters=list_encounters(),
        about=encounter_summary,
        scripts=list_scripts(),
        systems=registry.names,
        topics=summaries,
        verbs={**OWN_VERBS, **statement_words()},
        answers=True,
        unsupported=UNSUPPORTED,
        files=files_in,
        one_liners=_one_liners,
        ledger=lambda system: registry.load(system).ledger(),
    )


def prompt_names(aliases: Aliases) -> KnownNames:
    """Return the known names, with aliases among the verbs."""
    known = known_names()
    shown = {name: each.shown for name, each in aliases.items()}
    return replace(known, verbs={**known.verbs, **shown}) if shown else known


def files_in(folder: str) -> tuple[str, ...]:
    """Return the names in a folder, with a slash after each folder; empty if the folder cannot be read."""
    try:
        with os.scandir(folder or os.curdir) as entries:
            found = [f"{each.name}/" if each.is_dir() else each.name for each in islice(entries, FILES_OFFERED)]
    except (OSError, ValueError):
        return ()
    return tuple(sorted(found))


def _one_liners(system: str) -> dict[str, type[Command]]:
    try:
        return one_liner_verbs(registry.load(system))
    except (RbfError, PluginBug):
        return {}


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
    """A highlighter for input lines. A word at the `cursor` is still being typed, and not yet an error."""

    def __init__(
        self, view: Callable[[], SaveView], names: Callable[[], KnownNames], cursor: Callable[[], int]
    ) -> None:
        self._view, self._names, self._cursor = view, names, cursor
        self._reader: LineReader | None = None
        self._seen: SaveView | None = None
        self._serial = 0

    def invalidation_hash(self) -> Hashable:
        """Return a key for what the colours depend on besides the text: the fight and the cursor."""
        if self._view() is not self._seen:
            self._seen, self._serial = self._view(), self._serial + 1
        return self._serial, self._cursor()

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Return a function that returns the fragments of a line."""
        row, column = document.cursor_position_row, document.cursor_position_col
        return lambda number: self._painted(document.lines[number], column if number == row else -1)

    def _painted(self, text: str, cursor: int) -> StyleAndTextTuples:
        if not text or len(text) > COLOURED_LETTERS or text.lstrip().startswith("}") or has_prompt(text):
            return [("", text)]
        try:
            self._reader = self._reader or LineReader(self._names())
            parts = self._reader.parts(without_marks(text), self._view().context)
        except PluginBug as fault:
            registry.complain(fault)
            return [("", text)]
        return _fragments(text, parts, cursor)


def _fragments(text: str, parts: Sequence[LinePart], cursor: int) -> StyleAndTextTuples:
    found: StyleAndTextTuples = []
    end = 0
    for each in parts:
        found += [("", text[end : each.start]), (_style(each, cursor), text[each.start : each.end])]
        end = each.end
    return [fragment for fragment in [*found, ("", text[end:])] if fragment[1]]


def _style(part: LinePart, cursor: int) -> str:
    mistaken = part.is_wrong and not part.start <= cursor <= part.end
    return "class:mistake" if mistaken else "" if part.kind == "word" else f"class:{part.kind}"


class ShowHiddenCharacters(Processor):
    r"""A processor that shows invisible characters as escapes, such as `\u202e`; the line is unchanged."""

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        """Return the fragments of one line as shown, with the mapping of columns."""
        fragments = transformation_input.fragments
        text = fragment_list_to_text(fragments)
        if safe(text) == text:
            return Transformation(fragments)
        letters = explode_text_fragments(fragments)
        shown = [(each[0], safe(each[1])) for each in letters]
        columns = [0, *accumulate(len(each[1]) for each in shown)]
        return Transformation(
            [*shown],
            source_to_display=lambda place: columns[min(place, len(shown))],
            display_to_source=lambda column: min(bisect_right(columns, column) - 1, len(shown)),
        )

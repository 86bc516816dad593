"""Completion at the prompt: the language's suggestions, made safe for the terminal."""

import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import islice

from msgspec.structs import replace
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.core.limits import COMPLETED_LETTERS, FILES_OFFERED
from rbfcli.core.text import safe
from rbfcli.language.aliases import Aliases, line_completed
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.forms import command_start, statement_words
from rbfcli.language.parser import one_liner_verbs
from rbfcli.language.topics import summaries
from rbfcli.model.commands import Command
from rbfcli.repl.conversation import OWN_VERBS
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

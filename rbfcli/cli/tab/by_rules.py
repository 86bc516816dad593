"""TAB in a fight by a plug-in's rules: what the prompt would suggest, for no table knows its verbs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import convert

from rbfcli.kernel.visible import quoted
from rbfcli.language.names import NameContext
from rbfcli.language.suggest import suggest
from rbfcli.language.suggest_values import KnownNames
from rbfcli.language.words import split_words
from rbfcli.store.paths import list_encounters, list_scripts
from rbfcli.systems.catalogue import load, names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


def by_rules(typed: str, before: Sequence[str], fight: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The words at the cursor, with what they mean. Raises what the rules raise."""
    rules = load(fight["system"])
    context = NameContext(rules, convert(fight, rules.fight))
    known = KnownNames(systems=names(), encounters=list_encounters(), scripts=list_scripts())
    line = " ".join([*map(quoted, before), quoted(typed) if typed else ""]).lstrip()
    option = typed[: typed.index("=") + 1] if typed.startswith("--") and "=" in typed else ""
    found = suggest(line, len(line), context, known)
    return iter([(f"{option}{split_words(each.word)[-1]}", each.what) for each in found])

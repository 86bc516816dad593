"""What completion and `?` say of a word: what it means for the one who acts, of a key what it is for and holds now."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct, inspect

from rbfcli.kernel.facts import in_words
from rbfcli.kernel.meanings import word_meaning
from rbfcli.language.field_docs import field_doc
from rbfcli.language.grammar import Parameter
from rbfcli.language.names import NameContext

# What the choices mean that are the same in every system, by field and word.
CHOICES = {
    ("step", "next"): "end this turn and begin the next",
    ("step", "back"): "go back to the turn before",
    ("step", "hold"): "wait with the turn; the next comes up",
    ("step", "delay"): "act on a later count",
    ("step", "add"): "put a condition on somebody",
    ("step", "remove"): "take a condition off",
    ("format", "text"): "the story in plain lines",
    ("format", "markdown"): "the story for a wiki or a forum",
    ("format", "html"): "a page for a browser, with pictures",
    ("format", "json"): "all numbers of it, for programs",
    ("enter", "ask"): "say whose turn it is; the next Enter goes on",
    ("enter", "next"): "go on to the next turn at once",
    ("enter", "off"): "do nothing",
    ("color", "auto"): "on a terminal that shows it",
    ("color", "always"): "in pipes too",
    ("color", "never"): "not at all",
}
MOST_OF_A_BLOCK = 6


def meaning(parameter: Parameter, word: str, context: NameContext | None) -> str:
    """What a word means at the place of a parameter; empty where nothing is known."""
    field = parameter.field if parameter.spec.choices else ""
    if context is not None:
        said = word_meaning(context.fight, context.rules, field or parameter.spec.kind, word, context.who)
        if said:
            return said
    return CHOICES.get((field, word), "") or (_deed(word, context) if field else "")


def block_meaning(block: Mapping[str, Any]) -> str:
    """The first numbers and words of a stat block."""
    plain = [(key, value) for key, value in block.items() if isinstance(value, int | str)]
    told = [str(value) if key == "name" else f"{key.replace('_', ' ')} {in_words(value)}" for key, value in plain]
    return ", ".join(told[:MOST_OF_A_BLOCK])


def key_meaning(kind: type[Struct], key: str, held_by: Struct | None) -> str:
    """What a key of a sheet or of options is for, and in front of it what it is now, where that is something."""
    value = None if held_by is None else getattr(held_by, key)
    plain = isinstance(value, bool | int | str) and value != ""
    return "; ".join(filter(None, (f"now {in_words(value)}" if plain else "", _docs(kind).get(key, ""))))


@cache
def _docs(kind: type[Struct]) -> dict[str, str]:
    """What each field of a struct is for, without its rules."""
    found = inspect.type_info(kind)
    fields = found.fields if isinstance(found, inspect.StructType) else ()
    return {each.name: field_doc(kind, each).text for each in fields}


def _deed(word: str, context: NameContext | None) -> str:
    """Of a verb among the choices, its summary."""
    if context is None:
        return ""
    from rbfcli.language.fights import fight_verbs
    from rbfcli.language.forms import summary_of

    kind = fight_verbs(context.rules).get(word)
    return summary_of(kind) if kind is not None else ""

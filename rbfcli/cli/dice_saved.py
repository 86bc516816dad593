"""Rolls saved in the user's configuration: `greatsword = "2d6+$str"` under `[rolls]`, rolled as `greatsword str=3`."""

from __future__ import annotations

import os

from rbfcli.kernel.errors import InvalidFile, NotationError, UsageError
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.saved import filled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rbfcli.kernel.notation.tree import Line

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_NAME = _LETTERS | frozenset("0123456789_-")


def is_name(word: str) -> bool:
    """Whether a word could name a saved roll."""
    return word[:1].lower() in _LETTERS and all(letter.lower() in _NAME for letter in word)


def saved_lines(words: Sequence[str], dialect: str, error: NotationError) -> list[Line]:
    """The lines of saved rolls, each name followed by its parameters; notation may stand between them.

    Raises the error that the words met as notation where they hold no saved roll.
    """
    if not any(map(is_name, words)):
        raise error
    saved = saved_rolls()
    if not any(word in saved for word in words):
        raise _unknown(words, saved, error) from None
    lines = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        given = {}
        while word in saved and rest and "=" in rest[0] and is_name(rest[0].partition("=")[0]):
            name, _, value = rest.pop(0).partition("=")
            given[name] = value
        text = filled(word, saved[word], given) if word in saved else word
        lines.append(parse(text, dialect))
    return lines


def saved_rolls() -> dict[str, str]:
    """The table `[rolls]` of the configuration file; empty without one. Raises InvalidFile."""
    from rbfcli.store.places import config_folder

    folder = config_folder(os.environ)
    path = os.path.join(folder, "config.toml") if folder else ""  # noqa: PTH118 - pathlib costs a start 8 ms
    if not path or not os.path.exists(path):  # noqa: PTH110
        return {}
    from rbfcli.store.save_file import read
    from rbfcli.store.toml_text import read_toml

    rolls = read_toml(read(path, follow=True), path).get("rolls", {})
    if not isinstance(rolls, dict):
        raise InvalidFile(f"{path}: rolls should be a table of names and dice expressions")
    for name, text in rolls.items():
        if not isinstance(text, str):
            raise InvalidFile(f"{path}: rolls.{name} should be a dice expression in quotes")
    return rolls


def _unknown(words: Sequence[str], saved: Mapping[str, str], error: NotationError) -> UsageError:
    """The error as it was; for one lone name that is nothing else, one that says so."""
    name = words[0]
    if not is_name(name) or error.column:
        return error
    from difflib import get_close_matches

    near = tuple(get_close_matches(name, saved, 3))
    hint = f"did you mean {', '.join(near)}?" if near else "save one under [rolls] in config.toml, or write dice: 2d6+3"
    return UsageError(f"{name!a} is neither dice notation nor a saved roll", hint=hint, suggestions=near)

"""Sentences from templates, fields and values in words, and the style of output."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from rbfcli.core.paths import Path
from rbfcli.core.text import safe
from rbfcli.model.fight import PlainValue

SIDE_CODES = ("36", "35", "34", "33")
CODES = {
    "good": "32",
    "great": "1;32",
    "mixed": "33",
    "bad": "31",
    "name": "1",
    "quiet": "2",
    "heading": "4",
    **{f"side {number}": code for number, code in enumerate(SIDE_CODES)},
    **{f"bold side {number}": f"1;{code}" for number, code in enumerate(SIDE_CODES)},
}
SIDES = len(SIDE_CODES)


class Style(Struct, frozen=True, kw_only=True):
    """The style of output: colour, drawn tables, blocks, text for reading aloud, width, `height` in rows (0: any)."""

    colour: bool = False
    tables: bool = False
    blocks: bool = False
    spoken: bool = False
    width: int = 80
    height: int = 0
    explain: bool = False

    def paint(self, text: str, role: str) -> str:
        """Return a text in the colour of its role. Colour is never the only carrier of meaning."""
        return f"\x1b[{CODES[role]}m{text}\x1b[0m" if self.colour and role and text else text


ARTICLES = ("The ", "A ", "An ")
GENITIVE = "'s"
# Characters that precede a name inside a sentence.
INSIDE = (*"abcdefghijklmnopqrstuvwxyz", ",", ")")


class Names:
    """The names of combatants, safe to print and in the form for inside a sentence: `the lookout`."""

    def __init__(self, names: Mapping[str, str], style: Style) -> None:
        self.known = names
        self._style = style

    def plain(self, actor: str) -> str:
        """Return the name of a combatant, or its id if it has no name."""
        return inside(safe(self.known.get(actor, actor)))

    def __call__(self, actor: str) -> str:
        """Return the name in the colour of names."""
        return self._style.paint(self.plain(actor), "name") if actor else ""

    def people(self, actor: str, target: str) -> dict[str, str]:
        """Return the values of `{who}`, `{target}` and their possessives; one who targets itself is `themself`."""
        known = {"who": self(actor), "who's": self._whose(actor)}
        if actor and actor == target:
            return {**known, "target": "themself", "target's": "their own"}
        return {**known, "target": self(target), "target's": self._whose(target)}

    def _whose(self, actor: str) -> str:
        """Return the possessive of a name. An actor without a name is a team, which can be a plural."""
        return self(actor) + genitive(actor, person=actor in self.known)


def sentence(template: str, facts: Mapping[str, str]) -> str:
    """Return a template filled with facts, as the start of a line.

    A name at the start keeps the case of its first letter, unless it begins with an article.
    """
    text = fill_template(template, facts)
    has_article = text.startswith(tuple(map(str.lower, ARTICLES)), _colour_ends(text))
    return text if template.startswith("{") and not has_article else capital(text)


def fill_template(template: str, facts: Mapping[str, str]) -> str:
    """Return a system's template with its braces filled; braces in the facts stay unchanged.

    `{who's}` is a possessive, `{count:action}` a number with its noun: `1 action`, `2 actions`. An empty fact also
    removes the space after it.
    """
    text, *parts = template.split("{")
    for part in parts:
        told = _part(part, facts)
        is_empty = told.startswith(" ") and told == part.partition("}")[2]
        text += told[1:] if is_empty and text.endswith(" ") else told
    return text


def capital(text: str) -> str:
    """Return a text with its first letter capitalized, after any colour code."""
    at = _colour_ends(text)
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def inside(name: str) -> str:
    """Return a name as it reads inside a line: `the bosun`."""
    return name[0].lower() + name[1:] if name.startswith(ARTICLES) else name


def with_names_inside(text: str, names: Iterable[str]) -> str:
    """Return a sentence with lower-case articles in names inside it: `it is not the bosun's turn`."""
    for name in dict.fromkeys(names):
        if name.startswith(ARTICLES) and name in text:
            for before in INSIDE:
                text = text.replace(f"{before} {name}", f"{before} {inside(name)}")
    return text


def counted(number: int | str, noun: str) -> str:
    """Return a number with its noun, plural except for 1."""
    return f"{number} {noun}{'' if str(number) == '1' else 's'}"


def _part(part: str, facts: Mapping[str, str]) -> str:
    key, _, rest = part.partition("}")
    fact, _, noun = key.partition(":")
    value = facts.get(fact, "")
    if not value and fact.endswith(GENITIVE):
        owner = facts.get(fact.removesuffix(GENITIVE), "")
        value = owner + genitive(owner)
    return (counted(value, noun) if noun else value) + rest


def genitive(name: str, *, person: bool = False) -> str:
    """Return the possessive ending of a name: `Ferris's` for a person, `toughs'` for a side."""
    return "'" if name.endswith("s") and not person else GENITIVE


def _colour_ends(text: str) -> int:
    return text.index("m") + 1 if text.startswith("\x1b[") else 0


OPTIONS = "options"


def name_along(owner: Any, path: Path) -> str:
    """Return the name of the last named object on a path."""
    name = ""
    for key in path:
        owner = owner.get(key) if isinstance(owner, Mapping) else getattr(owner, key, None)
        name = str(getattr(owner, "name", "")) or name
    return name


def is_condition(path: Path) -> bool:
    """Return whether a path leads to a whole condition of a combatant."""
    return path[0] == "conditions" and len(path[1:]) == 1


def path_in_words(path: Path) -> str:
    """Return a path as words. Options keep their own names, as typed."""
    text = ".".join(path)
    return safe(text if path[0] == OPTIONS else text.replace("_", " "))


def value_in_words(value: Any) -> str:
    """Return the value of a field in words; `none` if it is empty."""
    if value is None or value == "":
        return "none"
    if isinstance(value, PlainValue):
        facts = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return ", ".join(f"{path_in_words((name,))} {value_in_words(each)}" for name, each in facts if each) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{path_in_words((name,))} {value_in_words(each)}" for name, each in value.items()) or "none"
    if isinstance(value, (list, tuple)):
        items = (" and ".join(map(str, each)) if isinstance(each, tuple) else str(each) for each in value)
        return safe(", ".join(items)) or "none"
    return safe(str(value).lower() if isinstance(value, bool) else str(value))

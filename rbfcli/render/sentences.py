"""Sentences made of a system's templates: names in the right case, possessives, numbers with their nouns."""

from collections.abc import Iterable, Mapping

from rbfcli.render.safe import safe
from rbfcli.render.style import Style

ARTICLES = ("The ", "A ", "An ")
GENITIVE = "'s"
# What stands before a name inside of a sentence.
INSIDE = (*"abcdefghijklmnopqrstuvwxyz", ",", ")")


class Names:
    """The names of combatants, safe to print, for the inside of a sentence: `the lookout`, not `The lookout`."""

    def __init__(self, names: Mapping[str, str], style: Style) -> None:
        self.known = names
        self._style = style

    def plain(self, who: str) -> str:
        """The name of a combatant; whoever has none goes by the id."""
        name = safe(self.known.get(who, who))
        return name[0].lower() + name[1:] if name.startswith(ARTICLES) else name

    def __call__(self, who: str) -> str:
        """The name in the colour of names."""
        return self._style.paint(self.plain(who), "name") if who else ""

    def people(self, who: str, target: str) -> dict[str, str]:
        """What the templates call `{who}`, `{target}`, and what is theirs; oneself is `themself`."""
        if who and who == target:
            return {"who": self(who), "who's": self._whose(who), "target": "themself", "target's": "their own"}
        return {"who": self(who), "who's": self._whose(who), "target": self(target), "target's": self._whose(target)}

    def _whose(self, who: str) -> str:
        """What is somebody's; whoever has no name is a team, and may be a plural."""
        return self(who) + genitive(who, person=who in self.known)


def sentence(template: str, facts: Mapping[str, str]) -> str:
    """A template with facts in its braces, as the beginning of a line; names keep the case of their first letter."""
    text = fill_template(template, facts)
    return text if template.startswith("{") and not _begins_with_article(text) else capital(text)


def fill_template(template: str, facts: Mapping[str, str]) -> str:
    """A template of a system's words with facts in the braces; braces in the facts are left alone.

    `{who's}` is what is somebody's, `{count:action}` a number with its noun: `1 action`, `2 actions`. A fact that is
    empty takes the space behind it away with it.
    """
    text, *parts = template.split("{")
    for part in parts:
        told = _part(part, facts)
        is_empty = told.startswith(" ") and told == part.partition("}")[2]
        text += told[1:] if is_empty and text.endswith(" ") else told
    return text


def capital(text: str) -> str:
    """A text with a capital for its first letter, behind its colour."""
    at = _colour_ends(text)
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def with_names_inside(text: str, names: Iterable[str]) -> str:
    """A sentence in which names with an article begin small, as inside of one: `it is not the bosun's turn`."""
    for name in dict.fromkeys(names):
        if name.startswith(ARTICLES) and name in text:
            for before in INSIDE:
                text = text.replace(f"{before} {name}", f"{before} {name[0].lower()}{name[1:]}")
    return text


def counted(number: int | str, noun: str) -> str:
    """A number with its noun, in the plural but for one."""
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
    """What makes a name an owner's: `Ferris's` of a person, `toughs'` of a side."""
    return "'" if name.endswith("s") and not person else GENITIVE


def _begins_with_article(text: str) -> bool:
    at = _colour_ends(text)
    return text[at : at + 4].startswith(tuple(each.lower() for each in ARTICLES))


def _colour_ends(text: str) -> int:
    return text.index("m") + 1 if text.startswith("\x1b[") else 0

"""The templates of a system's words: names in braces stand for facts."""

from collections.abc import Mapping


def filled(template: str, facts: Mapping[str, str]) -> str:
    """A template of a system's words with its facts in the braces; only the template's own braces are read."""
    parts = template.split("{")
    return parts[0] + "".join(_part(part, facts) for part in parts[1:])


def _part(part: str, facts: Mapping[str, str]) -> str:
    key, _, rest = part.partition("}")
    return facts.get(key, "") + rest

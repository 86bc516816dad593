"""Fields and what they hold, in words: paths, names along them, and values."""

from collections.abc import Mapping
from typing import Any

from rbfcli.kernel.fight import Plain
from rbfcli.kernel.paths import Path
from rbfcli.render.safe import safe

OPTIONS = "options"


def name_along(owner: Any, path: Path) -> str:
    """The name of the last thing on a path that has one."""
    name = ""
    for key in path:
        owner = owner.get(key) if isinstance(owner, Mapping) else getattr(owner, key, None)
        name = str(getattr(owner, "name", "")) or name
    return name


def is_condition(path: Path) -> bool:
    """Whether a path leads to a whole condition of somebody."""
    return path[0] == "conditions" and len(path[1:]) == 1


def path_in_words(path: Path) -> str:
    """A path as words; options go by their own names, as they are typed."""
    text = ".".join(path)
    return safe(text if path[0] == OPTIONS else text.replace("_", " "))


def value_in_words(value: Any) -> str:
    """A value of a field; what is empty is none."""
    if value is None or value == "":
        return "none"
    if isinstance(value, Plain):
        facts = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return ", ".join(f"{path_in_words((name,))} {value_in_words(each)}" for name, each in facts if each) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{path_in_words((name,))} {value_in_words(each)}" for name, each in value.items()) or "none"
    if isinstance(value, (list, tuple)):
        return safe(", ".join(map(_item, value))) or "none"
    return safe(str(value).lower() if isinstance(value, bool) else str(value))


def _item(value: Any) -> str:
    """One item of a list; several things together are joined."""
    return " and ".join(map(str, value)) if isinstance(value, tuple) else str(value)

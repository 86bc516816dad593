"""Versions: three numbers, and the one file that says which it is."""

from __future__ import annotations

import re

Number = tuple[int, int, int]

FILE = "rbfcli/__init__.py"
SAID = re.compile(r'^__version__ = "(.*)"$', re.MULTILINE)
NUMBER = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")


def number_of(version: str) -> Number:
    """A version as numbers to compare. Raises ValueError for anything but x.y.z."""
    found = NUMBER.fullmatch(version)
    if found is None:
        message = f"{version!r} is not a version x.y.z"
        raise ValueError(message)
    return int(found[1]), int(found[2]), int(found[3])


def said_in(text: str) -> str:
    """The version that the package says it has. Raises ValueError where it says none."""
    found = SAID.search(text)
    if found is None:
        message = f"{FILE} says no version"
        raise ValueError(message)
    return found[1]


def with_version(text: str, version: str) -> str:
    """The text of the package with another version."""
    return SAID.sub(f'__version__ = "{version}"', text)

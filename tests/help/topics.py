"""Parts of the help topics, for tests."""

from rbfcli.language.page import CommandLines, Terms
from rbfcli.language.topics import sections_of


def terms_of(name):
    """Return the terms of a topic with their meanings."""
    parts = [part for section in sections_of(name) for part in section.parts]
    return [row for part in parts if isinstance(part, Terms) for row in part.rows]


def first_lines_of(name):
    """Return the first command lines of a topic."""
    parts = [part for section in sections_of(name) for part in section.parts]
    return next(part.lines for part in parts if isinstance(part, CommandLines))

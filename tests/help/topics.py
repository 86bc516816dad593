"""Parts of the help topics, and pages of help, for tests."""

import re

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


def without_examples(page):
    """Return a page of help without its examples, which fit the fight at hand."""
    return re.sub(r"^Examples?:\n(  .*\n)+\n", "", page, flags=re.MULTILINE)

"""The pages of the repository as Markdown: their links, their headings and their blocks."""

from __future__ import annotations

import itertools
import re
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
FOLDERS = ("docs", "kit", "examples", ".github")
PARSER = MarkdownIt("commonmark").enable("table")
LETTERS = re.compile(r"[^\w\- ]")


def pages():
    """Every page, at the top and in the folders that people read."""
    below = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))
    return sorted([*ROOT.glob("*.md"), *below])


def tokens(path):
    """A page as a flat list of its tokens, those inside lines too."""
    found = PARSER.parse(path.read_text(encoding="utf-8"))
    return [inner for token in found for inner in (token, *(token.children or ()))]


def links(path):
    """What the links and pictures of a page lead to."""
    return [str(each.attrs[key]) for each in tokens(path) for key in ("href", "src") if key in each.attrs]


@cache
def anchors(path):
    """The anchors of a page's headings, as forges make them: small letters, hyphens for spaces, numbers for twins."""
    found = []
    parsed = PARSER.parse(path.read_text(encoding="utf-8"))
    for opening, inside in itertools.pairwise(parsed):
        if opening.type == "heading_open":
            text = "".join(each.content for each in inside.children if each.type in ("text", "code_inline"))
            slug = LETTERS.sub("", text.lower()).replace(" ", "-")
            twins = sum(each == slug or re.fullmatch(rf"{re.escape(slug)}-\d+", each) is not None for each in found)
            found.append(f"{slug}-{twins}" if twins else slug)
    return found


def blocks(path, *languages):
    """The blocks of code of a page in some languages, each as its lines."""
    return [each.content.splitlines() for each in tokens(path) if each.type == "fence" and _of(each) in languages]


def _of(token):
    return token.info.partition(" ")[0]

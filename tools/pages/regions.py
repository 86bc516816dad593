"""The parts of a page that are made: each stands between `<!-- made: NAME WORDS -->` and `<!-- end -->`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Makers = Mapping[str, Callable[..., str]]

REGION = re.compile(r"^<!-- made: (.+?) -->\n(?:.*?\n)??<!-- end -->$", re.MULTILINE | re.DOTALL)


def filled(text: str, makers: Makers) -> str:
    """A page with its made parts as they are now. Raises KeyError for a part that nobody makes."""

    def made(found: re.Match[str]) -> str:
        name, *words = found[1].split()
        return f"<!-- made: {found[1]} -->\n{makers[name](*words)}\n<!-- end -->"

    return REGION.sub(made, text)

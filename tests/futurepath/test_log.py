"""What the log keeps of a deed, event by event: `log/*.txt`; REWRITE=1 writes them anew.

A block of a file says what it shows and by which rules, then the lines that come before (indented), the line itself,
and all that it did. The fight is the yard in round 1; after `yard` alone it has not begun.
"""

import os
import re
from pathlib import Path

import pytest

from tests.futurepath.spelling import spelled

BLOCKS = [
    (path, block)
    for path in sorted(Path(__file__).with_name("log").glob("*.txt"))
    for block in path.read_text().strip().split("\n\n")
]
REWRITE = os.environ.get("REWRITE") == "1"


def parts(block):
    """The heading of a block, the lines before, its line, and what it did."""
    heading, *rest = block.splitlines()
    before = [line.strip() for line in rest if line.startswith("  ")]
    line = next(line.removeprefix("> ") for line in rest if line.startswith("> "))
    return heading, before, line, [line for line in rest if not line.startswith(("  ", "> "))]


@pytest.mark.parametrize(("path", "block"), BLOCKS, ids=[parts(block)[0] for _, block in BLOCKS])
def test_a_deed_is_logged_as_it_was_judged(request, path, block):
    """FP-ATK-1 and all the others: each block names its own."""
    heading, before, line, logged = parts(block)
    table = request.getfixturevalue("yard" if "yard" in before else "table")
    for each in before:
        if each != "yard":
            table.do(each)
    table.do(line)
    found = spelled(table.last.events)
    if REWRITE:
        written = "\n".join([heading, *(f"  {each}" for each in before), f"> {line}", *found])
        path.write_text(path.read_text().replace(block, written))
    assert re.match(r"# FP-[A-Z]+-\d+", heading)
    assert found == logged

"""What docs/writing-a-system.md shows of the example stands so in its files."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SECTION = (
    (HERE.parents[1] / "docs" / "writing-a-system.md")
    .read_text()
    .partition("\n## A small game, step by step\n")[2]
    .partition("\n## ")[0]
)
MODULES = ("__init__", "sheet", "commands", "conditions", "fighting", "reactions", "table")
EXCERPTS = re.findall(r"`([\w./]+)`:\n\n```\w+\n(.*?)```", SECTION, re.DOTALL)


def test_the_section_shows_every_part_of_the_example():
    shown = {name for name, _ in EXCERPTS}
    assert shown == {
        "pyproject.toml",
        "yard.toml",
        "test_skirmish.py",
        *(f"rbfcli_skirmish/{each}.py" for each in MODULES),
    }
    assert SECTION.count("```") == 2 * len(EXCERPTS), "every excerpt names its file"


@pytest.mark.parametrize(("name", "excerpt"), EXCERPTS, ids=[f"{i} {name}" for i, (name, _) in enumerate(EXCERPTS)])
def test_an_excerpt_stands_so_in_its_file(name, excerpt):
    assert f"\n{excerpt}" in f"\n{(HERE / 'skirmish' / name).read_text()}"

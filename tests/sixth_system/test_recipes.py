"""The recipes of docs/writing-a-system.md, followed to the letter on a copy of the example, whose tests then pass."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TEXT = (HERE.parents[1] / "docs" / "writing-a-system.md").read_text()
STEP = re.compile(r"`([\w./]+)`,\s(at its end|behind\s`([^`]+)`):\n\n```python\n(.*?)```", re.DOTALL)


def steps(recipe):
    """The steps of a recipe: the file, the line behind which the code goes (none: at the end), and the code."""
    section = TEXT.partition(f"\n### {recipe}\n")[2].partition("\n### ")[0]
    found = [(name, line or "", code) for name, _, line, code in STEP.findall(section)]
    assert section.count("```") == 2 * len(found), "every piece of code says where it goes"
    return found


def follow(recipe, folder):
    """Do what a recipe says."""
    for name, line, code in steps(recipe):
        path = folder / name
        text = path.read_text()
        if line:
            assert text.count(f"{line}\n") == 1, f"{name} has one line {line!r}"
            text = text.replace(f"{line}\n", f"{line}\n{code}")
        else:
            text += code
        path.write_text(text)


@pytest.mark.parametrize("recipe", ["A rule", "A verb", "A fact"])
def test_following_a_recipe_gives_a_system_that_keeps_its_laws_and_passes_its_tests(recipe, site, tmp_path):
    project = shutil.copytree(HERE / "skirmish", tmp_path / "skirmish", ignore=shutil.ignore_patterns("__pycache__"))
    follow(recipe, project)
    installed = shutil.copytree(site, tmp_path / "site")
    shutil.copytree(project / "rbfcli_skirmish", installed / "rbfcli_skirmish", dirs_exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_skirmish.py"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{HERE.parents[1]}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]

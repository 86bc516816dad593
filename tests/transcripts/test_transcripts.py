"""Golden transcripts of every system, byte for byte; REWRITE=1 writes them anew, an empty file becomes one."""

import os
import re
from pathlib import Path

import pytest

from rbfcli.render.sentences import Style
from rbfcli.script.context import RunOptions
from rbfcli.script.run import run_script
from rbfcli.storage.paths import list_scripts
from rbfcli.systems.registry import SHIPPED, load

HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "scripts"
TRANSCRIPTS = sorted(HERE.glob("*/*.txt"))
REWRITE = os.environ.get("REWRITE") == "1"


def run(source, *, check=False):
    """What running a script or transcript prints; it must succeed."""
    out, errors = [], []
    status = run_script(str(source), RunOptions(check=check), out.append, errors.append, style=Style())
    assert status == 0, "".join([*out, *errors])
    return "".join(out)


@pytest.mark.parametrize("golden", TRANSCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_transcript_comes_out_the_same(golden):
    """One named like a shipped script is what `run` prints of that; every other one plays itself again."""
    script = SCRIPTS / f"{golden.stem}.rbf"
    printed = run(script if script.exists() else golden)
    if REWRITE:
        golden.write_text(printed)
    assert printed == golden.read_text()
    run(golden, check=True)


# The kinds of questions that nothing waits for: `turn --answer save=made`.
ANSWERED_IN_ADVANCE = {"generic": {"save"}}


@pytest.mark.parametrize("system", SHIPPED)
def test_every_question_is_asked_in_a_transcript(system):
    """A choice that a page gives is asked: each kind of question that a system knows and waits for comes up."""
    rules, printed = load(system), "\n".join(path.read_text() for path in TRANSCRIPTS if path.parent.name == system)
    words = {
        kind: re.sub(r"\\\{.*?\\\}", ".+", re.escape(rules.words[f"question.{kind}"])) for kind in rules.question_kinds
    }
    unasked = {
        kind for kind, asked in words.items() if not re.search(rf"^\? {asked}", printed, re.MULTILINE | re.IGNORECASE)
    }
    assert unasked == ANSWERED_IN_ADVANCE.get(system, set())


def test_every_shipped_script_has_its_transcript():
    assert set(list_scripts()) <= {path.stem for path in TRANSCRIPTS}

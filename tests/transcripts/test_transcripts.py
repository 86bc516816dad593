"""Golden transcripts of every system, byte for byte; REWRITE=1 writes them anew, an empty file becomes one."""

import os
from pathlib import Path

import pytest

from rbfcli.render.sentences import Style
from rbfcli.script.context import RunOptions
from rbfcli.script.run import run_script
from rbfcli.storage.paths import list_scripts

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


def test_every_shipped_script_has_its_transcript():
    assert set(list_scripts()) <= {path.stem for path in TRANSCRIPTS}

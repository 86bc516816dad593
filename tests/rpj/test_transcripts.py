"""Golden transcripts: played again byte for byte; REWRITE=1 writes them anew."""

import os
from pathlib import Path

import pytest

from rbfcli.render.style import Style
from rbfcli.script.options import RunOptions
from rbfcli.script.run import run_script

ROOT = Path(__file__).parents[2]
TRANSCRIPTS = ROOT / "tests" / "transcripts" / "rpj"
SCRIPTS = ("relay-road", "hangar-seven")


def played(source):
    """What playing a script or transcript prints."""
    out, errors = [], []
    status = run_script(source, RunOptions(), out.append, errors.append, style=Style(), save_file="")
    assert status == 0, errors
    return "".join(out)


@pytest.mark.parametrize("name", [*SCRIPTS, "table", "explained", "explained-more"])
def test_a_transcript_comes_out_the_same(name):
    golden = TRANSCRIPTS / f"{name}.txt"
    told = played(str(ROOT / "scripts" / f"{name}.rbf") if name in SCRIPTS else str(golden))
    if os.environ.get("REWRITE") == "1":
        golden.write_text(told)
    assert told == golden.read_text()

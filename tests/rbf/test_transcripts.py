"""Golden transcripts: scripts to their end and the page's own examples, byte for byte; REWRITE=1 writes them anew."""

import os
from pathlib import Path

import pytest

from rbfcli.render.style import Style
from rbfcli.script.options import RunOptions
from rbfcli.script.run import run_script

ROOT = Path(__file__).parents[2]
TRANSCRIPTS = ROOT / "tests" / "transcripts" / "rbf"
SCRIPTS = ("duel", "dock-ambush", "siege-drone", "losing-air", "drowned-chapel", "tour")
EXAMPLES = (
    "burst",
    "sniping",
    "shooting-prone",
    "dual-pistols",
    "grapple-and-throw",
    "explained-attacks",
    "explained-turns",
    "explained-defense",
    "few-words",
    "docks-lost",
)


def played(source):
    """What playing a script or a transcript prints; its expectations hold."""
    out, errors = [], []
    status = run_script(source, RunOptions(), out.append, errors.append, style=Style(), save_file="")
    assert status == 0, errors
    return "".join(out)


@pytest.mark.parametrize("name", [*SCRIPTS, *EXAMPLES])
def test_a_transcript_comes_out_the_same(name):
    """RBF-HP-1, RBF-STL-3, RBF-PRN-4, RBF-DUAL-1, RBF-TEC-THROW: the page's own examples among them."""
    golden = TRANSCRIPTS / f"{name}.txt"
    told = played(str(ROOT / "scripts" / f"{name}.rbf") if name in SCRIPTS else str(golden))
    if os.environ.get("REWRITE") == "1":
        golden.write_text(told)
    assert told == golden.read_text()


def test_every_transcript_is_played():
    """RBF-ACT-2: none lies there unread."""
    assert {each.stem for each in TRANSCRIPTS.glob("*.txt")} == {*SCRIPTS, *EXAMPLES}

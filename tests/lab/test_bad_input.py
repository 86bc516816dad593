"""What the lab is asked in vain: a message, an exit status, and a save that stays byte for byte as it was.

Rules that ask without end are in tests/engine/test_odds_of_answers.py, policies that return nonsense in
test_package_policies.py, clusters that are hostile or die in tests/process/test_cluster.py.
"""

import pytest

from rbfcli.language.grammar import split_words
from tests.program import run_rbf

REFUSED, USAGE, FILE, MACHINE = range(1, 5)
BAD = {
    "odds 1d1!": (USAGE, "a one-sided die cannot explode"),
    "odds attack ada nobody": (REFUSED, "unknown combatant 'nobody'"),
    "odds damage bosun 1d1!": (USAGE, "a one-sided die cannot explode"),
    "odds init": (USAGE, "init has no odds"),
    "odds frobnicate": (USAGE, "'frobnicate' is neither dice nor a command of this fight"),
    "odds attack ada bosun --against --json": (
        USAGE,
        "--against must be followed by a command of the fight, not '--json'",
    ),
    "suggest nobody": (REFUSED, "unknown combatant 'nobody'"),
    "actions nobody --odds": (REFUSED, "unknown combatant 'nobody'"),
    "simulate -n 0": (USAGE, "must be from 1 to"),
    "simulate -n -1": (USAGE, "must be from 1 to"),
    "simulate -n many": (USAGE, "must be a whole number"),
    "simulate --rounds 0": (USAGE, "--rounds must be from 1"),
    "simulate --jobs 0": (USAGE, "--jobs must be from 1"),
    "simulate --replay 0": (USAGE, "--replay must be from 1"),
    "simulate --policy nobody": (USAGE, "unknown policy 'nobody'"),
    "simulate --policy ghost=best": (USAGE, "unknown side 'ghost'"),
    "simulate duel --sweep nobody.hp=1..3": (USAGE, "nobody"),
    "simulate duel --sweep ada.nothing=1..3": (USAGE, "nothing"),
    "simulate --sweep ada.hp=1..3": (USAGE, "--sweep needs an encounter, and this is a save"),
    "simulate --what-matters --sweep ada.hp=1..2": (USAGE, "--sweep and --what-matters cannot be combined"),
    "simulate --compare nowhere.toml": (FILE, "no such file: nowhere.toml"),
    "simulate losing-air": (REFUSED, "until one side is left, and here only crew is standing; use `odds COMMAND`"),
    "simulate nowhere": (FILE, "nowhere is neither a file nor one of the bundled encounters"),
    "simulate -n 2 --csv nowhere/rows.csv": (MACHINE, "no such folder: nowhere"),
    "simulate --exact -n 5": (USAGE, "-n and --exact cannot be combined"),
    "simulate --exact --policy random": (USAGE, "cannot follow random"),
    "simulate --scheduler nonsense": (USAGE, "--scheduler must be tcp://HOST:PORT, not 'nonsense'"),
}


@pytest.fixture
def folder(tmp_path):
    for line in ("start duel --seed x", "init"):
        assert not run_rbf(*line.split(), cwd=tmp_path).returncode
    return tmp_path


@pytest.mark.parametrize("line", BAD)
def test_it_is_refused_and_the_save_stays(folder, line):
    status, message = BAD[line]
    before = (folder / "encounter.toml").read_bytes()
    done = run_rbf(*split_words(line), cwd=folder)
    assert done.returncode == status
    assert message in " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in done.stderr
    assert (folder / "encounter.toml").read_bytes() == before
    assert [each.name for each in folder.glob("[!.]*")] == ["encounter.toml"]


def test_a_fight_that_never_ends_is_capped(folder):
    """Nobody wins a fight whose rounds are over: it is a draw, and no error."""
    before = (folder / "encounter.toml").read_bytes()
    done = run_rbf("simulate", "-n", "2", "--rounds", "1", "--seed", "s", "--json", cwd=folder)
    assert (done.returncode, '"rounds"' in done.stdout) == (0, True)
    assert (folder / "encounter.toml").read_bytes() == before

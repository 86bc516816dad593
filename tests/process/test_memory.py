"""With little memory the program works, and with too little it says so and the save stays (R-15)."""

import subprocess
import sys

import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the address space"),
]


def rbf(folder, kilobytes, *words):
    """A run that may have so much of an address space."""
    line = ["/bin/sh", "-c", f'ulimit -v {kilobytes}; exec "$0" "$@"', sys.executable, "-m", "rbfcli", *words]
    return subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)


def test_200_megabytes_are_enough(tmp_path):
    assert rbf(tmp_path, 200_000, "start", "dock-ambush").returncode == 0
    assert rbf(tmp_path, 200_000, "show").returncode == 0


def test_without_memory_the_save_stays_as_it_was(tmp_path):
    people = "".join(f"[combatants.a{number}]\nhp = 5\n" for number in range(2_000))
    (tmp_path / "crowd.toml").write_text(f'format = 1\nsystem = "rbf"\n{people}')
    assert rbf(tmp_path, 400_000, "start", "crowd.toml", "-q").returncode == 0
    before = (tmp_path / "encounter.toml").read_bytes()
    refused = []
    for kilobytes in range(20_000, 60_000, 2_000):
        done = rbf(tmp_path, kilobytes, "damage", "*", "1", "-q")
        if done.returncode == 0:
            break
        refused.append(done.stderr)
        assert (tmp_path / "encounter.toml").read_bytes() == before
    assert any(told.startswith("rbf: out of memory; ") for told in refused)

"""A plug-in that takes memory without end is named with its line, and nothing is written."""

import sys

import pytest

from rbfcli.kernel.limits import PLUGIN_BYTES
from rbfcli.language.fights import read_line
from tests.sixth_system.test_faults_met import LINE, begun, rbf

__all__ = ["begun"]
LITTLE = f"from rbfcli.guests import memory; memory.PLUGIN_BYTES = {PLUGIN_BYTES >> 5}"
WITHOUT_END = "taken = ['x' * 1_000_000 for _ in iter(int, 1)]"

resource = pytest.importorskip("resource")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the address space")


def test_a_rule_that_takes_memory_without_end_is_named(begun, tmp_path):
    before = begun(WITHOUT_END)
    done = rbf(tmp_path, *LINE.split(), before=LITTLE)
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr == (
        "rbf: evil (evil_rules.py:7): it ran out of memory;"
        " nothing has changed; whoever made the plug-in evil 1.0 can mend it\n"
    )
    assert (tmp_path / "encounter.toml").read_bytes() == before


def test_an_import_that_takes_memory_without_end_is_named(another, tmp_path):
    another("evil", "evil_rules:RULES", f"import sys\n{WITHOUT_END}\n")
    done = rbf(tmp_path, "rules", "evil", before=LITTLE)
    assert done.returncode == 70
    assert "evil (evil_rules.py:2): it ran out of memory" in done.stderr


def test_the_bound_ends_with_the_rule(evil):
    before = resource.getrlimit(resource.RLIMIT_AS)
    session = evil("import resource", "TIMES.append(resource.getrlimit(resource.RLIMIT_AS))")
    session.perform(read_line(LINE, session.rules, session.fight))
    assert [before] != sys.modules["evil_rules"].TIMES
    assert resource.getrlimit(resource.RLIMIT_AS) == before

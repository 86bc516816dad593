"""What every test shares: a quiet environment, and the two sizes of property tests."""

from __future__ import annotations

import ast
import gc
import os
import signal
from functools import cache, partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rbfcli.storage.paths import list_encounters
from rbfcli.systems.registry import SHIPPED, load

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "rbfcli"
FIGURE = "figure"
LONG = os.environ.get("RBF_FUZZ") == "1"
# Fixtures that start processes, shells and terminals, build wheels or install packages: what uses one is slow.
REAL = {
    "built",
    "created",
    "driven",
    "example",
    "finished",
    "framed",
    "on_terminal",
    "piped",
    "prefix",
    "program",
    "shell_at",
    "terminal",
}
NOISE = (
    "CLICOLOR_FORCE",
    "COLUMNS",
    "FORCE_COLOR",
    "GITHUB_ACTIONS",
    "LINES",
    "NO_COLOR",
    "PY_COLORS",
    "TERMINAL_WIDTH",
)


def each_encounter(*large):
    """Return parameters of a test: a shipped encounter of each system; the others are slow, and so are `large` ones."""
    few = {load(system).examples_on for system in SHIPPED}.difference(large)
    return [pytest.param(name, marks=() if name in few else pytest.mark.slow) for name in list_encounters()]


@cache
def modules():
    """Return the modules of the package as trees, by their paths inside it."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


settings.register_profile("gate", derandomize=True, max_examples=60, deadline=None, database=None)
settings.register_profile(
    "fuzz", max_examples=5_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fuzz" if LONG else "gate")


@pytest.fixture(scope="session", autouse=True)
def _environment(tmp_path_factory):
    """Give the program under test a home of its own, this tree's code, and no wish of the caller's terminal."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [*NOISE, *(name for name in os.environ if name.startswith("RBF_"))]:
            patch.delenv(name, raising=False)
        home = tmp_path_factory.mktemp("home")
        patch.setenv("HOME", str(home))
        for name in ("CONFIG", "STATE", "CACHE", "DATA"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        patch.setenv("PYTHONPATH", str(ROOT))
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
            if signal.getsignal(number) == signal.SIG_IGN:  # inherited, where the tests run under nohup or behind &
                signal.signal(number, signal.SIG_DFL)
        yield


@pytest.fixture
def figure(record_property):
    """Tell a line of figures; they are printed at the end of the run."""
    return partial(record_property, FIGURE)


def pytest_terminal_summary(terminalreporter):
    """Print the figures that tests have told, in whichever process they ran."""
    reports = (report for reports in terminalreporter.stats.values() for report in reports)
    told = [
        line
        for report in reports
        if getattr(report, "when", "") == "call"
        for name, line in report.user_properties
        if name == FIGURE
    ]
    if told:
        terminalreporter.section("figures")
    for line in told:
        terminalreporter.line(line)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Leave what starts real processes to `make test-slow`."""
    for item in items:
        if not REAL.isdisjoint(item.fixturenames):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Leave what was collected out of garbage collection: a million objects that stay to the end."""
    gc.freeze()

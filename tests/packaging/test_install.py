"""An installed wheel: manual and completions where shells look for them, and commands that start quickly."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.fixture(scope="module")
def prefix(built, tmp_path_factory):
    """A folder that the wheel is installed to."""
    folder = tmp_path_factory.mktemp("prefix")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--ignore-installed"]
    subprocess.run([*pip, "--no-warn-script-location", "--prefix", str(folder), str(built.wheel)], check=True)
    return folder


@pytest.mark.parametrize(
    "path",
    [
        "share/man/man1/rbf.1",
        "share/man/man5/rbf-script.5",
        "share/man/man7/rbf-futurepath.7",
        "share/bash-completion/completions/rbf",
        "share/zsh/site-functions/_rbf",
        "share/fish/vendor_completions.d/rbf.fish",
    ],
)
def test_the_manual_and_the_completions_are_where_shells_look(prefix, path):
    assert (prefix / path).is_file()


@pytest.mark.parametrize("name", ["rbf", "rbfcli"])
def test_a_command_imports_nothing_before_our_main(prefix, name):
    imports = [line for line in (prefix / "bin" / name).read_text().splitlines() if "import" in line]

    assert imports == ["import sys", "from rbfcli.cli.main import main"]


def test_modules_are_compiled_when_installed(prefix):
    sources = {path.stem for path in prefix.rglob("rbfcli/kernel/*.py")}

    assert sources
    assert {path.name.partition(".")[0] for path in prefix.rglob("rbfcli/kernel/__pycache__/*.pyc")} == sources

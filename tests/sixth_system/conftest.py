"""A rule system from outside, installed as its author would: its wheel, built here, unpacked where Python looks."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rbfcli.guests.installed import GROUP
from rbfcli.systems import catalogue

HERE = Path(__file__).parent
LEFT_OUT = shutil.ignore_patterns("__pycache__", "dist")


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """A folder into which the wheel of the example is installed; nothing is fetched for it."""
    project = shutil.copytree(HERE / "skirmish", tmp_path_factory.mktemp("author") / "skirmish", ignore=LEFT_OUT)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(next(project.glob("dist/*.whl"))) as wheel:
        wheel.extractall(folder)
    return folder


@pytest.fixture
def another(_installed, tmp_path_factory, monkeypatch):
    """Install one more system beside the example: its name, its entry point, and the text of its only module."""

    def install(name, value, text, *, entries="", about=None, package=None):
        folder = tmp_path_factory.mktemp("another")
        module = value.partition(":")[0]
        if package:
            (folder / module).mkdir()
            for part, code in package.items():
                (folder / module / f"{part}.py").write_text(code)
        else:
            (folder / f"{module}.py").write_text(text)
        metadata = folder / f"{name}-1.0.dist-info"
        metadata.mkdir()
        named = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        (metadata / "METADATA").write_text(named if about is None else about)
        listed = f"[{GROUP}]\n{entries or f'{name} = {value}'}\n"
        (metadata / "entry_points.txt").write_bytes(listed.encode("latin-1"))
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setenv("PYTHONPATH", f"{folder}{os.pathsep}{os.environ['PYTHONPATH']}")
        catalogue.forget()

    return install


@pytest.fixture(autouse=True)
def _installed(site, monkeypatch):
    """Make what is installed there visible to this process, and to those it starts."""
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", f"{site}{os.pathsep}{os.environ['PYTHONPATH']}")
    catalogue.forget()
    yield
    catalogue.forget()

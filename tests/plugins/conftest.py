"""A rule system from outside, installed as its author would: its wheel, built here, unpacked where Python looks."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rbfcli.plugins import GROUP
from rbfcli.session.encounter import from_encounter
from rbfcli.systems import registry

HERE = Path(__file__).parent
FRAME = """from msgspec.structs import replace
from rbfcli_skirmish import RULES as SKIRMISH, commands
from rbfcli_skirmish.fighting import *
from rbfcli.model.rules import *
TIMES = []
def strike(scene, command):
{}

RULES = replace(SKIRMISH, name="evil", **{})
"""
STRIKES = "dict(verbs={**SKIRMISH.verbs, commands.Attack: strike})"
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
        registry.forget()

    return install


@pytest.fixture(autouse=True)
def _installed(site, monkeypatch):
    """Make what is installed there visible to this process, and to those it starts."""
    monkeypatch.syspath_prepend(str(site))
    monkeypatch.setenv("PYTHONPATH", f"{site}{os.pathsep}{os.environ['PYTHONPATH']}")
    registry.forget()
    yield
    registry.forget()


@pytest.fixture
def evil(another, tmp_path):
    """A session of a system whose attack does this, or with these fields of its rules; the module is `evil_rules`."""

    def begin(*lines, fields="", read=True):
        sys.modules.pop("evil_rules", None)
        body = "\n".join(f"    {line}" for line in lines or ("pass",))
        another("evil", "evil_rules:RULES", FRAME.format(body, fields or STRIKES))
        (tmp_path / "yard.toml").write_text(
            (HERE / "skirmish" / "yard.toml").read_text().replace('"skirmish"', '"evil"')
        )
        return from_encounter(str(tmp_path / "yard.toml"), "seed", source="yard.toml") if read else None

    return begin

"""Systems of other packages as an author has them: installed beside rbf with pip, without a network."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUIET = ("-p", "no:cacheprovider")
CACHES = shutil.ignore_patterns("__pycache__", ".*_cache", "build", "dist", "*.egg-info")


class Installed:
    """A copy of a project, installed into a folder of its own."""

    def __init__(self, project, site):
        self.project = project
        self._environment = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}
        self._environment.pop("RBF_ENCOUNTER", None)

    def run(self, *words, status=0):
        """Run `rbf` in the project; what it printed, or complained of."""
        done = self.python("-m", "rbfcli", *words)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stderr if status else done.stdout

    def python(self, *words):
        """Run Python in the project."""
        command = [sys.executable, *words]
        return subprocess.run(
            command, cwd=self.project, env=self._environment, capture_output=True, text=True, check=False
        )


def installed(project, site):
    """Install a project as its author would, with what is here already."""
    words = ("--no-deps", "--no-build-isolation", "--no-index", "--target", str(site), str(project))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Installed(project, site)


@pytest.fixture(scope="module")
def created(tmp_path_factory):
    """What `create-system` makes, installed."""
    folder = tmp_path_factory.mktemp("created")
    command = [sys.executable, "-m", "rbfcli", "create-system", "star_brawl"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return installed(folder / "star_brawl", tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def example(request, tmp_path_factory):
    """One of the examples, copied and installed."""
    project = shutil.copytree(
        ROOT / "examples" / request.param, tmp_path_factory.mktemp("example") / "game", ignore=CACHES
    )
    return installed(project, tmp_path_factory.mktemp("site"))

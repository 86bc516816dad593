"""A wheel and a source archive: how they are built and read."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Built(NamedTuple):
    """A wheel and a source archive."""

    wheel: Path
    sdist: Path

    @property
    def wheel_names(self):
        """Every path in the wheel."""
        return zipfile.ZipFile(self.wheel).namelist()

    @property
    def sdist_names(self):
        """Every path in the source archive, without its first folder."""
        with tarfile.open(self.sdist) as archive:
            return [name.partition("/")[2] for name in archive.getnames()]

    def text(self, name):
        """Read a file of the wheel's dist-info."""
        with zipfile.ZipFile(self.wheel) as archive:
            return archive.read(
                next(each for each in archive.namelist() if each.endswith(f".dist-info/{name}"))
            ).decode()


def build(tree, into, **environment):
    """Build both from a tree with the environment's own hatchling."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(into)],
        cwd=tree,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600", **environment},
        check=True,
        capture_output=True,
    )
    return Built(next(into.glob("*.whl")), next(into.glob("*.tar.gz")))

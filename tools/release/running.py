"""Other programs, run to their end; what they say is told where they fail."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

OF_OTHERS = (
    "PYTHON",
    "RBF_",
    "PIP_REQUIRE",
    "PIP_USER",
    "PIP_TARGET",
    "PIP_PREFIX",
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
)


class Failed(Exception):
    """A step of a release came to nothing, and why."""


def run(*command: str | Path, cwd: Path, environment: Mapping[str, str] | None = None) -> str:
    """What a program prints. Raises Failed with all it said where it does not end well."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=cwd,
        env={**quiet_environment(), **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        said = f"{done.stdout}{done.stderr}".strip()
        message = f"{' '.join(words)} ended with {done.returncode}\n{said}"
        raise Failed(message)
    return done.stdout


def git(root: Path, *words: str) -> str:
    """What git prints about a repository."""
    return run("git", *words, cwd=root)


def quiet_environment() -> dict[str, str]:
    """The environment without what would change which code runs, or where it is put."""
    return {name: value for name, value in os.environ.items() if not name.startswith(OF_OTHERS)}

"""One case in a process of its own: its status, and what it took of time and memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tools.budget.cases import Case

RBF = str(Path(sys.executable).with_name("rbf"))
MOST_SECONDS, MOST_MEGABYTES = 1.0, 200
CPU_SECONDS, ADDRESS_BYTES = 5, 400 << 20
MEGABYTE = 1 << 20


class Taken(NamedTuple):
    """How a process ended, and what it took: seconds on the clock and of a processor, megabytes at most."""

    status: int
    wall: float
    cpu: float
    megabytes: float
    output: bytes
    errors: bytes

    @property
    def within(self) -> bool:
        """Whether it kept to a second of processor time and 200 MB."""
        return self.cpu <= MOST_SECONDS and self.megabytes <= MOST_MEGABYTES


def prepare(case: Case, folder: Path) -> None:
    """Write the files of a case and play the lines that come before it. Raises RuntimeError if one fails."""
    case.write(folder)
    for words in case.before:
        done = subprocess.run([RBF, *words], cwd=folder, env=environment(folder), capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{case.name}: {' '.join(words)}: {done.stderr.decode()}")


def measure(case: Case, folder: Path, cpu_seconds: int = CPU_SECONDS, address_bytes: int = ADDRESS_BYTES) -> Taken:
    """Run a prepared case; past a bound of processor time or memory the process ends."""
    out, err = folder / ".out", folder / ".err"
    source = folder / ".in"
    source.write_bytes(case.stdin)
    with source.open("rb") as stdin, out.open("wb") as stdout, err.open("wb") as stderr:
        start = perf_counter()
        bounds = f"ulimit -t {cpu_seconds} && ulimit -v {address_bytes >> 10}"
        child = subprocess.Popen(
            ["/bin/sh", "-c", f'{bounds} && exec "$0" "$@"', RBF, *case.words],
            cwd=folder, env=environment(folder), stdin=stdin, stdout=stdout, stderr=stderr,
        )  # fmt: skip
        _, status, usage = os.wait4(child.pid, 0)
        wall = perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
    return Taken(
        child.returncode, wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / MEGABYTE,
        out.read_bytes(), err.read_bytes(),
    )  # fmt: skip


def environment(folder: Path) -> dict[str, str]:
    """The environment of a user without settings, whose home is a folder."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "LC_ALL")}
    homes = {f"XDG_{name}_HOME": str(folder / ".home" / name.lower()) for name in ("CONFIG", "STATE", "CACHE")}
    return {**kept, **homes, "HOME": str(folder / ".home"), "RBF_SYNC": "off"}

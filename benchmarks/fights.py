"""RBF encounters and saves of a chosen size, made through the program itself."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median

from benchmarks.measuring import timed

BARE = [sys.executable, "-c", "pass"]
RBF = str(Path(sys.executable).with_name("rbf"))
BLOW = "attack ada thug1 --critical double --force"

HEAD = """\
format = 1
system = "rbf"

[combatants.ada]
name = "Ada"
side = "players"
initiative = 99
hp = 1000000
skills = { melee = 3, dodge = 3 }
weapons = ["sword"]

[weapons.sword]
name = "sword"
skill = "melee"
damage = 8
"""
THUG = """
[combatants.thug{number}]
name = "Thug {number}"
initiative = 1
hp = 1000000
tn = 12
damage = 12
damage_max = 20
"""


def seconds(argv: list[str]) -> float:
    """Wall time of a whole process with its output thrown away. Raises RuntimeError if it fails."""
    away = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]

    def run() -> None:
        child = os.posix_spawn(argv[0], argv, os.environ, file_actions=away)
        if status := os.waitpid(child, 0)[1]:
            raise RuntimeError(f"{' '.join(argv)} ended with wait status {status}")

    return timed(run)


def bare(times: int) -> float:
    """The median of the seconds that a bare interpreter takes from start to end: the yardstick of this machine."""
    return median(seconds(BARE) for _ in range(times))


def encounter(folder: Path, combatants: int) -> Path:
    """One player against all the others, none of whom will fall."""
    path = folder / f"encounter-{combatants}.toml"
    path.write_text(HEAD + "".join(THUG.format(number=number) for number in range(1, combatants)))
    return path


def script(folder: Path, combatants: int, blows: int) -> Path:
    """A script that starts such an encounter and strikes `blows` times."""
    path = folder / f"blows-{combatants}-{blows}.rbf"
    start = f'start "{encounter(folder, combatants)}" --seed bench\ninit\n'
    path.write_text(start + f"{BLOW}\n" * blows)
    return path


def save(folder: Path, combatants: int, blows: int = 0) -> Path:
    """A save in its first turn, with a journal of that many blows."""
    path = folder / f"save-{combatants}-{blows}.toml"
    seconds([RBF, "start", str(encounter(folder, combatants)), "--seed", "bench", "--force", "-q", "-e", str(path)])
    seconds([RBF, "init", "-q", "-e", str(path)])
    if blows:
        lines = folder / "blows.rbf"
        lines.write_text(f"{BLOW}\n" * blows)
        seconds([RBF, "run", str(lines), "-q", "-e", str(path)])
    return path


def one_by_one(path: Path) -> Path:
    """A copy of a save whose lines are taken back one by one, as if each had been typed, and not all in one script."""
    copy = path.with_stem(f"{path.stem}-typed")
    copy.write_text(path.read_text().replace(" +\n", "\n"))
    return copy

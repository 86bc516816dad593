"""Trying something in a process of its own, for code of plug-ins may end the one it runs in.

`python -P -m rbfcli.cli.probe system NAME` imports a system, `... save FILE` reads a save. What it finds is one line.
"""

import os
import subprocess
import sys

from rbfcli.core.limits import TRIAL_SECONDS

FINE, WRONG = "fine: ", "wrong: "


def trial(kind: str, name: str) -> tuple[bool, str]:
    """Whether a system can be imported, or a save be read, and what was found."""
    command = [sys.executable, "-P", "-m", __name__, kind, "--", name]
    try:
        done = subprocess.run(  # noqa: S603 - this program
            command,
            capture_output=True,
            timeout=TRIAL_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            env=_environment(),
        )
    except subprocess.TimeoutExpired:
        return False, f"it takes more than {TRIAL_SECONDS} seconds"
    said = done.stdout.decode(errors="replace").strip()
    if said.startswith(FINE):
        return True, said.removeprefix(FINE)
    if said.startswith(WRONG):
        return False, said.removeprefix(WRONG)
    how = f"signal {-done.returncode}" if done.returncode < 0 else f"exit status {done.returncode}"
    last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
    return False, f"it ends the program that uses it, with {how}{f': {last}' if last else ''}"


def _environment() -> dict[str, str]:
    """The same packages are found, wherever they are found from here."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), "PYTHONIOENCODING": "utf-8"}


def main(words: list[str]) -> int:
    """Try what the words say, and print one line."""
    from rbfcli.core.errors import RbfError
    from rbfcli.systems.registry import blamed

    kind, name = words[0], words[-1]
    try:
        said = FINE + (_of_system(name) if kind == "system" else _of_save(name))
    except RbfError as wrong:
        said = WRONG + wrong.message
    except BaseException as wrong:  # noqa: BLE001 - whatever it is, it is what was looked for
        fault = blamed(wrong)
        said = WRONG + (fault.message if fault else f"{type(wrong).__name__}: {wrong}")
    sys.__stdout__.write(f"{said.partition(chr(10))[0]}\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]
    os._exit(0)


def _of_system(name: str) -> str:
    from rbfcli.systems.registry import load

    return load(name).title


def _of_save(path: str) -> str:
    from rbfcli.session.file_store import FileStorage

    notices: list[str] = []
    session = FileStorage(path, notices.append).load()
    fight = f"{session.fight.title or session.rules.title} ({session.rules.name}), revision {session.revision}"
    return "; ".join([fight, *notices])


if __name__ == "__main__":
    main(sys.argv[1:])

"""A wheel as its users get it: its metadata read by the standard, then installed by hash into a fresh environment."""

from __future__ import annotations

import sys
import sysconfig
import venv
import zipfile
from hashlib import sha256
from pathlib import Path

from packaging.metadata import Metadata
from packaging.utils import parse_wheel_filename

from tools.release.running import Failed, run

SCRIPT = "dock-ambush"


def check_metadata(wheel: Path, version: str) -> None:
    """Hold what an index and an installer read to the standard, and to this release. Raises Failed."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(each for each in archive.namelist() if each.endswith(".dist-info/METADATA"))
        raw = archive.read(name)
    try:
        found = Metadata.from_email(raw, validate=True)
    except ExceptionGroup as wrong:
        reasons = "; ".join(map(str, wrong.exceptions))
        message = f"{wheel.name}: {reasons}"
        raise Failed(message) from None
    named, numbered, *_ = parse_wheel_filename(wheel.name)
    facts = {
        "name": (found.name, str(named)),
        "version": (str(found.version), version),
        "version in the file's name": (str(numbered), version),
        "long description": (bool((found.description or "").strip()), True),
        "form of the long description": (found.description_content_type, "text/markdown"),
    }
    if wrong_facts := [f"{fact} is {is_!r}, not {should!r}" for fact, (is_, should) in facts.items() if is_ != should]:
        message = f"{wheel.name}: {'; '.join(wrong_facts)}"
        raise Failed(message)


def try_wheel(wheel: Path, pins: Path, folder: Path, version: str, *, offline: bool) -> None:
    """Install a wheel with what it needs, all by hash, and play a fight with it. Raises Failed.

    What it needs comes from where pip is told to look; `offline` those installed beside this program serve.
    """
    where = folder / "venv"
    venv.create(where, with_pip=False)
    wanted = folder / "wheel.txt"
    wanted.write_text(f"{wheel} --hash=sha256:{sha256(wheel.read_bytes()).hexdigest()}\n", encoding="utf-8")
    if offline:
        _lend_packages(where)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", where / "bin" / "python")
    by_hash = (*pip, "install", "--require-hashes", "--only-binary", ":all:")
    run(*by_hash, *(("--no-index",) if offline else ()), "-r", pins, cwd=folder)
    run(*by_hash, "--no-index", "--no-deps", "--ignore-installed", "-r", wanted, cwd=folder)
    run(*pip, "check", cwd=folder)
    rbf, home = where / "bin" / "rbf", {"HOME": str(folder)}
    _expect(run(rbf, "--version", cwd=folder, environment=home), f"rbf {version} ", "rbf --version")
    _expect(run(rbf, "run", SCRIPT, cwd=folder, environment=home), "\n", f"rbf run {SCRIPT}")
    _expect(run(where / "bin" / "rbfcli", "--version", cwd=folder, environment=home), f"rbf {version} ", "rbfcli")


def _lend_packages(where: Path) -> None:
    """Let an environment find, behind its own, the packages of the one that runs this."""
    lib = Path(sysconfig.get_path("purelib", vars={"base": str(where), "platbase": str(where)}))
    (lib / "lent.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")


def _expect(printed: str, wanted: str, command: str) -> None:
    if wanted not in printed:
        message = f"{command} printed {printed!r}, without {wanted!r}"
        raise Failed(message)


def interpreter() -> str:
    """Which Python a release was tried with."""
    return sys.version.split()[0]

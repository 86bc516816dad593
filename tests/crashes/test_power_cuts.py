"""Power cuts on a real file system: what has reached its disk is copied, mounted as a disk of its own, and judged."""

import contextlib
import os
import random
import shutil
import subprocess
import time

import pytest

from tests.crashes import mutants
from tests.crashes.fights import SAVE, Folder, Found, times_told

LONG = os.environ.get("RBF_FUZZ") == "1"
CUTS = 500 if LONG else 4
MEGABYTES = 8


def system(program, *arguments):
    return (
        subprocess.run([shutil.which(program) or program, *arguments], check=False, capture_output=True).returncode == 0
    )


@contextlib.contextmanager
def mounted(image, place):
    """A disk that writes nothing by itself for a while, and does not make up for programs that forget to sync."""
    place.mkdir(exist_ok=True)
    if not system("mount", "-o", "loop,commit=300,noauto_da_alloc", image, place):
        pytest.skip("this system lets nobody mount a disk")
    try:
        yield place
    finally:
        assert system("umount", place)


@pytest.fixture
def image(tmp_path):
    """An empty disk."""
    if os.geteuid() != 0 or not (shutil.which("mount") and shutil.which("mkfs.ext4")):
        pytest.skip("only root can mount a disk, and mkfs.ext4 has to be there")
    path = tmp_path / "disk"
    path.write_bytes(bytes(MEGABYTES * 2**20))
    assert system("mkfs.ext4", "-q", "-F", path)
    return path


def cut(image, old, cuts, chance, mutant=""):
    """Cut the power in or after a command so many times; what was wrong after it."""
    found, copy = Found(), image.with_name("copy")
    with mounted(image, image.with_name("before")) as place:
        (place / "fight").mkdir()
        folder = Folder(place / "fight", old, "note")
        for at in range(cuts):
            folder.reset()
            assert system("sync", "-f", folder.save)
            with folder.start(mutant) as process:
                if at % 2:
                    time.sleep(chance.random() * 0.15)  # any moment will do: nothing is waited for
                    process.kill()
                out, error = process.communicate()
            assert "Traceback" not in error
            shutil.copyfile(image, copy)
            with mounted(copy, image.with_name("after")) as left:
                version = folder.version_of(left / "fight" / SAVE)
            found.tried += 1
            found.hit += process.returncode != 0
            found.torn += version is None
            found.lost += version is not None and version < folder.acknowledged(
                times_told(out), ended=not process.returncode
            )
    return found


def test_a_power_cut_tears_nothing_and_loses_nothing_that_was_told(image, old, figure):
    found = cut(image, old, CUTS, random.Random(6))  # noqa: S311 - moments to cut at
    figure(found.line("power cuts on ext4"))
    assert (found.tried, found.torn, found.lost) == (CUTS, 0, 0)


def test_power_cuts_show_a_save_that_is_not_synced(image, old, figure):
    found = cut(image, old, 4, random.Random(6), mutants.NO_FILE_SYNC + mutants.NO_FOLDER_SYNC)  # noqa: S311 - as above
    figure(found.line("power cuts on ext4 without fsync"))
    assert found.torn + found.lost > 0

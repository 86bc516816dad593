"""The same tree builds the same bytes, wherever, whenever and by whomever."""

from __future__ import annotations

import os
import shutil

from tests.packaging.archives import build


def test_place_time_zone_age_and_umask_do_not_show_in_what_is_built(tree, built, tmp_path):
    other = shutil.copytree(tree, tmp_path / "elsewhere")
    for path in other.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
        os.utime(path, (0, 0))

    again = build(other, tmp_path / "built", TZ="Pacific/Kiritimati")

    assert again.wheel.read_bytes() == built.wheel.read_bytes()
    assert again.sdist.read_bytes() == built.sdist.read_bytes()

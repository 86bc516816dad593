"""The files that a path which leads nowhere could mean; imported only when there is no such file."""
# os instead of pathlib, as all of this package:
# ruff: noqa: PTH118, PTH122, PTH208

from __future__ import annotations

import os

from rbfcli.kernel.matching import nearest


def did_you_mean(path: str) -> str:
    """A question that names the files beside a path, of the same ending, that it could mean; empty for none."""
    folder, name = os.path.split(path)
    ending = os.path.splitext(name)[1]
    try:
        names = [each for each in os.listdir(folder or ".") if not each.startswith(".") and each.endswith(ending)]
    except (OSError, ValueError):
        return ""
    near = [os.path.join(folder, each) for each in nearest(name, sorted(set(names) - {name}))]
    return f"did you mean {' or '.join(near)}?" if near else ""

"""Whether a stream is coloured, and how wide its lines are."""

from __future__ import annotations

import os

from rbfcli.kernel.numbers import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NARROWEST, USUAL, WIDEST = 40, 80, 200


def wants_colour(flag: str | None, environ: Mapping[str, str], *, is_tty: bool, config: str | None = None) -> bool:
    """Decide colour for one stream; the first setting that decides wins (C-01).

    `flag`, `config` and `RBF_COLOR` are `always`, `never` or `auto` (by the environment and the stream).
    """
    for choice in (flag, config, environ.get("RBF_COLOR")):
        if choice in ("always", "never"):
            return choice == "always"
        if choice == "auto":
            break
    if environ.get("NO_COLOR"):
        return False
    if any(environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return is_tty and not is_dumb(environ)


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Whether the terminal supports no control characters; Windows does not set TERM."""
    return environ.get("TERM", "" if os.name == "posix" else "windows") in ("", "dumb")


def line_width(environ: Mapping[str, str], measured: int | None = None) -> int:
    """The width of lines: `COLUMNS`, else that of the terminal, else 80; at least 40 and at most 200 (H-07)."""
    asked = whole_number(environ.get("COLUMNS", ""))
    return max(NARROWEST, min(WIDEST, asked if asked is not None else measured or USUAL))

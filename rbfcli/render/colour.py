"""Whether a stream is coloured, and how wide its lines are."""

from __future__ import annotations

import os

from rbfcli.kernel.numbers import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NARROWEST, USUAL, WIDEST = 40, 80, 200


def wants_colour(flag: str | None, environ: Mapping[str, str], *, is_tty: bool, config: str | None = None) -> bool:
    """Whether one stream is coloured."""
    return colour_decision(flag, environ, is_tty=is_tty, config=config)[0]


def colour_decision(
    flag: str | None, environ: Mapping[str, str], *, is_tty: bool, config: str | None = None
) -> tuple[bool, str]:
    """Decide colour for one stream, and say why; the first setting that decides wins (C-01).

    `flag`, `config` and `RBF_COLOR` are `always`, `never` or `auto` (by the environment and the stream).
    """
    for name, choice in (("--color", flag), ("RBF_COLOR", environ.get("RBF_COLOR")), ("config.toml", config)):
        if choice in ("always", "never"):
            return choice == "always", f"{name} is {choice}"
        if choice == "auto":
            break
    if environ.get("NO_COLOR"):
        return False, "NO_COLOR is set"
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        if is_on(environ, name):
            return True, f"{name} is set"
    if is_tty and is_dumb(environ):
        return False, "TERM is dumb or not set"
    return is_tty, "it is a terminal" if is_tty else "it is no terminal"


def is_on(environ: Mapping[str, str], name: str) -> bool:
    """Whether a variable is set to something else than 0."""
    return environ.get(name, "0") not in ("", "0")


def wants_plain(environ: Mapping[str, str]) -> bool:
    """Whether the environment asks for output that reads well aloud (C-05)."""
    return bool(environ.get("RBF_PLAIN")) or is_on(environ, "ACCESSIBLE")


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Whether the terminal supports no control characters; Windows does not set TERM."""
    return environ.get("TERM", "" if os.name == "posix" else "windows") in ("", "dumb")


def line_width(environ: Mapping[str, str], measured: int | None = None) -> int:
    """The width of lines: `COLUMNS`, else that of the terminal, else 80; at least 40 and at most 200 (H-07)."""
    asked = asked_width(environ)
    return max(NARROWEST, min(WIDEST, asked if asked is not None else measured or USUAL))


def asked_width(environ: Mapping[str, str]) -> int | None:
    """The width that `COLUMNS` asks for; None where it is not set, or no number."""
    return whole_number(environ.get("COLUMNS", ""))

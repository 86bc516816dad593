"""A pager for what is longer than the screen, at the prompt and in the shell."""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping

NONE = ("", "off", "cat")
USUAL = ("less", "more")


def pager_command(environ: Mapping[str, str]) -> list[str]:
    """The pager as words: `RBF_PAGER`, else `PAGER`, else less where it is installed; nothing where none is wanted."""
    chosen = environ.get("RBF_PAGER")
    if chosen is None:
        chosen = environ.get("PAGER")
    if chosen is None:
        return next(([each] for each in USUAL if shutil.which(each)), [])
    try:
        words = shlex.split(chosen)
    except ValueError:
        return []
    return [] if " ".join(words).strip() in NONE else words


def paged(write: Callable[[str], None], environ: Mapping[str, str]) -> Callable[[str], None]:
    """A way to print results: what is longer than the terminal is shown in a pager, everything else as ever."""

    def show(text: str) -> None:
        if not is_longer_than_the_screen(text) or not shown_in_a_pager(text, environ):
            write(text)

    return show


def shown_in_a_pager(text: str, environ: Mapping[str, str]) -> bool:
    """Show a text in the pager that is wanted; whether there is one, and it could be started."""
    command = pager_command(environ)
    return bool(command) and _shown_by(command, text, environ)


def is_longer_than_the_screen(text: str) -> bool:
    """Whether a text and a prompt behind it have no room on the terminal; never where there is no terminal."""
    try:
        rows = os.get_terminal_size(1).lines
    except OSError:
        return False
    return text.count("\n") >= rows > 0


def _shown_by(command: list[str], text: str, environ: Mapping[str, str]) -> bool:
    """Show a text with a pager; whether it could be started. One that ends early is no error."""
    settings = {**os.environ, "LESS": environ.get("LESS", "FRX")}
    # Ctrl-C is for the pager; a handler, other than ignoring it, does not outlive the start of another program.
    before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env=settings)  # noqa: S603 - the user's own choice
        try:
            process.communicate(text.encode("utf-8", "backslashreplace"))
        except BrokenPipeError:
            process.wait()
    except (OSError, ValueError):
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return True

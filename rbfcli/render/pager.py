"""A pager for output longer than the screen, at the prompt and in the shell."""

import os
import shlex
import shutil
import signal
import subprocess
from collections.abc import Callable, Mapping

NONE = ("", "off", "cat")
USUAL = ("less", "more")


def pager_command(environ: Mapping[str, str]) -> list[str]:
    """Return the words of `RBF_PAGER`, else `PAGER`, else less or more if installed; none if no pager is wanted."""
    chosen = environ.get("RBF_PAGER", environ.get("PAGER"))
    if chosen is None:
        return next(([each] for each in USUAL if shutil.which(each)), [])
    try:
        words = shlex.split(chosen)
    except ValueError:
        return []
    return [] if " ".join(words).strip() in NONE else words


def paged(write: Callable[[str], None], environ: Mapping[str, str]) -> Callable[..., None]:
    """Return a print function that shows text longer than the terminal in a pager, on request from its end.

    Shorter text goes to `write`, and so does text to read from its end if the pager is more, which only goes forward.
    """

    def show(text: str, *, at_end: bool = False) -> None:
        command = pager_command(environ) if is_longer_than_the_screen(text) else []
        if at_end and command:
            name = os.path.basename(command[0])  # noqa: PTH119 - as in the rest of the file
            command = [*command, "+G"] if name == "less" else [] if name == "more" else command
        if not command or not _shown_by(command, text, environ):
            write(text)

    return show


def is_longer_than_the_screen(text: str) -> bool:
    """Return whether a text and a prompt exceed the terminal's height; False if there is no terminal."""
    try:
        rows = os.get_terminal_size(1).lines
    except OSError:
        return False
    return text.count("\n") >= rows > 0


def _shown_by(command: list[str], text: str, environ: Mapping[str, str]) -> bool:
    """Show a text in a pager, and return whether it was started. Quitting the pager early is not an error."""
    settings = {**os.environ, "LESS": environ.get("LESS", "FRX")}
    # Ctrl-C is for the pager. Unlike SIG_IGN, a handler is not inherited by the program started here.
    before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env=settings)  # noqa: S603 - the user chose it
        try:
            process.communicate(text.encode("utf-8", "backslashreplace"))
        except BrokenPipeError:
            process.wait()
    except (OSError, ValueError):
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return True

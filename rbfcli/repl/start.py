"""The choice of a prompt for the terminal, if there is one."""

import os
from collections.abc import Callable, Mapping

from rbfcli import __version__
from rbfcli.commands.reply import Progress, seconds_of_a_turn, silent
from rbfcli.core.errors import must_be
from rbfcli.core.limits import LOCK_SECONDS
from rbfcli.language.aliases import Aliases
from rbfcli.render.pager import paged
from rbfcli.render.sentences import Style
from rbfcli.render.terminal import is_dumb, is_on
from rbfcli.repl.conversation import WAYS, Conversation
from rbfcli.repl.terminal_session import LineHistory, prompt_for_lines, prompt_with_keys
from rbfcli.storage.paths import state_folder


def run_repl(
    path: str,
    *,
    style: Style,
    write: Callable[[str], None],
    error: Callable[[str], None],
    environ: Mapping[str, str],
    run_piped: Callable[[], int],
    lock_seconds: float = LOCK_SECONDS,
    on_enter: str = "",
    aliases: Aliases | None = None,
    progress: Progress = silent,
) -> int:
    """Open a prompt on the save at `path` and return the exit status; without a terminal, call `run_piped`."""
    if not (os.isatty(0) and os.isatty(1)):
        return run_piped()
    on_enter = on_enter or environ.get("RBF_ENTER") or WAYS[0]
    if on_enter not in WAYS:
        raise must_be("RBF_ENTER", f"one of {', '.join(WAYS)}", on_enter)
    in_lines = is_dumb(environ) or not style.tables
    show = None if in_lines else paged(write, environ)
    conversation = Conversation(
        path,
        style,
        write,
        error,
        environ,
        lock_seconds=lock_seconds,
        on_enter=on_enter,
        aliases=aliases,
        show=show,
        progress=progress,
    )
    error(f"rbf {__version__}: help lists the verbs, Ctrl-D quits")
    conversation.begin()
    if in_lines:
        prompt_for_lines(conversation, write)
    else:
        prompt_with_keys(
            conversation,
            LineHistory(state_folder(environ)),
            colour=style.colour,
            bell=is_on(environ, "RBF_BELL"),
            seconds=seconds_of_a_turn(environ),
        )
    return 0

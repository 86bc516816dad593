"""Following a save: a frame when it begins, and one whenever the fight looks different."""

import os
import select
import sys
from collections.abc import Callable, Iterator
from typing import cast

from msgspec.structs import replace

from rbfcli.render.colour import line_width
from rbfcli.render.style import Style
from rbfcli.session.save_watch import SaveView, SaveWatch
from rbfcli.watch.frames import Frame, Frames
from rbfcli.watch.terminal import OUTPUT, Screen, wait_for_key, whole_terminal

# How long a change may go unnoticed; looking costs a system call or two.
SECONDS = 0.1


def follow_on_terminal(watch: SaveWatch, frames: Frames, style: Style, write: Callable[[str], None]) -> None:
    """Show every change on the whole terminal, until a key or a signal ends it."""
    screen = Screen(write)
    with whole_terminal(write, screen.forget):
        frame, known, fitted_to = Frame(""), cast("SaveView | None", None), style
        while True:
            columns, rows = os.get_terminal_size(OUTPUT)
            fitting = replace(style, width=line_width(os.environ, columns))
            view = watch.view()
            if view is not known or fitting != fitted_to:
                frame, known, fitted_to = frames.of_view(view, fitting), view, fitting
            screen.show(frame.text, columns, rows)
            if wait_for_key(SECONDS):
                return


def changes(watch: SaveWatch, frames: Frames, style: Style) -> Iterator[Frame]:
    """The frames of a save, one for each change that can be seen."""
    view: SaveView | None = None
    frame: Frame | None = None
    while True:
        if (found := watch.view()) is not view:
            view = found
            if (shown := frames.of_view(view, style)) != frame:
                frame = shown
                yield shown
        wait_or_lose_the_reader(SECONDS)


def wait_or_lose_the_reader(seconds: float) -> None:
    """Wait; raises BrokenPipeError as soon as nobody reads the output any more, before there is any."""
    if sys.platform == "win32":
        import time

        time.sleep(seconds)
        return
    poll = select.poll()
    poll.register(OUTPUT, 0)
    if any(event & (select.POLLERR | select.POLLNVAL) for _, event in poll.poll(seconds * 1000)):
        raise BrokenPipeError

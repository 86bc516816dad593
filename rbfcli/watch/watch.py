"""`rbf watch`: one frame of a save, or one for each change, on a terminal, in a pipe or as a page."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from rbfcli.kernel.errors import NoSuchFile, UsageError
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.front_verbs import Watch
from rbfcli.render.style import Style
from rbfcli.session.save_watch import SaveWatch
from rbfcli.session.storage import FileStorage
from rbfcli.watch.frames import Frames

BETWEEN = "\n"
Print = Callable[[str], None]


class Streams(Struct, frozen=True):
    """Where frames go, and where else something is said."""

    write: Print
    error: Print


def watch(command: Watch, common: CommonOptions, path: str, style: Style, streams: Streams) -> int:
    """Show the save at a path; without `--once` until somebody ends it. Raises RbfError."""
    if command.html and common.json:
        raise UsageError("a page and JSON are two forms of the same", hint="--html FILE, or --json")
    on_stdout = command.html == "-"
    frames = Frames(command, common, path)
    storage = FileStorage(path, _nothing_said)
    if command.once:
        text = frames.of_session(storage.load(), style)
        _keep(command, path)(text) if command.html and not on_stdout else streams.write(text)
        return 0
    if on_stdout:
        raise UsageError("standard output holds one page: --html - needs --once", hint="--html FILE follows the fight")
    _begin(storage, frames)
    if command.html:
        _follow_with_a_page(SaveWatch(storage), frames, command, style, streams)
    elif style.tables and not common.json:
        from rbfcli.watch.follow import follow_on_terminal

        follow_on_terminal(SaveWatch(storage), frames, style, streams.write)
    else:
        _follow_in_lines(SaveWatch(storage), frames, style, streams, between="" if common.json else BETWEEN)
    return 0


def _begin(storage: FileStorage, frames: Frames) -> None:
    """A save may come later; one that is there has to be one, and to know who is named. Raises RbfError."""
    try:
        session = storage.load()
    except NoSuchFile:
        if not Path(storage.name).parent.is_dir():
            raise
        return
    frames.viewers.side(session.fight, session.rules)


def _keep(command: Watch, path: str) -> Print:
    """What writes the page."""
    from rbfcli.watch.page_file import PageFile

    return PageFile(command.html, path, force=command.force).write


def _follow_with_a_page(watch: SaveWatch, frames: Frames, command: Watch, style: Style, streams: Streams) -> None:
    from rbfcli.watch.follow import changes

    write = _keep(command, watch.name)
    said = ""
    streams.error(f"{command.html} follows {watch.name}; Ctrl-C ends")
    for frame in changes(watch, frames, style):
        write(frame.text)
        if frame.problem and frame.problem != said:
            streams.error(frame.problem)
        said = frame.problem


def _follow_in_lines(watch: SaveWatch, frames: Frames, style: Style, streams: Streams, *, between: str) -> None:
    """Print each frame below the last, without any control character."""
    from rbfcli.watch.follow import changes

    for number, frame in enumerate(changes(watch, frames, style)):
        streams.write(f"{between if number else ''}{frame.text}")


def _nothing_said(_sentence: str) -> None:
    """Say nothing: what else there is to say of a save is for whoever plays it."""

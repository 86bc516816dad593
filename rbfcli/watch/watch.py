"""`rbf watch`: a second screen of a save, on a terminal, in a pipe, or as an HTML page in a file or served."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.commands.reply import TurnTimer, place, screen_of
from rbfcli.core.errors import InvalidFile, NoSuchFile, PluginBug, RbfError, conflict, misuse, must_be, refuse
from rbfcli.core.lazy import later_in
from rbfcli.core.text import safe
from rbfcli.engine.player_view import PlayerFight, players_side, seen
from rbfcli.language.grammar import CommonOptions, line_for
from rbfcli.language.names import matching_id
from rbfcli.language.program_verbs import Watch
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.render.json import error_line, json_line
from rbfcli.render.layout import wrapped
from rbfcli.render.page import (
    MADE_BY,
    document,
    fight_body,
    fight_facts,
    message_body,
    message_page,
    news,
    page_title,
    players_json,
)
from rbfcli.render.screen import fight_lines
from rbfcli.render.sentences import Style
from rbfcli.render.terminal import line_width
from rbfcli.script.output import Streams
from rbfcli.session.file_store import FileStorage, SaveView, SaveWatch
from rbfcli.session.session import Session
from rbfcli.storage.files import read_file, replace_file, require_place, same_file

Print = Callable[[str], None]
INPUT, OUTPUT = 0, 1
# Alternate screen, no cursor, no line wrapping, cleared; and back.
ENTER, LEAVE = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[2J", "\x1b[?7h\x1b[?25h\x1b[?1049l"
END_KEYS = frozenset(b"qQ\x04")
MORE = "... {count} more {lines}: a taller window"


def fitted_rows(lines: list[str], rows: int) -> list[str]:
    """Return as many lines as there are rows. If some are left out, the last line has their number."""
    if len(lines) <= rows:
        return lines
    count = len(lines) - rows + 1
    return [*lines[: rows - 1], MORE.format(count=count, lines="line" if count == 1 else "lines")]


@contextmanager
def whole_terminal(write: Callable[[str], None], redraw: Callable[[], None]) -> Iterator[None]:
    """Use the whole terminal without echo, restored for signals that end or stop the program; then `redraw`."""
    mode: list[Any] = []
    if sys.platform != "win32" and os.isatty(INPUT):
        import termios  # noqa: PLC0415 - Windows has none
        import tty  # noqa: PLC0415 - as above

        mode = termios.tcgetattr(INPUT)

    def enter() -> None:
        if mode:
            tty.setcbreak(INPUT, termios.TCSANOW)
        write(ENTER)

    def leave() -> None:
        os.write(OUTPUT, LEAVE.encode())
        if mode:
            termios.tcsetattr(INPUT, termios.TCSANOW, mode)

    enter()
    before = _signals_handled(enter, leave, redraw)
    try:
        yield
    finally:
        leave()
        for number, handler in before.items():
            signal.signal(number, handler)


def wait_for_key(seconds: float) -> bool:
    """Wait at most `seconds` seconds; return whether a quit key was typed."""
    if not os.isatty(INPUT) or sys.platform == "win32":
        time.sleep(seconds)
        return False
    if not select.select([INPUT], [], [], seconds)[0]:
        return False
    typed = os.read(INPUT, 1024)
    return not typed or not END_KEYS.isdisjoint(typed)


def _signals_handled(
    enter: Callable[[], None], leave: Callable[[], None], redraw: Callable[[], None]
) -> dict[int, Any]:
    """Restore the terminal before signals that are not ignored end or stop the program; return the old handlers."""

    def die(number: int, _frame: FrameType | None) -> None:
        leave()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def stop(number: int, _frame: FrameType | None) -> None:
        leave()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, stop)
        enter()
        redraw()

    handlers = {signal.SIGINT: die, signal.SIGTERM: die}
    if sys.platform != "win32":
        handlers |= {signal.SIGHUP: die, signal.SIGTSTP: stop}
    known = {number: signal.getsignal(number) for number in handlers}
    return {number: signal.signal(number, handlers[number]) for number in handlers if known[number] != signal.SIG_IGN}


if TYPE_CHECKING:
    from rbfcli.render.json_types.fights import Shown
    from rbfcli.watch.server import PageServer

# Imported only for pages.
_of_server = later_in("rbfcli.watch")
played_since = later_in("rbfcli.story")("story.played_since")
served, qr_code = _of_server("server.served"), _of_server("server.qr_code")


def page_writer(path: str, save: str, *, force: bool) -> Print:
    """Return the function that writes an HTML page.

    Raises UsageError if the path is the save, Refusal if another file exists, StorageFailed.
    """
    if same_file(path, save):
        raise must_be("--html", "a different file from the save", hint="use --html table.html")
    require_place(path)
    before = read_file(path) if os.path.lexists(path) else b""
    if before and MADE_BY.encode() not in before and not force:
        raise refuse(f"{path} already exists and is not a page of rbf watch", hint="use --force to replace it")
    return lambda text: replace_file(path, text.encode("utf-8", "backslashreplace"))


ONLY_HERE = "Only this machine can open it. For phones in your network, add --host 0.0.0.0. Ctrl-C ends."
FOR_PHONES = "Phones and computers in your network can open it. Ctrl-C ends."
MOST_NEWS = 5
GONE = "there is no fight to show; waiting for one"
UNREADABLE = "the fight cannot be shown at the moment; waiting for it"


class Frame(Struct, frozen=True):
    """The output for one state of a save; if `problem` is set, the text explains it instead."""

    text: str
    problem: str = ""


class FrameSource:
    """A source of frames of one save, for these viewers and in the chosen format."""

    def __init__(self, command: Watch, common: CommonOptions, save: str) -> None:
        # A page and a viewer's name imply --players.
        self._is_served = command.serve is not None
        self._is_page = self._is_served or bool(command.html)
        self._are_players = command.players or bool(command.viewer) or self._is_page
        self._command, self._common, self._save = command, common, save
        self._before: tuple[Session, PlayerFight] | None = None
        self._news: list[str] = []

    def side(self, fight: Fight, rules: Rules) -> str:
        """Return the side whose numbers the players know, or an empty string. Raises RbfError for an unknown name."""
        if not self._command.viewer:
            return players_side(fight, rules)
        people = {who: one.name for who, one in fight.combatants.items()}
        sides = {one.side: one.side for one in fight.combatants.values()}
        found = matching_id(self._command.viewer.removeprefix("@"), {**sides, **people}, "combatant or side")
        return fight.combatants[found].side if found in people else found

    def of_view(self, view: SaveView, style: Style) -> Frame:
        """Return the frame of a save as just read, including any problem with it."""
        problem = self._problem(view)
        if not problem and view.session is not None:
            try:
                return Frame(self.of_session(view.session, style))
            except RbfError:
                name, is_split = self._command.viewer, view.session.fight.groups
                problem = (
                    f"{name} is not in the group in play" if is_split else f"no combatant or side is called {name}"
                )
            except PluginBug as fault:
                problem = UNREADABLE if self._are_players else fault.message
        return Frame(self._said(problem, style), problem)

    def of_session(self, session: Session, style: Style) -> str:
        """Return the fight as the viewers see it. Raises RbfError for an unknown name."""
        if self._are_players:
            return self._of_players(session, style)
        if self._common.json:
            facts: Shown = {**place(session), "fight": fight_facts(session.fight)}
            return json_line(line_for(self._command), **facts)
        if self._common.quiet:
            return f"{safe(session.fight.active)}\n" if session.fight.active else ""
        return _lines(screen_of(session, style))

    def _of_players(self, session: Session, style: Style) -> str:
        fight, rules = seen(session.fight, session.rules, self.side(session.fight, session.rules))
        if self._is_page:
            body = fight_body(fight, rules, self._news_of(session, fight, rules))
            return body if self._is_served else document(page_title(fight, rules), body)
        if self._common.json:
            return players_json(line_for(self._command), fight, rules)
        if self._common.quiet:
            return f"{safe(fight.active)}\n" if fight.active else ""
        return _lines(fight_lines(fight, rules, style))

    def _news_of(self, session: Session, fight: PlayerFight, rules: Rules) -> list[str]:
        """Return what just happened in sight of the players, the latest first."""
        before, self._before = self._before, (session, fight)
        if before is None or before[0].start != session.start:
            self._news = []
        else:
            earlier, known = before
            played = played_since(session, earlier.fight, earlier.journal, MOST_NEWS)
            events = [event for _, each in played for event in each.events]
            self._news = [*news(known, fight, rules, events), *self._news][:MOST_NEWS]
        return self._news

    def _problem(self, view: SaveView) -> str:
        """Return why there is no fight to show.

        Players get a generic message, because the file's own errors would reveal its contents.
        """
        if view.problem:
            return UNREADABLE if self._are_players else view.problem
        if view.session is None:
            return GONE if self._are_players else f"there is no fight in {self._save}; waiting for one"
        return ""

    def _said(self, problem: str, style: Style) -> str:
        if self._is_page:
            return message_body(problem) if self._is_served else message_page(problem)
        if self._common.json:
            kind = NoSuchFile if problem == GONE else InvalidFile
            return error_line(line_for(self._command), kind(problem))
        return _lines(wrapped(safe(problem), style.width) if style.tables else [safe(problem)])


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def watch(command: Watch, common: CommonOptions, path: str, streams: Streams, seconds: int = 0) -> int:
    """Show the save at a path; a terminal shows how many of the `seconds` a turn has taken. Raises RbfError."""
    if command.html and common.json:
        raise conflict("--html", "--json")
    _require_one_page(command, common)
    style, frames, storage = streams.style, FrameSource(command, common, path), FileStorage(path, lambda _: None)
    to_file = command.html not in ("", "-")
    write = page_writer(command.html, path, force=command.force) if to_file else streams.write
    if command.once:
        write(frames.of_session(storage.load(), style))
        return 0
    if command.html == "-":
        raise misuse("--html - needs --once", hint="use --html FILE to follow the fight")
    _begin(storage, frames)
    if command.serve is not None:
        with served(command.serve, command.host, public=command.public) as server:
            streams.write(_invitation(server, style))
            _follow_with_a_page(SaveWatch(storage), frames, server.stage.show, streams)
    elif command.html:
        streams.error(f"{command.html} follows {path}; Ctrl-C ends")
        _follow_with_a_page(SaveWatch(storage), frames, write, streams)
    elif style.tables and not common.json:
        follow_on_terminal(SaveWatch(storage), frames, style, write, TurnTimer(seconds))
    else:
        for number, frame in enumerate(changes(SaveWatch(storage), frames, style)):
            write(f"\n{frame.text}" if number and not common.json else frame.text)
    return 0


def _begin(storage: FileStorage, frames: FrameSource) -> None:
    """Check a save that exists, and that the viewer's name is in it, or else its folder. Raises RbfError."""
    try:
        session = storage.load()
    except NoSuchFile:
        if not Path(storage.name).parent.is_dir():
            raise
        return
    frames.side(session.fight, session.rules)


def _require_one_page(command: Watch, common: CommonOptions) -> None:
    """Raise UsageError if --serve comes with another form of output, or its options come without it."""
    if command.serve is None and (command.host or command.public):
        raise misuse(f"{'--host' if command.host else '--public'} needs --serve", "watch --serve")
    others = {"--html": command.html, "--once": command.once, "--json": common.json, "--quiet": common.quiet}
    if command.serve is not None and (other := next((option for option, given in others.items() if given), "")):
        raise conflict("--serve", other)


def _invitation(server: PageServer, style: Style) -> str:
    """Return the address of a served page, how a phone reaches it, and on a terminal its QR code."""
    code = qr_code(server.address, style) if style.blocks else ""
    said = ONLY_HERE if server.is_local else FOR_PHONES
    told = [server.address, *(wrapped(said, style.width) if style.tables else [said])]
    return "".join([code, *(f"{line}\n" for line in told)])


def _follow_with_a_page(watch: SaveWatch, frames: FrameSource, write: Print, streams: Streams) -> None:
    said = ""
    for frame in changes(watch, frames, streams.style):
        write(frame.text)
        if frame.problem and frame.problem != said:
            streams.error(frame.problem)
        said = frame.problem


# Polling interval; each check costs one or two system calls.
SECONDS = 0.1


def follow_on_terminal(
    watch: SaveWatch, frames: FrameSource, style: Style, write: Callable[[str], None], timer: TurnTimer
) -> None:
    """Show every change on the whole terminal, below the time of the turn, until a key or a signal ends it."""
    shown, size = list[str](), (0, 0)
    with whole_terminal(write, shown.clear):
        frame, known, fitted_to = Frame(""), cast("SaveView | None", None), style
        while True:
            columns, rows = os.get_terminal_size(OUTPUT)
            fitting = replace(style, width=line_width(os.environ, columns))
            view = watch.view()
            if view is not known or fitting != fitted_to:
                frame, known, fitted_to = frames.of_view(view, fitting), view, fitting
            time_of_turn = timer.text(view.session.fight if view.session else None)
            lines = fitted_rows([*filter(None, [time_of_turn]), *frame.text.splitlines()], rows)
            if (columns, rows) != size:
                size = columns, rows
                shown.clear()
            drawn = [
                f"\x1b[{row};1H\x1b[2K{line}"
                for row, (line, before) in enumerate(zip_longest(lines, shown, fillvalue=""), 1)
                if line != before
            ]
            if drawn:
                write("".join(drawn if shown else ["\x1b[2J", *drawn]))
            shown[:] = lines
            if wait_for_key(SECONDS):
                return


def changes(watch: SaveWatch, frames: FrameSource, style: Style) -> Iterator[Frame]:
    """Yield the frames of a save, one for each visible change."""
    view: SaveView | None = None
    frame: Frame | None = None
    while True:
        if (found := watch.view()) is not view:
            view = found
            if (shown := frames.of_view(view, style)) != frame:
                frame = shown
                yield shown
        wait_or_hangup(SECONDS)


def wait_or_hangup(seconds: float) -> None:
    """Wait. Raises BrokenPipeError as soon as the output has no reader, even without output to write."""
    if sys.platform == "win32":
        time.sleep(seconds)
        return
    poll = select.poll()
    poll.register(OUTPUT, 0)
    if any(event & (select.POLLERR | select.POLLNVAL) for _, event in poll.poll(seconds * 1000)):
        raise BrokenPipeError

"""The players' page for browsers: one page and its stream of changes, read-only, and nothing else."""

from __future__ import annotations

import errno
import secrets
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from typing import Any

import segno

from rbfcli.core.errors import UsageError, misuse
from rbfcli.core.limits import CLIENT_SECONDS, CLIENTS
from rbfcli.core.text import safe
from rbfcli.render.page import LIVE_POLICY, document
from rbfcli.render.sentences import Style

HERE = "127.0.0.1"
ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only compared with what the user asks for
# An address that no machine has. A datagram socket that is connected to it sends nothing, and knows its own address.
NOBODY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
SECRET_BYTES = 9
# A comment line is sent this often, so that clients who hung up are noticed.
BEAT_SECONDS = 10.0
BEAT = b": still here\n\n"
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": f"{LIVE_POLICY}; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Stage:
    """The body that all clients see now. Clients wait for the next one, and a slow one skips those it missed."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._body, self._number, self._is_over = "", 0, False

    def show(self, body: str) -> None:
        """Show a body to all clients. This never waits for a client."""
        with self._changed:
            self._body, self._number = body, self._number + 1
            self._changed.notify_all()

    def end(self) -> None:
        """Let all clients go."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def now(self) -> str:
        """Return the current body."""
        with self._changed:
            return self._body

    def bodies(self) -> Iterator[str | None]:
        """Yield the current body and each new one, and None if there was none for a while."""
        seen = 0
        while not self._is_over:
            with self._changed:
                if self._number == seen:
                    self._changed.wait(BEAT_SECONDS)
                body = None if self._number == seen else self._body
                seen = self._number
            yield body


class PageServer(ThreadingHTTPServer):
    """A server of the page at a path. Each client has a thread, so that a slow one holds up no other."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = CLIENTS

    def __init__(self, host: str, port: int, path: str) -> None:
        """Listen at an address. Raises UsageError."""
        self.path, self.stage = path, Stage()
        self.clients: set[Any] = set()
        try:
            self.address_family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
            super().__init__(address[:2], PageHandler)  # type: ignore[arg-type]
        except (OSError, UnicodeError) as wrong:
            raise _unusable(host, port, wrong) from wrong

    def server_bind(self) -> None:
        """Bind without looking up a name for the address, which could ask other machines."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, int(sys.platform != "win32"))
        self.socket.bind(self.server_address)
        self.server_address = self.socket.getsockname()
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a client in a thread, or hang up if there are too many."""
        if len(self.clients) < CLIENTS:
            self.clients.add(request)
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a client, and make room for another."""
        super().process_request_thread(request, client_address)
        self.clients.discard(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Forget a client who hung up; report anything else."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """Return the address to type into a browser."""
        host, port = self.server_address[:2]
        shown = _own_address(self.address_family) if host in ANYWHERE else str(host)
        return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}{self.path}"

    @property
    def is_local(self) -> bool:
        """Return whether only this machine can open the page."""
        return str(self.server_address[0]).startswith(("127.", "::1"))


def _unusable(host: str, port: int, wrong: OSError | UnicodeError) -> UsageError:
    """Return the error for an address at which this program cannot listen."""
    if isinstance(wrong, socket.gaierror | UnicodeError) or wrong.errno == errno.EADDRNOTAVAIL:
        return misuse(
            f"{safe(host)} is not an address of this machine",
            hint="use --host 0.0.0.0 for all its addresses; without --host, only this machine can open the page",
        )
    if wrong.errno == errno.EADDRINUSE:
        return misuse(f"port {port} is in use", hint="use another port, or --serve alone for any free port")
    if wrong.errno == errno.EACCES:
        return misuse(
            f"port {port} needs administrator rights", hint="use a port from 1024, or --serve alone for any free port"
        )
    return misuse(f"cannot listen at {safe(host)}, port {port}: {wrong.strerror}", "--serve")


def _own_address(family: int) -> str:
    """Return this machine's address in its network, or that of the machine itself if it has no network."""
    try:
        with closing(socket.socket(family, socket.SOCK_DGRAM)) as asking:
            asking.connect((NOBODY[socket.AddressFamily(family)], 9))
            return str(asking.getsockname()[0])
    except OSError:
        return HERE


class PageHandler(BaseHTTPRequestHandler):
    """Answers GET and HEAD for the page and its stream, and refuses everything else."""

    server: PageServer
    timeout = CLIENT_SECONDS  # browsers connect again by themselves
    error_message_format = "%(code)d %(message)s\n"
    error_content_type = "text/plain; charset=utf-8"

    def do_GET(self) -> None:
        """Send the page or its stream."""
        if self.path == self.server.path:
            page = document("rbf", self.server.stage.now(), live=True).encode("utf-8", "backslashreplace")
            self._begin("text/html; charset=utf-8", len(page))
            if self.command != "HEAD":
                self.wfile.write(page)
        elif self.path == f"{self.server.path}events":
            self._begin("text/event-stream; charset=utf-8")
            if self.command != "HEAD":
                self._follow()
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    do_HEAD = do_GET  # noqa: N815 - the name that http.server calls

    def refuse(self) -> None:
        """Refuse a method that could change something."""
        self.send_error(HTTPStatus.METHOD_NOT_ALLOWED)

    do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_TRACE = do_CONNECT = refuse  # noqa: N815 - as above

    def _begin(self, kind: str, length: int | None = None) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def _follow(self) -> None:
        for body in self.server.stage.bodies():
            event = BEAT if body is None else as_event(body)
            self.wfile.write(event)

    def send_response(self, code: int, message: str | None = None) -> None:
        """Begin an answer with the headers of every answer."""
        super().send_response(code, message)
        if code == HTTPStatus.METHOD_NOT_ALLOWED:
            self.send_header("Allow", "GET, HEAD")
        for name, value in HEADERS.items():
            self.send_header(name, value)

    def version_string(self) -> str:
        """Return the name of the program, without versions."""
        return "rbf"

    def log_message(self, *_: Any) -> None:
        """Print nothing: standard error is for the GM."""


def as_event(body: str) -> bytes:
    """Return a body as a server-sent event."""
    lines = "".join(f"data: {line}\n" for line in body.split("\n"))
    return f"{lines}\n".encode("utf-8", "backslashreplace")


@contextmanager
def served(port: int, host: str, *, public: bool) -> Iterator[PageServer]:
    """Serve the page in the background, at a secret path unless it is `public`. Raises UsageError."""
    path = "/" if public else f"/{secrets.token_urlsafe(SECRET_BYTES)}/"
    with PageServer(host or HERE, port, path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.stage.end()
            server.shutdown()


WHITE_ON_BLACK, PLAIN = "\x1b[97;40m", "\x1b[0m"


def qr_code(address: str, style: Style) -> str:
    """Return an address as a QR code in block characters, white on black in colour."""
    drawn = StringIO()
    segno.make(address, micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return "".join(f"{WHITE_ON_BLACK}{line}{PLAIN}\n" if style.colour else f"{line}\n" for line in lines)

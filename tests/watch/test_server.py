"""The served page: nothing but the page, the same for every client, and no client holds up another."""

import base64
import hashlib
import re
import signal
import socket
import threading
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from rbfcli.core.errors import RbfError
from rbfcli.core.limits import CLIENT_SECONDS, CLIENTS
from rbfcli.render.page import document, message_body
from rbfcli.render.sentences import Style
from rbfcli.watch import server as serving
from rbfcli.watch.server import qr_code, served
from rbfcli.watch.watch import ONLY_HERE, _invitation
from tests.time_limit import time_limit
from tests.watch.test_page import well_formed

LIMIT = 60
_limit = time_limit(LIMIT)
STREAM = "events"


@pytest.fixture
def page():
    """A served page that shows `first`."""
    with served(0, "", public=False) as server:
        server.stage.show("first")
        yield server


def ask(server, path, method="GET"):
    """The finished answer to a request, and its body."""
    with closing(HTTPConnection("127.0.0.1", server.server_port, timeout=LIMIT)) as connection:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer, answer.read().decode()


def connected(server, path=None):
    """A client that has asked for a path and reads nothing; for none at all, it stays silent."""
    client = socket.create_connection(("127.0.0.1", server.server_port), timeout=LIMIT)
    if path is not None:
        client.sendall(f"GET {path} HTTP/1.1\r\n\r\n".encode())
    return client


def follow(server):
    """A client of the stream, behind the headers of the answer."""
    with connected(server, server.path + STREAM) as connection:
        client = connection.makefile("rb")
    while client.readline().strip():
        pass
    return client


def next_body(client):
    """The next body that a client is sent."""
    lines = []
    while line := client.readline().decode():
        if line.startswith("data: "):
            lines.append(line.removeprefix("data: ").rstrip("\n"))
        elif line == "\n" and lines:
            return "\n".join(lines)
    pytest.fail("the server hung up")


def test_it_serves_the_page_and_its_stream(page):
    answer, body = ask(page, page.path)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert "<body>\nfirst\n</body>" in body
    with follow(page) as client:
        assert next_body(client) == "first"
        page.stage.show("second\nof two lines")
        assert next_body(client) == "second\nof two lines"
    assert "<body>\nsecond" in ask(page, page.path)[1]


@pytest.mark.parametrize(
    "path", ["/", "/events", "/favicon.ico", "//", "{}x", "{}../", "{}events/", "{}?a=b", "*", "/%00"]
)
def test_any_other_path_is_not_found(page, path):
    answer, body = ask(page, path.format(page.path))
    assert (answer.status, body) == (404, "404 Not Found\n")
    assert answer.headers["Content-Type"].startswith("text/plain")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_any_method_that_could_change_something_is_refused(page, method):
    answer, _ = ask(page, page.path, method)
    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")
    assert ask(page, page.path, "BREW")[0].status == 501


@pytest.mark.parametrize("path", ["", STREAM])
def test_head_has_no_body(page, path):
    answer, body = ask(page, page.path + path, "HEAD")
    assert (answer.status, body) == (200, "")


def test_every_answer_allows_one_script_and_nothing_from_elsewhere(page):
    answers = [
        ask(page, page.path),
        ask(page, "/x"),
        ask(page, page.path, "POST"),
        ask(page, page.path + STREAM, "HEAD"),
    ]
    script = re.search(r"<script[^>]*>(.*?)</script>", answers[0][1], re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    for answer, _ in answers:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert f"script-src 'sha256-{digest}'" in policy
        assert "unsafe" not in policy.replace("style-src 'unsafe-inline'", "")
        assert (answer.headers["Cache-Control"], answer.headers["Server"]) == ("no-store", "rbf")
    assert not re.search(r"https?:|src=|href=|url\(|@import|<link|<iframe", answers[0][1])


def test_a_path_is_secret_unless_the_page_is_public():
    with served(0, "", public=False) as one, served(0, "", public=False) as other, served(0, "", public=True) as all_:
        assert len({one.path, other.path}) == 2
        assert len(one.path) >= 12
        assert all_.path == "/"
        assert ask(all_, "/")[0].status == 200
        assert urlsplit(one.address).netloc == f"127.0.0.1:{one.server_port}"


@pytest.mark.parametrize("host", ["::1", "localhost"])
def test_it_listens_at_the_address_of_a_host(host):
    if not socket.has_ipv6 and ":" in host:
        pytest.skip("this machine has no IPv6")
    with served(0, host, public=True) as server:
        assert server.is_local
        assert server.address.endswith(f":{server.server_port}/")
        with closing(HTTPConnection(server.server_address[0], server.server_port, timeout=LIMIT)) as connection:
            connection.request("GET", "/")
            assert connection.getresponse().status == 200


def test_no_client_holds_up_the_fight_or_another_client(page):
    """One says nothing, one reads nothing of a stream of megabytes, one hangs up: the others see every change."""
    silent, deaf, gone = connected(page), connected(page, page.path + STREAM), connected(page, page.path + STREAM)
    gone.close()
    with silent, deaf, follow(page) as client:
        for number in range(40):
            page.stage.show(f"{'x' * 500_000}{number}")
        page.stage.show("last")
        while next_body(client) != "last":
            pass
        assert "last" in ask(page, page.path)[1]


def test_a_client_who_says_or_takes_nothing_is_dropped(page, monkeypatch):
    assert serving.PageHandler.timeout == CLIENT_SECONDS
    monkeypatch.setattr(serving.PageHandler, "timeout", 0.05)
    with connected(page) as silent:
        assert silent.recv(1) == b""
    deaf = connected(page, page.path + STREAM)
    with deaf:
        while not page.clients:  # until the server has accepted it
            pass
        while page.clients:
            page.stage.show("x" * 500_000)


def test_a_client_who_hung_up_is_noticed_without_any_change(page, monkeypatch):
    monkeypatch.setattr(serving, "BEAT_SECONDS", 0.01)
    with follow(page) as client:
        assert next_body(client) == "first"
        assert client.readline() == b": still here\n"
    while page.clients:
        pass


def test_too_many_clients_are_hung_up_on_and_leave_room_later(page):
    clients = [follow(page) for _ in range(CLIENTS)]
    with connected(page, page.path) as one_more:
        assert one_more.recv(1) == b""
    clients.pop().close()
    page.stage.show("second")  # notices who hung up
    while len(page.clients) == CLIENTS:
        page.stage.show("again")
    assert ask(page, page.path)[0].status == 200
    for each in clients:
        each.close()


def test_a_request_that_is_no_http_is_answered_in_plain_text(page):
    for request in (
        b"\x16\x03\x01\x00\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
        b"\r\n",
    ):
        with connected(page) as client:
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            answer = b""
            try:
                while more := client.recv(65_536):
                    answer += more
            except ConnectionResetError:
                continue
            assert b"<" not in answer.partition(b"\r\n\r\n")[2]
    assert ask(page, page.path)[0].status == 200


def test_many_clients_see_the_same(page):
    found = []

    def look():
        with follow(page) as client:
            while (body := next_body(client)) != "last":
                pass
            found.append(body)

    threads = [threading.Thread(target=look) for _ in range(CLIENTS // 2)]
    for each in threads:
        each.start()
    for number in range(100):
        page.stage.show(str(number))
    page.stage.show("last")
    for each in threads:
        each.join(LIMIT)
    assert found == ["last"] * len(threads)


def test_what_cannot_be_served_is_said_with_what_to_do():
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(RbfError, match=f"port {port} is in use") as found, served(port, "", public=False):
            pass
        assert (found.value.status, "any free port" in found.value.hint) == (2, True)
    for host in ("192.0.2.7", "no host", "x" * 70, "\udc80"):
        with pytest.raises(RbfError, match="is not an address of this machine") as found, served(0, host, public=True):
            pass
        assert found.value.status == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--serve", "70000"), "--serve must be from 0 to 65535, not 70000"),
        (("--serve", "-5"), "--serve must be from 0 to 65535, not -5"),
        (("--serve=http",), "--serve must be a whole number, not 'http'"),
        (("--serve", "--once"), "--serve and --once cannot be combined"),
        (("--serve", "--html", "x.html"), "--serve and --html cannot be combined"),
        (("--serve", "--json"), "--serve and --json cannot be combined"),
        (("--serve", "-q"), "--serve and --quiet cannot be combined"),
        (("--host", "::"), "--host needs --serve"),
        (("--public",), "--public needs --serve"),
        (("--serve", "--as", "nobody"), "nobody"),
    ],
)
def test_options_that_do_not_go_together_are_refused(begun, words, said):
    done = begun.run("watch", *words)
    assert done.returncode in (1, 2)
    assert said in done.stdout + done.stderr


def test_a_qr_code_fits_a_terminal_and_is_light_on_dark():
    address = "http://192.168.178.100:65535/abcdefghijkl/"
    plain, coloured = (qr_code(address, Style(colour=colour)).splitlines() for colour in (False, True))
    assert {len(line) for line in plain} == {len(plain[0])}
    assert len(plain[0]) <= 40
    assert set("".join(plain)) == set(" ▄▀█")
    assert coloured == [f"\x1b[97;40m{line}\x1b[0m" for line in plain]


def test_a_live_page_is_well_formed():
    well_formed(document("rbf", message_body("<gone> & away"), live=True))
    assert "&lt;gone&gt;" in document("rbf", message_body("<gone>"), live=True)


def test_the_invitation_breaks_between_words():
    class Server:
        address, is_local = "http://127.0.0.1:1/", True

    lines = _invitation(Server, Style(tables=True, width=60)).splitlines()
    assert lines[0] == Server.address
    assert " ".join(map(str.strip, lines[1:])) == ONLY_HERE
    assert max(map(len, lines)) <= 60


@pytest.mark.slow
def test_the_served_page_follows_the_save(begun, piped):
    """Every change the players see, and the save going and coming back; Ctrl-C ends it by that signal."""
    following = piped("--serve")
    address = urlsplit(following.stdout.readline().strip())
    assert following.stdout.readline().startswith("Only this machine can open it.")
    with closing(HTTPConnection(address.hostname, address.port, timeout=LIMIT)) as connection:
        connection.request("GET", f"{address.path}events")
        stream = connection.getresponse()
        assert "Dockside thug 1" in next_body(stream)
        begun.out("note", "nothing for players")
        begun.out("damage", "thug1", "11")
        body = next_body(stream)
        assert "<li>Dockside thug 1: HP unhurt → bloodied</li>" in body
        aside = begun.folder / "aside"
        begun.save.rename(aside)
        assert "there is no fight to show; waiting for one" in next_body(stream)
        aside.rename(begun.save)
        assert next_body(stream) == body
        begun.out("start", "mine-raid", "--force")
        assert "Dockside" not in next_body(stream)
        following.send_signal(signal.SIGINT)
        assert following.wait(LIMIT) == -signal.SIGINT
        assert following.stdout.read() == ""
        assert following.stderr.read() == "there is no fight to show; waiting for one\n"


@pytest.mark.slow
def test_the_address_is_a_qr_code_on_a_terminal(on_terminal):
    child = on_terminal("--serve")
    child.expect_exact("▄▄▄▄▄ ")
    child.expect(r"http://127\.0\.0\.1:\d+/[\w-]{12}/")
    child.send("\x03")
    child.wait()
    assert child.signalstatus == signal.SIGINT

"""The page of a story in a browser: it shows what it should, runs nothing and asks nobody for anything."""

import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.story.test_formats import told

pytestmark = pytest.mark.slow

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium here")
SECONDS = 120
RAW = '<!DOCTYPE html><html><head>{policy}</head><body><img src="http://127.0.0.1:{port}/raw"/>{script}</body></html>'
SCRIPT = "<script>document.body.append('it ran')</script>"
POLICY = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>"


@pytest.fixture
def asked():
    """What a server on this machine was asked for, and its port."""
    paths = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            paths.append(self.path)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield paths, server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def shown(page, folder):
    """What a browser makes of a page, as it stands after all scripts."""
    file = folder / "page.html"
    file.write_text(page)
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", "--dump-dom")
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [CHROMIUM, *options, profile, f"file://{file}"]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True).stdout


@needs_chromium
def test_a_page_with_hostile_names_runs_nothing_and_asks_for_nothing(played, tmp_path, asked):
    """Two controls come first: the browser does fetch and run what stands in a page, and the policy alone stops it."""
    paths, port = asked
    assert "it ran" in shown(RAW.format(policy="", port=port, script=SCRIPT), tmp_path).replace("'it ran'", "")
    assert paths == ["/raw"]
    paths.clear()
    assert "it ran" not in shown(RAW.format(policy=POLICY, port=port, script=SCRIPT), tmp_path).replace("'it ran'", "")
    assert paths == []
    name = f'"><img src=http://127.0.0.1:{port}/x><script>document.title=1</script>'
    page = told(played, tmp_path, name, "html")
    assert POLICY.replace("'", "&#39;") in page
    found = shown(page, tmp_path)
    assert paths == []
    assert "<img" not in found
    assert "<script" not in found
    assert "&lt;img src=http://127.0.0.1" in found
    assert found.count("<rect") == page.count("<rect") > 0

"""The page in a real browser: a phone and a television, and names that mean harm."""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

import pytest
from msgspec.structs import replace

from rbfcli.engine.player_view import seen
from rbfcli.model.fight import Condition
from rbfcli.render.page import document, fight_body, page
from rbfcli.watch.server import PageHandler, as_event, served
from tests.render.fights import FIGHTS, begun

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")]

PHONE, TELEVISION = (360, 740), (1920, 1080)
HOSTILE = "<script>window.parent.owned=1</script><img src=x onerror='window.parent.owned=1'>&amp;\"'"
# The pages stand in frames as wide as a screen; the one around them, which may have a script, measures them.
MEASURE = """
<!DOCTYPE html><meta charset="utf-8"><body>FRAMES<pre id="told"></pre><script>
window.onload = () => {
  const told = [...document.querySelectorAll("iframe")].map(frame => {
    const page = frame.contentDocument, view = frame.contentWindow;
    const cells = [...page.body.querySelectorAll("*")];
    const size = cell => parseFloat(view.getComputedStyle(cell).fontSize);
    const right = cell => cell.getBoundingClientRect().right;
    const own = cells.filter(cell => cell.textContent.trim() && !cell.children.length);
    const people = [...page.querySelectorAll(".people > li")];
    return {
      wide: page.documentElement.scrollWidth, view: view.innerWidth,
      right: Math.max(...people.map(right)), text: page.body.innerText,
      least: Math.min(...own.map(size)), body: size(page.body),
      names: Math.min(...people.map(li => size(li.children[0]))),
      scripts: page.scripts.length, images: page.images.length, people: people.length,
      columns: new Set(people.map(li => Math.round(li.getBoundingClientRect().left))).size,
      low: Math.max(...people.map(li => li.getBoundingClientRect().bottom)),
      scrolled: view.scrollY, acts: page.querySelector(".acts")?.getBoundingClientRect().bottom || 0, title: page.title,
    };
  });
  document.getElementById("told").textContent = JSON.stringify({told, owned: window.owned || 0});
};
</script>
"""


def measured(folder, pages, size):
    """What a browser makes of pages on a screen of a size."""
    frames = []
    for number, text in enumerate(pages):
        (folder / f"{number}.html").write_text(text, encoding="utf-8")
        frames.append(f'<iframe src="{number}.html" width="{size[0]}" height="{size[1]}" style="border:0"></iframe>')
    (folder / "around.html").write_text(MEASURE.replace("FRAMES", "".join(frames)), encoding="utf-8")
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--dump-dom",
             "--virtual-time-budget=3000", "--window-size=2000,1200",
             f"--user-data-dir={folder / 'browser'}"]  # fmt: skip
    command = [CHROMIUM, *flags, (folder / "around.html").as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    found = re.search(r'<pre id="told">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr[-2000:]
    return json.loads(unescape(found.group(1)))


def fights():
    """A page of each system, and one whose names mean harm, are long, or are wide."""
    for system in FIGHTS:
        session = begun(system)
        yield page(*seen(session.fight, session.rules, next(iter(session.fight.combatants.values())).side))
    session = begun("rbf")
    names = (HOSTILE, "a" * 64, "竜" * 64, "e" + "\u0301" * 63, "רעה ורשע", "one two " * 8)
    people = {
        who: replace(one, name=name[:64], conditions={HOSTILE[:64]: Condition(rounds=1_000_000), "x" * 64: Condition()})
        for (who, one), name in zip(session.fight.combatants.items(), names, strict=False)
    }
    fight = replace(session.fight, title=HOSTILE, combatants={**session.fight.combatants, **people})
    yield page(*seen(fight, session.rules, "crew"))


@pytest.fixture(scope="module")
def pages():
    return list(fights())


def test_on_a_phone_nothing_is_beside_the_screen(tmp_path: Path, pages):
    found = measured(tmp_path, pages, PHONE)
    for each in found["told"]:
        assert each["view"] == PHONE[0]
        assert each["wide"] <= PHONE[0]
        assert each["right"] <= PHONE[0]
        assert each["columns"] == 1
        assert each["body"] >= 16
        assert each["least"] >= 10


def test_on_a_television_it_is_read_from_across_the_room(tmp_path, pages):
    found = measured(tmp_path, pages, TELEVISION)
    for each in found["told"]:
        assert each["wide"] <= TELEVISION[0]
        assert each["columns"] >= 3
        assert each["names"] >= 28
        assert each["least"] >= 20
    assert all(each["low"] <= TELEVISION[1] for each in found["told"][: len(FIGHTS)])


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desktop"])
def test_ten_combatants_fit_a_screen(tmp_path, size):
    """With a question open and the latest news."""
    session = begun("rbf")
    assert len(session.fight.combatants) == 10
    latest = [f"Winch gunner {number} misses Joss Marlow, who is behind the crates" for number in range(5)]
    text = document("rbf", fight_body(*seen(session.fight, session.rules, "crew"), latest))
    (told,) = measured(tmp_path, [text], size)["told"]
    assert told["wide"] <= size[0]
    assert told["low"] <= size[1]


@pytest.mark.parametrize("turn", [0, 9])
def test_a_served_page_scrolls_to_whose_turn_it_is(tmp_path, turn):
    session = begun("rbf")
    fight = replace(session.fight, turn=turn, active=session.fight.order[turn].who, questions=())
    body = fight_body(*seen(fight, session.rules, "crew"))
    size = (390, 400)
    (still, live) = measured(tmp_path, [document("rbf", body), document("rbf", body, live=True)], size)["told"]
    assert (still["acts"] > size[1]) == bool(turn)
    assert live["acts"] <= size[1]
    assert bool(live["scrolled"]) == bool(turn)
    assert live["title"].startswith("Ambush at the docks (rbf), round 1")


def test_a_served_page_shows_each_change_without_loading_again(tmp_path):
    """Its own script alone runs, and it asks for nothing but the stream."""
    asked = []

    class OneChange(PageHandler):
        def do_GET(self):  # noqa: N802 - the name that http.server calls
            asked.append(self.path)
            super().do_GET()

        def _follow(self):  # the browser prints the page only once no answer is under way
            self.wfile.write(as_event(f"<h1>second</h1>{HOSTILE}"))

    with served(0, "", public=False) as server:
        server.RequestHandlerClass = OneChange
        server.stage.show("<h1>first</h1>")
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=3000",
                 f"--user-data-dir={tmp_path / 'browser'}"]  # fmt: skip
        command = [CHROMIUM, *flags, server.address]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert "<title>second</title>" in done.stdout
    assert "<h1>second</h1>" in done.stdout
    assert 'class="lost"' in done.stdout  # the stream has ended, and the page says so
    assert set(asked) - {"/favicon.ico"} == {server.path, f"{server.path}events"}


def test_hostile_names_are_letters(tmp_path, pages):
    found = measured(tmp_path, pages[-1:], PHONE)
    (told,) = found["told"]
    assert found["owned"] == told["scripts"] == told["images"] == 0
    assert HOSTILE in told["text"]


def test_a_page_that_runs_a_script_is_noticed(tmp_path, pages):
    """The test can fail: without the policy and with markup as it is, the browser obeys."""
    policy = re.compile(r"<meta http-equiv=.Content-Security-Policy.*?/>")
    obeying = policy.sub("", pages[0]).replace("<body>", f"<body>{HOSTILE}")
    assert measured(tmp_path, [obeying], PHONE)["owned"] == 1

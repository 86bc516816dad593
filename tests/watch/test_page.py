"""The page of players: whole by itself, the same for the same fight, and nothing in a name is obeyed."""

import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from xml.dom import minidom

import pytest
from msgspec.structs import replace

from rbfcli.engine.player_view import seen
from rbfcli.render.page import message_page, page
from rbfcli.storage.files import replace_file
from tests.conftest import LONG
from tests.fuzz.hostile import renamed
from tests.render import fights
from tests.render.fights import FIGHTS
from tools.fuzz.oracle import PAYLOADS, can_be_printed

begun = cache(fights.begun)
FEW = 6
MARKUP = (
    "<script>alert(1)</script>",
    "</title><script>window.owned=1</script>",
    '" onmouseover="alert(1)',
    "' style='x'",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt;",
    "&#x202e;",
    "]]>",
    "<!--",
    "</style>",
    "{{7*7}}",
    "javascript:alert(1)",
)


def page_of(system, text="", payload="", side=""):
    """The page of a fight in the middle of a round, with a payload in the place of a text."""
    session = begun(system)
    fight = renamed(session.fight, text, payload) if text else session.fight
    side = side or next(iter(session.fight.combatants.values())).side
    return page(*seen(fight, session.rules, payload if side == text else side))


def well_formed(text):
    """A page as XML. Raises what is wrong with it."""
    return minidom.parseString(text.encode())  # noqa: S318 - a page of our own


class Elements(HTMLParser):
    """The elements of a page as a browser reads them, with the names of their attributes."""

    def __init__(self, text):
        super().__init__()
        self.found = Counter()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        """Count an element."""
        self.found[tag, *(name for name, _ in attributes)] += 1


@pytest.mark.parametrize("system", FIGHTS)
def test_a_page_is_whole_by_itself(system):
    """G-02: well-formed, without addresses or scripts, the same bytes every time."""
    text = page_of(system)
    assert text == page_of(system)
    assert well_formed(text).documentElement.tagName == "html"
    assert not re.search(r"https?:|src=|href=|url\(|@import|<script|<link|<iframe", text)
    assert "default-src 'none'" in text


@pytest.mark.parametrize("system", FIGHTS)
def test_everybody_in_sight_is_on_it_by_name(system):
    session = begun(system)
    text = page_of(system)
    rest = re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL)
    for one in session.fight.combatants.values():
        assert f"<bdi>{one.name}</bdi>" in text
        rest = re.sub(re.escape(one.name), " ", rest, flags=re.IGNORECASE)
    assert session.fight.combatants.keys().isdisjoint(re.findall(r"[\w-]+", rest))


@pytest.mark.parametrize("text", ["Dockside thug 1", "Ambush at the docks", "quay"])
def test_nothing_in_a_fight_is_markup(text):
    honest = Elements(page_of("rbf", text, "Honest")).found
    for payload in filter(str.strip, (*MARKUP, *(PAYLOADS if LONG else PAYLOADS[::FEW]))):
        told = page_of("rbf", text, payload)
        can_be_printed(told)
        well_formed(told)
        assert Elements(told).found == honest


def test_a_side_is_not_markup_either():
    for text in ("dockers", "crew"):
        told = page_of("rbf", text, "<script>x</script>", side="crew")
        well_formed(told)
        assert "<script" not in told
        assert "&lt;script&gt;" in told


def test_letters_of_either_direction_stay_in_their_place():
    told = page_of("rbf", "Dockside thug 1", "רעה 1")
    assert "<bdi>רעה 1</bdi>" in told
    assert r"<bdi>\u202egnp.exe</bdi>" in page_of("rbf", "Dockside thug 1", "\u202egnp.exe")


def test_a_message_is_a_page_too():
    well_formed(message_page("<gone> & away"))


def test_it_says_who_acts_and_has_to_choose_in_words():
    told = page_of("rbf")
    assert told.count("acts now") == told.count("has to choose") == 1
    assert "joss Marlow scored" not in told


def test_health_is_a_bar_of_quarters_for_others():
    widths = set(re.findall(r"width:(\d+)%", page_of("rpj", side="couriers")))
    session = begun("rpj")
    others = [
        one for one in seen(session.fight, session.rules, "couriers")[0].combatants.values() if not one.initiative
    ]
    assert {100 * each.gauge[0] // 4 for one in others for each in one.facts if each.gauge} <= {0, 25, 50, 75, 100}
    assert widths


def test_a_page_is_replaced_whole_and_keeps_its_mode(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("old")
    path.chmod(0o640)
    replace_file(str(path), b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]


def test_what_cannot_be_renamed_leaves_no_rest(tmp_path, monkeypatch):
    path = tmp_path / "page.html"
    path.write_text("old")

    def full(*_):
        raise OSError(28, "full")

    monkeypatch.setattr("rbfcli.storage.files.Folder.rename", full)
    with pytest.raises(Exception, match="cannot be written: the disk is full"):
        replace_file(str(path), b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]
    assert path.read_text() == "old"


def test_the_page_follows_the_save(begun, piped):
    """Written when something changed that players see, and not before; another page may be taken over."""
    path = begun.folder / "page.html"
    begun.out("watch", "--once", "--html", "page.html")
    following = piped("--html", "page.html")
    assert following.stderr.readline() == "page.html follows encounter.toml; Ctrl-C ends\n"
    first = path.read_text()
    begun.out("note", "nothing for players")
    begun.out("damage", "thug1", "11")
    while path.read_text() == first:
        pass
    assert "bloodied" in path.read_text()
    begun.save.unlink()
    assert following.stderr.readline() == "there is no fight to show; waiting for one\n"
    assert "there is no fight to show" in path.read_text()
    assert 'http-equiv="refresh"' in path.read_text()


def test_a_page_that_can_no_longer_be_written_ends_it(begun, piped):
    folder = begun.folder / "pages"
    folder.mkdir()
    following = piped("--html", "pages/page.html")
    following.stderr.readline()
    while not (folder / "page.html").exists():
        pass
    (folder / "page.html").unlink()
    (folder / "page.html").mkdir()
    begun.out("damage", "thug1", "11")
    _, error = following.communicate()
    assert (following.returncode, "page.html is a folder" in error) == (4, True)


def test_the_state_of_everybody_is_a_word_where_nobody_is_known():
    session = begun("rpj")
    told = page(*seen(session.fight, session.rules, ""))
    assert not re.search(r"\d+/\d+</b>", told)
    fight = replace(session.fight, combatants={})
    assert "<ul" in page(*seen(fight, session.rules, ""))


def test_a_state_in_words_has_no_unit():
    """`unhurt HP` is not English; `15/19 HP` is."""
    text = page_of("rbf")
    assert "<b>unhurt</b></span>" in text
    assert re.search(r"<b>\d+/\d+</b> <small>HP</small></span>", text)

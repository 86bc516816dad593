"""The four formats of a story: golden for a fight of each system, and what they have to keep to."""

import json
import os
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import UsageError
from rbfcli.core.text import is_visible
from rbfcli.language.grammar import split_words
from rbfcli.render.layout import width
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import FileStorage
from rbfcli.story.documents import begun, markdown_plain
from tests.conftest import ROOT
from tools.screen_picture import CELL, CELLS, MARGIN, PICTURE, screen_picture

HERE = Path(__file__).parent
REWRITE = os.environ.get("REWRITE") == "1"
SCRIPTS = {
    "rbf": "duel",
    "threat": "mine-raid",
    "rpj": "relay-road",
    "futurepath": "depot-raid",
    "bgc": "hangar-breach",
}
FORMATS = ("text", "markdown", "html", "json")


@pytest.mark.parametrize("system", SCRIPTS)
def test_a_story_comes_out_the_same(played, system):
    """In every format; a line `#### FORMAT` begins each one in the system's file."""
    played.script(SCRIPTS[system])
    replies = {form: played.type(f"log --format {form}") for form in FORMATS}
    golden, now = (
        HERE / "golden" / f"{system}.txt",
        "".join(f"#### {form}\n{reply.text}" for form, reply in replies.items()),
    )
    if REWRITE:
        golden.write_text(now)
    assert now == golden.read_text()
    assert {(reply.status, reply.notice) for reply in replies.values()} == {(0, "")}


@pytest.mark.parametrize("system", SCRIPTS)
def test_the_page_is_well_formed_and_needs_nothing_else(played, system):
    page = played.script(SCRIPTS[system]).type("log --format html").text
    root = ET.fromstring(page.removeprefix("<!DOCTYPE html>"))  # noqa: S314 - our own page
    assert root.tag == "html"
    names = {each.tag.rpartition("}")[2] for each in root.iter()}
    assert names.isdisjoint(("script", "link", "img", "iframe", "object", "a", "form", "base"))
    policy = next(each for each in root.iter("meta") if each.get("http-equiv"))
    assert policy.get("content") == "default-src 'none'; style-src 'unsafe-inline'"
    bare = page.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not [word for word in ("http:", "https:", "url(", "@import", "javascript:", "<script") if word in bare]
    assert not [key for each in root.iter() for key in each.attrib if key.startswith("on") or key in ("src", "href")]


def test_json_is_one_line_with_all_keys(played):
    played.script("mine-raid")
    text = played.type("log --format json").text
    assert text == played.type("log --format json --json").text
    assert (text.count("\n"), text.isascii()) == (1, True)
    story = json.loads(text)["story"]
    assert story["rounds"] == 4
    assert [each["who"] for each in story["people"]][:2] == ["rill", "bram"]
    for table in ("people", "damage", "falls", "luck", "sums", "chapters"):
        assert len({tuple(each) for each in story[table]}) == 1, table
    rill = next(each for each in story["luck"] if each["who"] == "rill")
    assert (rill["rolls"], rill["successes"], rill["expected"]) == (6, 4, "19/12")
    told = [each["text"] for chapter in story["chapters"] for deed in chapter["commands"] for each in deed["told"]]
    assert "Rill Ostrander hits Mine guard 1: 10 (success)  [4 5] +1" in told


@pytest.mark.parametrize("cells", [40, 60, 80])
@pytest.mark.parametrize("system", SCRIPTS)
def test_tables_and_bars_fit_the_screen(played, system, cells):
    played.script(SCRIPTS[system])
    played.interpreter.style = Style(tables=True, blocks=True, width=cells)
    lines = played.type("log --format text").text.splitlines()
    assert max(map(width, lines)) <= cells
    assert any("█" in line for line in lines)


def test_what_a_story_waits_for_fits_the_screen_too(played):
    for line in ("start duel --seed evening", "init --dice 6,5", "move ada bollards", "attack ada bosun --dice 8,8"):
        played.type(line)
    in_a_pipe = played.type("log --format text").text
    played.interpreter.style = Style(tables=True, blocks=True, width=40)
    lines = played.type("log --format text").text.splitlines()

    assert max(map(width, lines)) <= 40
    assert "waiting for Ada Quill: choose double |" in lines
    assert max(map(width, in_a_pipe.splitlines())) > 100


def test_one_roll_by_hand_is_one(played):
    for line in ("start duel --seed evening", "init", "move ada bollards", "attack ada bosun --dice 4,4"):
        played.type(line)

    assert " one was thrown by hand; it counts like all others." in played.type("log --format text").text


def test_read_out_a_row_is_a_line_of_words(played):
    played.script("duel")
    played.interpreter.style = Style(spoken=True)
    text = played.type("log --format text").text
    assert "Ada Quill: side " in text
    assert text.isascii()
    assert "####" not in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("log --format html --script", "--format and --script cannot be combined"),
        ("log --format json --last 2", "--format and --last cannot be combined"),
        ("log --format markdown --json", "--json and --format markdown cannot be combined"),
        ("log --format pdf", "pdf"),
    ],
)
def test_options_that_do_not_go_together_are_refused(played, line, said):
    played.type("start duel --seed x")
    with pytest.raises(UsageError) as refused:
        played.type(line)
    assert said in str(refused.value)


def test_an_empty_fight_has_a_story_too(played):
    played.type("new rbf --seed x")
    for form in FORMATS:
        reply = played.type(f"log --format {form}")
        assert reply.status == 0
        assert "Damage" not in reply.text


def test_log_is_as_it_was_without_a_format(played):
    played.script("duel")
    assert played.type("log").text.startswith("> init")


# The picture of the screen in the README: what the program shows, in a small file that needs nothing else (G-02).


MOST_BYTES = 40_000
SVG = "{http://www.w3.org/2000/svg}"


def test_it_is_small_well_formed_and_names_no_address():
    text = screen_picture()
    assert len(text.encode()) < MOST_BYTES
    assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"url\(|@import|@font-face|href|<script|<image", text)
    names = {each.tag.removeprefix(SVG) for each in ET.fromstring(text).iter()}  # noqa: S314 - our own picture
    assert names == {"svg", "style", "rect", "path", "circle", "text", "tspan"}


def test_it_is_the_same_each_time_and_the_one_in_the_readme():
    assert screen_picture() == screen_picture() == (ROOT / PICTURE).read_text(encoding="utf-8")
    assert f"]({PICTURE})" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_it_shows_the_attack_and_everybody_on_the_screen_within_its_frame():
    root = ET.fromstring(screen_picture())  # noqa: S314 - our own picture
    lines = ["".join(part.text for part in row.iter(f"{SVG}tspan")) for row in root.iter(f"{SVG}text")]
    assert lines[0] == "$ rbf attack joss gunner1 --dice 7,5"
    assert lines[1].startswith("Joss Marlow hits Winch gunner 1: 16 vs TN 15 (+1)")
    assert [line for line in lines if re.match(r"\*\+ joss *Joss Marlow", line)]
    parts = list(root.iter(f"{SVG}tspan"))
    assert all(float(each.get("x")) + float(each.get("textLength")) <= MARGIN + CELL * CELLS + 1 for each in parts)
    assert "\x1b" not in "".join(lines)


# Journals that give other results today: the story shows what it can, and says what it cannot.


class Saved:
    """Types lines at a save, each as a command of its own."""

    def __init__(self, path):
        self.path = path

    def __call__(self, line):
        """The reply to a line."""
        return CommandService(FileStorage(str(self.path), lambda _: None), Style()).perform(split_words(line))


@pytest.fixture
def saved(tmp_path):
    """A save of a fight with a few lines."""
    found = Saved(tmp_path / "fight.toml")
    for line in ("start dock-ambush --seed x", "init", "attack ada thug1 --dice 5,5 --force", "damage thug1 3"):
        found(line)
    return found


@pytest.mark.parametrize("form", FORMATS)
def test_a_line_that_the_rules_refuse_today_ends_the_story_and_is_named(saved, form):
    text = saved.path.read_text()
    saved.path.write_text(text.replace("--dice 5,5", "--dice 9,5"))
    reply = saved(f"log --format {form}")
    assert reply.status == 1
    assert "line 2 of the journal was altered" in reply.notice
    assert "the story ends before it" in reply.notice
    assert "Ada Quill" in reply.text
    if form != "text":
        assert "the story ends before it" in reply.text


@pytest.mark.parametrize("form", FORMATS)
def test_a_line_that_plays_otherwise_is_told_as_it_plays_today_and_named(saved, form):
    text = saved.path.read_text()
    saved.path.write_text(text.replace("--dice 5,5", "--dice 4,3"))
    reply = saved(f"log --format {form}")
    assert reply.status == 1
    assert "line 2 of the journal now gives a different result" in reply.notice


def test_an_edit_by_hand_is_the_gms(saved):
    text = saved.path.read_text()
    at = text.index("[fight.combatants.thug2]")
    saved.path.write_text(text[:at] + text[at:].replace("hp = 20", "hp = 4", 1))
    saved("note after the edit")
    reply = saved("log --format text")
    assert reply.status == 0
    rows = (line.split() for line in reply.text.splitlines())
    assert ["GM", "Dockside", "thug", "2", "16"] in rows


def test_a_choice_that_waits_is_said_and_is_no_fault(saved):
    saved("attack ada thug2 --dice 8,8 --force")
    reply = saved("log --format text")
    assert reply.status == 0
    assert "waiting for Ada Quill: choose " in reply.text
    assert "Ada Quill scores a critical hit on Dockside thug 2" in reply.text


def test_a_fight_that_went_on_behind_a_split_turn_and_a_held_one_is_told(saved):
    for line in ("turn next --force", "hold @active --force", "turn next"):
        saved(line)
    assert saved("log --format json").status == 0


# Names that would be obeyed: by a terminal, a browser, a forge. Every format shows them as they are.


NAMES = (
    "<script>alert(1)</script>",
    "a | b || c",
    "`code` ```fence```",
    "]]> <!-- x --> <![CDATA[",
    "**bold** _it_ [x](http://x.y)",
    '"><img src=x onerror=alert(1)>',
    "&amp; &lt; &#60;",
    "https://x.y www.x.y",
    "$x^2$ ~~gone~~ @all #1",
)
HIDDEN = ("\x1b[31mred", "\u202edetrever", "a\u200bb", "\x07\x9b2J", "\U000e0041tag", "line\nbreak")
ENCOUNTER = """
format = 1
system = "rbf"
title = {title}
[combatants.one]
name = {name}
side = {side}
hp = 20
skills = {{ brawl = 3 }}
[combatants.other]
name = "Other"
side = "foes"
hp = 20
tn = 12
damage = 5
"""


def told(played, tmp_path, name, form):
    """A story in which everything goes by a name."""
    file = tmp_path / "names.toml"
    file.write_text(ENCOUNTER.format(title=json.dumps(name), name=json.dumps(name[:64]), side=json.dumps(name[:64])))
    played.storage._session = from_encounter(str(file), "x", source=str(file))  # noqa: SLF001 - as `start` does
    played.type("init", f"note {json.dumps(name)}", "attack one other --dice 5,5 --force", "damage other 3")
    return played.type(f"log --format {form}").text


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_hidden_comes_out(played, tmp_path, name, form):
    text = told(played, tmp_path, name, form)
    assert all(is_visible(letter) for letter in text.replace("\n", ""))


@pytest.mark.parametrize("name", NAMES)
def test_a_page_shows_a_name_and_nothing_of_it_is_an_element(played, tmp_path, name):
    plainly = told(played, tmp_path, "Nobody", "html")
    page = told(played, tmp_path, name, "html")
    root, other = (ET.fromstring(each.removeprefix("<!DOCTYPE html>")) for each in (page, plainly))  # noqa: S314
    assert [each.tag for each in root.iter()] == [each.tag for each in other.iter()]
    assert [sorted(each.attrib) for each in root.iter()] == [sorted(each.attrib) for each in other.iter()]
    assert root.find("body/h1").text == name
    assert any(name[:64] in (each.text or "") for each in root.iter("td"))


@pytest.mark.parametrize("name", NAMES)
def test_a_table_of_markdown_keeps_its_columns(played, tmp_path, name):
    plainly = told(played, tmp_path, "Nobody", "markdown").splitlines()
    lines = told(played, tmp_path, name, "markdown").splitlines()
    bars = [len(re.findall(r"(?<!\\)\|", line)) for line in lines if line.startswith("|")]
    assert bars == [line.count("|") for line in plainly if line.startswith("|")]
    assert len(lines) == len(plainly)


@pytest.mark.parametrize("name", NAMES)
def test_a_fence_is_longer_than_any_within(played, tmp_path, name):
    fence, opened = "", 0
    for line in told(played, tmp_path, name, "markdown").splitlines():
        if fence:
            assert not re.fullmatch(rf" {{0,3}}{fence}`*\s*", line) or line == fence
            fence = "" if line == fence else fence
        elif line.startswith("```"):
            fence, opened = line.removesuffix("text"), opened + 1
    assert (fence, opened) == ("", 3)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_what_nobody_can_see_is_shown_by_its_number(hidden):
    assert all(is_visible(letter) for letter in markdown_plain(hidden))
    assert "\\\\" in markdown_plain(hidden)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("1. first", "1\\. first"),
        ("12) twelfth", "12\\) twelfth"),
        ("- item", "\\- item"),
        ("+ item", "\\+ item"),
        ("# heading", "\\# heading"),
        ("> quoted", "\\> quoted"),
        ("5 damage", "5 damage"),
        ("a*b*c", "a\\*b\\*c"),
        ("http://x.y", "http\\://x.y"),
        ("www.x.y", "www\\.x.y"),
    ],
)
def test_what_begins_a_line_is_no_mark(text, written):
    assert begun(text) == written


def test_the_page_reads_as_a_story(played):
    """Notes are the GM's words, turns without an action take a line, and what was forced is small print."""
    played.type("start dock-ambush --seed s", "init --set ada=40 --set joss=39 --set pell=38 --set tamsin=37")
    played.type('note "note: fog rolls in <over> the quay"', "attack joss thug1 --dice 5,6 --force", "turn next")
    played.type("turn next", "turn next")
    played.type("turn next", "damage thug1 1", *["turn next"] * 6)
    page = played.type("log --format html").text
    assert "<blockquote>note: fog rolls in &lt;over&gt; the quay</blockquote>" in page
    assert '<p class="small">forced: it is not Joss Marlow&#39;s turn</p>' in page
    assert "<p>Joss Marlow hits Dockside thug 1: 14 vs TN 12 (+2) <small>[5 6] +3</small></p>" in page
    assert page.count("<h4>Dockside thug 1&#39;s turn</h4>") == 2  # the second goes on
    empty = "Ada Quill&#39;s turn, Dockside thug 2&#39;s turn, Joss Marlow&#39;s turn"
    assert f'<p class="small">Nothing happens in {empty}' in page
    assert "<h4>Ada Quill" not in page
    assert "note: fog" in played.type("log --format markdown").text


def test_a_phase_before_a_turn_is_no_empty_turn(played):
    text = played.script("mine-raid").type("log --format html").text
    assert "<h4>Defence</h4>" in text
    assert "Nothing happens in Defence" not in text

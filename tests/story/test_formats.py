"""The four formats of a story: golden for a fight of each system, and what they have to keep to."""

import json
import os
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rbfcli.kernel.errors import UsageError
from rbfcli.render.cells import width
from rbfcli.render.style import Style

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


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("system", SCRIPTS)
def test_a_story_comes_out_the_same(played, system, form):
    reply = played.script(SCRIPTS[system]).type(f"log --format {form}")
    golden = HERE / "golden" / f"{system}.{form}"
    if REWRITE:
        golden.write_text(reply.text)
    assert reply.text == golden.read_text()
    assert (reply.status, reply.notice) == (0, "")


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
    assert "Rill Ostrander hits Mine guard 1: 10, at least 10  [4 5] +1" in told


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
        ("log --format html --script", "does not go with --script"),
        ("log --format json --last 2", "does not go with --last"),
        ("log --format markdown --json", "--json is the format json, not markdown"),
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

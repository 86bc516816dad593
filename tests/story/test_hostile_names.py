"""Names that would be obeyed: by a terminal, a browser, a forge. Every format shows them as they are."""

import json
import re
from xml.etree import ElementTree as ET

import pytest

from rbfcli.kernel.visible import is_visible
from rbfcli.session.begin import from_encounter
from rbfcli.story.as_markdown import begun, plain

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
    assert all(is_visible(letter) for letter in plain(hidden))
    assert "\\\\" in plain(hidden)


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

"""The picture of the screen in the README: what the program shows, in a small file that needs nothing else (G-02)."""

import re
from xml.etree import ElementTree as ET

from tests.conftest import ROOT
from tools.screen_picture import CELL, CELLS, MARGIN, PICTURE, screen_picture

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
    assert lines[1].startswith("Joss Marlow hits Winch gunner 1: 16 against 15, by 1")
    assert [line for line in lines if re.match(r"\*\+ joss *Joss Marlow", line)]
    parts = list(root.iter(f"{SVG}tspan"))
    assert all(float(each.get("x")) + float(each.get("textLength")) <= MARGIN + CELL * CELLS + 1 for each in parts)
    assert "\x1b" not in "".join(lines)

"""Pages and charts as a browser shows them: well-formed, in colours for light and dark, with nothing cut off."""

import json
import re
import shutil
import subprocess
from html import unescape
from xml.etree import ElementTree as ET

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.language.grammar import split_words
from rbfcli.render.layout import width
from rbfcli.render.page import STYLE as PAGE
from rbfcli.render.sentences import Style
from rbfcli.render.simulation import chart
from rbfcli.session.file_store import MemoryStorage
from rbfcli.story.documents import STYLE as STORY

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SVG = "{http://www.w3.org/2000/svg}"
LINES = ("duel", "duel --compare mine-raid", "duel --sweep bosun.count=1..3", "duel --what-matters", "duel --rounds 1")
DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{(.*?\})\s*\}", re.DOTALL)
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b")
# The widest letters of a text are narrower than this, on average, in parts of the height of the font.
CELL = 0.65


def drawn(line):
    """The chart of a simulation."""
    service = CommandService(MemoryStorage(), Style())
    return service.perform(split_words(f"simulate {line} -n 20 --jobs 1 --seed s --svg -")).text


def hostile():
    """A chart whose names are long, wide and mean harm, with many sides and rounds."""
    names = ("W" * 64, "竜" * 64, "<script>x</script>" * 3, "a & b", 'e" onload="x', "רעה")
    sides = {name: {"chance": 1.0, "low": 0.0, "high": 1.0} for name in names}
    rounds = {"counts": {str(number): 1 for number in range(1, 101)}}
    facts = {"fights": 100, "seed": "W" * 64, "sides": sides, "rounds": rounds, "draws": 100}
    change = {"before": 1.0, "chance": 0.0, "change": -1.0, "low": -1.0, "high": -1.0}
    changes = [{"what": "W" * 80, "others": 1, "sides": dict.fromkeys(names, change)}]
    return chart({"W" * 200: facts, "x": facts}, changes)


@pytest.fixture(scope="module")
def charts():
    return [*map(drawn, LINES), hostile()]


def rules_in(style):
    """The colours that a style declares, by selector or by variable."""
    blocks = re.findall(r"([^{}]+)\{([^{}]*)\}", style)
    declared = [(selector.strip(), each.partition(":")) for selector, body in blocks for each in body.split(";")]
    return {
        name.strip() if name.strip().startswith("--") else f"{selector} {name.strip()}"
        for selector, (name, _, value) in declared
        if COLOUR.search(value)
    }


def has_both_schemes(style):
    """Whether each colour of a style is declared for light and for dark, and each variable that is used."""
    dark = DARK.search(style)
    light = style.replace(dark[0], "")
    assert rules_in(light) == rules_in(dark[1])
    assert set(re.findall(r"var\((--\w+)\)", style)) <= rules_in(light)
    return bool(rules_in(light))


@pytest.mark.parametrize("style", [PAGE, STORY], ids=["page", "story"])
def test_a_page_has_each_colour_in_light_and_dark(style):
    assert has_both_schemes(style)
    with pytest.raises(AssertionError):
        has_both_schemes(re.sub(r"--ink: #[0-9a-f]+;", "", style, count=1))


def test_a_chart_has_each_colour_in_light_and_dark(charts):
    for text in charts:
        root = ET.fromstring(text)  # noqa: S314 - our own picture
        style = root.find(f"{SVG}style").text
        assert has_both_schemes(style)
        used = {each.get("class") for each in root.iter() if each.get("class")}
        assert used <= set(re.findall(r"\.([\w]+) \{", style))
        assert not [each for each in root.iter() if each.get("fill") or each.get("stroke") or each.get("style")]


def test_a_chart_is_whole_by_itself(charts):
    for text in charts:
        root = ET.fromstring(text)  # noqa: S314 - our own picture
        names = {each.tag.removeprefix(SVG) for each in root.iter()}
        assert names == {"svg", "title", "style", "rect", "path", "text"}
        assert re.findall(r"https?://[^\"]+", text) == ["http://www.w3.org/2000/svg"]
        assert not [key for each in root.iter() for key in each.attrib if key.startswith("on") or key == "href"]


def test_nothing_of_a_chart_is_outside_its_frame(charts):
    for text in charts[:-1]:
        root = ET.fromstring(text)  # noqa: S314 - our own picture
        *_, wide, high = map(float, root.get("viewBox").split())
        for each in root.iter(f"{SVG}text"):
            size = (11 if each.get("class") == "faint" else 13) * CELL * width(each.text)
            left = float(each.get("x")) - {"end": 1, "middle": 0.5}.get(each.get("text-anchor"), 0) * size
            assert left >= 0
            assert left + size <= wide
            assert 0 < float(each.get("y")) < high
        for each in root.iter(f"{SVG}rect"):
            if each.get("x"):
                assert 0 <= float(each.get("x")) <= float(each.get("x")) + float(each.get("width")) <= wide
                assert float(each.get("y")) + float(each.get("height")) < high


def test_a_chart_has_axes_and_says_what_its_marks_are(charts):
    texts = ["".join(each.itertext()) for each in ET.fromstring(charts[0]).iter(f"{SVG}text")]  # noqa: S314 - ours
    assert texts[:3] == ["duel", "chance to win and its 95 % interval in 20 fights, seed s", "0 %"]
    assert [each for each in texts if each in ("25 %", "50 %", "75 %", "100 %")][:4] == [
        "25 %",
        "50 %",
        "75 %",
        "100 %",
    ]
    assert {"crew", "dockers"} <= {*texts}
    assert "draw" in ["".join(each.itertext()) for each in ET.fromstring(charts[4]).iter(f"{SVG}text")]  # noqa: S314


MEASURE = """
<!DOCTYPE html><meta charset="utf-8"><body>CHARTS<pre id="told"></pre><script>
const told = [...document.querySelectorAll("svg")].map(svg => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text, rect, path")].filter(each => {
    const box = each.getBoundingClientRect();
    return box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom;
  }).map(each => each.outerHTML);
});
document.getElementById("told").textContent = JSON.stringify(told);
</script>
"""


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
def test_in_a_browser_nothing_of_a_chart_is_cut_off(charts, tmp_path):
    page = tmp_path / "charts.html"
    page.write_text(MEASURE.replace("CHARTS", "".join(charts)), encoding="utf-8")
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom", f"--user-data-dir={tmp_path / 'browser'}"]
    done = subprocess.run([CHROMIUM, *flags, page.as_uri()], capture_output=True, text=True, timeout=120, check=True)
    found = re.search(r'<pre id="told">(.*?)</pre>', done.stdout, re.DOTALL)
    assert json.loads(unescape(found[1])) == [[] for _ in charts]

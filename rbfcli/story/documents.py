"""A story as an HTML page or a Markdown document."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

from rbfcli.core.text import safe
from rbfcli.render.json_types.fights import Chapter, Told
from rbfcli.render.layout import cut
from rbfcli.render.narration import FORCED, NOTE
from rbfcli.story.story import Story
from rbfcli.story.text import Chart, StoryTable, bar_lines, charts_of, tables_of

ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
# Numeric columns.
NUMBERS = frozenset(
    ("dealt", "taken", "healed", "in part", "damage", "rolls", "successes", "expected", "percentile", "total", "mean")
)
# What goes between a total and its dice, and at the end of a turn's heading.
DICE, TURN = "  [", " turn"
STYLE = "\n" + Path(__file__).with_name("story.css").read_text(encoding="utf-8")


def html_lines(story: Story) -> Iterator[str]:
    """Yield the lines of the HTML page, which is also well-formed XML."""
    title = plain(story.title)
    yield from ("<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8"/>')
    yield f'<meta http-equiv="Content-Security-Policy" content="{plain(POLICY)}"/>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
    yield from (f"<title>{title}</title>", f"<style>{STYLE}</style>", "</head>", "<body>", f"<h1>{title}</h1>")
    yield f'<p class="note">{plain(story.system)}. {plain(story.how_it_stands())}</p>'
    yield "<h2>The story</h2>"
    for chapter in story.chapters:
        yield from _chapter(chapter, is_last=chapter is story.chapters[-1])
    yield "<h2>The numbers</h2>"
    for table in tables_of(story.statistics):
        yield from _table(table)
    sides = list(dict.fromkeys(each.side for each in story.statistics.people))
    for chart in charts_of(story.statistics):
        yield f"<h3>{plain(chart.title)}</h3>"
        yield from _svg(chart, sides)
    if story.faults:
        yield "<h2>What is wrong with the journal</h2>"
        yield from (f"<p>{plain(each)}</p>" for each in story.faults)
    yield from ("</body>", "</html>")


def plain(text: str) -> str:
    """Return a text escaped for an HTML element or attribute."""
    return safe(text).translate(ENTITIES)


NAMESPACE = "http://www.w3.org/2000/svg"
# A chart, in pixels: its width, that of its numbers, a row, a bar and the height of a letter. A label, in cells.
PLOT, BESIDE, ROW, BAR, LETTER, LABEL = 360, 48, 36, 14, 13, 48
COLOURS = 4


def _svg(chart: Chart, sides: Sequence[str]) -> Iterator[str]:
    height = ROW * len(chart.bars)
    yield f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {PLOT} {height}" role="img" aria-label="{plain(chart.title)}">'
    most = max(each.value for each in chart.bars) or 1
    for number, each in enumerate(chart.bars):
        length, top = round((PLOT - BESIDE) * max(0, each.value) / most, 1), number * ROW
        colour = f"side{sides.index(each.side) % COLOURS}" if each.side in sides else "rest"
        yield f'<text x="0" y="{top + LETTER}">{plain(cut(safe(each.label), LABEL))}</text>'
        yield f'<rect class="{colour}" x="0" y="{top + LETTER + 4}" width="{length}" height="{BAR}" rx="2"/>'
        yield f'<text x="{length + 6}" y="{top + LETTER + BAR + 2}">{plain(each.text)}</text>'
    yield "</svg>"


def _chapter(chapter: Chapter, *, is_last: bool) -> Iterator[str]:
    """Yield a round. Turns in which nothing happened take one line, but the last turn may still go on."""
    yield f"<section><h3>{plain(chapter.heading)}</h3>"
    told = [line for each in chapter.commands for line in each.told]
    empty: list[str] = []
    for line, after in zip_longest(told, told[1:]):
        is_over = not is_last if after is None else after.kind == "turn"
        if line.kind == "turn" and line.text.endswith(TURN) and is_over:
            empty.append(line.text)
            continue
        yield from _nothing_in(empty)
        empty = []
        yield _line(line)
    yield from _nothing_in(empty)
    yield "</section>"


def _nothing_in(turns: Sequence[str]) -> Iterator[str]:
    if turns:
        yield f'<p class="small">Nothing happens in {plain(", ".join(turns))}.</p>'


def _line(told: Told) -> str:
    """Return a line: the GM's notes as quotations, decisions against the rules in small print, and so the dice."""
    said, gap, dice = told.text.partition(DICE)
    text = plain(said).replace(" -&gt; ", "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}")
    if gap:
        text += f" <small>{plain(gap.strip() + dice)}</small>"
    if told.kind == "turn":
        return f"<h4>{text}</h4>"
    if said.startswith(NOTE):
        return f"<blockquote>{plain(told.text.removeprefix(NOTE))}</blockquote>"
    kind = "small" if said.startswith(FORCED) else "detail" if told.kind == "detail" else ""
    return f'<p class="{kind}">{text}</p>' if kind else f"<p>{text}</p>"


def _table(table: StoryTable) -> Iterator[str]:
    yield f"<h3>{plain(table.title)}</h3>"
    if table.rows:
        yield f'<div class="wide"><table><thead>{_row("th", table.columns, table.columns)}</thead><tbody>'
        yield from (_row("td", row.keys(), row.values()) for row in table.rows)
        yield "</tbody></table></div>"
    yield from (f'<p class="note">{plain(note)}</p>' for note in table.notes)


def _row(tag: str, columns: Iterable[str], cells: Iterable[str]) -> str:
    kinds = (' class="number"' if column in (*NUMBERS, "round") else "" for column in columns)
    found = (f"<{tag}{kind}>{plain(text)}</{tag}>" for kind, text in zip(kinds, cells, strict=True))
    return f"<tr>{''.join(found)}</tr>"


WIDTH = 78
# Characters special in Markdown, its tables, HTML or mathematics, anywhere in a text.
MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>|~&#$@!^"})
NUMBER, TEXT = "---:", "---"


def markdown_lines(story: Story) -> Iterator[str]:
    """Yield the lines of the Markdown document."""
    yield from (f"# {markdown_plain(story.title)}", "")
    yield from (f"{begun(story.system)}. {markdown_plain(story.how_it_stands())}", "")
    yield from ("## The story", "")
    for chapter in story.chapters:
        yield from _markdown_chapter(chapter)
    yield from ("## The numbers", "")
    for table in tables_of(story.statistics):
        yield from _markdown_table(table)
    for chart in charts_of(story.statistics):
        yield from _chart(chart)
    if story.faults:
        yield from ("## What is wrong with the journal", "", *(f"- {begun(each)}" for each in story.faults), "")


def markdown_plain(text: str) -> str:
    """Return a text with a backslash before everything special in Markdown."""
    return safe(text).translate(MARKS).replace("://", "\\://").replace("www.", "www\\.")


def begun(text: str) -> str:
    """Return a text for the start of a line, where Markdown could read it as an item or a heading."""
    return re.sub(r"^(?:(?=[-+=])|(\d+)(?=[.)]))", r"\1\\", markdown_plain(text))


def _markdown_chapter(chapter: Chapter) -> Iterator[str]:
    yield from (f"### {markdown_plain(chapter.heading)}", "")
    kinds = [told for each in chapter.commands for told in each.told]
    for at, told in enumerate(kinds):
        yield _markdown_line(told)
        if told.kind == "turn" or at + 1 == len(kinds) or kinds[at + 1].kind == "turn":
            yield ""


def _markdown_line(told: Told) -> str:
    """Return a turn in bold, a result as an item, or a detail as a nested item."""
    text = begun(told.text)
    return f"**{text}**" if told.kind == "turn" else f"{'  ' * (told.kind == 'detail')}- {text}"


def _markdown_table(table: StoryTable) -> Iterator[str]:
    yield from (f"### {table.title}", "")
    if table.rows:
        yield _markdown_row(table.columns)
        yield _markdown_row(NUMBER if each in NUMBERS else TEXT for each in table.columns)
        yield from (_markdown_row(map(markdown_plain, row.values())) for row in table.rows)
        yield ""
    for note in table.notes:
        yield from (begun(note), "")


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _chart(chart: Chart) -> Iterator[str]:
    """Yield bars in a code block, with a fence longer than any in the names."""
    lines = list(bar_lines(chart, WIDTH))
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", "\n".join(lines)))])
    yield from (f"### {chart.title}", "", f"{fence}text", *lines, fence, "")

"""A story as a Markdown document that shows on a forge: headings, sentences, tables, and bars in blocks of code."""

from collections.abc import Iterable, Iterator

from rbfcli.render.safe import safe
from rbfcli.story.bars import bar_lines
from rbfcli.story.chapters import Chapter, Told
from rbfcli.story.tables import Chart, Table, charts_of, tables_of
from rbfcli.story.telling import Story

WIDTH = 78
# What Markdown, its tables, its HTML and its mathematics would read, wherever it stands.
MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>|~&#$@!^"})
NUMBER, TEXT = "---:", "---"
NUMBERS = frozenset(
    ("dealt", "taken", "healed", "in part", "damage", "rolls", "successes", "expected", "percentile", "total", "mean")
)


def markdown_lines(story: Story) -> Iterator[str]:
    """The whole document."""
    yield from (f"# {plain(story.title)}", "", f"{begun(story.system)}. {plain(story.how_it_stands())}", "")
    yield from ("## The story", "")
    for chapter in story.chapters:
        yield from _chapter(chapter)
    yield from ("## The numbers", "")
    for table in tables_of(story.statistics):
        yield from _table(table)
    for chart in charts_of(story.statistics):
        yield from _chart(chart)
    if story.faults:
        yield from ("## What is wrong with the journal", "", *(f"- {begun(each)}" for each in story.faults), "")


def plain(text: str) -> str:
    """A text that Markdown shows as it is; a backslash stands before whatever would mean something."""
    return safe(text).translate(MARKS).replace("://", "\\://").replace("www.", "www\\.")


def begun(text: str) -> str:
    """A text at the beginning of a line, where Markdown might take it for an item or a heading."""
    written = plain(text)
    if written[:1] in ("-", "+", "="):
        return f"\\{written}"
    digits = len(written) - len(written.lstrip("0123456789"))
    return (
        f"{written[:digits]}\\{written[digits:]}" if digits and written[digits : digits + 1] in (".", ")") else written
    )


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield from (f"### {chapter.heading}", "")
    kinds = [told for deed in chapter.deeds for told in deed.told]
    for at, told in enumerate(kinds):
        yield _line(told)
        if told.kind == "turn" or at + 1 == len(kinds) or kinds[at + 1].kind == "turn":
            yield ""


def _line(told: Told) -> str:
    """A turn in bold, a result as an item, what belongs to it as an item below."""
    text = begun(told.text.strip())
    match told.kind:
        case "turn":
            return f"**{text}**"
        case "detail":
            return f"  - {text}"
        case _:
            return f"- {text}"


def _table(table: Table) -> Iterator[str]:
    yield from (f"### {table.title}", "")
    if table.rows:
        yield _row(table.columns)
        yield _row(NUMBER if each in NUMBERS else TEXT for each in table.columns)
        yield from (_row(plain(row[each]) for each in table.columns) for row in table.rows)
        yield ""
    for note in table.notes:
        yield from (begun(note), "")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _chart(chart: Chart) -> Iterator[str]:
    """Bars in a block of code, its fence longer than any that a name brings along."""
    lines = list(bar_lines(chart, WIDTH))
    fence = "```"
    while any(fence in line for line in lines):
        fence += "`"
    yield from (f"### {chart.title}", "", f"{fence}text", *lines, fence, "")

"""A story as text: round by round, then its numbers as tables and bars that fit the screen."""

from collections.abc import Iterator

from rbfcli.render.cells import wrapped
from rbfcli.render.narration import broken
from rbfcli.render.results import INDENT
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.render.tables import table
from rbfcli.story.bars import bar_lines
from rbfcli.story.chapters import Chapter, Told
from rbfcli.story.statistics import Statistics
from rbfcli.story.tables import Table, charts_of, tables_of
from rbfcli.story.telling import Story


def text_lines(story: Story, style: Style) -> Iterator[str]:
    """The whole story; bars are left out where somebody reads it out."""
    yield from wrapped(f"{safe(story.title)} ({story.system})", style.width)
    told = [*(line for chapter in story.chapters for line in _chapter(chapter, style)), "", *story.now]
    yield from broken(told, style)
    yield from _numbers(story.statistics, style)


def _chapter(chapter: Chapter, style: Style) -> Iterator[str]:
    yield ""
    yield style.paint(f"== {chapter.heading} ==", "heading")
    for deed in chapter.deeds:
        yield from (_line(each, style) for each in deed.told)


def _line(told: Told, style: Style) -> str:
    if told.kind == "turn":
        return style.paint(f"-- {told.text} --", "quiet")
    return f"{INDENT}{told.text}" if told.kind == "detail" else told.text


def _numbers(statistics: Statistics, style: Style) -> Iterator[str]:
    for each in tables_of(statistics):
        yield from ("", style.paint(f"== {each.title} ==", "heading"))
        yield from _spoken(each) if style.spoken else table(each.columns, each.rows, style)
        for note in each.notes:
            yield from wrapped(note, style.width)
    for chart in () if style.spoken else charts_of(statistics):
        yield from ("", style.paint(f"== {chart.title} ==", "heading"))
        yield from bar_lines(chart, style.width, blocks=style.blocks)


def _spoken(each: Table) -> Iterator[str]:
    """A line a row: whom it is about, and each value behind its name."""
    first, *others = each.columns
    for row in each.rows:
        yield f"{safe(row[first])}: " + ", ".join(f"{name} {safe(row[name])}" for name in others if row[name])

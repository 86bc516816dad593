"""Charts as SVG: a label above each bar and its number behind it, so that they can be read on a phone."""

from collections.abc import Callable, Iterator, Sequence

from rbfcli.render.cells import cut
from rbfcli.render.safe import safe
from rbfcli.story.tables import Bar, Chart

NAMESPACE = "http://www.w3.org/2000/svg"
WIDTH, ROW, BAR, TEXT = 360, 36, 14, 13
NUMBERS = 48
LABEL = 48
COLOURS = 4


def chart_lines(chart: Chart, sides: Sequence[str], plain: Callable[[str], str]) -> Iterator[str]:
    """The elements of one chart; `plain` makes a text one that the page shows as it is."""
    height = ROW * len(chart.bars)
    yield f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{plain(chart.title)}">'
    most = max(each.value for each in chart.bars) or 1
    for number, each in enumerate(chart.bars):
        length = round((WIDTH - NUMBERS) * max(0, each.value) / most, 1)
        top, colour = number * ROW, _colour(each, sides)
        yield f'<text x="0" y="{top + TEXT}">{plain(cut(safe(each.label), LABEL))}</text>'
        yield f'<rect class="{colour}" x="0" y="{top + TEXT + 4}" width="{length}" height="{BAR}" rx="2"/>'
        yield f'<text x="{length + 6}" y="{top + TEXT + BAR + 2}">{plain(each.text)}</text>'
    yield "</svg>"


def _colour(bar: Bar, sides: Sequence[str]) -> str:
    return f"side{sides.index(bar.side) % COLOURS}" if bar.side in sides else "rest"

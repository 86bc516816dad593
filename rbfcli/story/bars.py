"""Charts as lines of text: a label, a bar and its number, no wider than the screen."""

from collections.abc import Iterator

from rbfcli.render.cells import cut, padded, width
from rbfcli.render.safe import safe
from rbfcli.story.tables import Chart

LEAST_BAR, GAPS, INDENT = 4, 4, "  "


def bar_lines(chart: Chart, cells: int, *, blocks: bool = False) -> Iterator[str]:
    """One line a bar; the longest bar is the greatest value, and labels give way before bars do."""
    labels, texts = [safe(each.label) for each in chart.bars], [each.text for each in chart.bars]
    numbers = max(map(len, texts))
    room = cells - numbers - GAPS - LEAST_BAR
    wide = min(max(map(width, labels)), max(LEAST_BAR, room))
    longest = max(LEAST_BAR, cells - wide - numbers - GAPS - 1)
    most = max(each.value for each in chart.bars) or 1
    for label, text, each in zip(labels, texts, chart.bars, strict=True):
        bar = ("█" if blocks else "#") * round(longest * max(0, each.value) / most)
        yield f"{INDENT}{padded(cut(label, wide), wide)}  {bar} {text}"

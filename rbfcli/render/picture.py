"""The ground of a fight as its system draws it, in the width of a screen."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rbfcli.kernel.picture import Picture, Strips
from rbfcli.render.cells import flowed, padded, width, wrapped
from rbfcli.render.safe import safe

FURTHER = "    "
WIDEST_STRIP = 30


def drawn(picture: Picture, room: int) -> list[str]:
    """The lines of a picture, each at most so many cells wide."""
    return [line for part in picture for line in _part(part, room)]


def _part(part: str | tuple[str, ...] | Strips, room: int) -> Iterator[str]:
    if isinstance(part, tuple):
        yield from flowed([safe(each) for each in part], room, "; ")
    elif isinstance(part, str):
        text = safe(part)
        yield from wrapped(text, room, text[: len(text) - len(text.lstrip())] + FURTHER)
    else:
        yield from _strips(part, room)


def _strips(part: Strips, room: int) -> Iterator[str]:
    labels = tuple(map(safe, part.labels))
    beside = max(map(width, labels), default=0) + (1 if labels else 0)
    strips = [_in_cells(each, room - beside) for each in part.strips]
    bands = _bands(strips, part.gap, room - beside)
    left_out: list[str] = []
    if len(bands) > 1:
        until = len(strips) if part.to_strip is None else part.to_strip
        bands = _bands(strips[part.from_strip : until], part.gap, room - beside)
        left_out = [*_ends(strips[: part.from_strip]), *_ends(strips[until:])]
    for band in bands:
        widths = [max(map(width, strip), default=0) + part.gap for strip in band]
        rows = zip_longest(*band, fillvalue="")
        for label, row in zip_longest(labels, rows, fillvalue=""):
            cells = (padded(cell, cells) for cell, cells in zip(row, widths, strict=True))
            yield f"{padded(label, beside)}{''.join(cells)}".rstrip()
    if left_out:
        yield from wrapped(f"nobody near, not drawn: {', '.join(left_out)}", room, FURTHER)


def _ends(strips: Sequence[Sequence[str]]) -> Iterator[str]:
    """The headings of the first and the last of some strips; nothing where there are none."""
    headings = [heading for strip in strips if strip and (heading := strip[0].strip())]
    if headings:
        yield headings[0] if len(headings) == 1 else f"{headings[0]} to {headings[-1]}"


def _in_cells(strip: Sequence[str], room: int) -> list[str]:
    """The lines of a strip, those wrapped that are wider than a strip should be."""
    return [piece for line in strip for piece in wrapped(safe(line), min(room, WIDEST_STRIP), "  ")]


def _bands(strips: Sequence[list[str]], gap: int, room: int) -> list[list[list[str]]]:
    """The strips in as many bands as the room needs."""
    bands: list[list[list[str]]] = [[]]
    left = room + gap
    for strip in strips:
        needed = max(map(width, strip), default=0) + gap
        if bands[-1] and needed > left:
            bands.append([])
            left = room + gap
        bands[-1].append(strip)
        left -= needed
    return bands

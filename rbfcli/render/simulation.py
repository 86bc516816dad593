"""Simulations and solved fights in words and as a chart."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from msgspec import Struct

from rbfcli.core.limits import IDLE_ROUNDS
from rbfcli.core.text import safe
from rbfcli.render.layout import cut, table, wrapped
from rbfcli.render.sentences import Style

Facts = Mapping[str, Any]
MOST_BARS, LEAST_BAR, SHARE = 12, 5, 7


def report_lines(facts: Facts, style: Style) -> list[str]:
    """Return the full report on one simulated fight."""
    lines = [*_heading(facts, style), *table(["side", "wins", "chance", "95 %"], _sides(facts), style)]
    lines += [*_draws(facts, style), "", *_rounds(facts, style), ""]
    lines += table(["combatant", "out", "95 %", "left", "deals", "takes"], _people(facts), style)
    return [*lines, *_of_nobody(facts, style), *_examples(facts, style)]


def compared_lines(found: Mapping[str, Facts], style: Style) -> list[str]:
    """Return the win probabilities of several simulations, one row each."""
    sides = list(dict.fromkeys(side for facts in found.values() for side in facts["sides"]))
    rows = []
    for label, facts in found.items():
        row = {"of": label, "fights": f"{facts['fights']:,}", "rounds": f"{facts['rounds']['mean']:.1f}"}
        rows.append({**row, **{side: _between(facts["sides"][side]) for side in sides if side in facts["sides"]}})
    first = next(iter(found.values()))
    said = f"seed {first['seed']}; of each side the chance to win, with its 95 % interval"
    return [*wrapped(safe(said), style.width), *table(["of", *sides, "rounds", "fights"], rows, style)]


def short_lines(found: Mapping[str, Facts], changes: Sequence[Facts], *, several: bool) -> Iterator[str]:
    """Yield each side's win probability.

    With several simulations or changes, each line starts with a label and uses tabs.
    """
    results = [(label, each["sides"]) for label, each in found.items()]
    results += [(each["what"], each["sides"]) for each in changes]
    for label, sides in results:
        for side, each in sides.items():
            cells = (safe(label), safe(side), f"{each['chance']:.4f}")
            yield "\t".join(cells) if several else " ".join(cells[1:])


def _heading(facts: Facts, style: Style) -> list[str]:
    policies = facts["policies"]
    same = len(set(policies.values())) == 1
    how = next(iter(policies.values())) if same else ", ".join(f"{side} {name}" for side, name in policies.items())
    stopped = ", stopped" if facts["stopped"] else ""
    of = f" of {facts['source']}" if facts["source"] else ""
    count = facts["fights"]
    said = f"{count:,} fight{'s' * (count != 1)}{of}{stopped} ({facts['system']}), played {how}, seed {facts['seed']}"
    return list(wrapped(safe(said), style.width))


def _sides(facts: Facts) -> list[dict[str, str]]:
    return [
        {
            "side": side,
            "wins": f"{each['wins']:,}",
            "chance": percent(each["chance"]),
            "95 %": f"{percent(each['low'])} to {percent(each['high'])}",
        }
        for side, each in facts["sides"].items()
    ]


def _draws(facts: Facts, style: Style) -> Iterator[str]:
    """Yield the number of draws and their causes."""
    if not facts["draws"]:
        return
    ended, most = facts["ended"], facts["most_rounds"]
    reasons = [
        f"{ended['rounds']:,} were stopped after {most} round{'s' * (most != 1)}" if ended["rounds"] else "",
        f"in {ended['stuck']:,} no one acted for {IDLE_ROUNDS} rounds" if ended["stuck"] else "",
    ]
    told = "; ".join(filter(None, reasons))
    said = f"{facts['draws']:,} draw{'s' * (facts['draws'] != 1)} ({percent(facts['draws'] / facts['fights'])})" + (
        f": {told}" if told else ""
    )
    yield from wrapped(said, style.width)
    if ended["stuck"]:
        why = "".join(f"; {each}" for each in facts["stuck"])
        yield from wrapped(safe(f"still up then: {', '.join(_still_up(facts))}{why}"), style.width)


def _still_up(facts: Facts) -> Iterator[str]:
    """Yield the combatants still standing in stuck fights, with the number of those fights."""
    for side in facts["sides"]:
        people = ((who, each["stuck"]) for who, each in facts["combatants"].items() if each["side"] == side)
        if told := [f"{who} in {count:,}" for who, count in people if count]:
            yield f"{', '.join(told)} ({side})"


def _rounds(facts: Facts, style: Style) -> Iterator[str]:
    """Yield the mean and quantiles of the number of rounds, and a bar for each number or range."""
    rounds = facts["rounds"]
    said = f"rounds: {rounds['mean']:.2f} on average, {rounds['p50']} in the middle, {rounds['p5']} to {rounds['p95']}"
    yield from wrapped(f"{said} in 90 %", style.width)
    bars = _round_bars(facts)
    label_width = max(map(len, bars))
    room = max(LEAST_BAR, style.width - label_width - SHARE - 5)
    for label, share in bars.items():
        bar = "#" * round(room * share / max(bars.values()))
        yield f"  {label:>{label_width}}  {percent(share):>{SHARE}} {bar}".rstrip()


def _round_bars(facts: Facts) -> dict[str, float]:
    """Return the share of fights that took each number of rounds, or each range of numbers if there are many."""
    counts = {int(number): count for number, count in facts["rounds"]["counts"].items()}
    least = min(counts)
    wide = max(1, -(-(max(counts) - least + 1) // MOST_BARS))
    bars: dict[int, int] = {}
    for number, count in sorted(counts.items()):
        start = least + (number - least) // wide * wide
        bars[start] = bars.get(start, 0) + count
    names = {start: str(start) if wide == 1 else f"{start}-{start + wide - 1}" for start in bars}
    return {names[start]: count / facts["fights"] for start, count in bars.items()}


def _people(facts: Facts) -> list[dict[str, str]]:
    return [
        {
            "combatant": who,
            "out": percent(each["down"]),
            "95 %": f"{percent(each['low'])} to {percent(each['high'])}",
            "left": f"{each['left']:.1f}",
            "deals": f"{each['dealt']:.1f}",
            "takes": f"{each['taken']:.1f}",
        }
        for who, each in facts["combatants"].items()
    ]


def _of_nobody(facts: Facts, style: Style) -> Iterator[str]:
    """Yield a note on damage taken that no enemy in the table dealt."""
    if facts["of_nobody"]:
        told = f"{facts['of_nobody']:.2g} of the damage taken per fight came from no enemy"
        yield from wrapped(told, style.width)


def _examples(facts: Facts, style: Style) -> Iterator[str]:
    first = next(iter(facts["sides"]))
    for what, key in (("a middling fight", "median"), (f"the worst for {first}", "worst")):
        if facts[key]["line"]:
            yield from wrapped(safe(f"{what}: {facts[key]['line']}"), style.width)


def _between(side: Facts) -> str:
    return f"{percent(side['chance'])} ({100 * side['low']:.1f} to {100 * side['high']:.1f})"


def percent(chance: float) -> str:
    """Return a probability as a percentage for people."""
    return f"{100 * chance:.1f} %"


FIRST = "what changes"


def matter_lines(facts: Facts, changes: Sequence[Facts], left_out: int, style: Style) -> list[str]:
    """Return the changes, largest effect first.

    Changes that gave no fight another winner are listed together.
    """
    side = next(iter(facts["sides"]))
    said = f"what matters most to {side}: each change played {facts['fights']:,} times, with the dice of those above"
    lines = list(wrapped(safe(said), style.width))
    rows = [_row(change["what"], change["sides"][side], side) for change in changes if change["others"]]
    lines += table([FIRST, f"{side} wins", "by"], rows, style)
    return [*lines, *_nothing([change["what"] for change in changes if not change["others"]], left_out, style)]


def change_in_words(each: Facts) -> tuple[str, str]:
    """Return the probability before and after a change, and the change with its interval.

    The second reads `-21.0 (-24.1 to -17.8)`, in percentage points.
    """
    by, low, high = (f"{100 * each[key]:+.1f}" for key in ("change", "low", "high"))
    return f"{percent(each['before'])} → {percent(each['chance'])}", f"{by} ({low} to {high})"


def _row(what: str, each: Facts, side: str) -> dict[str, str]:
    chance, by = change_in_words(each)
    return {FIRST: what, f"{side} wins": chance, "by": by}


def _nothing(changes: Sequence[str], left_out: int, style: Style) -> Iterator[str]:
    if changes:
        yield from wrapped(safe(f"no fight had another winner with {'; '.join(changes)}"), style.width)
    if left_out:
        yield from wrapped(f"{left_out:,} more changes were left out", style.width)


# A chart, in pixels: its margin, the column of labels, the plot, and the column of numbers.
MARGIN, LABELS, PLOT, SHARES = 24, 192, 320, 120
LEFT, WIDTH = MARGIN + LABELS, MARGIN + LABELS + PLOT + SHARES + MARGIN
ROW, BAR, TEXT, SMALL = 24, 14, 13, 11
LABEL_CELLS, HEADING_CELLS, TITLE_CELLS, ENTRY_CELLS = 24, 40, 52, 24
TICKS = 4
SCALES = (0.2, 0.4, 0.6, 0.8, 1.0)
COLOURS = 4
FONTS = f"text {{ font: {TEXT}px sans-serif }} .faint {{ font-size: {SMALL}px }} .heading {{ font-weight: bold }}"
LIGHT = {
    ".paper": "fill: #fdfcf9", "text": "fill: #1c1b1a", ".faint": "fill: #66625c", ".grid": "stroke: #d8d3ca",
    ".interval": "stroke: #1c1b1a", ".rest": "fill: #8a857d", ".side0": "fill: #2f6fae", ".side1": "fill: #b5532a",
    ".side2": "fill: #3f7d4e", ".side3": "fill: #7b5aa6",
}  # fmt: skip
DARK = {
    ".paper": "fill: #191817", "text": "fill: #e9e6e0", ".faint": "fill: #a5a098", ".grid": "stroke: #3b3935",
    ".interval": "stroke: #e9e6e0", ".rest": "fill: #79756e", ".side0": "fill: #6aa9e6", ".side1": "fill: #e58a5f",
    ".side2": "fill: #7cc08c", ".side3": "fill: #b99be0",
}  # fmt: skip


class ChartBar(Struct, frozen=True):
    """A bar of a chart, between two shares, with what is said beside it and perhaps its interval."""

    label: str
    start: float
    end: float
    colour: str
    said: str
    interval: tuple[float, float] | None = None


def chart(found: Mapping[str, Mapping[str, Any]], changes: Sequence[Mapping[str, Any]] = ()) -> str:
    """Return an SVG chart of each simulation, of the changes that altered a winner, and a legend."""
    drawn = _Drawing()
    sides = list(dict.fromkeys(side for facts in found.values() for side in facts["sides"]))
    colours = {side: f"side{number % COLOURS}" for number, side in enumerate(sides)}
    for label, facts in found.items():
        fights = f"{facts['fights']:,} fight{'s' * (facts['fights'] != 1)}"
        drawn.heading(label)
        drawn.panel(f"chance to win in {fights}, seed {facts['seed']}", [*_side_bars(facts, colours)], 1)
        bars = _round_bars(facts)
        scale = next(each for each in SCALES if each >= max(bars.values()) - 1e-9)
        rows = [ChartBar(rounds, 0, share, "rest", percent(share)) for rounds, share in bars.items()]
        drawn.panel("rounds until a fight is over", rows, scale)
    if effects := [change for change in changes if change["others"]]:
        first = sides[0]
        drawn.heading(f"what matters most to {first}")
        drawn.panel("chance to win, before and after a change", [*_change_bars(effects, first)], 1)
        drawn.legend([("side0", f"{first} wins more often"), ("side1", "less often")])
    drawn.legend([*((colour, side) for side, colour in colours.items()), ("interval", "95 % interval")])
    return drawn.text()


def _side_bars(facts: Facts, colours: Mapping[str, str]) -> Iterator[ChartBar]:
    for side, each in facts["sides"].items():
        interval = (each["low"], each["high"])
        yield ChartBar(side, 0, each["chance"], colours[side], percent(each["chance"]), interval)
    if facts["draws"]:
        share = facts["draws"] / facts["fights"]
        yield ChartBar("draw", 0, share, "rest", percent(share))


def _change_bars(changes: Sequence[Facts], side: str) -> Iterator[ChartBar]:
    for change in changes:
        each = change["sides"][side]
        colour = "side0" if each["change"] > 0 else "side1"
        said = f"{100 * each['before']:.1f} → {percent(each['chance'])}"
        yield ChartBar(change["what"], each["before"], each["chance"], colour, said)


class _Drawing:
    """An SVG picture that grows downwards."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._top = MARGIN

    def text(self) -> str:
        """Return the whole picture, in the colours of a light or a dark page."""
        height = self._top + MARGIN - ROW // 2
        light, dark = ("".join(f"{each} {{ {what} }} " for each, what in them.items()) for them in (LIGHT, DARK))
        size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
        lines = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            "<title>Results of a simulation</title>",
            f"<style>{FONTS} {light}@media (prefers-color-scheme: dark) {{ {dark}}}</style>",
            '<rect class="paper" width="100%" height="100%"/>',
            *self._parts,
            "</svg>",
        )
        return "".join(f"{line}\n" for line in lines)

    def heading(self, text: str) -> None:
        """Draw the heading of some panels."""
        self._text(MARGIN, self._top + TEXT, cut(safe(text), HEADING_CELLS), "heading")
        self._top += ROW

    def panel(self, title: str, bars: Sequence[ChartBar], scale: float) -> None:
        """Draw bars on an axis from 0 to a share."""
        self._text(MARGIN, self._top + SMALL, cut(safe(title), TITLE_CELLS), "faint")
        self._top += ROW
        below = self._top + ROW * len(bars)
        for tick in range(TICKS + 1):
            across = LEFT + PLOT * tick // TICKS
            self._parts.append(f'<path class="grid" d="M{across} {self._top - 4}V{below}"/>')
            self._text(across, below + SMALL + 2, f"{100 * scale * tick / TICKS:.0f} %", "faint", "middle")
        for bar in bars:
            self._bar(bar, scale)
        self._top += ROW + ROW // 2

    def _bar(self, bar: ChartBar, scale: float) -> None:
        start, end = (LEFT + PLOT * each / scale for each in (bar.start, bar.end))
        size = f'x="{min(start, end):.1f}" y="{self._top}" width="{abs(end - start):.1f}" height="{BAR}"'
        self._parts.append(f'<rect class="{bar.colour}" {size}/>')
        if bar.interval:
            low, high = (LEFT + PLOT * each / scale for each in bar.interval)
            self._interval(low, high)
        self._text(MARGIN, self._top + SMALL, cut(safe(bar.label), LABEL_CELLS))
        self._text(LEFT + PLOT + SHARES, self._top + SMALL, bar.said, anchor="end")
        self._top += ROW

    def _interval(self, low: float, high: float) -> None:
        ends = f"M{low:.1f} {self._top + 3}v{BAR - 6}M{high:.1f} {self._top + 3}v{BAR - 6}"
        self._parts.append(f'<path class="interval" d="M{low:.1f} {self._top + BAR / 2}H{high:.1f}{ends}"/>')

    def legend(self, entries: Sequence[tuple[str, str]]) -> None:
        """Draw what each colour means, two entries a line."""
        for number, (colour, text) in enumerate(entries):
            left = (MARGIN, WIDTH // 2)[number % 2]
            if colour == "interval":
                self._interval(left, left + BAR)
            else:
                self._parts.append(f'<rect class="{colour}" x="{left}" y="{self._top}" width="{BAR}" height="{BAR}"/>')
            self._text(left + BAR + 8, self._top + SMALL, cut(safe(text), ENTRY_CELLS))
            self._top += ROW if number % 2 or number == len(entries) - 1 else 0

    def _text(self, left: float, top: float, text: str, kind: str = "", anchor: str = "") -> None:
        more = f' class="{kind}"' * bool(kind) + f' text-anchor="{anchor}"' * bool(anchor)
        self._parts.append(f'<text x="{left:g}" y="{top:g}"{more}>{escape(text)}</text>')

"""Simulations and solved fights in words and as a chart."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from msgspec import Struct

from rbfcli.core.limits import IDLE_ROUNDS
from rbfcli.core.text import safe
from rbfcli.render.layout import cut, table, wrapped
from rbfcli.render.sentences import Style, counted

Facts = Mapping[str, Any]
MOST_BARS, LEAST_BAR, SHARE = 12, 5, 7


def report_lines(facts: Facts, style: Style) -> list[str]:
    """Return the full report on one simulated fight."""
    sides = [
        {
            "side": side,
            "wins": f"{each['wins']:,}",
            "chance": percent(each["chance"]),
            "95 %": f"{percent(each['low'])} to {percent(each['high'])}",
        }
        for side, each in facts["sides"].items()
    ]
    people = [
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
    return [
        *_wrapped([_heading(facts)], style),
        *table([*sides[0]], sides, style),
        *_wrapped(_draws(facts), style),
        "",
        *_rounds(facts, style),
        "",
        *table([*people[0]], people, style),
        *_wrapped(_notes(facts), style),
    ]


def _wrapped(texts: Iterable[str], style: Style) -> list[str]:
    return [line for text in texts for line in wrapped(safe(text), style.width)]


def compared_lines(found: Mapping[str, Facts], style: Style) -> list[str]:
    """Return the win probabilities of several simulations, one row each."""
    sides = list(dict.fromkeys(side for facts in found.values() for side in facts["sides"]))
    rows = []
    for label, facts in found.items():
        row = {"of": label, "fights": f"{facts['fights']:,}", "rounds": f"{facts['rounds']['mean']:.1f}"}
        for side, each in facts["sides"].items():
            row[side] = f"{percent(each['chance'])} ({100 * each['low']:.1f} to {100 * each['high']:.1f})"
        rows.append(row)
    first = next(iter(found.values()))
    said = f"seed {first['seed']}; of each side the chance to win, with its 95 % interval"
    return [*_wrapped([said], style), *table(["of", *sides, "rounds", "fights"], rows, style)]


def short_lines(found: Mapping[str, Facts], changes: Sequence[Facts], *, several: bool) -> Iterator[str]:
    """Yield each side's win probability; `several` simulations or changes have labels and tabs."""
    results = [(label, each["sides"]) for label, each in found.items()]
    results += [(each["what"], each["sides"]) for each in changes]
    for label, sides in results:
        for side, each in sides.items():
            cells = (safe(label), safe(side), f"{each['chance']:.4f}")
            yield "\t".join(cells) if several else " ".join(cells[1:])


def _fights(facts: Facts) -> str:
    return counted(f"{facts['fights']:,}", "fight")


def _heading(facts: Facts) -> str:
    policies = facts["policies"]
    same = len(set(policies.values())) == 1
    how = next(iter(policies.values())) if same else ", ".join(f"{side} {name}" for side, name in policies.items())
    stopped = ", stopped" if facts["stopped"] else ""
    of = f" of {facts['source']}" if facts["source"] else ""
    return f"{_fights(facts)}{of}{stopped} ({facts['system']}), policy {how}, seed {facts['seed']}"


def _draws(facts: Facts) -> Iterator[str]:
    """Yield the number of draws and their causes, and who was still standing in stuck fights."""
    if not facts["draws"]:
        return
    limited, stuck = facts["ended"]["rounds"], facts["ended"]["stuck"]
    reasons = [f"{limited:,} were stopped after {counted(facts['most_rounds'], 'round')}"] if limited else []
    reasons += [f"in {stuck:,} no one acted for {IDLE_ROUNDS} rounds"] if stuck else []
    count = f"{facts['draws']:,}"
    draws = f"{counted(count, 'draw')} ({percent(facts['draws'] / facts['fights'])})"
    yield f"{draws}: {'; '.join(reasons)}" if reasons else draws
    if stuck:
        yield f"still up then: {'; '.join((', '.join(_still_up(facts)), *facts['stuck']))}"


def _still_up(facts: Facts) -> Iterator[str]:
    """Yield the combatants still standing in stuck fights, with the number of those fights."""
    for side in facts["sides"]:
        people = ((who, each["stuck"]) for who, each in facts["combatants"].items() if each["side"] == side)
        if told := [f"{who} in {count:,}" for who, count in people if count]:
            yield f"{', '.join(told)} ({side})"


def _rounds(facts: Facts, style: Style) -> Iterator[str]:
    """Yield the mean and quantiles of the number of rounds, and a bar for each number or range."""
    rounds = facts["rounds"]
    said = f"rounds: mean {rounds['mean']:.2f}, median {rounds['p50']}; 90 % of fights take {rounds['p5']} to"
    yield from _wrapped([f"{said} {rounds['p95']}"], style)
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
    bars = Counter[int]()
    for number, count in sorted(counts.items()):
        bars[least + (number - least) // wide * wide] += count
    return {
        str(start) if wide == 1 else f"{start}-{start + wide - 1}": count / facts["fights"]
        for start, count in bars.items()
    }


def _notes(facts: Facts) -> Iterator[str]:
    """Yield a note on damage that no enemy dealt, and the lines that print two of the fights."""
    if facts["of_nobody"]:
        yield f"{facts['of_nobody']:.2g} of the damage taken per fight came from no enemy"
    first = next(iter(facts["sides"]))
    for what, key in (("a typical fight", "median"), (f"the worst for {first}", "worst")):
        if facts[key]["line"]:
            yield f"{what}: {facts[key]['line']}"


def percent(chance: float) -> str:
    """Return a probability as a percentage for people."""
    return f"{100 * chance:.1f} %"


def matter_lines(facts: Facts, changes: Sequence[Facts], left_out: int, style: Style) -> list[str]:
    """Return the changes, largest effect first, and a list of those that gave no fight another winner."""
    side = next(iter(facts["sides"]))
    said = f"what matters most to {side}: each change played {facts['fights']:,} times, with the dice of those above"
    first, wins = "what changes", f"{side} wins"
    rows = [
        {first: change["what"], **dict(zip((wins, "by"), _change_in_words(change["sides"][side]), strict=True))}
        for change in changes
        if change["others"]
    ]
    nothing = [change["what"] for change in changes if not change["others"]]
    notes = [f"no fight had another winner with {'; '.join(nothing)}"] if nothing else []
    notes += [f"{left_out:,} more changes were left out"] if left_out else []
    return [*_wrapped([said], style), *table([first, wins, "by"], rows, style), *_wrapped(notes, style)]


def _change_in_words(each: Facts) -> tuple[str, str]:
    """Return the probability before and after a change, and `-21.0 (-24.1 to -17.8)` in percentage points."""
    by, low, high = (f"{100 * each[key]:+.1f}" for key in ("change", "low", "high"))
    return f"{percent(each['before'])} → {percent(each['chance'])}", f"{by} ({low} to {high})"


# A chart, in pixels: its margin, the column of labels, the plot, and the column of numbers.
MARGIN, LABELS, PLOT, SHARES = 24, 192, 320, 120
LEFT, WIDTH = MARGIN + LABELS, MARGIN + LABELS + PLOT + SHARES + MARGIN
ROW, BAR, TEXT, SMALL = 24, 14, 13, 11
LABEL_CELLS, HEADING_CELLS, TITLE_CELLS = 24, 40, 80
TICKS = 4
SCALES = (0.2, 0.4, 0.6, 0.8, 1.0)
COLOURS = 4
CHART_STYLE = Path(__file__).with_name("chart.css").read_text(encoding="utf-8")


class ChartBar(Struct, frozen=True):
    """A bar of a chart, between two shares, with what is said beside it and perhaps its interval."""

    label: str
    start: float
    end: float
    colour: str
    said: str
    interval: tuple[float, float] | None = None


def chart(found: Mapping[str, Mapping[str, Any]], changes: Sequence[Mapping[str, Any]] = ()) -> str:
    """Return an SVG chart of each simulation, and of the changes that altered a winner."""
    drawn = _Drawing()
    sides = list(dict.fromkeys(side for facts in found.values() for side in facts["sides"]))
    colours = {side: f"side{number % COLOURS}" for number, side in enumerate(sides)}
    for label, facts in found.items():
        drawn.heading(label)
        title = f"chance to win and its 95 % interval in {_fights(facts)}, seed {facts['seed']}"
        drawn.panel(title, [*_side_bars(facts, colours)], 1)
        bars = _round_bars(facts)
        scale = next(each for each in SCALES if each >= max(bars.values()) - 1e-9)
        rows = [ChartBar(rounds, 0, share, "rest", percent(share)) for rounds, share in bars.items()]
        drawn.panel("rounds until a fight is over", rows, scale)
    if effects := [change for change in changes if change["others"]]:
        drawn.heading(f"what matters most to {sides[0]}")
        drawn.panel("chance to win, before and after a change", [*_change_bars(effects, sides[0])], 1)
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
    def __init__(self) -> None:
        self._parts: list[str] = []
        self._top = MARGIN

    def text(self) -> str:
        """Return the whole picture."""
        height = self._top + MARGIN - ROW // 2
        size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
        lines = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            "<title>Results of a simulation</title>",
            f"<style>\n{CHART_STYLE}</style>",
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
            ends = f"M{low:.1f} {self._top + 3}v{BAR - 6}M{high:.1f} {self._top + 3}v{BAR - 6}"
            self._parts.append(f'<path class="interval" d="M{low:.1f} {self._top + BAR / 2}H{high:.1f}{ends}"/>')
        self._text(MARGIN, self._top + SMALL, cut(safe(bar.label), LABEL_CELLS))
        self._text(LEFT + PLOT + SHARES, self._top + SMALL, bar.said, anchor="end")
        self._top += ROW

    def _text(self, left: float, top: float, text: str, kind: str = "", anchor: str = "") -> None:
        more = f' class="{kind}"' * bool(kind) + f' text-anchor="{anchor}"' * bool(anchor)
        self._parts.append(f'<text x="{left:g}" y="{top:g}"{more}>{escape(text)}</text>')

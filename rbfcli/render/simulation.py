"""Simulations and solved fights in words and as a chart."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from rbfcli.core.limits import IDLE_ROUNDS
from rbfcli.core.text import safe
from rbfcli.render.layout import table, wrapped
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
        f"in {ended['stuck']:,} nobody did anything for {IDLE_ROUNDS} rounds" if ended["stuck"] else "",
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
    counts = {int(number): count for number, count in rounds["counts"].items()}
    wide = max(1, -(-(max(counts) - min(counts) + 1) // MOST_BARS))
    bars: dict[int, int] = {}
    for number, count in counts.items():
        start = min(counts) + (number - min(counts)) // wide * wide
        bars[start] = bars.get(start, 0) + count
    labels = {start: str(start) if wide == 1 else f"{start}-{start + wide - 1}" for start in bars}
    label_width = max(map(len, labels.values()))
    room = max(LEAST_BAR, style.width - label_width - SHARE - 5)
    for start in sorted(bars):
        bar = "#" * round(room * bars[start] / max(bars.values()))
        yield f"  {labels[start]:>{label_width}}  {percent(bars[start] / facts['fights']):>{SHARE}} {bar}".rstrip()


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
        told = f"of what is taken, {facts['of_nobody']:.2g} a fight is dealt by nobody of another side"
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


WIDTH, ROW, BAR, LABEL, TEXT = 480, 30, 16, 150, 13
HEAD = f'font-family="sans-serif" font-size="{TEXT}"'
COLOURS = ("#33608c", "#b5483a", "#5b8c3a", "#8a5ba6")


def chart(found: Mapping[str, Mapping[str, Any]], changes: Sequence[Mapping[str, Any]] = ()) -> str:
    """Return an SVG chart with a group for each simulation, followed by the changes that altered a winner."""
    lines, top = list[str](), 10
    for label, facts in found.items():
        fights = f"{facts['fights']:,} fight{'s' * (facts['fights'] != 1)}"
        lines.append(_text(0, top + TEXT, f"{label}: {fights}, seed {facts['seed']}"))
        top += ROW
        for number, (side, each) in enumerate(facts["sides"].items()):
            lines += _side(top, side, each, COLOURS[number % len(COLOURS)])
            top += ROW
        lines.append(_text(0, top + TEXT, "rounds"))
        top += ROW
        counts = {rounds: count / facts["fights"] for rounds, count in facts["rounds"]["counts"].items()}
        for rounds, share in counts.items():
            lines += _bar(top, rounds, share, max(counts.values()))
            top += ROW - 8
        top += ROW
    for change in changes:
        if change["others"]:
            lines += _change(top, change["what"], next(iter(change["sides"].values())))
            top += 2 * ROW - 8
    size = f'viewBox="0 0 {WIDTH + 20} {top}" width="{WIDTH + 20}" height="{top}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {HEAD}>'
    return "\n".join([opening, '<rect width="100%" height="100%" fill="#ffffff"/>', *lines, "</svg>", ""])


def _side(top: int, side: str, each: Mapping[str, Any], colour: str) -> Iterator[str]:
    room = WIDTH - LABEL - 60
    middle = top + BAR / 2
    low, high = (round(LABEL + room * each[key], 1) for key in ("low", "high"))
    yield _text(0, top + TEXT, side)
    yield f'<rect x="{LABEL}" y="{top}" width="{round(room * each["chance"], 1)}" height="{BAR}" fill="{colour}"/>'
    yield f'<path d="M{low} {middle}H{high}" stroke="#000000" stroke-width="2"/>'
    yield _text(WIDTH - 52, top + TEXT, f"{100 * each['chance']:.1f} %")


def _bar(top: int, rounds: str, share: float, most: float) -> Iterator[str]:
    room = WIDTH - LABEL - 60
    yield _text(LABEL - 30, top + TEXT, rounds)
    yield f'<rect x="{LABEL}" y="{top}" width="{round(room * share / most, 1)}" height="{BAR - 2}" fill="#8c8c8c"/>'
    yield _text(WIDTH - 52, top + TEXT, f"{100 * share:.1f} %")


def _change(top: int, what: str, each: Mapping[str, Any]) -> Iterator[str]:
    """Yield a change and its effect in words, above a bar from the old probability to the new one."""
    room = WIDTH - LABEL - 60
    before, behind = (round(LABEL + room * each[key], 1) for key in ("before", "chance"))
    colour = COLOURS[0] if behind > before else COLOURS[1]
    middle = top + ROW - 8 + BAR / 2
    yield _text(0, top + TEXT, f"{what}: {' ('.join(change_in_words(each))})")
    yield f'<path d="M{LABEL} {middle}H{LABEL + room}" stroke="#c0c0c0"/>'
    left, wide = min(before, behind), round(abs(behind - before), 1)
    yield f'<rect x="{left}" y="{top + ROW - 8}" width="{wide}" height="{BAR - 2}" fill="{colour}"/>'


def _text(left: int, top: int, text: str) -> str:
    return f'<text x="{left}" y="{top}">{escape(safe(text))}</text>'

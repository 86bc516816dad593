"""A simulation in words: who won how often, how long it took, what befell whom."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rbfcli.kernel.limits import IDLE_ROUNDS
from rbfcli.render.cells import wrapped
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.render.tables import table

Facts = Mapping[str, Any]
MOST_BARS, LEAST_BAR, SHARE = 12, 5, 7


def report_lines(facts: Facts, style: Style) -> list[str]:
    """Everything about one fight that was played many times."""
    lines = [*_heading(facts, style), *table(["side", "wins", "chance", "95 %"], _sides(facts), style)]
    lines += [*_draws(facts, style), "", *_rounds(facts, style), ""]
    lines += table(["combatant", "out", "95 %", "left", "deals", "takes"], _people(facts), style)
    return [*lines, *_of_nobody(facts, style), *_examples(facts, style)]


def compared_lines(found: Mapping[str, Facts], style: Style) -> list[str]:
    """The chances of several simulations, a row each."""
    sides = list(dict.fromkeys(side for facts in found.values() for side in facts["sides"]))
    rows = []
    for label, facts in found.items():
        row = {"of": label, "fights": f"{facts['fights']:,}", "rounds": f"{facts['rounds']['mean']:.1f}"}
        rows.append({**row, **{side: _between(facts["sides"][side]) for side in sides if side in facts["sides"]}})
    first = next(iter(found.values()))
    said = f"seed {first['seed']}; of each side the chance to win, with its 95 % interval"
    return [*wrapped(safe(said), style.width), *table(["of", *sides, "rounds", "fights"], rows, style)]


def short_lines(found: Mapping[str, Facts], changes: Sequence[Facts], *, several: bool) -> Iterator[str]:
    """The chance of each side; of several simulations, or with changes, each with what it is, and tabs between."""
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
    """How many fights nobody won, and why."""
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
    """Who stood in the fights in which nobody did anything any more, and in how many of them."""
    for side in facts["sides"]:
        people = ((who, each["stuck"]) for who, each in facts["combatants"].items() if each["side"] == side)
        if told := [f"{who} in {count:,}" for who, count in people if count]:
            yield f"{', '.join(told)} ({side})"


def _rounds(facts: Facts, style: Style) -> Iterator[str]:
    """Mean and quantiles, and a bar for each number of rounds, or for some together."""
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
    """What is taken and not dealt by anybody in the table."""
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
    """A chance as people read it."""
    return f"{100 * chance:.1f} %"

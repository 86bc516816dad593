"""A fight that was solved, in words: the chances of its ends, and the best way to play."""

from collections.abc import Iterator, Mapping
from typing import Any

from rbfcli.kernel.limits import IDLE_ROUNDS
from rbfcli.render.cells import wrapped
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.render.tables import table

Facts = Mapping[str, Any]
# A longer fraction tells nobody more than its digits.
SHORT, MOST_ROUNDS, LEAST_BAR, SHARE = 24, 12, 5, 8
UNTOLD = 0.0005
FRACTION = "as a fraction"


def solved_lines(facts: Facts, style: Style) -> list[str]:
    """Everything about a fight that was solved."""
    rows = _sides(facts)
    columns = [each for each in ("side", "chance to win", FRACTION) if any(row[each] for row in rows)]
    lines = [*_heading(facts, style), *table(columns, rows, style)]
    lines += [*_draws(facts, style), "", *_rounds(facts, style), ""]
    lines += table(["combatant", "out", "left"], _people(facts), style)
    return [*lines, *_unlimited(facts, style), *_best(facts, style)]


def _heading(facts: Facts, style: Style) -> list[str]:
    policies = facts["policies"]
    same = len(set(policies.values())) == 1
    how = next(iter(policies.values())) if same else ", ".join(f"{side} {name}" for side, name in policies.items())
    of = facts["source"] or "this fight"
    said = f"{of} ({facts['system']}), played {how}: exact, over {facts['positions']:,} positions"
    return list(wrapped(safe(said), style.width))


def _sides(facts: Facts) -> list[dict[str, str]]:
    rows = [{"side": side, **_told(each)} for side, each in facts["sides"].items()]
    return [*rows, {"side": "nobody", **_told(facts["draws"])}] if facts["draws"]["chance"] else rows


def _told(each: Facts) -> dict[str, str]:
    fraction = each["fraction"] if len(each["fraction"]) <= SHORT else ""
    return {"chance to win": each["digits"], FRACTION: fraction}


def _draws(facts: Facts, style: Style) -> Iterator[str]:
    """Why nobody wins, as far as that is not how the rules end it."""
    ended, most = facts["ended"], facts["most_rounds"]
    reasons = [
        f"stopped after {most} round{'s' * (most != 1)}: {ended['rounds']['digits']}",
        f"nobody does anything for {IDLE_ROUNDS} rounds: {ended['stuck']['digits']}",
    ]
    known = [ended["rounds"]["chance"], ended["stuck"]["chance"]]
    told = "; ".join(reason for reason, chance in zip(reasons, known, strict=True) if chance)
    if told:
        yield from wrapped(told, style.width)


def _rounds(facts: Facts, style: Style) -> Iterator[str]:
    """The mean, and a bar for each number of rounds that is not too seldom."""
    rounds = facts["rounds"]
    yield f"rounds: {rounds['mean']:.6f} on average"
    chances = {number: chance for number, chance in rounds["chances"].items() if chance >= UNTOLD}
    shown = dict(list(chances.items())[:MOST_ROUNDS])
    label_width = max(map(len, shown), default=1)
    room = max(LEAST_BAR, style.width - label_width - SHARE - 5)
    for number, chance in shown.items():
        bar = "#" * round(room * chance / max(shown.values()))
        yield f"  {number:>{label_width}}  {_percent(chance):>{SHARE}} {bar}".rstrip()


def _people(facts: Facts) -> list[dict[str, str]]:
    return [
        {"combatant": who, "out": _percent(each["down"]), "left": f"{each['left']:.2f}"}
        for who, each in facts["combatants"].items()
    ]


def _unlimited(facts: Facts, style: Style) -> Iterator[str]:
    """Who wins where nobody stops the fight."""
    found = facts["unlimited"]
    if found:
        sides = [f"{side} {each['digits']}" for side, each in found["sides"].items()]
        endless = [f"it never ends {found['endless']['digits']}"] if found["endless"]["chance"] else []
        yield ""
        yield from wrapped(safe(f"without a limit of rounds: {', '.join([*sides, *endless])}"), style.width)


def _best(facts: Facts, style: Style) -> Iterator[str]:
    """How much is won by the best way to play, and what it chooses first."""
    best = facts["best"]
    if not best:
        return
    more = best["chance"]["chance"] - best["against_chance"]["chance"]
    said = f"the best of {best['side']} wins {_percent(best['chance']['chance'])}, {100 * more:+.2f} points against "
    yield ""
    yield from wrapped(safe(f"{said}{best['against']} ({_percent(best['against_chance']['chance'])})"), style.width)
    for each in best["choices"]:
        left = ", ".join(f"{who} {health}" for who, health in each["left"].items())
        first = f"round {each['round']}, {each['who'] or 'the GM'}, with {left} left ({_percent(each['reached'])}): "
        other = f"; next best `{each['instead']}`, {_percent(each['instead_chance'])}"
        yield from wrapped(safe(f"{first}`{each['line']}`, {_percent(each['chance'])}{other}"), style.width)


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"

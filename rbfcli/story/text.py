"""A story as plain values and as text, with tables and bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from rbfcli.core.text import safe
from rbfcli.render.layout import cut, padded, table, width, wrapped
from rbfcli.render.narration import wrap_lines
from rbfcli.render.rolls import INDENT as RESULTS_INDENT
from rbfcli.render.sentences import Style, counted
from rbfcli.story.luck import DiceTotals, Successes, in_words
from rbfcli.story.statistics import GM, NOBODY, Statistics
from rbfcli.story.story import Story

if TYPE_CHECKING:
    from rbfcli.render.json_types import fights as shapes


def facts_of(story: Story) -> shapes.Tale:
    """Return everything in the other formats as JSON; fractions are exact, with a decimal next to them."""
    statistics = story.statistics
    return {
        "title": story.title,
        "rules": story.system,
        "rounds": statistics.rounds,
        "people": list(statistics.people),
        "damage": list(statistics.damage),
        "healing": list(statistics.healing),
        "falls": list(statistics.falls),
        "luck": [_successes(who, each) for who, each in statistics.successes.items()],
        "sums": [_sums_json(who, each) for who, each in statistics.sums.items()],
        "chapters": list(story.chapters),
        "faults": list(story.faults),
    }


def _successes(actor: str, each: Successes) -> shapes.Luck:
    tails = each.tails()
    return {
        "who": actor,
        "rolls": len(each.chances),
        "successes": each.succeeded,
        "expected": str(each.expected),
        "expected_float": float(each.expected),
        "deviation": round(each.deviation, 12),
        "as_many_or_more": round(tails.as_many, 12),
        "as_many_or_fewer": round(tails.as_few, 12),
        "percentile": round(tails.percentile, 10),
        "in_words": in_words(each),
        "given": each.given,
        "uncounted": each.uncounted,
    }


def _sums_json(actor: str, each: DiceTotals) -> shapes.Sums:
    return {
        "who": actor,
        "rolls": each.rolls,
        "total": each.total,
        "mean": str(each.mean),
        "mean_float": float(each.mean),
        "variance": str(each.variance),
        "deviations": round(each.deviations, 12),
        "given": each.given,
        "uncounted": each.uncounted,
    }


OTHER_CAUSES, MOST_PERCENT = "other causes", 99
BY_THE_GM = "GM: set by hand."
BY_NOBODY = "Other causes: bleeding, falls, costs, and damage without a source."
WHAT_LUCK_IS = (
    "Expected: the expected number of successes, from the exact odds of each roll. A percentile of 80 means that 80 of "
    "100 people with the same rolls would do worse."
)
WHAT_SUMS_ARE = (
    "Rolls without a target, such as damage: the total, the mean, and the difference in standard deviations."
)


class StoryTable(Struct, frozen=True):
    """Rows of texts by column, with `notes` below. The first column names the combatant of a row."""

    title: str
    rows: tuple[Mapping[str, str], ...]
    notes: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return tuple(self.rows[0]) if self.rows else ()


class Bar(Struct, frozen=True):
    """One bar of a chart: its label, value, text at the end, and side."""

    label: str
    value: float
    text: str
    side: str = ""


class Chart(Struct, frozen=True):
    """Bars of one measure."""

    title: str
    bars: tuple[Bar, ...]


Namer = Callable[[str], str]


def _namer(statistics: Statistics) -> Namer:
    """Return the function that names participants, each with its id if two have the same name."""
    times = Counter(each.name for each in statistics.people)
    names = {NOBODY: OTHER_CAUSES}
    names |= {
        each.who: f"{each.name} ({each.who})" if times[each.name] > 1 else each.name for each in statistics.people
    }
    return lambda actor: names.get(actor, actor)


def tables_of(statistics: Statistics) -> list[StoryTable]:
    """Return all tables with rows or notes."""
    name = _namer(statistics)
    found = (
        _people(statistics, name),
        _damage(statistics, name),
        _rounds(statistics, name),
        _luck(statistics, name),
        _sums_table(statistics, name),
    )
    return [each for each in found if each.rows or each.notes]


def charts_of(statistics: Statistics) -> list[Chart]:
    """Return all charts with a bar above zero."""
    name = _namer(statistics)
    side = {each.who: each.side for each in statistics.people}
    by_dealer, by_round = Counter[str](), Counter[tuple[int, str]]()
    for each in statistics.damage:
        by_dealer[each.by] += each.amount
        by_round[each.round, side.get(each.by) or each.by or OTHER_CAUSES] += each.amount
    dealt = [Bar(name(who), amount, str(amount), side.get(who, "")) for who, amount in by_dealer.most_common()]
    rounds = [
        Bar(f"{f'round {number}' if number else 'before'}, {whose}", amount, str(amount), whose)
        for (number, whose), amount in sorted(by_round.items(), key=lambda pair: pair[0][0])
    ]
    charts = (
        Chart("Damage dealt", tuple(dealt)),
        Chart("Damage by round", tuple(rounds)),
        Chart("Successes against the odds", tuple(_luck_bars(statistics, name, side))),
    )
    return [each for each in charts if any(bar.value for bar in each.bars)]


def _luck_bars(statistics: Statistics, name: Namer, side: Mapping[str, str]) -> Iterator[Bar]:
    for who, each in statistics.successes.items():
        if each.chances:
            expected = float(each.expected)
            yield Bar(name(who), each.succeeded, str(each.succeeded), side.get(who, ""))
            yield Bar(f"{name(who)}, expected", expected, f"{expected:.1f}")


def _people(statistics: Statistics, name: Namer) -> StoryTable:
    rows = tuple(
        {
            "who": name(each.who),
            "side": each.side,
            "health": "gone" if each.health.ended is None else f"{each.health.ended}/{each.health.most}",
            "dealt": str(each.dealt),
            "taken": str(each.taken),
            "healed": str(each.healed),
            "hits": f"{each.hits} of {each.attempts}" if each.attempts else "",
            "in part": str(each.partly),
            "end": "gone" if each.health.ended is None else "standing" if each.standing else "down",
        }
        for each in statistics.people
    )
    used = [column for column in (rows[0] if rows else ()) if any(row[column] not in ("", "0") for row in rows)]
    return StoryTable("People", tuple({column: row[column] for column in used} for row in rows))


def _damage(statistics: Statistics, name: Namer) -> StoryTable:
    """Return the table of damage by attacker and target, largest first."""
    hurt = Counter[tuple[str, str]]()
    for each in statistics.damage:
        hurt[each.by, each.to] += each.amount
    rows = tuple(
        {"by": name(by), "to": "themself" if by == to else name(to), "damage": str(amount)}
        for (by, to), amount in hurt.most_common()
    )
    notes = ((GM, BY_THE_GM), (NOBODY, BY_NOBODY))
    found = tuple(note for who, note in notes if any(each.by == who for each in statistics.damage))
    return StoryTable("Damage by whom to whom", rows, found)


def _rounds(statistics: Statistics, name: Namer) -> StoryTable:
    rows = []
    for number in range(statistics.rounds + 1):
        damage = sum(each.amount for each in statistics.damage if each.round == number)
        fallen = [
            name(each.who) + (f" (by {name(each.by)})" if each.by and each.by != each.who else "")
            for each in statistics.falls
            if each.round == number
        ]
        if number or damage or fallen:
            rows.append({"round": str(number or "before"), "damage": str(damage), "fell": ", ".join(fallen)})
    return StoryTable("Rounds", tuple(rows))


def _luck(statistics: Statistics, name: Namer) -> StoryTable:
    rows = tuple(
        {
            "who": name(who),
            "rolls": str(len(each.chances)),
            "successes": str(each.succeeded),
            "expected": f"{float(each.expected):.2f}",
            "luck": in_words(each),
            "percentile": percentile_text(each.tails().percentile),
        }
        for who, each in statistics.successes.items()
        if each.chances
    )
    notes = (*((WHAT_LUCK_IS,) if rows else ()), *_notes(statistics))
    return StoryTable("Luck compared with the odds", rows, notes)


def percentile_text(percentile: float) -> str:
    """Return a percentile as a whole number, or as `<1` or `>99` near the ends."""
    whole = round(percentile)
    return "<1" if whole < 1 else f">{MOST_PERCENT}" if whole > MOST_PERCENT else str(whole)


def _notes(statistics: Statistics) -> Iterator[str]:
    successes, sums = statistics.successes.values(), statistics.sums.values()
    everyone: list[Successes | DiceTotals] = [*successes, *sums]
    given = sum(each.given for each in everyone)
    if given:
        count = sum(len(each.chances) for each in successes) + sum(each.rolls for each in sums)
        those = "one was thrown by hand; it counts" if given == 1 else f"{given} were thrown by hand; they count"
        yield f"Of {counted(count, 'roll')} counted, {those} like all others."
    uncounted = sum(each.uncounted for each in everyone)
    if uncounted:
        left_out = "1 roll is" if uncounted == 1 else f"{uncounted} rolls are"
        yield f"{left_out} left out: their odds would take too long to count."


def _sums_table(statistics: Statistics, name: Namer) -> StoryTable:
    rows = tuple(
        {
            "who": name(who),
            "rolls": str(each.rolls),
            "total": str(each.total),
            "mean": f"{float(each.mean):.1f}",
            "deviations": f"{each.deviations:+.1f}",
        }
        for who, each in statistics.sums.items()
        if each.rolls
    )
    notes = (WHAT_SUMS_ARE,) if rows else ()
    return StoryTable("Sums of dice", rows, notes)


LEAST_BAR, GAPS, INDENT = 4, 4, "  "


def bar_lines(chart: Chart, cells: int, *, blocks: bool = False) -> Iterator[str]:
    """Yield one line per bar, scaled to the greatest value. Labels are shortened before bars."""
    labels, texts = [safe(each.label) for each in chart.bars], [each.text for each in chart.bars]
    numbers = max(map(len, texts))
    room = cells - numbers - GAPS - LEAST_BAR
    wide = min(max(map(width, labels)), max(LEAST_BAR, room))
    longest = max(LEAST_BAR, cells - wide - numbers - GAPS - 1)
    most = max(each.value for each in chart.bars) or 1
    for label, text, each in zip(labels, texts, chart.bars, strict=True):
        bar = ("█" if blocks else "#") * round(longest * max(0, each.value) / most)
        yield f"{INDENT}{padded(cut(label, wide), wide)}  {bar} {text}"


def text_lines(story: Story, style: Style) -> Iterator[str]:
    """Yield the lines of the whole story, without bars for a screen reader."""
    yield from wrapped(f"{safe(story.title)} ({story.system})", style.width)
    told = [*(line for chapter in story.chapters for line in _chapter_text(chapter, style)), "", *story.now]
    yield from wrap_lines(told, style)
    yield from _numbers(story.statistics, style)


def _chapter_text(chapter: shapes.Chapter, style: Style) -> Iterator[str]:
    yield ""
    yield style.paint(f"== {chapter.heading} ==", "heading")
    for command in chapter.commands:
        yield from (_line(each, style) for each in command.told)


def _line(told: shapes.Told, style: Style) -> str:
    if told.kind == "turn":
        return style.paint(f"-- {told.text} --", "quiet")
    return f"{RESULTS_INDENT}{told.text}" if told.kind == "detail" else told.text


def _numbers(statistics: Statistics, style: Style) -> Iterator[str]:
    for each in tables_of(statistics):
        yield from ("", style.paint(f"== {each.title} ==", "heading"))
        yield from _spoken(each) if style.spoken else table(each.columns, each.rows, style)
        for note in each.notes:
            yield from wrapped(note, style.width)
    for chart in () if style.spoken else charts_of(statistics):
        yield from ("", style.paint(f"== {chart.title} ==", "heading"))
        yield from bar_lines(chart, style.width, blocks=style.blocks)


def _spoken(each: StoryTable) -> Iterator[str]:
    for row in each.rows:
        first, *others = row.items()
        yield f"{safe(first[1])}: " + ", ".join(f"{name} {safe(value)}" for name, value in others if value)

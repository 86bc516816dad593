"""Tables of words, and where a fight stands: aligned in a pipe, fitted to the width of a terminal."""

from collections.abc import Mapping, Sequence

from rbfcli.kernel.answers import offered, open_now
from rbfcli.kernel.fight import Fight
from rbfcli.render.safe import safe
from rbfcli.render.sentences import genitive
from rbfcli.render.style import Style

INDENT = "      "


def waiting_lines(fight: Fight) -> list[str]:
    """Whom the fight waits for, and for which answer."""
    waiting = ((f" {_name(fight, each.who)}" if each.who else "", safe(offered([each]))) for each in open_now(fight))
    return [f"waiting for{whom}: choose {answers}" for whom, answers in waiting]


def moment(fight: Fight) -> str:
    """The state of a fight: round, phase, whose turn it is, whether it is over."""
    when = f"round {fight.round}" if fight.round else "not begun: init"
    turn = f", {_whose(fight, fight.active)} turn" if fight.active and not fight.over else ""
    over = f", over: {safe(fight.over)}" if fight.over else ""
    phase = f", {safe(fight.phase)}" if fight.phase else ""
    return f"{when}{phase}{turn}{over}"


def _name(fight: Fight, who: str) -> str:
    person = fight.combatants.get(who)
    return safe(person.name if person else who)


def _whose(fight: Fight, who: str) -> str:
    name = _name(fight, who)
    return name + genitive(name, person=who in fight.combatants)


def table(columns: Sequence[str], rows: Sequence[Mapping[str, str]], style: Style) -> list[str]:
    """Rows under columns; the caller leaves out empty columns. On a terminal what has no room stands below its row."""
    if not rows:
        return []
    if style.tables:
        return _fitted(columns, rows, style)
    from rbfcli.render.cells import padded, width

    widths = {each: max(width(each), *(width(safe(row.get(each, ""))) for row in rows)) for each in columns}
    written = ({each: safe(row.get(each, "")) for each in columns} for row in rows)
    return [
        "  ".join(padded(row[each], widths[each]) for each in columns).rstrip()
        for row in ({each: each for each in columns}, *written)
    ]


def _fitted(columns: Sequence[str], rows: Sequence[Mapping[str, str]], style: Style) -> list[str]:
    from rbfcli.render.cells import flowed, folded
    from rbfcli.render.columns import Column, fitting, form, heading_line, row_lines

    forms = {each: form(each, ((safe(row.get(each, "")),) for row in rows)) for each in columns}
    first, *others = columns
    named = form(first, (folded(safe(row.get(first, "")), style.width) for row in rows))
    drawn = [Column(first, 0, (named,)), *(Column(each, forms[each].width, (forms[each],)) for each in others)]
    chosen = fitting(drawn, style.width) or [(drawn[0], named)]
    below = [each for each in others if each not in {column.name for column, _ in chosen}]
    lines = [heading_line(chosen, style)]
    for number, row in enumerate(rows):
        lines += row_lines(chosen, number, style)
        told = [f"{each}: {safe(row[each])}" for each in below if row.get(each)]
        words = "; ".join(told).split()
        lines += flowed(words, style.width, " ", INDENT, INDENT) if told else []
    return lines

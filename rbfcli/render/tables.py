"""Tables of a fight: aligned plain text in a pipe, a drawn table on a terminal."""

from collections.abc import Mapping, Sequence

from rbfcli.kernel.answers import offered, open_now
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.render.safe import safe
from rbfcli.render.style import Style


def fight_lines(fight: Fight, rules: Rules, style: Style) -> list[str]:
    """The whole fight: title, round, whose turn, everyone in order, and open questions."""
    lines = [_headline(fight, rules), *map(safe, rules.picture(fight))]
    rows = [_row(fight, rules, who) for who in ordered(fight, rules)]
    lines += table(_filled_columns(rows), rows, style)
    for question in open_now(fight):
        whom = f" {safe(question.who)}" if question.who else ""
        lines.append(f"waiting for{whom}: choose {safe(offered([question]))}")
    return lines


def ordered(fight: Fight, rules: Rules) -> list[str]:
    """Combatants in turn order, then the others in the order of the file."""
    first = [who for slot in fight.order for who in rules.members(fight, slot.who) if who in fight.combatants]
    return list(dict.fromkeys([*first, *fight.combatants]))


def sheet_lines(fight: Fight, rules: Rules, who: str) -> list[str]:
    """Everything about one combatant, one fact per line."""
    one = fight.combatants[who]
    facts = {"id": who, "name": one.name, "side": one.side, **rules.status(fight, who), **_sheet(one)}
    return [f"{safe(key):<12} {safe(value)}".rstrip() for key, value in facts.items() if value]


def table(columns: Sequence[str], rows: Sequence[Mapping[str, str]], style: Style) -> list[str]:
    """Rows under columns; the caller leaves out empty columns."""
    if style.tables:
        from rbfcli.render.rich_tables import rich_table

        return rich_table(columns, rows, style)
    widths = {each: max(len(each), *(len(safe(row.get(each, ""))) for row in rows)) for each in columns} if rows else {}
    head = "  ".join(f"{each:<{widths[each]}}" for each in columns) if rows else ""
    body = ["  ".join(f"{safe(row.get(each, '')):<{widths[each]}}" for each in columns).rstrip() for row in rows]
    return [head.rstrip(), *body] if rows else []


def _headline(fight: Fight, rules: Rules) -> str:
    return f"{safe(fight.title or rules.title)} ({rules.name}), {moment(fight)}"


def moment(fight: Fight) -> str:
    """The state of a fight: round, phase, whose turn it is, whether it is over."""
    when = f"round {fight.round}" if fight.round else "not begun: init"
    turn = f", {safe(_name(fight, fight.active))}'s turn" if fight.active else ""
    over = f", over: {safe(fight.over)}" if fight.over else ""
    phase = f", {safe(fight.phase)}" if fight.phase else ""
    return f"{when}{phase}{turn}{over}"


def _name(fight: Fight, who: str) -> str:
    return fight.combatants[who].name if who in fight.combatants else who


def _row(fight: Fight, rules: Rules, who: str) -> dict[str, str]:
    one = fight.combatants[who]
    return {
        "": "*" if fight.active and who in rules.members(fight, fight.active) else "",
        "id": who,
        "name": one.name,
        "side": one.side,
        "init": "" if one.initiative is None else str(one.initiative),
        **rules.status(fight, who),
        "conditions": ", ".join(one.conditions),
    }


def _filled_columns(rows: Sequence[Mapping[str, str]]) -> list[str]:
    return [each for each in (rows[0] if rows else ()) if any(row.get(each) for row in rows)]


def _sheet(one: object) -> dict[str, str]:
    """The mappings and lists of a sheet, which the status does not show."""
    shown = {}
    for field in one.__struct_fields__:  # type: ignore[attr-defined]
        value = getattr(one, field)
        if isinstance(value, Mapping) and value:
            shown[field] = ", ".join(f"{key} {_plain(each)}".rstrip() for key, each in value.items())
        elif isinstance(value, tuple) and value:
            shown[field] = ", ".join(map(str, value))
    return shown


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    rounds = getattr(value, "rounds", None)
    return str(value) if rounds is None else f"({rounds} more)" if rounds else ""

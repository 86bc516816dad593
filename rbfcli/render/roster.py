"""Everyone in a fight on a terminal: under columns, or where it is narrow in a line or two each."""

from collections.abc import Iterator, Sequence

from rbfcli.kernel.facts import ALWAYS, FIRST, LEAST
from rbfcli.render.cells import cut, flowed, folded, padded, width
from rbfcli.render.columns import GAP, Column, Form, fitting, form, heading_line, row_lines
from rbfcli.render.health import health_bar
from rbfcli.render.people import Person, labelled
from rbfcli.render.safe import safe
from rbfcli.render.style import Style

NARROW = 60
SHORTEST_CUT = 12
NAME_RANK, INITIATIVE_RANK = 6, LEAST + 1
INDENT = "    "
Line = list[tuple[str, str]]  # texts side by side, each with the role it is painted in


def roster(everyone: Sequence[Person], style: Style) -> list[str]:
    """Everyone, in as many columns as have room, none of them empty."""
    if not everyone:
        return []
    bars = _bars(everyone, style)
    chosen = None if style.width < NARROW else fitting(_columns(everyone, bars), style.width)
    if chosen is None:
        cells = min(max(width(_marked(one)) for one in everyone), style.width // 3)
        pairs = zip(everyone, bars, strict=True)
        short = (line for one, bar in pairs for line in _short_lines(one, bar, cells, style.width))
        return ["", *(GAP.join(style.paint(text, role) for text, role in line).rstrip() for line in short)]
    lines = ["", heading_line(chosen, style)]
    beside = any(column.name == "conditions" for column, _ in chosen)
    for number, one in enumerate(everyone):
        lines += row_lines(chosen, number, style)
        lines += (
            [] if beside else [style.paint(each, one.conditions_role) for each in _conditions_below(one, style.width)]
        )
    return lines


def _bars(everyone: Sequence[Person], style: Style) -> list[str]:
    digits = max(len(one.health.value) for one in everyone)
    return [health_bar(one.health, digits, blocks=style.blocks) for one in everyone]


def _columns(everyone: Sequence[Person], bars: Sequence[str]) -> list[Column]:
    """All columns with something in them, in the order they are shown."""
    rows, sides = tuple(one.role for one in everyone), tuple(one.side_role for one in everyone)
    names = [one.name for one in everyone]
    health = next((one.health.name for one in everyone if one.health.gauge), "")
    columns = [
        Column("id", ALWAYS, (form("   id", ((_marked(one),) for one in everyone)),), sides),
        Column("name", NAME_RANK, _cut_forms("name", "name", names, names), rows),
        Column(health, ALWAYS, (form(safe(health), ((bar,) for bar in bars)),), tuple(x.health_role for x in everyone)),
        *_fact_columns(everyone, rows),
        Column("init", INITIATIVE_RANK, (form("init", ((one.initiative,) for one in everyone)),), rows),
        *_conditions_column(everyone),
    ]
    return [each for each in columns if any(any(lines) for lines in each.forms[0].rows)]


def _marked(one: Person) -> str:
    return f"{one.marker or ' '}{one.sign} {one.who}"


def _fact_columns(everyone: Sequence[Person], roles: tuple[str, ...]) -> Iterator[Column]:
    for name in dict.fromkeys(name for one in everyone for name in one.facts):
        facts = [one.facts.get(name) for one in everyone]
        first = next(each for each in facts if each is not None)
        values = ["" if each is None else safe(each.value) for each in facts]
        shorts = ["" if each is None else safe(each.short or each.value) for each in facts]
        forms = (_cut_forms if first.cut else _forms)(first.heading or name, name, shorts, values)
        yield Column(name, max(FIRST, first.rank), forms, roles)


def _forms(heading: str, name: str, shorts: Sequence[str], values: Sequence[str]) -> tuple[Form, ...]:
    return form(safe(heading), ((each,) for each in shorts)), form(safe(name), ((each,) for each in values))


def _cut_forms(heading: str, name: str, shorts: Sequence[str], values: Sequence[str]) -> tuple[Form, ...]:
    narrowest = form(safe(heading), ((cut(each, SHORTEST_CUT),) for each in shorts))
    return narrowest, *_forms(heading, name, shorts, values)


def _conditions_column(everyone: Sequence[Person]) -> Iterator[Column]:
    """The last column: conditions one below the other, or beside one another where there is room."""
    if any(one.conditions for one in everyone):
        longest = max(width(each) for one in everyone for each in one.conditions) + 1
        stacked = form("conditions", (flowed(one.conditions, longest, ", ") for one in everyone))
        beside = form("conditions", ((", ".join(one.conditions),) for one in everyone))
        yield Column("conditions", FIRST, (stacked, beside), tuple(one.conditions_role for one in everyone))


def _conditions_below(one: Person, room: int) -> list[str]:
    return flowed(one.conditions, room, ", ", INDENT, INDENT) if one.conditions else []


def _short_lines(one: Person, bar: str, cells: int, room: int) -> list[Line]:
    """A line or two: who it is, health, conditions whatever room they take, and what else matters most."""
    lines = _who_and_health(one, bar, cells, room)
    told = [[(INDENT + each, one.role)] for each in _that_fit(one, room - len(INDENT))]
    if not _goes_beside(lines[-1], ", ".join(one.conditions), one.conditions_role, room):
        return [*lines, *([(each, one.conditions_role)] for each in _conditions_below(one, room)), *told]
    return lines if _goes_beside(lines[-1], ", ".join(_labels(one)), one.role, room) else [*lines, *told]


def _who_and_health(one: Person, bar: str, cells: int, room: int) -> list[Line]:
    """The id, in several lines where it is longer than one, and the health beside it or below."""
    lines: list[Line] = [[(each, one.side_role)] for each in folded(padded(_marked(one), cells), room)]
    if not _goes_beside(lines[-1], bar, one.health_role, room):
        lines.append([(INDENT + bar, one.health_role)])
    return lines


def _goes_beside(line: Line, text: str, role: str, room: int) -> bool:
    """Whether a text has room at the end of a line, which then has it."""
    fits = sum(width(each) + len(GAP) for each, _ in line) + width(text) <= room
    if text and fits:
        line.append((text, role))
    return fits or not text


def _labels(one: Person) -> list[str]:
    """The facts in the order in which they matter, each with its name."""
    ranked = sorted(one.facts.values(), key=lambda each: each.rank)
    return [labelled(each, each.short or each.value) for each in ranked if each.value]


def _that_fit(one: Person, room: int) -> Iterator[str]:
    """One line of the facts that matter most, if there are any."""
    told: list[str] = []
    for label in _labels(one):
        if width(", ".join((*told, label))) <= room:
            told.append(label)
    if told:
        yield ", ".join(told)

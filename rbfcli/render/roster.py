"""The roster of a fight on a terminal, in columns or in one or two lines each."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from rbfcli.core.text import safe
from rbfcli.engine.answers import open_now
from rbfcli.model.conditions import Table, row_of, with_role
from rbfcli.model.display import ACTIVE, ALWAYS, ASKED, DOWN, EMPTY, EMPTY_PLAIN, FIRST, FULL, FULL_PLAIN, LEAST, Fact
from rbfcli.model.display import SIDES as SIGNS
from rbfcli.model.fight import Combatant, Condition, Fight
from rbfcli.model.rules import Rules
from rbfcli.render.layout import (
    GAP,
    Column,
    Form,
    cut,
    fitting,
    form,
    heading_line,
    padded,
    row_lines,
    width,
    wrap_cells,
    wrap_items,
)
from rbfcli.render.sentences import SIDES, Style

BAR = 6


def health_bar(fact: Fact, digits: int, *, blocks: bool) -> str:
    """Return health as a bar, full or empty only if health is, and as a number of at least `digits` characters."""
    if fact.gauge is None:
        return ""
    now, most = fact.gauge
    full = 0 if now <= 0 or most <= 0 else BAR if now >= most else max(1, min(BAR - 1, round(BAR * now / most)))
    bar = FULL * full + EMPTY * (BAR - full) if blocks else f"[{FULL_PLAIN * full}{EMPTY_PLAIN * (BAR - full)}]"
    return f"{bar} {fact.value:>{digits}}"


NO_FACT = Fact("", "")


class RosterEntry(Struct, frozen=True, kw_only=True):
    """One combatant's row. All text except the facts is safe to print."""

    who: str
    name: str
    side: str
    initiative: str
    marker: str
    sign: str
    health: Fact
    facts: Mapping[str, Fact]
    conditions: tuple[str, ...]
    is_up: bool
    colour: str

    @property
    def role(self) -> str:
        """Return the colour role of the row: bright for the actor, pale for combatants who are down."""
        return "quiet" if not self.is_up else "name" if self.marker == ACTIVE else ""

    @property
    def side_role(self) -> str:
        """Return the colour role of the id: the colour of its side."""
        return "quiet" if not self.is_up else f"bold {self.colour}" if self.marker == ACTIVE else self.colour

    @property
    def health_role(self) -> str:
        """Return the colour role of the health, by how much is left."""
        now, most = self.health.gauge or (1, 1)
        return "quiet" if not self.is_up else "good" if 2 * now > most else "mixed" if 4 * now > most else "bad"

    @property
    def conditions_role(self) -> str:
        """Return the colour role of the conditions."""
        return "mixed" if self.is_up else "bad"


def people(fight: Fight, rules: Rules) -> list[RosterEntry]:
    """Return every combatant's row, in turn order."""
    sides = list(dict.fromkeys(each.side for each in fight.combatants.values()))
    acting = rules.members(fight, fight.active) if fight.active and not fight.over else ()
    asked = {each.who for each in open_now(fight)}
    return [_person(fight, rules, who, sides=sides, acting=acting, asked=asked) for who in ordered(fight, rules)]


def ordered(fight: Fight, rules: Rules) -> list[str]:
    """Return combatants in turn order, then the others in the order of the file."""
    first = [who for slot in fight.order for who in rules.members(fight, slot.who) if who in fight.combatants]
    return list(dict.fromkeys([*first, *fight.combatants]))


def _person(
    fight: Fight, rules: Rules, actor: str, *, sides: Sequence[str], acting: Sequence[str], asked: set[str]
) -> RosterEntry:
    one, is_up = fight.combatants[actor], rules.is_up(fight.combatants[actor])
    place, acts = sides.index(one.side), actor in acting and (is_up or len(acting) == 1)
    facts = {each.name: each for each in rules.status(fight, actor)}
    down = () if is_up or with_role(rules.conditions, one, "down", "dying", "dead") else ("down",)
    return RosterEntry(
        who=safe(actor),
        name=safe(one.name),
        side=safe(one.side),
        initiative="" if one.initiative is None else str(_count(fight, actor, one.initiative)),
        marker=ACTIVE if acts else ASKED if actor in asked else "" if is_up else DOWN,
        sign=SIGNS[min(place, len(SIGNS) - 1)],
        health=next((each for each in facts.values() if each.gauge), NO_FACT),
        facts={name: each for name, each in facts.items() if not each.gauge},
        conditions=(*down, *conditions_in_words(one, rules.conditions)),
        is_up=is_up,
        colour=f"side {place % SIDES}",
    )


def _count(fight: Fight, actor: str, own: int) -> int:
    """Return the next initiative count of a combatant in this round, as changed by holding a turn."""
    slots = [(place >= fight.turn, slot.count) for place, slot in enumerate(fight.order) if slot.who == actor]
    ahead = [count for is_ahead, count in slots if is_ahead] or [count for _, count in slots]
    return ahead[0] if ahead else own


def conditions_in_words(combatant: Combatant, rows: Table) -> tuple[str, ...]:
    """Return a combatant's conditions, each with its remaining rounds."""
    lasting = (
        (name, each.rounds or _left_on_the_clock(name, each, rows)) for name, each in combatant.conditions.items()
    )
    return tuple(f"{safe(name)} ({rounds})" if rounds else safe(name) for name, rounds in lasting)


def _left_on_the_clock(name: str, condition: Condition, rows: Table) -> int:
    row = row_of(rows, name)
    return condition.amount if row is not None and row.clock else 0


def with_labels(fact: Fact, value: str) -> str:
    """Return a value with its label, unless it needs none."""
    return safe(value if fact.bare else f"{fact.heading or fact.name} {value}")


NARROW = 60
SHORTEST_CUT = 12
NAME_RANK, INITIATIVE_RANK = 6, LEAST + 1
INDENT = "    "


def roster(everyone: Sequence[RosterEntry], style: Style) -> list[str]:
    """Return every combatant in as many non-empty columns as fit."""
    if not everyone:
        return []
    digits = max(len(one.health.value) for one in everyone)
    bars = [health_bar(one.health, digits, blocks=style.blocks) for one in everyone]
    chosen = None if style.width < NARROW else fitting(_columns(everyone, bars), style.width)
    if chosen is None:
        cells = min(max(width(_marked(one)) for one in everyone), style.width // 3)
        return ["", *(line for each in zip(everyone, bars, strict=True) for line in _short_lines(*each, cells, style))]
    lines = ["", heading_line(chosen, style)]
    beside = any(column.name == "conditions" for column, _ in chosen)
    for number, one in enumerate(everyone):
        lines += row_lines(chosen, number, style)
        if one.conditions and not beside:
            below = wrap_items(one.conditions, style.width, ", ", INDENT, INDENT)
            lines += [style.paint(each, one.conditions_role) for each in below]
    return lines


def _columns(everyone: Sequence[RosterEntry], bars: Sequence[str]) -> list[Column]:
    rows, sides = tuple(one.role for one in everyone), tuple(one.side_role for one in everyone)
    names = [one.name for one in everyone]
    health = next((one.health.name for one in everyone if one.health.gauge), "")
    columns = [
        Column("id", ALWAYS, (form("   id", ((_marked(one),) for one in everyone)),), sides),
        Column("name", NAME_RANK, _forms("name", "name", names, names, cuts=True), rows),
        Column(health, ALWAYS, (form(safe(health), ((bar,) for bar in bars)),), tuple(x.health_role for x in everyone)),
        *_fact_columns(everyone, rows),
        Column("init", INITIATIVE_RANK, (form("init", ((one.initiative,) for one in everyone)),), rows),
        *_conditions_column(everyone),
    ]
    return [each for each in columns if any(any(lines) for lines in each.forms[0].rows)]


def _marked(combatant: RosterEntry) -> str:
    return f"{combatant.marker or ' '}{combatant.sign} {combatant.who}"


def _fact_columns(everyone: Sequence[RosterEntry], roles: tuple[str, ...]) -> Iterator[Column]:
    for name in dict.fromkeys(name for one in everyone for name in one.facts):
        facts = [one.facts.get(name, NO_FACT) for one in everyone]
        first = next(each for each in facts if each is not NO_FACT)
        shorts, values = [safe(each.short or each.value) for each in facts], [safe(each.value) for each in facts]
        forms = _forms(first.heading or name, name, shorts, values, cuts=first.cut)
        yield Column(name, max(FIRST, first.rank), forms, roles)


def _forms(heading: str, name: str, shorts: Sequence[str], values: Sequence[str], *, cuts: bool) -> tuple[Form, ...]:
    """Return the forms of a column, narrowest first: cut (if allowed), short, and in full."""
    narrowest = [(heading, [cut(each, SHORTEST_CUT) for each in shorts])] if cuts else []
    forms = (*narrowest, (heading, shorts), (name, values))
    return tuple(form(safe(title), ((each,) for each in texts)) for title, texts in forms)


def _conditions_column(everyone: Sequence[RosterEntry]) -> Iterator[Column]:
    """Yield the last column: conditions stacked, or on one line if there is room."""
    if any(one.conditions for one in everyone):
        longest = max(width(each) for one in everyone for each in one.conditions) + 1
        stacked = form("conditions", (wrap_items(one.conditions, longest, ", ") for one in everyone))
        beside = form("conditions", ((", ".join(one.conditions),) for one in everyone))
        yield Column("conditions", FIRST, (stacked, beside), tuple(one.conditions_role for one in everyone))


def _short_lines(one: RosterEntry, bar: str, cells: int, style: Style) -> Iterator[str]:
    """Yield the id, the health, all conditions and the most important facts, on one line if they fit, else below."""
    *begun, marked = wrap_cells(padded(_marked(one), cells), style.width)
    yield from (style.paint(each, one.side_role) for each in begun)
    facts: list[str] = []
    for fact in sorted(one.facts.values(), key=lambda each: each.rank):
        label = with_labels(fact, fact.short or fact.value)
        if fact.value and width(", ".join((*facts, label))) <= style.width - len(INDENT):
            facts.append(label)
    role = one.conditions_role if one.conditions else one.role
    line, room = style.paint(marked, one.side_role), style.width - width(marked)
    for texts, colour in (([bar], one.health_role), ([*one.conditions, *facts], role)):
        text = ", ".join(texts)
        if text and width(text) + len(GAP) <= room:
            line, room = f"{line}{GAP}{style.paint(text, colour)}", room - len(GAP) - width(text)
        elif text:
            yield line
            *above, last = wrap_items(texts, style.width, ", ", INDENT, INDENT)
            yield from (style.paint(each, colour) for each in above)
            line, room = style.paint(last, colour), style.width - width(last)
    yield line.rstrip()

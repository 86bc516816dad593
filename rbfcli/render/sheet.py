"""Everything about one combatant, a fact a line: units, where each number comes from, and what its conditions do."""

from collections.abc import Iterable, Iterator, Sequence

from rbfcli.kernel.conditions import row_of
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.facts import Fact
from rbfcli.kernel.fight import Combatant, Condition, Fight
from rbfcli.kernel.meanings import what_it_does
from rbfcli.kernel.rules import Rules
from rbfcli.render.cells import width, wrapped
from rbfcli.render.safe import safe
from rbfcli.render.sentences import counted
from rbfcli.render.style import Style

LABEL = 12


def sheet_lines(fight: Fight, rules: Rules, who: str, style: Style) -> list[str]:
    """Everything about one combatant; on a terminal long facts go on below, in a pipe a fact is a line."""
    one = fight.combatants[who]
    lines: list[str] = []
    for label, value in _told(fight, rules, who, one):
        line = f"{safe(label):<{LABEL}} {safe(value)}".rstrip()
        indent = " " * min(LABEL + 1, style.width // 3)
        lines += wrapped_fact(line, style.width, indent) if style.tables and width(line) > style.width else [line]
    return lines


def wrapped_fact(line: str, cells: int, indent: str) -> list[str]:
    """A fact in lines, with the spaces between its label and its value as they are."""
    label, value = line[: LABEL + 1], line[LABEL + 1 :]
    first, *others = wrapped(value, cells - len(indent))
    if width(label + first) > cells or len(label.rstrip()) > LABEL:
        return wrapped(line, cells, indent)
    return [label + first, *(indent + each for each in others)]


def _told(fight: Fight, rules: Rules, who: str, one: Combatant) -> Iterator[tuple[str, str]]:
    """The label and the value of each fact."""
    yield "id", who
    yield "name", one.name
    yield "side", one.side
    if one.initiative is not None:
        yield "initiative", str(one.initiative)
    more = tuple(rules.details(fight, who))
    for fact in more_exact(rules.status(fight, who), more):
        if fact.value:
            yield fact.name, fact_in_words(fact)
    for name, condition in one.conditions.items():
        yield "condition", _condition(fight, rules, name, condition)
    if one.notes:
        yield "notes", " / ".join(filter(None, one.notes.splitlines()))


def more_exact(status: Iterable[Fact], details: tuple[Fact, ...]) -> Iterator[Fact]:
    """All facts, those of the screen first; where a detail has the same name it takes the place."""
    named: dict[str, list[Fact]] = {}
    for fact in details:
        named.setdefault(fact.name, []).append(fact)
    for fact in status:
        yield from named.pop(fact.name, (fact,))
    for facts in named.values():
        yield from facts


def fact_in_words(fact: Fact) -> str:
    """A fact with its unit, what it is the sum of, and its rule."""
    value = f"{fact.value} {fact.unit}".rstrip()
    match fact.parts:
        case ():
            origin = ""
        case (only,):
            origin = f", {only.why}"
        case _:
            origin = f" = {sum_in_words(fact.parts)}"
    return f"{value}{origin}" + (f" ({fact.rule})" if fact.rule else "")


def sum_in_words(parts: Sequence[Modifier]) -> str:
    """`15 base + 2 armour - 1 prone`."""
    first, *others = parts
    told = (f" {'-' if each.value < 0 else '+'} {abs(each.value)} {each.why}" for each in others)
    return f"{first.value} {first.why}{''.join(told)}"


def _condition(fight: Fight, rules: Rules, name: str, condition: Condition) -> str:
    """A condition: how long it lasts, who brought it, what it does, and its rule."""
    row = row_of(rules.conditions, name)
    is_named = row is not None and row.of_somebody
    facts = [*_lasting(condition), *([f"by {condition.by}"] if condition.by and not is_named else [])]
    if condition.amount:
        is_clock = row is not None and row.clock
        counts = rules.words.get(f"amount.{row.name}" if row is not None else "", "amount")
        facts.append(f"{counted(condition.amount, 'round')} left" if is_clock else f"{counts} {condition.amount}")
    facts += filter(None, what_it_does(fight, rules, row)) if row is not None else ["noted, no effect on the numbers"]
    return f"{name}{': ' if facts else ''}{'; '.join(facts)}" + (f" ({row.rule})" if row is not None else "")


def _lasting(condition: Condition) -> Iterator[str]:
    if condition.rounds:
        turn = f"{condition.whose}'s turn" if condition.whose else "a turn"
        yield f"{condition.rounds} more round{'s' * (condition.rounds > 1)}, to the {condition.edge} of {turn}"

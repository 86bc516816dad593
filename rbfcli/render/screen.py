"""The screen of a fight: where it stands, its ground, and everyone in it, in the width that there is.

In a pipe it is a plain table with all columns; on a terminal the columns that matter most, and on a narrow one a line
or two for each combatant.
"""

from collections.abc import Sequence
from itertools import islice

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.events import Asked
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.render.cells import flowed, width, wrapped
from rbfcli.render.narration import narrate
from rbfcli.render.people import ACTIVE, ASKED, DOWN, SIGNS, Person, people
from rbfcli.render.picture import drawn
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.render.tables import moment, table

NEXT = 3
INDENT = "  "
BETWEEN_SIDES = "   "


def fight_lines(fight: Fight, rules: Rules, style: Style) -> list[str]:
    """The whole fight: title, round, whose turn it is and who comes next, the ground, everyone, and open questions."""
    everyone = people(fight, rules)
    heads = [f"{safe(fight.title or rules.title)} ({rules.name}), {moment(fight)}", *_turn_line(fight, rules, everyone)]
    picture = drawn(rules.picture(fight), style.width)
    asked = narrate((Asked(question=each) for each in open_now(fight)), fight, fight, rules, Style())
    if style.spoken:
        return [*heads, *picture, *map(_spoken, everyone), *asked]
    if not style.tables:
        return [*heads, *picture, *_plain_table(everyone, style), *asked]
    from rbfcli.render.roster import roster

    title, *others = ([*wrapped(head, style.width)] for head in heads)
    top = [*(style.paint(line, "name") for line in title), *(line for lines in others for line in lines)]
    questions = (style.paint(line, "mixed") for each in asked for line in wrapped(each, style.width, INDENT))
    return [*top, *_sides(everyone, style), *picture, *roster(everyone, style), *questions]


def _turn_line(fight: Fight, rules: Rules, everyone: Sequence[Person]) -> list[str]:
    """What is left of the turn that runs, and who comes next in this round."""
    if not fight.active:
        return []
    acting = [fight.combatants[who] for who in rules.members(fight, fight.active) if who in fight.combatants]
    names = {safe(who) for who in rules.members(fight, fight.active)} if len(acting) == 1 else set()
    facts = (fact for one in everyone if one.who in names for fact in one.facts.values() if fact.turn and fact.value)
    left = ", ".join(safe(f"{fact.name} {fact.value}") for fact in facts)
    later = (slot.who for slot in fight.order[fight.turn + 1 :] if rules.takes_turns(fight, slot.who))
    coming = ", ".join(safe(who) for who in islice(later, NEXT)) or f"round {fight.round + 1}"
    return [f"{left}; next: {coming}" if left else f"next: {coming}"]


def _sides(everyone: Sequence[Person], style: Style) -> list[str]:
    """Each side with its sign, and how many of it are up."""
    sides: dict[str, list[Person]] = {}
    for one in sorted(everyone, key=lambda each: SIGNS.index(each.sign)):
        sides.setdefault(one.side, []).append(one)
    told = {f"{them[0].sign} {side} {sum(one.is_up for one in them)}/{len(them)}": them for side, them in sides.items()}
    if sum(map(width, told)) + len(BETWEEN_SIDES) * len(told) > style.width:
        return flowed([*told], style.width, ", ") if told else []
    return [BETWEEN_SIDES.join(style.paint(each, them[0].colour) for each, them in told.items())] if told else []


def _spoken(one: Person) -> str:
    """One combatant in a line of words: `joss: Joss Marlow, crew, HP 13/13, actions 2/2`."""
    facts = (one.health, *one.facts.values())
    told = [one.name, one.side, {ASKED: "has to choose", ACTIVE: "acts now", DOWN: "down"}.get(one.marker, "")]
    told += [f"{safe(each.name)} {safe(each.value)}" for each in facts if each.value]
    return f"{one.who}: {', '.join(filter(None, (*told, *one.conditions)))}"


def _plain_table(everyone: Sequence[Person], style: Style) -> list[str]:
    """All columns with something in them, whole."""
    written = [
        {
            "": one.marker, "id": one.who, "name": one.name, "side": one.side, "init": one.initiative,
            **{each.name: each.value for each in (one.health, *one.facts.values())},
            "conditions": ", ".join(one.conditions),
        }
        for one in everyone
    ]  # fmt: skip
    names = dict.fromkeys(name for row in written for name in row if name != "conditions")
    return table([each for each in (*names, "conditions") if any(row.get(each) for row in written)], written, style)

"""The screen of a fight: where it stands, its ground, and everyone in it, in the width that there is.

In a pipe it is a plain table with all columns; on a terminal the columns that matter most, and on a narrow one a line
or two for each combatant; where it is to be read out, a line of words for each.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.events import Asked
from rbfcli.kernel.fight import Fight, Question
from rbfcli.kernel.matching import SAY
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.signs import ACTIVE, ASKED, DOWN
from rbfcli.kernel.signs import SIDES as SIGNS
from rbfcli.render.cells import flowed, width, wrapped
from rbfcli.render.narration import narrate
from rbfcli.render.people import Person, people
from rbfcli.render.picture import drawn
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.render.tables import moment, table

NEXT = 3
BETWEEN, INDENT = "   ", "  "
STATES = {ASKED: "has to choose", ACTIVE: "acts now", DOWN: "down"}


def fight_lines(fight: Fight, rules: Rules, style: Style) -> list[str]:
    """The whole fight: title, round, whose turn it is and who comes next, the ground, everyone, and open questions."""
    everyone = people(fight, rules)
    title = title_line(fight, rules)
    turn = turn_line(fight, rules, everyone)
    picture = drawn(rules.picture(fight), style.width)
    asked = question_lines(fight, rules, style.width if style.tables else None)
    if not style.tables:
        rows = map(_spoken, everyone) if style.spoken else _plain_table(everyone, style)
        return [title, *([turn] if turn else []), *picture, *rows, *asked]
    from rbfcli.render.roster import roster

    return [
        *(style.paint(line, "name") for line in wrapped(title, style.width)),
        *_turn_and_sides(turn, everyone, style),
        *picture,
        *roster(everyone, style),
        *(style.paint(line, "mixed") for line in asked),
    ]


def title_line(fight: Fight, rules: Rules) -> str:
    """What the fight is called, by which rules it goes, and how far it has come."""
    return f"{safe(fight.title or rules.title)} ({rules.name}), {moment(fight)}"


def turn_line(fight: Fight, rules: Rules, everyone: Sequence[Person]) -> str:
    """What is left of the turn that runs, if it is that of one alone, and who comes next in this round.

    Where a side acts without an order, who of it still can; of a fight that is over, nothing.
    """
    if fight.over:
        return ""
    if not fight.active:
        free = bool(fight.round) and not fight.order
        able = [safe(who) for who in fight.combatants if free and rules.takes_turns(fight, who)]
        return f"to act: {', '.join(able)}" if able else ""
    acting = {safe(who) for who in rules.members(fight, fight.active)}
    alone = [one for one in everyone if one.who in acting] if len(acting) == 1 else []
    facts = (fact for one in alone for fact in one.facts.values() if fact.turn and fact.value)
    left = ", ".join(safe(f"{fact.name} {fact.value}") for fact in facts)
    later = (slot.who for slot in fight.order[fight.turn + 1 :] if rules.takes_turns(fight, slot.who))
    coming = ", ".join(safe(who) for who in islice(later, NEXT)) or f"round {fight.round + 1}"
    return f"{left}; next: {coming}" if left else f"next: {coming}"


def _turn_and_sides(turn: str, everyone: Sequence[Person], style: Style) -> Iterator[str]:
    """The turn, and behind it (or below, where that has no room for all) each side with how many of it are up."""
    *lines, line = wrapped(turn, style.width, INDENT)
    yield from lines
    told = list(sides(everyone))
    if line and width(line) + sum(len(BETWEEN) + width(side) for side, _ in told) > style.width:
        yield line
        line = ""
    used = width(line)
    for side, role in told:
        between = BETWEEN if line else ""
        if line and used + len(between) + width(side) > style.width:
            yield line
            line, used, between = "", 0, ""
        *above, last = wrapped(side, style.width, INDENT)
        yield from (style.paint(each, role) for each in above)
        line, used = f"{line}{between}{style.paint(last, role)}", used + len(between) + width(last)
    if line:
        yield line


def sides(everyone: Sequence[Person]) -> Iterator[tuple[str, str]]:
    """Each side by its sign, how many of it are up out of how many, and the role it is painted in."""
    people_of: dict[str, list[Person]] = {}
    for one in sorted(everyone, key=lambda each: SIGNS.index(each.sign)):
        people_of.setdefault(one.side, []).append(one)
    for side, them in people_of.items():
        yield f"{them[0].sign} {side} {sum(one.is_up for one in them)}/{len(them)}", them[0].colour


def question_in_words(question: Question, fight: Fight, rules: Rules) -> str:
    """What is asked, in a sentence."""
    return narrate([Asked(question=question)], fight, fight, rules, Style())[0]


def question_lines(fight: Fight, rules: Rules, room: int | None) -> Iterator[str]:
    """Each open question in words, and its answers by number and name in as few lines as they need."""
    waiting = open_now(fight)
    for each in waiting:
        asked = question_in_words(each, fight, rules)
        answers = [f"{number} {safe(answer)}" for number, answer in enumerate(each.answers, 1)]
        answers += [f'{SAY} "your own words"'] if each.free_text else []
        answers += ["or go on"] if each.lapses else []
        choose = f"{INDENT}choose {f'{safe(each.who)} ' if each.who and len(waiting) > 1 else ''}"
        if room is None:
            yield from (asked, choose + ", ".join(answers))
        else:
            yield from wrapped(asked, room, INDENT)
            yield from flowed(answers, room, ", ", choose, INDENT)


def _spoken(one: Person) -> str:
    """One combatant in a line of words: `joss: Joss Marlow, crew, acts now, HP 13/13, actions 2/2`."""
    facts = (one.health, *one.facts.values())
    told = [one.name, one.side, STATES.get(one.marker, "")]
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

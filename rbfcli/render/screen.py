"""The screen of a fight, its map, and the sheet of one combatant."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, zip_longest

from rbfcli.core.lazy import LazyFunction
from rbfcli.core.matching import SAY
from rbfcli.core.text import safe
from rbfcli.engine.answers import open_now, what_it_does
from rbfcli.engine.turns import free_to_act
from rbfcli.model.conditions import row_of
from rbfcli.model.display import ACTIVE, ASKED, DOWN, Between, Fact, Picture, Strips, WeaponRange, with_name
from rbfcli.model.display import SIDES as SIGNS
from rbfcli.model.events import Modifier, QuestionAsked
from rbfcli.model.fight import Combatant, Condition, Fight, Question
from rbfcli.model.rules import Rules
from rbfcli.render.layout import moment, other_groups, padded, table, width, wrap_items, wrapped
from rbfcli.render.roster import NO_FACT, RosterEntry, people, roster
from rbfcli.render.sentences import Style, counted

# Imported on first call: only an open question is told in words.
narrate: Callable[..., list[str]] = LazyFunction("rbfcli.render.narration", "narrate")

FURTHER = "    "
WIDEST_STRIP = 30


def drawn(picture: Picture, room: int) -> list[str]:
    """Return the lines of a picture, each at most `room` cells wide."""
    return [line for part in picture for line in _part(part, room)]


def _part(part: str | tuple[str, ...] | Strips, room: int) -> Iterator[str]:
    if isinstance(part, tuple):
        yield from wrap_items([safe(each) for each in part], room, "; ")
    elif isinstance(part, str):
        text = safe(part)
        yield from wrapped(text, room, text[: len(text) - len(text.lstrip())] + FURTHER)
    else:
        yield from _strips(part, room)


def _strips(part: Strips, room: int) -> Iterator[str]:
    labels = tuple(map(safe, part.labels))
    beside = max(map(width, labels), default=0) + (1 if labels else 0)
    widest = min(room - beside, WIDEST_STRIP)
    strips = [[piece for line in strip for piece in wrapped(safe(line), widest, "  ")] for strip in part.strips]
    bands = _bands(strips, part.gap, room - beside)
    left_out: list[str] = []
    if len(bands) > 1:
        until = len(strips) if part.to_strip is None else part.to_strip
        bands = _bands(strips[part.from_strip : until], part.gap, room - beside)
        left_out = [*_ends(strips[: part.from_strip]), *_ends(strips[until:])]
    for band in bands:
        widths = [max(map(width, strip), default=0) + part.gap for strip in band]
        rows = zip_longest(*band, fillvalue="")
        for label, row in zip_longest(labels, rows, fillvalue=""):
            cells = (padded(cell, cells) for cell, cells in zip(row, widths, strict=True))
            yield f"{padded(label, beside)}{''.join(cells)}".rstrip()
    if left_out:
        yield from wrapped(f"no one near, not drawn: {', '.join(left_out)}", room, FURTHER)


def _ends(strips: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the headings of the first and last strip as a range, or nothing if there are none."""
    headings = [heading for strip in strips if strip and (heading := strip[0].strip())]
    if headings:
        yield headings[0] if len(headings) == 1 else f"{headings[0]} to {headings[-1]}"


def _bands(strips: Sequence[list[str]], gap: int, room: int) -> list[list[list[str]]]:
    bands: list[list[list[str]]] = [[]]
    left = room + gap
    for strip in strips:
        needed = max(map(width, strip), default=0) + gap
        if bands[-1] and needed > left:
            bands.append([])
            left = room + gap
        bands[-1].append(strip)
        left -= needed
    return bands


NEXT = 3
BETWEEN, INDENT = "   ", "  "
STATES = {ASKED: "has to choose", ACTIVE: "acts now", DOWN: "down"}


def fight_lines(fight: Fight, rules: Rules, style: Style) -> list[str]:
    """Return the whole fight as lines: title, turn, map, combatants and open questions."""
    everyone = people(fight, rules)
    title = title_line(fight, rules)
    turn = turn_line(fight, rules, everyone, {})
    picture = drawn((*rules.picture(fight), *on_the_ground(fight)), style.width)
    asked = question_lines(fight, rules, style.width if style.tables else None)
    if not style.tables:
        rows = map(_spoken, everyone) if style.spoken else _plain_table(everyone, style)
        return [title, *([turn] if turn else []), *picture, *rows, *other_groups(fight), *asked]
    return [
        *(style.paint(line, "name") for line in wrapped(title, style.width)),
        *_turn_and_sides(turn, everyone, style),
        *picture,
        *roster(everyone, style),
        *(line for each in other_groups(fight) for line in wrapped(each, style.width, INDENT)),
        *(style.paint(line, "mixed") for line in asked),
    ]


def on_the_ground(fight: Fight) -> Picture:
    """Return the weapons on the ground, each with its location, as part of the map."""
    names = {each: weapon.name for each, weapon in fight.weapons.items()}
    lying = [f"{names.get(each.weapon, each.weapon)} {each.where}".strip() for each in fight.board.lying]
    return ((f"on the ground: {lying[0]}", *lying[1:]),) if lying else ()


def title_line(fight: Fight, rules: Rules) -> str:
    """Return the fight's title, its system and its state."""
    return f"{safe(fight.title or rules.title)} ({rules.name}), {moment(fight)}"


def turn_line(fight: Fight, rules: Rules, everyone: Sequence[RosterEntry], names: Mapping[str, str]) -> str:
    """Return what is left of the turn and who is next, by id unless there is a name; empty once the fight is over."""
    if fight.over:
        return ""
    if not fight.active:
        able = [safe(names.get(who, who)) for who in free_to_act(fight, rules)]
        return f"to act: {', '.join(able)}" if able else ""
    acting = {safe(who) for who in rules.members(fight, fight.active)}
    alone = [one for one in everyone if one.who in acting] if len(acting) == 1 else []
    facts = (fact for one in alone for fact in one.facts.values() if fact.turn and fact.value)
    left = ", ".join(safe(f"{fact.name} {fact.value}") for fact in facts)
    later = (slot.who for slot in fight.order[fight.turn + 1 :] if rules.takes_turns(fight, slot.who))
    coming = ", ".join(safe(names.get(who, who)) for who in islice(later, NEXT)) or f"round {fight.round + 1}"
    return f"{left}; next: {coming}" if left else f"next: {coming}"


def _turn_and_sides(turn: str, everyone: Sequence[RosterEntry], style: Style) -> list[str]:
    """Return the turn, followed by each side with how many of it are up, on new lines if needed."""
    told = filter(None, [turn, *(style.paint(side, role) for side, role in sides(everyone))])
    return [*filter(None, wrap_items([*told], style.width, BETWEEN))]


def sides(everyone: Sequence[RosterEntry]) -> Iterator[tuple[str, str]]:
    """Yield each side with its sign and `up/total`, and the colour role of the side."""
    people_of: dict[str, list[RosterEntry]] = {}
    for one in sorted(everyone, key=lambda each: SIGNS.index(each.sign)):
        people_of.setdefault(one.side, []).append(one)
    for side, them in people_of.items():
        yield f"{them[0].sign} {side} {sum(one.is_up for one in them)}/{len(them)}", them[0].colour


def question_in_words(question: Question, fight: Fight, rules: Rules) -> str:
    """Return a question as a sentence."""
    return narrate([QuestionAsked(question=question)], fight, fight, rules, Style())[0]


def question_lines(fight: Fight, rules: Rules, room: int | None) -> Iterator[str]:
    """Yield each open question, and its numbered answers in as few lines as possible."""
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
            yield from wrap_items(answers, room, ", ", choose, INDENT)


def _spoken(combatant: RosterEntry) -> str:
    """Return one combatant as a line of words: `joss: Joss Marlow, crew, acts now, HP 13/13, actions 2/2`."""
    facts = (combatant.health, *combatant.facts.values())
    told = [combatant.name, combatant.side, STATES.get(combatant.marker, "")]
    told += [f"{safe(each.name)} {safe(each.value)}" for each in facts if each.value]
    return f"{combatant.who}: {', '.join(filter(None, (*told, *combatant.conditions)))}"


def _plain_table(everyone: Sequence[RosterEntry], style: Style) -> list[str]:
    written = [
        {
            "": one.marker, "id": one.who, "name": one.name, "side": one.side, "init": one.initiative,
            **{each.name: each.value for each in (one.health, *one.facts.values()) if each != NO_FACT},
            "conditions": ", ".join(one.conditions),
        }
        for one in everyone
    ]  # fmt: skip
    names = dict.fromkeys(name for row in written for name in row if name != "conditions")
    return table([each for each in (*names, "conditions") if any(row.get(each) for row in written)], written, style)


LABEL = 12


def sheet_lines(fight: Fight, rules: Rules, actor: str, style: Style) -> list[str]:
    """Return the sheet of one combatant. On a terminal long facts wrap."""
    return _labelled(_told(fight, rules, actor, fight.combatants[actor]), style)


def _labelled(facts: Iterable[tuple[str, str]], style: Style) -> list[str]:
    lines = [f"{safe(label):<{LABEL}} {safe(value)}".rstrip() for label, value in facts]
    indent = " " * min(LABEL + 1, style.width // 3)
    return [each for line in lines for each in wrapped(line, style.width, indent)] if style.tables else lines


def between_lines(fight: Fight, actor: str, other: str, found: Between, style: Style) -> list[str]:
    """Return what is between two combatants, as the first sees it."""
    return _labelled(_between(fight, actor, other, found), style)


def _between(fight: Fight, actor: str, other: str, found: Between) -> Iterator[tuple[str, str]]:
    names = {who: one.name for who, one in fight.combatants.items()}
    yield "from", f"{names[actor]} to {names[other]}"
    yield "distance", "unknown" if found.distance is None else _far(found.distance, found.unit)
    if found.sight is not None:
        yield "sight", "clear" if found.sight else "blocked"
    yield "cover", found.cover
    for each in found.obstacles:
        yield "", f"{each.what}{f' at {each.where}' if each.where else ''}: {each.effect} ({each.rule})"
    if found.others:
        yield "in between", f"{', '.join(names.get(each, each) for each in found.others)} (no cover)"
    for weapon in found.weapons:
        yield "weapon", f"{with_name(weapon.weapon, weapon.name)}: {_reach_in_words(weapon, found.unit)}"


def _far(distance: int, unit: str) -> str:
    return f"{distance} {unit.removesuffix('s') if distance == 1 else unit}"


RANGES = {"melee": "reach", "ranged": "range", "thrown": "thrown up to"}


def _reach_in_words(weapon: WeaponRange, unit: str) -> str:
    if not weapon.reaches:
        return f"{weapon.reason} ({weapon.rule})"
    if weapon.increment is not None:
        late = f": disadvantage {weapon.increment - 1}" if weapon.increment > 1 else ""
        told = f"increment {weapon.increment} of {_far(weapon.range or 0, unit)}{late}"
    elif weapon.range is None:
        told = "adjacent" if weapon.use == "melee" else "any range"
    else:
        told = f"{RANGES[weapon.use]} {_far(weapon.range, unit)}"
    return f"reaches, {told} ({weapon.rule})"


def _told(fight: Fight, rules: Rules, actor: str, combatant: Combatant) -> Iterator[tuple[str, str]]:
    yield "id", actor
    yield "name", combatant.name
    yield "side", combatant.side
    if combatant.initiative is not None:
        yield "initiative", str(combatant.initiative)
    more = tuple(rules.details(fight, actor))
    for fact in more_exact(rules.status(fight, actor), more):
        if fact.value:
            yield fact.name, fact_in_words(fact)
    for name, condition in combatant.conditions.items():
        yield "condition", _condition(fight, rules, name, condition)
    if combatant.notes:
        yield "notes", " / ".join(filter(None, combatant.notes.splitlines()))


def more_exact(status: Iterable[Fact], details: tuple[Fact, ...]) -> Iterator[Fact]:
    """Yield all facts, those of the screen first. A detail replaces the fact with the same name."""
    named: dict[str, list[Fact]] = {}
    for fact in details:
        named.setdefault(fact.name, []).append(fact)
    for fact in status:
        yield from named.pop(fact.name, (fact,))
    for facts in named.values():
        yield from facts


def fact_in_words(fact: Fact) -> str:
    """Return a fact with its unit, the sum that produces it, and its rule."""
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
    """Return a sum in words: `15 base + 2 armour - 1 prone`."""
    first, *others = parts
    told = (f" {'-' if each.value < 0 else '+'} {abs(each.value)} {each.why}" for each in others)
    return f"{first.value} {first.why}{''.join(told)}"


def _condition(fight: Fight, rules: Rules, name: str, condition: Condition) -> str:
    row = row_of(rules.conditions, name)
    is_named = row is not None and row.of_somebody
    facts = [*_lasting(fight, rules, condition), *([f"by {condition.by}"] if condition.by and not is_named else [])]
    if condition.amount:
        is_clock = row is not None and row.clock
        counts = rules.words.get(f"amount.{row.name}" if row is not None else "", "amount")
        facts.append(f"{counted(condition.amount, 'round')} left" if is_clock else f"{counts} {condition.amount}")
    facts += filter(None, what_it_does(fight, rules, row)) if row is not None else ["note only"]
    return f"{name}{': ' if facts else ''}{'; '.join(facts)}" + (f" ({row.rule})" if row is not None else "")


def _lasting(fight: Fight, rules: Rules, condition: Condition) -> Iterator[str]:
    """Yield how long a condition lasts. At the end of a turn that is running, its round counts."""
    if condition.rounds:
        turn = f"{condition.whose}'s turn" if condition.whose else "a turn"
        runs = condition.edge == "end" and fight.active and condition.whose in rules.members(fight, fight.active)
        more = f"{condition.rounds} more round{'s' * (condition.rounds > 1)}{' with this one' * bool(runs)}"
        yield f"{more}, to the {condition.edge} of {turn}"

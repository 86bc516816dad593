"""Events as plain sentences for the GM to read aloud, and the menu of open questions."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rbfcli.core.lazy import LazyFunction
from rbfcli.core.matching import SAY
from rbfcli.core.text import is_digits, safe
from rbfcli.engine.answers import answer_meaning, open_now
from rbfcli.model import events
from rbfcli.model.conditions import row_of
from rbfcli.model.display import COMMON, CONCLUSION, starred_words
from rbfcli.model.events import QuestionAsked
from rbfcli.model.fight import Fight, Question, TurnSlot
from rbfcli.model.rules import Rules
from rbfcli.render.rolls import Part, ResultLine, RollLines, marked, part_named, sort_result_lines
from rbfcli.render.sentences import (
    OPTIONS,
    Names,
    Style,
    capital,
    counted,
    is_condition,
    name_along,
    path_in_words,
    sentence,
    value_in_words,
    with_names_inside,
)

# Imported on first call: few commands need them.
wrap_items: Callable[..., list[str]] = LazyFunction("rbfcli.render.layout", "wrap_items")
moment: Callable[[Fight], str] = LazyFunction("rbfcli.render.layout", "moment")
fitted: Callable[..., list[str]] = LazyFunction("rbfcli.render.layout", "fitted")


Group = tuple[events.AnyEvent, ...]
MOST_OPPOSED = 2


def with_conclusions(told: Iterable[events.AnyEvent], words: Mapping[str, str]) -> list[Group]:
    """Return each event on its own, except that a conclusion is grouped after its roll or opposed rolls."""
    groups: list[Group] = []
    for event in told:
        group: Group = (event,)
        if isinstance(event, events.CustomEvent) and words.get(f"part.{event.what}") == CONCLUSION:
            while len(group) <= MOST_OPPOSED and (place := _roll_before(groups, group[0])) is not None:
                group = (*groups.pop(place), *group)
        groups.append(group)
    return groups


def _roll_before(groups: Sequence[Group], event: events.AnyEvent) -> int | None:
    """Return the index of the roll that an event concludes or answers, with only field changes between, or None."""
    for place in range(len(groups) - 1, -1, -1):
        earlier = groups[place][-1]
        if isinstance(earlier, events.Rolled):
            answers = isinstance(event, events.Rolled) and (event.who, event.target) == (earlier.target, earlier.who)
            return place if answers or isinstance(event, events.CustomEvent) else None
        if not isinstance(earlier, events.FieldChanged):
            return None
    return None


def without_answered(happenings: Iterable[events.AnyEvent]) -> list[events.AnyEvent]:
    """Return the events without questions that were answered immediately; their answers are enough."""
    left: list[events.AnyEvent] = []
    for event in happenings:
        if isinstance(event, events.QuestionAnswered):
            questions = (each for each in left if isinstance(each, QuestionAsked))
            same = (each for each in questions if (each.question.kind, each.question.who) == (event.kind, event.who))
            if asked := next(same, None):
                left.remove(asked)
        left.append(event)
    return left


def without_replaced(happenings: Iterable[events.AnyEvent], rules: Rules) -> list[events.AnyEvent]:
    """Return the events without the ends of conditions that another one replaced, such as unconscious by dead."""
    left: list[events.AnyEvent] = []
    for event in happenings:
        if isinstance(event, events.ConditionGained) and (row := row_of(rules.conditions, event.name)):
            while left and isinstance(lost := left[-1], events.ConditionLost) and lost.who == event.who:
                if lost.name not in row.replaces:
                    break
                left.pop()
        left.append(event)
    return left


INDENT = "  "
# Rows not available to a question: two for the prompt and one for its toolbar.
TAKEN = 3
MORE = "(what each does: choose and TAB)"

Row = tuple[str, str, str]


def question_with_menu(asked: str, rows: Sequence[Row], style: Style, waiting: int) -> list[str]:
    """Return a question and its answers. On a terminal, the layout gets shorter until all `waiting` questions fit."""
    table = [asked, *_table(rows)]
    room = (style.height - TAKEN) // max(1, waiting)
    if not (style.tables and style.height) or _height(table, style.width) <= room:
        return table
    sentences = [
        asked,
        *(f"{number} {answer}: {does}" if does else f"{number} {answer}" for number, answer, does in rows),
    ]
    if _height(sentences, style.width) <= room:
        return sentences
    names = wrap_items([f"{number} {answer}" for number, answer, _ in rows], style.width, ", ")
    return [*names, MORE, asked]


def menu_rows(question: Question, rules: Rules, names: Mapping[str, str], whose: str) -> list[Row]:
    """Return each answer with its number (unless it is one), the combatant asked if needed, and its effect."""
    plain = any(is_digits(each) for each in question.answers)
    rows = [
        (whose.strip() if plain else f"{whose}{number}", safe(each), safe(answer_meaning(rules, question, each, names)))
        for number, each in enumerate(question.answers, 1)
    ]
    if question.free_text:
        rows.append((f"{whose}{SAY}", '"your own words"', "recorded as a note; no rules effect"))
    return rows


def _table(rows: Sequence[Row]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for number, answer, does in rows:
        yield f"{INDENT}{number:>{widths[0]}}{INDENT}{answer:<{widths[1]}}{INDENT}{does}".rstrip()


def _height(lines: list[str], cells: int) -> int:
    return len(fitted(lines, cells))


GM, NOTE, FORCED = "GM", "note: ", "forced: "
ORDER = "initiative: "
OF_WHOM = ("by", "whose")
# The parts of events that are neither outcomes nor changes.
PART_OF = {
    events.FightEnded: Part.PENDING,
    **dict.fromkeys(
        (events.InitiativeSet, events.RoundBegan, events.PhaseBegan, events.GroupSwitched, events.TurnBegan),
        Part.HEADING,
    ),
}


def heading(text: str) -> str:
    """Return the line that starts a round, phase or turn."""
    return f"-- {text} --"


def narrate(
    happenings: Iterable[events.AnyEvent], before: Fight, after: Fight, rules: Rules, style: Style
) -> list[str]:
    """Return the events line by line. Events whose words are empty in the system's table are left out."""
    return wrap_lines(sort_result_lines(lines_of(happenings, before, after, rules, style)), style)


def wrap_lines(lines: list[str], style: Style) -> list[str]:
    """Return lines that break between words at the width of a terminal."""
    return fitted(lines, style.width) if style.tables else lines


def lines_of(
    happenings: Iterable[events.AnyEvent], before: Fight, after: Fight, rules: Rules, style: Style
) -> Iterator[ResultLine]:
    """Yield the lines of the events in order, each with its part of a result."""
    groups = with_conclusions(without_replaced(without_answered(happenings), rules), rules.words)
    narrator = Narrator(before, after, rules, style, [group[-1] for group in groups])
    for group in groups:
        yield from (line for line in narrator.lines(group) if line.text)


class Narrator:
    """A formatter for the events of one command; `told` are all of these events."""

    def __init__(
        self, before: Fight, after: Fight, rules: Rules, style: Style, told: Sequence[events.AnyEvent] = ()
    ) -> None:
        self.rules = rules
        self.words = {**COMMON, **rules.words}
        self.style = style
        # Combatants in a GM event that has its own words.
        self._explained = {each.who for each in told if isinstance(each, events.CustomEvent) and each.rule == GM}
        self._fights = after, before
        new_round = any(isinstance(each, events.RoundBegan) for each in told)
        self._ended = {each.who for each in told if isinstance(each, events.TurnEnded) and not new_round}
        self.name = Names({who: one.name for fight in (before, after) for who, one in fight.combatants.items()}, style)
        self._weapons = getattr(after, "weapons", {})
        self._waiting = len(after.questions)
        self._rolls = RollLines(self.words, rules.outcomes, self.name, style)

    def lines(self, group: Group) -> Iterator[ResultLine]:
        """Yield the lines of one event, or of rolls and their conclusion; with `explain`, each has its rule."""
        *before, event = group
        rolled = [each for each in before if isinstance(each, events.Rolled)]
        match event:
            case events.CustomEvent() if rolled:
                yield from self._rolls.concluded(rolled, self._filled(event), event)
            case events.Rolled():
                yield from self._rolls.alone(event)
            case events.QuestionAsked(question=question):
                yield from (ResultLine(Part.PENDING, text) for text in self._question(question))
            case _:
                yield self._line(event)

    def _line(self, event: events.AnyEvent) -> ResultLine:
        if isinstance(event, events.CustomEvent):
            told_as = self.words.get(f"part.{event.what}")
            part = part_named(told_as, self.style) if told_as else Part.CHANGE
            if part is None:
                return ResultLine(Part.ROLL, "")
            return ResultLine(part, marked(self._filled(event), event, self.style), (event.who, event.target))
        text = self._text(event)
        if not isinstance(event, events.ActionInterrupted):
            text = marked(text, event, self.style)
        if isinstance(event, events.FieldChanged | events.ConditionGained | events.ConditionLost):
            return ResultLine(Part.CHANGE, text, (event.who,), price=not isinstance(event, events.ConditionGained))
        return ResultLine(PART_OF.get(type(event), Part.OUTCOME), text)

    def _text(self, event: events.AnyEvent) -> str:
        match event:
            case events.FieldChanged():
                return self._change(event)
            case events.ConditionGained() | events.ConditionLost():
                return self._condition(event)
            case events.CombatantJoined(who=who):
                return self._of(who, "joins the fight" + (f" ({safe(who)})" if self.name.plain(who) != who else ""))
            case events.CombatantLeft(who=who):
                return "" if who in self._explained else self._of(who, "leaves the fight")
            case events.Noted(text=text):
                return f"{NOTE}{safe(text)}"
            case events.RefusalOverridden(message=message):
                return f"{FORCED}{with_names_inside(safe(message), self.name.known.values())}"
            case events.FightEnded(reason=reason):
                return f"fight over: {safe(reason)}"
            case events.UnusedAnswers(answers=answers):
                return f"not asked: {safe(', '.join(answers))}"
            case events.QuestionAnswered(kind=kind, lapsed=Question() as lapsed):
                return self._asked(self.words.get(f"lapse.{kind}", self.words["lapse"]), lapsed)
            case events.QuestionAnswered(who=who, answer=answer):
                return self._of(who, f"chooses {safe(answer)}") if answer else ""
            case events.ActionInterrupted(verb=verb, who=who):
                whose = f"{self.name(who)}, " if who else ""
                return f"abandoned: {whose}{safe(verb)}; what it has done so far stays"
            case events.InitiativeSet(slots=slots):
                return "\n".join((*self._held(slots), *self._order(slots)))
            case events.RoundBegan(round=number):
                return heading(f"round {number}")
            case events.PhaseBegan(phase=phase):
                return heading(capital(safe(phase)))
            case events.GroupSwitched():
                return heading(moment(self._fights[0]))
            case events.TurnBegan(who=who):
                turn = sentence("{who's} turn", self.name.people(who, ""))
                return heading(turn if who in self.name.known else capital(turn))
            case _:
                return ""

    def _held(self, slots: Iterable[TurnSlot]) -> Iterator[str]:
        """Yield a line for each turn that was just held, with its new initiative count."""
        for slot in slots:
            if slot.held and slot.who in self._ended and slot not in self._fights[1].order:
                yield sentence(
                    "{who} holds until initiative {count}", {**self.name.people(slot.who, ""), "count": str(slot.count)}
                )

    def _order(self, slots: Iterable[TurnSlot]) -> list[str]:
        """Return the turn order in lines that fit the width.

        The count follows the name of a team, because `2 crew` would mean two of them.
        """
        names = [
            f"{slot.count} {self.name(slot.who)}"
            if slot.who in self.name.known
            else f"{self.name(slot.who)} ({slot.count})"
            for slot in slots
        ]
        return wrap_items(names, self.style.width, ", ", ORDER, " " * len(ORDER)) if names else []

    def _of(self, actor: str, text: str) -> str:
        return sentence("{who} {text}", {**self.name.people(actor, ""), "text": text})

    def _condition(self, event: events.ConditionGained | events.ConditionLost) -> str:
        row = row_of(self.rules.conditions, event.name)
        kind, of = (row.name, event.name.removeprefix(row.name)) if row is not None else (event.name, "")
        by = f" {self.name(of.removeprefix(' '))}" if of else ""
        if isinstance(event, events.ConditionLost):
            plain = f"is no longer {safe(kind)}"
            text = self.words.get(f"relieved.{kind}", plain) or (
                plain if event.rule == GM and event.who not in self._explained else ""
            )
            return self._of(event.who, f"{text}{by}") if text else ""
        own = f"is now {safe(event.name)}{'' if row is not None else ' (note only)'}"
        text = self.words.get(f"condition.{kind}", own)
        if not text:
            return ""
        text += by
        rounds = event.condition.rounds
        lasting = f" ({counted(rounds, 'turn')} left)" if self.style.explain and rounds else ""
        colour = "bad" if row is not None and row.role else ""
        return self._of(event.who, f"{self.style.paint(text, colour)}{lasting}")

    def _change(self, event: events.FieldChanged) -> str:
        what = self._field(event)
        by_hand = event.rule == GM and event.who not in self._explained
        if not what and by_hand:
            what = path_in_words(event.path[1:] if is_condition(event.path) else event.path)
        gone = event.after is None and len(event.path) > 1 and not by_hand  # the event that removed it explains it
        if not what or gone:
            return ""
        if event.path[-1] in OF_WHOM and not (by_hand and (event.after or event.before in self._fights[0].combatants)):
            return ""
        facts = {"before": value_in_words(event.before), "after": value_in_words(event.after), "key": self._key(event)}
        facts |= self.name.people(event.who, "")
        if "{" in what.replace("{key}", ""):  # the whole sentence
            return sentence(what, facts)
        template = "{who}: {change}" if event.who else "{change}"
        return sentence(template, {**facts, "change": self._from_to(event, what.replace("{key}", facts["key"]))})

    def _key(self, event: events.FieldChanged) -> str:
        """Return the name, or else the key, of the changed entry of a mapping."""
        if not event.path[1:]:
            return ""
        owners = (fight.combatants.get(event.who) if event.who else fight for fight in self._fights)
        name = next((name for owner in owners if (name := name_along(owner, event.path))), "")
        starred = starred_words(self.words, event.path)
        return safe(name or event.path[starred[1] if starred else -1])

    def _from_to(self, event: events.FieldChanged, what: str) -> str:
        if isinstance(event.after, bool) and event.path[0] != OPTIONS:
            return what if event.after else f"no longer {what}"
        if is_condition(event.path):
            return f"{'no longer' if event.after is None else 'now'} {what}"
        if event.before in (None, ""):
            return f"{what} {value_in_words(event.after)}"
        return f"{what} {value_in_words(event.before)} -> {value_in_words(event.after)}"

    def _field(self, event: events.FieldChanged) -> str:
        """Return the words for the changed field, or an empty string if its change is not shown."""
        path = event.path
        first, *rest = path
        key = f"field.{'.'.join(path)}"
        whole, part = self.words.get(key), self.words.get(f"field.{first}")
        down = self.words.get(f"{key}.down")
        if event.after is False:
            whole = self.words.get(f"{key}.off", whole)
        elif down is not None and not event.after:
            one = self._fights[0].combatants.get(event.who)
            whole = down if one is not None and not self.rules.is_up(one) else whole
        if whole is not None or first == "conditions":
            return whole or ""
        if rest and (starred := starred_words(self.words, path)):
            return starred[0]
        if part is None:
            return path_in_words(path)
        thing = self._weapons.get(rest[0]) if rest else None
        part = self._flagged(first, thing) or part
        name = safe(thing.name if thing else ".".join(rest))
        return part.replace("{thing}", name) if "{thing}" in part else f"{part} {name}".rstrip() if part else ""

    def _flagged(self, field: str, thing: Any) -> str:
        """Return the words for a field of a weapon with a switch on, such as a grenade; empty if there are none."""
        switches = [] if thing is None else [name for name in thing.__struct_fields__ if getattr(thing, name) is True]
        return next((words for name in switches if (words := self.words.get(f"field.{field}.{name}"))), "")

    def _filled(self, event: events.CustomEvent) -> str:
        template = self.words.get(event.what, event.what.replace("-", " "))
        facts = {key: safe(str(value)) for key, value in event.facts.items()}
        return sentence(template, {**facts, **self.name.people(event.who, event.target)})

    def _question(self, question: Question) -> list[str]:
        asked = self._asked(self.words.get(f"question.{question.kind}", question.kind), question)
        whose = f"{safe(question.who)} " if self._waiting > 1 and question.who else ""
        on = "  (or continue)" if question.lapses else ""
        rows = menu_rows(question, self.rules, self.name.known, whose)
        return question_with_menu(f"? {asked}{on}", rows, self.style, self._waiting)

    def _asked(self, template: str, question: Question) -> str:
        facts = {key: safe(str(value)) for key, value in question.facts.items()}
        people = self.name.people(question.who, str(question.facts.get("target", "")))
        return sentence(template, {**facts, **people})


def menus(fight: Fight, rules: Rules, style: Style) -> list[str]:
    """Return the open questions, each with its numbered answers."""
    asked = [QuestionAsked(rule=each.rule, question=each) for each in open_now(fight)]
    return narrate(asked, fight, fight, rules, style)

"""Events as plain sentences that a GM can read aloud."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rbfcli.kernel import events
from rbfcli.kernel.conditions import ConditionRow, row_of
from rbfcli.kernel.fight import Fight, Plain
from rbfcli.kernel.paths import Path
from rbfcli.kernel.rules import Rules
from rbfcli.render.menu import menu_lines
from rbfcli.render.roll_sentences import fill_template, roll_sentence
from rbfcli.render.safe import safe
from rbfcli.render.style import Style

GM, OPTIONS = "GM", "options"
OF_WHOM = ("by", "whose")


def narrate(
    happenings: Iterable[events.AnyEvent], before: Fight, after: Fight, rules: Rules, style: Style
) -> list[str]:
    """What happened, line by line; events with empty words in the system's table are left out."""
    told = without_replaced(without_answered(happenings), rules)
    narrator = Narrator(before, after, rules, style, told)
    return [line for event in told for line in narrator.lines(event) if line]


def without_answered(happenings: Iterable[events.AnyEvent]) -> list[events.AnyEvent]:
    """The events without the questions that were answered at once; their answers say enough."""
    left: list[events.AnyEvent] = []
    for event in happenings:
        if isinstance(event, events.Answered):
            asked = next((each for each in left if _is_answer(event, each)), None)
            if asked:
                left.remove(asked)
        left.append(event)
    return left


def without_replaced(happenings: Iterable[events.AnyEvent], rules: Rules) -> list[events.AnyEvent]:
    """The events without the ends of conditions that gave way to another: who dies does not come round first."""
    left: list[events.AnyEvent] = []
    for event in happenings:
        if isinstance(event, events.Afflicted):
            row = row_of(rules.conditions, event.name)
            while row is not None and left and _gave_way(left[-1], event.who, row, rules):
                left.pop()
        left.append(event)
    return left


def _gave_way(event: events.AnyEvent, who: str, to: ConditionRow, rules: Rules) -> bool:
    if not isinstance(event, events.Relieved) or event.who != who or event.name not in to.replaces:
        return False
    return rules.conditions[event.name].gives_way


def _is_answer(answered: events.Answered, asked: events.AnyEvent) -> bool:
    if not isinstance(asked, events.Asked):
        return False
    return (asked.question.kind, asked.question.who) == (answered.kind, answered.who)


class Narrator:
    """The names and words for the events of one command; `told` are those around them."""

    def __init__(
        self, before: Fight, after: Fight, rules: Rules, style: Style, told: Sequence[events.AnyEvent] = ()
    ) -> None:
        self.rules = rules
        self.words = rules.words
        self.style = style
        self.told = told
        self._names = {who: one.name for fight in (before, after) for who, one in fight.combatants.items()}
        self._several_wait = len(after.questions) > 1

    def name(self, who: str) -> str:
        """The name of a combatant, safe to print."""
        return self.style.paint(safe(self._names.get(who, who)), "name")

    def lines(self, event: events.AnyEvent) -> Iterator[str]:
        """The lines of one event; with `explain`, each with its rule."""
        match event:
            case events.Asked(question=question):
                yield from self._question(question)
            case _:
                line = self._line(event)
                yield self._marked(line, event) if line and self.style.explain and event.rule else line

    def _line(self, event: events.AnyEvent) -> str:
        match event:
            case events.Rolled():
                return roll_sentence(event, self.name, self.rules, self.style)
            case events.Changed():
                return self._change(event)
            case events.Afflicted() | events.Relieved():
                return self._condition(event)
            case events.Happened():
                return self._happening(event)
            case events.Joined() | events.Left() | events.Noted() | events.Forced() | events.Ended():
                return self._word_of_the_gm(event)
            case events.Answered() | events.Unasked():
                return self._answer(event)
            case events.BrokenOff(verb=verb, who=who):
                return f"broken off: {f'{self.name(who)}, ' if who else ''}{safe(verb)}; what it did already stands"
            case _:
                return self._passing_of_time(event)

    def _passing_of_time(self, event: events.Event) -> str:
        match event:
            case events.Ordered(slots=slots):
                order = ", ".join(f"{self.name(slot.who)} {slot.count}" for slot in slots)
                return f"order: {order}" if order else ""
            case events.RoundBegan(round=number):
                return f"-- round {number} --"
            case events.PhaseBegan(phase=phase):
                return f"-- {safe(phase)} --"
            case events.TurnBegan(who=who):
                return f"-- {self.name(who)}'s turn"
            case _:
                return ""

    def _word_of_the_gm(self, event: events.Event) -> str:
        match event:
            case events.Joined(who=who):
                return f"{self.name(who)} joins the fight ({safe(who)})"
            case events.Left(who=who):
                return f"{self.name(who)} leaves the fight"
            case events.Noted(text=text):
                return f"note: {safe(text)}"
            case events.Forced(message=message):
                return f"forced: {safe(message)}"
            case events.Ended(reason=reason):
                return f"the fight is over: {safe(reason)}"
            case _:
                return ""

    def _answer(self, event: events.Answered | events.Unasked) -> str:
        if isinstance(event, events.Unasked):
            return f"not asked: {safe(', '.join(event.answers))}"
        return f"{self.name(event.who)} chooses {safe(event.answer)}" if event.answer else ""

    def _condition(self, event: events.Afflicted | events.Relieved) -> str:
        if isinstance(event, events.Relieved):
            text = self.words.get(f"relieved.{event.name}", f"is no longer {safe(event.name)}")
            return f"  {self.name(event.who)} {text}" if text else ""
        row = row_of(self.rules.conditions, event.name)
        own = self._own_condition(event.name, known=row is not None)
        text = self.words.get(f"condition.{event.name}", own)
        if not text:
            return ""
        rounds = event.condition.rounds
        lasting = f", for {rounds} more turns' ends" if self.style.explain and rounds else ""
        colour = "bad" if row is not None and row.role else ""
        return f"  {self.name(event.who)} {self.style.paint(text, colour)}{lasting}"

    def _own_condition(self, name: str, *, known: bool) -> str:
        """The words for a condition that is named after somebody, or made up at the table."""
        return f"is now {safe(name)}" + ("" if known else " (noted, no effect on the numbers)")

    def _marked(self, line: str, event: events.AnyEvent) -> str:
        return f"{line}  {self.style.paint(f'({event.rule})', 'quiet')}"

    def _change(self, event: events.Changed) -> str:
        what = self._field(event.path)
        if not what and event.rule == GM and not self._explained(event.who):
            what = _in_words(event.path)
        gone = event.after is None and len(event.path) > 1  # what took it away says so
        if not what or gone or event.path[-1] in OF_WHOM:
            return ""
        owner = f"{self.name(event.who)}: " if event.who else ""
        if isinstance(event.after, bool) and event.path[0] != OPTIONS:
            return f"  {owner}{what}" if event.after else f"  {owner}no longer {what}"
        if event.before in (None, ""):
            return f"  {owner}{what} {_value(event.after)}"
        return f"  {owner}{what} {_value(event.before)} -> {_value(event.after)}"

    def _explained(self, who: str) -> bool:
        """Whether what the GM did to somebody has words of its own."""
        return any(isinstance(each, events.Happened) and each.rule == GM and each.who == who for each in self.told)

    def _field(self, path: Path) -> str:
        """The name of the field at a path; empty if its change is not shown."""
        first, *rest = path
        whole, part = self.words.get(f"field.{'.'.join(path)}"), self.words.get(f"field.{first}")
        if whole is not None or first == "conditions":
            return whole or ""
        if part is None:
            return _in_words(path)
        return f"{part} {safe('.'.join(rest))}".rstrip() if part else ""

    def _happening(self, event: events.Happened) -> str:
        template = self.words.get(event.what, event.what.replace("-", " "))
        facts = {key: safe(str(value)) for key, value in event.facts.items()}
        return "  " + fill_template(template, {**facts, "who": self.name(event.who), "target": self.name(event.target)})

    def _question(self, question: Any) -> Iterator[str]:
        template = self.words.get(f"question.{question.kind}", question.kind)
        facts = {key: safe(str(value)) for key, value in question.facts.items()}
        people = {"who": self.name(question.who), "target": self.name(str(question.facts.get("target", "")))}
        whose = f"{safe(question.who)} " if self._several_wait and question.who else ""
        on = "  (or go on)" if question.lapses else ""
        yield f"? {fill_template(template, {**facts, **people})}{on}"
        yield from menu_lines(question, self.rules, self._names, whose)


def _in_words(path: Path) -> str:
    """A path as words; options go by their own names, as they are typed."""
    text = ".".join(path)
    return safe(text if path[0] == OPTIONS else text.replace("_", " "))


def _value(value: Any) -> str:
    if value is None or value == "":
        return "none"
    if isinstance(value, Plain):
        facts = ((name, getattr(value, name)) for name in value.__struct_fields__)
        return ", ".join(f"{_in_words((name,))} {_value(each)}" for name, each in facts if each) or "none"
    if isinstance(value, (list, tuple)):
        return safe(", ".join(map(str, value))) or "none"
    return safe(str(value).lower() if isinstance(value, bool) else str(value))

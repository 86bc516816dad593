"""Answers to open questions: which question a player's words answer, and what an answer means."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from msgspec import Struct

from rbfcli.core.errors import FORCE, Hint, Refusal, listed, missing, misuse, must_be, refuse, shown, to_try, unknown
from rbfcli.core.limits import DIGITS_OF_AN_ANSWER
from rbfcli.core.matching import SAY, ambiguous, candidates, match, nearest, own_words
from rbfcli.core.text import natural, other_digits, quoted
from rbfcli.model.conditions import ConditionRow, amount_of, row_of
from rbfcli.model.display import in_words, written
from rbfcli.model.fight import Fight, Question
from rbfcli.model.rules import WITH, Rules

Names = Callable[[Question], Mapping[str, tuple[str, ...]]]
YES_OR_NO = ("yes", "no")


def names_of_answers(rules: Rules, fight: Fight) -> Names:
    """Return a function for the other names of a question's answers.

    These are the words of its kind, `last stand` for `last-stand`, and `yes` and `no` if the question is an offer.
    """

    def names(asked: Question) -> Mapping[str, tuple[str, ...]]:
        words = rules.words_of(fight, asked.kind, asked.who)
        known = words if isinstance(words, Mapping) else {}
        kinds = list(dict.fromkeys(each.partition(WITH)[0] for each in asked.answers))
        is_offer = asked.lapses and not asked.free_text and len(kinds) == len(YES_OR_NO)
        said = dict(zip(kinds, YES_OR_NO, strict=True)) if is_offer else {}
        return {
            each: (*known.get(each, ()), each.replace("-", " "), *filter(None, [said.get(each.partition(WITH)[0])]))
            for each in asked.answers
        }

    return names


def answer_to(questions: Sequence[Question], words: Sequence[str], names: Names) -> tuple[Question, str]:
    """Return the question that some words answer, and the answer. Raises UsageError if they answer none.

    An answer can be one of those offered, its number, an unambiguous beginning of one, another name for it
    (`names`), or the player's own words after `say`. The words may begin with the combatant the question is for. If
    several answers match that differ only in their weapon, and the words name no weapon, the first is taken.
    """
    of_one = [each for each in questions if len(words) > 1 and each.who == words[0]]
    asked, rest = of_one or questions, words[1:] if of_one else words
    if len(rest) > 1 and rest[0].casefold() == SAY:
        return _own_words(asked, " ".join(rest[1:]))
    word = " ".join(rest).casefold()
    for question in asked:
        for answer in question.answers:
            if answer.casefold() == word:
                return question, answer
    number = natural(word, DIGITS_OF_AN_ANSWER)
    if number is not None:
        return _numbered(asked[0], number)
    for question in asked:
        others = names(question)
        found = candidates(word, {each: others.get(each, ()) for each in question.answers})
        if len(found) == 1 or (
            found and WITH.rstrip() not in word and len({each.partition(WITH)[0] for each in found}) == 1
        ):
            return question, found[0]
        if found:
            raise ambiguous(" ".join(rest), found, asked[0].rule)
    return _no_answer(asked, " ".join(rest))


def _own_words(asked: Sequence[Question], text: str) -> tuple[Question, str]:
    """Return the question that takes a player's own words; words equal to an offered answer mean that answer."""
    if not text.strip():
        raise missing(f"your own words after {SAY}", hint=f"choose {offered(asked)}", rule=asked[0].rule)
    for question in asked:
        listed = next((each for each in question.answers if each.casefold() == text.casefold()), "")
        if listed or question.free_text:
            return question, listed or text
    about = asked[0].kind.replace("-", " ")
    hint = f"choose {offered(asked)}"
    raise misuse(f"the question about {about} does not take your own words", hint=hint, rule=asked[0].rule)


def _numbered(question: Question, number: int) -> tuple[Question, str]:
    if 1 <= number <= len(question.answers):
        return question, question.answers[number - 1]
    most = len(question.answers)
    raise must_be(
        "the answer",
        f"from 1 to {most}",
        number,
        hint=f"choose 1 to {most}, or {offered([question])}",
        rule=question.rule,
    )


def _no_answer(asked: Sequence[Question], text: str) -> NoReturn:
    known = tuple(dict.fromkeys(answer for question in asked for answer in question.answers))
    near = nearest(text, known)
    hint = other_digits(text) or Hint(f"choose {offered(asked)}", near=known)
    raise unknown("answer", text, near, hint=hint, rule=asked[0].rule)


def offered(asked: Iterable[Question]) -> str:
    """Return the answers that questions offer, as a player types them."""
    questions = list(asked)
    own = [f'{SAY} "your own words"'] if any(each.free_text for each in questions) else []
    return " | ".join(dict.fromkeys([*(typed(answer) for question in questions for answer in question.answers), *own]))


def typed(answer: str) -> str:
    """Return an answer as a player types it, with the weapon's id in quotes if needed."""
    react, with_, weapon = answer.partition(WITH)
    return f"{react}{with_}{quoted(weapon)}" if weapon else answer


def open_now(fight: Fight) -> tuple[Question, ...]:
    """Return the open questions to answer first: those asked last."""
    return fight.questions[-fight.paused.waiting :] if fight.paused else fight.questions


def has_to_choose(waiting: Sequence[Question], fight: Fight) -> Refusal:
    """Return the refusal for a command that cannot run until a question is answered."""
    first = waiting[0]
    one = fight.combatants.get(first.who)
    return refuse(
        f"{one.name if one else first.who or 'the GM'} must choose first",
        first.rule,
        hint=(f"choose {offered(waiting)}", Hint("use {} to cancel the choice", FORCE)),
    )


class InAdvance:
    """Answers given with a command, by question kind; the last answer of a kind also serves all later questions."""

    def __init__(self) -> None:
        self._by_kind: dict[str, list[str]] = {}
        self._served: set[str] = set()

    def take(
        self, pairs: Iterable[str], kinds: Iterable[str], verb: str = "", asked: Sequence[str] | None = None
    ) -> None:
        """Add KIND=ANSWER words. Raises UsageError for an unknown kind, or one that the verb never asks.

        `asked` are the kinds the verb may ask; None means any.
        """
        known = tuple(kinds)
        asks, none = known if asked is None else asked, f"{verb} asks no questions"
        given: dict[str, list[str]] = {}
        for pair in pairs:
            kind, equals, answer = pair.partition("=")
            if not equals or not answer.strip():
                hint = to_try(*(f"--answer {each}=ANSWER" for each in asks[:1])) or none
                raise must_be(shown(pair), "KIND=ANSWER", hint=hint)
            kind = match(kind, known, "question")
            if kind not in asks:
                raise unknown("question", kind, hint=listed(f"questions of {verb}", asks) or none)
            given.setdefault(kind, []).append(answer.strip())
        self._by_kind.update(given)
        self._served -= given.keys()

    def copy(self) -> "InAdvance":
        """Return an independent copy of the answers, including which of them were used."""
        other = InAdvance()
        other._by_kind = {kind: list(waiting) for kind, waiting in self._by_kind.items()}
        other._served = set(self._served)
        return other

    @property
    def left(self) -> tuple[object, ...]:
        """Return the remaining answers and the kinds already used, as a hashable value."""
        return tuple((kind, *waiting) for kind, waiting in self._by_kind.items()), tuple(sorted(self._served))

    def unasked(self) -> tuple[str, ...]:
        """Return the answers whose question was never asked, as they are typed."""
        return tuple(
            f"{kind}={each}" for kind, waiting in self._by_kind.items() if kind not in self._served for each in waiting
        )

    def answer(self, question: Question, names: Names) -> str:
        """Return the answer given in advance to a question, or an empty string.

        Raises UsageError if it is not an answer.
        """
        waiting = self._by_kind.get(question.kind)
        if not waiting:
            return ""
        if len(waiting) == 1:
            self._served.add(question.kind)
        said = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        own = own_words(said)
        return answer_to([question], (SAY, own) if own else (said,), names)[1]


def word_meaning(fight: Fight, rules: Rules, kind: str, word: str, actor: str) -> str:
    """Return what a word means for the actor; for a choice, the kind is its field. Empty if unknown."""
    if said := rules.meaning(fight, kind, word, actor):
        return said
    match kind:
        case "condition":
            row = row_of(rules.conditions, word)
            return "; ".join(what_it_does(fight, rules, row)) or row.begins if row is not None else ""
        case "weapon":
            return _described(fight, rules, kind, word, actor) or in_short(fight.weapons.get(word))
        case _:
            return _described(fight, rules, kind, word, actor) or _said(rules.words, kind, word)


def answer_meaning(rules: Rules, question: Question, answer: str, names: Mapping[str, str]) -> str:
    """Return what an answer does, in the system's words.

    For a condition this is how it begins, for a combatant the name. The words `answer.KIND.*` apply to all other
    answers, such as the ids of objects; without them the meaning is empty.
    """
    if said := _said(rules.words, question.kind, answer.partition(WITH)[0]):
        return said
    row = row_of(rules.conditions, answer)
    if row is not None:
        return row.begins
    return names.get(answer, "") or str(rules.words.get(f"answer.{question.kind}.*", ""))


def what_it_does(fight: Fight, rules: Rules, row: ConditionRow) -> list[str]:
    """Return what a condition prevents and how it changes rolls; if neither, the system's words for it."""
    told = [f"cannot {' or '.join(row.bars)}"] if row.bars else []
    for whose, heading in (("own", ""), ("against", "against it: ")):
        amounts: dict[int, list[str]] = {}
        for each in row.effects:
            if each.whose == whose:
                amounts.setdefault(amount_of(each, fight), []).append(each.roll)
        rolls = [_to_rolls(rules, ", ".join(names), amount) for amount, names in amounts.items() if amount]
        told += [heading + ", ".join(rolls)] if rolls else []
    told += [does] if (does := rules.words.get(f"does.{row.name}")) else []
    words = rules.words.get(f"condition.{row.name}", row.begins)
    return told or ([words] if row.name not in words else [])


def _to_rolls(rules: Rules, rolls: str, amount: int) -> str:
    if not rules.words.get("edges"):
        return f"{rolls} {amount:+d}"
    return f"{'advantage' if amount > 0 else 'disadvantage'} {abs(amount)} on {rolls}"


def in_short(thing: Struct | None) -> str:
    """Return the fields of an encounter entry, such as a weapon, that differ from their defaults.

    None gives an empty string.
    """
    found = written(thing, ("name",)) if thing is not None else ()
    return ", ".join(
        f"{name.replace('_', ' ')} {'' if value is True else in_words(value)}".rstrip() for name, value in found
    )


def _described(fight: Fight, rules: Rules, kind: str, word: str, actor: str) -> str:
    """Return what `show WHO` prints about a weapon, attack or the like of a combatant, without its name."""
    if actor not in fight.combatants or kind not in rules.kinds:
        return ""
    told = (each.value for each in rules.details(fight, actor) if each.name in kind.split(" or "))
    found = next((text for text in told if text.startswith((f"{word}: ", f"{word} ("))), "")
    name = getattr(fight.weapons.get(word), "name", "")
    return found.removeprefix(word).removeprefix(f" ({name})").removeprefix(": ")


def _said(words: Mapping[str, Any], kind: str, word: str) -> str:
    return str(words.get(f"answer.{kind}.{word}") or words.get(f"answer.{word}") or "")

"""A question in the middle of a rule: the answer given in advance, or said while the command waited, or a pause."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from rbfcli.kernel.answers import InAdvance, Names, answer_to, has_to_choose
from rbfcli.kernel.command import Command, FightCommand, verb_of
from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.events import NOTHING_CHANGES, Answered, Asked, Happened, Unasked
from rbfcli.kernel.fight import Question
from rbfcli.kernel.limits import QUESTIONS
from rbfcli.kernel.matching import SAY
from rbfcli.kernel.recording import Recording
from rbfcli.kernel.rolling import F, Rolling
from rbfcli.kernel.verbs import Choose

if TYPE_CHECKING:
    from rbfcli.kernel.dice.source import Dice
    from rbfcli.kernel.rules import Rules

T = TypeVar("T")
Still = Callable[[Question], bool]


class Latest(NamedTuple):
    """The fight, the outcome and the place among the events right after the latest answer."""

    mark: Any
    fight: Any
    outcome: str


class Asking(Rolling[F]):
    """The part of a scene that asks: what was said so far, in advance or while the command waited, and what is open.

    `before` is the fight before the command, `lapsed` the offers that nobody had taken up when it came.
    """

    outcome = ""
    in_advance: InAdvance | None = None
    lapsing: tuple[Question, ...] = ()
    asking: tuple[tuple[list[Question], Still], ...] = ()
    questions_asked = 0
    waiting = 0
    attempting = False
    answered: Latest | None = None
    """the latest answer since the present attempt began (`attempt`)"""

    def __init__(
        self, fight: F, dice: "Dice", rules: "Rules", *, force: bool = False, recording: Recording | None = None
    ) -> None:
        Rolling.__init__(self, fight, dice)  # by its name: `super` takes longer than all it does
        self.rules, self.watch, self.force = rules, rules.watch, force
        self.recording = recording = recording or Recording()
        self.lapsed = recording.pause.lapsed

    def ask(
        self,
        kind: str,
        who: str,
        answers: Sequence[str],
        rule: str,
        *,
        free_text: bool = False,
        lapses: bool = False,
        still: Callable[[], bool] = lambda: True,
        **facts: Any,
    ) -> str:
        """The answer to a choice that is somebody's; the fight waits for it (or, if it lapses, until the next command).

        Empty where nobody took the offer up, or where it does not hold `still` after the GM has edited the fight.
        What was read of a sheet before a question is stale after it.
        """
        asked = question(kind, who, answers, rule, free_text=free_text, lapses=lapses, **facts)
        return next(answer for _, answer in self.ask_each([asked], still=lambda _: still()))

    def ask_each(
        self, questions: Sequence[Question], *, still: Still = lambda _: True
    ) -> Iterator[tuple[Question, str]]:
        """Ask several combatants at once (`question` makes each): each question with its answer as it comes.

        The answer is empty where a question lapsed or no longer applies. Whoever leaves the loop early withdraws the
        others.
        """
        self.questions_asked += len(questions)
        if self.questions_asked > QUESTIONS:
            raise LimitReached(f"the rules ask more than {QUESTIONS} questions in one command")
        for each in questions:
            self.emit(Asked(rule=each.rule, question=each))
        waiting = list(questions)
        self.asking = (*self.asking, (waiting, still))
        try:
            while waiting:
                answered, answer = _settled(self, waiting, still)
                waiting.remove(answered)
                yield answered, answer
                waiting[:] = [each for each in waiting if each in self.fight.questions]
        finally:
            self.asking = tuple(each for each in self.asking if each[0] is not waiting)

    def take_answers(self, command: FightCommand) -> None:
        """Note the answers that a command gives in advance. Raises UsageError for a question that it never asks."""
        if command.answer:
            self.in_advance = self.in_advance or InAdvance()
            verb = verb_of(command)
            self.in_advance.take(command.answer, self.rules.question_kinds, verb, self.rules.asks.get(verb))

    def tell_unasked(self, in_advance: InAdvance) -> None:
        """Say which of the answers given in advance no question came up for."""
        if unasked := in_advance.unasked():
            self.emit(Unasked(rule="GM", answers=unasked))

    def withdraw(self, kind: str, rule: str, *, who: str = "") -> None:
        """Take back the open questions of a kind, or those of them that are somebody's."""
        for each in self.fight.questions:
            if each.kind == kind and who in ("", each.who):
                self.emit(Answered(rule=rule, kind=kind, who=each.who, answer=""))

    def part(self, function: Callable[..., T], *args: Any) -> T:
        """Play a part of a command: return `function(scene, *args)`.

        What the part leaves behind is all that the rest of the command may depend on: the fight, its outcome, and what
        it returns, a value that can be hashed. Exact odds continue once for all ways in which a part can end alike.
        """
        return function(self, *args)

    def series(self, steps: Sequence[tuple[Any, ...]], so_far: Any = None) -> Any:
        """Play parts one after the other, each a function with its arguments: `function(scene, so_far, *args)`.

        Each returns what the next ones need to know of those before, and the last what the series returns.
        """
        for function, *args in steps:
            so_far = self.part(function, so_far, *args)
        return so_far

    def draw(self, function: Callable[..., T], *args: Any) -> T:
        """Return `function(scene, *args)`, which rolls dice and reads nothing of the fight but its arguments.

        It returns a value that can be hashed, such as an amount of damage, and changes nothing.
        """
        return function(self, *args)

    def latest_answer(self) -> Latest | None:
        """Return the latest answer since the present attempt began."""
        return self.answered

    def note_answer(self) -> None:
        """Note the place of an answer: an attempt is taken back as far as that."""
        if self.attempting:
            self.answered = Latest(self.mark(), self.fight, self.outcome)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Do something in between that has an outcome of its own: that of the command stays what it is."""
        outcome = self.outcome
        try:
            yield
        finally:
            self.outcome = outcome


def question(
    kind: str,
    who: str,
    answers: Sequence[str],
    rule: str,
    *,
    free_text: bool = False,
    lapses: bool = False,
    **facts: Any,
) -> Question:
    """A choice of somebody's between answers; `facts` are plain values for its words, such as `target`.

    Raises ValueError where there is nothing to choose: nobody could ever answer.
    """
    if not answers and not free_text:
        raise ValueError(f"the rules ask {who or 'the GM'} for {kind!r} and leave no answer")
    plain = msgspec.json.decode(msgspec.json.encode(facts)) if facts else {}
    return Question(
        kind=kind, who=who, answers=tuple(answers), rule=rule, free_text=free_text, lapses=lapses, facts=plain
    )


def _settled(scene: Asking[Any], waiting: Sequence[Question], still: Still) -> tuple[Question, str]:
    """The next of the questions to be closed, and its answer."""
    names = _names(scene)
    while True:
        _withdraw_what_no_longer_holds(scene, waiting)
        for each in waiting:
            if each in scene.lapsing or not still(each):
                return _closed(scene, each, "")
            if scene.in_advance and (answer := scene.in_advance.answer(each, names)):
                return _closed(scene, each, answer)
        scene.waiting = len(waiting)
        said = scene.recording.peek(scene)
        if not isinstance(said, Choose):
            scene.recording.hear(scene)
            _edit(scene, said)
        elif _passes_over(scene, waiting, said):
            scene.lapsing = (*scene.lapsing, *waiting)
        else:
            return _answered(scene, waiting, said)


def _withdraw_what_no_longer_holds(scene: Asking[Any], waiting: Sequence[Question]) -> None:
    """Take back earlier questions that came to nothing meanwhile: nobody has to answer them any more."""
    for earlier, still in scene.asking:
        for each in earlier:
            if earlier is not waiting and each in scene.fight.questions and not still(each):
                scene.emit(Answered(rule=each.rule, kind=each.kind, who=each.who, answer=""))


def _answered(scene: Asking[Any], waiting: Sequence[Question], said: Choose) -> tuple[Question, str]:
    """The question that was answered, and how; the answer is remembered as it is spelt out."""
    asked, answer = answer_to(waiting, said.words, _names(scene))
    words = (answer,) if answer in asked.answers else (SAY, answer)
    whose = (asked.who,) if asked.who and len(scene.fight.questions) > 1 else ()
    scene.recording.hear(scene, replace(said, words=(*whose, *words)))
    scene.force = scene.force or said.force
    scene.take_answers(said)
    return _closed(scene, asked, answer)


def _passes_over(scene: Asking[Any], waiting: Sequence[Question], said: Choose) -> bool:
    """Whether offers are passed over: nobody took them up, or a question that was open before them is answered."""
    offers = all(each.lapses for each in waiting)
    if not said.words:
        if not offers:
            raise has_to_choose(waiting, scene.fight)
        scene.recording.hear(scene)
        return True
    others = [each for each in scene.fight.questions if each not in waiting]
    names = _names(scene)
    return offers and _answers(others, said, names) and not _answers(waiting, said, names)


def _names(scene: Asking[Any]) -> Names:
    """The other names of answers: those that the words of the question's kind go by."""

    def names(asked: Question) -> Mapping[str, tuple[str, ...]]:
        known = scene.rules.words_of(scene.fight, asked.kind, asked.who)
        return known if isinstance(known, Mapping) else {}

    return names


def _answers(questions: Sequence[Question], said: Choose, names: Names) -> bool:
    try:
        return bool(questions) and bool(answer_to(questions, said.words, names))
    except UsageError:
        return False


def _closed(scene: Asking[Any], closed: Question, answer: str) -> tuple[Question, str]:
    scene.emit(Answered(rule=closed.rule, kind=closed.kind, who=closed.who, answer=answer))
    scene.lapsing = tuple(each for each in scene.lapsing if each != closed)
    scene.note_answer()
    return closed, answer


def _edit(scene: Asking[Any], command: Command) -> None:
    """Carry out what the GM did while the command waited."""
    seed, force = scene.fight.seed, scene.force
    scene.force = command.force
    if isinstance(command, FightCommand):
        scene.take_answers(command)
    told = scene.mark()
    with scene.aside():
        scene.rules.verbs[type(command)](scene, command)
    if scene.mark() == told:
        scene.emit(Happened(rule="GM", what=NOTHING_CHANGES))
    scene.force = force
    scene.recording.sow(scene.fight, seed)

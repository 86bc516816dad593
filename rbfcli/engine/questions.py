"""Questions in the middle of a rule: asked, answered, and answered again when a command is replayed."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter, index
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import FORCE, Hint, RbfError, at_most, failed, succeeds
from rbfcli.core.limits import ANSWERS, QUESTIONS
from rbfcli.core.matching import SAY, own_words
from rbfcli.dice.sources import ReplayedDice, SeededDice, handed
from rbfcli.engine.answers import InAdvance, Names, answer_to, has_to_choose, names_of_answers
from rbfcli.engine.rolling import F, Rolling, Watch
from rbfcli.model.commands import Choose, Command, DicedCommand, FightCommand, verb_name
from rbfcli.model.events import NOTHING_CHANGES, CustomEvent, QuestionAnswered, QuestionAsked
from rbfcli.model.fight import Fight, Pause, Question
from rbfcli.model.rules import WITH, Reaction, Rules, Trigger

if TYPE_CHECKING:
    from rbfcli.dice.sources import Dice


NO_PAUSE = Pause(before="", command="")


class Stopping(BaseException):
    """A command stops in the middle as intended; what it has done so far is not an error."""


class SuspendCommand(Stopping):
    """A question has no answer yet. The command stops here, and `play` makes a pause of it."""


class RulesChanged(RbfError):
    """A paused command does not replay as it first played."""

    kind = "refused"
    status = 1


def changed(why: str = "") -> RbfError:
    """Return the error for a paused command that would play differently now."""
    hint = ("the fight or the rules have changed", Hint("use {} with another command to cancel it", FORCE))
    message = f"the waiting command would play differently now{why and f': {why}'}"
    return failed(message, hint=hint, error=RulesChanged)


class Recording:
    """Answers and GM edits in order. The last one applies to the fight at `present`.

    `dice` contains the dice rolled before, followed by new ones from the fight's seed or another source.
    """

    dice: ReplayedDice | None = None
    is_kept: bool = True
    """whether the command can be continued: False if it is only tried, and its questions stay open"""
    scene_type: "type[Any] | None" = None
    """the type of scene to play the command in; None: `Scene`"""
    passes_over = False
    """whether to finish the command without the open offers"""
    is_by_seed = True
    """whether the dice come from the fight's seed, so that the result is kept"""

    def __init__(self, pause: Pause = NO_PAUSE, said: Sequence[Command] = (), present: Any = None) -> None:
        self.take_up(pause, said, present)

    def take_up(self, pause: Pause, said: Sequence[Command] = (), present: Any = None) -> None:
        """Start recording a command that is replayed from its beginning, with the commands entered since it paused."""
        self.pause, self._said, self._present = pause, list(said), present
        self._next, self.reached_now, self.told = 0, False, 0

    def dice_of(self, before: Fight, other: "Dice | None") -> ReplayedDice:
        """Return the dice for a command that is replayed from its beginning."""
        faces = self.pause.faces
        self.is_by_seed = other is None
        self.dice = ReplayedDice(faces, other or SeededDice(before.seed, before.drawn + len(faces)))
        return self.dice

    @property
    def faces(self) -> tuple[int, ...]:
        """Return the faces rolled since the command began, except those given by hand."""
        return tuple(self.dice.faces) if self.dice else ()

    @property
    def is_heard(self) -> bool:
        """Return whether every answer has been used."""
        return self._next == len(self._said)

    @property
    def now(self) -> Command | None:
        """Return the current answering command, or None."""
        return self._said[-1] if self._said else None

    def answer(self, _scene: Any, _question: Question) -> str | None:
        """Return an answer at once, or None if the command has to wait for one and be replayed."""
        return None

    def peek(self, scene: "QuestionApi[Any]") -> Command:
        """Return the next answer.

        Raises SuspendCommand if there is none, RulesChanged, or LimitReached after too many answers.
        """
        if self.is_heard:
            return self._at_once(scene)
        if self._next >= ANSWERS:
            raise at_most("a command", f"{ANSWERS} answers", hint=Hint("use {} to cancel it", FORCE))
        if self._next == len(self._said) - 1 and not self.reached_now:
            if scene.fight != replace(self._present, paused=None):
                raise changed()
            self.reached_now = True
            self.told = scene.mark()
        return self._said[self._next]

    def _at_once(self, scene: "QuestionApi[Any]") -> Choose:
        if self.passes_over:
            return Choose(words=())
        question = scene.fight.questions[-scene.waiting]
        answer = self.answer(scene, question)
        if answer is None:
            raise SuspendCommand
        return command_for(scene.fight, question, answer)

    def hear(self, scene: "QuestionApi[Any]", spelt: Command | None = None) -> None:
        """Move past the next answer (in full: `spelt`), with the dice that come with it."""
        command: Command | None = None
        if not self.is_heard:
            command = self._said[self._next]
            if spelt is not None:
                self._said[self._next] = spelt
            self._next += 1
        scene.dice = handed(command.dice if isinstance(command, DicedCommand) else (), scene.dice)

    def sow(self, fight: Fight, seed: str) -> None:
        """Draw from another seed, if the GM has changed it."""
        if self.dice and self.is_by_seed and fight.seed != seed:
            self.dice.then = SeededDice(fight.seed, fight.drawn + self.dice.left)


def command_for(fight: Fight, question: Question, answer: str) -> Choose:
    """Return the command that gives an answer to an open question."""
    whose = (question.who,) if question.who and len(fight.questions) > 1 else ()
    own = own_words(answer)
    return Choose(words=(*whose, *((SAY, own) if own else (answer,))))


T = TypeVar("T")
Still = Callable[[Question], bool]


class Latest(Struct, frozen=True):
    """The fight, the outcome and the position in the events right after the latest answer."""

    mark: Any
    fight: Any
    outcome: str


class QuestionApi(Rolling[F]):
    """The part of a scene that asks questions.

    `before` is the fight before the command, `lapsed` the offers that were still open when the command came.
    """

    outcome: str = ""
    in_advance: InAdvance | None = None
    lapsing: tuple[Question, ...] = ()
    asking: tuple[tuple[list[Question], Still], ...] = ()
    questions_asked: int = 0
    waiting = 0
    attempting: bool = False
    answered: Latest | None = None
    """the latest answer since the current attempt began (`attempt`)"""

    def __init__(
        self, fight: F, dice: "Dice", rules: "Rules", *, force: bool = False, recording: Recording | None = None
    ) -> None:
        Rolling.__init__(self, fight, dice)  # by name: `super` takes longer than the method itself
        self.rules: Rules = rules
        self.watch: Watch | None = rules.watch
        self.force: bool = force
        self.recording: Recording = recording or Recording()
        self.lapsed: tuple[Question, ...] = self.recording.pause.lapsed

    def ask(
        self,
        kind: str,
        actor: str,
        answers: Sequence[str],
        rule: str,
        *,
        free_text: bool = False,
        lapses: bool = False,
        still: Callable[[], bool] = lambda: True,
        **facts: Any,
    ) -> str:
        """Return the answer to a question; the fight waits for it (or, if it lapses, until the next command).

        Returns an empty string if the offer was not accepted, or if `still` no longer holds after a GM edit. Read
        sheets again after a question: they may have changed.
        """
        asked = question(kind, actor, answers, rule, free_text=free_text, lapses=lapses, **facts)
        return next(answer for _, answer in self.ask_each([asked], still=lambda _: still()))

    def ask_each(
        self, questions: Sequence[Question], *, still: Still = lambda _: True
    ) -> Iterator[tuple[Question, str]]:
        """Ask several combatants together (`question` makes each). Yield each question with its answer as it arrives.

        The answer is empty if a question lapsed or no longer applies. Do not leave the loop early: `still` decides
        which of the other questions remain.
        """
        self.questions_asked += len(questions)
        if self.questions_asked > QUESTIONS:
            raise at_most("a command", f"{QUESTIONS} questions")
        for each in questions:
            self.emit(QuestionAsked(rule=each.rule, question=each))
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
        """Record the answers a command gives in advance. Raises UsageError for a question it never asks."""
        if command.answer:
            self.in_advance = self.in_advance or InAdvance()
            verb = verb_name(command)
            self.in_advance.take(command.answer, self.rules.question_kinds, verb, self.rules.asks.get(verb))

    def given(self, kind: str, answers: Sequence[str], rule: str) -> str:
        """Return the answer that a command gives to a question it does not wait for; empty if it gives none."""
        asked = question(kind, "", answers, rule)
        return self.in_advance.answer(asked, names_of_answers(self.rules, self.fight)) if self.in_advance else ""

    def part(self, function: Callable[..., T], *args: Any) -> T:
        """Play a part of a command: return `function(scene, *args)`.

        The rest of the command may depend only on what the part leaves: the fight, its outcome, and its return
        value, which must be hashable. Exact odds continue once for all the ways in which a part can end in the same
        state.
        """
        return function(self, *args)

    def draw(self, function: Callable[..., T], *args: Any) -> T:
        """Return `function(scene, *args)`, which rolls dice and reads nothing of the fight except its arguments.

        It changes nothing and returns a hashable value, such as an amount of damage.
        """
        return function(self, *args)

    def latest_answer(self) -> Latest | None:
        """Return the latest answer since the current attempt began."""
        return self.answered

    def note_answer(self) -> None:
        """Record the position of an answer, as far back as an attempt can be undone."""
        if self.attempting:
            self.answered = Latest(self.mark(), self.fight, self.outcome)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Do something in between that has its own outcome, and keep the command's."""
        outcome = self.outcome
        try:
            yield
        finally:
            self.outcome = outcome


def question(
    kind: str,
    actor: str,
    answers: Sequence[str],
    rule: str,
    *,
    free_text: bool = False,
    lapses: bool = False,
    **facts: Any,
) -> Question:
    """Return a question with its possible answers; `facts` are plain values for its words, such as `target`.

    Raises ValueError if there are no answers to choose from.
    """
    if not answers and not free_text:
        raise ValueError(f"the rules ask {actor or 'the GM'} for {kind!r} and leave no answer")
    plain = msgspec.json.decode(msgspec.json.encode(facts, enc_hook=index)) if facts else {}
    return Question(
        kind=kind, who=actor, answers=tuple(answers), rule=rule, free_text=free_text, lapses=lapses, facts=plain
    )


def _settled(scene: QuestionApi[Any], waiting: Sequence[Question], still: Still) -> tuple[Question, str]:
    """Return the next question that can be closed, with its answer."""
    names = names_of_answers(scene.rules, scene.fight)
    while True:
        _withdraw_what_no_longer_holds(scene, waiting)
        for each in waiting:
            if each in scene.lapsing or not still(each):
                return _closed(scene, each, "", still)
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


def _withdraw_what_no_longer_holds(scene: QuestionApi[Any], waiting: Sequence[Question]) -> None:
    for earlier, still in scene.asking:
        for each in earlier:
            if earlier is not waiting and each in scene.fight.questions and not still(each):
                scene.emit(QuestionAnswered(rule=each.rule, kind=each.kind, who=each.who, answer=""))


def _answered(scene: QuestionApi[Any], waiting: Sequence[Question], said: Choose) -> tuple[Question, str]:
    asked, answer = answer_to(waiting, said.words, names_of_answers(scene.rules, scene.fight))
    words = (answer,) if answer in asked.answers else (SAY, answer)
    whose = (asked.who,) if asked.who and len(scene.fight.questions) > 1 else ()
    scene.recording.hear(scene, replace(said, words=(*whose, *words)))
    scene.force = scene.force or said.force
    scene.take_answers(said)
    return _closed(scene, asked, answer)


def _passes_over(scene: QuestionApi[Any], waiting: Sequence[Question], said: Choose) -> bool:
    """Return whether offers are passed over: they were not accepted, or an earlier question has been answered."""
    offers = all(each.lapses for each in waiting)
    if not said.words:
        if not offers:
            raise has_to_choose(waiting, scene.fight)
        scene.recording.hear(scene)
        return True
    others = [each for each in scene.fight.questions if each not in waiting]
    names = names_of_answers(scene.rules, scene.fight)
    return offers and _answers(others, said, names) and not _answers(waiting, said, names)


def _answers(questions: Sequence[Question], said: Choose, names: Names) -> bool:
    return bool(questions) and succeeds(answer_to, questions, said.words, names)


def _closed(
    scene: QuestionApi[Any], closed: Question, answer: str, still: Still = lambda _: True
) -> tuple[Question, str]:
    """Close a question with its answer, or without one: it lapsed, or `still` no longer holds."""
    lapsed = None if answer or closed not in scene.lapsing or not still(closed) else closed
    scene.emit(QuestionAnswered(rule=closed.rule, kind=closed.kind, who=closed.who, answer=answer, lapsed=lapsed))
    scene.lapsing = tuple(each for each in scene.lapsing if each != closed)
    scene.note_answer()
    return closed, answer


def _edit(scene: QuestionApi[Any], command: Command) -> None:
    seed, force = scene.fight.seed, scene.force
    scene.force = command.force
    if isinstance(command, FightCommand):
        scene.take_answers(command)
    told = scene.mark()
    with scene.aside():
        scene.rules.verbs[type(command)](scene, command)
    if scene.mark() == told:
        scene.emit(CustomEvent(rule="GM", what=NOTHING_CHANGES))
    scene.force = force
    scene.recording.sow(scene.fight, seed)


def trigger(scene: QuestionApi[Any], occasion: Trigger) -> bool:
    """Let all eligible combatants react, in the order of the table and the file, before the action continues.

    Return whether anyone was asked or reacted.
    """
    anybody = False
    for together, rows in groupby(_rows(scene, occasion), attrgetter("together")):
        asked: list[tuple[Reaction, str]] = []
        for row in rows:
            for who in _ready(scene, row, occasion):
                if answer := row.decided(scene, who, occasion):
                    anybody |= _react(scene, row, who, answer, occasion)
                elif together:
                    asked.append((row, who))
                else:
                    anybody |= _ask(scene, [(row, who)], occasion)
        anybody |= bool(asked) and _ask(scene, asked, occasion)
    return anybody


def eligible_reactors(scene: QuestionApi[Any], occasion: Trigger) -> tuple[str, ...]:
    """Return all combatants who can react to an action, by any row."""
    return tuple(dict.fromkeys(who for row in _rows(scene, occasion) for who in _ready(scene, row, occasion)))


def _rows(scene: QuestionApi[Any], occasion: Trigger) -> list[Reaction]:
    return [row for row in scene.rules.reactions if row.on == occasion.on]


def _ready(scene: QuestionApi[Any], row: Reaction, occasion: Trigger) -> list[str]:
    people = scene.fight.combatants
    bearers = [who for who, one in people.items() if row.bearing in one.conditions] if row.bearing else people
    return [who for who in bearers if may_react(scene, row, who, occasion)]


def may_react(scene: QuestionApi[Any], row: Reaction, actor: str, occasion: Trigger) -> bool:
    """Return whether a combatant can react, and has a weapon for it if the reaction needs one."""
    return row.may(scene, actor, occasion) and (row.weapons is None or bool(row.weapons(scene, actor, occasion)))


def _answers_of(scene: QuestionApi[Any], row: Reaction, actor: str, occasion: Trigger) -> tuple[str, ...]:
    """Return the answers to a reaction's question, with one for each weapon that fits."""
    if row.weapons is None:
        return row.answers
    react, *others = row.answers
    return (*(f"{react}{WITH}{each}" for each in row.weapons(scene, actor, occasion)), *others)


def _ask(scene: QuestionApi[Any], asked: list[tuple[Reaction, str]], occasion: Trigger) -> bool:
    """Ask the combatants who can still react, and play the reactions they choose. Return whether anyone was asked."""
    known = {key: value for key, value in occasion.facts.items() if isinstance(value, str | int)}
    facts: dict[str, Any] = {"target": occasion.who, **known}
    rows = {row.kind: row for row, _ in asked}
    questions = [
        question(row.kind, who, _answers_of(scene, row, who, occasion), row.rule, lapses=row.lapses, **facts)
        for row, who in asked
        if may_react(scene, row, who, occasion)
    ]
    for each, answer in scene.ask_each(
        questions, still=lambda one: may_react(scene, rows[one.kind], one.who, occasion)
    ):
        _react(scene, rows[each.kind], each.who, answer, occasion)
    return bool(questions)


def _react(scene: QuestionApi[Any], row: Reaction, actor: str, answer: str, occasion: Trigger) -> bool:
    """Play a combatant's reaction if the answer says so, with the weapon it names or the best.

    Return whether it did so.
    """
    react, _, weapon = answer.partition(WITH)
    if react != row.answers[0] or actor not in scene.fight.combatants or not may_react(scene, row, actor, occasion):
        return False
    if row.weapons is not None:
        chosen = weapon or row.weapons(scene, actor, occasion)[0]
        occasion = replace(occasion, facts={**occasion.facts, "weapon": chosen})
    scene.part(row.react, actor, occasion)
    return True

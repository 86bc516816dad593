"""A question in the middle of a rule: the answer given in advance, or said while the command waited, or a pause."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from rbfcli.kernel.answers import Names, answer_to, has_to_choose
from rbfcli.kernel.command import Command, FightCommand
from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.events import Answered, Asked
from rbfcli.kernel.fight import Question
from rbfcli.kernel.matching import SAY
from rbfcli.kernel.scene import NOTHING_CHANGES
from rbfcli.kernel.verbs import Choose

if TYPE_CHECKING:
    from rbfcli.kernel.scene import Scene

Still = Callable[[Question], bool]
MOST_QUESTIONS = 1_000


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


def ask_each(scene: "Scene[Any, Any]", questions: Sequence[Question], still: Still) -> Iterator[tuple[Question, str]]:
    """Ask several at once; each answer as it comes, empty where a question lapsed or no longer applies."""
    scene.questions_asked += len(questions)
    if scene.questions_asked > MOST_QUESTIONS:
        raise LimitReached(f"the rules ask more than {MOST_QUESTIONS} questions in one command")
    for each in questions:
        scene.emit(Asked(rule=each.rule, question=each))
    waiting = list(questions)
    scene.asking = (*scene.asking, (waiting, still))
    try:
        while waiting:
            answered, answer = _settled(scene, waiting, still)
            waiting.remove(answered)
            yield answered, answer
            waiting[:] = [each for each in waiting if each in scene.fight.questions]
    finally:
        scene.asking = tuple(each for each in scene.asking if each[0] is not waiting)


def _settled(scene: "Scene[Any, Any]", waiting: Sequence[Question], still: Still) -> tuple[Question, str]:
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


def _withdraw_what_no_longer_holds(scene: "Scene[Any, Any]", waiting: Sequence[Question]) -> None:
    """Take back earlier questions that came to nothing meanwhile: nobody has to answer them any more."""
    for earlier, still in scene.asking:
        for each in earlier:
            if earlier is not waiting and each in scene.fight.questions and not still(each):
                scene.emit(Answered(rule=each.rule, kind=each.kind, who=each.who, answer=""))


def _answered(scene: "Scene[Any, Any]", waiting: Sequence[Question], said: Choose) -> tuple[Question, str]:
    """The question that was answered, and how; the answer is remembered as it is spelt out."""
    asked, answer = answer_to(waiting, said.words, _names(scene))
    words = (answer,) if answer in asked.answers else (SAY, answer)
    whose = (asked.who,) if asked.who and len(scene.fight.questions) > 1 else ()
    scene.recording.hear(scene, replace(said, words=(*whose, *words)))
    scene.force = scene.force or said.force
    scene.take_answers(said)
    return _closed(scene, asked, answer)


def _passes_over(scene: "Scene[Any, Any]", waiting: Sequence[Question], said: Choose) -> bool:
    """Whether offers are passed over: nobody took them up, or a question that was open before them is answered."""
    offers = all(each.lapses for each in waiting)
    if not said.words:
        if not offers:
            raise has_to_choose(waiting)
        scene.recording.hear(scene)
        return True
    others = [each for each in scene.fight.questions if each not in waiting]
    names = _names(scene)
    return offers and _answers(others, said, names) and not _answers(waiting, said, names)


def _names(scene: "Scene[Any, Any]") -> Names:
    """The other names of answers: those that the words of the question's kind go by."""

    def names(asked: Question) -> Mapping[str, tuple[str, ...]]:
        known = scene.rules.vocabulary(scene.fight, asked.kind, asked.who)
        return known if isinstance(known, Mapping) else {}

    return names


def _answers(questions: Sequence[Question], said: Choose, names: Names) -> bool:
    try:
        return bool(questions) and bool(answer_to(questions, said.words, names))
    except UsageError:
        return False


def _closed(scene: "Scene[Any, Any]", closed: Question, answer: str) -> tuple[Question, str]:
    scene.emit(Answered(rule=closed.rule, kind=closed.kind, who=closed.who, answer=answer))
    scene.lapsing = tuple(each for each in scene.lapsing if each != closed)
    scene.answered = len(scene.events), scene.fight, scene.outcome
    return closed, answer


def _edit(scene: "Scene[Any, Any]", command: Command) -> None:
    """Carry out what the GM did while the command waited."""
    seed, force = scene.fight.seed, scene.force
    scene.force = command.force
    if isinstance(command, FightCommand):
        scene.take_answers(command)
    told = len(scene.events)
    with scene.aside():
        scene.rules.verbs[type(command)](scene, command)
    if len(scene.events) == told:
        scene.happen(NOTHING_CHANGES, "GM")
    scene.force = force
    scene.recording.sow(scene.fight, seed)

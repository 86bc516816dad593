"""Sides that try everything are asked in a step whose ways are all walked: each answer is a way of its own."""

from typing import Any

from rbfcli.kernel.fight import Question
from rbfcli.kernel.limits import ANSWERS_ON_A_WAY
from rbfcli.lab.answering import answer_to
from rbfcli.lab.policies import OPTIMAL
from rbfcli.lab.positions import RANDOM, Positions
from rbfcli.lab.tracked.asking import Answering, Stopped
from rbfcli.lab.tracked.chance_nodes import answers_to
from rbfcli.lab.tracked.followed import AtQuestion
from rbfcli.lab.tracked.form import Form
from rbfcli.lab.tracked.layout import APART
from rbfcli.lab.tracked.reading import Asking, Reader, Untracked
from rbfcli.lab.tracked.views import plain


class Trying(Answering):
    """Answers by the policies, and for sides that try everything those given beforehand, by their numbers.

    Behind those, the first answer to each question; or where it is to `stop`, it raises Stopped there.
    """

    def __init__(
        self, positions: Positions, form: Form, reader: Reader, fight: Any, answers: list[int], *, stop: bool = False
    ) -> None:
        super().__init__(positions, form, reader, fight)
        self._positions = positions
        self._left = answers[::-1]
        self._stop = stop

    def answer(self, scene: Any, question: Question) -> str:
        """As `Answering`."""
        name = self._positions.names[self._positions.side_of(scene.fight, question)]
        if name not in (OPTIMAL, RANDOM) or self.told >= ANSWERS_ON_A_WAY or not question.answers:
            return super().answer(scene, question)
        scene.dice.sum_up()
        self.told += 1
        if self._stop and not self._left:
            raise Stopped(scene.fight)
        at = self._left.pop() if self._left else 0
        answers = tuple(answer_to(scene.fight, question, answer) for answer in question.answers)
        self._reader.trace.append((Asking(question.who, answers, name == RANDOM), at))
        return question.answers[at]


def fight_at(positions: Positions, position: AtQuestion) -> Any:
    """The fight in the middle of a command, without what waits. Raises Untracked where it does not come to that."""
    chances, above, form = position.chances, position.asked.above, position.before.form
    reader, dice = chances.repeated(above, position.before.cells)

    def stopped(view: Any) -> Any:
        try:
            Trying(positions, form, reader, view, answers_to(above), stop=True).play(chances.command, view, dice)
        except Stopped as at:
            return whole(form, at.args[0])
        raise Untracked

    return form.read(reader, stopped)


def whole(form: Form, fight: Any) -> Any:
    """The fight of a view, without what waits."""
    kind = type(form.layout.base)
    return kind(
        seed="", drawn=0, **{name: plain(getattr(fight, name)) for name in kind.__struct_fields__ if name not in APART}
    )

"""Questions that are answered as they come up, in the middle of a command, by whoever looks at nothing else."""

from collections.abc import Callable
from typing import Any

from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.fight import Fight, Question
from rbfcli.kernel.limits import ANSWERS_ON_A_WAY
from rbfcli.kernel.recording import Pausing, Recording
from rbfcli.kernel.verbs import Choose
from rbfcli.lab.answering import answer_to


class AtOnce(Recording):
    """Answers each question by `answer(fight, question)`; where that knows none, the command pauses as ever.

    `turns` are the fights at each answer, and how much had happened; `spelt` the answers as they are written down;
    `drawn` is what was drawn of a `chance` before the first.
    """

    drawn = 0
    turns: tuple[tuple[Fight, int], ...] = ()
    spelt: tuple[Command, ...] = ()
    _latest = Choose(words=())

    def __init__(self, answer: Callable[[Any, Question], str | None], chance: Seeded) -> None:
        self._answer = answer  # for every command of a simulation: there is nothing else to lay out
        self._chance = chance

    def peek(self, scene: Any) -> Command:
        """The answer to the question that is open. Raises Pausing where there is none."""
        question = scene.fight.questions[-scene.waiting :][0]
        if not self.turns:
            self.drawn = self._chance.drawn
        answer = self._answer(scene.fight, question) if len(self.turns) < ANSWERS_ON_A_WAY else None
        if answer is None:
            raise Pausing
        self.turns = (*self.turns, (scene.fight, len(scene.events)))
        self._latest = answer_to(scene.fight, question, answer)
        return self._latest

    def hear(self, _scene: Any, spelt: Command | None = None) -> None:
        """Go on behind the answer, which has no dice by hand."""
        self.spelt = (*self.spelt, spelt or self._latest)

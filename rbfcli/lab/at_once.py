"""Questions that are answered as they come up, by whoever looks at nothing else; for all others a command waits."""

from collections.abc import Callable
from typing import Any

from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.fight import Question
from rbfcli.kernel.limits import ANSWERS_ON_A_WAY
from rbfcli.lab.answering import AnsweredAtOnce


class AtOnce(AnsweredAtOnce):
    """Answers by `say(fight, question)`; where that knows none, the command pauses as ever.

    `drawn` is what was drawn of a `chance` before the first answer.
    """

    drawn = 0

    def __init__(self, say: Callable[[Any, Question], str | None], chance: Seeded) -> None:
        self._say = say  # for every command of a simulation: there is nothing else to lay out
        self._chance = chance

    def answer(self, scene: Any, question: Question) -> str | None:
        """As every such recording."""
        if not self.turns:
            self.drawn = self._chance.drawn
        return self._say(scene.fight, question) if len(self.turns) < ANSWERS_ON_A_WAY else None

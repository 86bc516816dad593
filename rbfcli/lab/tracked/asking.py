"""Whoever is asked in a step that is kept: policies about deeds and questions, and nobody in a rehearsal."""

from itertools import islice
from typing import Any, NoReturn

from msgspec.structs import replace

from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.errors import PluginFault, RbfError
from rbfcli.kernel.fight import Fight, Question
from rbfcli.kernel.limits import ANSWERS_ON_A_WAY
from rbfcli.kernel.recording import NO_PAUSE, Recording
from rbfcli.kernel.run import Played, begin
from rbfcli.lab.answering import AnsweredAtOnce
from rbfcli.lab.playing import Playing
from rbfcli.lab.tracked.form import Form
from rbfcli.lab.tracked.reading import Reader, Untracked
from rbfcli.lab.view import View

MOST_ANSWERS = 50


class Answering(AnsweredAtOnce):
    """Questions are answered by the policies as they come up; the first of the `turns` is the beginning."""

    def __init__(self, playing: Playing, form: Form, reader: Reader, fight: Any) -> None:
        super().__init__()
        self._playing = playing
        self._form = form
        self._reader = reader
        self.turns = ((fight, 0),)

    def play(self, command: Command, view: Any, dice: Any) -> Played | None:
        """What comes of a command in a view of the fight; None where the rules refuse it. Raises Untracked."""
        try:
            return begin(self._form.rules, view, command, dice, recording=self)
        except RbfError:
            if self.told:
                raise Untracked from None
            return None
        except Exception as wrong:
            raise Untracked from wrong

    def answer(self, scene: Any, question: Question) -> str:
        """The policy's first answer. Raises Untracked where it has none at once."""
        self.told += 1
        if self.told > MOST_ANSWERS:
            self._reader.spoil()
        answer = next(iter(self._answers(scene.fight, question)), None)
        if not isinstance(answer, str):
            self._reader.spoil()
        return answer

    def _answers(self, fight: Fight, question: Question) -> Any:
        if self.told > ANSWERS_ON_A_WAY or not question.answers:
            return reversed(question.answers)
        side = self._playing.side_of(fight, question)
        view = TrackedView(self._form, Unseen(self._reader), side, people=(), question=question)
        try:
            return list(islice(self._playing._wishes_of(side, view), 1))  # noqa: SLF001 - a part of the same fight
        except Exception as wrong:
            raise Untracked from wrong


class Unseen:
    """The fight in the middle of a command: whoever looks at it when asked, is asked in a fight that waits."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def __getattr__(self, name: str) -> NoReturn:
        self._reader.spoil()


class NoChance:
    """A policy's own stream, which no step may depend on."""

    def row(self, *_: object) -> list[int]:
        """Raises Untracked."""
        raise Untracked


class Stopped(BaseException):
    """A question came up, in this fight."""


class Stopping(Recording):
    """Nobody answers: a rehearsal ends there."""

    def peek(self, scene: Any) -> NoReturn:
        """Raises Stopped."""
        raise Stopped(scene.fight)


class TrackedView(View):
    """What a policy is asked about, in a view of the fight; odds are for plain play."""

    def __init__(
        self, form: Form, fight: Any, side: str, *, people: tuple[str, ...], question: Question | None
    ) -> None:
        super().__init__(form.rules, fight, side, NoChance(), people=people, question=question)  # type: ignore[arg-type]
        self._form = form

    def _quarters(self, one: Any) -> int:
        return int(self._form.of_sheet("quarters", one, super()._quarters))

    def _after(self, fight: Any, command: Command) -> Any:
        """As in plain play; at its first question the fight is not written down, but stands as it is."""
        try:
            return begin(self.rules.undisturbed, fight, command, Highest(), recording=Stopping()).fight
        except Stopped as at:
            return replace(at.args[0], paused=NO_PAUSE)
        except (RbfError, PluginFault):
            return None

    def _whole(self) -> NoReturn:
        """Raises Untracked."""
        raise Untracked

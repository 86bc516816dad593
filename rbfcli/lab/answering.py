"""Answers to the questions of a fight: as commands, as they come up, and those given in advance, said one by one."""

from typing import Any

from rbfcli.core.matching import SAY, match, own_words
from rbfcli.dice.sources import handed
from rbfcli.engine.answers import has_to_choose, open_now
from rbfcli.engine.play import LAPSE
from rbfcli.engine.questions import Recording, SuspendCommand
from rbfcli.model.commands import Choose, Command, FightCommand
from rbfcli.model.fight import Fight, Question
from rbfcli.model.rules import Rules

Said = tuple[tuple[str, str], ...]


def said_in_advance(rules: Rules, command: Command) -> Said:
    """The answers that come with a command, each with its kind of question."""
    pairs = (pair.partition("=") for pair in command.answer) if isinstance(command, FightCommand) else ()
    return tuple((match(kind, rules.question_kinds, "question"), answer.strip()) for kind, _, answer in pairs)


def asked_next(fight: Fight, said: Said) -> tuple[Question, str, Said]:
    """The question to answer first, what was said to it in advance, and what is left to say.

    The last answer to a kind of question serves for all that follow.
    """
    for question in open_now(fight):
        answers = [each for each in said if each[0] == question.kind]
        if answers:
            used = said.index(answers[0])
            return question, answers[0][1], said if len(answers) == 1 else (*said[:used], *said[used + 1 :])
    return open_now(fight)[0], "", said


def answer_to(fight: Fight, question: Question, answer: str) -> Choose:
    """The command that gives an answer to one of the open questions."""
    whose = (question.who,) if question.who and len(fight.questions) > 1 else ()
    own = own_words(answer)
    return Choose(words=(*whose, *((SAY, own) if own else (answer,))))


class AnsweredAtOnce(Recording):
    """Questions are answered as they come up, in the middle of a command, which else is played again behind each.

    `turns` are the fights at each answer, and how much had happened; `spelt` the answers as they are written down.
    """

    turns: tuple[tuple[Any, int], ...] = ()
    spelt: tuple[Command, ...] = ()
    _latest = Choose(words=())

    def answer(self, scene: Any, question: Question) -> str | None:
        """The answer to a question; None where the command has to wait for it."""
        raise NotImplementedError

    def note_turn(self, scene: Any) -> None:
        """Note the fight at an answer, and how much had happened by then."""
        self.turns = (*self.turns, (scene.fight, scene.mark()))

    def peek(self, scene: Any) -> Choose:
        """The answer to the question that is open. Raises Pausing where there is none at once."""
        if not self.is_heard:
            return super().peek(scene)  # type: ignore[return-value]
        waiting = scene.fight.questions[-scene.waiting :]
        question = waiting[0]
        if self.passes_over:
            if not all(each.lapses for each in waiting):
                raise has_to_choose(waiting, scene.fight)
            return LAPSE
        answer = self.answer(scene, question)
        if answer is None:
            raise SuspendCommand
        self.note_turn(scene)
        self._latest = answer_to(scene.fight, question, answer)
        return self._latest

    def hear(self, scene: Any, spelt: Command | None = None) -> None:
        """Go on behind the answer."""
        if not self.is_heard:
            super().hear(scene, spelt)
            return
        self.spelt = (*self.spelt, spelt or self._latest)
        scene.dice = handed(self._latest.dice, scene.dice)

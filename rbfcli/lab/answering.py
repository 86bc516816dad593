"""Answers to the questions of a fight, as commands; and those given in advance, which are said one by one."""

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.command import Command, FightCommand
from rbfcli.kernel.fight import Fight, Question
from rbfcli.kernel.matching import SAY, match, own_words
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.verbs import Choose

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

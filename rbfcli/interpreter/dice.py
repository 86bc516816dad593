"""`roll` and `odds` of dice inside a session or a script: the answer of the shell, as a reply."""

import os
from typing import TYPE_CHECKING

from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.matching import shortened
from rbfcli.language import front_verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.verbs import VERBS
from rbfcli.language.words import split_words
from rbfcli.language.writer import line_for
from rbfcli.render.style import Style

if TYPE_CHECKING:
    from collections.abc import Mapping


class Answer:
    """What an answer is written on where it does not go straight to a stream."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.json = False
        self.text = ""
        self.is_terminal = False
        self.environ: Mapping[str, str] = os.environ

    def write(self, text: str) -> None:
        """Add to the answer."""
        self.text += text

    def show(self, text: str, *, paged: bool = True) -> None:
        """Add to the answer, which is shown as a whole elsewhere."""
        del paged
        self.text += text

    def error(self, text: str) -> None:
        """What only a shell has to be told is left out."""


def dice_reply(command: Command, style: Style, common: CommonOptions, budget: Budget) -> Reply:
    """Roll, or count odds. Raises RbfError, and UsageError for what is no dice."""
    from rbfcli.rolls.answer import answer_dice

    said = line_for(command)
    if isinstance(command, front_verbs.Odds) and command.against:
        raise UsageError(
            "--against stands between commands of the fight, not between dice",
            hint="odds COMMAND --against COMMAND",
        )
    if isinstance(command, front_verbs.Roll) and "-" in command.expressions:
        raise UsageError("roll - reads standard input, at the shell only")
    flags = [f"--{flag}" for flag in ("json", "quiet", "explain", "plain") if getattr(common, flag)]
    page = Answer(said)
    words = [*split_words(said), *flags, "--color", "always" if style.colour else "never"]
    if answer_dice(words, page, budget) is None:
        raise _no_odds(split_words(said)[1])
    return Reply(text=page.text)


def _no_odds(word: str) -> UsageError:
    """What is wrong with odds of a word that is no dice."""
    if word in VERBS:
        return UsageError(f"there are no odds of {word}", hint="`odds 2d6`, or odds COMMAND")
    return UsageError(f"{shortened(word)!r} is neither dice nor a verb of this fight", hint="`help dice`")

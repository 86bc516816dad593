"""A `roll` by its options: the dice, the target, the output."""

from __future__ import annotations

import os

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import NotationError, UsageError
from rbfcli.kernel.limits import TARGET_NUMBER, TIMES
from rbfcli.kernel.notation.expressions import expressions
from rbfcli.kernel.notation.judged import Target, judged
from rbfcli.render.roll_output import RollFormat, format_rolls
from rbfcli.rolls.arguments import wants_codes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rbfcli.kernel.dice.given import Given
    from rbfcli.kernel.notation.tree import RollLine
    from rbfcli.rolls.arguments import Arguments

# What it takes to roll and to print a roll, and a die of it in each form of output, in steps.
ROLL, DIE = 20, {"words": 4, "bare": 3, "json": 12}
TOO_MANY, FEWER = "too many dice to roll and to print", "roll fewer at once"


class Roller:
    """Rolls lines, one after another, with the same dice. Raises UsageError for invalid options."""

    def __init__(self, arguments: Arguments, environ: Mapping[str, str], *, codes_possible: bool) -> None:
        values = arguments.values
        self.dialect = dialect(arguments)
        self.times = arguments.number("times", 1, TIMES) or 1
        self.format = RollFormat(
            form="json" if "json" in arguments.flags else "bare" if "quiet" in arguments.flags else "words",
            codes=wants_codes(arguments, environ, is_terminal=codes_possible),
            explain="explain" in arguments.flags,
            label=values.get("label", ""),
        )
        self.target = _target(arguments)
        self.seed = values.get("seed") or os.urandom(16).hex()
        self.dice: Seeded | Given = Seeded(self.seed)
        self.given: Given | None = None
        if "dice" in values:
            from rbfcli.kernel.dice.given import Given, read_faces

            self.dice = self.given = Given(read_faces(values["dice"], "--dice 5,7"), self.dice)

    def read(self, words: Sequence[str]) -> list[RollLine]:
        """The lines that words mean: notation, or saved rolls."""
        try:
            return expressions(words, self.dialect)
        except NotationError as error:
            from rbfcli.kernel.notation.saved import saved_lines
            from rbfcli.rolls.saved_rolls import saved_rolls

            return saved_lines(words, saved_rolls, self.dialect, error)

    def answer(self, lines: Sequence[RollLine], command: str, budget: Budget | None = None) -> str:
        """Roll lines as often as asked; the output. Raises LimitReached past the budget."""
        budget, rolls = budget or Budget(), []
        for _ in range(self.times):
            for line in lines:
                for each in judged(line, self.dice, self.target):
                    budget.spend(ROLL + DIE[self.format.form] * len(each.rolled.faces), TOO_MANY, FEWER)
                    rolls.append(each)
        return format_rolls(rolls, self.format, command, self.seed)

    def finish(self) -> None:
        """Raises UsageError if given faces are left over."""
        if self.given:
            self.given.finish()


def dialect(arguments: Arguments) -> str:
    """The dialect of the notation, if one is given."""
    name = arguments.values.get("dialect", "")
    if name:
        from rbfcli.kernel.notation.dialects import DIALECTS

        if name not in DIALECTS:
            raise UsageError(
                f"there is no dialect {name!a}", hint=f"known: {', '.join(DIALECTS)}", suggestions=tuple(DIALECTS)
            )
    return name


def _target(arguments: Arguments) -> Target:
    number = arguments.number("vs", -TARGET_NUMBER, TARGET_NUMBER)
    if "system" not in arguments.values:
        return Target(number)
    from rbfcli.rolls.verdicts import verdict_of

    verdict, under = verdict_of(arguments.values["system"])
    return Target(number, verdict, under)

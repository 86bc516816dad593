"""The numbered answers to a question, each with what it does."""

from collections.abc import Iterator, Mapping

from rbfcli.kernel.fight import Question
from rbfcli.kernel.matching import SAY
from rbfcli.kernel.rules import Rules
from rbfcli.render.safe import safe

INDENT = "  "


def menu_lines(question: Question, rules: Rules, names: Mapping[str, str], whose: str) -> Iterator[str]:
    """A line for each answer: its number, behind `whose` it is where several are asked; the answer; what it does."""
    from rbfcli.kernel.meanings import answer_meaning

    rows = [
        (f"{whose}{number}", safe(each), safe(answer_meaning(rules, question, each, names)))
        for number, each in enumerate(question.answers, 1)
    ]
    if question.free_text:
        rows.append((f"{whose}{SAY}", '"your own words"', "told as they are, with no effect on the numbers"))
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for number, answer, does in rows:
        yield f"{INDENT}{number:>{widths[0]}}{INDENT}{answer:<{widths[1]}}{INDENT}{does}".rstrip()

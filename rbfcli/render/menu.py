"""The numbered answers to a question, each with what it does, in no more rows than a terminal has."""

from collections.abc import Iterator, Mapping, Sequence

from rbfcli.kernel.fight import Question
from rbfcli.kernel.matching import SAY
from rbfcli.kernel.rules import Rules
from rbfcli.render.safe import safe
from rbfcli.render.style import Style

INDENT = "  "
# Rows that a question does not have for itself: a prompt in two of them, and its toolbar.
TAKEN = 3
MORE = "(what each does: choose and TAB)"

Row = tuple[str, str, str]


def question_with_menu(asked: str, rows: Sequence[Row], style: Style, waiting: int) -> list[str]:
    """What is asked, and a line for each answer; `waiting` is how many questions share the terminal.

    Where that would push the question off it, the columns give way, and what cannot stay is left to TAB.
    """
    table = [asked, *_table(rows)]
    room = (style.height - TAKEN) // max(1, waiting)
    if not (style.tables and style.height) or _height(table, style.width) <= room:
        return table
    sentences = [
        asked,
        *(f"{number} {answer}: {does}" if does else f"{number} {answer}" for number, answer, does in rows),
    ]
    if _height(sentences, style.width) <= room:
        return sentences
    return [*_names(rows, style.width), asked]


def menu_rows(question: Question, rules: Rules, names: Mapping[str, str], whose: str) -> list[Row]:
    """Of each answer its number, behind `whose` it is where several wait, the answer, and what it does."""
    from rbfcli.kernel.meanings import answer_meaning

    rows = [
        (f"{whose}{number}", safe(each), safe(answer_meaning(rules, question, each, names)))
        for number, each in enumerate(question.answers, 1)
    ]
    if question.free_text:
        rows.append((f"{whose}{SAY}", '"your own words"', "told as they are, with no effect on the numbers"))
    return rows


def _table(rows: Sequence[Row]) -> Iterator[str]:
    """Each answer with what it does, in columns."""
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for number, answer, does in rows:
        yield f"{INDENT}{number:>{widths[0]}}{INDENT}{answer:<{widths[1]}}{INDENT}{does}".rstrip()


def _names(rows: Sequence[Row], cells: int) -> list[str]:
    """The answers alone, in as few lines as they need; the question stands below them."""
    from rbfcli.render.cells import flowed

    return [*flowed([f"{number} {answer}" for number, answer, _ in rows], cells, ", "), MORE]


def _height(lines: list[str], cells: int) -> int:
    """How many rows lines take on a terminal."""
    from rbfcli.render.wrapping import fitted

    return len(fitted(lines, cells))

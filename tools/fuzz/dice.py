"""Dice notation: a line is parsed, rolled, and its odds are counted."""

from collections.abc import Callable

from rbfcli.interpreter.dice import Answer
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.notation.canonical import line_text
from rbfcli.kernel.notation.dialects import DIALECTS
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.tree import RollLine
from rbfcli.rolls.answer import answer_dice
from tools.fuzz.oracle import Target, Wrong, answered, can_be_printed, is_json, may_be_said
from tools.fuzz.words import DICE, hostile

EXAMPLES = (
    *(b"2d8+3", b"4d6kh3", b"1d20+5 vs 15", b"6#4d6kh3", b"d%", b"4dF", b"10d6t>=5", b"3d6! + 2", b"(2d6+3)*2"),
    *(b"4d6r1kh3", b"2d20kl1-1", b"{2d6,1d8}kh1", b"max(2d6,1d10)", b"1d6[fire]+1d8[cold]", b"5d10!p>8", b"-d4+10"),
    *(b"2d6ro<3", b"8d10f1>=8", b"abs(1d4-3)", b"floor(3d6/2)", b"adv", b"1d20mi2", b"2d8 1d6 --seed x --explain"),
    *(b"{3d20+5}>21f<10", b"8d6 fireball", b"/roll [[2d6]]", b"6d6cs>3df", b"1d20ms<10", b"{4d6}cs>20", b"2d6u"),
    *(
        b"3d{1,2,4..6}",
        b"[middle 1 of 3d20]",
        b"2d(2d2)",
        b"4d6kh1|kl1",
        b"(2d6,)t>=7",
        b"2d6!>=5upto2",
        b"1d20+@{dex}",
    ),
    *(b"d20+4 --vs 14 --json", b"3d6 --times 3 --quiet", b"4d6k3 --dialect roll20", b"2d6 --at-least --plot"),
)


def attempt(data: bytes) -> None:
    """A line that parses, in any dialect, reads back from its one spelling, and what an error suggests parses too.

    Rolls and odds answer in words and as JSON. Raises Wrong.
    """
    text = data.decode("utf-8", "surrogateescape")
    for dialect in ("", *DIALECTS):
        _is_read(text, dialect)
    words = text.split(" ")
    if "-" in words:
        return
    for verb in ("roll", "odds"):
        _prints(verb, words, can_be_printed)
        _prints(verb, ["--json", *words], is_json)


def _is_read(text: str, dialect: str) -> None:
    try:
        _reads_back(parse(text, dialect))
    except RbfError as error:
        may_be_said(error)
        for line in error.suggestions:
            if answered(parse, line, dialect) is None:
                raise Wrong(f"what is suggested does not parse: {line!r}") from None


def _reads_back(tree: RollLine) -> None:
    said = line_text(tree)
    again = answered(parse, said)
    if again is None or line_text(again) != said:
        raise Wrong(f"the one spelling reads otherwise: {said!r}")


def _prints(verb: str, words: list[str], fits: Callable[[str], None]) -> None:
    page = Answer(verb)
    if answered(answer_dice, [verb, *words], page) is not None:
        fits(page.text)


def corpus() -> tuple[bytes, ...]:
    """Lines of every kind of dice."""
    return EXAMPLES


def tokens() -> tuple[bytes, ...]:
    """Parts of dice, and payloads."""
    return (*DICE * 4, *hostile())


DICE_TARGET = Target("dice", corpus, tokens, attempt)

"""The laws of screens: whatever the width, nothing that matters is cut, no line is too long, every sign explained."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from rbfcli.conformance.law_broken import hold
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.signs import signs_in
from rbfcli.render.cells import width
from rbfcli.render.people import conditions_in_words, people
from rbfcli.render.picture import drawn
from rbfcli.render.roster import roster
from rbfcli.render.safe import safe
from rbfcli.render.screen import fight_lines
from rbfcli.render.style import Style

WIDTHS = (40, 80)
STOPS = " .,;:()"


def fits_every_screen(fight: Fight, rules: Rules, widths: tuple[int, ...] = WIDTHS) -> None:
    """What a table has to see of everybody is there on a screen of any width. Raises LawBroken."""
    for columns in widths:
        style = Style(tables=True, width=columns)
        for line in fight_lines(fight, rules, style):
            hold(width(line) <= columns, f"a line is wider than {columns} cells: {line!r}")
        told = _squeezed(" ".join(roster(people(fight, rules), style)))
        for who, one in fight.combatants.items():
            now, most = rules.health(one)
            for what in (safe(who), f"{now}/{most}", *conditions_in_words(one, rules.conditions)):
                hold(_squeezed(what) in told, f"on {columns} cells {who} is shown without {what!r}")


def every_sign_is_explained(fight: Fight, rules: Rules) -> None:
    """Whatever is no letter, digit or stop in a system's picture is among its words: `sign.#`. Raises LawBroken.

    Not what the fight's own names and texts are written with, nor the minus of a number.
    """
    known = {letter for sign, _ in signs_in(rules.words) for letter in sign} | {*"".join(_texts(to_builtins(fight)))}
    drawn_lines = re.sub(r"-(?=\d)", "", "".join(drawn(rules.picture(fight), WIDTHS[-1])))
    strange = {each for each in drawn_lines if not each.isalnum()} - known - {*STOPS}
    hold(not strange, f"`help screen` does not explain {' '.join(sorted(strange))} of the picture of {rules.name}")


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value of dicts and lists, keys among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _squeezed(text: str) -> str:
    """A text without its spaces: a long id goes on in a further line, behind an indent."""
    return "".join(text.split())

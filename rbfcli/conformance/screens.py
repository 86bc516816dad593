"""The laws of screens: whatever the width, nothing that matters is cut, no line is too long, every sign explained."""

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
    """Whatever is no letter, digit or stop in a system's picture is among its words: `sign.#`. Raises LawBroken."""
    known = {letter for sign, _ in signs_in(rules.words) for letter in sign}
    drawn_lines = "".join(drawn(rules.picture(fight), WIDTHS[-1]))
    strange = {each for each in drawn_lines if not each.isalnum()} - known - {*STOPS}
    hold(not strange, f"`help screen` does not explain {' '.join(sorted(strange))} of the picture of {rules.name}")


def _squeezed(text: str) -> str:
    """A text without its spaces: a long id goes on in a further line, behind an indent."""
    return "".join(text.split())

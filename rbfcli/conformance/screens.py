"""The law of screens: whatever the width, nobody's id, health or counted condition is cut, and no line is too long."""

from rbfcli.conformance.law_broken import hold
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.render.cells import width
from rbfcli.render.people import conditions_in_words, people
from rbfcli.render.roster import roster
from rbfcli.render.safe import safe
from rbfcli.render.screen import fight_lines
from rbfcli.render.style import Style

WIDTHS = (40, 80)


def fits_every_screen(fight: Fight, rules: Rules, widths: tuple[int, ...] = WIDTHS) -> None:
    """What a table has to see of everybody is there on a screen of any width. Raises LawBroken."""
    for columns in widths:
        style = Style(tables=True, width=columns)
        for drawn in fight_lines(fight, rules, style):
            hold(width(drawn) <= columns, f"a line is wider than {columns} cells: {drawn!r}")
        told = _squeezed(" ".join(roster(people(fight, rules), style)))
        for who, one in fight.combatants.items():
            now, most = rules.health(one)
            for what in (safe(who), f"{now}/{most}", *conditions_in_words(one, rules.conditions)):
                hold(_squeezed(what) in told, f"on {columns} cells {who} is shown without {what!r}")


def _squeezed(text: str) -> str:
    """A text without its spaces: a long id goes on in a further line, behind an indent."""
    return "".join(text.split())

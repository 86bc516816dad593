"""What a fight waits for, as the menu it was asked with."""

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.events import Asked
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style


def menus(fight: Fight, rules: Rules, style: Style) -> list[str]:
    """What is asked now, each answer with its number; nothing where nothing is."""
    asked = [Asked(rule=each.rule, question=each) for each in open_now(fight)]
    return narrate(asked, fight, fight, rules, style)

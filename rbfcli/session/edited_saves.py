"""Saves that somebody edited by hand: what they say is a new start, if it holds together."""

from typing import Any

from msgspec.structs import replace

from rbfcli.kernel.errors import InvalidFile, RbfError
from rbfcli.kernel.references import check_fight, check_references
from rbfcli.kernel.rules import Rules


def new_start(rules: Rules, fight: Any, name: str) -> tuple[Any, str]:
    """The fight to go on with, and what is to be said of it. Raises InvalidFile for what names something unknown.

    What waited for an answer is given up where only half of it is left: its questions, or what they were asked by.
    """
    try:
        check_fight(rules, fight)
        for who, one in fight.combatants.items():
            check_references(rules, fight, who, one)
    except RbfError as wrong:
        raise InvalidFile(f"{name}: {wrong.message}", hint=wrong.hint, suggestions=wrong.suggestions) from None
    if bool(fight.questions) == (fight.paused is not None):
        return fight, ""
    return replace(fight, questions=(), paused=None), "what it waited for is given up"

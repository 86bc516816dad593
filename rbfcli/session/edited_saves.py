"""Saves that somebody edited by hand: what they say is a new start, if it holds together."""

from typing import Any

from msgspec.structs import replace

from rbfcli.kernel.rules import Rules
from rbfcli.session.sound import Sources, sound


def new_start(rules: Rules, fight: Any, sources: Sources) -> tuple[Any, str]:
    """The fight to go on with, and what is to be said of it. Raises InvalidFile with all its mistakes.

    What waited for an answer is given up where only half of it is left: its questions, or what they were asked by.
    """
    fight = sound(rules, fight, sources)
    if bool(fight.questions) == (fight.paused is not None):
        return fight, ""
    return replace(fight, questions=(), paused=None), "what it waited for is given up"

"""The signs that the screen of a fight is drawn with, each with what it means: `help screen` lists them.

Those of a system's own picture are among its words: `sign.#` is what a `#` means there.
"""

from collections.abc import Mapping

ACTIVE, ASKED, DOWN = "*", "?", "x"
MARKERS = {ACTIVE: "whose turn it is", ASKED: "has to choose before the fight goes on", DOWN: "is down"}
SIDES = "+-=~#@%&"
FULL, EMPTY = "█", "░"
FULL_PLAIN, EMPTY_PLAIN = "#", " "
CUT = ".."
SIGN = "sign."


def signs_of_everybody() -> tuple[tuple[str, str], ...]:
    """The signs in front of an id, and those of its health and conditions."""
    first, second, *others = tuple(SIDES)
    return (
        *MARKERS.items(),
        (first, "of the first side of the file; above, how many of it are up, out of how many"),
        (second, "of the second side"),
        (" ".join(others), "of the third side and all others"),
        (f"{FULL * 4}{EMPTY * 2} 9/14", "health: a bar, what is left, and how much it is at most"),
        (f"[{FULL_PLAIN * 4}{EMPTY_PLAIN * 2}] 9/14", "the same, where the terminal has no such letters"),
        ("prone (2)", "a condition, and for how many more rounds it lasts"),
        (f"Dockside{CUT} 1", "a name that has no room; ids, health and conditions are never cut"),
    )


def signs_in(words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The signs of a system's picture, from its words."""
    return tuple((key.removeprefix(SIGN), text) for key, text in words.items() if key.startswith(SIGN))

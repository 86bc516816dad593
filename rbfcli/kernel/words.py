"""The parts of a result in the order in which they are told, and words for what every system tells alike.

A result begins with its outcome; then come the rolls, damage, what changed, and last what is now pending. Happenings go
by their names, rolls by `roll.` and their labels; a happening that no function here puts into a part is a change.
"""

from collections.abc import Mapping

OUTCOME, CONCLUSION, SOURCE, ROLL, DAMAGE, PENDING = "outcome", "conclusion", "source", "roll", "damage", "pending"


def outcomes(words: Mapping[str, str]) -> dict[str, str]:
    """Words for what is a result of its own: a deed, or what comes of one."""
    return _told_as(OUTCOME, words)


def conclusions(words: Mapping[str, str]) -> dict[str, str]:
    """Words for what decides the roll just before, or the two that were opposed: they begin with who has won."""
    return _told_as(CONCLUSION, words)


def sources(words: Mapping[str, str]) -> dict[str, str]:
    """Words for where a number comes from, told with `--explain` alone."""
    return _told_as(SOURCE, words)


def rolls(words: Mapping[str, str]) -> dict[str, str]:
    """Words for what is told beside the numbers of a roll."""
    return _told_as(ROLL, words)


def damages(words: Mapping[str, str]) -> dict[str, str]:
    """Words for damage, before what it changes."""
    return _told_as(DAMAGE, words)


def pending(words: Mapping[str, str]) -> dict[str, str]:
    """Words for what the table has to do next."""
    return _told_as(PENDING, words)


def _told_as(part: str, words: Mapping[str, str]) -> dict[str, str]:
    return {**words, **{f"part.{key}": part for key in words}}


COMMON = {
    "roll.*.critical": "{who} succeeds critically at {label}",
    "roll.*.success": "{who} succeeds at {label}",
    "roll.*.failure": "{who} fails at {label}",
    "nothing-changes": "nothing changes",
}
CARRYING = {
    **outcomes(
        {
            "drew": "{who} draws the {thing}",
            "switched": "{who} changes to the {thing}",
            "picked-up": "{who} picks the {thing} up",
            "holstered": "{who} puts the {thing} away",
            "reloaded": "{who} reloads the {thing}",
        }
    ),
    "emptied": "{who's} {thing} is empty",
    "dropped": "{who} drops the {thing}",
    "field.held": "",
    "field.off_hand": "",
    "field.weapons": "",
    "field.ammo": "",
    "field.board.lying": "",
}

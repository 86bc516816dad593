"""The parts of a result in the order in which they are told, and words for what every system tells alike.

A result begins with its outcome; then come the rolls, damage, what changed, and last what is now pending. Happenings go
by their names, rolls by `roll.` and their labels; a happening that no function here puts into a part is a change.
"""

from collections.abc import Mapping, Sequence

FIELD_FACTS = ("who", "key", "before", "after")
ANY_FACT = ("*",)
OUTCOME, CONCLUSION, SOURCE, ROLL = "outcome", "conclusion", "source", "roll"
DAMAGE, CHANGE, PENDING = "damage", "change", "pending"


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


def changes(words: Mapping[str, str]) -> dict[str, str]:
    """Words for a roll that is part of a change, told just before it."""
    return _told_as(CHANGE, words)


def pending(words: Mapping[str, str]) -> dict[str, str]:
    """Words for what the table has to do next."""
    return _told_as(PENDING, words)


def _told_as(part: str, words: Mapping[str, str]) -> dict[str, str]:
    return {**words, **{f"part.{key}": part for key in words}}


def starred_words(words: Mapping[str, str], path: Sequence[str]) -> tuple[str, int] | None:
    """The words for a change inside a mapping, by a key with `*` for one that may be any, and which key that is."""
    for size in range(len(path), 0, -1):
        for place in range(min(size, len(path)) - 1, 0, -1):
            found = words.get(".".join(("field", *path[:place], "*", *path[place + 1 : size])))
            if found is not None:
                return found, place
    return None


# What each key of `Rules.words` says, and which facts its template may name in braces. Every template may name what is
# somebody's as `{who's}`, and a number with its noun as `{count:action}`; an empty one says nothing.
PEOPLE = ("who", "target")
WORD_KEYS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "roll.LABEL.OUTCOME": ("how a roll came out: the line begins with it", (*PEOPLE, "label", "total")),
    "roll.*.OUTCOME": ("the same, for every roll that has no words of its own", (*PEOPLE, "label", "total")),
    "roll.LABEL": ("a roll that nothing judges; empty: this roll is not told", (*PEOPLE, "label", "total")),
    "band.OUTCOME": ("behind the total of a roll against no number: the band it lies in", ()),
    "margin": ("anything: rolls tell by how much", ()),
    "edges": ("anything: what conditions do to rolls are steps of advantage, and told as such", ()),
    "field.FIELD": ("what a field is called where it changes; with facts in braces, the whole sentence", FIELD_FACTS),
    "field.FIELD.down": ("the same where somebody who is down has none of it left", FIELD_FACTS),
    "field.PATH.*.FIELD": ("the same inside a mapping, `*` for a key that may be any", FIELD_FACTS),
    "field.FIELD.SWITCH": ("the same for a weapon on whose row that switch is on", ()),
    "does.NAME": ("what a condition does, in `show WHO`, where its row does not say it", ()),
    "amount.NAME": ("what the amount of a condition counts, in front of it", ()),
    "condition.NAME": ("how a condition begins, behind the name of its bearer; made from its row", ()),
    "relieved.NAME": ("how a condition ends; made from its row", ()),
    "question.KIND": ("what is asked; its facts are those of `scene.ask`", ANY_FACT),
    "answer.ANSWER": ("what an answer does, whatever was asked", ()),
    "answer.KIND.ANSWER": ("what an answer does to questions of one kind", ()),
    "sign.SIGN": ("what a sign on the screen stands for; `help screen` tells it", ()),
    "part.NAME": ("the part of a result that a happening is told in; the functions above make it", ()),
    "NAME": ("a happening; its facts are those of `scene.happen`", ANY_FACT),
}


COMMON = {
    "roll.*.critical": "{who} succeeds critically at {label}",
    "roll.*.success": "{who} succeeds at {label}",
    "roll.*.failure": "{who} fails at {label}",
    "nothing-changes": "nothing changes",
    "field.begun": "",
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

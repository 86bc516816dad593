"""Names typed at the table as ids: prefixes, globs and selectors such as @foes."""

from fnmatch import fnmatchcase
from typing import Any

from msgspec import Struct

from rbfcli.kernel.conditions import by_hand
from rbfcli.kernel.errors import RbfError, Refusal, UsageError
from rbfcli.kernel.matching import ambiguous, match_named, unknown
from rbfcli.kernel.play import RANDOM
from rbfcli.kernel.rules import Rules, Words

SELECTORS = ("@active", "@foes", "@allies", "@weakest", "@nearest", RANDOM)


class Around(Struct, frozen=True):
    """What names are read against: a fight, its rules, and who acts in the line being read."""

    rules: Rules
    fight: Any
    who: str = ""


def one_combatant(word: str, around: Around) -> str:
    """The id a word means. Raises RbfError where it is nobody, or more than one."""
    if word in around.fight.combatants:
        return word
    found = several_combatants(word, around)
    if len(found) > 1:
        raise ambiguous(word, found)
    return found[0]


def is_combatant(word: str, around: Around) -> bool:
    """Whether a word means one combatant."""
    try:
        one_combatant(word, around)
    except RbfError:
        return False
    return True


def several_combatants(word: str, around: Around) -> tuple[str, ...]:
    """The ids a word means, in the order of the fight. Raises RbfError where it is nobody."""
    fight = around.fight
    if word in fight.combatants:
        return (word,)
    if word.startswith("@"):
        return _selected(word, around)
    if any(mark in word for mark in "*?["):
        found = tuple(who for who in fight.combatants if fnmatchcase(who, word.casefold()))
        if not found:
            raise Refusal(f"nobody matches {word!r}", suggestions=tuple(fight.combatants))
        return found
    return (closest(word, {who: one.name for who, one in fight.combatants.items()}, "combatant"),)


def known_words(kind: str, around: Around) -> Words:
    """The words of a kind that the rules know; of conditions also those that lie on somebody."""
    known = around.rules.vocabulary(around.fight, kind, around.who)
    if kind != "condition":
        return known
    present = (name for one in around.fight.combatants.values() for name in one.conditions)
    return tuple(dict.fromkeys((*known, *by_hand(around.rules.conditions, around.fight.combatants), *present)))


def closest(word: str, known: dict[str, str], what: str) -> str:
    """The id whose id or name a word is, or begins uniquely. Raises RbfError with candidates otherwise."""
    return match_named(word, known, what, Refusal if what == "combatant" else UsageError)


def _selected(word: str, around: Around) -> tuple[str, ...]:
    fight = around.fight
    actor = around.who or fight.active
    if word == "@active":
        if not fight.active:
            raise Refusal("no turn is running", hint="init")
        return around.rules.members(fight, fight.active)
    if word == RANDOM:
        return (RANDOM,)
    side = _side_of(actor, around)
    standing = [who for who, one in fight.combatants.items() if around.rules.standing(one) and who != actor]
    foes = [who for who in standing if fight.combatants[who].side != side]
    match word:
        case "@foes" if side:
            found = foes
        case "@allies":
            found = [who for who in standing if fight.combatants[who].side == side]
        case "@weakest":
            found = sorted(foes, key=lambda who: around.rules.vigour(fight.combatants[who])[0])[:1]
        case "@nearest":
            found = sorted(foes, key=lambda who: _distance(around, actor, who))[:1]
        case _:
            found = [who for who, one in fight.combatants.items() if one.side == word[1:]]
            if not found:
                sides = sorted({f"@{one.side}" for one in fight.combatants.values()})
                raise unknown(word, (*SELECTORS, *sides), "selector")
    if not found:
        raise Refusal(f"{word} is nobody now")
    return tuple(found)


def _side_of(actor: str, around: Around) -> str:
    """The side of the one who acts, or of the team that does; nothing where nobody acts yet."""
    members = around.rules.members(around.fight, actor) if actor else ()
    return next((around.fight.combatants[who].side for who in members if who in around.fight.combatants), "")


def _distance(around: Around, one: str, other: str) -> int:
    far = around.rules.distance(around.fight, one, other)
    return 1_000_000 if far is None else far

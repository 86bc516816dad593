"""Finding combatants by what is typed: ids, names, prefixes, globs and selectors such as @foes."""

from typing import Any

from msgspec import Struct, field

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.conditions import addable_conditions
from rbfcli.kernel.errors import RbfError, Refusal, UsageError
from rbfcli.kernel.matching import ambiguous, match_named, not_found, unknown_word
from rbfcli.kernel.rules import Rules, Words
from rbfcli.kernel.run import RANDOM

FOES, ALLIES, WEAKEST, NEAREST = "@foes", "@allies", "@weakest", "@nearest"
RELATIVE = (FOES, ALLIES, WEAKEST, NEAREST)
SELECTORS = ("@active", *RELATIVE, RANDOM)
# So many are looked through in a step. From each bracket of a pattern, the rest of it is searched for its other half.
PEOPLE_A_STEP, BRACKETS_A_STEP = 2, 10
TOO_MANY, FEWER = "too many names to look up", "name fewer at once"


class NameContext(Struct, frozen=True):
    """What names refer to: a fight, its rules, and who acts in the line."""

    rules: Rules
    fight: Any
    who: str = ""
    budget: Budget = field(default_factory=Budget)


def able_now(context: NameContext) -> tuple[str, ...]:
    """Who may be meant where nobody is named: the one whose turn it is; of a team, those on their feet."""
    fight, rules = context.fight, context.rules
    people = [who for who in rules.members(fight, fight.active) if who in fight.combatants] if fight.active else []
    if len(people) > 1:
        people = [who for who in people if rules.standing(fight.combatants[who])]
    return tuple(people)


def find_combatant(word: str, context: NameContext) -> str:
    """The id of the one combatant that a word names. Raises RbfError if it names none or several."""
    if word in context.fight.combatants:
        return word
    found = find_combatants(word, context)
    if len(found) > 1:
        raise ambiguous(word, found)
    return drawn_already(found[0])


def drawn_already(who: str) -> str:
    """Return an id; `@random` is none before an attack draws it. Raises Refusal."""
    if who == RANDOM:
        raise Refusal(f"{RANDOM} is drawn only for the targets of an attack", hint="name a combatant")
    return who


def is_combatant(word: str, context: NameContext) -> bool:
    """Whether a word names one combatant."""
    try:
        find_combatant(word, context)
    except RbfError:
        return False
    return True


def find_combatants(word: str, context: NameContext) -> tuple[str, ...]:
    """The ids that a word names, in the order of the fight. Raises RbfError if there are none."""
    fight = context.fight
    if word in fight.combatants:
        return (word,)
    context.budget.spend(len(fight.combatants) // PEOPLE_A_STEP, TOO_MANY, FEWER)
    if word.startswith("@"):
        return _selected(word, context)
    if any(mark in word for mark in "*?["):
        context.budget.spend(word.count("[") * len(word) // BRACKETS_A_STEP, TOO_MANY, FEWER)
        import re
        from fnmatch import translate

        matches = re.compile(translate(word.casefold())).match
        found = tuple(filter(matches, fight.combatants))
        if not found:
            raise not_found(word, f"nobody matches {word!r}", suggestions=tuple(fight.combatants))
        return found
    return (matching_id(word, {who: one.name for who, one in fight.combatants.items()}, "combatant"),)


def known_words(kind: str, context: NameContext) -> Words:
    """The words of a kind that the rules know; of conditions also those that somebody has."""
    known = context.rules.words_of(context.fight, kind, context.who)
    if kind != "condition":
        return known
    present = (name for one in context.fight.combatants.values() for name in one.conditions)
    return tuple(
        dict.fromkeys((*known, *addable_conditions(context.rules.conditions, context.fight.combatants), *present))
    )


def matching_id(word: str, known: dict[str, str], what: str) -> str:
    """The only id that a word matches, by id or name, whole or as a prefix. Raises RbfError with the candidates."""
    return match_named(word, known, what, Refusal if what == "combatant" else UsageError)


def _selected(word: str, context: NameContext) -> tuple[str, ...]:
    """Return the ids that a selector names. Raises Refusal where it names nobody now."""
    fight = context.fight
    if word == RANDOM:
        return (RANDOM,)
    if word == "@active":
        if not fight.active:
            raise Refusal("it is nobody's turn", hint="" if fight.round else "init")
        return context.rules.members(fight, fight.active)
    found = _relative(word, context) if word in RELATIVE else _of_side(word, fight)
    if not found:
        raise Refusal(f"{word} matches nobody now")
    return tuple(found)


def _relative(word: str, context: NameContext) -> list[str]:
    """Return those whom a selector names as the one who acts sees them. Raises Refusal where nobody acts."""
    fight, rules = context.fight, context.rules
    actor = context.who or fight.active
    side = _side_of(actor, context)
    if not side:
        if of_side := [who for who, one in fight.combatants.items() if one.side == word[1:]]:
            return of_side
        raise Refusal(f"{word} depends on who acts, and it is nobody's turn", hint="name combatants, or a side: @SIDE")
    standing = [who for who, one in fight.combatants.items() if rules.standing(one) and who != actor]
    if word == ALLIES:
        return [who for who in standing if fight.combatants[who].side == side]
    foes = [who for who in standing if fight.combatants[who].side != side]
    if word == WEAKEST:
        return sorted(foes, key=lambda who: rules.health(fight.combatants[who])[0])[:1]
    return foes if word == FOES or not foes else [_nearest(foes, actor, context)]


def _nearest(foes: list[str], actor: str, context: NameContext) -> str:
    """Return the foe nearest to one combatant. Raises Refusal where no distance is known, or several act."""
    if actor not in context.fight.combatants:
        raise Refusal(f"{NEAREST} depends on who acts, and several can", hint="name the foe")
    far = {who: context.rules.distance(context.fight, actor, who) for who in foes}
    known = {who: each for who, each in far.items() if each is not None}
    if not known:
        raise Refusal(f"{NEAREST} needs distances, and none are known here", hint="name the foe")
    return min(known, key=lambda who: known[who])


def _of_side(word: str, fight: Any) -> list[str]:
    """Who is on the side that a selector names. Raises Refusal where nobody is: its people may have left."""
    found = [who for who, one in fight.combatants.items() if one.side == word[1:]]
    if not found:
        sides = sorted({f"@{one.side}" for one in fight.combatants.values()})
        raise unknown_word(word, (*SELECTORS, *sides), "selector", Refusal)
    return found


def _side_of(actor: str, context: NameContext) -> str:
    """The side of the combatant or team that acts; empty if nobody acts yet."""
    if actor in context.fight.combatants:
        return str(context.fight.combatants[actor].side)
    members = context.rules.members(context.fight, actor) if actor else ()
    return next((context.fight.combatants[who].side for who in members if who in context.fight.combatants), "")

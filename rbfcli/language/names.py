"""Resolving typed words: combatants by name or selector, and field values."""

import re
from collections.abc import Mapping
from fnmatch import translate
from typing import Any

from msgspec import Struct, field

from rbfcli.core.errors import Hint, Refusal, UsageError, at_most, did_you_mean, misuse, must_be, refuse, unknown
from rbfcli.core.limits import TEXT_LETTERS, Budget
from rbfcli.core.matching import ambiguous, candidates, match, match_named, nearest, own_words, unknown_word
from rbfcli.core.text import is_digits, quoted, read_number, valid_name, valid_text
from rbfcli.dice.sources import read_faces
from rbfcli.engine.play import RANDOM
from rbfcli.language.grammar import Parameter
from rbfcli.model.commands import Opt
from rbfcli.model.conditions import addable_conditions
from rbfcli.model.fight import everyone, waiting_combatants
from rbfcli.model.rules import Rules, Words

FOES, ALLIES, WEAKEST, NEAREST = "@foes", "@allies", "@weakest", "@nearest"
PATTERN = "*?["
EVERYONE = frozenset({"all", "everybody", "everyone"})
RELATIVE = (FOES, ALLIES, WEAKEST, NEAREST)
SELECTORS = {
    "@active": "whose turn it is",
    FOES: "everyone on another side",
    ALLIES: "everyone on the same side",
    WEAKEST: "the foe with the least health",
    NEAREST: "the nearest foe",
    RANDOM: "a random foe",
}
# The number of names, and of pattern letters, that a step searches. From each bracket, the rest of a pattern is
# searched for the closing bracket.
PEOPLE_A_STEP, BRACKETS_A_STEP = 2, 10
TOO_MANY, FEWER = "too many names to look up", "name fewer at once"


class NameContext(Struct, frozen=True):
    """The context of names: a fight, its rules, the line's actor, and whether it is `written` in a journal."""

    rules: Rules
    fight: Any
    who: str = ""
    budget: Budget = field(default_factory=Budget)
    written: bool = False


def can_act(context: NameContext) -> tuple[str, ...]:
    """Return the implied actors of a line that names none.

    These are the combatant whose turn it is, or the standing members of a team.
    """
    fight, rules = context.fight, context.rules
    people = [who for who in rules.members(fight, fight.active) if who in fight.combatants] if fight.active else []
    if len(people) > 1:
        people = [who for who in people if rules.standing(fight.combatants[who])]
    return tuple(people)


def find_combatant(word: str, context: NameContext) -> str:
    """Return the id of the only combatant that a word, or the name of a side, names.

    Raises RbfError if it names none or several.
    """
    if word in context.fight.combatants:
        return word
    found = find_combatants(_side_meant(word, context) or word, context)
    if len(found) > 1:
        raise ambiguous(word, found)
    return drawn_already(found[0])


def drawn_already(actor: str) -> str:
    """Return an id. Raises Refusal for `@random`, which only an attack draws."""
    if actor == RANDOM:
        raise refuse(f"{RANDOM} only works for the targets of an attack", hint="name a combatant")
    return actor


def find_combatants(word: str, context: NameContext) -> tuple[str, ...]:
    """Return the ids that a word names, in the order of the fight. Raises RbfError if there are none."""
    fight = context.fight
    if word in fight.combatants:
        return (word,)
    context.budget.spend(len(fight.combatants) // PEOPLE_A_STEP, TOO_MANY, FEWER)
    if word.startswith("@"):
        return _selected(word, context)
    if any(mark in word for mark in PATTERN):
        context.budget.spend(word.count("[") * len(word) // BRACKETS_A_STEP, TOO_MANY, FEWER)
        matches = re.compile(translate(word.casefold())).match
        found = tuple(filter(matches, fight.combatants))
        if not found:
            raise unknown_word(word, fight.combatants, "combatant", Refusal)
        return found
    names = {who: one.name for who, one in fight.combatants.items()}
    if fight.groups and not candidates(word, names):
        _refuse_if_waiting(word, fight)
    at_sign = f"@{word}"
    if _side_meant(word, context) or (at_sign in SELECTORS and not candidates(word, names)):
        raise unknown("combatant", word, (at_sign,), error=Refusal)
    return (matching_id(word, names, "combatant"),)


def _side_meant(word: str, context: NameContext) -> str:
    """Return the selector of the side that a word names, if it begins no combatant's id or name; else empty."""
    people = context.fight.combatants
    is_side = any(one.side == word for one in people.values())
    return f"@{word}" if is_side and not candidates(word, {who: one.name for who, one in people.items()}) else ""


def group_meant(word: str, fight: Any) -> str:
    """Return the only waiting group that a word names, in full or as a prefix; empty if there is none."""
    found = candidates(word, dict.fromkeys(fight.groups, ()))
    return found[0] if len(found) == 1 else ""


def _refuse_if_waiting(word: str, fight: Any) -> None:
    """Raise Refusal if a word names a combatant in another group of a split fight."""
    people = everyone(fight)
    for who in candidates(word, {who: one.name for who, one in people.items()}):
        group = waiting_combatants(fight)[who]
        raise refuse(f"{people[who].name} is in the group {group}", hint=Hint("{} plays it", f"switch {quoted(group)}"))


def known_words(kind: str, context: NameContext) -> Words:
    """Return the words of a kind that the rules know; for conditions, also those that combatants have."""
    known = context.rules.words_of(context.fight, kind, context.who)
    if kind != "condition":
        return known
    present = (name for one in context.fight.combatants.values() for name in one.conditions)
    return tuple(
        dict.fromkeys((*known, *addable_conditions(context.rules.conditions, context.fight.combatants), *present))
    )


def matching_id(word: str, known: dict[str, str], what: str) -> str:
    """Return the only id that a word matches, by id or name, in full or as a prefix.

    Raises RbfError with the candidates.
    """
    return match_named(word, known, what, Refusal if what == "combatant" else UsageError)


def _selected(word: str, context: NameContext) -> tuple[str, ...]:
    fight = context.fight
    if word == RANDOM:
        return (RANDOM,)
    if word == "@active":
        if not fight.active:
            raise refuse("no one has the turn", "", "" if fight.round else "init")
        return context.rules.members(fight, fight.active)
    found = _relative(word, context) if word in RELATIVE else _of_side(word, fight)
    if not found:
        raise refuse(f"no combatant matches {word} now")
    return tuple(found)


def _relative(word: str, context: NameContext) -> list[str]:
    """Return the combatants that a selector names from the actor's point of view. Raises Refusal without an actor."""
    fight, rules = context.fight, context.rules
    actor = context.who or fight.active
    side = _side_of(actor, context)
    if not side:
        if of_side := [who for who, one in fight.combatants.items() if one.side == word[1:]]:
            return of_side
        raise refuse(
            f"{word} depends on the current turn, and no one has the turn", hint="name the combatants, or a side: @SIDE"
        )
    standing = [who for who, one in fight.combatants.items() if rules.standing(one) and who != actor]
    if word == ALLIES:
        return [who for who in standing if fight.combatants[who].side == side]
    foes = [who for who in standing if fight.combatants[who].side != side]
    if word == WEAKEST:
        return sorted(foes, key=lambda who: rules.health(fight.combatants[who])[0])[:1]
    return foes if word == FOES or not foes else [_nearest(foes, actor, context)]


def _nearest(foes: list[str], actor: str, context: NameContext) -> str:
    if actor not in context.fight.combatants:
        raise refuse(f"{NEAREST} needs one actor, and several combatants can act", hint="name the target")
    far = {who: context.rules.distance(context.fight, actor, who) for who in foes}
    known = {who: each for who, each in far.items() if each is not None}
    if not known:
        raise refuse(f"{NEAREST} needs distances, and this fight has none", hint="name the target")
    return min(known, key=lambda who: known[who])


def _of_side(word: str, fight: Any) -> list[str]:
    found = [who for who, one in fight.combatants.items() if one.side == word[1:]]
    if not found:
        sides = sorted({f"@{one.side}" for one in fight.combatants.values()})
        raise unknown_word(word, (*SELECTORS, *sides), "selector", Refusal)
    return found


def _side_of(actor: str, context: NameContext) -> str:
    """Return the side of the acting combatant or team; empty if there is no actor yet."""
    if actor in context.fight.combatants:
        return str(context.fight.combatants[actor].side)
    members = context.rules.members(context.fight, actor) if actor else ()
    return next((context.fight.combatants[who].side for who in members if who in context.fight.combatants), "")


NUMBERS = ("number", "quantity", "port")
NAMED_BY_ID = frozenset({"combatant", "combatants", "removable", "sheet", "slot", "targets"})
AS_LONG_AS_ITS_LINE = "steps"
_FILE_NAMED = "use a file name (is the shell variable set?)"
FILES = ("file", "toml-file", "encounter", "script", "page", "people-file")


def convert_value(parameter: Parameter, word: str, context: NameContext | None) -> Any:
    """Return the value of a field that takes a single word. Raises UsageError or Refusal."""
    kind = parameter.spec.kind
    if kind == "flag":
        if word not in ("true", "false"):
            raise misuse(f"{parameter.option} does not take a value")
        return word == "true"
    word = _valid(parameter, word)
    if kind == "quantity" and "d" in word and begins_as_dice(word):
        return word
    if kind in NUMBERS:
        return _number(parameter, word)
    if kind == "choice":
        return _choice(parameter, word)
    if context is None:
        return word
    if kind == "combatant":
        return find_combatant(word, context)
    if kind == "slot":
        return _order_owner(word, context)
    if kind == "sheet":
        return word if word == "fight" else find_combatant(word, context)
    if kind == "place" and context.who in context.fight.combatants and not context.written:
        word = context.rules.place_meant(context.fight, context.who, word) or word
    if kind == "waiting-group":
        return match(word, context.fight.groups, "group", Refusal) if context.fight.groups else word
    if kind == "other-fight":
        return group_meant(word, context.fight) or word
    if kind == "block":
        blocks = {block: block for block in context.fight.blocks}
        is_combatant = word in context.fight.combatants and not candidates(word, blocks)
        return word if is_combatant else matching_id(word, blocks, "stat block")
    return _system_word(kind, word, context)


def convert_values(parameter: Parameter, word: str, context: NameContext | None) -> tuple[Any, ...]:
    """Return the values that a word adds to a field that takes several. Raises UsageError or Refusal."""
    kind = parameter.spec.kind
    word = _valid(parameter, word)
    if kind == "faces":
        return read_faces(word, f"{parameter.option} 5,7", f"{parameter.option} 5")
    if kind in ("combatants", "targets", "removable") and context is not None:
        return find_combatants(word, context)
    if kind == "settings" and context is not None:
        parts = word.split(",")  # ada=12,thug1=9
        pairs = (each.partition("=") for each in (parts if all("=" in part for part in parts) else (word,)))
        return tuple(f"{_order_owner(who, context)}{equals}{value}" for who, equals, value in pairs)
    return (word,)


def _valid(parameter: Parameter, word: str) -> str:
    """Return a word if it is valid in a fight; a file name only must not be empty."""
    if parameter.spec.kind in FILES:
        if not word:
            raise misuse(f"{_called(parameter)} cannot be empty", hint=_FILE_NAMED)
        return word
    if len(word) > TEXT_LETTERS and parameter.spec.kind != AS_LONG_AS_ITS_LINE:
        raise at_most("a word", f"{TEXT_LETTERS} characters", f"{len(word)}")
    return valid_name(word) if parameter.spec.kind == "addable" else valid_text(word)


def _order_owner(word: str, context: NameContext) -> str:
    """Return the owner of a turn: a team if the system has teams, or a combatant."""
    teams = context.rules.words_of(context.fight, "team", context.who)
    if not teams:
        return find_combatant(word, context)
    people = {who: one.name for who, one in context.fight.combatants.items()}
    return matching_id(word, {**people, **{team: team for team in teams}}, "team or combatant")


# What messages call the kinds whose names say too little.
CALLED = {"thing": "item", "critical": "critical effect"}


def _system_word(kind: str, word: str, context: NameContext) -> str:
    """Return a word of the system's own kinds: a known word, or free text after `say`, which the rules judge."""
    if own_words(word) or kind in context.rules.open_kinds:
        return word
    known = known_words(kind, context)
    if word in known or not (known or kind in context.rules.kinds):
        return word
    what = CALLED.get(kind, kind)
    return match_named(word, known, what) if isinstance(known, Mapping) else match(word, known, what)


def _called(parameter: Parameter) -> str:
    return parameter.option if isinstance(parameter.spec, Opt) else parameter.field.upper()


def _number(parameter: Parameter, word: str) -> int:
    name, spec = _called(parameter), parameter.spec
    hint = Hint("{} says how many", f"roll {word}") if "d" in word and begins_as_dice(word) else ""
    return read_number(word, name, low=spec.low, high=spec.high, hint=hint)


def begins_as_dice(word: str) -> bool:
    """Return whether a word begins with dice: `2d6+1`, `d8`."""
    number, letter, sides = word.partition("d")
    return bool(letter) and (not number or is_digits(number)) and is_digits(sides[:1])


def _choice(parameter: Parameter, word: str) -> str:
    if word not in parameter.spec.choices:
        near, choices = nearest(word, parameter.spec.choices), ", ".join(parameter.spec.choices)
        wanted = f"one of {choices}" if len(parameter.spec.choices) > 1 else choices
        raise must_be(_called(parameter), wanted, word, hint=did_you_mean(near))
    return word

"""The kinds of words: how the text of a word becomes the value of a field."""

from collections.abc import Mapping, Sequence
from typing import Any

from rbfcli.kernel.command import Opt
from rbfcli.kernel.dice.given import read_faces
from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.limits import TEXT_LETTERS
from rbfcli.kernel.matching import match, match_named, own_words, shortened, unknown_word
from rbfcli.kernel.numbers import is_digits, read_number
from rbfcli.kernel.visible import valid_name, valid_text
from rbfcli.language.grammar import Parameter
from rbfcli.language.names import NameContext, find_combatant, find_combatants, known_words, matching_id

MOST_PLAIN = 32
AS_LONG_AS_ITS_LINE = "steps"
_FILE_NAMED = "it names a file; is a variable of the shell not set?"
FILES = ("file", "toml-file", "encounter", "script", "page", "people-file")


def read_one(parameter: Parameter, word: str, context: NameContext | None) -> Any:
    """The value of a field that takes one word. Raises UsageError or Refusal."""
    kind = parameter.spec.kind
    if kind == "flag":
        return _flag(parameter, word)
    word = _valid(parameter, word)
    if kind == "number":
        return _number(parameter, word)
    if kind == "choice":
        return _choice(parameter, word)
    if context is None:
        return word
    if kind == "combatant":
        return find_combatant(word, context)
    if kind == "sheet":
        return word if word == "fight" else find_combatant(word, context)
    if kind == "block":
        return matching_id(word, {block: block for block in context.fight.blocks}, "stat block")
    return _system_word(kind, word, context)


def read_many(parameter: Parameter, word: str, context: NameContext | None) -> tuple[Any, ...]:
    """The values that one word adds to a field that takes several. Raises UsageError or Refusal."""
    kind = parameter.spec.kind
    word = _valid(parameter, word)
    if kind == "faces":
        return read_faces(word, f"{parameter.option} 5,7")
    if kind in ("combatants", "targets", "removable") and context is not None:
        return find_combatants(word, context)
    if kind == "settings" and context is not None:
        return tuple(_setting(each, context) for each in _settings(word))
    return (word,)


def _valid(parameter: Parameter, word: str) -> str:
    """A word that may enter a fight; of file names it is checked that there is one."""
    if word.isascii() and word.isalnum() and len(word) <= MOST_PLAIN:
        return word
    if parameter.spec.kind in FILES:
        if not word:
            raise UsageError(f"{_called(parameter)} is empty", hint=_FILE_NAMED)
        return word
    if len(word) > TEXT_LETTERS and parameter.spec.kind != AS_LONG_AS_ITS_LINE:
        raise LimitReached(f"a word of {len(word)} characters is too long", hint=f"at most {TEXT_LETTERS}")
    return valid_name(word) if parameter.spec.kind == "addable" else valid_text(word)


def _settings(word: str) -> Sequence[str]:
    """The settings in a word: several stand behind commas, `ada=12,thug1=9`."""
    parts = word.split(",")
    return parts if all("=" in part for part in parts) else (word,)


def _setting(word: str, context: NameContext) -> str:
    who, equals, value = word.partition("=")
    return f"{_order_owner(who, context)}{equals}{value}"


def _order_owner(word: str, context: NameContext) -> str:
    """Who is in the order of turns: a team where the system has teams, else a combatant."""
    teams = context.rules.words_of(context.fight, "team", context.who)
    if not teams:
        return find_combatant(word, context)
    people = {who: one.name for who, one in context.fight.combatants.items()}
    return matching_id(word, {**people, **{team: team for team in teams}}, "team or combatant")


def _system_word(kind: str, word: str, context: NameContext) -> str:
    """A word of the system's own kinds: one of its vocabulary, or own words behind `say`, which the rules judge."""
    if own_words(word) or kind in context.rules.open_kinds:
        return word
    known = known_words(kind, context)
    if word in known or not (known or kind in context.rules.kinds):
        return word
    return match_named(word, known, kind) if isinstance(known, Mapping) else match(word, known, kind)


def _flag(parameter: Parameter, word: str) -> bool:
    if word not in ("true", "false"):
        raise UsageError(f"{parameter.option} takes no value")
    return word == "true"


def _called(parameter: Parameter) -> str:
    return parameter.option if isinstance(parameter.spec, Opt) else parameter.field.upper()


def _number(parameter: Parameter, word: str) -> int:
    name = _called(parameter)
    hint = f"`roll {word}` says how many" if "d" in word and _begins_as_dice(word) else parameter.spec.help
    return read_number(word, name, low=parameter.spec.low, high=parameter.spec.high, hint=hint)


def _begins_as_dice(word: str) -> bool:
    """Whether a word is one or more dice, with what may follow: `2d6+1`, `d8`."""
    number, letter, sides = word.partition("d")
    return bool(letter) and (not number or is_digits(number)) and is_digits(sides[:1])


def _choice(parameter: Parameter, word: str) -> str:
    if word not in parameter.spec.choices:
        if len(parameter.spec.choices) == 1:
            only = parameter.spec.choices[0]
            raise UsageError(
                f"{parameter.field.upper()} can only be {only}, not {shortened(word)!r}", hint=f"write {only}"
            )
        raise unknown_word(word, parameter.spec.choices, parameter.field.replace("_", " "))
    return word

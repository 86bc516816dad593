"""The kinds of words: how the text of one becomes the value of a field."""

from collections.abc import Mapping
from typing import Any

from rbfcli.kernel.command import Opt
from rbfcli.kernel.dice.given import read_faces
from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.matching import match, match_named, own_words, unknown
from rbfcli.kernel.numbers import read_number
from rbfcli.kernel.visible import TEXT_LENGTH, valid_name, valid_text
from rbfcli.language.grammar import Slot, option_name
from rbfcli.language.names import Around, closest, known_words, one_combatant, several_combatants

MOST_PLAIN = 32
FILES = ("file", "toml-file", "encounter", "script")


def read_one(slot: Slot, word: str, around: Around | None) -> Any:
    """The value of a field that takes one word. Raises UsageError or Refusal."""
    kind = slot.spec.kind
    word = _valid(slot, word)
    if kind == "flag":
        return _flag(slot, word)
    if kind == "number":
        return _number(slot, word)
    if kind == "choice":
        return _choice(slot, word)
    if around is None:
        return word
    if kind == "combatant":
        return one_combatant(word, around)
    if kind == "sheet":
        return word if word == "fight" else one_combatant(word, around)
    if kind == "block":
        return closest(word, {block: block for block in around.fight.blocks}, "stat block")
    return _system_word(kind, word, around)


def read_many(slot: Slot, word: str, around: Around | None) -> tuple[Any, ...]:
    """The values one word adds to a field that takes many. Raises UsageError or Refusal."""
    kind = slot.spec.kind
    word = _valid(slot, word)
    if kind == "faces":
        return read_faces(word, f"{option_name(slot)} 5,7")
    if kind in ("combatants", "targets") and around is not None:
        return several_combatants(word, around)
    if kind == "settings" and around is not None:
        who, equals, value = word.partition("=")
        return (f"{_slot_owner(who, around)}{equals}{value}",)
    return (word,)


def _valid(slot: Slot, word: str) -> str:
    """A word as it may enter a fight; the names of files are the machine's business."""
    if word.isascii() and word.isalnum() and len(word) <= MOST_PLAIN:
        return word
    if slot.spec.kind in FILES:
        return word
    if len(word) > TEXT_LENGTH:
        raise LimitReached(f"a word of {len(word)} characters is too long", hint=f"at most {TEXT_LENGTH}")
    return valid_name(word) if slot.spec.kind == "name" else valid_text(word)


def _slot_owner(word: str, around: Around) -> str:
    """Who has a slot in the order of turns: a team where the system knows some, or a combatant."""
    teams = around.rules.vocabulary(around.fight, "team", around.who)
    if not teams:
        return one_combatant(word, around)
    people = {who: one.name for who, one in around.fight.combatants.items()}
    return closest(word, {**people, **{team: team for team in teams}}, "team or combatant")


def _system_word(kind: str, word: str, around: Around) -> str:
    """A word of the system's own kinds: one of its vocabulary, or own words behind `say`, which the rules judge."""
    if own_words(word) or kind in around.rules.open_kinds:
        return word
    known = known_words(kind, around)
    if not known:
        return word
    return match_named(word, known, kind) if isinstance(known, Mapping) else match(word, known, kind)


def _flag(slot: Slot, word: str) -> bool:
    if word not in ("true", "false"):
        raise UsageError(f"{option_name(slot)} takes no value")
    return word == "true"


def _number(slot: Slot, word: str) -> int:
    name = option_name(slot) if isinstance(slot.spec, Opt) else slot.field.upper()
    return read_number(word, name, low=slot.spec.low, high=slot.spec.high, hint=slot.spec.help)


def _choice(slot: Slot, word: str) -> str:
    if word not in slot.spec.choices:
        raise unknown(word, slot.spec.choices, slot.field.replace("_", " "))
    return word

"""What `remove` takes: combatants, or the word for a kind of thing and the ids of some."""

from collections.abc import Sequence

from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.kernel.matching import match
from rbfcli.kernel.things import Thing, ids_of, things_of
from rbfcli.kernel.visible import valid_text
from rbfcli.language.names import NameContext, find_combatants


def read_removable(words: Sequence[str], context: NameContext) -> tuple[str, ...]:
    """The ids that words name; things stand behind the word for their kind. Raises UsageError or Refusal."""
    if thing := named_kind(words[:1], context):
        if not words[1:]:
            raise UsageError(f"which {thing.word}?", hint=f"remove {thing.word} ID")
        known = ids_of(context.fight, thing)
        return (thing.word, *(match(valid_text(word), known, thing.word) for word in words[1:]))
    return tuple([who for word in words for who in _combatants(word, context)])


def named_kind(words: Sequence[str], context: NameContext) -> Thing | None:
    """The kind of thing that the first of some words is; somebody of that id is meant before it."""
    if not words or words[0] in context.fight.combatants:
        return None
    return things_of(context.rules).get(words[0])


def _combatants(word: str, context: NameContext) -> tuple[str, ...]:
    try:
        return find_combatants(word, context)
    except RbfError as wrong:
        for thing in things_of(context.rules).values():
            if word in ids_of(context.fight, thing):
                wrong.hint = f"did you mean `remove {thing.word} {word}`?"
        raise

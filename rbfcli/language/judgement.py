"""Whether a word is one that its place takes: read as the reader reads it, and remembered as long as the fight."""

from typing import Any

from rbfcli.kernel.errors import PluginFault, RbfError
from rbfcli.kernel.matching import candidates
from rbfcli.language.grammar import Parameter
from rbfcli.language.kinds import read_many, read_one
from rbfcli.language.long_judgement import pair_verdict
from rbfcli.language.names import SELECTORS, NameContext, known_words
from rbfcli.language.verdict import Verdict

PEOPLE = frozenset({"combatant", "combatants", "removable", "targets", "sheet", "settings"})
MOST_REMEMBERED = 2000


class Judgement:
    """The verdicts on words in the fight as it is; a new fight is judged anew."""

    def __init__(self) -> None:
        self._fight: Any = None
        self._known: dict[tuple[str, str, str, str], Verdict] = {}

    def verdict(self, parameter: Parameter, word: str, context: NameContext | None) -> Verdict:
        """Whether a parameter takes a word, where `context.who` acts."""
        fight = context.fight if context else None
        if fight is not self._fight or len(self._known) > MOST_REMEMBERED:
            self._fight = fight
            self._known.clear()
        key = (parameter.field, parameter.spec.kind, word, context.who if context else "")
        if key not in self._known:
            self._known[key] = _verdict(parameter, word, context)
        return self._known[key]


def _verdict(parameter: Parameter, word: str, context: NameContext | None) -> Verdict:
    kind = parameter.spec.kind
    if context is not None and kind in PEOPLE - {"settings"} and not any(mark in word for mark in "@*?["):
        return _name_verdict(word, kind, context)
    if context is not None and kind == "pairs" and parameter.required:
        return pair_verdict(word, context)
    begun = _begun(parameter, word, context)
    try:
        (read_many if parameter.many else read_one)(parameter, word, context)
    except (RbfError, PluginFault):
        return Verdict.BEGUN if begun else Verdict.WRONG
    return Verdict.RIGHT


def _name_verdict(word: str, kind: str, context: NameContext) -> Verdict:
    """By the matcher alone: an error of the reader would look for the nearest names."""
    if word in context.fight.combatants or (kind == "sheet" and word == "fight"):
        return Verdict.RIGHT
    if kind == "removable" and _is_of_things(word, context):
        return Verdict.RIGHT
    found = candidates(word, people(context))
    begun = found or not word or (kind == "sheet" and "fight".startswith(word))
    return Verdict.RIGHT if len(found) == 1 else Verdict.BEGUN if begun else Verdict.WRONG


def _is_of_things(word: str, context: NameContext) -> bool:
    """Whether a word is one for a kind of thing, or the id of a thing."""
    from rbfcli.kernel.things import ids_of, things_of

    things = things_of(context.rules)
    return word in things or any(word in ids_of(context.fight, each) for each in things.values())


def _begun(parameter: Parameter, word: str, context: NameContext | None) -> bool:
    """Whether a word is the beginning of one that the parameter takes."""
    kind = parameter.spec.kind
    match kind:
        case "number":
            return word in ("", "-", "+")
        case "choice":
            return any(each.startswith(word) for each in parameter.spec.choices)
        case "faces":
            return not word.strip("0123456789,")
        case _ if context is None:
            return False
        case _ if kind in PEOPLE:
            return _begins_a_name(word, context)
        case "block":
            return bool(candidates(word, {each: each for each in context.fight.blocks}))
        case _:
            known = _words(kind, context)
            return bool(known and candidates(word, known if isinstance(known, dict) else dict.fromkeys(known, ())))


def _words(kind: str, context: NameContext) -> Any:
    try:
        return known_words(kind, context)
    except PluginFault:
        return ()


def _begins_a_name(word: str, context: NameContext) -> bool:
    if not word.startswith("@"):
        return "=" not in word and bool(not word or candidates(word, people(context)))
    sides = {f"@{one.side}" for one in context.fight.combatants.values()}
    return any(each.startswith(word) for each in (*SELECTORS, *sides))


def people(context: NameContext) -> dict[str, str]:
    """Everyone in the fight by id, with the name."""
    return {who: one.name for who, one in context.fight.combatants.items()}

"""Words of another system, typed in a fight: whose they are; imported only when a line does not read."""

from collections.abc import Mapping, Sequence

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.kernel.visible import quoted
from rbfcli.language.fights import fight_verbs, one_liner_verbs
from rbfcli.language.grammar import grammar_of
from rbfcli.language.line_errors import UnknownOption
from rbfcli.language.reader import SYSTEM, find_verb, read
from rbfcli.language.words import looks_like_option
from rbfcli.systems.catalogue import every


def of_another_system(wrong: UsageError, system: str) -> UsageError:
    """The error for an option that only other systems have: it names them; any other error as it is."""
    if not isinstance(wrong, UnknownOption):
        return wrong
    known = {rules.name: fight_verbs(rules) for rules in every()[0]}
    others = [name for name in known if name != system and _takes(known[name], wrong)]
    own = system in known and any(wrong.option in grammar_of(kind).options for kind in known[system].values())
    if own or not others:
        return wrong
    message = f"{wrong.option} belongs to {' and '.join(others)}; this fight is {system}"
    return UsageError(message, hint=f"`help {wrong.verb}` lists those of this fight")


def from_numbers_alone(wrong: RbfError, words: Sequence[str], asked: str = "") -> RbfError:
    """The error for want of a fight: of a line with numbers and no names, how it would do without one.

    `asked` is what stands in front of the line.
    """
    at = find_verb(words)
    able = {rules.name: one_liner_verbs(rules) for rules in every()[0] if words[at] in one_liner_verbs(rules)}
    if not able or any(not looks_like_option(each) for each in words[at + 1 : at + 2]):
        return wrong
    fitting = [name for name, verbs in able.items() if words[at + 1 :] and _reads(words, verbs)]
    line = " ".join(map(quoted, [*words[at:], SYSTEM, *fitting[:1]]))
    others = f" (or {', '.join(fitting[1:])})" if fitting[1:] else ""
    alone = f"`{asked}{line}`{others}" if fitting else f"`help {words[at]}`, Without a fight"
    wrong.hint = f"{wrong.hint}; from numbers alone: {alone}"
    return wrong


def systems_with(verb: str) -> list[str]:
    """The systems that have a verb."""
    return [rules.name for rules in every()[0] if verb in fight_verbs(rules)]


def _reads(words: Sequence[str], kinds: Mapping[str, type[Command]]) -> bool:
    try:
        return bool(read(words, kinds))
    except RbfError:
        return False


def _takes(known: dict[str, type], wrong: UnknownOption) -> bool:
    kind = known.get(wrong.verb)
    return kind is not None and wrong.option in grammar_of(kind).options

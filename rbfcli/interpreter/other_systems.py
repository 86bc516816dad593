"""Words of another system, typed in a fight: whose they are; imported only when a line does not read."""

from rbfcli.kernel.errors import UsageError
from rbfcli.language.fights import fight_verbs
from rbfcli.language.grammar import grammar_of
from rbfcli.language.line_errors import UnknownOption
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
    return UsageError(message, hint=f"help {wrong.verb} lists those of this fight")


def systems_with(verb: str) -> list[str]:
    """The systems that have a verb."""
    return [rules.name for rules in every()[0] if verb in fight_verbs(rules)]


def _takes(known: dict[str, type], wrong: UnknownOption) -> bool:
    kind = known.get(wrong.verb)
    return kind is not None and wrong.option in grammar_of(kind).options

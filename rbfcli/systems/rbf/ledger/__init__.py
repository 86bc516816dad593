"""The rules of RBF in our words, each with its source, its state, and the option that overrules a default."""

from msgspec.structs import replace

from rbfcli.kernel.ledger import RuleEntry


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    from rbfcli.systems.rbf.ledger import (
        attacks,
        examples_of_attacks,
        examples_of_situations,
        examples_of_techniques,
        examples_of_turns,
        situations,
        terms,
        turns,
    )

    examples = {
        **examples_of_turns.EXAMPLES,
        **examples_of_attacks.EXAMPLES,
        **examples_of_techniques.EXAMPLES,
        **examples_of_situations.EXAMPLES,
    }
    entries = (*turns.ENTRIES, *attacks.ENTRIES, *situations.ENTRIES)
    return tuple(
        replace(each, examples=examples.get(each.id, ()), terms=terms.TERMS.get(each.id, "")) for each in entries
    )

"""The rules of RBF in our words, each with its source, its state, and the option that overrules a default."""

from rbfcli.kernel.rules import RuleEntry


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    from rbfcli.systems.rbf.ledger import attacks, situations, turns

    return (*turns.ENTRIES, *attacks.ENTRIES, *situations.ENTRIES)

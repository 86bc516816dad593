"""The rules of FuturePath in our words, each with its source and state."""

from rbfcli.kernel.rules import RuleEntry


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    return ()

"""The rules of BGC in our words, each with its section of the page, its origin, its option, and worked examples."""

from rbfcli.kernel.rules import RuleEntry


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    from rbfcli.systems.bgc.ledger import attacks, damage, rounds, wounds

    return (*rounds.ENTRIES, *attacks.ENTRIES, *damage.ENTRIES, *wounds.ENTRIES)

"""The rules of BGC in our words, each with its section of the page, its origin, its option, and worked examples."""

from msgspec.structs import replace

from rbfcli.kernel.ledger import RuleEntry


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    from rbfcli.systems.bgc.ledger import attacks, damage, rounds, terms, wounds

    entries = (*rounds.ENTRIES, *attacks.ENTRIES, *damage.ENTRIES, *wounds.ENTRIES)
    return tuple(replace(each, terms=terms.TERMS.get(each.id, "")) for each in entries)

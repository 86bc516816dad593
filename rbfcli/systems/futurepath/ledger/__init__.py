"""The rules of FuturePath in our words: where each stands, whose it is, its option, and worked examples."""

from msgspec.structs import replace

from rbfcli.kernel.ledger import RuleEntry


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    from rbfcli.systems.futurepath.ledger import attacks, criticals, dangers, extra, field, moving, rounds, terms

    entries = (
        *rounds.ENTRIES,
        *field.ENTRIES,
        *moving.ENTRIES,
        *attacks.ENTRIES,
        *criticals.ENTRIES,
        *extra.ENTRIES,
        *dangers.ENTRIES,
    )
    return tuple(replace(each, terms=terms.TERMS.get(each.id, "")) for each in entries)

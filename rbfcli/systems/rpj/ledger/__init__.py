"""The rules of RPJ in our words, each with its section of the sheet, its state, its option, and worked examples."""

from msgspec.structs import replace

from rbfcli.kernel.ledger import RuleEntry


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    from rbfcli.systems.rpj.ledger import acting, cover, damage, grappling, ground, special, terms

    entries = (
        *ground.ENTRIES,
        *acting.ENTRIES,
        *cover.ENTRIES,
        *special.ENTRIES,
        *damage.ENTRIES,
        *grappling.ENTRIES,
    )
    return tuple(replace(each, terms=terms.TERMS.get(each.id, "")) for each in entries)

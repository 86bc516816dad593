"""The rules of RPJ in our words, each with its section of the sheet, its state, its option, and worked examples."""

from rbfcli.kernel.rules import RuleEntry


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    from rbfcli.systems.rpj.ledger import acting, cover, damage, grappling, ground, special

    return (
        *ground.ENTRIES,
        *acting.ENTRIES,
        *cover.ENTRIES,
        *special.ENTRIES,
        *damage.ENTRIES,
        *grappling.ENTRIES,
    )

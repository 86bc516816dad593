"""The ledger: the rules of the tracker in our words, each with its source, its origin and worked examples."""

from rbfcli.kernel.ledger import RuleEntry
from rbfcli.systems.threat.ledger.examples import EXAMPLES
from rbfcli.systems.threat.ledger.rules import LEDGER
from rbfcli.systems.threat.ledger.terms import TERMS


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the catalogue."""
    return tuple(
        RuleEntry(
            id=rule,
            summary=summary,
            source=source,
            state="done",
            option=f"options.{option}" if option else "",
            origin=origin,
            examples=EXAMPLES[rule],
            terms=TERMS.get(rule, ""),
        )
        for rule, summary, source, option, origin in LEDGER
    )

"""How an entry of the ledger and its examples are written down."""

from typing import Literal

from rbfcli.kernel.ledger import Example, RuleEntry


def entry(
    rule: str,
    section: str,
    summary: str,
    *examples: Example,
    option: str = "",
    origin: Literal["page", "reading"] = "page",
) -> RuleEntry:
    """A rule of a section of the cheat sheet, or what we read where it is silent."""
    source = f"cheat sheet, section {section}"
    return RuleEntry(
        id=rule, summary=summary, source=source, state="done", option=option, origin=origin, examples=examples
    )


def plays(line: str, told: str, *before: str, on: str = "") -> Example:
    """An example: what is then told."""
    return Example(line=line, told=told, before=before, on=on)


def refuses(line: str, told: str, *before: str, on: str = "") -> Example:
    """An example that is refused, with these words."""
    return Example(line=line, told=told, before=before, refused=True, on=on)

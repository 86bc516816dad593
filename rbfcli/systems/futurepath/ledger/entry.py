"""How an entry of the ledger and its examples are written down, and the parts of the page they come from."""

from typing import Literal

from rbfcli.kernel.ledger import Example, RuleEntry

Origin = Literal["page", "sibling", "reading"]

BESIDE = "the system's public pages, beside the one of combat actions"
OURS = "; in part our reading"
BOTH = "; in part a page beside it and our reading"
ROUNDS, TABLE = "Combatants Actions", "Time and actions in a round of combat"
SQUARES, MOVEMENT, MOVES = "Character Placement", "Movement", "Move Actions"
ATTACKS, CHECKS, DETAIL = "Attack Actions", "Critical Checks", "Attack Actions in Detail"
FULL, SIMPLE, FREE = "Full Round Actions", "Simple Actions", "Free Actions"
VARIES, OTHER, COVER = "Varies Action Types", "Other Actions and Situations", "Cover"

CREW = "init --set crew=9 --set toughs=5"
TOUGHS = "init --set crew=5 --set toughs=9"
STATION = "pump-station"
STATION_CREW = "init --set crew=9"
BOSS = "set boss square=C2 held=knife"
YARA = "set yara square=C2"


def entry(
    rule: str, source: str, summary: str, *examples: Example, option: str = "", origin: Origin = "page"
) -> RuleEntry:
    """A rule of a part of the page, of a page beside it, or what we read where both are silent."""
    return RuleEntry(
        id=rule, summary=summary, source=source, state="done", option=option, origin=origin, examples=examples
    )


def plays(line: str, told: str, *before: str, on: str = "") -> Example:
    """An example: what is then told."""
    return Example(line=line, told=told, before=before, on=on)


def refuses(line: str, told: str, *before: str, on: str = "") -> Example:
    """An example that is refused, with these words."""
    return Example(line=line, told=told, before=before, refused=True, on=on)

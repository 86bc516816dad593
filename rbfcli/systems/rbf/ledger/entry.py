"""How an entry of the ledger is written down."""

from rbfcli.kernel.rules import RuleEntry

PAGES = "the system's public pages"
OURS = "our decision"
GENERAL = "How combat works generally"
START = "When and how combat starts"
ACTIONS = "Actions in combat"
TECHNIQUES = "Techniques"
MISSES = "What happens on a miss"
CRITICALS = "Critical strikes and misses"
STEALTH = "Stealth in combat"
COVER = "Cover"
RANGED = "Melee and ranged"
PRONE = "Being prone"


def done(rule: str, source: str, summary: str, option: str = "") -> RuleEntry:
    """A rule that the engine carries out."""
    return RuleEntry(id=rule, summary=summary, source=source, state="done", option=option)


def told(rule: str, source: str, summary: str, option: str = "") -> RuleEntry:
    """A rule whose judgement is the GM's: the summary says how the engine hands it over."""
    return RuleEntry(id=rule, summary=summary, source=source, state="gm", option=option)

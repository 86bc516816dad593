"""How an entry of the ledger and its examples are written down, and the lines that lead up to examples."""

from rbfcli.kernel.ledger import Example, RuleEntry

REST = "--set tamsin=17 --set pell=16 --set thug2=6 --set thug3=5 --set thug4=4 --set gunner1=3 --set gunner2=2"
NEAR = ("set thug1 at=9",)
BOTH = ("set thug1 at=9", "set thug2 at=10")
ORDER = (f"init --set ada=20 --set thug1=19 --set joss=18 {REST}",)
WATCH = (f"init --set joss=20 --set thug1=19 --set ada=18 {REST}", "overwatch joss", "turn next")

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
ORIGINS = {PAGES: "sibling", OURS: "reading"}


def done(rule: str, source: str, summary: str, option: str = "") -> RuleEntry:
    """A rule that the engine carries out."""
    return RuleEntry(
        id=rule, summary=summary, source=source, state="done", option=option, origin=ORIGINS.get(source, "page")
    )


def told(rule: str, source: str, summary: str, option: str = "") -> RuleEntry:
    """A rule whose judgement is the GM's: the summary says how the engine hands it over."""
    return RuleEntry(
        id=rule, summary=summary, source=source, state="gm", option=option, origin=ORIGINS.get(source, "page")
    )


def plays(line: str, told: str, *before: str, on: str = "") -> Example:
    """An example: what is then told."""
    return Example(line=line, told=told, before=before, on=on)


def refuses(line: str, told: str, *before: str, on: str = "") -> Example:
    """An example that is refused, with these words."""
    return Example(line=line, told=told, before=before, refused=True, on=on)

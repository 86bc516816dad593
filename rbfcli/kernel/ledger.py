"""The rules of a system as data: `rules.toml` next to its modules, and the structs it is read into."""

from functools import cache

from msgspec import Struct, convert

from rbfcli.kernel.modules import module_named


class Example(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A worked example: what is typed on the encounter of examples, dice given, and words of what is then told."""

    line: str
    """the line that shows the rule, with `--dice` for all that it rolls"""
    told: str
    """words that stand in one line of the answer"""
    before: tuple[str, ...] = ()
    """the lines that lead up to it, played first"""
    refused: bool = False
    """whether the line is refused, with `told` as the reason"""
    on: str = ""
    """the encounter that it is played on, where that is not `Rules.examples_on`"""


class RuleEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One rule of the ledger, in our words: the paragraph it comes from, and whose it is."""

    id: str
    """the name that events and refusals cite: the system, the section, a number, such as `SKI-ATK-1`"""
    summary: str
    """the rule in a sentence or two, in words of your own"""
    source: str
    """the heading that it stands under in its source"""
    state: str = "done"
    """`done` where the program applies it, `gm` where the table does; what is done needs a test"""
    option: str = ""
    """the options that overrule it, with commas between them"""
    origin: str = "page"
    """`page`, `sibling` (another page of the same game) or `reading` (the pages are silent: it is ours)"""
    examples: tuple[Example, ...] = ()
    """lines that show it on both sides: for the one who wins by it, and for the one who loses"""
    terms: str = ""
    """other words that it is looked up by: those of its source and of everyday speech"""


class RulesFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a `rules.toml`."""

    rules: tuple[RuleEntry, ...]
    """a table `[[rules]]` for each rule, in the order in which `rbf rules NAME` lists them"""


@cache
def read_rules(package: str) -> tuple[RuleEntry, ...]:
    """Return the rules in the `rules.toml` of a package."""
    import tomllib
    from pathlib import Path

    path = Path(str(module_named(package).__file__)).with_name("rules.toml")
    return convert(tomllib.loads(path.read_text(encoding="utf-8")), RulesFile).rules

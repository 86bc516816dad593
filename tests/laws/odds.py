"""The law of odds for the example lines of our own rules."""

from collections import Counter

import msgspec
from msgspec.structs import replace

from rbfcli.core.errors import RbfError
from rbfcli.language.grammar import line_for
from rbfcli.language.parser import read_line
from rbfcli.model import commands
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import load
from rbfcli.testing.odds import weigh
from rbfcli.testing.support import is_done

ONE_IN = 40


def odds_of_examples_match_all_dice(system: str) -> None:
    """Check that the odds of some example lines match all dice. Raises LawViolation."""
    weigh_examples(system, one_in=ONE_IN)


def weigh_examples(system: str, *, one_in: int = 1) -> Counter[str]:
    """Check the odds of every `one_in`-th example line of the ledger in its own fight. Raises LawViolation."""
    found, rules, passed = Counter[str](), load(system), 0
    seen = set[tuple[str, str, str]]()
    for entry in rules.ledger():
        for example in entry.examples:
            name = example.on or rules.examples_on
            session = from_encounter(find_encounter(name), "examples", source=name)
            for line in (*example.before, example.line):
                try:
                    command = read_line(line, session.rules, session.fight)
                except RbfError:
                    continue
                bare = replace(command, dice=()) if getattr(command, "dice", ()) else command
                key = name, line_for(bare), msgspec.json.encode(replace(session.fight, drawn=0, seed="")).decode()
                if key not in seen and not isinstance(bare, commands.Init):
                    seen.add(key)
                    passed += 1
                    if passed % one_in == 0:
                        weigh(session.rules, session.fight, bare, found=found)
                is_done(session, line)
    return found

"""Keys that a table has not: which it was meant for, which table has such a key, or which system."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from rbfcli.kernel.blocks import BLOCKS
from rbfcli.kernel.key_owners import owners
from rbfcli.kernel.mechanical import same_word
from rbfcli.kernel.mistakes import Mistake, Place
from rbfcli.kernel.references import PEOPLE
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.type_mistakes import unknown_key
from rbfcli.session.expansion import Expansion
from rbfcli.systems.catalogue import SHIPPED, load

COMING_LATER = ("wave", "reinforcement", "later", "spawn")
LATER = "who comes later is a stat block until then: [blocks.ID], and add NAME --from ID when they come"
UNKNOWN, MOST_OWNERS, FEW, MOST_OF = "unknown key", 2, 3, 2
# What a file may say and a fight does not hold.
FROM, COUNT, OF_THE_FILE = "from", "count", ("format", "include")


def explained(found: Sequence[Mistake], rules: Rules, tables: Mapping[str, Any], people: Expansion) -> list[Mistake]:
    """Mistakes; those of unknown keys say which is meant, of all that a file may have, or where such a key belongs."""
    if not any(each.message == UNKNOWN for each in found):
        return [*found]
    known = owners(rules.fight)
    told = [_explained(each, rules, tables, known, people.written(each.path)) for each in found]
    without = {each.path[:2] for each in told if each.message == UNKNOWN and FROM in each.suggestions}
    kept = [each for each in told if not (each.missing and each.path in without)]
    other = _other_system(kept, rules)
    return [*kept, *([other] if other else [])]


def _explained(
    mistake: Mistake, rules: Rules, tables: Mapping[str, Any], known: Mapping[str, list[str]], written: Place
) -> Mistake:
    if mistake.message != UNKNOWN:
        return mistake
    kind, more = {
        (PEOPLE, 3): (rules.sheet, (FROM, COUNT)),
        (BLOCKS, 3): (rules.sheet, (FROM,)),
        (written[0], 1): (rules.fight, OF_THE_FILE),
    }.get((written[0], len(written)), (None, ()))
    if kind is not None:
        keys = dict.fromkeys((*kind.__struct_fields__, *more))
        again = unknown_key(written, _at(tables, written[:-1]), keys, kind.in_play)
        mistake = replace(mistake, hint=again.hint, suggestions=again.suggestions, fix=again.fix)
        if len(written) == 1 and isinstance(_at(tables, written), Mapping) and not again.suggestions:
            mistake = replace(mistake, hint=_no_table(str(written[0]), rules))
    return _with_owner(mistake, str(written[-1]), [*known.get(str(written[-1]), ()), *_of_the_file(written)])


def _no_table(name: str, rules: Rules) -> str:
    """What a file has instead of a table that there is not and that is like none."""
    return LATER if name.casefold().rstrip("s") in COMING_LATER else f"help {rules.name} lists all tables"


def _of_the_file(written: Place) -> Iterable[str]:
    """The tables that may have a key of files alone."""
    return ("[combatants.ID]",) if written[-1] in (FROM, COUNT) and written[0] != PEOPLE else ()


def _at(tables: Any, path: Place) -> Any:
    for key in path:
        tables = tables[key]
    return tables


def _with_owner(mistake: Mistake, key: str, tables: Sequence[str]) -> Mistake:
    """A key that another table has may be misplaced as well as misspelt: nothing mends it but its capitals."""
    if not tables or (mistake.fix and same_word(key, [str(mistake.fix.new)])):
        return mistake
    if mistake.fix:
        return replace(mistake, fix=None)
    return replace(mistake, hint=f"it belongs to {' or '.join(tables[:MOST_OWNERS])}", suggestions=(), fix=None)


def _other_system(found: Sequence[Mistake], rules: Rules) -> Mistake | None:
    """That an encounter looks like one of another system: this has most of the keys that its own has not."""
    strange = {str(each.path[-1]) for each in found if each.message == UNKNOWN and not each.fix}
    if len(strange) < FEW:
        return None
    counts = Counter({name: len(strange & owners(load(name).fight).keys()) for name in SHIPPED if name != rules.name})
    name, many = counts.most_common(1)[0]
    if many * MOST_OF < len(strange) or many < FEW:
        return None
    which = ", ".join(sorted(strange & owners(load(name).fight).keys())[:FEW])
    message = f"{many} keys that {rules.name} does not have ({which}, ...) are keys of {name}"
    return Mistake(("system",), message, f'is it system = "{name}"?')

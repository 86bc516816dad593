"""Keys that stand in a table that has none such: which table has, or which system."""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from rbfcli.kernel.key_owners import owners
from rbfcli.kernel.mistakes import Mistake
from rbfcli.kernel.rules import Rules
from rbfcli.systems.catalogue import SHIPPED, load

UNKNOWN, MOST_OWNERS, FEW, MOST_OF = "unknown key", 2, 3, 2


def with_owners(found: Sequence[Mistake], rules: Rules) -> Sequence[Mistake]:
    """Mistakes; those of keys that no key of their own table is like say where such a key belongs."""
    if not any(map(_is_misplaced, found)):
        return found
    known = owners(rules.fight)
    told = [_with_owner(each, known.get(str(each.path[-1]), [])) if _is_misplaced(each) else each for each in found]
    other = _other_system(told, rules)
    return [*told, *([other] if other else [])]


def _is_misplaced(mistake: Mistake) -> bool:
    return mistake.message == UNKNOWN and not mistake.fix


def _with_owner(mistake: Mistake, tables: Sequence[str]) -> Mistake:
    if not tables:
        return mistake
    hint = f"it belongs to {' or '.join(tables[:MOST_OWNERS])}"
    return replace(mistake, hint=hint, suggestions=())


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

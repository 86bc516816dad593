"""Who enters an authored fight, one after the other."""

from msgspec.structs import replace

from rbfcli.kernel.conditions import with_own_words
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.kernel.mistakes import Mistake, mistake
from rbfcli.kernel.references import PEOPLE
from rbfcli.kernel.rules import Rules


def entered(rules: Rules, fight: Fight) -> tuple[list[Mistake], Fight]:
    """What is wrong with those who may not enter, and the fight with all others entered, in their order."""
    found: list[Mistake] = []
    ready: dict[str, Combatant] = {}
    so_far = replace(fight, combatants=ready)
    for who, one in fight.combatants.items():
        try:
            ready[who] = rules.prepare(so_far, with_own_words(one))
        except RbfError as no:
            found.append(mistake((PEOPLE, who), no))
            ready[who] = one
    return found, so_far

"""The texts for everything that happens; `rbfcli.model.display` explains the keys and the facts in braces."""

from rbfcli.model.display import pending

WORDS = {
    "field.health": "health",
    "field.acted": "",
    "roll.attack.critical": "{who} hits {target} hard",
    "roll.attack.success": "{who} hits {target}",
    "roll.attack.failure": "{who} misses {target}",
    **pending({"one-side-left": "last side standing: {side}. Type `end` to finish the fight"}),
}

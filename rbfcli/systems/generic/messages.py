"""How this system says what happened; names in braces are facts of the event, {who} and {target} its people."""

from rbfcli.model.display import damages, outcomes, pending

WORDS = {
    "roll.attack.critical": "{who} hits {target} critically",
    "roll.attack.success": "{who} hits {target}",
    "roll.attack.failure": "{who} misses {target}",
    "roll.attack.fumble": "{who} misses {target} badly",
    "roll.death save.critical": "{who} is up again at once",
    "roll.death save.fumble": "{who} fails the death save twice over",
    "roll.*.critical": "{who} makes the {label} with ease",
    "roll.*.success": "{who} makes the {label}",
    "roll.*.failure": "{who} fails the {label}",
    "roll.*.fumble": "{who} fails the {label} badly",
    "roll.*.ready": "{who's} {label} comes back",
    "roll.*.spent": "{who's} {label} does not come back",
    "edges": "told",
    **outcomes({"uses": "{who} uses {power}{save}"}),
    **damages(
        {
            "roll.damage": "{total} damage to {target}",
            "roll.damage for all": "{total} damage",
            "takes": "{who} takes {damage}",
        }
    ),
    "field.hp": "HP",
    "field.max_hp": "maximum HP",
    "field.temp_hp": "temporary HP",
    "field.ac": "AC",
    "field.known": "AC known to the players",
    "field.acted": "",
    "field.save_ends": "",
    "field.saved": "death saves made",
    "field.failed": "death saves failed",
    "field.initiative": "",
    "field.concentration": "",
    "field.counters.*.now": "{who}: {key} {before} -> {after}",
    "immune": "{who} is immune: not {condition}",
    "concentrates": "{who} concentrates on {power}",
    "loses-concentration": "{who} no longer concentrates on {power}",
    "may-lose": "{who} concentrates on {power}: a save, {dc} to reach",
    **pending({"one-side-left": "the last side standing: {side}; `end` closes the fight"}),
    "question.concentration": "{who} concentrates on {power}: {save} save, {dc} to reach?",
    "answer.roll": "roll the save now",
    "answer.drop": "it is over",
    "answer.keep": "the table has settled it: it goes on",
}

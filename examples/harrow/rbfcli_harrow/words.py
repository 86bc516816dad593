"""The texts of Harrow."""

from rbfcli.model.display import conclusions, damages, outcomes, pending

WORDS = {
    "field.health": "health",
    "field.fatigue": "fatigue",
    "field.armour.*": "{who} now wears {after} on the {key}",
    "field.acted": "",
    "field.parried": "",
    "roll.attack.hit": "{who} strikes true at {target}",
    "roll.attack.miss": "{who} misses {target}",
    "roll.parry.parried": "{who} gets the blade up",
    "roll.parry.open": "{who} is open",
    "roll.order": "{who} is ready",
    "roll.location": "",
    **conclusions(
        {
            "telling": "{who} has {target} open",
            "hit": "{who} hits {target}",
            "parried": "{target} parries {who}",
        }
    ),
    **damages({"landed": "{damage} to the {place}, armour {armour}"}),
    **outcomes({"rested": "{who} draws breath"}),
    **pending({"one-side-left": "last side standing: {side}. Type `end` to finish the fight"}),
}

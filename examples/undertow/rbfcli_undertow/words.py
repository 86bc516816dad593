"""The texts of Undertow."""

from rbfcli.model.display import outcomes, pending

WORDS = {
    "field.health": "health",
    "field.stress": "stress",
    "field.zone": "",
    "swam": "{who} swims to {zone}",
    "field.acted": "",
    "field.moved": "",
    "field.board.clocks.*.filled": "{key} is at {after}",
    "roll.attack.clean": "{who} hits {target} hard",
    "roll.attack.hit": "{who} hits {target}",
    "roll.attack.cost": "{who} hits {target} at a cost",
    "roll.attack.miss": "{who} misses {target}",
    "roll.work.clean": "{who} makes good progress",
    "roll.work.hit": "{who} makes progress",
    "roll.work.miss": "{who} gets nowhere",
    "roll.resist.clean": "{who} shrugs it off",
    "roll.resist.cost": "{who} softens the blow",
    "roll.resist.miss": "{who} takes the full force",
    **outcomes({"breathed": "{who} draws breath"}),
    **pending(
        {
            "clock-full": "{clock} is full; {then}",
            "one-side-left": "last side in the water: {side}. Type `end` to finish the fight",
        }
    ),
    "question.cost": "{who} hits at a cost. Choose one:",
    "answer.stress": "1 stress",
    "answer.exposed": "the next attack against you has one extra die",
    "answer.clock": "an enemy clock advances one segment",
}

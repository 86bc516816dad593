"""What is said of all that happens under water."""

from rbfcli.model.display import outcomes, pending

WORDS = {
    "field.health": "health",
    "field.stress": "stress",
    "field.zone": "",
    "swam": "{who} swims to {zone}",
    "field.acted": "",
    "field.moved": "",
    "field.board.clocks.*.filled": "{key} stands at {after}",
    "roll.attack.clean": "{who} hits {target} hard",
    "roll.attack.hit": "{who} hits {target}",
    "roll.attack.cost": "{who} hits {target} at a cost",
    "roll.attack.miss": "{who} misses {target}",
    "roll.work.clean": "{who} gets well on",
    "roll.work.hit": "{who} gets on",
    "roll.work.miss": "{who} gets nowhere",
    "roll.resist.clean": "{who} shrugs it off",
    "roll.resist.cost": "{who} takes the worst off it",
    "roll.resist.miss": "{who} takes it in full",
    **outcomes({"breathed": "{who} draws breath"}),
    **pending(
        {
            "clock-full": "{clock} is full; {then}",
            "one-side-left": "the last side left in the water: {side}; `end` closes the fight",
        }
    ),
    "question.cost": "{who} hits, but at a cost: which?",
    "answer.stress": "1 stress",
    "answer.exposed": "the next attack against it has a die more",
    "answer.clock": "a clock that serves others goes on by a segment",
}

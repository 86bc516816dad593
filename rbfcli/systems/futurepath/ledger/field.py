"""Squares, who stands in them, and what is within reach (FP-FLD)."""

from rbfcli.systems.futurepath.ledger.entry import (
    BOSS,
    CREW,
    MOVEMENT,
    OURS,
    SQUARES,
    STATION,
    STATION_CREW,
    entry,
    plays,
    refuses,
)

ENTRIES = (
    entry(
        "FP-FLD-1",
        SQUARES,
        "Squares of 5 ft in eight directions, a diagonal one square; height is the third direction, and what is higher "
        "or lower than it is wide apart is as far off as that. Large ones take up several squares.",
        plays("move hale C3", "Hale Brannock moves B2-C3, 5 ft", CREW),
        refuses("move hale A9", "A9 is off the map; squares go from A1 to N8", CREW),
        refuses(
            "attack hale boss",
            "The yard boss is 10 ft away and Hale Brannock reaches 5 ft",
            CREW,
            BOSS,
            "set boss height=2",
        ),
    ),
    entry(
        "FP-FLD-2",
        SQUARES + OURS,
        "Squares of friends, of neutrals and of unconscious enemies are difficult terrain; those of other enemies are "
        "closed, unless one overruns. Nobody stops where somebody is who is not dead: whoever falls or is stopped "
        "there gets back to the last free square of the way.",
        plays("move hale B5 --via B4", "Hale Brannock moves B2-B3-B4-B5, 15 ft", CREW),
        refuses("move hale B6", "B6 is taken: nobody else can stop there", CREW),
        refuses("move hale D2 --via C2", "no way leads", CREW, BOSS),
        option="neutral",
    ),
    entry(
        "FP-FLD-3",
        SQUARES,
        "Everybody threatens 5 ft around, and as far as the reach of the weapon in hand; through a wall nobody.",
        plays("attack hale boss --dice 15,2", "The yard boss: HP 28 -> 23", CREW, BOSS),
        plays("move hale B8", "The yard boss has a Tactical Opportunity against Hale Brannock: strike?", CREW, BOSS),
        refuses("attack hale boss", "The yard boss is 60 ft away and Hale Brannock reaches 5 ft", CREW),
    ),
    entry(
        "FP-FLD-4",
        MOVEMENT,
        "A gap of half a square or less is difficult terrain.",
        plays("move hale M8", "Hale Brannock moves M10-M9-M8, 10 ft", STATION_CREW, "set hale square=M10", on=STATION),
        refuses(
            "move hale M8",
            "the way to M8 takes 10 ft of movement and Hale Brannock has 5 ft",
            STATION_CREW,
            "set hale square=M9 speed=5",
            on=STATION,
        ),
    ),
)

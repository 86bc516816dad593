"""Moving, and what one does on the spot (FP-MOV)."""

from rbfcli.systems.futurepath.ledger.entry import (
    BOSS,
    CREW,
    MOVEMENT,
    MOVES,
    OURS,
    SIMPLE,
    STATION,
    STATION_CREW,
    YARA,
    entry,
    plays,
    refuses,
)

ENTRIES = (
    entry(
        "FP-MOV-1",
        MOVES + OURS,
        "A Standard move is one's speed, usually 30 ft; walking is half of that. Of equally cheap ways one goes the "
        "one that leaves the fewest threatened squares, then has the fewest squares, then the fewest diagonals, then "
        "lies further left and up; over no trap that is known. `--via` names squares of the way.",
        plays("move hale G2", "Hale Brannock moves B2-C2-D2-E2-F2-G2, 25 ft", CREW),
        refuses("move hale H8", "the way to H8 takes 35 ft of movement and Hale Brannock has 30 ft", CREW),
        refuses("move hale G2 --how walk", "Hale Brannock has 15 ft", CREW),
    ),
    entry(
        "FP-MOV-2",
        MOVES,
        "A sprint is a Full Round of up to three times the speed.",
        plays("sprint hale K8", "Hale Brannock moves B2", CREW),
        refuses(
            "sprint hale N8",
            "the way to N8 takes 60 ft of movement and Hale Brannock has 35 ft",
            CREW,
            "set hale speed=15",
        ),
        option="sprint_factor",
    ),
    entry(
        "FP-MOV-3",
        MOVES,
        "Climbing, crawling and swimming go at half speed, or at twice that for a Full Round, which cannot be "
        "stealthy.",
        plays("move hale D2 --how crawl", "Hale Brannock moves B2-C2-D2, 10 ft", CREW),
        refuses("move hale G2 --how crawl", "the way to G2 takes 25 ft of movement and Hale Brannock has 15 ft", CREW),
    ),
    entry(
        "FP-MOV-4",
        MOVEMENT,
        "Difficult squares cost two of movement; uneven ground takes 10 ft off a move once; neither hinders who flies.",
        plays("move hale H5 --via G5", "Hale Brannock moves F5-G5-H5, 10 ft", CREW, "set hale square=F5"),
        refuses(
            "move hale H5 --via G5",
            "the way to H5 takes 10 ft of movement and Hale Brannock has 5 ft",
            CREW,
            "set hale square=F5 speed=15",
        ),
        option="difficult_factor, uneven_feet",
    ),
    entry(
        "FP-MOV-5",
        MOVEMENT,
        "Sprint, withdraw, charge and overrun over difficult terrain take Acrobatics against 15; who fails lies prone "
        "about halfway and has done nothing.",
        plays(
            "sprint hale H5 --via G5 --dice 16",
            "Hale Brannock succeeds at acrobatics: 17 against 15",
            CREW,
            "set hale square=F5",
        ),
        plays("sprint hale K5 --via G5 --dice 3", "Hale Brannock falls prone", CREW, "set hale square=F5"),
    ),
    entry(
        "FP-MOV-6",
        MOVES,
        "Drawing or holstering is Simple; changing one weapon in hand for another is Standard, as the page's table "
        "lists it.",
        plays("holster yara", "Yara Senn puts the side arm away", CREW, YARA, "attack yara lookout --dice 2,1"),
        refuses("draw yara knife", "no Standard action for this", CREW, YARA, "attack yara lookout --dice 2,1"),
    ),
    entry(
        "FP-MOV-7",
        MOVES,
        "Reloading is Standard unless the weapon says otherwise. Rounds are counted, and an empty weapon does not "
        "fire.",
        plays("reload yara", "Yara Senn: rounds in the side arm 0 -> 6", CREW, "set yara ammo.side-arm=0"),
        refuses("attack yara lookout", "the side arm of Yara Senn is empty", CREW, "set yara ammo.side-arm=0"),
    ),
    entry(
        "FP-MOV-8",
        MOVES,
        "Dropping prone, sitting or kneeling is Free where there is gravity; standing up again is Simple.",
        plays("prone hale", "Hale Brannock falls prone", CREW),
        refuses("move hale C2", "Hale Brannock is prone", CREW, "prone hale"),
    ),
    entry(
        "FP-MOV-9",
        SIMPLE,
        "A 5-foot step is Simple and ends the turn. Leaving a threat range by it gives a Tactical Opportunity.",
        plays("step hale B1", "Hale Brannock moves B2-B1, 5 ft", CREW, BOSS),
        plays("step hale A2", "The yard boss has a Tactical Opportunity against Hale Brannock: strike?", CREW, BOSS),
        refuses("attack hale boss", "no Standard action for this", CREW, BOSS, "step hale B1"),
    ),
    entry(
        "FP-MOV-10",
        SIMPLE + OURS,
        "Leaving a threatened square gives each enemy that threatens it one melee attack: a saved question, or "
        "`--opportunities`. A withdrawal, a Full Round, gives none.",
        plays("withdraw hale B8", "Hale Brannock moves B2", CREW, BOSS),
        plays("move hale B8 --opportunities strike --dice 15,2", "Hale Brannock: HP 10 -> 6", CREW, BOSS),
        option="opportunities, opportunity, withdraw_factor",
    ),
    entry(
        "FP-MOV-12",
        MOVES,
        "Opening a door slowly and the like is Standard, or a Full Round.",
        plays("open neve hatch", "Neve Achar opens the steel hatch", STATION_CREW, "set neve square=P6", on=STATION),
        refuses("open neve hatch", "Neve Achar does not stand next to the steel hatch", STATION_CREW, on=STATION),
    ),
    entry(
        "FP-MOV-11",
        MOVES,
        "With Strength 3 or less nobody moves an object. What is not light moves at half speed, or at twice that for a "
        "Full Round.",
        plays(
            "drag gort barrel P9", "Gort Ilesh pushes the barrel to P9", STATION_CREW, "set gort square=R7", on=STATION
        ),
        refuses(
            "drag gort barrel P9",
            "Gort Ilesh with Strength 3 is too weak to move anything",
            STATION_CREW,
            "set gort square=R7 strength=3",
            on=STATION,
        ),
    ),
)

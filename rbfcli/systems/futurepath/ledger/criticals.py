"""Naturals, Extra Damage and the chain of critical checks (FP-CRT, FP-XTR)."""

from rbfcli.systems.futurepath.ledger.entry import (
    ATTACKS,
    BOSS,
    CHECKS,
    CREW,
    TOUGHS,
    entry,
    plays,
    refuses,
)

ENTRIES = (
    entry(
        "FP-CRT-1",
        ATTACKS,
        "A natural 20, or a roll within the weapon's critical range, hits and rolls the damage dice as often as its "
        "multiplier says.",
        plays("attack hale boss --dice 20,3,4", "10 damage  [3 4] +3", CREW, BOSS),
        plays("attack boss hale --dice 20,1,1", "Hale Brannock: HP 10 -> 6", TOUGHS, BOSS),
    ),
    entry(
        "FP-CRT-2",
        ATTACKS,
        "A natural 1 does nothing, and the GM may add something: an offer that lapses, or `--fumble`.",
        plays("attack boss hale --fumble drop --dice 1", "drops the knife", TOUGHS, BOSS),
        plays(
            "attack hale boss --dice 1",
            "Hale Brannock fumbles the attack on the yard boss",
            CREW,
            BOSS,
            "set boss ac=0",
        ),
    ),
    entry(
        "FP-XTR-1",
        ATTACKS,
        "Extra Damage rolls the damage die so many times more on a hit of a full attack.",
        plays("full-attack gort boss --dice 15,3,4", "4 extra damage", CREW, BOSS),
        refuses("full-attack hale boss", "Hale Brannock has neither Extra Attacks nor Extra Damage", CREW, BOSS),
        option="extra_damage",
    ),
    entry(
        "FP-XTR-2",
        CHECKS,
        "A critical counts for the first damage die; for each Extra Damage another accuracy check decides.",
        plays("full-attack gort boss --dice 20,4,3,15,2,6", "The yard boss: HP 28 -> 13", CREW, BOSS),
        plays("full-attack gort boss --dice 15,4,3", "The yard boss: HP 28 -> 21", CREW, BOSS),
    ),
    entry(
        "FP-XTR-3",
        CHECKS,
        "If that fails, this and all further Extra Damage are rolled plainly, without checks.",
        plays(
            "full-attack gort boss --dice 20,4,3,5,2,6",
            "No longer critical: all other Extra Damage is rolled plainly",
            CREW,
            BOSS,
            "set gort extra_damage=2",
        ),
        plays(
            "full-attack gort boss --dice 20,4,3,13,2,6,5,3",
            "The yard boss: HP 28 -> 10",
            CREW,
            BOSS,
            "set gort extra_damage=2",
        ),
    ),
    entry(
        "FP-XTR-4",
        CHECKS,
        "If it succeeds, the multiplier counts for this die too, and the checks go on.",
        plays("full-attack gort boss --dice 20,4,3,13,2,6", "8 extra damage  [2 6]", CREW, BOSS),
        plays("full-attack gort boss --dice 20,4,3,12,2", "2 extra damage", CREW, BOSS),
    ),
    entry(
        "FP-XTR-5",
        CHECKS,
        "If it is a natural 19 or 20, the multiplier grows by one first, up to five; the weapon's wider range only "
        "succeeds.",
        plays("full-attack gort boss --dice 20,4,3,19,2,2,2", "3 times the damage dice", CREW, BOSS),
        plays(
            "full-attack gort boss --dice 20,4,3,18,2,2",
            "4 extra damage  [2 2]",
            CREW,
            BOSS,
        ),
    ),
    entry(
        "FP-XTR-6",
        CHECKS,
        "If it is a natural 1, there is no further Extra Damage; what is rolled stands.",
        plays("full-attack gort boss --dice 20,4,3,1", "The yard boss: HP 28 -> 21", CREW, BOSS),
        plays("full-attack gort boss --dice 20,4,3,2,6", "The yard boss: HP 28 -> 15", CREW, BOSS),
    ),
)

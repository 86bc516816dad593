"""Advantage, accuracy, damage and cover (FP-ADV, FP-ATK, FP-COV)."""

from rbfcli.systems.futurepath.ledger.entry import (
    ATTACKS,
    BESIDE,
    BOSS,
    COVER,
    CREW,
    DETAIL,
    OURS,
    TOUGHS,
    YARA,
    entry,
    plays,
    refuses,
)

FAR = "set yara square=A8 proficiencies.side-arm=0"

ADVANTAGE = (
    entry(
        "FP-ADV-1",
        BESIDE,
        "Advantages and disadvantages cancel one for one; what is left adds that many advantage dice to the d20, or "
        "takes them off.",
        plays(
            "attack yara lookout --advantage 1 --dice 5,2,2,3", "Yara Senn hits the lookout: 12 against 12", CREW, YARA
        ),
        plays(
            "attack yara lookout --disadvantage 2 --dice 12,4",
            "Yara Senn misses the lookout: 11 against 12",
            CREW,
            YARA,
        ),
        origin="sibling",
    ),
    entry(
        "FP-ADV-2",
        BESIDE,
        "The advantage die is a d4, from level 8 a d6, from level 15 a d8, or the sheet's own; three dice count at "
        "most.",
        plays(
            "attack yara lookout --advantage 5 --dice 2,6,1,2,3",
            "Yara Senn hits the lookout: 14 against 12",
            CREW,
            YARA,
            "set yara level=8",
        ),
        plays(
            "attack yara lookout --disadvantage 6 --dice 18,4,4,2",
            "Yara Senn misses the lookout: 11 against 12",
            CREW,
            YARA,
        ),
        option="advantage_low, advantage_middle, advantage_high, middle_level, high_level, advantage_most",
        origin="sibling",
    ),
)

ATTACK = (
    entry(
        "FP-ATK-1",
        ATTACKS,
        "The accuracy check is d20, advantage dice, Strength in melee or Dexterity at range, and the weapon's "
        "accuracy, against the target's AC.",
        plays("attack hale boss --dice 11,4", "Hale Brannock hits the yard boss: 14 against 14", CREW, BOSS),
        plays("attack hale boss --dice 10", "Hale Brannock misses the yard boss: 13 against 14", CREW, BOSS),
    ),
    entry(
        "FP-ATK-2",
        DETAIL + OURS,
        "A weapon has to be in hand, and a melee target within the reach of that weapon, with no wall between. "
        "Throwing takes a free hand.",
        plays("attack hale boss --dice 11,4", "The yard boss: HP 28 -> 21", CREW, BOSS),
        refuses("attack hale boss", "The yard boss is 60 ft away and Hale Brannock reaches 5 ft", CREW),
        refuses(
            "attack hale boss --with broad-sword",
            "Hale Brannock has to draw the broad sword first",
            CREW,
            BOSS,
            "holster hale",
        ),
    ),
    entry(
        "FP-ATK-3",
        ATTACKS + OURS,
        "Damage is the die of the weapon's level and its bonus; melee adds Strength. A hit does 1 at least.",
        plays("attack hale boss --dice 15,1", "4 damage  [1] +3", CREW, BOSS),
        plays("attack boss hale --dice 19,1", "Hale Brannock: HP 10 -> 9", TOUGHS, BOSS, "set boss strength=4"),
        option="damage_dice, least_damage",
    ),
    entry(
        "FP-ATK-4",
        DETAIL,
        "Each range increment beyond the weapon's range is a disadvantage.",
        plays("attack yara lookout --dice 12,1,3", "Yara Senn hits the lookout: 16 against 12", CREW, YARA),
        plays(
            "attack yara boss --dice 14,2,2",
            "Yara Senn misses the yard boss: 13 against 14",
            CREW,
            FAR,
            "set boss square=N8",
        ),
    ),
)

BEHIND_COVER = (
    entry(
        "FP-COV-1",
        COVER,
        "Partial cover is a disadvantage for the attacker, heavy cover two; it is the sheet's or the ground's, or "
        "`--cover`.",
        plays(
            "attack yara lookout --cover partial --dice 12,3", "Yara Senn hits the lookout: 15 against 12", CREW, YARA
        ),
        plays(
            "attack yara lookout --cover heavy --dice 11,3", "Yara Senn misses the lookout: 11 against 12", CREW, YARA
        ),
    ),
    entry(
        "FP-COV-2",
        COVER,
        "Full cover lets no shot through. With AP, or where the barrier is weak, a d10 of 6 or more does, and then "
        "there is a disadvantage.",
        plays(
            "attack yara lookout --cover full --weak --dice 6,12,3",
            "Yara Senn hits the lookout: 15 against 12",
            CREW,
            YARA,
        ),
        plays(
            "attack yara lookout --cover full --weak --dice 5",
            "Yara Senn does not get a shot through the barrier at the lookout: 5 against 6",
            CREW,
            YARA,
        ),
        refuses("attack yara lookout", "The lookout is behind full cover", CREW),
    ),
    entry(
        "FP-COV-3",
        COVER + OURS,
        "Glare and smoke are as partial cover, fog as full cover one can shoot into; gear may see through. Of fog and "
        "cover, the one that is better for who hides counts.",
        plays(
            "attack yara lookout --dice 12,3",
            "Yara Senn hits the lookout: 15 against 12",
            CREW,
            YARA,
            "set fight board.zones.z.kind=smoke board.zones.z.square=H2",
        ),
        plays(
            "attack yara lookout --dice 5",
            "Yara Senn does not get a shot through the barrier at the lookout: 5 against 6",
            CREW,
            YARA,
            "set fight board.zones.z.kind=fog board.zones.z.square=H2",
        ),
    ),
)

ENTRIES = (*ADVANTAGE, *ATTACK)

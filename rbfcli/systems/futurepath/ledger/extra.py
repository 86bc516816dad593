"""Full attacks, the off hand, thrown things, techniques and objects (FP-FUL, FP-OFF, FP-GRN, FP-TEC, FP-OBJ)."""

from rbfcli.systems.futurepath.ledger.entry import (
    BOSS,
    BOTH,
    CREW,
    DETAIL,
    OURS,
    STATION,
    STATION_CREW,
    entry,
    plays,
    refuses,
)

BESIDE_HALE = "set tough1 square=M9"
MISSED = "attack hale tough1 --dice 3"
THROWN = "throw hale frag lookout --dice 5,5"

ENTRIES = (
    entry(
        "FP-FUL-1",
        DETAIL,
        "A full attack, a Full Round, makes every Extra Attack a further accuracy check with its own damage; with too "
        "few rounds it fires those there are.",
        plays(
            "full-attack gort boss boss --dice 15,3,3",
            "Gort Ilesh misses the yard boss: 4 against 14",
            CREW,
            BOSS,
            "set gort extra_damage=0 extra_attacks=1",
        ),
        refuses("full-attack hale boss", "Hale Brannock has neither Extra Attacks nor Extra Damage", CREW, BOSS),
    ),
    entry(
        "FP-OFF-1",
        DETAIL,
        "The Bonus Attack with a proficient off-hand weapon is Simple and comes after an attack; after a full attack "
        "only at its target. It has no Extra Damage.",
        plays(
            "off-hand hale tough1 --dice 14,1",
            "Street tough 1: HP 9 -> 5",
            STATION_CREW,
            BESIDE_HALE,
            MISSED,
            on=STATION,
        ),
        refuses("off-hand hale tough1", "a Bonus Attack comes after an attack", STATION_CREW, BESIDE_HALE, on=STATION),
    ),
    entry(
        "FP-OFF-2",
        DETAIL,
        "Its weapon is of level 0 to 2, or of 3 to 5 if versatile.",
        plays(
            "off-hand hale tough1 --dice 14,1",
            "Hale Brannock hits Street tough 1 with the off hand: 17 against 12",
            STATION_CREW,
            BESIDE_HALE,
            MISSED,
            on=STATION,
        ),
        refuses(
            "off-hand hale tough1",
            "the broad sword is too heavy for the off hand",
            STATION_CREW,
            "set hale off_hand=broadsword",
            BESIDE_HALE,
            MISSED,
            on=STATION,
        ),
    ),
    entry(
        "FP-OFF-3",
        DETAIL,
        "It gets no advantage, unless by the feat Akimbo Specialist.",
        plays(
            "off-hand hale tough1 --advantage 1 --dice 7,3,1",
            "Hale Brannock hits Street tough 1 with the off hand: 13 against 12",
            STATION_CREW,
            'set hale "feats=Akimbo Specialist"',
            BESIDE_HALE,
            MISSED,
            on=STATION,
        ),
        plays(
            "off-hand hale tough1 --advantage 1 --dice 7",
            "Hale Brannock misses Street tough 1 with the off hand: 10 against 12",
            STATION_CREW,
            BESIDE_HALE,
            MISSED,
            on=STATION,
        ),
    ),
    entry(
        "FP-OFF-4",
        DETAIL,
        "In melee its die is a level lower, under a d2 just 1, unless by Niten Ichi; at range it has a disadvantage, "
        "unless by Gun-Fu.",
        plays(
            "off-hand hale tough1 --dice 14,4",
            "Street tough 1: HP 9 -> 2",
            STATION_CREW,
            'set hale "feats=Niten Ichi"',
            BESIDE_HALE,
            MISSED,
            on=STATION,
        ),
        plays(
            "off-hand hale tough1 --dice 14,2",
            "Street tough 1: HP 9 -> 4",
            STATION_CREW,
            BESIDE_HALE,
            MISSED,
            on=STATION,
        ),
    ),
    entry(
        "FP-GRN-1",
        DETAIL + OURS,
        "A throw is a Full Round, as far as 30 ft and 5 ft for each point of the Strength and Dexterity modifiers. "
        "Grenades, weapons of level 0 to 2 and light objects can be thrown.",
        plays(THROWN, "The frag grenade lands at H2", CREW),
        refuses("throw hale frag boss", "N5 is 60 ft away and Hale Brannock throws 50 ft", CREW),
    ),
    entry(
        "FP-GRN-2",
        DETAIL,
        "Two d10 scatter it, left to right and short to long: 3 to 8 on the mark, 2 and 1 or 9 and 10 by one and two "
        "squares.",
        plays("throw hale frag lookout --dice 3,8", "It flies: on the mark", CREW),
        plays("throw hale frag lookout --dice 2,9", "It flies: 5 ft left, 5 ft long", CREW),
    ),
    entry(
        "FP-GRN-3",
        DETAIL + BOTH,
        "It goes off at the end of its target's team's turn and harms everyone inside whom no wall shields; a save "
        "halves.",
        plays("turn next --dice 4,4,15", "The lookout: HP 9 -> 5", CREW, THROWN, "turn next"),
        plays("turn next --dice 4,4,2", "The lookout: HP 9 -> 1", CREW, THROWN, "turn next"),
        option="blast_save, blast_dc, blast_walls",
    ),
    entry(
        "FP-GRN-4",
        DETAIL,
        "Cooked by Wisdom against 25 it goes off at the start of that turn. A failure wastes it; a natural 1 is its "
        "maximum for the hand that holds it, without a save.",
        plays(
            "throw hale frag lookout --cook --misc -10 --dice 15,5,5",
            "The frag grenade goes off at the start of toughs' turn",
            CREW,
        ),
        plays(
            "throw hale frag lookout --cook --dice 15",
            "Hale Brannock fails at cooking the grenade: 15 against 25",
            CREW,
        ),
        plays("throw hale frag lookout --cook --dice 1,1,8,16", "Hale Brannock: HP 10 -> -6", CREW),
    ),
    entry(
        "FP-TEC-1",
        DETAIL + BOTH,
        "A Combat Technique, a Full Round unless the sheet says otherwise, is saved against with 10, an advantage die, "
        "its level and Strength. Shipped: bull rush, grapple, trip, disarm, charge (straight and far enough), overrun "
        "(which ends beyond). A grapple ends when one of the two is out of reach, falls or is let go.",
        plays("technique hale trip boss --dice 2,3", "The yard boss falls prone", CREW, BOSS),
        plays("technique hale trip boss --dice 2,14", "The yard boss makes the save: 15 against 15", CREW, BOSS),
        plays("technique hale charge lookout --dice 12,3,4", "Hale Brannock hits the lookout: 18 against 12", CREW),
        refuses("technique hale charge boss", "no straight way leads to The yard boss", CREW),
        option="technique_base, bull_rush_feet, charge_factor, charge_least, charge_straight, charge_advantage",
    ),
    entry(
        "FP-OBJ-1",
        DETAIL,
        "An object that cannot move is hit without a check; damage comes off its hardness, and below zero it breaks. "
        "For the rest that is an attack like any other: reach, line of sight, range, and a Bonus Attack after it.",
        plays("object neve hatch --dice 9", "The steel hatch holds: hardness 3 left", STATION_CREW, on=STATION),
        refuses("object hale hatch", "the steel hatch is 20 ft away, out of reach", STATION_CREW, on=STATION),
    ),
)

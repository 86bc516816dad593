"""Tests, attacks, criticals, botches, called shots and partial armour."""

from rbfcli.systems.bgc.ledger.entry import entry, plays, refuses

ARMOUR, CRITICALS = "Damage and Armour", "Critical Success and Botches"
OPENED = "attack rin mako --botch opening --dice 97"
ENTRIES = (
    entry(
        "TST-1",
        "Game Rules; in part our reading",
        "Of two opposed rolls the wider margin wins and a pass beats a fail; ties and two fails are the defender's.",
        plays("attack tove lookout --defend --dice 40,24,23", "The lookout: levels 17 -> 14"),
        plays(
            "attack tove lookout --defend --dice 50,5",
            "The lookout turns Tove Lindgren's attack aside: 25 against 25, a tie",
        ),
        option="undecided, critical_wins",
    ),
    entry(
        "TST-2",
        "Game Rules",
        "A d100 passes at or under the score; 1 to 5 within it is a critical success, 96 to 100 a botch.",
        plays("attack rin mako --dice 5,41,1", "Rin Caldera hits Mako Ferris critically: 5 against 60"),
        plays(
            "attack rin mako --botch failure --dice 96", "Rin Caldera botches the attack on Mako Ferris: 96 against 60"
        ),
        option="critical_band, botch_from",
        origin="reading",
    ),
    entry(
        "ATK-1",
        ARMOUR,
        "An attack hits when its roll passes and no Defend beats it.",
        plays("attack rin mako --dice 60,20,50", "Mako Ferris: levels 22 -> 19"),
        plays("attack rin mako --dice 61", "Rin Caldera misses Mako Ferris: 61 against 60"),
    ),
    entry(
        "CRT-1",
        CRITICALS,
        "A critical hit doubles the levels that got through all armour.",
        plays("attack rin mako --dice 5,20,50", "Mako Ferris: levels 22 -> 16"),
        plays("attack rin mako --dice 5,30,50", "Mako Ferris's armour holds: 10 against 10, a tie"),
    ),
    entry(
        "BOT-1",
        f"{CRITICALS}; in part our reading",
        "A botch of an attack or a Defend breaks the weapon, or gives the opponent one strike that hits and cannot be "
        "met; armour still counts. Rolled, or stated with `--botch`; the GM tells what an explosion does.",
        plays("choose strike --dice 35,30", "Rin Caldera: levels 19 -> 14", OPENED),
        plays("attack rin mako --dice 97,1", "Rin Caldera's handgun fails"),
        option="strike_back_rolls",
    ),
    entry(
        "CAL-1",
        "Called Shots",
        "A called shot is taken at 25 to 50 off the score, 30 as a rule; if it hits, damage and penetration are "
        "doubled.",
        plays("attack rin mako --called 30 --dice 20,60,44", "Mako Ferris: levels 22 -> 16"),
        refuses("attack rin mako --called 60", "a called shot is taken at -25 to -50, not at -60"),
        option="called_least, called_most",
    ),
    entry(
        "CAL-2",
        "Called Shots",
        "A critical called shot kills outright.",
        plays("attack rin mako --called 25 --dice 5", "Rin Caldera kills Mako Ferris outright"),
        plays("attack rin mako --called 25 --dice 6,60,40", "Mako Ferris's armour holds: 20 against 20, a tie"),
    ),
    entry(
        "ARM-1",
        "Partial Armour",
        "A gap in partial armour is struck at 15 off; there only natural armour counts.",
        plays("attack rin mako --gap --dice 45,20,15", "Mako Ferris: levels 22 -> 19"),
        plays("attack rin mako --gap --dice 46", "Rin Caldera misses Mako Ferris: 46 against 45"),
        option="gap_penalty",
    ),
)

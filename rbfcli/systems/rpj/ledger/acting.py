"""Turns: actions, moves, attacks, free attacks, and who goes when (section 2 and 3 of the sheet)."""

from rbfcli.systems.rpj.ledger.entry import entry, plays, refuses

CORINS_TURN = "init --set corin=40"
RAIDERS_TURN = "init --set raider1=40"
BESIDE = "set corin region=2 group=A"
RUNS = "move raider1 1 --react corin --dice 5,5,5,5,6,6,6,6"
ENTRIES = (
    entry(
        "RPJ-ACT-1",
        "2",
        "A turn has 2 actions, 3 from Dexterity 5 on, 4 from Dexterity 10 on.",
        plays("move corin 1", "Corin Hask moves to the wreck", CORINS_TURN, "move corin 1", "move corin 0"),
        refuses(
            "move corin 0",
            "Corin Hask has no action left this turn",
            CORINS_TURN,
            "move corin 1",
            "move corin 0",
            "move corin 1",
        ),
    ),
    entry(
        "RPJ-ACT-2",
        "2",
        "A move takes 1 action: over one link, into a group there or none, or between groups.",
        plays("move corin 1 --cover hull", "Corin Hask takes cover: hull +2/*"),
        refuses("move corin 0", "Corin Hask is there already"),
    ),
    entry(
        "RPJ-ACT-3",
        "2; in part our reading",
        "An attack takes 1 action: 4d6, skill and attribute bonus reach the melee or ranged defense value, or miss. "
        "The bonus is half the attribute, and a missing value half the Dexterity more than 15 or 16.",
        plays("attack sela raider1 --dice 3,3,3,2,6,6,6,6", "Sela Ordway hits Dock raider 1: 17 against 17"),
        plays("attack sela raider1 --dice 3,3,2,2", "Sela Ordway misses Dock raider 1: 16 against 17"),
        option="rounding, untrained, unarmed_damage, melee_base, ranged_base",
    ),
    entry(
        "RPJ-ACT-4",
        "2",
        "Everybody has one free attack a round, for turns that are not its own.",
        plays(RUNS, "Corin Hask hits Dock raider 1 with the free attack: 27 against 16", RAIDERS_TURN, BESIDE),
        refuses(
            "move raider2 1 --react corin",
            "Corin Hask has no free attack or overwatch here",
            "init --set raider1=40 --set raider2=39",
            BESIDE,
            RUNS,
            "turn next",
        ),
    ),
    entry(
        "RPJ-ACT-5",
        "2; in part our reading",
        "It may strike a foe that leaves one's group, before it gets away; who falls by it stays where it stood.",
        plays(
            "move raider1 1 --react corin --dice 5,5,5,5,1,1,1,1",
            "Dock raider 1 is cut down before getting away, in the open road, group A",
            RAIDERS_TURN,
            BESIDE,
        ),
        plays("move raider1 1 --react corin --dice 1,1,1,1", "Dock raider 1 moves to the wreck", RAIDERS_TURN, BESIDE),
    ),
    entry(
        "RPJ-ACT-6",
        "2; in part our reading",
        "It may strike an adjacent foe that makes a ranged attack, after the shot.",
        plays(
            "attack raider1 sela --react corin --dice 1,1,1,1,5,5,5,5,6,6,6,6",
            "Corin Hask hits Dock raider 1 with the free attack: 27 against 16",
            RAIDERS_TURN,
            BESIDE,
        ),
        refuses("attack raider1 corin --with knife --react corin", "nobody may", RAIDERS_TURN, BESIDE),
    ),
    entry(
        "RPJ-ACT-7",
        "3",
        "Turns go by 4d6 and Dexterity, highest first; ties by Dexterity, then as in the file. A turn may be held.",
        plays(
            "init --set trooper=9 --set lookout=9 --set sela=9 --set corin=9 --set raider1=9 --set raider2=8",
            "order: 9 Corin Hask, 9 Sela Ordway, 9 Line trooper",
        ),
        refuses("turn hold", "a turn is held whole, before its first action", CORINS_TURN, "move corin 1"),
        option="initiative_dice",
        origin="reading",
    ),
)

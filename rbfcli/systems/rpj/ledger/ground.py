"""The ground and the clock: regions, groups, ranges, minutes (section 1 and 3 of the sheet)."""

from rbfcli.systems.rpj.ledger.entry import entry, plays, refuses

RAIDERS_AND_CORIN = ("set corin region=2 group=A",)
ENTRIES = (
    entry(
        "RPJ-FIELD-1",
        "1",
        "The ground is cut into regions some 30 m across: by default a line, numbered from 0.",
        plays("move corin 1", "Corin Hask moves to the wreck"),
        refuses("move corin 2", "no link leads from the gully to the open road"),
    ),
    entry(
        "RPJ-FIELD-2",
        "1",
        "A ground may be a graph instead: range counts the fewest links; none, no range.",
        plays(
            "attack sela hunter --dice 5,5,5,4,6,6,6,6",
            "Sela Ordway hits Clockwork hunter: 25 against 22",
            on="hangar-seven",
        ),
        refuses("attack sela hunter", "no links lead to the vault", "set hunter region=vault", on="hangar-seven"),
    ),
    entry(
        "RPJ-FIELD-3",
        "1, 3",
        "Those close together in a region form an adjacency group; each is in one, or alone.",
        plays("move corin --join sela", "Corin Hask moves to the gully, group B"),
        refuses("move corin 1 --join raider1", "Dock raider 1 is in the open road, not in the wreck"),
    ),
    entry(
        "RPJ-FIELD-4",
        "1",
        "A melee attack reaches only somebody of the same adjacency group.",
        plays(
            "attack corin raider1 --dice 3,3,3,3,6,6,6,6",
            "Corin Hask hits Dock raider 1: 19 against 16",
            *RAIDERS_AND_CORIN,
        ),
        refuses("attack corin raider1 --with sword", "a melee attack needs one adjacency group"),
    ),
    entry(
        "RPJ-FIELD-5",
        "1; in part our reading",
        "Within a region the range is 0; every region further adds 1. A weapon without a range reaches everywhere.",
        plays("attack sela raider1 --dice 3,3,3,2,6,6,6,6", "Sela Ordway hits Dock raider 1: 17 against 17"),
        refuses("attack corin raider1 --with pistol", "Dock raider 1 is at range 2; the pistol reaches 1"),
    ),
    entry(
        "RPJ-TIME-1",
        "3",
        "A round lasts a minute, in which all turns run; an action five seconds. `show` tells the time gone by.",
        plays("turn next", "-- round 2 --", "remove corin raider1 raider2 lookout trooper", "init"),
        refuses(
            "stabilize raider1",
            "Dock raider 1 has rolled this turn",
            "damage raider1 3",
            "init --set raider1=40",
            "stabilize raider1 --dice 4,5,4,4",
        ),
    ),
)

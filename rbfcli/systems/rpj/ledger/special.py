"""Aimed and suppressive fire, overwatch, cautious movement (section 5 of the sheet)."""

from rbfcli.systems.rpj.ledger.entry import entry, plays, refuses

CORINS_TURN = "init --set corin=40"
PINNED = 'condition add corin "suppressed by trooper"'
WATCHED = ("overwatch sela 1", "init --set raider1=40")
ENTRIES = (
    entry(
        "RPJ-AIM-1",
        "5",
        "Aimed fire takes 2 actions and gives one ranged attack +1 to hit.",
        plays("attack sela raider1 --aimed --dice 3,3,2,2,6,6,6,6", "Sela Ordway hits Dock raider 1: 17 against 17"),
        refuses(
            "attack corin raider1 --with sword --aimed",
            "aimed fire is a ranged attack; the sword does not shoot",
            "set corin region=2 group=A",
        ),
    ),
    entry(
        "RPJ-SUP-1",
        "5",
        "Suppressive fire takes 2 actions: one ranged attack past cover, without damage.",
        plays(
            "suppress sela trooper --dice 3,3,3,3", "Sela Ordway hits Line trooper with suppressive fire: 18 against 18"
        ),
        plays(
            "suppress sela trooper --dice 3,3,3,2",
            "Sela Ordway misses Line trooper with suppressive fire: 17 against 18",
        ),
    ),
    entry(
        "RPJ-SUP-2",
        "5",
        "Its hit suppresses the target; several shooters can suppress the same one.",
        plays("suppress sela trooper --dice 3,3,3,3", "Line trooper is now suppressed by Sela Ordway"),
        refuses("suppress sela raider1", "Dock raider 1 is down and needs no suppressing", "damage raider1 3"),
    ),
    entry(
        "RPJ-SUP-3",
        "5",
        "Suppressed: half the base attack modifier, and no aimed fire.",
        plays(
            "attack corin raider1 --dice 3,3,3,3",
            "-4 suppressed: half (RPJ-SUP-3) = 15",
            PINNED,
            "set corin region=2 group=A",
        ),
        refuses(
            "attack corin lookout --with pistol --aimed",
            "Corin Hask is suppressed and cannot aim",
            PINNED,
            "set corin region=3",
        ),
        option="rounding",
    ),
    entry(
        "RPJ-SUP-4",
        "5",
        "When the target moves, its suppressor may spend the free attack on a shot at it.",
        plays(
            "move corin 1 --react trooper --dice 4,3,3,3,6,6,6,6",
            "Line trooper hits Corin Hask with the free attack: 19 against 19",
            CORINS_TURN,
            PINNED,
        ),
        plays(
            "move corin 1 --react trooper --dice 3,3,3,3",
            "Line trooper misses Corin Hask with the free attack: 18 against 19",
            CORINS_TURN,
            PINNED,
        ),
    ),
    entry(
        "RPJ-SUP-5",
        "5",
        "Suppression ends when the shooter's next turn starts, or the shooter is incapacitated.",
        plays("init --set trooper=40", "Corin Hask is no longer suppressed by Line trooper", PINNED),
        plays("damage trooper 6", "Corin Hask is no longer suppressed by Line trooper", PINNED),
        option="suppression_turns",
        origin="reading",
    ),
    entry(
        "RPJ-OVR-1",
        "5",
        "Overwatch takes 1 action and watches one region.",
        plays("overwatch sela 2", "Sela Ordway watches the open road until their next turn"),
        refuses("overwatch corin 3", "Corin Hask has nothing that shoots to the dish yard"),
    ),
    entry(
        "RPJ-OVR-2",
        "5; in part our reading",
        "When a foe enters it, the watcher may end the overwatch for a shot past any cover.",
        plays(
            "move raider1 1 --cover hull --react sela --dice 3,3,3,2,6,6,6,6",
            "Sela Ordway hits Dock raider 1 from overwatch: 17 against 17",
            *WATCHED,
        ),
        plays(
            "move raider1 1 --cover hull --react sela --dice 3,3,2,2",
            "Sela Ordway misses Dock raider 1 from overwatch: 16 against 17",
            *WATCHED,
        ),
        option="overwatch_targets",
    ),
    entry(
        "RPJ-OVR-3",
        "5",
        "Overwatch is over when the watcher's next turn starts.",
        plays("init --set sela=40", "Sela Ordway watches no longer", "overwatch sela 1"),
        plays(
            "move raider1 1",
            "Sela Ordway may end the overwatch to shoot at Dock raider 1, who enters the region watched",
            *WATCHED,
        ),
    ),
    entry(
        "RPJ-CAU-1",
        "5",
        "Cautious movement is a whole turn, for one region at most.",
        plays("cautious corin 1", "Corin Hask moves to the wreck", CORINS_TURN),
        refuses(
            "cautious corin 0",
            "cautious movement is a whole turn and Corin Hask has begun to act",
            CORINS_TURN,
            "move corin 1",
        ),
    ),
    entry(
        "RPJ-CAU-2",
        "5",
        "It wakes no overwatch, and no free attack of those whose group is left.",
        plays("cautious raider1 1", "Dock raider 1 moves to the wreck", *WATCHED, "set corin region=2 group=A"),
        refuses("cautious raider1 1 --react sela", "nobody may", *WATCHED, "set corin region=2 group=A"),
    ),
    entry(
        "RPJ-CAU-3",
        "5",
        "Suppressors' free attacks on it have half the base attack modifier.",
        plays(
            "cautious corin 1 --react trooper --dice 5,4,4,4,6,6,6,6",
            "Line trooper hits Corin Hask with the free attack: 20 against 19",
            CORINS_TURN,
            PINNED,
        ),
        plays(
            "cautious corin 1 --react trooper --dice 4,4,4,3",
            "Line trooper misses Corin Hask with the free attack: 18 against 19",
            CORINS_TURN,
            PINNED,
        ),
        option="rounding",
    ),
    entry(
        "RPJ-CAU-4",
        "5",
        "Ending such a turn out of cover counts as cover +1/0f until one's next turn.",
        plays(
            "attack trooper corin --dice 4,3,3,3", "Line trooper misses Corin Hask: 19 against 20", "cautious corin 1"
        ),
        plays(
            "attack trooper corin --dice 4,3,3,3,6,6,6,6", "Line trooper hits Corin Hask: 19 against 19", "move corin 1"
        ),
    ),
)

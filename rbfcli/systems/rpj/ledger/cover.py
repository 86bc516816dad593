"""Cover: what it adds, against whom, and turning round in it (section 4 of the sheet)."""

from rbfcli.systems.rpj.ledger.entry import entry, plays, refuses

ENTRIES = (
    entry(
        "RPJ-COV-1",
        "4",
        "Cover is written quality/flanking distance: +3/1f, or +2/* where nothing flanks it.",
        plays("cover corin +2/*", "Corin Hask takes cover: +2/*"),
        refuses("cover corin +3", "there is no cover in the gully '+3'"),
    ),
    entry(
        "RPJ-COV-2",
        "4",
        "Cover adds its quality to the ranged defense value, never to melee.",
        plays("attack sela trooper --dice 4,4,4,3", "Sela Ordway misses Line trooper: 21 against 22"),
        plays(
            "attack corin trooper --with sword --dice 3,3,3,1,6,6,6,6",
            "Corin Hask hits Line trooper: 17 against 17",
            "set corin region=4 group=B",
            "set trooper group=B",
        ),
        option="cover_actions",
    ),
    entry(
        "RPJ-COV-3",
        "4",
        "Against an attacker just at the flanking distance half counts, rounded down.",
        plays(
            "attack sela lookout --dice 3,3,3,3,6,6,6,6", "Sela Ordway hits Lookout: 18 against 18", "set sela region=2"
        ),
        plays("attack sela lookout --dice 3,3,3,2", "Sela Ordway misses Lookout: 17 against 18", "set sela region=2"),
    ),
    entry(
        "RPJ-COV-4",
        "4",
        "Nearer than the flanking distance cover counts nothing, farther it counts whole.",
        plays(
            "attack sela lookout --dice 3,3,3,2,6,6,6,6", "Sela Ordway hits Lookout: 17 against 17", "set sela region=3"
        ),
        plays("attack sela lookout --dice 4,3,3,3", "Sela Ordway misses Lookout: 19 against 20"),
    ),
    entry(
        "RPJ-COV-5",
        "4",
        "Cover with * counts whole at any range, and half against an adjacent attacker.",
        plays(
            "attack trooper corin --dice 4,4,3,3",
            "Line trooper misses Corin Hask: 20 against 21",
            "set corin region=1 cover=hull",
        ),
        plays(
            "attack raider1 corin --with carbine --dice 4,4,4,4,6,6,6,6",
            "Dock raider 1 hits Corin Hask: 20 against 20",
            "set corin region=1 cover=hull group=B",
            "set raider1 region=1 group=B",
        ),
    ),
    entry(
        "RPJ-COV-6",
        "4",
        "Reorienting, a Move action in cover, turns its protection to those nearer than the flank.",
        plays(
            "attack sela lookout --dice 4,3,3,3",
            "Sela Ordway misses Lookout: 19 against 20",
            "set sela region=3",
            "reorient lookout",
        ),
        plays(
            "attack sela lookout --dice 3,3,3,2,6,6,6,6", "Sela Ordway hits Lookout: 17 against 17", "reorient lookout"
        ),
    ),
    entry(
        "RPJ-COV-7",
        "4",
        "Nobody gets a free attack because someone reorients.",
        plays(
            "reorient lookout",
            "Lookout: reoriented",
            "init --set lookout=40",
            "set corin region=3 group=B",
            "set lookout group=B",
        ),
        refuses("reorient lookout --react corin", "--react", "init --set lookout=40"),
    ),
    entry(
        "RPJ-COV-8",
        "4",
        "A second Move action turns the protection back.",
        plays("reorient lookout", "Lookout: no longer reoriented", "reorient lookout"),
        plays(
            "attack sela lookout --dice 4,3,3,3",
            "Sela Ordway misses Lookout: 19 against 20",
            "reorient lookout",
            "reorient lookout",
        ),
    ),
    entry(
        "RPJ-COV-9",
        "4",
        "Who leaves its region or its group leaves its cover.",
        plays("move sela 1", "Sela Ordway has no cover now"),
        plays("move sela 1", "Sela Ordway takes cover: +3/1f", "set fight options.cover_left_behind=false"),
        option="cover_left_behind",
        origin="reading",
    ),
)

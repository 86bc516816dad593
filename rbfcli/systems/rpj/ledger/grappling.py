"""Grappling: the touch check, the grapple check, and what it allows and forbids (section 7 of the sheet)."""

from rbfcli.systems.rpj.ledger.entry import entry, plays, refuses

BESIDE = ("set corin region=3 group=B", "set lookout group=B")
HELD = (*BESIDE, "grapple corin lookout --dice 6,6,6,6")
LET_GO = "grapple corin --then leave --dice 3,3,3,3,1,1,1,1"
ENTRIES = (
    entry(
        "RPJ-GRP-1",
        "7; in part our reading",
        "4d6 + Dexterity against 16 + the target's Dexterity grapples it.",
        plays("grapple corin lookout --dice 3,3,3,3", "Corin Hask grapples Lookout: 18 against 18", *BESIDE),
        plays(
            "grapple corin lookout --dice 3,3,3,2", "Corin Hask does not get hold of Lookout: 17 against 18", *BESIDE
        ),
        option="grapple_actions",
    ),
    entry(
        "RPJ-GRP-2",
        "7",
        "Melee attacks on somebody in a grapple have +2, ranged ones -2.",
        plays(
            "attack raider1 corin --with knife --dice 4,4,3,3,6,6,6,6",
            "Dock raider 1 hits Corin Hask: 19 against 18",
            *HELD,
            "set raider1 region=3 group=B",
        ),
        plays("attack trooper corin --dice 4,4,3,3", "Line trooper misses Corin Hask: 18 against 19", *HELD),
    ),
    entry(
        "RPJ-GRP-3",
        "7",
        "In a grapple nobody moves.",
        plays(
            "move corin 2",
            "Corin Hask moves to the open road",
            *HELD,
            LET_GO,
        ),
        refuses("move lookout 2", "Lookout is in a grapple and cannot move", *HELD),
    ),
    entry(
        "RPJ-GRP-4",
        "7; in part our reading",
        "A turn in a grapple is a check: 4d6 + Grappling of both; ties do nothing.",
        plays(
            "grapple corin --dice 3,3,3,3,3,3,3,3", "Corin Hask gets the better of Lookout: 16 against 14, by 2", *HELD
        ),
        plays(
            "grapple corin --dice 3,3,3,3,4,4,4,4", "Lookout gets the better of Corin Hask: 18 against 16, by 2", *HELD
        ),
        plays(
            "grapple corin --dice 3,3,3,3,4,4,3,3",
            "Neither Corin Hask nor Lookout gets the better of the other: 16 against 16, a tie",
            *HELD,
        ),
        option="grapple_tie",
    ),
    entry(
        "RPJ-GRP-5",
        "7; in part our reading",
        "Who wins its check may let go, or make the other save on its base layer against -4 damage.",
        plays(LET_GO, "Corin Hask and Lookout let go of one another", *HELD),
        plays(
            "grapple corin --then hurt --dice 3,3,3,3,1,1,1,1,1,1,1,2",
            "Lookout: base 10 12 14 crossed out, left: none",
            *HELD,
        ),
        option="grapple_damage, grapple_other_chooses",
    ),
)

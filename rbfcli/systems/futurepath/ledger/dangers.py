"""Finishing off, dying, first aid, waiting, traps, words and skills (FP-CDG to FP-SKL)."""

from rbfcli.systems.futurepath.ledger.attacks import BEHIND_COVER
from rbfcli.systems.futurepath.ledger.entry import (
    BESIDE,
    BOSS,
    BOTH,
    CREW,
    FREE,
    FULL,
    OTHER,
    OURS,
    STATION,
    STATION_CREW,
    VARIES,
    entry,
    plays,
    refuses,
)

HELPLESS = "condition add boss helpless"
FOUND = "set fight board.traps.mine.found=true"
WAITING = 'ready yara "the lookout shoots"'

ENTRIES = (
    *BEHIND_COVER,
    entry(
        "FP-CDG-1",
        FULL,
        "A coup de grace on the helpless is a sure critical hit; who survives it saves with Constitution against the "
        "damage, with an advantage for each Extra Attack and Damage of the attacker, or dies.",
        plays("coup-de-grace hale boss --dice 1,1,3", "The yard boss is dead", CREW, BOSS, HELPLESS),
        plays("coup-de-grace hale boss --dice 1,1,4", "The yard boss survives it", CREW, BOSS, HELPLESS),
        refuses("coup-de-grace hale boss", "The yard boss is not helpless", CREW, BOSS),
    ),
    entry(
        "FP-DIE-1",
        BESIDE,
        "At 0 HP one is unconscious and dying and loses Constitution each round. At Constitution 0, or by one blow "
        "below minus Constitution, one is dead.",
        plays("damage hale 24", "Hale Brannock is dying", CREW),
        plays("damage hale 25", "Hale Brannock is dead", CREW),
        plays("turn next --dice 3", "Hale Brannock: Constitution lost 0 -> 3", CREW, "damage hale 12", "turn next"),
        option="dying_damage",
        origin="sibling",
    ),
    entry(
        "FP-STB-1",
        FULL + BOTH,
        "Treat Injury with a field medical kit and a rank stabilises: 1 HP, still unconscious. A natural 1 costs the "
        "patient Constitution.",
        plays(
            "stabilize hale --by yara --dice 15",
            "Hale Brannock: HP -2 -> 1",
            CREW,
            "damage hale 12",
            "set yara square=B3",
        ),
        plays(
            "stabilize hale --by yara --dice 1,2",
            "Hale Brannock: Constitution lost 0 -> 2",
            CREW,
            "damage hale 12",
            "set yara square=B3",
        ),
        option="stabilize_dc, stabilize_slip",
    ),
    entry(
        "FP-RDY-1",
        OTHER,
        "Waiting for a trigger takes the turn; when it comes there is one action at once. If that meets somebody's "
        "roll, the higher initiative check goes first.",
        plays(
            "ready yara --now --against lookout --dice 12,8",
            "Yara Senn goes before the lookout",
            CREW,
            WAITING,
            "turn next",
        ),
        plays(
            "ready yara --now --against lookout --dice 8,12",
            "The lookout goes before Yara Senn",
            CREW,
            WAITING,
            "turn next",
        ),
    ),
    entry(
        "FP-TRP-1",
        OTHER + OURS,
        "Traps are found by Perception, in passing by 10 and its bonus, and made safe by Disable Device from beside. "
        "Who treads on one sets it off; who sees it stops before it.",
        plays("trap yara search --dice 12", "Yara Senn sees the tripwire mine at P6", STATION_CREW, on=STATION),
        plays("trap yara search --dice 2", "Yara Senn finds no trap", STATION_CREW, on=STATION),
        option="passive_base, trap_notice, search",
    ),
    entry(
        "FP-TRP-2",
        OTHER,
        "In combat that is a Full Round with a disadvantage: more than 5 short, or a natural 1, sets the trap off; "
        "less short is a round to wait.",
        plays(
            "trap yara disable mine --dice 13,1",
            "Yara Senn makes the tripwire mine safe",
            STATION_CREW,
            FOUND,
            "set yara square=P7",
            on=STATION,
        ),
        plays(
            "trap yara disable mine --dice 1,1,3,3,15",
            "The tripwire mine at P6 goes off",
            STATION_CREW,
            FOUND,
            "set yara square=P7",
            on=STATION,
        ),
    ),
    entry(
        "FP-SPK-1",
        FREE + OURS,
        "Words overlap everything, also out of turn, about three seconds a round; and one gesture a round.",
        plays('speak boss "hold the yard"', "The yard boss says: hold the yard", CREW),
        refuses(
            'speak hale "one two three four five six seven eight nine ten eleven twelve thirteen"',
            "Hale Brannock has 12 words left this round, not 13",
            CREW,
        ),
        option="speech_words",
    ),
    entry(
        "FP-SKL-1",
        VARIES + OURS,
        "A skill is a Full Round or Free, feats and talents a Full Round unless they say otherwise (`use --as`). A "
        "natural 20 or 1 decides attacks alone.",
        plays("use yara perception --dc 15 --dice 11", "Yara Senn succeeds at perception: 15 against 15", CREW),
        plays("use yara perception --dc 25 --dice 20", "Yara Senn fails at perception: 24 against 25", CREW),
        option="naturals",
    ),
)

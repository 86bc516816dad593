"""The rules of Undertow in words: `rbf rules undertow`."""

from rbfcli.kernel.ledger import Example, RuleEntry

LEDGER = (
    RuleEntry("UND-TURN-1", "Turns go by nerve, highest first; ties as in the file. Nobody waits.", "turns", "done"),
    RuleEntry("UND-TURN-2", "A turn has one action (attack, work, breathe) and one move (go).", "turns", "done"),
    RuleEntry(
        "UND-POOL-1",
        "A pool is as many d6 as the talent, at least one; each 5 or 6 is a success.",
        "pools",
        "done",
        "success_on",
        terms="dice hits d6",
    ),
    RuleEntry(
        "UND-ATK-1",
        "An attack rolls fight; as many successes as the foe's guard hit it for 1, each further one for 1 more.",
        "attacks",
        "done",
        examples=(
            Example(line="attack sil warden1 --dice 5,6,1", told="Warden 1: health 3 -> 2"),
            Example(line="attack sil warden1 --dice 1,2,3", told="Sil misses Warden 1"),
        ),
    ),
    RuleEntry(
        "UND-ATK-2",
        "One success short, with one at least, is a hit for 1 at a cost.",
        "attacks",
        "done",
        examples=(Example(line="attack sil warden1 --dice 5,2,1 --answer cost=stress", told="Sil: stress 0 -> 1"),),
    ),
    RuleEntry(
        "UND-CST-1",
        "The attacker chooses the cost: 1 stress, being exposed (a die more for the next attack against it), or a "
        "segment of a clock that serves others.",
        "attacks",
        "done",
    ),
    RuleEntry("UND-ZON-1", "The place has zones; a move leads into one beside one's own.", "zones", "done"),
    RuleEntry("UND-ZON-2", "Blades reach the own zone, a harpoon also those beside it.", "zones", "done"),
    RuleEntry("UND-ZON-3", "Whoever is in a zone with cover takes one success more to hit.", "zones", "done"),
    RuleEntry(
        "UND-CLK-1",
        "Work on a clock that serves one's side fills a segment for each success; full, it says what happens.",
        "clocks",
        "done",
        examples=(Example(line="work ono vault --dice 5,6,1", told="The lock stands at 3"),),
    ),
    RuleEntry("UND-CLK-2", "As a round begins, some clocks fill by themselves.", "clocks", "done"),
    RuleEntry("UND-CLK-3", "A clock that is in a zone is worked on from there alone.", "clocks", "done"),
    RuleEntry("UND-STR-1", "Each die pushed for costs 1 stress; nobody takes more than fits.", "stress", "done"),
    RuleEntry("UND-STR-2", "Full of stress one is shaken: a die fewer for everything.", "stress", "done"),
    RuleEntry("UND-STR-3", "To draw breath takes 2 stress off, and the shaking with it.", "stress", "done", "breath"),
    RuleEntry("UND-RES-1", "Against stated damage nerve is rolled; each success takes 1 off.", "damage", "done"),
    RuleEntry("UND-OUT-1", "At 0 health one is taken out.", "damage", "done"),
)

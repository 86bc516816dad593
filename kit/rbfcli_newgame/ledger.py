"""The rules in words: `rbf rules newgame`; every event and refusal names one of these ids, or `GM`."""

from rbfcli.kernel.ledger import RuleEntry

LEDGER = (
    RuleEntry("NEWGAME-TURN-1", "Turns go by nerve, highest first; each has one action.", "turns", "done"),
    RuleEntry(
        "NEWGAME-ATK-1",
        "An attack rolls 2d6 and adds the skill: 8 hits and takes 1 health, two sixes take 2.",
        "attacks",
        "done",
        "hit_on",
    ),
    RuleEntry("NEWGAME-GRD-1", "Who guards is attacked at -2 until its next turn.", "attacks", "done"),
    RuleEntry("NEWGAME-OUT-1", "At 0 health one is out of the fight.", "attacks", "done"),
)

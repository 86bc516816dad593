"""The rules of Harrow in words: `rbf rules harrow`."""

from rbfcli.kernel.ledger import Example, RuleEntry

LEDGER = (
    RuleEntry("HAR-TURN-1", "Everybody rolls a d20 and adds speed; highest first. Nobody waits.", "turns", "done"),
    RuleEntry("HAR-TURN-2", "A turn has one action: attack, rest or ward.", "turns", "done"),
    RuleEntry(
        "HAR-TEST-1",
        "A test is a d20 at or under a skill; its success is what is left. A skill counts from 1 to 19.",
        "tests",
        "done",
        terms="roll under check",
    ),
    RuleEntry(
        "HAR-ATK-1",
        "An attack is blade against parry: it hits unless the parry succeeds at least as well.",
        "attacks",
        "done",
        examples=(
            Example(line="attack ysolt robber1 --dice 12,20,3", told="Ysolt hits Robber 1"),
            Example(line="attack ysolt robber1 --dice 13,2", told="Robber 1 parries Ysolt"),
        ),
    ),
    RuleEntry(
        "HAR-ATK-2",
        "Won by 5 or more it is telling, and does 2 more; against a failed parry the success itself counts.",
        "attacks",
        "done",
        "telling",
        examples=(Example(line="attack ysolt robber1 --dice 2,19,2", told="has Robber 1 open"),),
    ),
    RuleEntry("HAR-ATK-3", "Each further parry before one's next turn is at -2.", "attacks", "done"),
    RuleEntry("HAR-LOC-1", "A d6 says where a blow lands: 1 head, 2 arm, 3-4 body, 5-6 leg.", "locations", "done"),
    RuleEntry(
        "HAR-LOC-2",
        "A wound in the head dazes for a turn (-2), in the arm costs the blade 3, in the leg the parry 3, in the body "
        "2 fatigue.",
        "locations",
        "done",
    ),
    RuleEntry("HAR-LOC-3", "Whoever aims at a place strikes at -4.", "locations", "done"),
    RuleEntry("HAR-DMG-1", "Armour at the place takes its number off; the rest is a wound.", "damage", "done"),
    RuleEntry("HAR-FAT-1", "An attack tires by 1; each full 3 cost 1 of both skills.", "fatigue", "done", "heavy"),
    RuleEntry("HAR-FAT-2", "Nobody acts beyond endurance.", "fatigue", "done"),
    RuleEntry("HAR-FAT-3", "To press an attack gives +3 and tires by 2 more.", "fatigue", "done"),
    RuleEntry("HAR-FAT-4", "Rest takes 4 fatigue off.", "fatigue", "done"),
    RuleEntry("HAR-WRD-1", "Whoever wards parries at +3 until its next turn.", "attacks", "done"),
    RuleEntry("HAR-OUT-1", "At 0 health one is down for the day.", "damage", "done"),
)

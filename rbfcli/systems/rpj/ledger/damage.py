"""Damage saves, layers, falling and stabilising (section 6 of the sheet)."""

from rbfcli.systems.rpj.ledger.entry import entry, plays, refuses

DOWN = "damage raider1 3"
ENTRIES = (
    entry(
        "RPJ-DMG-1",
        "6; in part our reading",
        "Defences are layers of target numbers; the base is the one named so, else the last; later ones lie over all.",
        plays("damage sela 1", "Sela Ordway: vest 9 crossed out, left: 10"),
        plays("damage sela 1", "Sela Ordway: shield 6 crossed out, left: none", "set sela layers.shield=6"),
        option="base_saves",
    ),
    entry(
        "RPJ-DMG-2",
        "6",
        "Damage meets the best save: the lowest number of the outermost layer not broken.",
        plays("damage-save sela --damage 3 --dice 3,3,3,3", "3 damage on the best save of Sela Ordway's vest layer, 9"),
        plays(
            "damage-save sela --damage 3 --dice 3,3,3,3",
            "3 damage on the best save of Sela Ordway's base layer, 10",
            "damage sela 2",
        ),
    ),
    entry(
        "RPJ-DMG-3",
        "6",
        "The damage is added to that number; 4d6 have to reach it.",
        plays("damage-save sela --damage 4 --dice 4,3,3,3", "Sela Ordway makes the damage save: 13 against 13"),
        plays("damage-save sela --damage 4 --dice 3,3,3,3", "Sela Ordway fails the damage save: 12 against 13"),
    ),
    entry(
        "RPJ-DMG-4",
        "6",
        "Reached: that one number is crossed out.",
        plays("damage-save sela --damage 4 --dice 4,3,3,3", "Sela Ordway: vest 9 crossed out, left: 10"),
        plays(
            "damage-save sela --damage 3 --dice 4,3,3,3",
            "Sela Ordway: vest 10 crossed out, left: none",
            "damage sela 1",
        ),
    ),
    entry(
        "RPJ-DMG-5",
        "6",
        "Not reached: every number of the layer is crossed out.",
        plays("damage-save sela --damage 4 --dice 3,3,3,3", "Sela Ordway: vest 9 10 crossed out, left: none"),
        plays("damage-save raider1 --damage 4 --dice 4,3,3,3", "Dock raider 1: base 10 12 14 crossed out, left: none"),
    ),
    entry(
        "RPJ-DMG-6",
        "6",
        "A layer without a number left is broken.",
        plays("damage-save sela --damage 4 --dice 3,3,3,3", "Sela Ordway's vest layer is broken"),
        plays("damage sela 1", "Sela Ordway's vest layer is broken", "damage sela 1"),
    ),
    entry(
        "RPJ-DMG-7",
        "6",
        "Base layer broken: incapacitated. Overwatch, suppression and grapples end; no actions.",
        plays(DOWN, "Dock raider 1 is incapacitated"),
        refuses("attack raider1 sela", "Dock raider 1 is incapacitated and takes no action", DOWN),
    ),
    entry(
        "RPJ-STB-1",
        "6",
        "Incapacitated, one rolls 4d6 on each own turn, or a minute apart: 18 stabilises.",
        plays("stabilize raider1 --dice 4,5,5,4", "Dock raider 1 is stabilized", DOWN),
        plays("stabilize raider1 --dice 4,5,4,4", "Dock raider 1: failure 1 in a row; 5 in a row kill", DOWN),
    ),
    entry(
        "RPJ-STB-2",
        "6; in part our reading",
        "Five failures in a row are death. Stabilised, one rolls no more, until fresh damage begins the count anew.",
        plays("stabilize raider1 --dice 4,5,4,4", "Dock raider 1 is dead", DOWN, "set raider1 failures=4"),
        refuses(
            "stabilize raider1",
            "Dock raider 1 is stabilized and rolls no more",
            DOWN,
            "stabilize raider1 --dice 4,5,5,4",
        ),
        option="damage_restarts",
    ),
)

"""Penetration, quality, levels lost, and the values derived from Tough."""

from rbfcli.systems.bgc.ledger.attacks import ARMOUR
from rbfcli.systems.bgc.ledger.entry import entry, plays

DERIVED = "Derived Values"
STATED = "damage-save mako --penetration 40 --damage 3"
ENTRIES = (
    entry(
        "DMG-1",
        ARMOUR,
        "First step of damage: an attack that hits.",
        plays("attack rin mako --no-defend --dice 60,20,50", "Mako Ferris: levels 22 -> 19"),
        plays(
            "attack rin mako --defend --dice 60,50", "Mako Ferris turns Rin Caldera's attack aside: 0 against 0, a tie"
        ),
    ),
    entry(
        "DMG-2",
        ARMOUR,
        "Second step: the weapon's penetration against the armour, an opposed roll; unless the weapon wins, nothing "
        "happens.",
        plays(f"{STATED} --dice 20,50", "Mako Ferris: levels 22 -> 19"),
        plays(f"{STATED} --dice 30,50", "Mako Ferris's armour holds: 10 against 10, a tie"),
    ),
    entry(
        "DMG-3",
        ARMOUR,
        "Third step: a weapon one quality better adds D5, two better D10; a worse one loses as much.",
        plays(f"{STATED} --quality good --dice 20,50,4", "Mako Ferris: levels 22 -> 15"),
        plays(f"{STATED} --dice 20,50,2", "Mako Ferris: levels 22 -> 21", "set mako armour.quality=good"),
    ),
    entry(
        "DMG-4",
        f"{ARMOUR}; in part our reading",
        "What results, at least nothing, comes off the damage levels.",
        plays(f"{STATED} --dice 20,50", "Mako Ferris: levels 22 -> 19"),
        plays(f"{STATED} --dice 20,50,9", "No damage is left", "set mako armour.quality=amazing"),
        option="least_damage",
    ),
    entry(
        "DMG-5",
        "Called Shots",
        "Penetration above 100 always passes, and the armour may still pass by more. Neither is critical or botched.",
        plays("damage-save mako --penetration 120 --damage 3 --dice 100,41", "Mako Ferris: levels 22 -> 19"),
        plays(
            "damage-save mako --penetration 120 --damage 3 --dice 100,40",
            "Mako Ferris's armour holds: 20 against 20, a tie",
        ),
    ),
    entry(
        "DRV-1",
        DERIVED,
        "Damage levels are a fifth of Tough, rounded up, and ten.",
        plays("damage tove 1", "Tove Lindgren: levels 25 -> 24"),
        plays("damage lookout 1", "The lookout: levels 17 -> 16"),
    ),
    entry(
        "DRV-2",
        DERIVED,
        "Bare hands do a thirtieth of Tough, rounded up.",
        plays("attack tove lookout --dice 40,23", "The lookout: levels 17 -> 14"),
        plays("attack rin lookout --with unarmed --dice 40,23", "The lookout: levels 17 -> 15"),
    ),
    entry(
        "DRV-3",
        DERIVED,
        "They penetrate with a quarter of Tough, rounded up.",
        plays("attack tove mako --dice 40,19,99", "Mako Ferris: levels 22 -> 19"),
        plays("attack tove mako --dice 40,20,99", "penetration 20 against 19 (fail), armour 99 against 60 (fail)"),
    ),
    entry(
        "DRV-4",
        DERIVED,
        "Natural armour is a third of Tough, rounded up, and ten.",
        plays("damage-save lookout --penetration 40 --damage 3 --dice 18,1", "The lookout: levels 17 -> 14"),
        plays(
            "damage-save lookout --penetration 40 --damage 3 --dice 19,1",
            "The lookout's armour holds: 21 against 21, a tie",
        ),
    ),
    entry(
        "DRV-5",
        f"{DERIVED}; in part our reading",
        "Bare hands on a bare body make one roll, unmodified, that has to be above the natural armour; against "
        "anything worn they penetrate as weapons do.",
        plays("attack tove lookout --dice 40,23", "The lookout's armour is pierced: 23 against 23"),
        plays("attack tove lookout --dice 40,22", "The lookout's armour holds: 22 against 23"),
        option="bare_body",
    ),
    entry(
        "MEGA-1",
        "Mega Damage",
        "A hit by something more than twice one's size kills outright, unless armour or a device is proof against it.",
        plays(
            "attack loader nadia --dice 40",
            "Loader robot crushes Nadia Brandt outright, being far larger: 40 against 45, by 5",
            on="hangar-breach",
        ),
        plays(
            "attack loader vigilante --no-defend --dice 40,1,1",
            "The suited vigilante's armour holds: 84 against 49, by 35",
            on="hangar-breach",
        ),
        option="mega_factor",
    ),
)

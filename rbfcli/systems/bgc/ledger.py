"""The rules of BGC in our words, each with its source and state."""

from rbfcli.kernel.rules import RuleEntry


def ledger() -> tuple[RuleEntry, ...]:
    """All rules, in the order of the page."""
    return tuple(
        RuleEntry(f"BGC-{rule}", summary, f"section {section}", state, option)
        for section, rules in SECTIONS.items()
        for rule, summary, state, option in rules
    )


SECTIONS = {
    "Combat Rounds and Combat Phases": (
        (
            "TIME-1",
            "A round is one minute, split into phases of about ten seconds; a phase is one action of a character. `show` tells round, phase and time passed.",
            "done",
            "",
        ),
        (
            "TIME-2",
            "Resisting something takes no phase; the GM can let somebody miss its next ones with `skip-phase`.",
            "done",
            "",
        ),
    ),
    "Initiative and Actions": (
        (
            "INI-1",
            "Everybody tests Speed at the start of every round, with whatever the situation adds.",
            "done",
            "",
        ),
        (
            "INI-2",
            "Speed gives the actions of a round: up to 40 two, 60 three, 75 four, 85 five, 100 six.",
            "done",
            "most_actions",
        ),
        (
            "INI-3",
            "A test passed by 50, or critically, brings one action more; one failed by 25, or botched, costs one. The steps do not add up.",
            "done",
            "least_actions",
        ),
        (
            "INI-4",
            "The wider the margin, the earlier one acts; of equals the higher Speed, then the order of the file.",
            "done",
            "",
        ),
        (
            "INI-5",
            "In its turn a character takes all its actions, or delays what is left to a later point of the round.",
            "done",
            "",
        ),
    ),
    "Declaring Actions": (
        (
            "ACT-1",
            "Every action is declared beforehand as Attack, Defend, Movement or Other, and taken as declared.",
            "done",
            "must_declare",
        ),
        (
            "ACT-2",
            "Attack is what does damage, Defend meets an attack, Other is everything else: a clip, a repair, first aid.",
            "done",
            "",
        ),
        (
            "ACT-3",
            "A Movement action is about five seconds of going; while engaged at most half of a round's actions move.",
            "done",
            "",
        ),
    ),
    "Taking Risks": (
        (
            "RSK-1",
            "More actions than one has can be taken, each at 10 more off its roll than the one before.",
            "done",
            "risk_step",
        ),
        (
            "RSK-2",
            "Extra Attack and Defend are always open; extra Movement and Other need a skill roll.",
            "done",
            "",
        ),
        (
            "RSK-3",
            "No further extra action once only a critical success could bring it off.",
            "done",
            "critical_band",
        ),
    ),
    "Game Rules": (
        (
            "TST-1",
            "Of two opposed rolls the wider margin wins and a pass beats a fail; ties and two fails are the defender's.",
            "done",
            "",
        ),
        (
            "TST-2",
            "1 to 5 within the score is a critical success, 96 to 100 a botch.",
            "done",
            "critical_band, botch_from",
        ),
    ),
    "Damage and Armour": (
        (
            "ATK-1",
            "An attack hits when its roll passes and no Defend beats it.",
            "done",
            "",
        ),
        (
            "DMG-1",
            "First step of damage: an attack that hits.",
            "done",
            "",
        ),
        (
            "DMG-2",
            "Second step: the weapon's penetration against the armour, an opposed roll; unless the weapon wins, nothing happens.",
            "done",
            "",
        ),
        (
            "DMG-3",
            "Third step: a weapon one quality better adds D5, two better D10; a worse one loses as much.",
            "done",
            "",
        ),
        (
            "DMG-4",
            "What results, at least nothing, comes off the damage levels.",
            "done",
            "",
        ),
        (
            "DMG-5",
            "Penetration above 100 always passes, and the armour may still pass by more.",
            "done",
            "",
        ),
    ),
    "Critical Success and Botches": (
        (
            "CRT-1",
            "A critical hit doubles the levels that got through all armour.",
            "done",
            "",
        ),
        (
            "BOT-1",
            "A botch breaks the weapon, or gives the opponent one strike that cannot be met; armour still counts.",
            "done",
            "",
        ),
    ),
    "Called Shots": (
        (
            "CAL-1",
            "A called shot is taken at 25 to 50 off the score; if it hits, damage and penetration are doubled.",
            "done",
            "called_least, called_most",
        ),
        (
            "CAL-2",
            "A critical called shot kills outright.",
            "done",
            "",
        ),
    ),
    "Partial Armour": (
        (
            "ARM-1",
            "A gap in partial armour is struck at 15 off; there only natural armour counts.",
            "done",
            "gap_penalty",
        ),
    ),
    "Derived Values": (
        (
            "DRV-1",
            "Damage levels are a fifth of Tough, rounded up, and ten.",
            "done",
            "",
        ),
        (
            "DRV-2",
            "Bare hands do a thirtieth of Tough, rounded up.",
            "done",
            "",
        ),
        (
            "DRV-3",
            "They penetrate with a quarter of Tough, rounded up.",
            "done",
            "",
        ),
        (
            "DRV-4",
            "Natural armour is a third of Tough, rounded up, and ten.",
            "done",
            "",
        ),
        (
            "DRV-5",
            "Bare hands on a bare body make one roll that has to be above the natural armour; against worn armour they penetrate as weapons do.",
            "done",
            "",
        ),
    ),
    "Mega Damage": (
        (
            "MEGA-1",
            "A hit by something more than twice one's size kills outright, unless armour or a device is proof against it.",
            "done",
            "mega_factor",
        ),
    ),
    "Effects of Damage": (
        (
            "EFF-1",
            "Every five levels lost take 5 off all actions, for those who are not hardened.",
            "done",
            "wound_penalty, wound_step",
        ),
    ),
    "Knocking Characters Out and Bleeding": (
        (
            "WND-1",
            "With half the levels or more nothing further happens.",
            "done",
            "",
        ),
        (
            "WND-2",
            "Below half, Willpower at +15 or out of the fight; first aid or medicine of another wakes.",
            "done",
            "will_half",
        ),
        (
            "WND-3",
            "At a quarter, Willpower as it stands; waking and treating are at -10.",
            "done",
            "will_quarter, wake_quarter",
        ),
        (
            "WND-4",
            "Below a quarter one bleeds: a level every five minutes, in a fight perhaps one more.",
            "done",
            "bleed_rounds, bleed_levels, bleed_chance",
        ),
        (
            "WND-5",
            "At 0 one is incapacitated and tests Willpower at -15; an NPC is dead.",
            "done",
            "will_zero, npc_dies_at_zero",
        ),
        (
            "WND-6",
            "Below 0 one is unconscious and loses three levels every five minutes until treated.",
            "done",
            "bleed_below_zero",
        ),
        (
            "WND-7",
            "Below -10 there is only death.",
            "done",
            "death_below",
        ),
        (
            "WND-8",
            "A blow that crosses several lines calls for the test of the worst alone.",
            "done",
            "",
        ),
        (
            "STB-1",
            "Another character's first aid or medicine stops the bleeding.",
            "done",
            "wake_quarter",
        ),
    ),
}
